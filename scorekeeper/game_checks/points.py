"""Checks that a phone can work out a game's points offline, or that the game says it cannot."""

from collections.abc import Iterator
from pathlib import Path

from games.contract import AnyGame
from games.kit.questions import questions
from games.kit.worth import FOR_ONE, player_question, worth_for_phones
from scorekeeper.game_checks.mistakes import FIELD, POINTS, Mistake
from scorekeeper.pages.game.standings import SCRIPT


def check_points(game: AnyGame, folder: Path) -> Iterator[Mistake]:
    script, rules = folder / "static" / game.slug / SCRIPT, folder / "rules.py"
    if not game.provisional and script.is_file():
        yield Mistake(POINTS, script, "The game says provisional=False, so no page uses this file.")
    elif worth_for_phones(game):
        yield from check_worth(game, rules)
    elif game.provisional and not script.is_file():
        reason = (
            "The file is missing: it works out the points without a network. If it cannot, say"
            " provisional=False in the Game, and why in a comment."
        )
        yield Mistake(POINTS, script, reason)


def check_worth(game: AnyGame, rules: Path) -> Iterator[Mistake]:
    all_questions = questions(game.entry)
    if player_question(all_questions):
        return
    for question in all_questions:
        if question.worth is not None and question.kind in FOR_ONE:
            reason = (
                f"{game.entry.__name__}.{question.name} is worth points, but no question says"
                " which player gets them."
            )
            yield Mistake(FIELD, rules, reason)
