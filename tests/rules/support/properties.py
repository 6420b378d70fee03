"""What holds for the scoreboards of several games, whatever was entered."""

from collections.abc import Callable, Sequence
from typing import Any

from games.contract import AnyGame, GameOver, Scoreboard, Setup

Model = Callable[[Setup[Any], Sequence[Any]], tuple[tuple[int, ...], list[bool], bool]]
"""Returns the totals, which of the entries count, and whether the game is complete."""


def expect_sums(board: Scoreboard) -> tuple[int, ...]:
    """Expect lines to add up to points, and points to totals. Return those of the last result."""
    totals = (0,) * len(board.totals)
    for result in board.results:
        assert result.points == tuple(sum(line.points for line in lines) for lines in result.lines)
        totals = tuple(map(sum, zip(totals, result.points, strict=True)))
        assert result.totals == totals
    return totals


def expect_as_modelled(
    game: AnyGame, model: Model, setup: Setup[Any], entries: Sequence[Any]
) -> None:
    board = game.score(setup, entries)
    totals, counts, complete = model(setup, entries)
    assert [result.problem is None for result in board.results] == counts
    assert board.totals == totals
    assert board.finished == (complete or setup.ended_early)


def expect_best_to_win(board: Scoreboard, lowest_wins: bool = False) -> None:
    """Expect ties to share rank and victory, and nobody to have won before the end."""
    worth = [-total if lowest_wins else total for total in board.totals]
    best = tuple(seat for seat, one in enumerate(worth) if one == max(worth))
    assert board.winners == (best if board.finished else ())
    assert board.ranks == tuple(1 + sum(other > one for other in worth) for one in worth)


def expect_nothing_to_count_after_the_end(
    game: AnyGame, model: Model, setup: Setup[Any], entries: Sequence[Any]
) -> None:
    *_, complete = model(setup, entries)
    problems = [result.problem for result in game.score(setup, [*entries, *entries]).results]
    if complete:
        assert all(isinstance(problem, GameOver) for problem in problems[len(entries) :])
