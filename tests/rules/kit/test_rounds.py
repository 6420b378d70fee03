"""ByRounds: what each of its functions gets, and what follows from what they return."""

from dataclasses import dataclass

import pytest

from games.contract import GameOver, Impossible, Line, Setup, Text
from games.contract import gettext as _
from games.kit.questions import number
from games.kit.rounds import ByRounds
from tests.rules.support.boards import ANA, BEN, english, needs


@dataclass(frozen=True, slots=True)
class Gain:
    """The points that Ana gains and everyone else loses."""

    points: int = number(_("Points"), least=None, most=100)


def gain_lines(entry, state):
    if entry.points == 13:
        raise Impossible("points", _("Points"))
    return [(Line(entry.points * (1 if seat == ANA else -1), Text("")),) for seat in state.seats]


def play(*points, seats=2, ended_early=False, **hooks):
    setup = Setup(seats, None, ended_early)
    return ByRounds(gain_lines, **hooks)(setup, [Gain(one) for one in points])


def verdict(board):
    return english(board.verdict)


def problems(board):
    return [result.problem and english(result.problem.message) for result in board.results]


TWO_ROUNDS = {"rounds": lambda setup: 2}
TEN = {"target": lambda options: 10}


def test_the_lines_of_each_round_add_up_to_totals_and_ranks():
    board = play(5, -2, 4)
    assert [result.points for result in board.results] == [(5, -5), (-2, 2), (4, -4)]
    assert [result.totals for result in board.results] == [(5, -5), (3, -3), (7, -7)]
    assert (board.totals, board.ranks, board.finished) == ((7, -7), (1, 2), False)
    assert (verdict(board), needs(board)) == ("Ana leads with 7", [None, "14 behind"])
    assert (verdict(play()), play().ranks) == ("no rounds played yet", (1, 1))


def test_a_player_may_have_several_lines_or_none():
    def lines(entry, state):
        return [[Line(entry.points, Text("")), Line(1, Text(""))], []]

    board = ByRounds(lines)(Setup(2, None), [Gain(5)])
    assert board.totals == (6, 0)
    assert [len(part) for part in board.results[0].lines] == [2, 0]


def test_a_round_that_the_lines_or_the_limits_refuse_does_not_count():
    board = play(5, 13, 101, 2)
    assert [result.problem is None for result in board.results] == [True, False, False, True]
    assert board.results[1].points == (0, 0)
    assert board.totals == (7, -7)


def test_the_game_ends_after_the_last_round_and_later_ones_do_not_count():
    board = play(5, 4, 1, 1, rounds=lambda setup: setup.seats)
    assert (board.finished, board.winners, board.totals) == (True, (ANA,), (9, -9))
    assert (verdict(board), needs(board)) == ("Ana wins with 9", [None, None])
    assert all(isinstance(result.problem, GameOver) for result in board.results[2:])
    assert problems(board)[3] == "The game ended with round 2."


def test_a_round_that_does_not_count_neither_ends_nor_lengthens_the_game():
    board = play(5, **TWO_ROUNDS)
    assert (board.left, verdict(board)) == (1, "Ana leads with 5 · 1 round left")
    board = play(5, 13, **TWO_ROUNDS)
    assert (board.left, verdict(board)) == (0, "Ana leads with 5")
    board = play(5, 13, 2, **TWO_ROUNDS)
    assert (board.finished, board.left, board.totals) == (False, 0, (5, -5))
    message = "The game has only 2 rounds: fix the one that doesn’t count."
    assert problems(board)[2] == message
    assert play(5, 4, 2, **TWO_ROUNDS).winners == (ANA,)
    turns = play(5, 13, 2, turn=lambda state: ANA, **TWO_ROUNDS)
    assert problems(turns)[2] == message.replace("rounds", "turns")


def test_is_over_alone_can_prolong_the_game():
    board = play(5, 4, 2, is_over=lambda state: state.number > 3, **TWO_ROUNDS)
    assert (board.totals, board.finished) == ((11, -11), True)


