"""Scores a game round by round: a game says what a round brings, and when the game is over.

score = ByRounds(deal_lines, rounds=round_count)
"""

from collections.abc import Callable, Collection, Sequence
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
from games.kit.questions import questions
from games.kit.standing import needs_texts, running_verdict
from games.kit.state import State
from games.kit.verdicts import final_verdict, round_after_end, too_many, turn_after_end

Entry = TypeVar("Entry")
Lines = Sequence[tuple[Line, ...]]


@dataclass(frozen=True, slots=True)
class ByRounds(Generic[Entry]):
    """The function `score` of a game that is played in rounds.

    Without `rounds`, `target` and `is_over` the game has no end of its own: the table ends it.

    - `lines`: what a round brings each player, in seat order. It raises Impossible for a round that
      cannot have happened; the limits of the entry's questions are checked before.
    - `rounds`: how many rounds are played; None for any number. A round that does not count is one
      of them.
    - `target`: the total that ends the game.
    - `is_over`: whether the game is over, where that is not just the last round or the target. It
      gets the state after a round that counts.
    - `lowest_wins`: whether the lowest total is the best.
    - `turn`: whose turn it is, where an entry is the turn of one player. The texts then say turn.
    - `out`: who has no further turns; those who are still in decide who leads.
    - `remember`: what to remember after a round that counts, as `memory` of the next State.
    - `ranks`: the ranks, where they follow not only from the totals.
    - `needs`: what each player still needs, where that is not the distance to the target or to the
      best.
    - `running`, `final`: the verdict during the game and at its end, in the game's own words. The
      latter also gets whether the game was played to its end.
    """

    lines: Callable[[Entry, State], Lines]
    rounds: Callable[[Setup[Any]], int | None] = lambda setup: None
    target: Callable[[Any], int | None] = lambda options: None
    is_over: Callable[[State], bool] | None = None
    lowest_wins: Callable[[Any], bool] = lambda options: False
    turn: Callable[[State], Seat | None] | None = None
    out: Callable[[State], Collection[Seat]] | None = None
    remember: Callable[[Entry, State], Any] | None = None
    ranks: Callable[[State], tuple[int, ...]] | None = None
    needs: Callable[[State], tuple[Text | None, ...]] | None = None
    running: Callable[[State], Text] | None = None
    final: Callable[[State, bool], Text] | None = None

    def __call__(self, setup: Setup[Any], entries: Sequence[Entry]) -> Scoreboard:
        results, state, last = self.play(setup, entries)
        return self._scoreboard(results, state, complete=last > 0)

    def state(self, setup: Setup[Any], entries: Sequence[Entry]) -> State:
        return self.play(setup, entries)[1]

    def play(
        self, setup: Setup[Any], entries: Sequence[Entry]
    ) -> tuple[tuple[Result, ...], State, int]:
        """Return the results, the state after them, and the number of the last round, or 0."""
        results: list[Result] = []
        valid: list[Entry] = []
        state, last, is_over = State(setup, 1, (0,) * setup.seats, valid), 0, self._end(setup)
        rounds = None if self.is_over else self.rounds(setup)
        for number, entry in enumerate(entries, 1):
            if last:
                result = self._after_end(state, last)
            elif rounds is not None and number > rounds:
                result = zero_result(state.totals, too_many(rounds, self.turn is not None))
            else:
                result = self._result(entry, state)
            memory = state.memory
            if not result.problem:
                memory = self.remember(entry, state) if self.remember else None
                valid.append(entry)
            state = State(setup, number + 1, result.totals, valid, memory)
            results.append(result._replace(out=self.out(state)) if self.out else result)
            if not result.problem and is_over(state):
                last = number
        return tuple(results), state, last

    def _result(self, entry: Entry, state: State) -> Result:
        try:
            if questions(type(entry)):  # a game with forms of its own has none
                check_answers(entry, state)
            lines = tuple(self.lines(entry, state))
        except Impossible as problem:
            return zero_result(state.totals, problem)
        return result_of_lines(lines, state.totals)

    def _after_end(self, state: State, last: int) -> Result:
        problem = turn_after_end(last) if self.turn else round_after_end(last)
        return zero_result(state.totals, problem)

    def _end(self, setup: Setup[Any]) -> Callable[[State], bool]:
        if self.is_over:
            return self.is_over
        rounds, target = self.rounds(setup), self.target(setup.options)
        return lambda state: (
            len(state.counted) == rounds or (target is not None and max(state.totals) >= target)
        )

    def _is_open_ended(self, setup: Setup[Any]) -> bool:
        limits = self.rounds(setup), self.target(setup.options)
        return self.is_over is None and limits == (None, None)

    def _scoreboard(self, results: tuple[Result, ...], state: State, complete: bool) -> Scoreboard:
        is_finished, totals = complete or state.setup.ended_early, state.totals
        open_ended = self._is_open_ended(state.setup)
        complete = complete or open_ended
        lowest = self.lowest_wins(state.setup.options)
        ranks = self.ranks(state) if self.ranks else rank_totals(totals, lowest)
        best = tuple([Seat(seat) for seat, rank in enumerate(ranks) if rank == 1])
        return Scoreboard(
            results=results,
            totals=totals,
            ranks=ranks,
            finished=is_finished,
            winners=best if is_finished else (),
            verdict=self._final_verdict(state, best, complete)
            if is_finished
            else self._running_verdict(state, best),
            needs=(None,) * len(totals) if is_finished else self._needs(state, best),
            turn=self.turn(state) if self.turn and not is_finished else None,
            open_ended=open_ended,
            left=None if is_finished else self._rounds_left(state),
        )

    def _rounds_left(self, state: State) -> int | None:
        """Return how many rounds can still be entered, even where some do not count."""
        rounds = None if self.is_over else self.rounds(state.setup)
        return None if rounds is None else max(rounds - state.number + 1, 0)

    def _final_verdict(self, state: State, best: tuple[Seat, ...], complete: bool) -> Text:
        if self.final:
            return self.final(state, complete)
        return final_verdict(state.totals, best, complete)

    def _running_verdict(self, state: State, best: tuple[Seat, ...]) -> Text:
        if self.running:
            return self.running(state)
        target, left, has_begun = self._target(state), self._rounds_left(state), bool(state.counted)
        return running_verdict(state.totals, best, target, left, has_begun, self.turn is not None)

    def _needs(self, state: State, best: tuple[Seat, ...]) -> tuple[Text | None, ...]:
        if self.needs:
            return self.needs(state)
        return needs_texts(state.totals, best, self._target(state))

    def _target(self, state: State) -> int | None:
        """Return the total that wins; a target that is bad to have only ends the game."""
        return None if self.lowest_wins(state.options) else self.target(state.options)


def result_of_lines(lines: tuple[tuple[Line, ...], ...], totals: tuple[int, ...]) -> Result:
    """Return the result of an entry with these lines of each player; `totals` are those before."""
    points = tuple(
        [
            part[0].points if len(part) == 1 else sum([line.points for line in part])
            for part in lines
        ]
    )
    return Result(points, tuple(map(add, totals, points)), lines)
