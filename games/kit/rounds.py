"""Scores a game round by round: a game says what a round brings, and when the game is over.

score = ByRounds(deal_lines, rounds=round_count)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import add
from typing import Any, Generic, TypeVar

from games.contract import (
    Impossible,
    Line,
    Result,
    Scoreboard,
    Seat,
    Setup,
    Text,
    rank_totals,
    zero_result,
)
from games.kit.limits import check_answers
from games.kit.standing import needs_texts, running_verdict
from games.kit.state import State
from games.kit.verdicts import final_verdict, round_after_end

Entry = TypeVar("Entry")
Lines = Sequence[Sequence[Line]]


@dataclass(frozen=True, slots=True)
class ByRounds(Generic[Entry]):
    """The function `score` of a game that is played in rounds.

    - `lines`: what a round brings each player, in seat order. It raises Impossible for a round that
      cannot have happened; the limits of the entry's questions are checked before.
    - `rounds`: how many rounds are played; None for any number.
    - `target`: the total that ends the game.
    - `is_over`: whether the game is over, where that is not just the last round or the target. It
      gets the state after a round that counts.
    - `lowest_wins`: whether the lowest total is the best.
    - `remember`: what to remember after a round that counts, as `memory` of the next State.
    - `ranks`: the ranks, where they follow not only from the totals.
    - `needs`: what each player still needs, where that is not the distance to the target or to the
      best.
    """

    lines: Callable[[Entry, State], Lines]
    rounds: Callable[[Setup[Any]], int | None] = lambda setup: None
    target: Callable[[Any], int | None] = lambda options: None
    is_over: Callable[[State], bool] | None = None
    lowest_wins: Callable[[Any], bool] = lambda options: False
    remember: Callable[[Entry, State], Any] = lambda entry, state: None
    ranks: Callable[[State], tuple[int, ...]] | None = None
    needs: Callable[[State], tuple[Text | None, ...]] | None = None

    def __call__(self, setup: Setup[Any], entries: Sequence[Entry]) -> Scoreboard:
        results, state, last = self.play(setup, entries)
        return self._scoreboard(results, state, complete=last > 0)

    def state(self, setup: Setup[Any], entries: Sequence[Entry]) -> State:
        """Return the state after these entries."""
        return self.play(setup, entries)[1]

    def play(
        self, setup: Setup[Any], entries: Sequence[Entry]
    ) -> tuple[tuple[Result, ...], State, int]:
        """Return the results, the state after them, and the number of the last round, or 0."""
        results: list[Result] = []
        counted: list[Entry] = []
        state, last = State(setup, 1, (0,) * setup.seats, counted), 0
        for number, entry in enumerate(entries, 1):
            after_end = zero_result(state.totals, round_after_end(last)) if last else None
            result = after_end or self._result(entry, state)
            results.append(result)
            memory = state.memory
            if not result.problem:
                memory = self.remember(entry, state)
                counted.append(entry)
            state = State(setup, number + 1, result.totals, counted, memory)
            if not result.problem and self._ends(state):
                last = number
        return tuple(results), state, last

    def _result(self, entry: Entry, state: State) -> Result:
        try:
            check_answers(entry, state)
            lines = tuple(map(tuple, self.lines(entry, state)))
        except Impossible as problem:
            return zero_result(state.totals, problem)
        points = tuple([sum([line.points for line in part]) for part in lines])
        return Result(points, tuple(map(add, state.totals, points)), lines)

    def _ends(self, state: State) -> bool:
        if self.is_over:
            return self.is_over(state)
        target = self.target(state.options)
        return len(state.counted) == self.rounds(state.setup) or (
            target is not None and max(state.totals) >= target
        )

    def _scoreboard(self, results: tuple[Result, ...], state: State, complete: bool) -> Scoreboard:
        finished = complete or state.setup.ended_early
        lowest = self.lowest_wins(state.options)
        ranks = self.ranks(state) if self.ranks else rank_totals(state.totals, lowest)
        best = tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == 1)
        target = None if lowest else self.target(state.options)
        rounds = self.rounds(state.setup)
        left = rounds - len(state.counted) if rounds is not None else None
        needs = self.needs(state) if self.needs else needs_texts(state.totals, best, target)
        return Scoreboard(
            results=results,
            totals=state.totals,
            ranks=ranks,
            finished=finished,
            winners=best if finished else (),
            verdict=final_verdict(state.totals, best, complete)
            if finished
            else running_verdict(state.totals, best, target, left, bool(state.counted)),
            needs=(None,) * state.setup.seats if finished else needs,
        )
