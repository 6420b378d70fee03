"""Rows of SQL as instances of a model.

A raw query of Django's works out anew what becomes of each column, which takes longer than reading
the rows of one game.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from django.db import connection, models
from django.db.models.base import ModelState

Row = TypeVar("Row", bound=models.Model)
Converter = Callable[[Any], Any]


def fetch(model: type[Row], sql: str, values: Sequence[Any]) -> list[Row]:
    """Every row, with all its columns as attributes: those of the model, and others."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        names, converters = columns_of(model, tuple(column[0] for column in cursor.description))
        rows = [list(row) for row in cursor.fetchall()]
    for place, convert in converters:
        for row in rows:
            row[place] = convert(row[place])
    return [instance(model, "default", names, row) for row in rows]


@cache
def columns_of(
    model: type[models.Model], columns: tuple[str, ...]
) -> tuple[list[str], list[tuple[int, Converter]]]:
    """The attributes that these columns become, and what converts the values of some."""
    fields = {field.column: field for field in model._meta.concrete_fields}
    names = [fields[column].attname if column in fields else column for column in columns]
    converters: list[tuple[int, Converter]] = []
    for place, column in enumerate(columns):
        if column in fields:
            field = fields[column].get_col(model._meta.db_table)
            for convert in (
                *connection.ops.get_db_converters(field),
                *field.get_db_converters(connection),
            ):
                known = partial(convert, expression=field, connection=connection)
                converters.append((place, known))
    return names, converters


def instance(
    model: type[Row], db: str | None, names: Collection[str], values: Collection[Any]
) -> Row:
    """Set all attributes at once, in a third of Django's time: pages read all rows."""
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True), _state=ModelState())
    row._state.adding, row._state.db = False, db
    return row
