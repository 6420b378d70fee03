"""A truncated form is never processed: its last field would have another value.

The last value of each form here is also valid without its last character.
"""

import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.attacks.support.broken import CUTS, MOST, announce_too_long
from tests.attacks.support.database import snapshot
from tests.attacks.support.http import Fields
from tests.attacks.support.phone import OUTBOX, Phone, entry, stamp
from tests.attacks.support.server import Server


class Form(NamedTuple):
    path: str
    fields: Callable[[Phone, int], Fields]
    stored: str
    value: Any
    headers: Fields = ()
    saved: int = 302


def a_round(phone: Phone, game: int) -> Fields:
    return entry(1, traps=10)


def a_comment(phone: Phone, game: int) -> Fields:
    return [*stamp(0, 1), ("target", 400), ("known", ""), ("comment", "Ben won 12 times")]


def three_seats(phone: Phone, game: int) -> Fields:
    return phone.setup(["Ana", "Ben", "Choo"])


TRAPS = "SELECT data FROM scorekeeper_revision WHERE slot > 0 AND session_id = {game}"
COMMENT = "SELECT comment FROM scorekeeper_gamesession WHERE id = {game}"
NAME = "SELECT name FROM scorekeeper_player WHERE group_id = {group} ORDER BY id DESC LIMIT 1"
FORMS = {
    "a round": Form("/table/{game}/enter/", a_round, TRAPS, 10),
    "a round from an outbox": Form("/table/{game}/enter/", a_round, TRAPS, 10, OUTBOX, saved=204),
    "a comment": Form("/table/{game}/options/", a_comment, COMMENT, "Ben won 12 times"),
    "a new game": Form("/new/chimera/", three_seats, NAME, "Choo"),
}


PATIENCE = 10  # seconds for an answer


def a_phone(server: Server) -> Phone:
    phone = Phone(server.port)
    phone.timeout = PATIENCE
    return phone


def stored(server: Server, query: str, **places: object) -> list[Any]:
    values = [value for (value,) in server.database.rows(query.format(**places))]
    return [traps_of(value) if "bid" in value else value for value in values]


def traps_of(data: Any) -> int:
    """SQLite stores JSON as text."""
    return (json.loads(data) if isinstance(data, str) else data)["traps"]


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("name", FORMS)
def test_a_truncated_form_is_refused_and_saved_when_it_is_sent_again(
    server: Server,
    name: str,
    cut: str,
):
    phone, form = a_phone(server), FORMS[name]
    game = phone.start()
    places = {"game": game, "group": phone.group}
    path, fields = form.path.format(**places), form.fields(phone, game)
    request, before = phone.form(path, fields, form.headers), snapshot(server.database)
    answer = CUTS[cut](phone, request)
    if answer:
        assert answer.status in (400, 411)
        assert "outbox" not in answer.headers  # the phone keeps it
    else:
        time.sleep(0.3)
    assert snapshot(server.database) == before
    assert phone.send(request).status == form.saved
    values = stored(server, form.stored, **places)
    assert values == [form.value]


@pytest.mark.parametrize("headers", [(), OUTBOX], ids=["plain", "outbox"])
def test_a_body_of_more_than_a_megabyte_is_refused(
    server: Server,
    headers: Fields,
):
    phone = a_phone(server)
    game = phone.start()
    before = snapshot(server.database)
    answer = announce_too_long(phone, f"/table/{game}/options/", headers)
    assert answer.status == 413
    assert "outbox" not in answer.headers
    assert snapshot(server.database) == before


def test_a_form_of_almost_a_megabyte_gets_a_page_that_says_so(server: Server):
    phone = a_phone(server)
    game = phone.start()
    long = [*stamp(0, 1), ("target", 400), ("comment", "a" * (MOST - 200))]
    answer = phone.post(f"/table/{game}/options/", long)
    assert answer.status == 413
    assert "That is too long." in answer.text
