"""Remarks on the page of a finished game."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as some

from scorekeeper.models import GameSession, Group, Role
from scorekeeper.pages import lookback
from scorekeeper.pages.game import finish
from scorekeeper.tables.table import Table
from tests.app.support import slow_remarks as slow
from tests.app.support.factories import (
    NAMES,
    a_game,
    a_hosted_group,
    a_member,
    end_early,
    said,
    seen_by,
    submit,
    to,
)
from tests.app.support.pages import Page, text_of
from tests.app.support.queries import queries_of
from tests.support.long import examples

START = datetime(2026, 1, 5, 20, tzinfo=UTC)


def played(phone, day, points, names=NAMES, title="Golf", rounds=1, lowest_wins=False, group=None):
    """A pad that was finished so many days after START. `points`: of its last round."""
    options = {"title": title, "lowest_wins": lowest_wins, "target": None, "rounds": rounds}
    entries = [{"points": {str(seat): number for seat, number in enumerate(points)}}]
    if rounds > 1:
        entries = points
    session = a_game(phone, group, game="score_pad", names=names, options=options, rounds=entries)
    return moved(session, START + timedelta(days=day))


def moved(session, at):
    times = {"started_at": at - timedelta(minutes=30), "played_at": at, "finished_at": at}
    GameSession.objects.filter(pk=session.pk).update(**times)
    return session


def remarks(phone, session):
    return [one.text for one in finish.remarks(Table.of(seen_by(phone, session)))]


def remarks_on_page(phone, session):
    tree = Page(phone.get(to("table", session))).tree
    return [text_of(line) for line in tree.xpath("//ul[@class='remarks']/li")]


def badges(phone, session):
    rows = Page(phone.get(to("table", session))).tree.xpath("//ol[@class='standings']/li")
    return ["personal best" in text_of(row) for row in rows]


def alternating(phone, number, names=NAMES):
    """So many games that Ana and Ben win by turns, with plain figures."""
    points = [(50, 30, 10), (30, 50, 10)]
    return [played(phone, day, points[day % 2], names) for day in range(number)]


def test_plain_games_are_not_remarkable(phone):
    games = alternating(phone, 6)
    assert remarks(phone, games[0]) == remarks(phone, games[5]) == []


def test_a_game_that_the_group_had_not_played_is_its_first(phone):
    alternating(phone, 2)
    rummy = played(phone, 3, (20, 10, 0), title="Rummy")
    assert remarks_on_page(phone, rummy) == ["This group’s first game of Rummy"]
    again = played(phone, 4, (10, 20, 0), title="RUMMY")
    assert remarks(phone, again) == []


HIGHEST = "Highest Golf total ever"


def test_the_highest_total_is_said_instead_of_the_personal_best(phone):
    alternating(phone, 4)
    better = played(phone, 4, (50, 30, 11))
    assert badges(phone, better) == [False, False, True]
    assert "Cho’s best Golf" in said(phone, "display", better)
    for day, points in ((5, (60, 30, 10)), (6, (20, 61, 10))):
        high = played(phone, day, points)
        assert HIGHEST in remarks_on_page(phone, high)
        assert badges(phone, high) == [False, False, False]


def test_games_are_compared_with_earlier_ones_as_they_are_now(phone):
    games = alternating(phone, 5)
    high = played(phone, 6, (60, 30, 10))
    higher = played(phone, 7, (61, 30, 10))
    assert HIGHEST in remarks(phone, high)
    submit(phone, to("correct", high, 1), points_0="45")
    assert HIGHEST not in remarks(phone, high)
    phone.post(to("delete", high))
    assert HIGHEST in remarks(phone, higher)
    for session in games[:3]:
        phone.post(to("delete", session))
    assert not any("total" in text for text in remarks(phone, higher))  # too few are left


def test_a_record_is_broken_after_as_many_games_here_as_on_the_page_of_the_evening(phone):
    alternating(phone, 3)
    high = played(phone, 3, (60, 30, 10))
    assert HIGHEST in remarks(phone, high)
    assert "Highest total ever Golf" in said(phone, "evening", high.group, high.pk)


def test_the_lowest_total_is_the_record_where_the_lowest_wins_even_zero(phone):
    def golf(day, *points):
        return remarks(phone, played(phone, day, points, lowest_wins=True))

    for day in range(4):
        golf(day, 0, 30, 40)
    assert not any("total" in text for text in golf(4, 5, 6, 90))
    assert "Lowest Golf total ever" in golf(5, -1, 30, 40)


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
        return remarks(phone, played(phone, day, [first, last], rounds=2))

    for day in range(4):
        two_rounds(day, 5)
    assert "Biggest comeback in Golf ever" in two_rounds(4, 6)
    assert "Biggest comeback in Golf ever" not in two_rounds(5, 6)


def test_wins_in_a_row_end_with_a_loss_but_not_with_games_that_do_not_count(phone):
    alternating(phone, 2)
    played(phone, 2, (50, 30, 10))
    played(phone, 3, (10,), names=("Ana",))
    early = a_game(phone, names=NAMES, rounds=1)
    end_early(phone, early)
    moved(early, START + timedelta(days=4))
    played(phone, 5, (50, 30, 10))
    assert "3 wins in a row for Ana" in remarks(phone, played(phone, 6, (50, 30, 10)))
    assert "Ana’s streak of 3 wins ends" in remarks(phone, played(phone, 7, (30, 10, 50)))


def test_a_first_win_over_somebody_says_since_when_unless_it_was_today(phone):
    def lost(*days):
        for day in days:
            played(phone, day, (30, 50, 10))

    def since(day):
        texts = remarks(phone, played(phone, day, (50, 30, 10)))
        return [text for text in texts if "first win over Ben" in text]

    lost(-304, -303, -302, -301)
    assert since(-300) == ["Ana’s first win over Ben"]
    lost(0, 1, 2, 3)
    assert since(5) == ["Ana’s first win over Ben since 11 Mar 2025"]
    lost(6, 7, 8, 9)
    assert since(10) == ["Ana’s first win over Ben since 10 Jan"]
    lost(10.01, 10.02, 10.03, 10.04)
    assert since(10.05) == []


def test_no_more_than_three_are_said_the_rarest_first(phone):
    for day in range(8):
        played(phone, day, (30, 50, 10))
    texts = remarks(phone, played(phone, 9, (60, 59, 10)))
    assert len(texts) == 3
    assert texts[0] == "Ben’s streak of 8 wins ends"


def test_one_who_was_let_into_this_game_only_learns_nothing_of_others(phone):
    alternating(phone, 4)
    high = played(phone, 6, (60, 59, 11))
    group = Group.objects.get()
    guest, viewer = a_member(group, Role.SCORER, high), a_member(group, Role.VIEWER)
    assert remarks_on_page(viewer, high)
    assert "ever" in said(viewer, "display", high)
    assert remarks_on_page(guest, high) == []
    assert badges(guest, high) == [False, False, False]
    assert "ever" not in said(guest, "display", high)
    solo = [played(phone, day, (10,), names=("Ana",)) for day in (8, 9)][-1]
    assert "Your record" in said(viewer, "table", solo)
    alone = a_member(group, Role.VIEWER, solo)
    assert "Your record" not in said(alone, "table", solo)


def test_a_record_beyond_what_is_looked_back_at_still_counts(phone, monkeypatch):
    monkeypatch.setattr(lookback, "COMPARED", 5)
    monkeypatch.setattr(finish, "COMPARED", 5)
    played(phone, -1, (70, 60, 10))
    alternating(phone, 8)
    assert not any("total" in text for text in remarks(phone, played(phone, 9, (60, 30, 10))))
    assert "Highest Golf total ever" in remarks(phone, played(phone, 10, (71, 30, 10)))


def test_streaks_and_first_games_beyond_what_is_looked_back_at_are_not_guessed(phone, monkeypatch):
    played(phone, -5, (30, 50, 10), title="Rummy")
    for day in range(8):
        played(phone, day, (50, 30, 10))
    monkeypatch.setattr(lookback, "GAMES", 5)
    ninth = played(phone, 9, (50, 30, 10))
    assert not any("in a row" in text for text in remarks(phone, ninth))
    again = played(phone, 10, (30, 50, 10), title="Rummy")
    assert not any("First" in text for text in remarks(phone, again))


def test_the_first_game_of_its_kind_is_known_from_an_index_beyond_what_is_looked_back_at(
    phone, monkeypatch
):
    for day in range(6):
        played(phone, day, (50, 30, 10))
    monkeypatch.setattr(lookback, "GAMES", 5)
    options, rounds = {"target": 100}, [{"chimera": 0, "bid": 40, "first_out": 0}] * 2
    first, again = (a_game(phone, game="chimera", options=options, rounds=rounds) for _ in range(2))
    text = "This group’s first game of Chimera"
    assert [text in remarks(phone, one) for one in (first, again)] == [True, False]


def test_the_page_takes_a_few_queries_more_however_many_games_there_are(phone, monkeypatch):
    few = alternating(phone, 6)[-1]
    many = alternating(phone, 12)[-1]
    monkeypatch.setattr(lookback, "COMPARED", 8)
    monkeypatch.setattr(finish, "COMPARED", 8)
    record = played(phone, 50, (90, 89, 10))
    tables = [to("table", session) for session in (few, many, record)]
    for table in tables:
        phone.get(table)
    counts = [queries_of(phone, table) for table in tables]
    assert counts[0] == counts[1]
    assert counts[2] <= counts[0] + 3  # one for each record that is checked beyond


GAMES = some.lists(
    some.dictionaries(some.sampled_from(NAMES), some.integers(0, 5), min_size=1, max_size=3),
    min_size=6,
    max_size=14,
)


@settings(max_examples=examples(5), deadline=None)
@given(GAMES)
def test_the_remarks_are_those_of_the_slow_computation(games):
    phone, group = a_hosted_group()
    sessions = [
        played(phone, day, list(game.values()), list(game), group=group)
        for day, game in enumerate(games)
    ]
    for index, session in enumerate(sessions[5:], start=5):
        texts = remarks(phone, session)
        first_win = [text for text in texts if "first win over" in text]
        others = set(texts) - set(first_win)
        expected, pairs = slow.remarkable(games, index), slow.first_wins(games, index)
        assert others <= expected
        named = {f"{one}’s first win over {two}" for one, two in pairs}
        assert all(any(text.startswith(name) for name in named) for text in first_win)
        assert len(texts) == min(3, len(expected) + bool(pairs))


def test_of_games_with_one_time_as_spreadsheets_have_them_only_the_first_saved_sets_a_record(phone):
    for day in range(4):
        played(phone, day, (50 - day, 40))
    first, second, third = (played(phone, 5, points) for points in ((80, 60), (70, 65), (60, 20)))
    highest = ["Highest Golf total ever" in remarks(phone, one) for one in (first, second, third)]
    assert highest == [True, False, False]
    tables = (Table.of(seen_by(phone, session)) for session in (first, second, third))
    assert [[one.best for one in finish.personal_records(table)] for table in tables] == [
        [50, 40, 0],
        [80, 60, 0],
        [80, 65, 0],
    ]
