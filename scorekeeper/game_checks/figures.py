"""Checks that the figures of a game are what the contract says, however the game ended."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from games.contract import AnyGame, Counted, Figure, Figures, Measure, Scoreboard, Setup
from games.endless import call_rules
from games.kit.figures import counted_entries
from games.record import Record
from scorekeeper.game_checks.boards import is_whole, variants
from scorekeeper.game_checks.cases import Case
from scorekeeper.game_checks.mistakes import FIGURES, Mistake, mistake_of_error, part_file
from scorekeeper.game_checks.texts import text_faults


def check_figures(game: AnyGame, folder: Path, cases: Sequence[Case]) -> Iterator[Mistake]:
    """Count the figures of finished games."""
    if (figures := game.figures) is None:
        return
    file = part_file(folder, "figures.py")
    for reason in kind_faults(figures):
        yield Mistake(FIGURES, file, reason)
    for case in cases:
        record = case.read()
        for setup, entries in endings(record) if record else ():
            try:
                for reason in faults_of_game(game, figures, setup, entries):
                    where = f"It is so in the case “{case.name}”, or a variant of it."
                    yield Mistake(FIGURES, file, f"{reason} {where}")
            except Exception as error:
                doing = f"Counting the figures of the case “{case.name}”, or of a variant of it,"
                yield mistake_of_error(FIGURES, file, doing, error)


def endings(record: Record) -> Iterator[tuple[Setup[Any], Sequence[Any]]]:
    """Yield the ends that a table can make of a game: figures are counted only then."""
    for setup, entries in variants(record):
        yield setup, entries
        yield replace(setup, ended_early=True), entries
    yield replace(record.setup, ended_early=True), ()


def faults_of_game(
    game: AnyGame, figures: Figures, setup: Setup[Any], entries: Sequence[Any]
) -> Iterator[str]:
    board: Scoreboard = call_rules(game.score, setup, entries)
    if not board.finished:
        return
    counts = figures.count(setup, entries, board)
    if not (is_list(counts) and len(counts) == setup.seats and all(map(is_list, counts))):
        yield f"Figures.count must return a list of figures for each of the {setup.seats} players."
        return
    for of_seat in counts:
        yield from seat_faults(figures, of_seat)
    valid = counted_entries(entries, board)
    without = call_rules(game.score, setup, valid)
    is_same = without.finished and not without.problem and without.totals == board.totals
    if is_same and figures.count(setup, valid, without) != counts:
        yield "Figures.count must leave out entries whose Result has a problem."


def is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))


def kind_faults(figures: object) -> Iterator[str]:
    if not (isinstance(figures, Figures) and isinstance(figures.kinds, Mapping)):
        yield "Game.figures must be made by Figures(kinds, count)."
        return
    for key, kind in figures.kinds.items():
        if not isinstance(kind, Figure):
            yield f"Figures.kinds must have a Figure for “{key}”, not {kind!r}."
        elif not isinstance(kind.measure, Measure):
            yield f"The measure of the figure “{key}” must be one of Measure, not {kind.measure!r}."
        else:
            yield from text_faults(f"The title of the figure “{key}”", kind.title)


def seat_faults(figures: Figures, of_seat: Sequence[object]) -> Iterator[str]:
    keys: set[tuple[str, str]] = set()
    for one in of_seat:
        if not isinstance(one, Counted):
            yield f"Figures.count must return a Counted for each figure, not {one!r}."
        elif one.key not in figures.kinds:
            yield f"Figures.count returns “{one.key}”, which Figures.kinds does not have."
        elif (one.key, one.detail) in keys:
            yield f"Figures.count returns “{one.key}” twice for one player, with the same detail."
        else:
            keys.add((one.key, one.detail))
            yield from number_faults(one, figures.kinds[one.key].measure)
            yield from detail_faults(one, figures.kinds[one.key])


def number_faults(one: Counted, measure: Measure) -> Iterator[str]:
    not_whole = [number for number in (one.value, one.chances) if not is_whole(number)]
    if not_whole:
        yield f"The numbers of the figure “{one.key}” must be whole, not {not_whole[0]!r}."
    elif measure is not Measure.POINTS and one.value < 0:
        yield f"The figure “{one.key}” must not be below 0, but it is {one.value}."
    elif measure is Measure.SHARE and one.chances < 1:
        yield f"The figure “{one.key}” is a share, so leave it out for a player without a chance."
    elif measure is Measure.SHARE and one.value > one.chances:
        yield f"The figure “{one.key}” has more than its chances: {one.value} of {one.chances}."


def detail_faults(one: Counted, kind: Figure) -> Iterator[str]:
    if not isinstance(one.detail, str):
        yield f"The detail of the figure “{one.key}” must be a text, but it is {one.detail!r}."
    elif kind.detail_title and one.detail:
        yield from text_faults(
            f"What detail_title returns for “{one.detail}”", kind.detail_title(one.detail)
        )
    elif one.detail:
        yield f"The figure “{one.key}” has the detail “{one.detail}”, but no detail_title."
