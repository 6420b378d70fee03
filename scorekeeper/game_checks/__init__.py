"""Finds mistakes in the folders of games before anyone opens a page.

`manage.py check` and `make check-game` run this. No other command does, so that the server starts
at once: it plays all cases of all games, which takes seconds.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.checks import CheckMessage, Error

from games import registry
from games.contract import AnyGame
from scorekeeper.game_checks.boards import check_boards, check_lines
from scorekeeper.game_checks.cases import Case, InvalidCases, check_cases, read_cases, records_of
from scorekeeper.game_checks.fields import check_fields
from scorekeeper.game_checks.figures import check_figures
from scorekeeper.game_checks.files import check_files, check_sources
from scorekeeper.game_checks.forms import check_entries, check_options
from scorekeeper.game_checks.mistakes import Mistake, mistake_of_fault
from scorekeeper.game_checks.pages import Controls, engine
from scorekeeper.game_checks.paper import check_paper
from scorekeeper.game_checks.points import check_points
from scorekeeper.game_checks.questions import check_questions
from scorekeeper.game_checks.rules_page import check_rules_page
from scorekeeper.game_checks.sample import check_sample
from scorekeeper.game_checks.tables import usual_options


def report_mistakes(app_configs: object, **options: Any) -> list[CheckMessage]:
    """Return the mistakes of all games, as Django's check framework prints them."""
    return [
        Error(mistake.reason, obj=mistake.place, id=f"scorekeeper.{mistake.id}")
        for mistake in find_mistakes()
    ]


def find_mistakes(slug: str | None = None) -> list[Mistake]:
    """Return the mistakes of all folders, or of the one with this name."""
    engine.cache_clear()
    mistakes = [
        mistake_of_fault(fault) for fault in registry.faults() if slug in (None, fault.folder.name)
    ]
    for name, game in registry.games().items():
        if slug in (None, name):
            mistakes += check_game(game, registry.folders()[name])
    return mistakes


def check_game(game: AnyGame, folder: Path) -> list[Mistake]:
    """Return the mistakes of a game that can be loaded. Forms are played once templates compile.

    Of some checks only the first mistake is named: what follows from it is hard to understand.
    """
    rules = folder / "rules.py"
    mistakes = [
        *check_files(game, folder),
        *check_sources(game, folder),
        *check_questions(game, rules),
    ]
    cases: list[Case] = []
    try:
        cases = read_cases(game, folder)
    except InvalidCases as invalid:
        mistakes.append(invalid.mistake)
    wrong_lines = list(islice(check_lines(game, rules, cases), 1))
    mistakes += wrong_lines or [*check_cases(cases), *check_boards(game, folder, cases)]
    if not mistakes:
        mistakes += islice(check_figures(game, folder, cases), 1)
        mistakes += check_forms(game, folder, cases)
        mistakes += check_rules_page(game, folder)
        mistakes += islice(check_paper(game, folder), 1)
        mistakes += check_points(game, folder)
        mistakes += check_sample(game, folder)
    return list(dict.fromkeys(mistakes))


def check_forms(game: AnyGame, folder: Path, cases: Sequence[Case]) -> Iterator[Mistake]:
    pages: list[Controls] = []
    yield from check_options(game, folder, cases)
    entry_mistakes = list(check_entries(game, folder, cases, pages))
    options = usual_options(game, records_of(cases))
    field_mistakes = [] if options is None else list(check_fields(game, folder, options, pages))
    # A missing or misnamed field is why its entries do not return.
    yield from field_mistakes or entry_mistakes
