"""What a phone sends for Yahtzee, made into a turn; the score card as the page shows it; turns told in words."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _

from games.contract import Fact, Seat, Situation, Text
from games.yahtzee.boxes import BOXES, FACES, Box
from games.yahtzee.card import Card, next_player
from games.yahtzee.names import TITLES
from games.yahtzee.page import Page
from games.yahtzee.rules import cards

DICE = 5
FACES_SHOWN = tuple(map(str, FACES))
FILL = re.compile(
    rf"(?P<box>{'|'.join(BOXES)})(?: (?P<scratch>scratch)| (?P<score>[0-9]{{1,2}})(?P<yahtzee> yahtzee)?)?"
)


class OptionsForm(forms.Form):
    """`options` is how a game was set up, to be changed or repeated."""

    joker = forms.ChoiceField(
        choices=[("forced", _("forced")), ("free", _("free"))], widget=forms.RadioSelect, label=_("Jokers")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"joker": "forced", **(options or {})}, use_required_attribute=False)

    def options(self) -> dict[str, Any]:
        return {"joker": self.cleaned_data["joker"]}


class DiceField(forms.MultiValueField):
    """Five dice, in any order; fewer while they are being tapped in."""

    def __init__(self) -> None:
        choices = [("", "–"), *((face, str(face)) for face in FACES)]
        dice = [forms.TypedChoiceField(choices=choices, coerce=int, empty_value=None, required=False)] * DICE
        widget = forms.MultiWidget([forms.RadioSelect(choices=choices)] * DICE)
        super().__init__(dice, widget=widget, required=False, require_all_fields=False, label=_("the dice"))

    def compress(self, dice: list[int | None]) -> list[int]:
        return [die for die in dice if die]


class Die(NamedTuple):
    html_name: str
    shown: str


class EntryForm(forms.Form):
    """One turn: the player, and a box filled from the dice or with a score.

    `fill` is what the pressed button says: "fours" (with the dice), "fours scratch" (0, whatever they are worth),
    "fours 12" or "fours 20 yahtzee" (without dice). `turn` is whose turn it was when the form was opened.
    """

    turn = forms.CharField(required=False, widget=forms.HiddenInput)

    fill = forms.RegexField(
        rf"^{FILL.pattern}$",
        label=_("the box"),
        error_messages={"required": _("Tap the box that is filled."), "invalid": _("There is no such box.")},
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, at: Situation, entry: Mapping[str, Any] | None = None
    ) -> None:
        self.at = at
        self.cards = cards(at.setup, at.entries)
        super().__init__(data, initial=initial(entry, self.cards), use_required_attribute=False)
        seats = list(enumerate(at.names))
        self.fields["player"] = forms.TypedChoiceField(
            choices=seats, coerce=int, empty_value=None, required=False, widget=forms.RadioSelect, label=_("the player")
        )
        self.fields["dice"] = DiceField()

    def clean(self) -> dict[str, Any]:
        filled = FILL.fullmatch(self.cleaned_data.get("fill", ""))
        dice = self.cleaned_data.get("dice") or []
        if filled and filled["score"] is None and len(dice) < DICE and "dice" not in self.errors:
            self.add_error(
                "dice", ValidationError(_("Tap the five dice first, or one of the box’s scores."), "required")
            )
        return self.cleaned_data

    def entry(self) -> dict[str, Any]:
        """The entry of a valid form; of another, so much as can be read."""
        said = self.cleaned_data
        player = said.get("player")
        turn: dict[str, Any] = {"player": int(self.on_turn) if player is None else player}
        filled = FILL.fullmatch(said.get("fill", ""))
        if filled:
            turn["box"] = filled["box"]
        if filled and filled["score"] is not None:
            return turn | {"score": int(filled["score"])} | flag("rolled_yahtzee", filled["yahtzee"])
        return turn | flag("dice", said.get("dice")) | flag("scratch", filled and filled["scratch"])

    @property
    def on_turn(self) -> Seat:
        """Whose turn it is."""
        return next_player(self.cards) or Seat(0)

    @property
    def active(self) -> Seat:
        """Whose column is being filled: the player chosen; of a note without dice only if it was not their turn."""
        chosen, was_on_turn = str(self["player"].value()), str(self["turn"].value())
        if chosen == was_on_turn and not (self.rolled or self["fill"].value()):
            return self.on_turn
        return next((card.player for card in self.cards if str(int(card.player)) == chosen), self.on_turn)

    @property
    def rolled(self) -> tuple[int, ...]:
        """The dice tapped so far."""
        return tuple(int(die.shown) for die in self.dice_rows() if die.shown)

    def dice_rows(self) -> list[Die]:
        """One a die, each where it was tapped."""
        tapped = [str(die or "") for die in self["dice"].value() or []]
        known = [die if die in FACES_SHOWN else "" for die in tapped] + [""] * DICE
        return [Die(f"dice_{n}", known[n]) for n in range(DICE)]

    @property
    def dice_first(self) -> bool:
        """Whether the dice lie ready: some are tapped, or the player's last turn came by dice; else the table's."""
        turns = [turn for turn in self.at.entries if turn.player == self.active] or self.at.entries
        return "dice" in self.errors or bool(self.rolled) or not turns or turns[-1].dice is not None

    def page(self) -> Page:
        return Page(self.at, self.cards, self.active, self.rolled if len(self.rolled) == DICE else None)


def flag(name: str, said: Any) -> dict[str, Any]:
    """What was said, if anything was; a scratch or a Yahtzee is said by naming it."""
    return {name: True if isinstance(said, str) else said} if said else {}


def initial(entry: Mapping[str, Any] | None, cards: Sequence[Card]) -> dict[str, Any]:
    if entry is None:
        return {"player": next_player(cards) or 0}
    return {"player": entry["player"], "dice": list(entry.get("dice", []))}


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    forced = options.get("joker", "forced") == "forced"
    return [(say("jokers"), say("forced") if forced else say("free"))]


def describe(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """What was entered, or noted so far, label by label."""
    scratched = entry.get("scratch") or entry.get("score") == 0
    facts = [
        (say("player"), names[entry["player"]]),
        (say("box"), title(entry["box"]) if "box" in entry else ""),
        (say("dice"), " ".join(map(str, entry.get("dice", ())))),
        (say("score"), str(entry.get("score", ""))),
        (say("rolled"), say("a Yahtzee") if entry.get("rolled_yahtzee") else ""),
        (say("scratched"), say("yes") if scratched else ""),
    ]
    return [(label, value) for label, value in facts if value]


def title(box: Box) -> str:
    text: Text = TITLES[box]
    return say(text.message)