def test_a_round_that_does_not_count_keeps_its_number():
    numbers = []
    play(5, 13, 2, remember=lambda entry, state: numbers.append(state.number))
    assert numbers == [1, 3]


def test_the_game_ends_with_the_target():
    board = play(9, **TEN)
    assert (board.finished, verdict(board)) == (False, "Ana leads with 9 of 10")
    assert needs(board) == ["needs 1 more", "needs 19 more"]
    assert play(9, 1, **TEN).winners == (ANA,)


def test_where_the_lowest_wins_the_target_only_ends_the_game():
    how = TEN | {"lowest_wins": lambda options: True}
    board = play(9, **how)
    assert (board.ranks, verdict(board)) == ((2, 1), "Ben leads with −9")
    assert needs(board) == ["18 behind", None]
    assert play(9, 1, **how).winners == (BEN,)


def test_is_over_replaces_the_target_and_sees_the_state_after_the_round():
    states = []

    def is_over(state):
        states.append((state.number, state.totals, len(state.counted)))
        return state.totals[BEN] == -7

    board = play(5, 13, 2, 1, target=lambda options: 5, is_over=is_over)
    assert states == [(2, (5, -5), 1), (4, (7, -7), 2)]
    assert board.finished
    assert isinstance(board.results[3].problem, GameOver)


def test_the_state_has_what_counted_and_the_memory_so_far():
    score = ByRounds(gain_lines, remember=lambda entry, state: (*(state.memory or ()), entry))
    entries = [Gain(5), Gain(13), Gain(2)]
    state = score.state(Setup(2, None), entries)
    assert (state.number, state.totals, list(state.counted)) == (4, (7, -7), [Gain(5), Gain(2)])
    assert state.memory == (Gain(5), Gain(2))
    assert score.state(Setup(2, None), []).memory is None


def test_ranks_and_needs_can_follow_from_more_than_the_totals():
    hooks = {"ranks": lambda state: (2, 1), "needs": lambda state: (None, _("Points"))}
    board = play(5, rounds=lambda setup: 9, **hooks)
    assert (board.ranks, verdict(board)) == ((2, 1), "Ben leads with −5 · 8 rounds left")
    assert needs(board) == [None, "Points"]


def test_a_game_with_turns_says_turn_and_whose_it_is():
    def next_player(state):
        return state.seats[len(state.counted) % 2]

    def play_turns(*points, **hooks):
        return play(*points, rounds=lambda setup: 3, turn=next_player, **hooks)

    assert verdict(play_turns()) == "no turns played yet"
    assert verdict(play_turns(5)) == "Ana leads with 5 · 2 turns left"
    assert verdict(play_turns(5, 5)) == "Ana leads with 10 · 1 turn left"
    assert problems(play_turns(5, 5, 5, 5))[3] == "The game ended with turn 3."
    assert [play_turns(*(5,) * count).turn for count in range(4)] == [ANA, BEN, ANA, None]
    assert play_turns(5, ended_early=True).turn is None
    assert play(5).turn is None


def test_who_has_the_target_while_the_game_goes_on_needs_no_more():
    target = TEN | {"is_over": lambda state: state.number > 3}
    assert needs(play(10, **target)) == ["target reached", "needs 20 more"]
    assert needs(play(12, **target)) == ["target reached", "needs 22 more"]


def test_a_game_ended_early_has_winners_and_says_so():
    board = play(5, ended_early=True, **TWO_ROUNDS)
    assert (board.finished, board.winners) == (True, (ANA,))
    assert verdict(board) == "ended early: Ana wins with 5"
    assert play(0, seats=3, ended_early=True, **TWO_ROUNDS).winners == (0, 1, 2)


@pytest.mark.parametrize(
    ("limits", "open_ended"),
    [({}, True), (TWO_ROUNDS, False), (TEN, False), ({"is_over": lambda state: False}, False)],
)
def test_a_game_without_an_end_of_its_own_is_complete_when_the_table_ends_it(limits, open_ended):
    assert play(5, **limits).open_ended is open_ended
    board = play(5, ended_early=True, final=lambda state, complete: Text(str(complete)), **limits)
    assert verdict(board) == str(open_ended)
