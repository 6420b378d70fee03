"""Games of a score pad as its own pages show them, and the requests of their players."""

import re
from uuid import uuid4

from django.urls import reverse

from scorekeeper.models import Revision
from tests.app.support.factories import a_game, a_phone, submit, to
from tests.app.support.pages import Page

NEW = reverse("new", args=["score_pad"])
PLAIN = {"title": "", "lowest_wins": False, "target": None, "rounds": None}
TWENTY = tuple(f"Player {n}" for n in range(1, 21))


def start_pad(played=(), **more):
    phone = a_phone()
    return phone, a_pad(phone, played, **more)


def a_pad(phone, played=(), names=("Ana", "Ben", "Cho"), group=None, **options):
    """A pad with these rounds: a number per seat, None for a player who sat out."""
    entries = [stored(*points) for points in played]
    return a_game(
        phone,
        group=group,
        names=names,
        rounds=entries or 0,
        game="score_pad",
        options=PLAIN | options,
    )


def stored(*points):
    return {"points": {str(seat): n for seat, n in enumerate(points) if n is not None}}


def typed(*texts):
    return {f"points_{seat}": text for seat, text in enumerate(texts)}


def enter(phone, session, *texts, **more):
    """Open the form, type one text per player, and save."""
    return submit(phone, to("enter", session), **typed(*texts) | more)


def correct(phone, session, slot, *texts, **more):
    return submit(phone, to("correct", session, slot), **typed(*texts) | more)


def kept(response, session, name="enter", *slot):
    return Page(response).form(to(name, session, *slot)).fields


def last_entry():
    return Revision.objects.order_by("pk").last().data


def said(phone, session, name="table", *more):
    return Page(phone.get(to(name, session, *more))).said


def start(phone, names=("Ana", "Ben"), **options):
    fields = {"seat": list(names), "submission": str(uuid4()), "start": "1", **options}
    return phone.post(NEW, fields)


def sheet_row(phone, session, slot):
    """The text of a round's cells on the score sheet."""
    text = phone.get(to("table", session)).content.decode()
    row = re.search(rf'<tbody id="round-{slot}".*?</tbody>', text, re.S)[0]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells]
