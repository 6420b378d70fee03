"""The game record: decoding, encoding, and errors."""

import json

import pytest

from games.chimera.rules import Options, Round, game
from games.contract import Impossible, Seat, Setup
from games.record import (
    InvalidRecord,
    Record,
    decode_entry,
    decode_options,
    encode_entry,
    encode_options,
    read_record,
    seats_by_number,
    write_record,
)
from tests.rules.support.records import PLAYERS, ROUND, error, make_record, score

ENTRY = Round(Seat(0), 20, Seat(2), 1, True, (Seat(1),), {Seat(2): 2}, {Seat(0): 3, Seat(2): 1})


def test_a_record_is_decoded():
    record = read_record(
        make_record(ROUND | {"idle_hunters": ["Cho"], "toads": {"Ben": 2}}, options={"target": 500})
    )
    assert record.game is game
    assert record.players == ("Ana", "Ben", "Cho")
    assert record.setup == Setup(3, Options(500), ended_early=False)
    assert record.entries == (
        Round(Seat(0), 20, Seat(0), idle_hunters=(Seat(2),), toads={Seat(1): 2}),
    )


def test_missing_keys_have_their_defaults():
    record = read_record(make_record())
    assert record.setup == Setup(3, Options(400), ended_early=False)
    assert record.entries == ()
    assert read_record(make_record(ROUND)).entries[0] == Round(
        Seat(0), 20, Seat(0), 0, False, (), {}, {}
    )


def test_a_record_can_be_ended_early():
    assert read_record(make_record(ended_early=True)).setup.ended_early


def test_the_keys_of_an_export_are_ignored():
    added = {"id": 7, "group": "Mondays", "started_at": None, "comment": {"any": ["thing"]}}
    signed = ROUND | {"at": "2024-02-29T20:15:00Z", "by": ["Ana"]}
    assert read_record(make_record(signed, **added)) == read_record(make_record(ROUND))


def test_an_entry_is_encoded_without_defaults():
    assert encode_entry(game, Round(Seat(0), 20, Seat(0), traps=0, cats={}), PLAYERS) == ROUND


def test_an_entry_has_names_in_a_record_and_numbers_in_storage():
    assert encode_entry(game, ENTRY, PLAYERS) == {
        "chimera": "Ana",
        "bid": 20,
        "first_out": "Cho",
        "traps": 1,
        "chimera_attack": True,
        "idle_hunters": ["Ben"],
        "toads": {"Cho": 2},
        "cats": {"Ana": 3, "Cho": 1},
    }
    assert encode_entry(game, ENTRY, range(3)) == {
        "chimera": 0,
        "bid": 20,
        "first_out": 2,
        "traps": 1,
        "chimera_attack": True,
        "idle_hunters": [1],
        "toads": {"2": 2},
        "cats": {"0": 3, "2": 1},
    }


def test_options_are_encoded_without_defaults():
    assert encode_options(game, Options()) == {}
    assert encode_options(game, Options(750)) == {"target": 750}
    assert decode_options(game, {}) == Options()


def test_an_export_has_extra_keys_and_signatures():
    data = write_record(
        Record(
            game,
            ("Ana", "Ben", "Cho"),
            Setup(3, Options(300), True),
            (Round(Seat(0), 20, Seat(0)),),
        ),
        extra={"id": 7, "comment": "late"},
        signatures=[{"at": "20:15", "by": "Ben"}],
    )
    assert data == {
        "format": "scorekeeper.record/1",
        "game": "chimera",
        "id": 7,
        "comment": "late",
        "players": PLAYERS,
        "options": {"target": 300},
        "entries": [ROUND | {"at": "20:15", "by": "Ben"}],
        "ended_early": True,
    }
    assert write_record(read_record(data)) == make_record(
        ROUND, options={"target": 300}, ended_early=True
    )


def test_a_missing_signature_is_an_error():
    with pytest.raises(ValueError, match="shorter"):
        write_record(read_record(make_record(ROUND, ROUND)), signatures=[{"at": "20:15"}])


