"""Texts, ranks and scoreboards."""

from games.contract import (
    Impossible,
    Result,
    Scoreboard,
    Seat,
    Text,
    gettext,
    leaders,
    ngettext,
    rank_totals,
)
from tests.rules.support.boards import english


def test_seats_numbers_and_texts_in_a_text_are_rendered():
    leads = gettext("%(player)s leads with %(points)s", player=Seat(1), points=2)
    assert english(leads) == "Ben leads with 2"
    assert english(gettext("tied at %(points)s", points=-20)) == "tied at −20"
    inner = ngettext("%(count)s trap", "%(count)s traps", 2)
    assert english(gettext("nothing for %(what)s", what=inner)) == "nothing for 2 traps"
    texts = [ngettext("%(count)s toad", "%(count)s toads", count) for count in (0, 1, 2)]
    assert [english(text) for text in texts] == ["0 toads", "1 toad", "2 toads"]


def test_a_name_with_a_percent_sign_stays_as_it_is():
    text = Text("%(player)s wins", {"player": Seat(0)})
    assert text.render(["100%(x)s"], str, max) == "100%(x)s wins"


def test_equal_totals_share_a_rank_and_the_next_is_skipped():
    assert rank_totals((90, 25, 90)) == (1, 3, 1)
    assert rank_totals((-5, 0, -5)) == (2, 1, 2)
    assert rank_totals(()) == ()
    assert rank_totals((90, 25, 90), lowest_wins=True) == (2, 1, 2)


def test_all_players_with_the_best_total_lead():
    assert leaders((-20, -20, -30)) == (0, 1)
    assert leaders((-20, -20, -30), lowest_wins=True) == (2,)


def test_the_problem_of_a_scoreboard_is_the_first_one():
    valid = Result((0,), (0,), ((),))
    invalid = [Result((0,), (0,), ((),), Impossible("dice", Text(reason))) for reason in "ab"]
    board = Scoreboard((valid, *invalid), (0,), (1,), False, (), Text(""), (None,))
    assert board.problem == (1, invalid[0].problem)
    assert Scoreboard((valid,), (0,), (1,), False, (), Text(""), (None,)).problem is None
