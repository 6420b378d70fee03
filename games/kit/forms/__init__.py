"""The forms of a game whose options and entries say what they ask (see questions.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.contract import AnyGame, EntryContext, Fact
from games.kit.forms.describe import describe
from games.kit.forms.entry import EntryForm
from games.kit.forms.options import OptionsForm
from games.kit.questions import questions

ROUNDS_AHEAD = 5


class KitForms:
    """Stands in for a game's own module forms.py: see forms_contract.py."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.OptionsForm = type("OptionsForm", (OptionsForm,), {"game": game})
        self.EntryForm = type("EntryForm", (EntryForm,), {"game": game})

    def describe_options(self, options: Mapping[str, Any]) -> list[Fact]:
        return list(describe(questions(self.game.options), options))

    def describe_entry(self, entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
        return list(describe(questions(self.game.entry), entry, names))

    def blanks_ahead(self, context: EntryContext) -> int:
        all_questions = questions(self.game.entry)
        return ROUNDS_AHEAD if any(one.before or one.depends for one in all_questions) else 0
