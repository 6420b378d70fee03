"""What is worth remembering of each player of Chimera Tricks."""

from games.chimera_tricks.round import Round
from games.chimera_tricks.rules import Options, game
from games.contract import Setup
from tests.rules.support.boards import ANA, BEN, CHO
from tests.rules.support.figures import figures, figures_of_case

CARDS = {ANA: (7, -5, 3, -1), BEN: (6, 2, -4), CHO: (5, 4, 1, -2, -3)}
POINTS = Round(points={ANA: 10, BEN: 0, CHO: -3})


def of_rounds(*rounds):
    return figures(game, Setup(3, Options(), ended_early=True), rounds)


def test_grimoires_crystals_and_those_made_plus_are_counted():
    assert figures_of_case("chimera_tricks", "a Short Match") == [
        {"grimoires": 4, "crystals": 2, "turned": 2},
        {"grimoires": 3, "crystals": 0, "turned": 0},
        {"grimoires": 5, "crystals": 1, "turned": 1},
    ]


def test_surplus_crystals_make_nothing_plus():
    ana, ben, _cho = of_rounds(Round(CARDS, {ANA: 4, BEN: 2}), Round(CARDS))
    assert ana == {"grimoires": 8, "crystals": 4, "turned": 2}
    assert ben == {"grimoires": 6, "crystals": 2, "turned": 1}


def test_a_round_with_points_only_leaves_the_numbers_of_the_game_unknown():
    assert of_rounds(Round(CARDS), POINTS) == [{}, {}, {}]


def test_a_round_that_does_not_count_is_left_out():
    counted = of_rounds(Round(CARDS))
    assert of_rounds(Round(CARDS), Round({ANA: (1,)}), Round(CARDS, {ANA: 5})) == counted
