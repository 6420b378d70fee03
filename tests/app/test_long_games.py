"""Games of hundreds of rounds: the table shows the newest, other pages all, and none is large."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession, Revision, Role
from scorekeeper.pages.chart import COLUMNS, Chart
from scorekeeper.pages.sheet import ROWS
from scorekeeper.tables.revisions import MOST, SETUP, SPARE
from scorekeeper.tables.undo import set_back
from tests.app.support.factories import (
    HTMX,
    a_game,
    a_member,
    a_phone,
    a_round,
    as_saved,
    correct,
    end_early,
    enter,
    open_form,
    remove,
    reopen,
    seen_by,
    set_target,
    table_as_seen,
    table_of,
    to,
    undo,
)
from tests.app.support.pages import Page

pytestmark = pytest.mark.django_db

HALF_A_MEGABYTE = 500_000
TWENTY = tuple(f"Player {number} of twenty, with a name so long"[:40] for number in range(1, 21))
PAD = {"title": "", "lowest_wins": False, "target": None, "rounds": None}
NO_END = 10**9


def a_long_game(phone, rounds, game="chimera", **more):
    entries = {
        "chimera": lambda n: a_round(n % 3),
        "score_pad": lambda n: {"points": {str(seat): n + seat for seat in range(20)}},
    }
    options = {"target": NO_END} if game == "chimera" else PAD
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
    enter(phone, session)
    page = Page(phone.get(to("table", session)))
    assert rows_on(page) == list(range(ROWS + 1, 1, -1))
    assert to("rounds", session) in page.links()
    assert f"All {ROWS + 1} rounds" in page.said


def test_the_pages_of_the_whole_sheet_show_every_round_once():
    phone = a_phone()
    session = a_long_game(phone, 600)
    pages = pages_of(phone, session)
    assert [row for page in pages for row in rows_on(page)] == list(range(600, 0, -1))
    assert len(pages) > 1
    assert all("All 600 rounds" in page.said for page in pages)


def test_no_page_of_twenty_players_and_a_thousand_rounds_is_large():
    phone = a_phone()
    session = a_long_game(phone, 1000, "score_pad", names=TWENTY)
    sheets = [to("rounds", session) + f"?page={number}" for number in range(1, 17)]
    addresses = [to("table", session), to("display", session), *sheets]
    answers = [phone.get(address) for address in addresses]
    assert "All 1,000 rounds" in answers[0].content.decode()
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


@pytest.mark.parametrize("slot", [1, 250, 600])
def test_an_opened_round_closes_on_its_own_page(slot):
    phone = a_phone()
    session = a_long_game(phone, 600)
    opened = Page(phone.get(to("round", session, slot), headers=HTMX))
    (close,) = {
        a["href"].split("#")[0] for tag, a in opened.tags if tag == "a" and "data-in-place" in a
    }
    assert slot in rows_on(Page(phone.get(close)))
    assert close == to("table", session) if slot == 600 else "?round=" in close
    alone = Page(phone.get(to("round", session, slot)))
    assert f"{close}#round-{slot}" in alone.links()


def test_a_viewer_can_see_all_rounds_and_a_stranger_cannot():
    host = a_phone()
    session = a_long_game(host, 60)
    assert rows_on(pages_of(a_member(session.group, Role.VIEWER), session)[0])[0] == 60
    assert a_phone().get(to("rounds", session)).status_code == 404


@pytest.mark.parametrize("asked", ["?round=0", "?round=9999", "?round=x", "?page=99", "?page=x"])
def test_a_page_number_out_of_range_shows_existing_rounds(asked):
    phone = a_phone()
    session = a_long_game(phone, 300)
    assert rows_on(Page(phone.get(to("rounds", session) + asked)))


def test_a_card_has_no_sheet_of_all_turns():
    phone = a_phone()
    session = a_game(phone, game="yahtzee", options={"joker": "forced"})
    assert phone.get(to("rounds", session)).status_code == 404


def test_a_page_of_rounds_is_sent_again_only_when_the_game_has_changed():
    phone = a_phone()
    session = a_long_game(phone, 60)
    address = to("rounds", session)
    etag = phone.get(address)["ETag"]
    assert phone.get(address, headers={"If-None-Match": etag}).status_code == 304
    enter(phone, session)
    assert phone.get(address, headers={"If-None-Match": etag}).status_code == 200


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
    first, second = Chart(
        ["Ana", "Ben"], range(2), course, None, [str(n) for n in range(1, 1001)]
    ).curves
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
    (curve,) = Chart(
        ["Ana"], range(1), course, None, [str(n) for n in range(1, COLUMNS + 1)]
    ).curves
    assert len(curve.points.split()) == COLUMNS + 1


# As many revisions as a game can hold


def a_full_game(phone, left=0):
    """A game with room for this many more revisions."""
    session = a_long_game(phone, MOST - 1 - left)
    assert Revision.objects.filter(session=session).count() == MOST - left
    return session


def entries_of(session):
    return Revision.objects.filter(session=session).count()


def test_the_last_round_that_fits_is_saved_and_the_next_stays_in_its_form():
    phone = a_phone()
    session = a_full_game(phone, left=1)
    assert enter(phone, session).status_code == 302
    answer = enter(phone, session, a_round(2, 40, traps=3))
    page = Page(answer)
    assert answer.status_code == 422
    assert "this game has reached its limit of 5,000 entries and changes" in page.said
    assert "start another game" in page.said
    fields = page.form(to("enter", session)).fields
    assert (fields["chimera"], fields["bid"], fields["traps"]) == (["2"], ["40"], ["3"])
    assert entries_of(session) == MOST


def test_a_correction_that_does_not_fit_stays_in_its_form():
    phone = a_phone()
    session = a_full_game(phone)
    answer = correct(phone, session, 1, a_round(2, 40))
    assert answer.status_code == 422
    assert Page(answer).form(to("correct", session, 1)).fields["bid"] == ["40"]
    assert entries_of(session) == MOST


def test_other_options_that_do_not_fit_stay_in_their_form():
    phone = a_phone()
    session = a_full_game(phone)
    answer = set_target(phone, session, 750)
    assert answer.status_code == 422
    assert "5,000 entries" in Page(answer).said
    assert Page(answer).form(to("options", session)).fields["own_target"] == ["750"]


def test_a_full_game_answers_a_saved_round_as_saved():
    phone = a_phone()
    session = a_full_game(phone, left=1)
    form = open_form(phone, to("enter", session))
    sent = {**form, "chimera": 0, "bid": 20, "first_out": 0}
    answers = [phone.post(to("enter", session), sent).status_code for _ in range(3)]
    assert answers == [302, 302, 302]
    assert entries_of(session) == MOST


def test_a_phone_that_sends_a_round_later_is_told_that_the_game_is_full():
    phone = a_phone()
    session = a_full_game(phone)
    form = {**open_form(phone, to("enter", session)), "chimera": 0, "bid": 20, "first_out": 0}
    answer = phone.post(to("enter", session), form, headers={"Outbox": "send"})
    assert (answer.status_code, answer["Outbox"]) == (422, "refused")
    assert "5,000 entries" in Page(answer).said


def test_a_full_game_can_be_undone_cleaned_up_ended_reopened_and_deleted():
    phone = a_phone()
    session = a_full_game(phone)
    assert undo(phone, session).status_code == 302
    assert remove(phone, session, 1).status_code == 302
    assert end_early(phone, session).status_code == 302
    assert GameSession.objects.get(pk=session.pk).result
    assert reopen(phone, session).status_code == 302
    assert end_early(phone, session).status_code == 302
    assert phone.post(to("delete", session)).status_code == 302
    assert phone.post(to("restore", session)).status_code == 302
    assert entries_of(session) == MOST + 5


def test_a_full_game_does_not_grow_without_limit_and_can_still_be_ended():
    phone = a_phone()
    session = a_full_game(phone)
    setup = table_of(session).current(SETUP)
    Revision.objects.bulk_create(versions_of(session, 2, range(2, SPARE + 2)))
    for answer in (undo(phone, session), remove(phone, session, 3)):
        assert answer.status_code == 422
        assert "5,000 entries" in Page(answer).said
        assert to("table", session) in Page(answer).links()
    assert end_early(phone, session).status_code == 302
    assert reopen(phone, session).status_code == 422
    stamp = {"slot": SETUP, "revision": setup.revision, "submission": uuid4()}
    assert phone.post(to("end", session), stamp).status_code == 302  # the current one
    assert phone.post(to("delete", session)).status_code == 302
    assert entries_of(session) == MOST + SPARE + 1


def test_a_restore_needs_room_for_itself_and_for_its_undo():
    phone = a_phone()
    session = a_full_game(phone, left=9)
    changes = table_of(session).changes
    form = {"newest": changes[-1].pk, "submission": uuid4()}
    refused = phone.post(to("set_back", session, changes[-6].pk), form)
    assert refused.status_code == 422
    assert "5,000 entries" in Page(refused).said
    assert phone.post(to("set_back", session, changes[-5].pk), form).status_code == 302
    assert undo(phone, session).status_code == 302
    assert len(table_of(session).entries) == MOST - 10
    assert entries_of(session) == MOST - 1


def test_a_game_from_before_the_limit_is_shown_and_can_be_ended():
    phone = a_phone()
    session = a_long_game(phone, MOST + 2 * SPARE)
    assert phone.get(to("table", session)).status_code == 200
    assert enter(phone, session).status_code == 422
    assert end_early(phone, session).status_code == 302
    assert phone.get(reverse("home")).status_code == 200


def test_a_full_game_answers_a_repeated_restore_as_before():
    phone = a_phone()
    session = a_full_game(phone, left=2)
    session = seen_by(phone, session)
    before = table_of(session).changes
    submission = uuid4()
    first = set_back(table_as_seen(session), before[-2].pk, before[-1].pk, submission)
    Revision.objects.bulk_create(versions_of(session, 2, range(2, 3)))
    table = table_as_seen(session)
    assert set_back(table, before[-2].pk, before[-1].pk, submission) == first
