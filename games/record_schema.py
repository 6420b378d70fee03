"""The JSON Schema of the game record, made from the dataclasses of the games (docs/record.md).

It says what `record.read_record` reads: names, types and choices. It leaves out what only the rules
know, such as who is at the table.
"""

from collections.abc import Iterable

from games.contract import NO_LIMIT, AnyGame
from games.dataclass_codec import Schema
from games.record import FORMAT, SIGNATURE_KEYS, entry_codec, options_codec

DRAFT = "https://json-schema.org/draft/2020-12/schema"


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
    options = options_codec(game).schema
    properties = {
        "game": {"const": game.slug},
        "players": {
            "type": "array",
            "items": name,
            "minItems": game.players[0],
            "uniqueItems": True,
            **most,
        },
        "options": options,
        "entries": {"type": "array", "items": with_signature(entry_codec(game).schema)},
        "ended_early": {"type": "boolean"},
    }
    return {
        "title": game.slug,
        "properties": properties,
        "required": ["options"] if options["required"] else [],
    }


def with_signature(entry: Schema) -> Schema:
    """Return the schema of an entry that may have the keys that a download adds."""
    if "oneOf" in entry:
        return {"oneOf": [with_signature(kind) for kind in entry["oneOf"]]}
    return {**entry, "properties": entry["properties"] | {key: {} for key in SIGNATURE_KEYS}}
