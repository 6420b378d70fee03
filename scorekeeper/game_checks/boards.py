"""Checks that the rules return what the contract says, whatever was entered."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from games.contract import AnyGame, Line, Result, Scoreboard, Seat, Setup
from games.endless import call_rules
from games.kit.rounds import ByRounds
from games.kit.state import State
from games.record import Record, decode_options
from scorekeeper.game_checks.cases import Case, records_of
from scorekeeper.game_checks.mistakes import BOARD, RULES, Mistake, mistake_of_error
from scorekeeper.game_checks.tables import NAMES, usual_options
from scorekeeper.game_checks.texts import check_texts

SHAPE = '[(Line(5, _("…")),), ()] for two players, the second without points'


def check_boards(game: AnyGame, folder: Path, cases: Sequence[Case]) -> Iterator[Mistake]:
    """Score the cases as they are, and as corrections may leave them."""
    rules = folder / "rules.py"
    usual = usual_options(game, records_of(cases))
    for seats in sorted({game.players[0], min(game.players[-1], len(NAMES))}):
        if usual is not None:
            setup = Setup(seats, decode_options(game, usual))
            yield from check_board(game, rules, setup, (), "a game's start")
    for case in cases:
        if record := case.read():
            for setup, entries in variants(record):
                yield from check_board(game, rules, setup, entries, f"the case “{case.name}”")


def variants(record: Record) -> Iterator[tuple[Setup[Any], Sequence[Any]]]:
    """Yield other ways to play a record: usual options, no end, an early end, another order."""
    setup, entries = record.setup, record.entries
    yield setup, entries
    yield replace(setup, ended_early=True), entries
    yield setup, entries * 2
    yield setup, entries[::-1]
    if (usual := usual_options(record.game, [])) is not None:
        yield replace(setup, options=decode_options(record.game, usual)), entries


def check_board(
    game: AnyGame, rules: Path, setup: Setup[Any], entries: Sequence[Any], where: str
) -> Iterator[Mistake]:
    try:
        board = call_rules(game.score, setup, entries)
        disagreements = list(scoring_faults(game, setup.options))
    except Exception as error:
        yield mistake_of_error(RULES, rules, f"Scoring {where}, or a variant of it,", error)
        return
    if not isinstance(board, Scoreboard):
        yield Mistake(BOARD, rules, "score() must return a Scoreboard.")
        return
    for reason in (*shape_faults(board, setup, len(entries)), *disagreements):
        yield Mistake(BOARD, rules, f"{reason} It is so in {where}, or a variant of it.")
        return  # what follows could only repeat it
    yield from check_texts(game, rules, setup, board, entries)


def scoring_faults(game: AnyGame, options: Any) -> Iterator[str]:
    """Compare what the pages read from the Game with what ByRounds scores by."""
    if not isinstance(game.score, ByRounds):
        return
    if call_rules(game.lowest_wins, options) != call_rules(game.score.lowest_wins, options):
        yield "Game(lowest_wins=…) and ByRounds(lowest_wins=…) must agree."
    target = call_rules(game.score.target, options)
    if target is not None and call_rules(game.target, options) != target:
        yield "Game(target=…) and ByRounds(target=…) must agree."


def shape_faults(board: Scoreboard, setup: Setup[Any], entries: int) -> Iterator[str]:
    seats = setup.seats
    if len(board.results) != entries:
        yield "The scoreboard must have one Result for each entry."
    for name in ("totals", "ranks", "needs"):
        yield from length_faults(f"Scoreboard.{name}", getattr(board, name), seats)
    for name in ("holdings", "final_lines"):
        if value := getattr(board, name):
            yield from length_faults(f"Scoreboard.{name}", value, seats)
    if board.finished != bool(board.winners):
        yield "Scoreboard.winners must name someone when the game is finished, and nobody before."
    if setup.ended_early and not board.finished:
        yield "A game that was ended early must be finished."
    if board.turn is not None and not (isinstance(board.turn, Seat) and board.turn in range(seats)):
        yield "Scoreboard.turn must be the Seat of a player, or None."
    before: Sequence[int] = (0,) * seats
    for result in board.results:
        yield from result_faults(result, seats)
        if all(map(is_whole, result.totals)) and not is_sum(result, before):
            yield "A Result's totals must be those before it plus its points."
        before = result.totals
    yield from total_faults(board, before)


def is_sum(result: Result, before: Sequence[int]) -> bool:
    sums = tuple(total + points for total, points in zip(before, result.points, strict=False))
    return sums == tuple(result.totals)


def total_faults(board: Scoreboard, before: Sequence[int]) -> Iterator[str]:
    final = board.final_lines or ((),) * len(board.totals)
    final_points = [sum(line.points for line in lines) for lines in final]
    if tuple(board.totals) != tuple(map(sum, zip(before, final_points, strict=False))):
        yield "Scoreboard.totals must be those of the last Result, plus the final lines."


def result_faults(result: Result, seats: int) -> Iterator[str]:
    for name in ("points", "totals", "lines"):
        yield from length_faults(f"Result.{name}", getattr(result, name), seats)
    if not all(map(is_whole, (*result.points, *result.totals))):
        yield "Result.points and Result.totals must be whole numbers."
        return
    if result.problem and (any(result.points) or any(result.lines)):
        yield "A Result with a problem must bring no points and have no lines: use zero_result()."
    sums = [sum(line.points for line in lines) for lines in result.lines]
    if sums != list(result.points):
        yield f"The lines of a Result bring {sums}, but its points are {list(result.points)}."


def is_whole(number: object) -> bool:
    return type(number) is int


def length_faults(name: str, value: Any, seats: int) -> Iterator[str]:
    if not (isinstance(value, tuple) and len(value) == seats):
        yield f"{name} must be a tuple with one item for each seat."


class WrongLines(Exception):
    """The return value of `lines` cannot be added up."""


def check_lines(game: AnyGame, rules: Path, cases: Sequence[Case]) -> Iterator[Mistake]:
    """Score the cases, and look at what `lines` returns."""
    if not isinstance(game.score, ByRounds):
        return
    score = replace(game.score, lines=with_check(game.score.lines))
    for record in records_of(cases):
        try:
            call_rules(score, record.setup, record.entries)
        except WrongLines as wrong:
            yield Mistake(BOARD, rules, str(wrong))
        except Exception as error:
            yield mistake_of_error(RULES, rules, "Scoring a case", error)


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
