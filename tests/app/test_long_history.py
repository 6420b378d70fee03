"""The history in pages: it matches the slow history, and stays cheap."""

from time import process_time
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scorekeeper.pages.game.history import History
from scorekeeper.tables.entering.entry import Stamp, save_entry
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.setup import set_ended_early
from scorekeeper.tables.undo import set_back, undo_change
from tests.app.support import slow_history
from tests.app.support.factories import (
    a_game,
    a_phone,
    a_round,
    seen_by,
    table_as_seen,
    table_of,
    to,
)
from tests.app.support.pages import Page
from tests.app.test_long_games import a_long_game
from tests.support.long import examples

GAMES = {
    "chimera": [a_round(0), a_round(1, 40), a_round(2, 30, first_out=0)],
    "score_pad": [{"points": {"0": 5}}, {"points": {"1": 7, "2": -1}}, {"points": {}}],
    "big_fish": [
        {"type": "mistake", "player": 1},
        {"type": "count", "player": 0, "plus": 20, "minus": 3},
        {"type": "catch", "player": 2, "cards": ["R1", "R2", "R3", "B4", "B5"]},
    ],
}
OPTIONS = {
    "chimera": [{"target": 100}, {"target": 400}],
    "score_pad": [{"title": "Golf"}, {"title": "Golf", "lowest_wins": True, "target": 20}],
    "big_fish": [{}, {"advanced": True, "drawn": "A"}],
}
SELDOM = ["before", "remove", "back", "options", "end", "reopen"]
KINDS = ["enter"] * 4 + ["correct", "undo"] * 2 + SELDOM
steps = st.tuples(st.sampled_from(KINDS), st.integers(0, 30), st.integers(0, 2))


def play(session, slug, kind, place, choice):
    """Does something to the game, somewhere in it; nothing where it cannot be done."""
    table, entry = table_as_seen(session), GAMES[slug][choice]
    slots = sorted(table.log.revisions)[1:]
    slot = slots[place % len(slots)] if slots else None
    setup = Stamp(SETUP, table.log.current(SETUP).revision, uuid4())
    if kind == "enter" or not slots:
        save_entry(table, Stamp(table.log.next_slot, 0, uuid4()), entry)
    elif kind == "before":
        save_entry(table, Stamp(table.log.next_slot, 0, uuid4(), slot), entry)
    elif kind in ("correct", "remove"):
        stamp = Stamp(slot, table.log.current(slot).revision, uuid4())
        save_entry(table, stamp, entry if kind == "correct" else None)
    elif kind == "undo":
        last = table.log.last_change
        undo_change(table, Stamp(last.slot, last.revision, uuid4()))
    elif kind == "back":
        then = table.log.changes[place % len(table.log.changes)]
        set_back(table, then.pk, table.log.newest.pk, uuid4())
    elif kind == "options":
        changed = {**table.log.current(SETUP).data, "options": OPTIONS[slug][choice % 2]}
        save_entry(table, setup, changed)
    else:
        set_ended_early(table, setup, kind == "end")


def told(item):
    change = item.change
    corrects = change.entry.revision > 1 and not change.entry.back_to_id
    differences = change.differences if corrects else []
    said = change.facts if change.effects is None else change.effects
    return slow_history.Told(change.entry.pk, *change.done, said, differences, item.back)


@pytest.mark.parametrize("slug", GAMES)
def test_each_page_matches_the_slow_history(slug):
    phone = a_phone()

    @settings(
        max_examples=examples(5), phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(st.lists(steps, min_size=8, max_size=16), st.integers(1, 7))
    def compare(played, size):
        session = a_game(phone, game=slug, options=OPTIONS[slug][1])
        for kind, place, choice in played:
            play(seen_by(phone, session), slug, kind, place, choice)
        table = table_of(session)
        expected = slow_history.history(table)
        pages = History(table)
        assert len(pages) == len(expected)
        for first in range(0, len(pages), size):
            page = pages[first : first + size]
            assert [told(item) for item in page] == expected[first : first + size]

    compare()


def page_of(phone, session, number):
    return Page(phone.get(to("history", session) + f"?page={number}"))


@pytest.fixture
def a_page_has_ten(monkeypatch):
    monkeypatch.setattr("scorekeeper.views.game.rounds.A_PAGE", 10)


@pytest.mark.usefixtures("a_page_has_ten")
def test_the_newest_changes_come_first_and_links_lead_to_the_rest():
    phone = a_phone()
    session = a_long_game(phone, 22)
    newest, middle, oldest = pages = [page_of(phone, session, number) for number in (1, 2, 3)]
    assert "Round 22 entered" in newest.said
    assert "Round 13 entered" in newest.said
    assert "Round 12 entered" in middle.said
    assert "Game started" in oldest.said
    assert [page.said.count("entered") for page in pages] == [10, 10, 2]
    links = [[link for link in page.links() if "page" in link] for page in pages]
    assert links == [["?page=2"], ["?page=1", "?page=3"], ["?page=2"]]
    for number in ("0", "-1", "x", "99", "9" * 30):
        assert " entered" in page_of(phone, session, number).said
    page = Page(phone.get(to("history", a_long_game(phone, 9))))
    assert "Game started" in page.said
    assert not [link for link in page.links() if "page" in link]


@pytest.mark.usefixtures("a_page_has_ten")
def test_every_page_of_the_history_can_restore_its_points_and_lists_many_rounds_by_number():
    phone = a_phone()
    session = a_long_game(phone, 15)
    page = page_of(phone, session, 2)
    assert "Removes round 1, round 2, round 3, 12 more" in page.said
    form = page.forms[0]
    then = table_of(session).log.changes[3]
    address = to("set_back", session, then.pk)
    assert address in [button.get("formaction") for button in form.buttons]
    assert phone.post(address, form.fields).status_code == 302
    assert len(table_of(session).log.entries) == 3
    first = page_of(phone, session, 1)
    assert first.said.count("Game restored to") == 1
    assert "removed round 4, round 5, round 6, 9 more" in first.said


def test_restoring_across_hundreds_of_rounds_needs_only_the_queries_for_its_rows():
    phone = a_phone()
    session = a_long_game(phone, 300)
    form, first = page_of(phone, session, 4).forms[0], table_of(session).log.changes[1]
    with CaptureQueriesContext(connection) as queries:
        assert phone.post(to("set_back", session, first.pk), form.fields).status_code == 302
    assert len(table_of(session).log.entries) == 1
    assert len(queries) < 40  # a few, and one for each batch of rows


def test_a_page_of_two_thousand_changes_needs_no_more_queries_and_little_time():
    phone = a_phone()
    short, long = a_long_game(phone, 5), a_long_game(phone, 1990)
    costs = []
    for session in (short, long):
        with CaptureQueriesContext(connection) as queries:
            start = process_time()
            assert phone.get(to("history", session) + "?page=3").status_code == 200
        costs.append(len(queries))
    assert process_time() - start < 2  # 0.1 s on a quiet machine; quadratic, it took many seconds
    assert costs[0] == costs[1]
