"""However often and however close together Start is pressed: one game, one group, one answer."""

from dataclasses import replace
from functools import partial
from time import sleep

import pytest
from django.urls import reverse

from games.registry import games
from scorekeeper.models import GameSession, Group, Member, Player, Role
from scorekeeper.people.devices import hash_secret, rename_device
from scorekeeper.people.groups import change_player
from scorekeeper.tables.start import NewGame, PeopleChanged, start_once
from tests.app.support.at_once import at_once
from tests.app.support.factories import (
    NAMES,
    a_group,
    a_hosted_game,
    a_hosted_group,
    a_member,
    a_phone,
    a_round,
    a_setup,
    device,
    is_postgres,
    let_in,
    start,
    to,
)
from tests.app.support.pages import Page
from tests.support.long import LONG

at_the_same_moment = pytest.mark.django_db(transaction=True)
NEW = reverse("new", args=["chimera"])
GAME = {"game": games()["chimera"], "names": NAMES, "options": {"target": 400}}
# SQLite has one writer, so fewer orders of events
TIMES = (11 if is_postgres() else 4) * (9 if LONG else 1)
TRIES = 5 if LONG else 2


def starting(phone, setup):
    return partial(phone.post, NEW, {**setup, "start": "1"})


def a_moment_later(milliseconds, press):
    sleep(milliseconds / 1000)
    return press()


def twice(press, times):
    """Act twice, the second time 0 to 10 ms after the first."""
    return press, partial(a_moment_later, times % 11, press)


def addresses(*presses):
    answers = at_once(*presses)
    assert {answer.status_code for answer in answers} == {302}
    return {answer.url for answer in answers}


def pressing_rematch(phone, session):
    form = Page(phone.get(to("table", session))).form_called("rematch").fields
    return partial(phone.post, f"{NEW}?again={session.pk}", {**form, "start": "again"})


def made():
    return [model.objects.count() for model in (Group, Member, Player, GameSession)]


@at_the_same_moment
@pytest.mark.parametrize("group", [{}, {"group": "new"}])
def test_a_start_sent_twice_at_once_creates_one_game_in_one_group_every_time(group):
    """More at once are sent in tests/attacks/test_at_once.py, to two processes."""
    for times in range(1, TIMES + 1):
        phone, setup = a_phone(), a_setup(**group)
        assert len(addresses(*twice(starting(phone, setup), times))) == 1
        assert made() == [times, times, 3 * times, times]


@at_the_same_moment
def test_a_start_in_a_group_sent_twice_at_once_creates_one_game_every_time():
    phone, group = a_hosted_group()
    for times in range(1, TIMES + 1):
        assert len(addresses(*twice(starting(phone, a_setup(group=group.pk)), times))) == 1
        assert made() == [1, 1, 3, times]


@at_the_same_moment
def test_concurrent_starts_after_the_first_game_was_deleted_create_one_game():
    phone, setup = a_phone(), a_setup()
    (first,) = addresses(starting(phone, setup))
    for _ in range(TRIES):
        phone.post(f"{first}delete/")
        (second,) = addresses(*[starting(phone, setup)] * 4)
        assert second != first
        first = second


@at_the_same_moment
def test_concurrent_starts_of_another_table_from_the_same_page_create_one_game():
    for times in range(1, TRIES + 1):
        phone, setup = a_phone(), a_setup()
        other = {**setup, "seat": ["Ben", "Ana", "Cho"]}
        assert len(addresses(*[starting(phone, setup)] * 3, *[starting(phone, other)] * 3)) == 2
        assert made() == [times, times, 3 * times, 2 * times]


@at_the_same_moment
def test_several_first_starts_of_one_device_at_once_create_one_group():
    for times in range(1, TRIES + 1):
        phone = a_phone()
        assert len(addresses(*[starting(phone, a_setup()) for _ in range(4)])) == 4
        assert made() == [times, times, 3 * times, 4 * times]


@at_the_same_moment
def test_a_rematch_pressed_four_times_on_two_phones_is_one_game():
    for _ in range(TRIES):
        phone, session = a_hosted_game(target=60, rounds=[a_round(0, 30)])
        phones = [phone, a_member(session.group, Role.SCORER)]
        assert len(addresses(*[pressing_rematch(one, session) for one in phones] * 4)) == 1
        assert session.group.sessions.count() == 2


def test_a_page_opened_before_the_device_had_a_group_starts_in_its_new_group():
    phone = a_phone()
    start(phone)
    start(phone, seat=["ana", "BEN", "Cho"])
    assert Group.objects.count() == 1
    assert GameSession.objects.count() == 2
    assert sorted(Player.objects.values_list("name", flat=True)) == list(NAMES)


def test_such_a_page_never_starts_in_a_group_the_device_can_only_watch():
    group, phone = a_group(a_phone()), a_phone()
    let_in(phone, group, Role.VIEWER)
    start(phone)
    assert not group.sessions.exists()
    assert Group.objects.for_device(device(phone), Role.HOST).count() == 1


def test_a_start_whose_device_gets_its_next_secret_meanwhile_creates_the_game():
    phone = a_phone()
    group, before = a_group(phone), device(phone)
    rename_device(before, hash_secret("n" * 43))
    new = NewGame(**GAME, device=before, group=group)
    assert start_once(new).group == group
    assert group.members.count() == 1


def test_a_name_that_nobody_has_any_more_since_it_was_checked_creates_nobody():
    phone, session = a_hosted_game()
    group = Group.objects.get(pk=session.group_id)
    version = group.people_version
    new = NewGame(**GAME, device=device(phone), group=group, people_version=version)
    change_player(group.players.get(name="Ben"), {"name": "Benjamin"})
    with pytest.raises(PeopleChanged):
        start_once(new)
    assert group.players.count() == 3
    assert start_once(replace(new, people_version=None)).pk
