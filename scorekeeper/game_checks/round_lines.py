"""Checks that the function `lines` of ByRounds returns lines for each seat."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from games.contract import AnyGame, Line
from games.endless import call_rules
from games.kit.rounds import ByRounds
from games.kit.state import State
from scorekeeper.game_checks.cases import Case, records_of
from scorekeeper.game_checks.mistakes import BOARD, RULES, Mistake, mistake_of_error

SHAPE = '[(Line(5, _("…")),), ()] for two players, the second without points'


class WrongLines(Exception):
    """The return value of `lines` cannot be added up."""


def check_lines(game: AnyGame, rules: Path, cases: Sequence[Case]) -> Iterator[Mistake]:
    """Score the cases. Name the first mistake only: what follows from it is hard to understand."""
    if not isinstance(game.score, ByRounds):
        return
    score = replace(game.score, lines=with_check(game.score.lines))
    for record in records_of(cases):
        try:
            call_rules(score, record.setup, record.entries)
        except WrongLines as wrong:
            yield Mistake(BOARD, rules, str(wrong))
            return
        except Exception as error:
            yield mistake_of_error(RULES, rules, "Scoring a case", error)
            return


def with_check(lines: Callable[[Any, State], Any]) -> Callable[[Any, State], Any]:
    def check_and_return(entry: Any, state: State) -> Any:
        value, seats = lines(entry, state), len(state.seats)
        parts = value if isinstance(value, Sequence) else tuple(value or ())
        if len(parts) != seats or not all(map(is_part, parts)):
            name = getattr(lines, "__name__", "lines")
            raise WrongLines(
                f"{name}() must return a tuple of Lines for each of the {seats} seats, such as"
                f" {SHAPE}, but returns {value!r}."
            )
        return parts

    return check_and_return


def is_part(part: object) -> bool:
    """Return whether these are a player's lines. A Line is a tuple, too, but not of lines."""
    return (
        isinstance(part, (tuple, list))
        and not isinstance(part, Line)
        and all(isinstance(line, Line) for line in part)
    )
