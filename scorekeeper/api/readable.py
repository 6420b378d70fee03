"""The description of the API as a page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.api.description import FAILURES, describe
from scorekeeper.api.endpoints import ENDPOINTS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


FILES = [
    ("openapi.json", "this description, for programs: OpenAPI 3.1"),
    ("record.schema.json", "game records, and so entries and options: JSON Schema"),
]
ABOUT_ERRORS = (
    'Each is {"error": {"code": …, "message": …, "fields": [{"field": …, "message": …}]}}.'
    " Messages of the rules are in the language of Accept-Language."
)


Part = tuple[str, str]
"""A parameter, or a key of a body; and its type in words."""


class Section(NamedTuple):
    method: str
    address: str
    summary: str
    access: StrOrPromise
    note: str
    query: list[Part]
    body: list[Part]
    answer: list[Part]


def page() -> dict[str, object]:
    return {
        "sections": list(read_sections(describe())),
        "failures": [(str(status), meaning) for status, meaning in FAILURES.items()],
        "files": FILES,
        "about_errors": ABOUT_ERRORS,
    }


def read_sections(description: dict[str, Any]) -> Iterator[Section]:
    """One for each endpoint, in the order of the list."""
    access = {one.name: one.role.label for one in ENDPOINTS}
    schemas = description["components"]["schemas"]
    for address, methods in description["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {})
            yield Section(
                method.upper(),
                address,
                operation["summary"],
                access[operation["operationId"]],
                str(schema_of(body, schemas).get("description", "")).replace("`", ""),
                [
                    part(one["name"], one["schema"], one["required"])
                    for one in operation["parameters"]
                    if one["in"] == "query"
                ],
                parts_of(body, schemas, is_body=True),
                parts_of(answer_of(operation), schemas),
            )


def answer_of(operation: dict[str, Any]) -> dict[str, Any]:
    good = next(answer for status, answer in operation["responses"].items() if status < "3")
    content: dict[str, Any] = good.get("content", {})
    return content


def schema_of(content: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    reference = content.get("application/json", {}).get("schema", {}).get("$ref", "")
    schema: dict[str, Any] = schemas.get(name_in(reference), {})
    return schema


def parts_of(content: dict[str, Any], schemas: dict[str, Any], is_body: bool = False) -> list[Part]:
    """The keys; of an answer nobody asks which are required."""
    schema = schema_of(content, schemas)
    required = schema.get("required", ()) if is_body else ()
    return [
        part(name, kind, name in required) for name, kind in schema.get("properties", {}).items()
    ]


def part(name: str, schema: dict[str, Any], required: bool) -> Part:
    return name, kind_of(schema) + (" · required" if required else "")


def name_in(reference: str) -> str:
    return reference.rpartition("/")[2]


def kind_of(schema: dict[str, Any]) -> str:
    """The type in a few words: "integer", "Round[]", "watch | score | host"."""
    if "$ref" in schema:
        return name_in(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(map(kind_of, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(str(one) for one in schema["enum"] if one != "")
    kind = schema.get("type", "any")
    if kind == "array":
        return f"{kind_of(schema['items'])}[]"
    return str(schema.get("format", kind))