NOT_ONE_OBJECT = "A record must be one JSON object, and a name may appear in it only once."
INVALID_RECORDS = {
    "": [
        ([], NOT_ONE_OBJECT),
        ('"chimera"', NOT_ONE_OBJECT),
        ('{"format": "a", "format": "b"}', NOT_ONE_OBJECT),
        ('{"format": }', "Not valid JSON: line 1, column 12."),
        ("", "Not valid JSON: line 1, column 1."),
        ("{}{}", "Not valid JSON: line 1, column 3."),
        ('{"format": NaN}', "Not valid JSON: line 1, column 12."),
        ('{"a": "NaN \\" -Infinity",\n "b": [-Infinity]}', "Not valid JSON: line 2, column 8."),
        (b'{"format": "\xe4"}', "Not valid UTF-8 text."),
        ("[" * 100_000, "This is nested too deeply."),
    ],
    "goal": [(make_record(options={"goal": 1}), "“goal” does not belong here.")],
    "title": [(make_record(game="score_pad", options={"title": None}), "This must be text.")],
}
"""Sources of records, and why they are refused, by the field."""

NAMES_WANTED, TRUE_OR_FALSE = "This must be a list of names.", "This must be true or false."
NUMBER, LIST, OBJECT = (
    "This must be a whole number.",
    "This must be a list: [ … ].",
    "This must be an object: { … }.",
)
INVALID_VALUES = [
    ("format", "This must be “scorekeeper.record/1”.", ["scorekeeper.record/2"]),
    ("format", "This must be “scorekeeper.record/1”.", [["scorekeeper.record/1"]]),
    ("players", NAMES_WANTED, ["Ana", ["Ana", "Ben", 3], ["Ana", "Ben", " "]]),
    ("players", NAMES_WANTED, [["Ana", "Ben", "\ud83d"], ["Ana", "Ben", "C\0o"]]),
    ("players", "Two players have the same name.", [["Ana", "Ben", "Ana"]]),
    ("players", "Chimera needs 3 players.", [["Ana", "Ben"], ["Ana", "Ben", "Cho", "Dan"]]),
    ("options", OBJECT, [[], None]),
    ("target", NUMBER, [400.0, True, None]),
    ("target", "This number is too large.", [10**13]),
    ("entries", LIST, [{}]),
    ("ended_early", TRUE_OR_FALSE, ["no", 0, None]),
]
"""Values of a field of a record, or of its options."""


def record_error(source):
    with pytest.raises(InvalidRecord) as error_info:
        read_record(source)
    error = error_info.value
    return error.entry, error.field, error.message.render(PLAYERS, str, max)


def test_an_invalid_record_is_refused():
    for key, refusals in INVALID_RECORDS.items():
        for source, message in refusals:
            assert record_error(source) == (None, key, message), source[:80]
    for key, message, values in INVALID_VALUES:
        for value in values:
            keys = {key: value} if key != "target" else {"options": {key: value}}
            assert record_error(make_record(**keys)) == (None, key, message), keys
    for unknown in ("solitaire", {"chimera": 1}):
        assert record_error(make_record(game=unknown))[:2] == (None, "game")


def test_any_number_can_play_if_the_rulebook_sets_no_limit():
    crowd = [f"Player {number}" for number in range(150)]
    turn = {"player": "Player 149", "box": "chance", "dice": [1, 2, 3, 4, 6]}
    assert score(make_record(turn, game="yahtzee", players=crowd))["winners"] == []
    answer = score(
        make_record(
            {"points": {"Player 149": 7}}, game="score_pad", players=crowd, ended_early=True
        )
    )
    assert answer["winners"] == ["Player 149"]


def test_a_game_needs_at_least_one_player():
    for slug in ("yahtzee", "score_pad"):
        refusal = error(make_record(game=slug, players=[]))
        assert (refusal["entry"], refusal["field"]) == (None, "players")
        assert refusal["message"].endswith(" needs one player or more.")


def test_a_missing_key_of_a_record_or_an_entry_is_refused():
    for key in ("format", "game", "players", "entries"):
        data = make_record(ROUND)
        del data[key]
        assert record_error(data) == (None, key, f"“{key}” is missing.")
    for number, key in enumerate(ROUND):
        without = {name: value for name, value in ROUND.items() if name != key}
        assert record_error(make_record(without)) == (0, key, f"“{key}” is missing.")
        first_ones = dict(list(ROUND.items())[:number])  # the first of several that are missing
        assert record_error(make_record(first_ones))[1] == key


