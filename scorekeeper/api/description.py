"""The description of the API in OpenAPI 3.1, and the JSON Schema of the game record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec

from games import registry
from games.contract import AnyGame
from games.dataclass_codec import Schema
from games.record import entry_codec, options_codec
from games.record_schema import record_schema as schema_of_record
from scorekeeper.api import shapes
from scorekeeper.api.endpoint import Endpoint
from scorekeeper.api.endpoints import ENDPOINTS
from scorekeeper.models import Role
from scorekeeper.models.sessions import MAX_PK
from scorekeeper.web.headers import API

PARAMETER = re.compile(r"<int:(\w+)>")
NAMES = {"pk": "id"}  # in the description; Django's word says little to others
LARGEST = {"id": MAX_PK, "slot": 9_999_999}
ALLOWS = {Role.VIEWER: "can watch", Role.SCORER: "can score", Role.HOST: "full access"}
HEADLINE = "Scorekeeper"
ABOUT = (
    "Games, scores and statistics for programs. A host makes a token on the page “Import and"
    " export”; send it with each request: Authorization: Bearer …"
)
FAILURES = {
    304: "Unchanged, for If-None-Match",
    400: "The body is not JSON, or the request did not arrive as a whole",
    401: "No valid token",
    403: "The token does not allow that",
    404: "There is nothing here that the token may see",
    405: "No such method",
    408: "The body took too long to arrive",
    409: "Another device came first: both versions",
    411: "The length of the body is missing",
    413: "The body or the address is too long",
    415: "The body is not application/json",
    422: "Refused, with the reason for each field",
    429: "Too many requests; Retry-After says when to go on",
    431: "The head is too long",
    500: "A mistake of the server",
    503: "Busy, or the rules of this game are missing; try again later",
    507: "The disk of the server is full",
}
TRUE_IN_ALL = (400, 401, 403, 404, 405, 413, 422, 429, 431, 500, 503)
OF_BODIES = (408, 411, 415)


def once_for_games(make: Callable[[], object]) -> Callable[[], bytes]:
    """Make it anew only if other games are loaded."""

    @lru_cache(1)
    def encode_json(_games: tuple[int, ...]) -> bytes:
        return msgspec.json.encode(make())

    return lambda: encode_json(tuple(map(id, registry.games().values())))


def describe() -> Schema:
    paths: dict[str, dict[str, Schema]] = {}
    for endpoint in ENDPOINTS:
        address = API + PARAMETER.sub(lambda match: f"{{{public_name(match[1])}}}", endpoint.path)
        paths.setdefault(address, {})[endpoint.method.lower()] = operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": HEADLINE, "version": "1", "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": components(list(registry.games().values())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


description = once_for_games(describe)
record_schema = once_for_games(lambda: schema_of_record(registry.games().values()))


def components(games: list[AnyGame]) -> dict[str, Schema]:
    """The shapes by their names; entries and options are those of any game."""
    shapes_used = [
        shape for one in ENDPOINTS for shape in (one.body, one.answer) if shape is not None
    ]
    _references, schemas = msgspec.json.schema_components(
        [*shapes_used, shapes.Failure, shapes.ConflictFailure], ref_template=shapes.REF
    )
    return {
        **schemas,
        "Entry": {"anyOf": [{"title": one.slug, **entry_codec(one).schema} for one in games]},
        "Options": {"anyOf": [{"title": one.slug, **options_codec(one).schema} for one in games]},
    }


def operation(endpoint: Endpoint) -> Schema:
    schema: Schema = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "description": f"Needs a token that gives: {ALLOWS[endpoint.role]}.",
        "parameters": [*path_parameters(endpoint), *query_parameters(endpoint)],
        "responses": {**success(endpoint), **failures(endpoint)},
    }
    if endpoint.body:
        content = {"application/json": {"schema": reference(endpoint.body)}}
        schema["requestBody"] = {"required": True, "content": content}
    return schema


def public_name(name: str) -> str:
    return NAMES.get(name, name)


def path_parameters(endpoint: Endpoint) -> Iterator[Schema]:
    for name in map(public_name, PARAMETER.findall(endpoint.path)):
        schema = {"type": "integer", "minimum": 0, "maximum": LARGEST[name]}
        yield {"name": name, "in": "path", "required": True, "schema": schema}


def query_parameters(endpoint: Endpoint) -> Iterator[Schema]:
    if not endpoint.query:
        return
    _reference, schemas = msgspec.json.schema_components([endpoint.query], ref_template="{name}")
    schema = schemas[endpoint.query.__name__]
    for name, kind in schema["properties"].items():
        required = name in schema.get("required", ())
        yield {"name": name, "in": "query", "required": required, "schema": without_null(kind)}


def without_null(schema: Schema) -> Schema:
    """The schema of a parameter: what may be left out cannot be null in an address."""
    kinds = [kind for kind in schema.get("anyOf", [schema]) if kind != {"type": "null"}]
    return {name: value for name, value in kinds[0].items() if name != "default"}


def reference(shape: type[msgspec.Struct]) -> Schema:
    return {"$ref": shapes.REF.format(name=shape.__name__)}


def success(endpoint: Endpoint) -> dict[str, Schema]:
    answer: Schema = {"description": endpoint.summary}
    if endpoint.answer:
        answer["content"] = {endpoint.kind: {"schema": reference(endpoint.answer)}}
    elif endpoint.status != 204:
        answer["content"] = {endpoint.kind: {"schema": {}}}
    return {str(endpoint.status): answer}


def failures(endpoint: Endpoint) -> dict[str, Schema]:
    statuses = [*TRUE_IN_ALL]
    if endpoint.body:
        statuses += OF_BODIES
    if endpoint.is_change:
        statuses += [409, 507]
    not_modified: dict[str, Schema] = {}
    if endpoint.name == "game":
        not_modified = {"304": {"description": FAILURES[304]}}
    return not_modified | {str(status): failure(status) for status in sorted(statuses)}


def failure(status: int) -> Schema:
    shape = shapes.ConflictFailure if status == 409 else shapes.Failure
    return {
        "description": FAILURES[status],
        "content": {"application/json": {"schema": reference(shape)}},
    }
