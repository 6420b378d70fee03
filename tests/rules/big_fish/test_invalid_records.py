"""Records of Big Fish that cannot be decoded."""

import pytest

from tests.rules.support.records import error, make_record

CATCH = {"type": "catch", "player": "Ana", "cards": ["R5", "Y6", "G1", "R2", "Y3"]}
COUNT = {"type": "count", "player": "Ana", "plus": 33, "minus": 19}
ADVANCED = {"advanced": True, "drawn": "A"}


def big_fish_record(*entries, **keys):
    return make_record(*entries, **{"game": "big_fish", "players": ["Ana", "Ben"], **keys})


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
def test_an_invalid_entry_is_refused(entry, field):
    refusal = error(big_fish_record(entry, options=ADVANCED))
    assert (refusal["entry"], refusal["field"]) == (0, field)


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
def test_invalid_options_are_refused(options, field):
    refusal = error(big_fish_record(CATCH, options=options))
    assert (refusal["entry"], refusal["field"]) == (None, field)


@pytest.mark.parametrize("count", [1, 7])
def test_too_few_or_too_many_players_are_refused(count):
    assert error(big_fish_record(players=[f"P{n}" for n in range(count)]))["field"] == "players"


@pytest.mark.parametrize("count", range(2, 7))
def test_two_to_six_can_play(count):
    assert error(big_fish_record(players=[f"P{n}" for n in range(count)])) == {}