STRANGER = "Dan is not playing in this game."
A_PLAYER, BIDS = "This must be a player’s name.", "This must be one of: 20, 30, 40."
INVALID_FIELDS = [
    ("trap", "“trap” does not belong here.", [1]),
    ("chimera", STRANGER, ["Dan"]),
    ("chimera", "0 is not playing in this game.", [0]),
    ("chimera", A_PLAYER, [["Ana"], None]),
    ("first_out", "ana is not playing in this game.", ["ana"]),
    ("bid", BIDS, [25, 20.0, "20", [20]]),
    ("traps", NUMBER, [True, 1.0, None]),
    ("chimera_attack", TRUE_OR_FALSE, [1]),
    ("idle_hunters", LIST, ["Ben"]),
    ("idle_hunters", STRANGER, [["Dan"]]),
    ("idle_hunters", "A player is listed twice.", [["Ben", "Ben"]]),
    ("toads", OBJECT, [2, [["Ana", 2]]]),
    ("toads", STRANGER, [{"Dan": 0}]),
    ("toads", NUMBER, [{"Ana": 0.5}]),
    ("cats", NUMBER, [{"Ana": True}]),
]


def test_an_invalid_entry_is_refused_with_its_number_and_field():
    for entry in ([], None):
        assert record_error(make_record(ROUND, entry, ROUND)) == (1, "", OBJECT)
    for key, message, values in INVALID_FIELDS:
        for value in values:
            record = make_record(ROUND, ROUND | {key: value}, ROUND)
            assert record_error(record) == (1, key, message), value


def test_an_entry_that_names_a_player_twice_or_has_thousands_of_digits_is_refused():
    text = json.dumps(make_record("ENTRY")).replace('"ENTRY"', "%s")
    entry = '{"chimera": "Ana", "bid": 20, "first_out": "Ana", %s}'
    twice = (0, "toads", "A name appears here twice.")
    assert record_error(text % entry % '"toads": {"Ana": 1, "Ana": 2}') == twice
    assert record_error(text % entry % f'"traps": {"9" * 5000}')[:2] == (0, "traps")


def test_a_name_may_be_in_any_script():
    players = ["100% %(a)s", "아나", "👩‍👧 O'Brien"]
    entry = {"chimera": players[1], "bid": 20, "first_out": players[1], "toads": {players[2]: 1}}
    assert error(make_record(entry, players=players)) == {}


def test_stored_entries_refer_to_seats_by_number():
    stored = {"chimera": 0, "bid": 20, "first_out": 2, "toads": {"1": 2}}
    assert decode_entry(game, stored, seats_by_number(3)) == Round(
        Seat(0), 20, Seat(2), toads={Seat(1): 2}
    )


def test_an_invalid_seat_or_one_stored_twice_is_refused():
    stored = {"chimera": 0, "bid": 20, "first_out": 0}
    changes = [{"chimera": seat} for seat in (True, 1.0, 3, -1, "Ana", "01", "٣")]
    for change in (*changes, {"toads": {"1": 1, 1: 1}}):
        with pytest.raises(Impossible):
            decode_entry(game, stored | change, seats_by_number(3))


TURN = {"player": "Ana", "box": "chance"}
ROW = ["R1", "R2", "R3", "R4", "R5"]
NULLS = [
    ("yahtzee", TURN | {"score": 20}, "dice"),
    ("yahtzee", TURN | {"dice": [1, 2, 3, 4, 6]}, "score"),
    ("big_fish", {"type": "catch", "player": "Ana", "cards": ROW}, "bonus"),
    ("big_fish", {"type": "count", "player": "Ana", "plus": 9, "minus": 3}, "ones"),
    ("chimera_tricks", {"points": {"Ana": 1, "Ben": 2, "Cho": 3}}, "grimoires"),
    ("chimera", ROUND, "traps"),
]


def test_an_optional_field_of_an_entry_may_not_be_null():
    for slug, entry, key in NULLS:
        refusal = error(make_record(entry | {key: None}, game=slug))
        assert (refusal["entry"], refusal["field"]) == (0, key)
        assert error(make_record(entry, game=slug)) == {}
