"""Rows of SQL as instances of a model, read and written with SQL that is built once.

Django works out anew what becomes of each column, and builds the SQL of each row that it saves.
Both take longer than reading or writing the rows of one game.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from django.db import connection, models
from django.db.models.base import ModelState

Row = TypeVar("Row", bound=models.Model)
Converter = Callable[[Any], Any]
Column = models.Field[Any, Any]


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
                converter = partial(convert, expression=field, connection=connection)
                converters.append((place, converter))
    return names, converters


def instance(
    model: type[Row], db: str | None, names: Collection[str], values: Collection[Any]
) -> Row:
    """Set all attributes at once, in a third of Django's time: pages read all rows."""
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True), _state=ModelState())
    row._state.adding, row._state.db = False, db
    return row


INSERT = "INSERT INTO {table} ({columns}) VALUES ({places}) RETURNING {key}"
UPDATE = "UPDATE {table} SET {columns} WHERE {key} = %s"


def insert(row: models.Model) -> None:
    """Add a new row with all its columns, and set its key."""
    sql, fields = insertion(type(row))
    with connection.cursor() as cursor:
        cursor.execute(sql, [db_value(row, field) for field in fields])
        (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, "default"


@cache
def insertion(model: type[models.Model]) -> tuple[str, list[Column]]:
    """The SQL that adds a row, and the fields whose values it takes."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(map(quote_column, fields))
    places = ", ".join(["%s"] * len(fields))
    return INSERT.format(columns=columns, places=places, **names_of(model)), fields


def update(row: models.Model, names: Collection[str]) -> None:
    """Store these fields of a row that exists."""
    fields = [field for field in row._meta.concrete_fields if field.name in names]
    columns = ", ".join(f"{quote_column(field)} = %s" for field in fields)
    sql = UPDATE.format(columns=columns, **names_of(type(row)))
    with connection.cursor() as cursor:
        cursor.execute(sql, [*(db_value(row, field) for field in fields), row.pk])


def names_of(model: type[models.Model]) -> dict[str, str]:
    """The names of its table and of its key, as SQL takes them."""
    meta = model._meta
    return {"table": connection.ops.quote_name(meta.db_table), "key": quote_column(meta.pk)}


def quote_column(field: Column) -> str:
    """The name of its column, as SQL takes it."""
    return connection.ops.quote_name(str(field.column))


def db_value(row: models.Model, field: Column) -> Any:
    """The value of a field, as the database takes it."""
    return field.get_db_prep_save(getattr(row, field.attname), connection)


@cache
def sql_of_session(rows: Callable[[], models.QuerySet[Any]]) -> str:
    """The SQL for the rows of one session, whose key is the parameter.

    Building it takes longer than running it.
    """
    return rows().filter(session=0).query.sql_with_params()[0]
