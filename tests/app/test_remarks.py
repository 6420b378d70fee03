"""What the page of a finished game says was remarkable in it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as some

from scorekeeper.models import GameSession, Group, Role
from scorekeeper.pages import group_records
from scorekeeper.tables import lookback
from tests.app.support.factories import (
    a_game,
    a_group,
    a_member,
    a_phone,
    end_early,
    open_form,
    to,
)
from tests.app.support.pages import Page, text_of
from tests.app.support.slow_remarks import first_wins, remarkable
from tests.support.long import examples

pytestmark = pytest.mark.django_db

NAMES = ("Ana", "Ben", "Cho")
START = datetime(2026, 1, 5, 20, tzinfo=UTC)


@pytest.fixture
def phone():
    phone = a_phone()
    a_group(phone)
    return phone


def played(phone, day, points, names=NAMES, title="Golf", rounds=1, lowest_wins=False, group=None):
    """A pad that was finished so many days after START. `points`: of its last round."""
    options = {"title": title, "lowest_wins": lowest_wins, "target": None, "rounds": rounds}
    entries = [{"points": {str(seat): number for seat, number in enumerate(points)}}]
    if rounds > 1:
        entries = points
    session = a_game(phone, group, game="score_pad", names=names, options=options, rounds=entries)
    at = START + timedelta(days=day)
    times = {"started_at": at - timedelta(minutes=30), "played_at": at, "finished_at": at}
    GameSession.objects.filter(pk=session.pk).update(**times)
    return session


def remarks(phone, session):
    tree = Page(phone.get(to("table", session))).tree
    return [text_of(line) for line in tree.xpath("//ul[@class='remarks']/li")]


def badges(phone, session):
    rows = Page(phone.get(to("table", session))).tree.xpath("//ol[@class='standings']/li")
    return ["personal best" in text_of(row) for row in rows]


def alternating(phone, number, names=NAMES):
    """So many games that Ana and Ben win by turns, with plain figures."""
    points = [(50, 30, 10), (30, 50, 10)]
    return [played(phone, day, points[day % 2], names) for day in range(number)]


def test_a_plain_game_is_not_remarkable(phone):
    *_earlier, last = alternating(phone, 8)
    assert remarks(phone, last) == []


def test_the_first_game_of_a_group_is_not_remarkable(phone):
    (first,) = alternating(phone, 1)
    assert remarks(phone, first) == []


def test_a_game_that_the_group_had_not_played_is_its_first(phone):
    alternating(phone, 2)
    rummy = played(phone, 3, (20, 10, 0), title="Rummy")
    assert remarks(phone, rummy) == ["This group’s first game of Rummy"]
    again = played(phone, 4, (10, 20, 0), title="RUMMY")
    assert remarks(phone, again) == []


@pytest.mark.parametrize("points", [(60, 30, 10), (20, 60, 10)])
def test_the_highest_total_is_said_instead_of_the_personal_best(phone, points):
    alternating(phone, 6)
    high = played(phone, 6, points)
    assert "Highest Golf total ever" in remarks(phone, high)
    assert badges(phone, high) == [False, False, False]


def test_the_lowest_total_is_the_record_where_the_lowest_wins(phone):
    for day in range(4):
        played(phone, day, (20, 30, 40), lowest_wins=True)
    low = played(phone, 4, (10, 30, 40), lowest_wins=True)
    assert "Lowest Golf total ever" in remarks(phone, low)
    high = played(phone, 5, (21, 30, 90), lowest_wins=True)
    assert not any("total" in text for text in remarks(phone, high))


def test_a_total_of_zero_is_one_to_beat(phone):
    for day in range(4):
        played(phone, day, (0, 30, 40), lowest_wins=True)
    assert "Lowest Golf total ever" not in remarks(
        phone, played(phone, 4, (5, 6, 40), lowest_wins=True)
    )
    low = played(phone, 5, (-1, 30, 40), lowest_wins=True)
    assert "Lowest Golf total ever" in remarks(phone, low)


def test_a_personal_best_is_marked_beside_the_total(phone):
    alternating(phone, 6)
    better = played(phone, 6, (50, 49, 11))
    assert badges(phone, better) == [False, False, True]


def test_margins_are_records_of_their_kind(phone):
    alternating(phone, 6)
    close = played(phone, 6, (50, 49, 10))
    assert "Closest Golf ever" in remarks(phone, close)
    assert "Closest Golf ever" not in remarks(phone, played(phone, 7, (50, 49, 10)))
    clear = played(phone, 8, (50, 20, 10))
    assert "Clearest Golf win ever" in remarks(phone, clear)
    shared = played(phone, 9, (50, 50, 10))
    assert not any("Closest" in text for text in remarks(phone, shared))


def test_a_comeback_is_a_record(phone):
    def two_rounds(day, behind):
        first = {"points": {"0": 0, "1": behind, "2": 0}}
        last = {"points": {"0": 50, "1": 30 - behind, "2": 10}}
        return played(phone, day, [first, last], rounds=2)

    for day in range(4):
        two_rounds(day, 5)
    assert "Biggest comeback in Golf ever" in remarks(phone, two_rounds(4, 6))
    assert "Biggest comeback in Golf ever" not in remarks(phone, two_rounds(5, 6))


def test_wins_in_a_row_and_their_end(phone):
    alternating(phone, 2)
    for day in (2, 3, 4):
        streak = played(phone, day, (50, 30, 10))
    assert remarks(phone, streak) == ["3 wins in a row for Ana"]
    ended = played(phone, 5, (30, 10, 50))
    assert "Ana’s streak of 3 wins ends" in remarks(phone, ended)


def test_solo_games_and_those_ended_early_do_not_end_a_streak(phone):
    alternating(phone, 2)
    played(phone, 2, (50, 30, 10))
    played(phone, 3, (10,), names=("Ana",))
    early = a_game(phone, names=NAMES, rounds=1)
    end_early(phone, early)
    times = dict.fromkeys(("started_at", "played_at", "finished_at"), START + timedelta(days=4))
    GameSession.objects.filter(pk=early.pk).update(**times)
    played(phone, 5, (50, 30, 10))
    streak = played(phone, 6, (50, 30, 10))
    assert "3 wins in a row for Ana" in remarks(phone, streak)


def test_a_first_win_over_somebody_says_since_when(phone):
    played(phone, 0, (50, 30, 10))
    for day in range(1, 5):
        played(phone, day, (30, 50, 10))
    assert "Ana’s first win over Ben since 5 Jan" in remarks(phone, played(phone, 5, (50, 30, 10)))


def test_no_first_win_since_the_same_day(phone):
    totals = [(50, 30, 10), *[(30, 50, 10)] * 4, (50, 30, 10)]
    games = [played(phone, minute / 1440, one) for minute, one in enumerate(totals)]
    assert not any("first win" in text for text in remarks(phone, games[-1]))


def test_a_first_win_over_somebody_ever(phone):
    for day in range(4):
        played(phone, day, (30, 50, 10))
    assert "Ana’s first win over Ben" in remarks(phone, played(phone, 5, (50, 30, 10)))


def test_a_first_win_of_another_year_says_the_year(phone):
    played(phone, -300, (50, 30, 10))
    for day in range(4):
        played(phone, day, (30, 50, 10))
    said = remarks(phone, played(phone, 5, (50, 30, 10)))
    assert "Ana’s first win over Ben since 11 Mar 2025" in said


def test_no_more_than_three_are_said_the_rarest_first(phone):
    for day in range(12):
        played(phone, day, (30, 50, 10))
    said = remarks(phone, played(phone, 13, (60, 59, 10)))
    assert len(said) == 3
    assert said[0] == "Ben’s streak of 12 wins ends"


def test_it_compares_with_games_finished_before_only(phone):
    games = alternating(phone, 6)
    high = played(phone, 6, (60, 30, 10))
    played(phone, 7, (70, 30, 10))
    assert "Highest Golf total ever" in remarks(phone, high)
    assert remarks(phone, games[1]) == []


def test_a_correction_changes_it_at_once(phone):
    alternating(phone, 6)
    high = played(phone, 6, (60, 30, 10))
    assert "Highest Golf total ever" in remarks(phone, high)
    address = to("correct", high, 1)
    phone.post(address, {**open_form(phone, address), "points_0": "45"})
    assert "Highest Golf total ever" not in remarks(phone, high)


def test_games_that_were_deleted_do_not_count(phone):
    games = alternating(phone, 6)
    high = played(phone, 6, (60, 30, 10))
    higher = played(phone, 7, (61, 30, 10))
    phone.post(to("delete", high))
    assert "Highest Golf total ever" in remarks(phone, higher)
    phone.post(to("delete", games[0]))
    phone.post(to("delete", games[1]))
    phone.post(to("delete", games[2]))
    assert not any("total" in text for text in remarks(phone, higher))  # too few are left


def test_one_who_was_let_into_this_game_only_learns_nothing_of_others(phone):
    alternating(phone, 6)
    high = played(phone, 6, (60, 59, 11))
    group = Group.objects.get()
    guest, viewer = a_member(group, Role.SCORER, high), a_member(group, Role.VIEWER)
    assert remarks(viewer, high)
    assert "ever" in Page(viewer.get(to("display", high))).said
    assert remarks(guest, high) == []
    assert badges(guest, high) == [False, False, False]
    assert "ever" not in Page(guest.get(to("display", high))).said
    solo = [played(phone, day, (10,), names=("Ana",)) for day in (8, 9)][-1]
    assert "Your record" in Page(viewer.get(to("table", solo))).said
    alone = a_member(group, Role.VIEWER, solo)
    assert "Your record" not in Page(alone.get(to("table", solo))).said


def test_the_large_screen_says_the_rarest_also_of_personal_bests(phone):
    alternating(phone, 6)
    better = played(phone, 6, (50, 30, 11))
    assert "Cho’s best Golf" in Page(phone.get(to("display", better))).said


def test_a_record_beyond_what_is_looked_back_at_still_counts(phone, monkeypatch):
    monkeypatch.setattr(lookback, "COMPARED", 5)
    monkeypatch.setattr(group_records, "COMPARED", 5)
    played(phone, -1, (70, 60, 10))
    alternating(phone, 8)
    assert not any("total" in text for text in remarks(phone, played(phone, 9, (60, 30, 10))))
    assert "Highest Golf total ever" in remarks(phone, played(phone, 10, (71, 30, 10)))


def test_streaks_and_first_games_beyond_what_is_looked_back_at_are_not_guessed(phone, monkeypatch):
    rummy = played(phone, -5, (30, 50, 10), title="Rummy")
    for day in range(8):
        played(phone, day, (50, 30, 10))
    monkeypatch.setattr(lookback, "GAMES", 5)
    ninth = played(phone, 9, (50, 30, 10))
    assert not any("in a row" in text for text in remarks(phone, ninth))
    again = played(phone, 10, (30, 50, 10), title="Rummy")
    assert not any("First" in text for text in remarks(phone, again))
    assert rummy


def test_the_page_takes_a_few_queries_more_however_many_games_there_are(phone, monkeypatch):
    few = alternating(phone, 6)[-1]
    many = alternating(phone, 40)[-1]
    monkeypatch.setattr(lookback, "COMPARED", 20)
    monkeypatch.setattr(group_records, "COMPARED", 20)
    record = played(phone, 50, (90, 89, 10))
    counts = [queries_of(phone, session) for session in (few, many, record)]
    assert counts[0] == counts[1]
    assert counts[2] <= counts[0] + 3  # one for each record that is checked beyond


def queries_of(phone, session):
    phone.get(to("table", session))
    with CaptureQueriesContext(connection) as queries:
        assert phone.get(to("table", session)).status_code == 200
    return len(queries)


GAMES = some.lists(
    some.dictionaries(some.sampled_from(NAMES), some.integers(0, 5), min_size=1, max_size=3),
    min_size=6,
    max_size=14,
)


@settings(max_examples=examples(8), deadline=None)
@given(GAMES)
def test_the_remarks_are_those_of_the_slow_computation(games):
    phone = a_phone()
    group = a_group(phone)
    sessions = [
        played(phone, day, list(game.values()), list(game), group=group)
        for day, game in enumerate(games)
    ]
    for index, session in enumerate(sessions[5:], start=5):
        said = remarks(phone, session)
        first_win = [text for text in said if "first win over" in text]
        others = set(said) - set(first_win)
        expected, pairs = remarkable(games, index), first_wins(games, index)
        assert others <= expected
        named = {f"{one}’s first win over {two}" for one, two in pairs}
        assert all(any(text.startswith(name) for name in named) for text in first_win)
        assert len(said) == min(3, len(expected) + bool(pairs))
