"""Who sits out if more want to play than a game takes."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from games.registry import games
from scorekeeper.models import GameSession, Player
from scorekeeper.statistics.evenings import evenings
from scorekeeper.statistics.plays import Place, Play
from scorekeeper.statistics.sitting_out import breaks, in_turn
from tests.app.support.factories import a_game, a_group, a_phone, a_round, table_of
from tests.app.support.pages import Page
from tests.support.long import examples

FIRST = datetime(2026, 5, 1, 19, tzinfo=UTC)
A_GAME = timedelta(minutes=30)
FIVE = ("Ana", "Ben", "Cho", "Dan", "Eve")
NEW = reverse("new", args=["chimera"])


def play(players, at, game="golf", minutes=30):
    places = tuple(Place(player, 0, 1, True) for player in players)
    times = at - timedelta(minutes=minutes), at, at
    return Play(places, int(at.timestamp()), game, "", "", False, *times, False, 1, 0, 0, 0)


def last_break(plays, player, now):
    return next(iter(breaks(evenings(plays), player, now)), None)


def sits_out(plays, pool, count, now):
    turn = in_turn(breaks(evenings(plays), player, now) for player in pool)
    return [pool[place] for place in turn[:count]]


rounds = st.lists(
    st.tuples(st.permutations(range(10)), st.sampled_from([1, 1, 1, 20])), min_size=1, max_size=40
)


FULL = {3: "chimera", 4: "chimera_tricks", 6: "wizard"}
"""Games that take no more players."""


@pytest.mark.parametrize("seats", FULL)
@settings(max_examples=examples(20), deadline=None)
@given(st.integers(1, 4), rounds)
def test_nobody_sits_out_twice_more_often_than_another(seats, more, rounds):
    """Over many games and evenings, in whatever order they sit down."""
    assert games()[FULL[seats]].players[-1] == seats
    plays, times, now = [], dict.fromkeys(range(seats + more), 0), FIRST
    for order, hours in rounds:
        pool = [player for player in order if player in times]
        now += timedelta(hours=hours)
        out = sits_out(plays, pool, more, now)
        seated = [player for player in pool if player not in out]
        plays.append(play(seated, now + A_GAME, FULL[seats]))
        for player in out:
            times[player] += 1
        assert max(times.values()) - min(times.values()) <= 1


def test_the_player_who_did_so_longest_ago_sits_out_and_before_them_those_who_never_did():
    evening = [FIRST + n * A_GAME for n in range(4)]
    ana, ben, cho, dan, eve = pool = range(1, 6)
    plays = [
        play([ana, ben, cho, dan], evening[0]),
        play([ana, ben, cho, eve], evening[1]),
        play([ana, ben, dan, eve], evening[2]),
    ]
    later = FIRST + timedelta(days=7)
    last = [last_break(plays, player, later) for player in pool]
    assert last == [None, None, plays[2], plays[1], plays[0]]
    assert sits_out(plays, pool, 5, later) == [ben, ana, eve, dan, cho]


def test_who_was_not_there_did_not_sit_out():
    plays = [
        play([1, 2], FIRST),  # an evening for two
        play([1, 2, 3, 4], FIRST + timedelta(days=1)),
    ]
    later = FIRST + timedelta(days=2)
    assert [last_break(plays, player, later) for player in (1, 3, 5)] == [None, None, None]


def test_a_game_without_a_free_seat_counts_also_for_those_who_never_played_that_evening():
    full = play([1, 2, 3], FIRST, "chimera")
    later = FIRST + timedelta(days=1)
    assert last_break([full], 4, later) == full
    assert last_break([full], 1, later) is None
    gone = play([1, 2, 3], FIRST, "no_longer_installed")
    assert last_break([gone], 4, later) is None


def test_who_wants_to_play_now_sat_out_of_the_games_of_this_evening():
    plays = [play([1, 2, 3, 4], FIRST)]
    assert last_break(plays, 5, FIRST + timedelta(hours=5)) == plays[0]
    assert last_break(plays, 5, FIRST + timedelta(hours=6)) is None


def test_who_is_at_another_table_does_not_sit_out_and_neither_does_anyone_of_a_solo_game():
    plays = [
        play([1, 2], FIRST),
        play([3, 4], FIRST + timedelta(minutes=10)),
        play([4], FIRST + timedelta(minutes=50)),
    ]
    now = FIRST + timedelta(hours=1)
    assert [last_break(plays, player, now) for player in (1, 3)] == [None, None]
    assert last_break(plays, 5, now) == plays[1]


@pytest.fixture
def phone(clock, db):
    phone = a_phone()
    a_group(phone, names=FIVE)
    return phone


def finished(phone, *names):
    return a_game(phone, names=names, target=40, rounds=[a_round(bid=40)])


def setup(response):
    return Page(response).form_called("setup")


def table(form):
    return form.fields["seat"], form.fields.get("bench", [])


def tap(phone, *names, **fields):
    """Tap players on the page for a new game; the answer to the last tap."""
    for name in names:
        response = phone.post(NEW, {**fields, "add": name})
        fields = setup(response).fields
    return response


def test_a_player_too_many_makes_someone_sit_out_who_did_so_longest_ago(phone, clock):
    finished(phone, "Ana", "Ben", "Cho")
    clock.pass_by(days=1)
    finished(phone, "Ana", "Dan", "Cho")
    clock.pass_by(minutes=10)
    finished(phone, "Ben", "Dan", "Cho")
    clock.pass_by(days=1)
    answer = tap(phone, "Ana", "Ben", "Cho", "Dan")
    assert answer.status_code == 200
    assert table(setup(answer)) == (["Ana", "Ben", "Dan"], ["Cho"])
    assert "Cho sits out, for the first time" in Page(answer).said
    answer = tap(phone, "Eve", **setup(answer).fields)
    assert table(setup(answer)) == (["Ana", "Ben", "Eve"], ["Cho", "Dan"])
    assert "Dan sits out, last time on 13 Mar 2026: longest ago" in Page(answer).said


def test_one_tap_lets_somebody_else_sit_out(phone, clock):
    finished(phone, "Ana", "Ben", "Cho")
    form = setup(tap(phone, "Ana", "Ben", "Cho", "Dan"))
    assert table(form) == (["Ana", "Ben", "Dan"], ["Cho"])
    answer = phone.post(NEW, {**form.fields, "instead": "1"})
    assert table(setup(answer)) == (["Ana", "Cho", "Dan"], ["Ben"])
    form = setup(phone.post(NEW, {**setup(answer).fields, "instead": "2"}))
    assert table(form) == (["Ana", "Cho", "Ben"], ["Dan"])
    phone.post(NEW, {**form.fields, "target": "400", "start": "1"})
    session = GameSession.objects.latest("pk")
    assert table_of(session).names == ["Ana", "Cho", "Ben"]
    assert Player.objects.count() == len(FIVE)


def test_who_sits_out_gets_the_seat_of_a_player_who_leaves(phone):
    form = setup(tap(phone, "Ana", "Ben", "Cho", "Dan", "Eve"))
    assert table(form) == (["Ana", "Ben", "Cho"], ["Dan", "Eve"])
    form = setup(phone.post(NEW, {**form.fields, "out": "0"}))
    assert table(form) == (["Ben", "Cho", "Eve"], ["Dan"])
    form = setup(phone.post(NEW, {**form.fields, "out": "0"}))
    assert table(form) == (["Cho", "Eve", "Dan"], [])


def test_a_second_tap_on_who_sits_out_changes_nothing(phone):
    form = setup(tap(phone, "Ana", "Ben", "Cho", "Dan"))
    assert table(setup(tap(phone, "Dan", **form.fields))) == table(form)


def test_another_game_with_the_same_players_seats_as_many_as_it_takes(phone):
    five = {"seat": FIVE, "switch": "1"}
    form = setup(phone.post(NEW, five))
    assert table(form) == (["Ana", "Ben", "Cho"], ["Eve", "Dan"])
    form = setup(phone.post("/new/yahtzee/", {**form.fields, "switch": "1"}))
    assert table(form) == (["Ana", "Ben", "Cho", "Dan", "Eve"], [])


def test_invalid_names_and_seats_change_nobody(phone):
    form = setup(tap(phone, "Ana", "Ben", "Cho", "Dan"))
    for instead in ("9", "-1", "²", "x"):
        assert table(setup(phone.post(NEW, {**form.fields, "instead": instead}))) == table(form)
    sent = {"seat": ["Ana", "Ben", "Cho"], "bench": ["ana", "Dan", "DAN", "<b>"]}
    answer = phone.post(NEW, {**sent, "regroup": "1"})
    assert table(setup(answer)) == (["Ana", "Ben", "Cho"], ["Dan", "<b>"])
    assert "&lt;b&gt;</strong>" in answer.content.decode()


def test_the_bench_needs_no_more_queries_after_many_games(phone, django_assert_max_num_queries):
    form = setup(tap(phone, "Ana", "Ben", "Cho", "Dan"))
    for _ in range(3):
        finished(phone, "Ana", "Ben", "Cho")
        finished(phone, "Ana", "Eve", "Cho")
    with django_assert_max_num_queries(20):
        phone.post(NEW, {**form.fields, "add": "Eve"})
