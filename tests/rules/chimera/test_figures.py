"""What is worth remembering of each player of Chimera."""

from games.chimera.rules import Options, Round, game
from games.contract import Setup
from tests.rules.support.boards import ANA, BEN, CHO, english
from tests.rules.support.figures import figures, figures_of_case


def of_rounds(*rounds):
    return figures(game, Setup(3, Options(), ended_early=True), rounds)


def test_bids_are_told_apart_by_their_height():
    rounds = [Round(ANA, 30, ANA), Round(ANA, 30, BEN), Round(ANA, 20, ANA), Round(BEN, 40, CHO)]
    assert of_rounds(*rounds) == [
        {"bids 20": (1, 1), "bids 30": (1, 2), "traps": 0, "attacks": 0, "out_first": (0, 1)},
        {"bids 40": (0, 1), "traps": 0, "attacks": 0, "out_first": (1, 3)},
        {"out_first": (1, 4)},
    ]


def test_bonuses_are_the_chimeras():
    rounds = [Round(ANA, 20, ANA, traps=2, chimera_attack=True), Round(ANA, 20, ANA, traps=1)]
    ana, ben, cho = of_rounds(*rounds)
    assert (ana["traps"], ana["attacks"]) == (3, 1)
    assert ben == cho == {"out_first": (0, 2)}


def test_what_was_played_in_a_lost_round_brought_no_bonus():
    chimera, *_hunters = figures_of_case("chimera", "the rulebook's second example, with")
    assert chimera == {"bids 40": (0, 1), "traps": 0, "attacks": 0}


def test_bids_are_called_by_their_height():
    kind = game.figures.kinds["bids"]
    assert english(kind.title) == "Bids met"
    assert english(kind.detail_title("30")) == "Bids of 30 met"


def test_a_round_that_does_not_count_is_left_out():
    assert of_rounds(Round(ANA, 20, ANA, toads={BEN: 5})) == [{}, {}, {}]
