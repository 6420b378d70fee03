"""The history of a group in memory, while others change it."""

import sys
from collections import Counter, OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import pytest
from django.db import connection
from django.urls import reverse
from django.utils.timezone import localdate

from scorekeeper.models import GameSession, Group, Revision, Seat
from scorekeeper.pages.statistics.rates import rates_context
from scorekeeper.people.merging import merge_players
from scorekeeper.statistics import history, plays
from scorekeeper.statistics.history import GroupHistory, _locks, history_of
from scorekeeper.statistics.plays import Family
from scorekeeper.statistics.years import year_figures
from scorekeeper.tables.finished.recount import recount_all
from tests.app.support.factories import a_group, a_phone
from tests.app.support.pads import a_pad


def group():
    return Group.objects.get()


def pages():
    player = group().players.get(name="Ana").pk
    return [
        ("evenings", group().pk),
        ("statistics", group().pk),
        ("player", player),
        ("family", group().pk, "score_pad"),
        ("player_family", player, "score_pad"),
    ]


def shown(phone, names=None):
    """The pages of statistics: all, or those with these names and keys."""
    for name, *arguments in names or pages():
        answer = phone.get(reverse(name, args=arguments), {"title": "golf"})
        assert answer.status_code == 200, name
        yield answer.content.decode()


def test_a_finished_game_whose_totals_are_not_stored_is_left_out(phone):
    session = a_pad(phone, 60, 20, 10)
    a_pad(phone, 60, 20, 10)
    Seat.objects.filter(session=session).update(total=None, rank=None, won=None)
    Group.objects.note_change()
    assert len(list(shown(phone))) == 5
    assert len(history_of(group()).plays) == 1


def test_recounting_gives_seats_the_kind_of_their_game_and_leaves_their_results_alone(phone):
    session = a_pad(phone, 60, 20, 10)
    GameSession.objects.update(kind="of earlier rules")
    Seat.objects.update(kind="of earlier rules")
    recount_all(everything=True)
    session.refresh_from_db()
    assert session.kind != "of earlier rules"
    assert set(Seat.objects.values_list("kind", flat=True)) == {session.kind}
    Revision.objects.filter(session=session, slot=1).delete()  # as if changed rules did not end it
    recount_all(everything=True)
    assert list(Seat.objects.values_list("total", "won")) == [(60, True), (20, False), (10, False)]


def test_options_that_the_rules_no_longer_read_have_no_title(phone):
    for options in ({}, {"target": 40}):
        session = a_pad(phone, 60, 20, 10, **options)
    session.refresh_from_db()
    session.result["options"] = {"target": "many"}
    session.save()
    Group.objects.note_change()
    assert len(list(shown(phone))) == 5


@contextmanager
def counting_calls(module):
    """Count the calls of each function of a module."""
    calls = Counter()

    def note(frame, event, _argument):
        if event == "call" and frame.f_code.co_filename == module.__file__:
            calls[frame.f_code.co_name] += 1

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def changing_after(queries, change):
    """Another request changes the database after the first so many queries of this one."""
    left = [queries]

    def wrapper(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        left[0] -= 1
        if left[0] == 0:
            change()
        return result

    return connection.execute_wrapper(wrapper)


def a_newcomer_wins(phone):
    group().players.get_or_create(name="Dan")
    a_pad(phone, 60, 20, 10, names=("Dan", "Ben", "Cho"))


def ana_becomes_eve(phone):
    ana = group().players.get(name="Ana")
    merge_players(ana, group().players.create(name="Eve"))


def the_last_game_goes_on(phone):
    session = GameSession.objects.last()
    Seat.objects.filter(session=session).update(total=None, rank=None, won=None)
    GameSession.objects.filter(pk=session.pk).update(finished_at=None)
    Group.objects.note_change()


@pytest.mark.parametrize("queries", [1, 2, 3])
@pytest.mark.parametrize("change", [a_newcomer_wins, ana_becomes_eve, the_last_game_goes_on])
def test_a_change_while_the_history_is_read_is_in_it_whole_or_not_at_all(phone, change, queries):
    for _ in range(2):
        a_pad(phone, 60, 20, 10)
    read = group()
    with changing_after(queries, lambda: change(phone)):
        found = history_of(read)
    whole = GroupHistory(group())
    assert (found.players, found.plays) == (whole.players, whole.plays)


def test_figures_of_someone_who_is_not_in_the_history_yet_are_left_out(phone):
    a_pad(phone, 60, 20, 10)
    known = history_of(group())
    eve = group().players.create(name="Eve")
    Seat.objects.filter(player__name="Ana").update(player=eve)
    (row,) = rates_context(known, Family("score_pad", "golf"))["rates"]
    assert [one.player.name for one in row.players] == ["Ben", "Cho"]
    year = year_figures(known, localdate().year)
    assert all(eve.pk not in sums for sums in year.counts[Family("score_pad", "golf")].values())


@pytest.mark.django_db(transaction=True)
def test_a_group_whose_history_is_read_for_long_does_not_make_others_wait(phone, monkeypatch):
    slow, quick = group(), Group.objects.create(name="Others")
    reading, may_go_on = Event(), Event()

    def load(pk):
        if pk == slow.pk:
            reading.set()
            assert may_go_on.wait(10)
        return []

    def read_slowly():
        try:
            return history_of(slow)
        finally:
            connection.close()

    monkeypatch.setattr("scorekeeper.statistics.history.load_plays", load)
    with ThreadPoolExecutor(2) as threads:
        try:
            first = threads.submit(read_slowly)
            assert reading.wait(10)
            second = threads.submit(read_slowly)
            assert history_of(quick).group == quick.pk
            assert not second.done()
        finally:
            may_go_on.set()
        assert first.result() is second.result()
    assert not _locks


def test_the_histories_of_few_groups_stay_in_memory(monkeypatch):
    monkeypatch.setattr(history, "_histories", OrderedDict())
    monkeypatch.setattr(history, "MOST_PLAYS", 2 * history.EMPTY)
    groups = [a_group(a_phone()) for _ in range(3)]
    known = [history_of(group) for group in groups]
    assert [history_of(group) for group in groups[1:]] == known[1:]
    assert len(history._histories) == 2
    assert history_of(groups[0]) is not known[0]


def test_a_history_keeps_few_results(monkeypatch):
    monkeypatch.setattr(history, "MOST_RESULTS", 3)
    kept = history_of(a_group(a_phone()))
    computed = [kept.compute_once(key, object) for key in range(4)]
    assert [kept.compute_once(key, object) for key in (1, 2, 3)] == computed[1:]
    assert kept.compute_once(0, object) is not computed[0]


def test_a_history_is_read_again_only_when_the_group_has_changed(phone, django_assert_num_queries):
    before = group()
    first = history_of(before)
    with django_assert_num_queries(0):
        assert history_of(before) is first
    Group.objects.note_change()
    assert history_of(group()) is not first


def test_pages_that_were_opened_before_look_at_no_more_plays_in_a_longer_history(phone):
    looks, (_all_of_an_evening, *others) = [], pages()
    for _ in range(2):
        for _game in range(12):
            a_pad(phone, 60, 20, 10)
        list(shown(phone, others))
        with counting_calls(plays) as calls:
            list(shown(phone, others))
        looks.append(calls)
    assert looks[0] == looks[1] != {}


def test_a_history_that_another_request_has_read_meanwhile_is_not_read_again(
    phone, django_assert_num_queries
):
    before = group()
    a_pad(phone, 60, 20, 10)
    current = history_of(group())
    with django_assert_num_queries(1):
        assert history_of(before) is current
