"""What a game of Chimera says about itself. What it adds up to is in games/chimera/cases.toml."""

import json
from pathlib import Path

import pytest

from games.chimera.rules import Options, Round, game
from games.contract import GameOver, Seat, Setup
from games.report import answer

ANA, BEN, CHO = Seat(0), Seat(1), Seat(2)
RECORDS = Path(__file__).parent / "records"


def english(text, names=("Ana", "Ben", "Cho")):
    return text.say(names, str, lambda one, many, count: one if count == 1 else many)


def played(*rounds, target=400, ended_early=False):
    return game.score(Setup(3, Options(target), ended_early), rounds)


def sheet(board, entry=0):
    return [[(line.points, english(line.text)) for line in lines] for lines in board.results[entry].lines]


def shared(first_out=ANA, **treasure):
    """A round that brings both hunters, Ana and Ben, the same: 20."""
    return Round(CHO, 20, first_out, **treasure)


def test_the_example_records_are_answered_as_expected():
    written = (RECORDS / "chimera.jsonl").read_text().splitlines()
    expected = [json.loads(line) for line in (RECORDS / "chimera.expected.jsonl").read_text().splitlines()]
    answers = [answer(line) for line in written]
    for said in answers:
        if "error" in said:
            said["error"] = {"entry": said["error"]["entry"]}
    assert answers == expected


def test_a_won_round_explains_its_points():
    board = played(Round(ANA, 20, ANA, traps=1, idle_hunters=(BEN,), toads={ANA: 1, CHO: 2}, cats={CHO: 1}))
    assert sheet(board) == [
        [(40, "2 × 20"), (25, "25 trap"), (25, "25 idle hunter"), (10, "10 toad")],
        [],
        [(20, "2 × 10 toads"), (5, "5 cat")],
    ]


def test_a_lost_round_keeps_the_unpaid_bonuses_in_sight():
    board = played(Round(BEN, 30, CHO, traps=2, chimera_attack=True, idle_hunters=(ANA,), cats={CHO: 3}))
    assert sheet(board) == [
        [(20, "20 hunters’ win")],
        [
            (-30, "30 lost bid"),
            (0, "bonuses pay nothing: a hunter went out first"),
        ],
        [(20, "20 hunters’ win"), (15, "3 × 5 cats")],
    ]


@pytest.mark.parametrize("bid", [20, 30, 40])
def test_a_bid_won_pays_twice_and_a_bid_lost_costs_once(bid):
    assert played(Round(BEN, bid, BEN)).totals == (0, 2 * bid, 0)
    assert played(Round(BEN, bid, CHO)).totals == (20, -bid, 20)


def test_before_the_first_round_everybody_needs_the_target():
    board = played(target=300)
    assert english(board.verdict) == "no round played yet"
    assert [english(need) for need in board.needs] == ["needs 300 more"] * 3


def test_a_running_game_says_who_leads_and_what_each_needs():
    board = played(Round(ANA, 20, ANA, cats={BEN: 1}), Round(CHO, 20, ANA))
    assert english(board.verdict) == "Ana leads with 60 of 400"
    assert [english(need) for need in board.needs] == ["needs 340 more", "needs 375 more", "needs 420 more"]


def test_a_shared_lead_below_the_target_is_a_tie():
    assert english(played(shared()).verdict) == "tied at 20 of 400"


def test_a_shared_lead_at_the_target_says_play_on_and_what_leading_alone_takes():
    board = played(shared(toads={CHO: 1}), target=20)
    assert not board.finished
    assert board.winners == ()
    assert english(board.verdict) == "tied at 20: play on"
    assert english(board.needs[ANA]) == "needs 5 more to lead alone"
    assert english(board.needs[CHO]) == "needs 35 more to lead alone"


def test_a_finished_game_names_the_winner_and_nobody_needs_anything():
    board = played(Round(ANA, 40, ANA), target=80)
    assert board.finished
    assert board.winners == (ANA,)
    assert english(board.verdict) == "Ana wins with 80"
    assert board.needs == (None, None, None)


def test_one_point_below_the_target_the_game_goes_on():
    assert played(Round(ANA, 40, ANA), target=80).finished
    assert not played(Round(ANA, 40, ANA), target=81).finished


@pytest.mark.parametrize(
    ("rounds", "verdict"),
    [
        ([Round(ANA, 40, ANA)], "ended early: Ana leads and wins with 80"),
        ([shared()], "ended early: Ana and Ben share the win with 20"),
        ([], "ended early: all three share the win with 0"),
    ],
)
def test_a_game_ended_early_says_who_won(rounds, verdict):
    assert english(played(*rounds, ended_early=True).verdict) == verdict


def test_a_game_that_was_over_stays_won_when_ended_early():
    board = played(Round(ANA, 40, ANA), target=80, ended_early=True)
    assert english(board.verdict) == "Ana wins with 80"


def test_a_round_after_the_end_counts_nothing():
    board = played(Round(ANA, 40, ANA), Round(BEN, 40, BEN, cats={BEN: 1}), Round(BEN, 40, BEN), target=80)
    assert board.totals == (80, 0, 0)
    assert board.winners == (ANA,)
    for late in board.results[1:]:
        assert isinstance(late.problem, GameOver)
        assert english(late.problem.message) == "The game was over after round 1."
        assert late.points == (0, 0, 0)
        assert late.lines == ((), (), ())


def test_an_impossible_round_counts_nothing_and_ends_nothing():
    board = played(Round(ANA, 40, ANA, traps=99), Round(BEN, 20, BEN), target=80)
    assert not board.finished
    assert board.totals == (0, 40, 0)
    assert [result.problem is None for result in board.results] == [False, True]
    assert board.problem == (0, board.results[0].problem)


def test_the_round_that_ended_the_game_is_counted_with_the_impossible_ones():
    board = played(Round(ANA, 40, ANA, traps=99), Round(ANA, 40, ANA), Round(ANA, 40, ANA), target=80)
    assert english(board.results[2].problem.message) == "The game was over after round 2."


def test_the_target_is_drawn_in_the_chart():
    assert game.target(Options(750)) == 750
