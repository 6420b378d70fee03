"""Converts dataclasses to JSON and back, strictly as their annotations say.

Each class is compiled once, into a function that decodes and one that encodes, because a file of
records may be long; and into the JSON Schema of what can be decoded.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from games.contract import REQUIRED, Impossible, Seat, Text
from games.contract import gettext as _
from games.strictjson import DuplicateKeys

SeatLookup = Mapping[Any, Seat]
"""The seat for each way to refer to one: by name in a record, by number in storage."""

SeatLabels = Sequence[str] | Sequence[int]
"""The references to seats, in seat order."""

MAX_NUMBER = 10**12
"""No table writes a larger number; sums of such numbers are still short enough to store."""


Schema = dict[str, Any]


class Codec(NamedTuple):
    """`decode` takes JSON, the seats, and the field that an error is about; it raises Impossible.

    `encode` is its inverse. `schema` leaves out what only the table knows, such as who sits there.
    """

    decode: Callable[[object, SeatLookup, str], Any]
    encode: Callable[[Any, SeatLabels], Any]
    schema: Schema


def value_codec(annotation: Any, allow_null: bool = False) -> Codec:
    """Return the codec for values of this type; `allow_null` is for types that include None."""
    origin, args = get_origin(annotation), get_args(annotation)
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    if origin is Literal:
        return _literal_codec(args)
    if origin is tuple and args[1:] == (...,):
        return _list_codec(args[0])
    if origin is Mapping and args[0] is Seat:
        return _seat_map_codec(value_codec(args[1]))
    if origin is Mapping and args[0] is str:
        return _text_map_codec(value_codec(args[1]))
    if isinstance(annotation, type) and is_dataclass(annotation):
        return _nested_codec(annotation)
    if origin in (Union, UnionType) and len(args) == 2 and args[1] is NoneType:
        return _nullable_codec(value_codec(args[0])) if allow_null else value_codec(args[0])
    raise TypeError(f"A record has no way to write {annotation}.")


def _class_codec(kind: Any, allow_null: bool = False) -> Codec:
    """Return the codec for a dataclass: a JSON object with its fields, without those at default.

    A field that is None by default may be null only with `allow_null`: an option such as the target
    may be none, but an entry leaves out what it does not have.

    Each class of a union has a `type: ClassVar[str]`, which is a key of its object. Classes without
    a type differ in their first field, and an object has the first field of exactly one of them.
    """
    if get_origin(kind) is not UnionType:
        return _compile(kind, allow_null)
    kinds = get_args(kind)
    return _union_codec(kinds) if hasattr(kinds[0], "type") else _keyed_union_codec(kinds)


class_codec: Callable[..., Codec] = cache(_class_codec)


def _union_codec(kinds: Sequence[Any]) -> Codec:
    codecs = {kind.type: class_codec(kind) for kind in kinds}
    decode_type = _literal_codec(tuple(codecs)).decode

    def decode(data: object, seats: SeatLookup, field: str) -> Any:
        values = dict(_check_object(data, field))
        if "type" not in values:
            raise Impossible("type", _("“%(name)s” is missing.", name="type"))
        return codecs[decode_type(values.pop("type"), seats, "type")].decode(values, seats, field)

    return Codec(
        decode,
        lambda thing, labels: {"type": thing.type, **codecs[thing.type].encode(thing, labels)},
        {"oneOf": [_typed_schema(name, codec.schema) for name, codec in codecs.items()]},
    )


def _typed_schema(name: str, schema: Schema) -> Schema:
    properties = {"type": {"const": name}, **schema["properties"]}
    return {**schema, "properties": properties, "required": ["type", *schema["required"]]}


def _keyed_union_codec(kinds: Sequence[Any]) -> Codec:
    codecs = {kind: class_codec(kind) for kind in kinds}
    kind_of = {fields(kind)[0].name: kind for kind in kinds}
    message = _("This must have exactly one of: %(choices)s.", choices=", ".join(kind_of))

    def decode(data: object, seats: SeatLookup, field: str) -> Any:
        keys = [key for key in kind_of if key in _check_object(data, field)]
        if len(keys) != 1:
            raise Impossible(field, message)
        return codecs[kind_of[keys[0]]].decode(data, seats, field)

    return Codec(
        decode,
        lambda thing, labels: codecs[type(thing)].encode(thing, labels),
        {"oneOf": [_keyed_schema(name, codecs[kind].schema) for name, kind in kind_of.items()]},
    )


def _keyed_schema(first: str, schema: Schema) -> Schema:
    return {**schema, "required": list(dict.fromkeys([first, *schema["required"]]))}


def _compile(kind: type[Any], allow_null: bool) -> Codec:
    hints = get_type_hints(kind)
    codecs = {
        part.name: value_codec(hints[part.name], allow_null or default_of(part) is not None)
        for part in fields(kind)
    }
    decoders = {name: codec.decode for name, codec in codecs.items()}
    required_names = [part.name for part in fields(kind) if is_required(part)]
    encoders = [(part.name, default_of(part), codecs[part.name].encode) for part in fields(kind)]

    def decode(data: object, seats: SeatLookup, field: str) -> Any:
        values = {}
        for key, value in _check_object(data, field).items():
            if key not in decoders:
                raise Impossible(str(key), _("“%(name)s” does not belong here.", name=key))
            values[key] = decoders[key](value, seats, key)
        for name in required_names:
            if name not in values:
                raise Impossible(name, _("“%(name)s” is missing.", name=name))
        return kind(**values)

    def encode(thing: Any, labels: SeatLabels) -> dict[str, Any]:
        parts = (
            (name, getattr(thing, name), default, encode) for name, default, encode in encoders
        )
        return {
            name: encode(value, labels)
            for name, value, default, encode in parts
            if value != default or name in required_names
        }

    schema = {
        "type": "object",
        "properties": {name: codec.schema for name, codec in codecs.items()},
        "required": required_names,
        "additionalProperties": False,
    }
    return Codec(decode, encode, schema)


def kinds_of(kind: Any) -> Sequence[type[Any]]:
    """Return the dataclasses of a union; of any other type, that one."""
    return get_args(kind) if get_origin(kind) is UnionType else (kind,)


def field_names(kind: Any) -> list[str]:
    """Return the keys that an object of this kind may have, each once."""
    of_union = ["type"] if hasattr(kinds_of(kind)[0], "type") else []
    names = (part.name for one in kinds_of(kind) for part in fields(one))
    return list(dict.fromkeys([*of_union, *names]))


def is_required(part: Field[Any]) -> bool:
    has_default = part.default is not MISSING or part.default_factory is not MISSING
    return not has_default or REQUIRED.items() <= part.metadata.items()


def default_of(part: Field[Any]) -> Any:
    """Return MISSING if it is required."""
    if is_required(part):
        return MISSING
    return part.default if part.default_factory is MISSING else part.default_factory()


def _check_object(data: object, field: str) -> dict[Any, object]:
    if type(data) is dict:
        return data
    if isinstance(data, DuplicateKeys):
        raise Impossible(field, _("A name appears here twice."))
    raise Impossible(field, _("This must be an object: { … }."))


def _check_list(data: object, field: str) -> list[object]:
    if type(data) is not list:
        raise Impossible(field, _("This must be a list: [ … ]."))
    return data


def _decode_int(data: object, seats: SeatLookup, field: str) -> int:
    if type(data) is not int:
        raise Impossible(field, _("This must be a whole number."))
    if not -MAX_NUMBER <= data <= MAX_NUMBER:
        raise Impossible(field, _("This number is too large."))
    return data


def _decode_bool(data: object, seats: SeatLookup, field: str) -> bool:
    if type(data) is not bool:
        raise Impossible(field, _("This must be true or false."))
    return data


def _decode_str(data: object, seats: SeatLookup, field: str) -> str:
    if type(data) is not str:
        raise Impossible(field, _("This must be text."))
    return data


def _decode_seat(data: object, seats: SeatLookup, field: str) -> Seat:
    # Check the type first: True == 1 and 1.0 == 1 would find a seat by number.
    if type(data) is not str and type(data) is not int:
        raise Impossible(field, _("This must be a player’s name."))
    if data not in seats:
        raise Impossible(field, _("%(name)s is not playing in this game.", name=data))
    return seats[data]


def _identity(value: Any, labels: SeatLabels) -> Any:
    return value


def _literal_codec(choices: tuple[Any, ...]) -> Codec:
    typed_choices = {(type(choice), choice) for choice in choices}
    message = _("This must be one of: %(choices)s.", choices=", ".join(map(str, choices)))

    def decode(data: object, seats: SeatLookup, field: str) -> Any:
        # Check the type first: 20.0 == 20, True == 1, and a list has no hash.
        if type(data) not in (int, str, bool) or (type(data), data) not in typed_choices:
            raise Impossible(field, message)
        return data

    return Codec(decode, _identity, {"enum": list(choices)})


def _list_codec(item: Any) -> Codec:
    decode_item, encode_item, schema = value_codec(item)
    duplicate: Text | None = _("A player is listed twice.") if item is Seat else None

    def decode(data: object, seats: SeatLookup, field: str) -> tuple[Any, ...]:
        items = tuple([decode_item(part, seats, field) for part in _check_list(data, field)])
        if duplicate and len(set(items)) < len(items):
            raise Impossible(field, duplicate)
        return items

    return Codec(
        decode,
        lambda value, labels: [encode_item(part, labels) for part in value],
        {"type": "array", "items": schema} | ({"uniqueItems": True} if duplicate else {}),
    )


def _seat_map_codec(item: Codec) -> Codec:
    decode_item, encode_item, schema = item

    def decode(data: object, seats: SeatLookup, field: str) -> dict[Seat, Any]:
        parts = _check_object(data, field)
        values = {
            _decode_seat(key, seats, field): decode_item(part, seats, field)
            for key, part in parts.items()
        }
        if len(values) < len(parts):
            raise Impossible(field, _("A player is listed twice."))
        return values

    # The keys of a JSON object are strings, even for seats by number.
    return Codec(
        decode,
        lambda value, labels: {
            str(labels[seat]): encode_item(v, labels) for seat, v in value.items()
        },
        {"type": "object", "additionalProperties": schema},
    )


def _text_map_codec(item: Codec) -> Codec:
    decode_item, encode_item, schema = item

    def decode(data: object, seats: SeatLookup, field: str) -> dict[str, Any]:
        return {
            str(key): decode_item(part, seats, field)
            for key, part in _check_object(data, field).items()
        }

    return Codec(
        decode,
        lambda value, labels: {key: encode_item(v, labels) for key, v in value.items()},
        {"type": "object", "additionalProperties": schema},
    )


def _nested_codec(kind: type[Any]) -> Codec:
    """Return the codec for an object within another; an error is about the field that it is in."""
    decode_fields, encode, schema = class_codec(kind, allow_null=True)

    def decode(data: object, seats: SeatLookup, field: str) -> Any:
        try:
            return decode_fields(data, seats, field)
        except Impossible as problem:
            raise Impossible(field, problem.message) from None

    return Codec(decode, encode, schema)


def _nullable_codec(item: Codec) -> Codec:
    return Codec(
        lambda data, seats, field: None if data is None else item.decode(data, seats, field),
        lambda value, labels: None if value is None else item.encode(value, labels),
        {"anyOf": [item.schema, {"type": "null"}]},
    )


_SCALARS: dict[Any, Codec] = {
    int: Codec(
        _decode_int, _identity, {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER}
    ),
    bool: Codec(_decode_bool, _identity, {"type": "boolean"}),
    str: Codec(_decode_str, _identity, {"type": "string"}),
    Seat: Codec(
        _decode_seat,
        lambda seat, labels: labels[seat],
        {"type": "string", "description": "the name of a player"},
    ),
}
