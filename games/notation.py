"""How entries and options are written: as JSON, to be read exactly as the annotations of their dataclasses say.

Each class is compiled once into two closures, one that reads and one that writes: long lists of records go through.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from games.contract import Impossible, Seat, Text
from games.contract import gettext as _
from games.strictjson import Repeated

Seats = Mapping[Any, Seat]
"""Which seat is meant by what is written: a name in a record, a number in storage."""

Names = Sequence[str] | Sequence[int]
"""How each seat is written, in seat order."""

MOST = 10**12
"""No table writes a number beyond this; sums of such numbers stay short enough to print and to store."""


class Notation(NamedTuple):
    """`read` takes JSON, the seats and the field for complaints; it raises Impossible. `write` is its inverse."""

    read: Callable[[object, Seats, str], Any]
    write: Callable[[Any, Names], Any]


def notation(annotation: Any, or_null: bool = False) -> Notation:
    """How values of this type are written; `or_null`: whether null may be said for the None of a type that has it."""
    origin, args = get_origin(annotation), get_args(annotation)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if origin is Literal:
        return _choice(args)
    if origin is tuple and args[1:] == (...,):
        return _several(args[0])
    if origin is Mapping and args[0] is Seat:
        return _by_seat(notation(args[1]))
    if origin in (Union, UnionType) and len(args) == 2 and args[1] is NoneType:
        return _perhaps(notation(args[0])) if or_null else notation(args[0])
    raise TypeError(f"A record has no way to write {annotation}.")


def whole(kind: Any, or_null: bool = False) -> Notation:
    """How instances of this dataclass are written: an object with its fields, in which defaults may be left out.

    What is None by default is left out, and only `or_null` said as null: a table agrees on no target, but rolls none.
    Of a union of dataclasses, each has a `type: ClassVar[str]`, which is written beside its fields.
    """
    if (kind, or_null) not in _compiled:
        several = get_origin(kind) is UnionType
        _compiled[kind, or_null] = _told_apart(get_args(kind)) if several else _compile(kind, or_null)
    return _compiled[kind, or_null]


_compiled: dict[tuple[Any, bool], Notation] = {}


def _told_apart(kinds: Sequence[Any]) -> Notation:
    parts = {kind.type: whole(kind) for kind in kinds}
    read_type = _choice(tuple(parts)).read

    def read(data: object, seats: Seats, field: str) -> Any:
        written = dict(_object(data, field))
        if "type" not in written:
            raise Impossible("type", _("“%(name)s” is missing.", name="type"))
        return parts[read_type(written.pop("type"), seats, "type")].read(written, seats, field)

    return Notation(read, lambda thing, names: {"type": thing.type, **parts[thing.type].write(thing, names)})


def _compile(kind: type[Any], or_null: bool) -> Notation:
    hints = get_type_hints(kind)
    parts = {part.name: notation(hints[part.name], or_null or _default(part) is not None) for part in fields(kind)}
    readers = {name: part.read for name, part in parts.items()}
    required = [part.name for part in fields(kind) if _default(part) is MISSING]
    writers = [(part.name, _default(part), parts[part.name].write) for part in fields(kind)]

    def read(data: object, seats: Seats, field: str) -> Any:
        values = {}
        for key, value in _object(data, field).items():
            if key not in readers:
                raise Impossible(str(key), _("Nothing here is called “%(name)s”.", name=key))
            values[key] = readers[key](value, seats, key)
        for name in required:
            if name not in values:
                raise Impossible(name, _("“%(name)s” is missing.", name=name))
        return kind(**values)

    def write(thing: Any, names: Names) -> dict[str, Any]:
        known = ((name, getattr(thing, name), default, write) for name, default, write in writers)
        return {name: write(value, names) for name, value, default, write in known if value != default}

    return Notation(read, write)


def _default(part: Field[Any]) -> Any:
    return part.default if part.default_factory is MISSING else part.default_factory()


def _object(data: object, field: str) -> dict[Any, object]:
    if type(data) is dict:
        return data
    if isinstance(data, Repeated):
        raise Impossible(field, _("A name stands here twice."))
    raise Impossible(field, _("This must be an object: { … }."))


def _list(data: object, field: str) -> list[object]:
    if type(data) is not list:
        raise Impossible(field, _("This must be a list: [ … ]."))
    return data


def _whole_number(data: object, seats: Seats, field: str) -> int:
    if type(data) is not int:
        raise Impossible(field, _("This must be a whole number."))
    if not -MOST <= data <= MOST:
        raise Impossible(field, _("This number is too large."))
    return data


def _yes_or_no(data: object, seats: Seats, field: str) -> bool:
    if type(data) is not bool:
        raise Impossible(field, _("This must be true or false."))
    return data


def _words(data: object, seats: Seats, field: str) -> str:
    if type(data) is not str:
        raise Impossible(field, _("This must be a text."))
    return data


def _player(data: object, seats: Seats, field: str) -> Seat:
    # True == 1 and 1.0 == 1 would find a seat kept by number
    if type(data) is not str and type(data) is not int:
        raise Impossible(field, _("This must name a player."))
    if data not in seats:
        raise Impossible(field, _("%(name)s does not play in this game.", name=data))
    return seats[data]


def _as_it_is(value: Any, names: Names) -> Any:
    return value


def _choice(choices: tuple[Any, ...]) -> Notation:
    allowed = {(type(choice), choice) for choice in choices}
    complaint = _("This must be one of: %(choices)s.", choices=", ".join(map(str, choices)))

    def read(data: object, seats: Seats, field: str) -> Any:
        # the type is asked first: 20.0 is no 20, true no 1, and a list cannot be looked up
        if type(data) not in (int, str, bool) or (type(data), data) not in allowed:
            raise Impossible(field, complaint)
        return data

    return Notation(read, _as_it_is)


def _several(item: Any) -> Notation:
    read_item, write_item = notation(item)
    twice: Text | None = _("Somebody is named twice.") if item is Seat else None

    def read(data: object, seats: Seats, field: str) -> tuple[Any, ...]:
        found = tuple([read_item(part, seats, field) for part in _list(data, field)])
        if twice and len(set(found)) < len(found):
            raise Impossible(field, twice)
        return found

    return Notation(read, lambda value, names: [write_item(part, names) for part in value])


def _by_seat(item: Notation) -> Notation:
    read_item, write_item = item

    def read(data: object, seats: Seats, field: str) -> dict[Seat, Any]:
        parts = _object(data, field)
        found = {_player(name, seats, field): read_item(part, seats, field) for name, part in parts.items()}
        if len(found) < len(parts):
            raise Impossible(field, _("Somebody is named twice."))
        return found

    # the keys of a JSON object are strings, also where seats are kept by number
    return Notation(read, lambda value, names: {str(names[seat]): write_item(v, names) for seat, v in value.items()})


def _perhaps(item: Notation) -> Notation:
    return Notation(
        lambda data, seats, field: None if data is None else item.read(data, seats, field),
        lambda value, names: None if value is None else item.write(value, names),
    )


_PLAIN: dict[Any, Notation] = {
    int: Notation(_whole_number, _as_it_is),
    bool: Notation(_yes_or_no, _as_it_is),
    str: Notation(_words, _as_it_is),
    Seat: Notation(_player, lambda seat, names: names[seat]),
}
