"""The texts of Chimera. The totals are tested by games/chimera/cases.toml."""

import pytest

from games.chimera.rules import Options, Round, game
from games.contract import GameOver, Setup
from tests.rules.support.boards import ANA, BEN, CHO, english, entry_lines


def play(*rounds, target=400, ended_early=False):
    return game.score(Setup(3, Options(target), ended_early), rounds)


def tied_round(first_out=ANA, **treasure):
    """Return a round that scores 20 for both hunters, Ana and Ben."""
    return Round(CHO, 20, first_out, **treasure)


def test_the_lines_of_a_won_round_explain_its_points():
    board = play(
        Round(ANA, 20, ANA, traps=1, idle_hunters=(BEN,), toads={ANA: 1, CHO: 2}, cats={CHO: 1})
    )
    assert entry_lines(board) == [
        [(40, "2 × 20"), (25, "1 trap (25)"), (25, "idle hunter (25)"), (10, "1 toad (10)")],
        [],
        [(20, "2 toads (20)"), (5, "1 cat (5)")],
    ]


def test_a_lost_round_says_that_there_are_no_bonuses():
    board = play(
        Round(BEN, 30, CHO, traps=2, chimera_attack=True, idle_hunters=(ANA,), cats={CHO: 3})
    )
    assert entry_lines(board) == [
        [(20, "hunters’ win (20)")],
        [
            (-30, "lost bid (30)"),
            (0, "no bonuses: a hunter went out first"),
        ],
        [(20, "hunters’ win (20)"), (15, "3 cats (15)")],
    ]


@pytest.mark.parametrize("bid", [20, 30, 40])
def test_a_won_bid_pays_double_and_a_lost_bid_costs_once(bid):
    assert play(Round(BEN, bid, BEN)).totals == (0, 2 * bid, 0)
    assert play(Round(BEN, bid, CHO)).totals == (20, -bid, 20)


def test_all_players_need_the_target_before_the_first_round():
    board = play(target=300)
    assert english(board.verdict) == "no rounds played yet"
    assert [english(need) for need in board.needs] == ["needs 300 more"] * 3


def test_the_scoreboard_says_who_leads_and_what_each_player_needs():
    board = play(Round(ANA, 20, ANA, cats={BEN: 1}), Round(CHO, 20, ANA))
    assert english(board.verdict) == "Ana leads with 60 of 400"
    assert [english(need) for need in board.needs] == [
        "needs 340 more",
        "needs 375 more",
        "needs 420 more",
    ]


def test_a_shared_lead_below_the_target_is_a_tie():
    assert english(play(tied_round()).verdict) == "tied at 20 of 400"


def test_a_shared_lead_at_the_target_plays_on():
    board = play(tied_round(toads={CHO: 1}), target=20)
    assert not board.finished
    assert board.winners == ()
    assert english(board.verdict) == "tied at 20 · play on"
    assert english(board.needs[ANA]) == "needs 5 more to lead alone"
    assert english(board.needs[CHO]) == "needs 35 more to lead alone"


def test_a_finished_game_has_a_winner_and_no_needs():
    board = play(Round(ANA, 40, ANA), target=80)
    assert board.finished
    assert board.winners == (ANA,)
    assert english(board.verdict) == "Ana wins with 80"
    assert board.needs == (None, None, None)


def test_the_game_goes_on_one_point_below_the_target():
    assert play(Round(ANA, 40, ANA), target=80).finished
    assert not play(Round(ANA, 40, ANA), target=81).finished


@pytest.mark.parametrize(
    ("rounds", "verdict"),
    [
        ([Round(ANA, 40, ANA)], "ended early: Ana wins with 80"),
        ([tied_round()], "ended early: Ana and Ben share the win with 20"),
        ([], "ended early: all three share the win with 0"),
    ],
)
def test_a_game_ended_early_says_who_won(rounds, verdict):
    assert english(play(*rounds, ended_early=True).verdict) == verdict


def test_ending_a_finished_game_early_changes_nothing():
    board = play(Round(ANA, 40, ANA), target=80, ended_early=True)
    assert english(board.verdict) == "Ana wins with 80"


def test_a_round_after_the_end_does_not_count():
    board = play(
        Round(ANA, 40, ANA), Round(BEN, 40, BEN, cats={BEN: 1}), Round(BEN, 40, BEN), target=80
    )
    assert board.totals == (80, 0, 0)
    assert board.winners == (ANA,)
    for late in board.results[1:]:
        assert isinstance(late.problem, GameOver)
        assert english(late.problem.message) == "The game ended with round 1."
        assert late.points == (0, 0, 0)
        assert late.lines == ((), (), ())


def test_an_impossible_round_neither_counts_nor_ends_the_game():
    board = play(Round(ANA, 40, ANA, traps=99), Round(BEN, 20, BEN), target=80)
    assert not board.finished
    assert board.totals == (0, 40, 0)
    assert [result.problem is None for result in board.results] == [False, True]
    assert board.problem == (0, board.results[0].problem)


def test_impossible_rounds_have_a_number_too():
    board = play(Round(ANA, 40, ANA, traps=99), Round(ANA, 40, ANA), Round(ANA, 40, ANA), target=80)
    assert english(board.results[2].problem.message) == "The game ended with round 2."


def test_the_chart_gets_the_target():
    assert game.target(Options(750)) == 750
