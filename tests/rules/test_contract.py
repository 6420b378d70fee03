from games.contract import Impossible, Result, Scoreboard, Seat, Text, gettext, leaders, ngettext, ranked

NAMES = ["Ana", "Ben", "Cho"]


def english(text):
    return text.say(NAMES, str, lambda one, many, count: one if count == 1 else many)


def test_a_seat_in_a_text_is_said_by_name():
    assert english(gettext("%(player)s leads with %(points)s", player=Seat(1), points=2)) == "Ben leads with 2"


def test_a_number_in_a_text_is_no_seat():
    assert english(gettext("%(points)s", points=1)) == "1"


def test_a_number_below_zero_has_a_real_minus_sign():
    assert english(gettext("tied at %(points)s", points=-20)) == "tied at −20"


def test_a_text_in_a_text_is_said_too():
    inner = ngettext("%(count)s trap", "%(count)s traps", 2)
    assert english(gettext("nothing for %(what)s", what=inner)) == "nothing for 2 traps"


def test_the_count_decides_which_is_said():
    texts = [ngettext("%(count)s toad", "%(count)s toads", count) for count in (0, 1, 2)]
    assert [english(text) for text in texts] == ["0 toads", "1 toad", "2 toads"]


def test_a_name_with_a_percent_sign_is_said_as_it_is():
    assert Text("%(player)s wins", {"player": Seat(0)}).say(["100%(x)s"], str, max) == "100%(x)s wins"


def test_equal_totals_share_a_rank_and_the_next_is_skipped():
    assert ranked((90, 25, 90)) == (1, 3, 1)
    assert ranked((-5, 0, -5)) == (2, 1, 2)
    assert ranked(()) == ()


def test_all_who_share_the_best_total_lead():
    assert leaders((-20, -20, -30)) == (0, 1)
    assert leaders((-20, -20, -30), lowest_wins=True) == (2,)


def test_where_the_lowest_total_wins_it_ranks_first():
    assert ranked((90, 25, 90), lowest_wins=True) == (2, 1, 2)


def test_the_first_problem_is_the_scoreboards():
    fine, wrong = Result((0,), (0,), ((),)), [Result((0,), (0,), ((),), Impossible("dice", Text(why))) for why in "ab"]
    board = Scoreboard((fine, *wrong), (0,), (1,), False, (), Text(""), (None,))
    assert board.problem == (1, wrong[0].problem)
    assert Scoreboard((fine,), (0,), (1,), False, (), Text(""), (None,)).problem is None
