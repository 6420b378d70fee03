"""The figures of each player of Big Fish."""

from games.big_fish.rules import game
from tests.rules.support.big_fish.entries import advanced, basic, entries
from tests.rules.support.boards import ANA, english
from tests.rules.support.figures import figures, figures_of_case

PLAIN = "R6 R4 Y6 G2 B5"
NOTHING = {f"bonus {letter}": 0 for letter in "DEFGHI"}


def test_catches_and_mistake_cards_are_counted():
    text = f"2 times {PLAIN}; Ben mistake; 2 times mistake"
    assert figures(game, basic(ended_early=True), entries(text)) == [
        {"catches": 2, "mistakes": 2},
        {"catches": 0, "mistakes": 1},
    ]


def test_a_bonus_card_counts_for_its_owner_at_the_end():
    stolen = entries("R6 Y5 G4 B6 P1; Ben R6 Y5 G4 B6 P1")
    ana, ben = figures(game, advanced("A", ended_early=True), stolen)
    assert ana == {"catches": 1, "mistakes": 0, "bonus A": 0, **NOTHING}
    assert ben == {"catches": 1, "mistakes": 0, "bonus A": 1, **NOTHING}


def test_a_whole_game_has_the_bonus_cards_that_its_totals_include():
    ana, ben = figures_of_case("big_fish", "a whole game of two")
    assert [key for key, value in ana.items() if key.startswith("bonus") and value] == [
        "bonus B",
        "bonus D",
    ]
    assert [key for key, value in ben.items() if key.startswith("bonus") and value] == ["bonus F"]
    assert ana["catches"] + ben["catches"] == 6


def test_a_card_that_is_shared_counts_for_everyone_who_shares_it():
    shared = figures_of_case("big_fish", "C tied by two")
    assert [seat["bonus C"] for seat in shared] == [1, 1, 0]


def test_counted_piles_say_which_bonus_cards_there_are_and_nothing_else():
    assert figures_of_case("big_fish", "counted at the end, basic") == [{}, {}]
    ana, ben = figures_of_case("big_fish", "counted at the end, with A")
    assert ana == {"bonus A": 1, **NOTHING, "bonus I": 1}
    assert ben == {"bonus A": 0, **NOTHING, "bonus E": 1}


def test_nothing_is_known_of_piles_that_nobody_counted():
    setup = advanced("B", ended_early=True)
    ana, ben = figures(game, setup, entries("20-5 cards=6 bonuses=D"))
    assert ana == {"bonus B": 1, **NOTHING, "bonus D": 1}
    assert ben == {}


def test_nothing_is_known_before_the_table_enters_a_catch_or_a_pile():
    assert figures(game, advanced("B", ended_early=True), entries("mistake")) == [{}, {}]


def test_a_mistake_card_after_the_end_does_not_count():
    text = f"6 times {PLAIN}; mistake"
    assert figures(game, basic(), entries(text))[ANA] == {"catches": 6, "mistakes": 0}


def test_a_bonus_card_is_called_by_its_letter():
    assert english(game.figures.kinds["bonus"].detail_title("D")) == "Bonus card D"
