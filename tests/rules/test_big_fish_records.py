"""What is no record of Big Fish, whatever its rules say."""

import pytest

from tests.rules.table import error, record

CATCH = {"type": "catch", "player": "Ana", "cards": ["R5", "Y6", "G1", "R2", "Y3"]}
COUNT = {"type": "count", "player": "Ana", "plus": 33, "minus": 19}
ADVANCED = {"advanced": True, "drawn": "A"}


def big_fish(*entries, **other):
    return record(*entries, **{"game": "big_fish", "players": ["Ana", "Ben"], **other})


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"player": "Ana", "cards": CATCH["cards"]}, "type"),
        (CATCH | {"type": "row"}, "type"),
        (CATCH | {"type": None}, "type"),
        ({"type": "catch", "player": "Ana"}, "cards"),
        ({"type": "catch", "cards": CATCH["cards"]}, "player"),
        (CATCH | {"player": "Cho"}, "player"),
        (CATCH | {"cards": "R5 Y6 G1 R2 Y3"}, "cards"),
        (CATCH | {"cards": ["R5", "Y6", "G1", "R2", 3]}, "cards"),
        (CATCH | {"cards": ["R5", "Y6", "G1", "R2", "y3"]}, "cards"),
        (CATCH | {"cards": ["R5", "Y6", "G1", "R2", "Y³"]}, "cards"),
        (CATCH | {"cards": ["R5", "Y6", "G1", "R2", ""]}, "cards"),
        (CATCH | {"bonus": "B"}, "bonus"),
        (CATCH | {"bonus": "C"}, "bonus"),
        (CATCH | {"bonus": "J"}, "bonus"),
        (CATCH | {"bonus": ["A"]}, "bonus"),
        (CATCH | {"plus": 12}, "plus"),
        ({"type": "mistake"}, "player"),
        ({"type": "mistake", "player": "Ana", "cards": []}, "cards"),
        ({"type": "count", "player": "Ana", "plus": 33}, "minus"),
        ({"type": "count", "player": "Ana", "minus": 19}, "plus"),
        (COUNT | {"plus": 33.0}, "plus"),
        (COUNT | {"ones": "2"}, "ones"),
        (COUNT | {"plus_cards": True}, "plus_cards"),
        (COUNT | {"bonuses": "AD"}, "bonuses"),
        (COUNT | {"bonuses": ["B"]}, "bonuses"),
        (COUNT | {"cards": CATCH["cards"]}, "cards"),
    ],
)
def test_what_is_no_entry_is_refused(entry, field):
    refused = error(big_fish(entry, options=ADVANCED))
    assert (refused["entry"], refused["field"]) == (0, field)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"advanced": True}, "drawn"),
        ({"advanced": True, "drawn": None}, "drawn"),
        ({"advanced": True, "drawn": "D"}, "drawn"),
        ({"advanced": 1, "drawn": "A"}, "advanced"),
        ({"advanced": True, "drawn": "A", "a_is_extra": "yes"}, "a_is_extra"),
        ({"extra": True}, "extra"),
    ],
)
def test_what_are_no_options_is_refused(options, field):
    refused = error(big_fish(CATCH, options=options))
    assert (refused["entry"], refused["field"]) == (None, field)


@pytest.mark.parametrize("count", [1, 7])
def test_too_few_or_too_many_players_are_refused(count):
    assert error(big_fish(players=[f"P{n}" for n in range(count)]))["field"] == "players"


@pytest.mark.parametrize("count", range(2, 7))
def test_two_to_six_may_play(count):
    assert error(big_fish(players=[f"P{n}" for n in range(count)])) == {}
