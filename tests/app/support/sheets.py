"""Games of a score sheet, and the requests of their players."""

from uuid import uuid4

from django.urls import reverse

from games.score_sheet.forms import cell_name
from scorekeeper.models import GameSession
from tests.app.support.factories import a_game, a_phone, submit, table_of, to
from tests.app.support.pages import Page

NEW = reverse("new", args=["score_sheet"])
ROWS = [
    {"name": "Military", "least": -6, "most": 18},
    {"name": "Coins", "divide": 3},
    {"name": "Leaders", "times": 2},
]
MILITARY, COINS, LEADERS = (cell_name(one["name"]) for one in ROWS)


def a_sheet(phone, played=(), names=("Ana", "Ben", "Cho"), rows=ROWS, group=None, **options):
    settings = {"rows": rows, "title": "", "lowest_wins": False} | options
    return a_game(
        phone,
        group=group,
        names=names,
        rounds=list(played) or 0,
        game="score_sheet",
        options=settings,
    )


def start_sheet(played=(), **more):
    phone = a_phone()
    return phone, a_sheet(phone, played, **more)


def row(name, *counts):
    return {"row": name, "counts": {str(seat): count for seat, count in enumerate(counts)}}


PLAYED = [row("Military", 1), row("Coins", 3), row("Leaders", 1)]


def row_fields(*rows):
    """The fields of rows: a name, then times, divide, least and most as typed."""
    padded = [(*one, *[""] * (5 - len(one))) for one in rows]
    parts = ("name", "times", "divide", "least", "most")
    return {f"row_{part}": [one[n] for one in padded] for n, part in enumerate(parts)}


def start(phone, names=("Ana", "Ben"), **fields):
    return phone.post(
        NEW, {"seat": list(names), "submission": str(uuid4()), "start": "1", **fields}
    )


def options_of_last_game():
    session = GameSession.objects.order_by("pk").last()
    return session, table_of(session).options


def enter(phone, session, **fields):
    return submit(phone, to("enter", session), **fields)


def shown_rows(response, address=NEW):
    fields = Page(response).form(address).fields
    columns = (fields.get(f"row_{part}", []) for part in ("name", "times", "divide"))
    return list(zip(*columns, strict=True))
