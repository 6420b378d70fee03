"""Every figure equals a second, slow computation, over random histories."""

from collections import Counter
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.models import Group, Player
from scorekeeper.people.merging import merge_players, played_together
from scorekeeper.statistics.group import families_of, group_records, h_index, plays_by_month
from scorekeeper.statistics.head_to_head import FEWEST
from scorekeeper.statistics.history import history_of
from scorekeeper.statistics.player import player_figures
from scorekeeper.statistics.wins import league
from tests.app.support import slow_statistics as slow
from tests.app.support.factories import a_game, a_group, a_phone, to
from tests.support.long import examples

pytestmark = pytest.mark.django_db

NAMES = ("Ana", "Ben", "Cho", "Dan")
STAMP = {"slot": 0, "revision": 1}

games = st.fixed_dictionaries(
    {
        "names": st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True),
        "points": st.lists(st.integers(-3, 3), min_size=4, max_size=4),
        "title": st.sampled_from(["Golf", "golf", "Darts", ""]),
        "lowest_wins": st.booleans(),
        "fate": st.sampled_from(["kept"] * 5 + ["early", "deleted", "corrected", "unfinished"]),
    }
)
histories = st.lists(games, max_size=10)
few = settings(
    max_examples=examples(10),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def play(phone, group, names, points, title, lowest_wins, fate):
    entry = {"points": {str(seat): points[seat] for seat in range(len(names))}}
    rounds = 2 if fate in ("early", "unfinished") else 1
    options = {"title": title, "lowest_wins": lowest_wins, "target": None, "rounds": rounds}
    session = a_game(phone, group, names, game="score_pad", options=options, rounds=[entry])
    if fate == "early":
        assert phone.post(to("end", session), {**STAMP, "submission": uuid4()}).status_code == 302
    if fate == "deleted":
        phone.post(to("delete", session))
    if fate == "corrected":
        fields = {f"points_{seat}": str(-points[seat]) for seat in range(len(names))}
        stamp = {**STAMP, "slot": 1, "submission": uuid4()}
        answer = phone.post(to("correct", session, 1), {**stamp, **fields})
        assert answer.status_code == 302


def a_history(played, merged=False):
    phone = a_phone()
    group = a_group(phone, names=NAMES)
    for game in played:
        play(phone, group, **game)
    if merged:
        dan, ana = (group.players.get(name=name) for name in ("Dan", "Ana"))
        if not played_together(dan, ana):
            merge_players(dan, ana)
    return Group.objects.get(pk=group.pk)


def pair_of_groups(played, others, merged):
    return [a_history(others), a_history(played, merged)]


@few
@given(played=histories, others=histories, merged=st.booleans())
def test_the_figures_of_players_are_true(played, others, merged):
    for group in pair_of_groups(played, others, merged):
        history, known = history_of(group), slow.games_of(group)
        for player in Player.objects.filter(group=group).values_list("pk", flat=True):
            figures = player_figures(history, player)
            wins = figures.wins
            found = wins.games, wins.wins, wins.shared, pytest.approx(wins.expected)
            assert slow.wins(known, player) == found
            streaks = len(figures.present_streak), len(figures.longest_streak)
            assert slow.streaks(known, player) == streaks
            pairs = {one.opponent: (one.above, one.below, one.level) for one in figures.pairings}
            assert slow.pairings(known, player) == pairs
            last = [game["pk"] for game in slow.of_player(slow.that_count(known), player)][-10:]
            assert [play.pk for play in figures.last] == last
            titled = [game for game in known if game["title"] != "score pad"]
            assert sorted(summaries(figures)) == [
                pytest.approx(summary) for summary in slow.totals(titled, player)
            ]


def summaries(figures):
    for family in figures.families:
        for one in family.totals:
            spread = -1 if one.spread is None else one.spread
            yield one.best, one.mean, one.median, spread, one.last


@few
@given(played=histories, others=histories, merged=st.booleans())
def test_the_figures_of_groups_are_true(played, others, merged):
    for group in pair_of_groups(played, others, merged):
        history, known = history_of(group), slow.games_of(group)
        for one in league(history.plays):
            assert slow.wins(known, one.player)[:3] == (one.games, one.wins, one.shared)
        assert {one.player for one in league(history.plays)} == {
            player for game in slow.that_count(known) for player in game["totals"]
        }
        families = families_of(history.plays)
        titles = Counter(game["title"] for game in known if not game["early"])
        assert sorted(len(one.plays) for one in families) == sorted(titles.values())
        assert h_index(families) == slow.h_index(known)
        months = Counter(game["day"].replace(day=1) for game in known)
        assert {month: n for month, n in plays_by_month(history.plays) if n} == months
        titled = [game for game in known if game["title"] != "score pad"]
        found = {
            (one.name.value, one.value, one.play.pk, tuple(sorted(one.players)))
            for one in group_records(history)
        }
        assert found == slow.records(titled)


@few
@given(played=histories)
def test_nemesis_and_favourite_are_the_lowest_and_the_highest_share(played):
    group = a_history(played)
    history = history_of(group)
    for player in Player.objects.filter(group=group).values_list("pk", flat=True):
        figures = player_figures(history, player)
        shares = {
            other: (above + level / 2) / (above + below + level)
            for other, (above, below, level) in slow.pairings(slow.games_of(group), player).items()
            if above + below + level >= FEWEST
        }
        worst, best = min([0.5, *shares.values()]), max([0.5, *shares.values()])
        assert {one.share for one in figures.nemeses} == {worst} - {0.5}
        assert {one.share for one in figures.favourites} == {best} - {0.5}


def test_a_history_is_read_again_only_when_the_group_has_changed(django_assert_num_queries):
    group = a_history([])
    first = history_of(group)
    with django_assert_num_queries(0):
        assert history_of(group) is first
    Group.objects.filter(pk=group.pk).changed()
    assert history_of(Group.objects.get(pk=group.pk)) is not first
