"""A fair head start is proposed where ratings allow it, shown beside the result, never counted."""

import pytest
from django.urls import reverse

from scorekeeper.models import GameSession, Seat
from scorekeeper.tables.setup import replace_player, swap_seats
from tests.app.support.factories import (
    a_game,
    a_hosted_group,
    a_phone,
    a_round,
    add,
    said,
    seen_by,
    start,
    table_of,
)
from tests.app.support.pages import Page
from tests.app.test_seats import replace

NEW = reverse("new", args=["chimera"])
OFFER = "Head start Ben +330, Cho +330"
ASK = "Propose a head start"
NONE = "No head start"


@pytest.fixture
def phone():
    """A phone of a group in which Ana has won twelve games, by far."""
    phone, group = a_hosted_group()
    for number in range(12):
        other = a_round(1 + number % 2, 40)
        a_game(phone, group, rounds=[a_round(0, 40), other, *[a_round(0, 40)] * 4])
    return phone


def new_page(phone, names=("Ana", "Ben", "Cho"), **fields):
    group = GameSession.objects.first().group_id
    sent = {"seat": names, "group": group, "type": "1", "target": "400", "head_start": "ask"}
    return Page(phone.post(NEW, {**sent, **fields}))


def test_one_is_proposed_for_who_is_surely_weaker_and_its_tick_stays_beside_a_mistake(phone):
    asking = new_page(phone, head_start="").said
    assert ASK in asking
    assert OFFER not in asking
    assert OFFER in new_page(phone).said
    assert "Head start Ben +330" in new_page(phone, ("Ben", "Ana")).said
    for names in (("Ben", "Cho"), ("Ana", "Dan")):
        assert NONE in new_page(phone, names).said, names
    assert ASK not in new_page(phone, ("Ana",), head_start="").said
    page = new_page(phone, head_start="1")
    assert page.tree.xpath("//input[@name='head_start' and @type='checkbox' and @checked]")
    page = new_page(phone, head_start="1", target="own", own_target="x")
    assert page.tree.xpath("//input[@name='head_start' and @type='hidden']")


def test_none_is_proposed_without_enough_games_that_compare(phone):
    assert NONE in new_page(phone, target="300").said
    assert ASK not in new_page(phone, target="own", own_target="x", head_start="").said
    few = a_phone()
    for _number in range(4):
        a_game(few, rounds=[a_round(0, 40)] * 5)
    assert NONE in new_page(few, group=GameSession.objects.last().group_id).said


def started(phone, **more):
    group = GameSession.objects.first().group_id
    start(phone, group=group, **more)
    return GameSession.objects.order_by("pk").last()


def test_it_is_shown_beside_the_result_and_counts_nowhere(phone):
    session = seen_by(phone, started(phone, head_start="1"))
    assert "Head start: Ben +330, Cho +330" in said(phone, "table", session)
    add(session, a_round(0, 40))
    assert "With head start: Ben 330 · Cho 330 · Ana 80" in said(phone, "table", session)
    for entry in (a_round(1, 30), *[a_round(0, 40)] * 4):
        add(session, entry)
    text = said(phone, "table", session)
    assert "Ana wins" in text
    assert "With head start: Ana 400 · Ben 390 · Cho 330" in text
    seats = Seat.objects.filter(session=session).order_by("number")
    assert list(seats.values_list("total", "rank")) == [(400, 1), (60, 2), (0, 3)]


def test_only_the_tick_gives_one_which_stays_with_its_player_when_seats_change(phone):
    assert table_of(started(phone)).seating.head_start == []
    table = table_of(started(phone, head_start="1"))
    assert swap_seats(table, 0, 1)["head_start"] == [330, 0, 330]
    assert replace_player(table, 2, "Dan")["head_start"] == [0, 330, 0]


def test_nothing_is_shown_of_it_once_all_who_had_one_are_replaced(phone):
    session = seen_by(phone, started(phone, head_start="1"))
    for seat, name in ((1, "Dan"), (2, "Eve")):
        assert "Head start:" in said(phone, "table", session)
        replace(phone, session, seat, name)
    assert "ead start" not in said(phone, "table", session)
    add(session, a_round(0, 40))
    assert "ead start" not in said(phone, "table", session)
