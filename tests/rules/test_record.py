"""The game record and its codec: decoding, encoding, and errors."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import pytest

from games.chimera.rules import Options, Round, game
from games.contract import REQUIRED, Impossible, Seat, Setup
from games.dataclass_codec import class_codec
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


def message_of(error_info):
    return error_info.value.message.render(PLAYERS, str, max)


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


INVALID_RECORDS = [
    (
        "not an object",
        [],
        "",
        "A record must be one JSON object, and a name may appear in it only once.",
    ),
    (
        "a text",
        '"chimera"',
        "",
        "A record must be one JSON object, and a name may appear in it only once.",
    ),
    ("no JSON", '{"format": }', "", "Not valid JSON: line 1, column 12."),
    ("nothing", "", "", "Not valid JSON: line 1, column 1."),
    ("two records", "{}{}", "", "Not valid JSON: line 1, column 3."),
    ("not a number", '{"format": NaN}', "", "Not valid JSON: line 1, column 1."),
    ("no UTF-8", b'{"format": "\xe4"}', "", "Not valid UTF-8 text."),
    ("nested too deeply", "[" * 100_000, "", "This is nested too deeply."),
    (
        "a key twice",
        '{"format": "a", "format": "b"}',
        "",
        "A record must be one JSON object, and a name may appear in it only once.",
    ),
    (
        "another format",
        make_record(format="scorekeeper.record/2"),
        "format",
        "This must be “scorekeeper.record/1”.",
    ),
    (
        "a strange format",
        make_record(format=["scorekeeper.record/1"]),
        "format",
        "This must be “scorekeeper.record/1”.",
    ),
    ("an unknown game", make_record(game="solitaire"), "game", None),
    ("a strange game", make_record(game={"chimera": 1}), "game", None),
    ("no list of players", make_record(players="Ana"), "players", "This must be a list of names."),
    (
        "a number as a player",
        make_record(players=["Ana", "Ben", 3]),
        "players",
        "This must be a list of names.",
    ),
    (
        "a player without a name",
        make_record(players=["Ana", "Ben", " "]),
        "players",
        "This must be a list of names.",
    ),
    (
        "half a character",
        make_record(players=["Ana", "Ben", "\ud83d"]),
        "players",
        "This must be a list of names.",
    ),
    (
        "a null in a name",
        make_record(players=["Ana", "Ben", "C\0o"]),
        "players",
        "This must be a list of names.",
    ),
    (
        "two of one name",
        make_record(players=["Ana", "Ben", "Ana"]),
        "players",
        "Two players have the same name.",
    ),
    (
        "two players",
        make_record(players=["Ana", "Ben"]),
        "players",
        "Chimera needs 3 players.",
    ),
    (
        "four players",
        make_record(players=["Ana", "Ben", "Cho", "Dan"]),
        "players",
        "Chimera needs 3 players.",
    ),
    ("options in a list", make_record(options=[]), "options", "This must be an object: { … }."),
    ("options of null", make_record(options=None), "options", "This must be an object: { … }."),
    (
        "an unknown option",
        make_record(options={"goal": 1}),
        "goal",
        "“goal” does not belong here.",
    ),
    (
        "a target of 400.0",
        make_record(options={"target": 400.0}),
        "target",
        "This must be a whole number.",
    ),
    (
        "a target of true",
        make_record(options={"target": True}),
        "target",
        "This must be a whole number.",
    ),
    (
        "a target of null",
        make_record(options={"target": None}),
        "target",
        "This must be a whole number.",
    ),
    (
        "a target beyond all tables",
        make_record(options={"target": 10**13}),
        "target",
        "This number is too large.",
    ),
    ("entries in an object", make_record(entries={}), "entries", "This must be a list: [ … ]."),
    (
        "ended_early in words",
        make_record(ended_early="no"),
        "ended_early",
        "This must be true or false.",
    ),
    (
        "ended_early as a number",
        make_record(ended_early=0),
        "ended_early",
        "This must be true or false.",
    ),
    (
        "a title of null",
        make_record(game="score_pad", options={"title": None}),
        "title",
        "This must be text.",
    ),
    (
        "ended_early of null",
        make_record(ended_early=None),
        "ended_early",
        "This must be true or false.",
    ),
]


@pytest.mark.parametrize(
    ("name", "source", "field", "message"),
    INVALID_RECORDS,
    ids=[name for name, *_ in INVALID_RECORDS],
)
def test_an_invalid_record_is_refused(name, source, field, message):
    with pytest.raises(InvalidRecord) as error_info:
        read_record(source)
    assert error_info.value.entry is None
    assert error_info.value.field == field
    assert message_of(error_info) == (message or message_of(error_info))


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


@pytest.mark.parametrize("game", ["yahtzee", "score_pad"])
def test_a_game_needs_at_least_one_player(game):
    refusal = error(make_record(game=game, players=[]))
    assert (refusal["entry"], refusal["field"]) == (None, "players")
    assert refusal["message"].endswith(" needs one player or more.")


@pytest.mark.parametrize("key", ["format", "game", "players", "entries"])
def test_a_missing_key_of_a_record_is_refused(key):
    data = make_record(ROUND)
    del data[key]
    with pytest.raises(InvalidRecord) as error_info:
        read_record(data)
    assert (error_info.value.entry, error_info.value.field) == (None, key)
    assert message_of(error_info) == f"“{key}” is missing."


INVALID_ENTRIES = [
    ("a list", [], "", "This must be an object: { … }."),
    ("null", None, "", "This must be an object: { … }."),
    ("an unknown key", ROUND | {"trap": 1}, "trap", "“trap” does not belong here."),
    ("a stranger", ROUND | {"chimera": "Dan"}, "chimera", "Dan is not playing in this game."),
    (
        "a name in small letters",
        ROUND | {"first_out": "ana"},
        "first_out",
        "ana is not playing in this game.",
    ),
    ("a seat's number", ROUND | {"chimera": 0}, "chimera", "0 is not playing in this game."),
    (
        "a list for a player",
        ROUND | {"chimera": ["Ana"]},
        "chimera",
        "This must be a player’s name.",
    ),
    ("null for a player", ROUND | {"chimera": None}, "chimera", "This must be a player’s name."),
    ("a bid of 25", ROUND | {"bid": 25}, "bid", "This must be one of: 20, 30, 40."),
    ("a bid of 20.0", ROUND | {"bid": 20.0}, "bid", "This must be one of: 20, 30, 40."),
    ("a bid in quotes", ROUND | {"bid": "20"}, "bid", "This must be one of: 20, 30, 40."),
    ("a list of bids", ROUND | {"bid": [20]}, "bid", "This must be one of: 20, 30, 40."),
    ("true traps", ROUND | {"traps": True}, "traps", "This must be a whole number."),
    ("traps of 1.0", ROUND | {"traps": 1.0}, "traps", "This must be a whole number."),
    ("traps of null", ROUND | {"traps": None}, "traps", "This must be a whole number."),
    (
        "an attack of 1",
        ROUND | {"chimera_attack": 1},
        "chimera_attack",
        "This must be true or false.",
    ),
    (
        "one name for a list",
        ROUND | {"idle_hunters": "Ben"},
        "idle_hunters",
        "This must be a list: [ … ].",
    ),
    (
        "an idle stranger",
        ROUND | {"idle_hunters": ["Dan"]},
        "idle_hunters",
        "Dan is not playing in this game.",
    ),
    (
        "a hunter idle twice",
        ROUND | {"idle_hunters": ["Ben", "Ben"]},
        "idle_hunters",
        "A player is listed twice.",
    ),
    ("toads of nobody", ROUND | {"toads": 2}, "toads", "This must be an object: { … }."),
    ("toads in a list", ROUND | {"toads": [["Ana", 2]]}, "toads", "This must be an object: { … }."),
    (
        "a stranger's toad",
        ROUND | {"toads": {"Dan": 0}},
        "toads",
        "Dan is not playing in this game.",
    ),
    ("half a toad", ROUND | {"toads": {"Ana": 0.5}}, "toads", "This must be a whole number."),
    ("a yes for a cat", ROUND | {"cats": {"Ana": True}}, "cats", "This must be a whole number."),
]


@pytest.mark.parametrize(
    ("name", "entry", "field", "message"),
    INVALID_ENTRIES,
    ids=[name for name, *_ in INVALID_ENTRIES],
)
def test_an_invalid_entry_is_refused_with_its_number_and_field(name, entry, field, message):
    with pytest.raises(InvalidRecord) as error_info:
        read_record(make_record(ROUND, entry, ROUND))
    assert (error_info.value.entry, error_info.value.field, message_of(error_info)) == (
        1,
        field,
        message,
    )


@pytest.mark.parametrize("key", ROUND)
def test_a_missing_key_of_an_entry_is_refused(key):
    refusal = error(make_record({name: value for name, value in ROUND.items() if name != key}))
    assert refusal == {"entry": 0, "field": key, "message": f"“{key}” is missing."}


def test_the_error_names_the_first_of_several_missing_keys():
    for count in range(len(ROUND)):
        entry = dict(list(ROUND.items())[:count])
        assert error(make_record(entry))["field"] == list(ROUND)[count]


def test_a_player_named_twice_in_an_object_is_refused():
    text = json.dumps(make_record("ENTRY")).replace('"ENTRY"', "%s")
    with pytest.raises(InvalidRecord) as error_info:
        read_record(
            text
            % '{"chimera": "Ana", "bid": 20, "first_out": "Ana", "toads": {"Ana": 1, "Ana": 2}}'
        )
    assert (error_info.value.entry, error_info.value.field) == (0, "toads")
    assert message_of(error_info) == "A name appears here twice."


def test_a_number_with_thousands_of_digits_is_refused_with_its_field():
    text = json.dumps(make_record("ENTRY")).replace('"ENTRY"', "%s")
    with pytest.raises(InvalidRecord) as error_info:
        read_record(
            text % f'{{"chimera": "Ana", "bid": 20, "first_out": "Ana", "traps": {"9" * 5000}}}'
        )
    assert (error_info.value.entry, error_info.value.field) == (0, "traps")


def test_a_name_may_be_in_any_script():
    players = ["100% %(a)s", "아나", "👩‍👧 O'Brien"]
    entry = {"chimera": players[1], "bid": 20, "first_out": players[1], "toads": {players[2]: 1}}
    assert error(make_record(entry, players=players)) == {}


def test_stored_entries_refer_to_seats_by_number():
    stored = {"chimera": 0, "bid": 20, "first_out": 2, "toads": {"1": 2}}
    assert decode_entry(game, stored, seats_by_number(3)) == Round(
        Seat(0), 20, Seat(2), toads={Seat(1): 2}
    )


@pytest.mark.parametrize("seat", [True, 1.0, 3, -1, "Ana", "01", "٣"])
def test_an_invalid_seat_is_refused(seat):
    with pytest.raises(Impossible):
        decode_entry(game, {"chimera": seat, "bid": 20, "first_out": 0}, seats_by_number(3))


def test_a_seat_stored_twice_is_refused():
    with pytest.raises(Impossible):
        decode_entry(
            game,
            {"chimera": 0, "bid": 20, "first_out": 0, "toads": {"1": 1, 1: 1}},
            seats_by_number(3),
        )


@dataclass(frozen=True)
class AllFields:
    """A dataclass with every kind of field."""

    box: Literal["ones", "twos"]
    dice: tuple[int, ...] = ()
    bonuses: tuple[Literal["A", "D"], ...] = ()
    grimoires: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    target: int | None = None
    title: str = ""


def test_every_kind_of_field_is_decoded_and_encoded():
    data = {
        "box": "twos",
        "dice": [2, 2],
        "bonuses": ["D"],
        "grimoires": {"Ben": [5, -2]},
        "target": 9,
        "title": "Skat",
    }
    seats = {"Ben": Seat(1)}
    entry = class_codec(AllFields).decode(data, seats, "")
    assert entry == AllFields("twos", (2, 2), ("D",), {Seat(1): (5, -2)}, 9, "Skat")
    assert class_codec(AllFields).encode(entry, PLAYERS) == data


def test_an_option_may_be_null_if_its_default_is_none():
    assert class_codec(AllFields, allow_null=True).decode(
        {"box": "ones", "target": None}, {}, ""
    ) == AllFields("ones")
    with pytest.raises(Impossible):
        class_codec(AllFields, allow_null=True).decode({"box": "ones", "dice": None}, {}, "")


NULLS = [
    ("yahtzee", {"player": "Ana", "box": "chance", "dice": None, "score": 20}, "dice"),
    (
        "yahtzee",
        {"player": "Ana", "box": "chance", "dice": [1, 2, 3, 4, 6], "score": None},
        "score",
    ),
    (
        "big_fish",
        {"type": "catch", "player": "Ana", "cards": ["R1", "R2", "R3", "R4", "R5"], "bonus": None},
        "bonus",
    ),
    ("big_fish", {"type": "count", "player": "Ana", "plus": 9, "minus": 3, "ones": None}, "ones"),
    ("chimera_tricks", {"points": {"Ana": 1, "Ben": 2, "Cho": 3}, "grimoires": None}, "grimoires"),
    ("chimera", ROUND | {"traps": None}, "traps"),
]


@pytest.mark.parametrize(("game", "entry", "field"), NULLS, ids=[field for *_, field in NULLS])
def test_an_optional_field_of_an_entry_may_not_be_null(game, entry, field):
    refusal = error(make_record(entry, game=game))
    assert (refusal["entry"], refusal["field"]) == (0, field)
    assert (
        error(
            make_record({name: value for name, value in entry.items() if name != field}, game=game)
        )
        == {}
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("box", "threes"),
        ("dice", ["2"]),
        ("bonuses", ["B"]),
        ("grimoires", {"Ben": 5}),
        ("title", 1),
    ],
)
def test_lists_and_choices_are_decoded_strictly(field, value):
    with pytest.raises(Impossible) as error_info:
        class_codec(AllFields).decode({"box": "ones", field: value}, {"Ben": Seat(1)}, "")
    assert error_info.value.field == field


@dataclass(frozen=True)
class Catch:
    type: ClassVar[str] = "catch"
    player: Seat
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mistake:
    type: ClassVar[str] = "mistake"
    player: Seat


@pytest.mark.parametrize(
    ("data", "entry"),
    [
        ({"type": "catch", "player": "Ben", "cards": ["R4"]}, Catch(Seat(1), ("R4",))),
        ({"type": "mistake", "player": "Ben"}, Mistake(Seat(1))),
    ],
)
def test_the_type_tells_kinds_of_entries_apart(data, entry):
    assert class_codec(Catch | Mistake).decode(data, {"Ben": Seat(1)}, "") == entry
    assert class_codec(Catch | Mistake).encode(entry, PLAYERS) == data


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"player": "Ben"}, "type"),
        ({"type": "count", "player": "Ben"}, "type"),
        ({"type": ["catch"], "player": "Ben"}, "type"),
        ({"type": "mistake", "player": "Ben", "cards": []}, "cards"),
        ({"type": "catch"}, "player"),
        (["catch"], "entry"),
    ],
)
def test_an_entry_with_an_invalid_type_is_refused(data, field):
    with pytest.raises(Impossible) as error_info:
        class_codec(Catch | Mistake).decode(data, {"Ben": Seat(1)}, "entry")
    assert error_info.value.field == field


@dataclass(frozen=True)
class RowCounts:
    row: str
    counts: Mapping[Seat, int]


@dataclass(frozen=True)
class PlayerCounts:
    player: Seat
    counts: Mapping[str, int]


@pytest.mark.parametrize(
    ("data", "entry"),
    [
        ({"row": "Ben", "counts": {"Ben": 2}}, RowCounts("Ben", {Seat(1): 2})),
        ({"player": "Ben", "counts": {"Ben": 2}}, PlayerCounts(Seat(1), {"Ben": 2})),
    ],
)
def test_the_first_field_tells_kinds_of_entries_without_a_type_apart(data, entry):
    assert class_codec(RowCounts | PlayerCounts).decode(data, {"Ben": Seat(1)}, "") == entry
    assert class_codec(RowCounts | PlayerCounts).encode(entry, PLAYERS) == data


@pytest.mark.parametrize(
    "data", [{"counts": {}}, {"row": "Ben", "player": "Ben", "counts": {}}, {"type": "row"}, {}]
)
def test_an_entry_with_the_first_field_of_no_kind_or_of_two_is_refused(data):
    with pytest.raises(Impossible) as error_info:
        class_codec(RowCounts | PlayerCounts).decode(data, {"Ben": Seat(1)}, "entry")
    assert error_info.value.field == "entry"
    assert message_of(error_info) == "This must have exactly one of: row, player."


@dataclass(frozen=True)
class Sheet:
    rows: tuple[AllFields, ...] = field(default=(AllFields("ones"),), metadata=REQUIRED)


def test_objects_within_options_are_decoded_and_encoded_without_what_is_at_default():
    data = {"rows": [{"box": "twos", "title": "Skat"}, {"box": "ones"}]}
    sheet = class_codec(Sheet, allow_null=True).decode(data, {}, "")
    assert sheet == Sheet((AllFields("twos", title="Skat"), AllFields("ones")))
    assert class_codec(Sheet, allow_null=True).encode(sheet, ()) == data


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({}, "“box” is missing."),
        ({"box": "ones", "dice": 1}, "This must be a list: [ … ]."),
        ({"box": "ones", "cards": 1}, "“cards” does not belong here."),
        (5, "This must be an object: { … }."),
    ],
)
def test_an_error_within_an_object_is_about_the_field_that_holds_it(row, message):
    with pytest.raises(Impossible) as error_info:
        class_codec(Sheet, allow_null=True).decode({"rows": [row]}, {}, "options")
    assert error_info.value.field == "rows"
    assert message_of(error_info) == message


def test_a_required_field_is_read_and_written_although_it_has_a_default():
    with pytest.raises(Impossible) as error_info:
        class_codec(Sheet).decode({}, {}, "options")
    assert error_info.value.field == "rows"
    assert class_codec(Sheet).encode(Sheet(), ()) == {"rows": [{"box": "ones"}]}


def test_a_field_of_an_unsupported_type_is_an_error():
    @dataclass(frozen=True)
    class Unsupported:
        cards: set[int]

    with pytest.raises(TypeError, match=r"no way to write set\[int\]"):
        class_codec(Unsupported)
