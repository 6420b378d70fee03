"""The JSON Schema of the game record, made from the dataclasses of the games (docs/record.md).

It says what `record.read_record` reads: names, types and choices. It leaves out what only the rules
know, such as who is at the table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import Field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from games.contract import NO_LIMIT, AnyGame, Seat
from games.dataclass_codec import MAX_NUMBER, default_of, is_required, kinds_of
from games.record import FORMAT, SIGNATURE_KEYS

Schema = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
WHOLE: Schema = {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER}
SCALARS: Mapping[Any, Schema] = {
    int: WHOLE,
    bool: {"type": "boolean"},
    str: {"type": "string"},
    Seat: {"type": "string", "description": "the name of a player"},
}


def record_schema(games: Iterable[AnyGame]) -> Schema:
    return {
        "$schema": DRAFT,
        "title": "Scorekeeper game record",
        "type": "object",
        "required": ["format", "game", "players", "entries"],
        "properties": {"format": {"const": FORMAT}},
        "oneOf": [game_schema(game) for game in games],
    }


def game_schema(game: AnyGame) -> Schema:
    most = {} if game.players.stop == NO_LIMIT else {"maxItems": game.players[-1]}
    name = {"type": "string", "minLength": 1}
    properties = {
        "game": {"const": game.slug},
        "players": {
            "type": "array",
            "items": name,
            "minItems": game.players[0],
            "uniqueItems": True,
            **most,
        },
        "options": options_schema(game),
        "entries": {"type": "array", "items": entry_schema(game, with_signature=True)},
        "ended_early": {"type": "boolean"},
    }
    return {
        "title": game.slug,
        "properties": properties,
        "required": ["options"] if required_fields(game.options) else [],
    }


def options_schema(game: AnyGame) -> Schema:
    return object_schema(game.options, allow_null=True)


def entry_schema(game: AnyGame, with_signature: bool = False) -> Schema:
    """The schema of an entry; a signed one may have the keys that a download adds."""
    kinds = kinds_of(game.entry)
    schemas = [kind_schema(kind, one_of_several=len(kinds) > 1) for kind in kinds]
    if with_signature:
        for schema in schemas:
            schema["properties"] |= {key: {} for key in SIGNATURE_KEYS}
    return schemas[0] if len(schemas) == 1 else {"oneOf": schemas}


def kind_schema(kind: type[Any], one_of_several: bool) -> Schema:
    """Kinds of entries are told apart by `type`, or else by their first field."""
    schema = object_schema(kind)
    if hasattr(kind, "type"):
        schema["properties"] = {"type": {"const": kind.type}, **schema["properties"]}
        schema["required"] = ["type", *schema["required"]]
    elif one_of_several:
        first = fields(kind)[0].name
        schema["required"] = list(dict.fromkeys([first, *schema["required"]]))
    return schema


def required_fields(kind: type[Any]) -> list[str]:
    return [part.name for part in fields(kind) if is_required(part)]


def object_schema(kind: type[Any], allow_null: bool = False) -> Schema:
    hints = get_type_hints(kind)
    return {
        "type": "object",
        "properties": {
            part.name: field_schema(part, hints[part.name], allow_null) for part in fields(kind)
        },
        "required": required_fields(kind),
        "additionalProperties": False,
    }


def field_schema(part: Field[Any], annotation: Any, allow_null: bool) -> Schema:
    """As the codec decodes it: null stands for a default of None only in options."""
    return value_schema(annotation, allow_null or default_of(part) is not None)


def value_schema(annotation: Any, allow_null: bool = False) -> Schema:
    """The schema of values that games.dataclass_codec.value_codec decodes."""
    origin, args = get_origin(annotation), get_args(annotation)
    if annotation in SCALARS:
        return SCALARS[annotation]
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        unique = {"uniqueItems": True} if args[0] is Seat else {}
        return {"type": "array", "items": value_schema(args[0]), **unique}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": value_schema(args[1])}
    if isinstance(annotation, type) and is_dataclass(annotation):
        return object_schema(annotation, allow_null=True)
    if origin in (Union, UnionType) and args[1:] == (NoneType,):
        inner = value_schema(args[0])
        return {"anyOf": [inner, {"type": "null"}]} if allow_null else inner
    raise TypeError(f"A record has no way to write {annotation}.")
