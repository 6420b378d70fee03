"""Imports the game of a folder, and checks that the pages can rely on what it says."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from games.contract import AnyGame, Game, Sample, Starter, Steps, Text
from games.contract import gettext as _
from games.dataclass_codec import class_codec, kinds_of
from games.endless import call_rules
from games.faults import Fault, InvalidGameFolder, fault_of_error
from games.kit.questions import questions
from games.kit.sample import sample_of_questions

FORM_PARTS = ("OptionsForm", "EntryForm", "describe_options", "describe_entry")
FUNCTIONS = ("score", "target", "lowest_wins", "entry_title", "enter_title", "entering_title")


def load_game(slug: str, folder: Path) -> AnyGame:
    """Import rules.py and forms.py. Raises InvalidGameFolder."""
    rules, forms = folder / "rules.py", folder / "forms.py"
    game = getattr(_load_module(f"games.{slug}.rules", rules), "game", None)
    if not isinstance(game, Game):
        _refuse(rules, _("It has no `game` that is a games.contract.Game."))
    if game.slug != slug:
        reason = _(
            "It calls its game %(slug)s, but the folder has a different name.", slug=game.slug
        )
        raise InvalidGameFolder(Fault(folder, rules, reason, of_slug=True))
    for reason in _wrong_types(game):
        _refuse(rules, reason)
    if forms.is_file():
        module = _load_module(f"games.{slug}.forms", forms)
        for name in FORM_PARTS:
            if not callable(getattr(module, name, None)):
                _refuse(forms, _("It has no %(name)s.", name=name))
    elif silent := silent_field(game):
        _refuse(
            rules, _("%(field)s does not say what it asks, and there is no forms.py.", field=silent)
        )
    return game


def load_sample(game: AnyGame, folder: Path) -> Sample | None:
    """Import sample.py, or make a sample of the questions. Raises InvalidGameFolder."""
    file = folder / "sample.py"
    if not file.is_file():
        return sample_of_questions(game)
    module = _load_module(f"games.{game.slug}.sample", file)
    if not callable(getattr(module, "next_entry", None)):
        _refuse(file, _("It has no %(name)s.", name="next_entry"))
    options = getattr(module, "options", lambda chance, seats: game.options())
    return Sample(game, module.next_entry, options)


def silent_field(game: AnyGame) -> str | None:
    """Return a field of the game's options or entries that has no question, if there is one."""
    for kind in (game.options, *kinds_of(game.entry)):
        names = {question.name for question in questions(kind)}
        for part in fields(kind):
            if part.name not in names:
                return f"{kind.__name__}.{part.name}"
    return None


def _refuse(file: Path, reason: Text) -> NoReturn:
    raise InvalidGameFolder(Fault(file.parent, file, reason))


def _load_module(name: str, file: Path) -> Any:
    try:
        return call_rules(import_module, name)
    except (Exception, SystemExit) as error:
        raise InvalidGameFolder(fault_of_error(file.parent, file, error)) from error


def _wrong_types(game: AnyGame) -> Iterator[Text]:
    """Yield what the game says of itself in a way that a page could not show."""
    for name in ("title", "credit"):
        if not (isinstance(getattr(game, name), str) and getattr(game, name)):
            yield _('The game’s %(name)s must be a text: gettext_noop("…").', name=name)
    if not (isinstance(game.players, range) and game.players and game.players[0] >= 1):
        yield _("The game’s `players` must be a range such as range(2, 5), which is 2 to 4.")
    if not isinstance(game.starter, Starter):
        yield _("The game’s `starter` must be DEALS, LEADS, STARTS or another Starter.")
    if not isinstance(game.steps, Steps | None):
        yield _("The game’s `steps` must be Steps(…), or None.")
    for name in FUNCTIONS:
        if not callable(getattr(game, name)):
            yield _("The game’s `%(name)s` must be a function.", name=name)
    if not (game.call is None or callable(game.call)):
        yield _("The game’s `%(name)s` must be a function.", name="call")
    yield from _unreadable_classes(game)


def _unreadable_classes(game: AnyGame) -> Iterator[Text]:
    kinds = (game.options, *kinds_of(game.entry))
    if not all(isinstance(kind, type) and is_dataclass(kind) for kind in kinds):
        yield _("The game’s `options` and `entry` must be dataclasses.")
        return
    try:
        class_codec(game.options, allow_null=True)
        class_codec(game.entry)
    except Exception as error:
        yield _("The game’s options or entries cannot be read: %(error)s", error=str(error))
