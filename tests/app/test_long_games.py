"""Games of hundreds of rounds: the table shows the newest, other pages all, and none is large."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession, Revision, Role
from scorekeeper.pages.game.chart import COLUMNS, Chart
from scorekeeper.pages.game.sheet import ROWS
from scorekeeper.tables.log import MOST, SETUP, SPARE, Log
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_member,
    a_phone,
    a_round,
    add,
    as_saved,
    correct,
    enter,
    open_form,
    press_end,
    remove,
    reopen,
    set_target,
    table_of,
    to,
    undo,
)
from tests.app.support.pages import Page, assert_refused
from tests.app.support.score_pads import PLAIN

HALF_A_MEGABYTE = 500_000
TWENTY = tuple(f"Player {number} of twenty, with a name so long"[:40] for number in range(1, 21))
NO_END = 10**9


def a_long_game(phone, rounds, game="chimera", **more):
    entries = {
        "chimera": lambda n: a_round(n % 3),
        "score_pad": lambda n: {"points": {str(seat): n + seat for seat in range(20)}},
    }
    options = {"target": NO_END} if game == "chimera" else PLAIN
    session = a_game(phone, game=game, options=options, **more)
    Revision.objects.bulk_create(
        as_saved(session, n, entries[game](n)) for n in range(1, rounds + 1)
    )
    return session


def versions_of(session, slot, revisions):
    """Corrections of this round, as stored."""
    for revision in revisions:
        entry = as_saved(session, slot, a_round(revision % 3))
        entry.revision = revision
        yield entry


def rows_on(page):
    """The rounds on the sheet, from the top."""
    found = (re.fullmatch("round-([0-9]+)", one) for one in page.ids)
    return [int(one[1]) for one in found if one]


def pages_of(phone, session):
    """Every page of all rounds, following the links from one to the next."""
    pages = [Page(phone.get(to("rounds", session)))]
    while older := [link for link in pages[-1].links() if link == f"?page={len(pages) + 1}"]:
        pages.append(Page(phone.get(to("rounds", session) + older[0])))
    return pages


def weight(page):
    return len(page.text.encode())


def test_a_table_shows_up_to_fifty_rounds_and_then_the_newest_fifty():
    phone = a_phone()
    session = a_long_game(phone, ROWS)
    page = Page(phone.get(to("table", session)))
    assert rows_on(page) == list(range(ROWS, 0, -1))
    assert to("rounds", session) not in page.links()
    add(session, a_round())
    page = Page(phone.get(to("table", session)))
    assert rows_on(page) == list(range(ROWS + 1, 1, -1))
    assert to("rounds", session) in page.links()
    assert f"All {ROWS + 1} rounds" in page.said


def test_the_pages_of_the_whole_sheet_show_every_round_once_and_an_opened_one_closes_on_its_own():
    phone = a_phone()
    session = a_long_game(phone, 450)
    pages = pages_of(phone, session)
    assert [row for page in pages for row in rows_on(page)] == list(range(450, 0, -1))
    assert len(pages) > 1
    assert all("All 450 rounds" in page.said for page in pages)
    for slot in (1, 125, 450):
        opened = Page(phone.get(to("round", session, slot), headers=HTMX))
        ways = [link for link in opened.all("a") if "data-in-place" in link.attrib]
        (close,) = {link.get("href").split("#")[0] for link in ways}
        assert slot in rows_on(Page(phone.get(close)))
        assert close == to("table", session) if slot == 450 else "?round=" in close
        alone = Page(phone.get(to("round", session, slot)))
        assert f"{close}#round-{slot}" in alone.links()
    for strange in ("?round=0", "?round=9999", "?round=x", "?page=99", "?page=x"):
        assert rows_on(Page(phone.get(to("rounds", session) + strange))), strange


def test_no_page_of_twenty_players_and_a_thousand_rounds_is_large():
    phone = a_phone()
    session = a_long_game(phone, 1000, "score_pad", names=TWENTY)
    sheets = [to("rounds", session) + f"?page={number}" for number in (1, 8, 16)]
    addresses = [to("table", session), to("display", session), *sheets]
    answers = [phone.get(address) for address in addresses]
    assert "All 1000 rounds" in answers[0].content.decode()
    assert b"?page=17" not in answers[-1].content  # the last one
    assert b'id="round-1"' in answers[-1].content
    assert max(len(answer.content) for answer in answers) < HALF_A_MEGABYTE


def test_rounds_that_do_not_count_make_no_page_large():
    phone = a_phone()
    session = a_long_game(phone, 400)
    impossible = a_round(0, idle_hunters=[0])
    Revision.objects.filter(session=session, slot__gt=0).update(data=impossible)
    table, *others = Page(phone.get(to("table", session))), *pages_of(phone, session)
    assert "and 350 more" in table.said
    assert table.said.count("Fix") <= ROWS + 2
    assert max(weight(page) for page in (table, *others)) < HALF_A_MEGABYTE


def test_the_page_of_all_rounds_is_for_viewers_too_and_sent_again_only_after_a_change():
    phone = a_phone()
    session = a_long_game(phone, 60)
    address = to("rounds", session)
    assert rows_on(pages_of(a_member(session.group, Role.VIEWER), session)[0])[0] == 60
    etag = phone.get(address)["ETag"]
    assert phone.get(address, headers={"If-None-Match": etag}).status_code == 304
    add(session, a_round())
    assert phone.get(address, headers={"If-None-Match": etag}).status_code == 200
    card = a_game(phone, game="yahtzee", options={"joker": "forced"})
    assert phone.get(to("rounds", card)).status_code == 404


def test_a_round_with_many_corrections_shows_the_last_versions_and_a_link_to_all():
    phone = a_phone()
    session = a_long_game(phone, 1)
    Revision.objects.bulk_create(versions_of(session, 1, range(2, 73)))
    page = Page(phone.get(to("round", session, 1)))
    assert "21 earlier changes" in page.said
    assert page.said.count("Corrected ·") == 51
    assert to("history", session) in page.links()


def test_the_chart_of_a_long_game_keeps_its_peaks_with_few_points():
    course = [[0, n] for n in range(1000)]
    course[500][0], course[700][0] = 9000, -9000
    labels = [str(n) for n in range(1, 1001)]
    first, second = Chart(["Ana", "Ben"], range(2), course, None, labels).curves
    places = [tuple(map(int, point.split(","))) for point in first.points.split()]
    assert len(places) <= 2 * COLUMNS + 2
    whole = Chart(["Ana", "Ben"], range(2), course, None, [])
    assert min(y for _x, y in places) == whole.y(9000)
    assert max(y for _x, y in places) == whole.y(-9000)
    assert places == sorted(places, key=lambda place: place[0])
    assert second.points.split()[-1] == f"{whole.x(1000)},{whole.y(999)}"


def test_the_chart_of_a_long_game_computes_only_the_labels_it_shows():
    labels = [""] * 700
    labels[99::100] = [str(n) for n in range(100, 701, 100)]
    marks = Chart(["Ana"], range(1), [[0]] * 700, None, labels).rounds
    assert [mark.label for mark in marks] == ["100", "200", "300", "400", "500", "600", "700"]


def test_the_chart_of_a_short_game_has_a_point_for_each_round():
    course = [[n % 7] for n in range(COLUMNS)]
    labels = [str(n) for n in range(1, COLUMNS + 1)]
    (curve,) = Chart(["Ana"], range(1), course, None, labels).curves
    assert len(curve.points.split()) == COLUMNS + 1


# As many revisions as a game can hold

ROUNDS = 40
ENTRY = {"chimera": 0, "bid": 20, "first_out": 0}


@pytest.fixture
def unseen(monkeypatch):
    """So many revisions are counted in each game as if they were there: reading them takes long."""
    count, unseen = Log.count.fget, MOST - 100
    monkeypatch.setattr(Log, "count", property(lambda table: count(table) + unseen))
    return unseen


def a_full_game(unseen=0, left=0):
    """A game of few rounds, the first of which was corrected until this much room was left."""
    phone = a_phone()
    session = a_long_game(phone, 1)
    revisions = [*versions_of(session, 1, range(2, MOST - unseen - ROUNDS - left + 1))]
    revisions += [as_saved(session, slot, a_round(slot % 3)) for slot in range(2, ROUNDS + 1)]
    Revision.objects.bulk_create(revisions)
    assert entries_of(session) + unseen == MOST - left
    return phone, session


def entries_of(session):
    return Revision.objects.filter(session=session).count()


def test_the_last_round_that_fits_is_saved_and_what_comes_after_it_stays_in_its_form(unseen):
    phone, session = a_full_game(unseen, left=1)
    form = open_form(phone, to("enter", session)) | ENTRY
    for _answer_was_lost in range(3):
        assert phone.post(to("enter", session), form).status_code == 302
    for action, answer, kept in (
        ("enter", enter(phone, session, a_round(2, 40, traps=3)), {"bid": "40", "traps": "3"}),
        ("correct", correct(phone, session, 1, a_round(2, 40)), {"bid": "40"}),
        ("options", set_target(phone, session, 750), {"own_target": "750"}),
    ):
        page = Page(answer)
        assert answer.status_code == 422, action
        assert "this game has reached its limit of 5000 entries and changes" in page.said
        fields = page.form(to(action, session, *([1] if action == "correct" else []))).fields
        assert fields.items() >= {name: [value] for name, value in kept.items()}.items()
    assert "start another game" in page.said
    later = open_form(phone, to("enter", session)) | ENTRY
    answer = phone.post(to("enter", session), later, headers={"Outbox": "send"})
    assert (answer.status_code, answer["Outbox"]) == (422, "refused")
    assert "5000 entries" in Page(answer).said
    assert entries_of(session) + unseen == MOST


def test_a_full_game_can_be_undone_cleaned_up_ended_reopened_and_deleted(unseen):
    phone, session = a_full_game(unseen)
    assert undo(phone, session).status_code == 302
    assert remove(phone, session, 1).status_code == 302
    assert press_end(phone, session).status_code == 302
    assert GameSession.objects.get(pk=session.pk).result
    assert reopen(phone, session).status_code == 302
    assert press_end(phone, session).status_code == 302
    assert phone.post(to("delete", session)).status_code == 302
    assert phone.post(to("restore", session)).status_code == 302
    assert entries_of(session) + unseen == MOST + 5


def test_a_full_game_does_not_grow_without_limit_and_can_still_be_ended(unseen):
    phone, session = a_full_game(unseen)
    setup = table_of(session).log.current(SETUP)
    Revision.objects.bulk_create(versions_of(session, 2, range(2, SPARE + 2)))
    for answer in (undo(phone, session), remove(phone, session, 3)):
        assert_refused(answer, "5000 entries")
        assert to("table", session) in Page(answer).links()
    assert press_end(phone, session).status_code == 302
    assert reopen(phone, session).status_code == 422
    stamp = {"slot": SETUP, "revision": setup.revision, "submission": uuid4()}
    assert phone.post(to("end", session), stamp).status_code == 302  # the current one
    assert phone.post(to("delete", session)).status_code == 302
    assert entries_of(session) + unseen == MOST + SPARE + 1


def test_a_restore_needs_room_for_itself_and_for_its_undo_and_is_answered_again_when_full(unseen):
    phone, session = a_full_game(unseen, left=9)
    changes = table_of(session).log.changes
    form = {"newest": changes[-1].pk, "submission": uuid4()}
    assert_refused(phone.post(to("set_back", session, changes[-6].pk), form), "5000 entries")
    assert phone.post(to("set_back", session, changes[-5].pk), form).status_code == 302
    assert undo(phone, session).status_code == 302
    assert len(table_of(session).log.entries) == ROUNDS
    assert entries_of(session) + unseen == MOST - 1
    Revision.objects.bulk_create(versions_of(session, 2, range(2, 3)))
    assert phone.post(to("set_back", session, changes[-5].pk), form).status_code == 302
    assert entries_of(session) + unseen == MOST


def test_a_game_from_before_the_limit_is_shown_and_can_be_ended():
    phone, session = a_full_game(left=-2 * SPARE)
    assert phone.get(to("table", session)).status_code == 200
    assert enter(phone, session).status_code == 422
    assert press_end(phone, session).status_code == 302
    assert phone.get(reverse("home")).status_code == 200
