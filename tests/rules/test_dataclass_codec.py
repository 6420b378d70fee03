"""Every kind of field, of a dataclass or of one of several, as JSON and back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import pytest

from games.contract import REQUIRED, Impossible, Seat
from games.dataclass_codec import class_codec
from tests.rules.support.records import PLAYERS


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


def refused_field(kind, data, seats=(), **how):
    """Return the field of the refusal, and its message."""
    with pytest.raises(Impossible) as error_info:
        class_codec(kind, **how).decode(data, dict(seats), "entry")
    return error_info.value.field, error_info.value.message.render(PLAYERS, str, max)


BEN = {"Ben": Seat(1)}


def test_lists_and_choices_are_decoded_strictly():
    invalid = {"box": "threes", "dice": ["2"], "bonuses": ["B"], "grimoires": {"Ben": 5}}
    for key, value in (invalid | {"title": 1}).items():
        assert refused_field(AllFields, {"box": "ones", key: value}, BEN)[0] == key


@dataclass(frozen=True)
class Catch:
    type: ClassVar[str] = "catch"
    player: Seat
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mistake:
    type: ClassVar[str] = "mistake"
    player: Seat


def check_round_trip(kind, data, entry):
    assert class_codec(kind).decode(data, BEN, "") == entry
    assert class_codec(kind).encode(entry, PLAYERS) == data


def test_the_type_tells_kinds_of_entries_apart():
    catch = {"type": "catch", "player": "Ben", "cards": ["R4"]}
    check_round_trip(Catch | Mistake, catch, Catch(Seat(1), ("R4",)))
    check_round_trip(Catch | Mistake, {"type": "mistake", "player": "Ben"}, Mistake(Seat(1)))
    for data, key in (
        ({"player": "Ben"}, "type"),
        ({"type": "count", "player": "Ben"}, "type"),
        ({"type": ["catch"], "player": "Ben"}, "type"),
        ({"type": "mistake", "player": "Ben", "cards": []}, "cards"),
        ({"type": "catch"}, "player"),
        (["catch"], "entry"),
    ):
        assert refused_field(Catch | Mistake, data, BEN)[0] == key, data


@dataclass(frozen=True)
class RowCounts:
    row: str
    counts: Mapping[Seat, int]


@dataclass(frozen=True)
class PlayerCounts:
    player: Seat
    counts: Mapping[str, int]


def test_the_first_field_tells_kinds_of_entries_without_a_type_apart():
    kinds, counts = RowCounts | PlayerCounts, {"counts": {"Ben": 2}}
    check_round_trip(kinds, {"row": "Ben", **counts}, RowCounts("Ben", {Seat(1): 2}))
    check_round_trip(kinds, {"player": "Ben", **counts}, PlayerCounts(Seat(1), {"Ben": 2}))
    refusal = ("entry", "This must have exactly one of: row, player.")
    for data in (counts, {"row": "Ben", "player": "Ben", "counts": {}}, {"type": "row"}, {}):
        assert refused_field(kinds, data, BEN) == refusal


@dataclass(frozen=True)
class Sheet:
    rows: tuple[AllFields, ...] = field(default=(AllFields("ones"),), metadata=REQUIRED)


def test_objects_within_options_are_decoded_and_encoded_without_what_is_at_default():
    data = {"rows": [{"box": "twos", "title": "Skat"}, {"box": "ones"}]}
    sheet = class_codec(Sheet, allow_null=True).decode(data, {}, "")
    assert sheet == Sheet((AllFields("twos", title="Skat"), AllFields("ones")))
    assert class_codec(Sheet, allow_null=True).encode(sheet, ()) == data


def test_an_error_within_an_object_is_about_the_field_that_holds_it():
    for row, message in (
        ({}, "“box” is missing."),
        ({"box": "ones", "dice": 1}, "This must be a list: [ … ]."),
        ({"box": "ones", "cards": 1}, "“cards” does not belong here."),
        (5, "This must be an object: { … }."),
    ):
        assert refused_field(Sheet, {"rows": [row]}, allow_null=True) == ("rows", message)


def test_a_required_field_is_read_and_written_although_it_has_a_default():
    assert refused_field(Sheet, {})[0] == "rows"
    assert class_codec(Sheet).encode(Sheet(), ()) == {"rows": [{"box": "ones"}]}


def test_a_field_of_an_unsupported_type_is_an_error():
    @dataclass(frozen=True)
    class Unsupported:
        cards: set[int]

    with pytest.raises(TypeError, match=r"no way to write set\[int\]"):
        class_codec(Unsupported)
