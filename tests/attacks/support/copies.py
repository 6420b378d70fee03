"""Makes many games of one by SQL, which takes no process of the site."""

from collections.abc import Mapping

from django.db.models import Model

from scorekeeper.models import GameSession, Revision, Seat
from tests.attacks.support.database import Database

FIRST = 1_000_001  # the number of the first copy, far from those of played games
INSERT = """
WITH RECURSIVE copies (copy) AS
    (SELECT {first} UNION ALL SELECT copy + 1 FROM copies WHERE copy < {last})
INSERT INTO {table} ({names}) SELECT {values} FROM copies, {table} WHERE {where}
"""


def copy_game(database: Database, game: int, copies: int) -> None:
    """Copy a game with its seats and revisions, in its own group."""
    fresh = "gen_random_uuid()" if database.url else "lower(hex(randomblob(16)))"
    insert(database, GameSession, {"id": "copy", "submission": fresh}, f"id = {game}", copies)
    for model in (Seat, Revision):
        insert(database, model, {"session_id": "copy"}, f"session_id = {game}", copies)


def insert(
    database: Database, model: type[Model], new: Mapping[str, str], where: str, copies: int
) -> None:
    """Insert these rows again for each copy, with new values."""
    columns = [field.column for field in model._meta.concrete_fields]
    names = [name for name in columns if name != "id" or name in new]
    query = INSERT.format(
        first=FIRST,
        last=FIRST + copies - 1,
        table=model._meta.db_table,
        names=", ".join(map(quote, names)),
        values=", ".join(new.get(name, quote(name)) for name in names),
        where=where,
    )
    database.change(query)


def quote(name: str) -> str:
    return f'"{name}"'
