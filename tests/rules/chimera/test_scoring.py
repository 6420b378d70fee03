"""The texts and figures of Chimera. The totals are tested by games/chimera/cases.toml."""

import pytest

from games.chimera.rules import Options, game
from games.contract import GameOver, Setup
from tests.rules.support.boards import ANA, CHO, english, entry_lines, needs
from tests.rules.support.chimera.rounds import play, rounds
from tests.rules.support.figures import figures, figures_of_case

TIED = "Cho 20, Ana out"  # 20 for both hunters, Ana and Ben


def test_the_lines_of_a_round_explain_its_points():
    assert entry_lines(play("Ana 20, traps 1, idle Ben, toads Ana 1 Cho 2, cats Cho 1")) == [
        [(40, "2 × 20"), (25, "1 trap (25)"), (25, "idle hunter (25)"), (10, "1 toad (10)")],
        [],
        [(20, "2 toads (20)"), (5, "1 cat (5)")],
    ]
    assert entry_lines(play("Ben 30, Cho out, traps 2, attack, idle Ana, cats Cho 3")) == [
        [(20, "hunters’ win (20)")],
        [(-30, "lost bid (30)"), (0, "no bonuses: a hunter went out first")],
        [(20, "hunters’ win (20)"), (15, "3 cats (15)")],
    ]


@pytest.mark.parametrize(
    ("text", "setup", "verdict"),
    [
        ("", {}, "no rounds played yet"),
        ("Ana 20, cats Ben 1; Cho 20, Ana out", {}, "Ana leads with 60 of 400"),
        (TIED, {}, "tied at 20 of 400"),
        (f"{TIED}, toads Cho 1", {"target": 20}, "tied at 20 · play on"),
        ("Ana 40", {"target": 80}, "Ana wins with 80"),
        ("Ana 40", {"target": 80, "ended_early": True}, "Ana wins with 80"),
        ("Ana 40", {"target": 81}, "Ana leads with 80 of 81"),
        ("Ana 40", {"ended_early": True}, "ended early: Ana wins with 80"),
        (TIED, {"ended_early": True}, "ended early: Ana and Ben share the win with 20"),
        ("", {"ended_early": True}, "ended early: all three share the win with 0"),
    ],
)
def test_the_verdict_says_who_leads_or_won(text, setup, verdict):
    assert english(play(text, **setup).verdict) == verdict


def test_needs_are_the_distance_to_the_target_or_to_the_lead():
    assert needs(play(target=300)) == ["needs 300 more"] * 3
    board = play("Ana 20, cats Ben 1; Cho 20, Ana out")
    assert needs(board) == ["needs 340 more", "needs 375 more", "needs 420 more"]
    board = play(f"{TIED}, toads Cho 1", target=20)
    assert (board.finished, board.winners) == (False, ())
    assert [needs(board)[seat] for seat in (ANA, CHO)] == [
        "needs 5 more to lead alone",
        "needs 35 more to lead alone",
    ]
    board = play("Ana 40", target=80)
    assert (board.finished, board.winners, board.needs) == (True, (ANA,), (None, None, None))
    assert not play("Ana 40", target=81).finished


def test_a_round_after_the_end_does_not_count():
    board = play("Ana 40; Ben 40, cats Ben 1; Ben 40", target=80)
    assert (board.totals, board.winners) == ((80, 0, 0), (ANA,))
    for late in board.results[1:]:
        assert isinstance(late.problem, GameOver)
        assert english(late.problem.message) == "The game ended with round 1."
        assert (late.points, late.lines) == ((0, 0, 0), ((), (), ()))


def test_an_impossible_round_neither_counts_nor_ends_the_game_but_has_a_number():
    board = play("Ana 40, traps 99; Ben 20", target=80)
    assert (board.finished, board.totals) == (False, (0, 40, 0))
    assert [result.problem is None for result in board.results] == [False, True]
    assert board.problem == (0, board.results[0].problem)
    late = play("Ana 40, traps 99; Ana 40; Ana 40", target=80).results[2]
    assert english(late.problem.message) == "The game ended with round 2."


def test_the_chart_gets_the_target():
    assert game.target(Options(750)) == 750


def of_rounds(text):
    return figures(game, Setup(3, Options(), ended_early=True), rounds(text))


def test_bids_are_told_apart_by_their_height():
    assert of_rounds("Ana 30; Ana 30, Ben out; Ana 20; Ben 40, Cho out") == [
        {"bids 20": (1, 1), "bids 30": (1, 2), "traps": 0, "attacks": 0, "out_first": (0, 1)},
        {"bids 40": (0, 1), "traps": 0, "attacks": 0, "out_first": (1, 3)},
        {"out_first": (1, 4)},
    ]
    kind = game.figures.kinds["bids"]
    assert english(kind.title) == "Bids met"
    assert english(kind.detail_title("30")) == "Bids of 30 met"


def test_bonuses_are_the_chimeras_unless_it_lost_the_round():
    ana, ben, cho = of_rounds("Ana 20, traps 2, attack; Ana 20, traps 1")
    assert (ana["traps"], ana["attacks"]) == (3, 1)
    assert ben == cho == {"out_first": (0, 2)}
    chimera, *_hunters = figures_of_case("chimera", "the rulebook's second example, with")
    assert chimera == {"bids 40": (0, 1), "traps": 0, "attacks": 0}
