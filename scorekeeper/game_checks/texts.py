"""Checks that the rules return a Text wherever the pages translate one."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import chain
from pathlib import Path
from typing import Any

from games.contract import AnyGame, Scoreboard, Seat, Setup, Text, in_english
from games.dataclass_codec import kinds_of
from scorekeeper.game_checks.mistakes import FIELD, RULES, TEXT, Mistake, mistake_of_error
from scorekeeper.game_checks.tables import NAMES


def check_texts(
    game: AnyGame, rules: Path, setup: Setup[Any], board: Scoreboard, entries: Sequence[Any]
) -> Iterator[Mistake]:
    yield from check_problem_fields(game, rules, board)
    texts = dict(texts_of_board(board))
    try:
        texts |= dict(texts_of_game(game, entries))
    except Exception as error:
        yield mistake_of_error(RULES, rules, "The title of an entry", error)
    try:
        texts |= dict(texts_of_calls(game, setup, board, entries))
    except Exception as error:
        yield mistake_of_error(RULES, rules, "What the caller says", error)
    for where, text in texts.items():
        for reason in text_faults(where, text):
            yield Mistake(TEXT, rules, reason)


def check_problem_fields(game: AnyGame, rules: Path, board: Scoreboard) -> Iterator[Mistake]:
    for field in {result.problem.field for result in board.results if result.problem}:
        if field not in {"", "type", *entry_keys(game)}:
            reason = f"An Impossible names the field “{field}”, which the entry does not have."
            yield Mistake(FIELD, rules, reason)


def entry_keys(game: AnyGame) -> set[str]:
    return {part.name for kind in kinds_of(game.entry) for part in fields(kind)}


def texts_of_board(board: Scoreboard) -> Iterator[tuple[str, object]]:
    yield "Scoreboard.verdict", board.verdict
    for need in board.needs:
        if need is not None:
            yield "Scoreboard.needs", need
    for holding in board.holdings:
        for text in holding:
            yield "Scoreboard.holdings", text
    for lines in chain(board.final_lines, *(result.lines for result in board.results)):
        for line in lines:
            yield f"The text of a Line ({line.points})", line.text
    for result in board.results:
        if result.problem:
            yield "The message of an Impossible", result.problem.message


def texts_of_game(game: AnyGame, entries: Sequence[Any]) -> Iterator[tuple[str, object]]:
    yield "What enter_title returns", game.enter_title(entries, None)
    yield "enter_turn_title", Text(game.enter_turn_title, {"player": Seat(0)})
    yield "What entering_title returns", game.entering_title(entries, None)
    for step in game.steps or ():
        yield "The text of a step", Text(step)
    yield "What entry_title returns for the next entry", game.entry_title(entries, None)
    for number, entry in enumerate(entries):
        yield "What entry_title returns", game.entry_title(entries[:number], entry)
        if game.entry_subject:
            yield "What entry_subject returns", game.entry_subject(entry)


def texts_of_calls(
    game: AnyGame, setup: Setup[Any], board: Scoreboard, entries: Sequence[Any]
) -> Iterator[tuple[str, object]]:
    for number, result in enumerate(board.results, 1):
        if game.call and not result.problem:
            until = entries[:number]
            for text in game.call(setup, until, game.score(setup, until)):
                yield f"What call returns for entry {number}", text


def text_faults(where: str, text: object) -> Iterator[str]:
    if not isinstance(text, Text):
        yield f'{where} must be a Text, such as _("…"), but it is {text!r}.'
    elif why := unrenderable(text):
        yield f"{where} lacks a value: “{text.message}” needs {why}."


def unrenderable(text: Text) -> str:
    """The placeholder without a value; "" if there is none. Pages give %(name)s themselves."""
    try:
        in_english(text._replace(values={"name": "", **text.values}), NAMES)
    except KeyError as error:
        return str(error.args[0])
    except (ValueError, TypeError, IndexError) as error:
        return str(error)
    return ""
