"""Every game on its pages: at every number of players, and with every case played."""

import json
from functools import cache
from uuid import uuid4

import pytest
from django.template import Template
from django.test.signals import template_rendered
from django.test.utils import instrumented_test_render
from django.urls import reverse

from games.registry import folders, games
from scorekeeper.game_checks import find_mistakes
from scorekeeper.game_checks.cases import read_cases, records_of
from scorekeeper.game_checks.tables import NAMES, stored_entries, stored_options, usual_options
from scorekeeper.pages.game import fragments
from scorekeeper.pages.game.fragments import MOST_BYTES, FragmentCache
from tests.app.support.factories import a_game, a_phone, to
from tests.app.support.pages import Page

NAMELESS = ("options", "history", "enter")  # a form may ask only the player whose turn it is
WITH_PLAYERS = ("table", "enter", "display")
PAGES = (*WITH_PLAYERS, "options", "history", "seats")


def numbers_of_players(slug):
    """The fewest and the most; two, who may be called both; eight, whose names fit side by side."""
    players = games()[slug].players
    return [n for n in sorted({players[0], 2, 8, min(20, players[-1])}) if n in players]


def read(phone, address):
    response = phone.get(address)
    assert response.status_code == 200, address
    page = Page(response)
    assert page.errors == [], address
    return page


@pytest.mark.parametrize("slug", games())
def test_every_page_of_a_game_works_with_few_and_many_players(slug):
    phone, options = a_phone(), usual_options(games()[slug], records(slug))
    counts = numbers_of_players(slug)
    for count in counts:
        session = a_game(phone, names=NAMES[:count], game=slug, options=options)
        for name in PAGES if count in (counts[0], counts[-1]) else WITH_PLAYERS:
            page = read(phone, to(name, session))
            assert NAMES[count - 1] in page.text or name in NAMELESS, (name, count)
        blank = {"submission": str(uuid4()), "slot": "1", "revision": "0"}
        assert phone.post(to("enter", session), blank).status_code == 422


@cache
def records(slug):
    return records_of(read_cases(games()[slug], folders()[slug]))


@pytest.mark.parametrize("slug", games())
def test_a_game_has_no_mistakes(slug):
    assert find_mistakes(slug) == []


@pytest.mark.parametrize("slug", games())
def test_every_template_of_a_game_is_shown_on_a_page_of_its_cases(slug, monkeypatch):
    templates = folders()[slug] / "templates"
    unseen = {path.relative_to(templates).as_posix() for path in templates.rglob("*.*")}

    def note(template, **more):
        unseen.discard(template.name)

    monkeypatch.setattr(Template, "_render", instrumented_test_render)
    monkeypatch.setattr(fragments, "fragments", FragmentCache(MOST_BYTES))
    template_rendered.connect(note)
    try:
        read(a_phone(), reverse("new", args=[slug]))
        read(a_phone(), "/")
        if f"{slug}/rules.html" in unseen:
            read(a_phone(), reverse("rules", args=[slug]))
        for record in records(slug):
            if not unseen:
                break
            show_case(a_phone(), record)
    finally:
        template_rendered.disconnect(note)
    assert unseen == set()


def show_case(phone, record):
    """The table with all entries of a case, and its forms; then once more, beside the first."""
    options, entries = stored_options(record), json.loads(json.dumps(stored_entries(record)))
    slug, names = record.game.slug, record.players
    first = a_game(phone, names=names, rounds=entries, game=slug, options=options)
    session = a_game(phone, first.group, names=names, rounds=entries, game=slug, options=options)
    for name in ("table", "enter", "display", "options"):
        read(phone, to(name, session))
    if entries:
        read(phone, to("correct", session, len(entries)))
