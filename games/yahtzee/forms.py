"""The forms of Yahtzee, and descriptions of options and turns."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.contract import Data, EntryContext, Fact, Seat
from games.kit.choices import TappedField, TappedInput, tapped_inputs
from games.kit.forms.fields import chosen_field
from games.yahtzee.box_titles import BOX_TITLES
from games.yahtzee.boxes import BOXES, FACES, Box
from games.yahtzee.card import Card, next_player
from games.yahtzee.card_page import CardPage
from games.yahtzee.rules import cards_after

DICE_COUNT = 5
FACE_VALUES = tuple(map(str, FACES))
FILL = re.compile(
    rf"(?P<box>{'|'.join(BOXES)})"
    r"(?: (?P<scratch>scratch)| (?P<score>[0-9]{1,2})(?P<yahtzee> yahtzee)?)?"
)


class OptionsForm(forms.Form):
    joker = forms.ChoiceField(
        choices=[
            ("forced", pgettext_lazy("joker", "forced")),
            ("free", pgettext_lazy("joker", "free")),
        ],
        widget=forms.RadioSelect,
        label=_("Jokers"),
    )

    def __init__(self, data: Data = None, *, options: Data = None) -> None:
        super().__init__(
            data, initial={"joker": "forced", **(options or {})}, use_required_attribute=False
        )

    def options(self) -> dict[str, Any]:
        return {"joker": self.cleaned_data["joker"]}


class EntryForm(forms.Form):
    """`fill` is the value of the button that was pressed.

    - "fours": fill that box from the dice.
    - "fours scratch": write 0 regardless of the dice.
    - "fours 12", "fours 20 yahtzee": write a score, without dice.

    `turn` is the player whose turn it was when the form was opened.
    """

    turn = forms.CharField(required=False, widget=forms.HiddenInput)

    fill = forms.RegexField(
        rf"^{FILL.pattern}$",
        label=_("the box"),
        error_messages={
            "required": _("Tap the box to fill."),
            "invalid": _("Choose one of the 13 boxes."),
        },
    )

    def __init__(self, data: Data = None, *, context: EntryContext, entry: Data = None) -> None:
        self.context = context
        self.cards = cards_after(context.setup, context.entries)
        super().__init__(
            data, initial=initial_data(entry, self.cards), use_required_attribute=False
        )
        self.fields["player"] = chosen_field(enumerate(context.names), _("the player"), int)
        self.fields["dice"] = TappedField(FACES, DICE_COUNT, int, _("the dice"))

    def clean(self) -> dict[str, Any]:
        fill = FILL.fullmatch(self.cleaned_data.get("fill", ""))
        dice = self.cleaned_data.get("dice") or []
        if fill and fill["score"] is None and len(dice) < DICE_COUNT and "dice" not in self.errors:
            self.add_error(
                "dice",
                ValidationError(
                    _("Tap all five dice first, or choose a score in the box."), "required"
                ),
            )
        return self.cleaned_data

    def entry(self) -> dict[str, Any]:
        data = self.cleaned_data
        player = data.get("player")
        turn: dict[str, Any] = {"player": int(self.current_player) if player is None else player}
        fill = FILL.fullmatch(data.get("fill", ""))
        if fill:
            turn["box"] = fill["box"]
        if fill and fill["score"] is not None:
            return (
                turn
                | {"score": int(fill["score"])}
                | ({"rolled_yahtzee": True} if fill["yahtzee"] else {})
            )
        dice = {"dice": data["dice"]} if data.get("dice") else {}
        return turn | dice | ({"scratch": True} if fill and fill["scratch"] else {})

    @property
    def current_player(self) -> Seat:
        """The player whose turn it is now."""
        return next_player(self.cards) or Seat(0)

    @property
    def active_seat(self) -> Seat:
        """The player whose column to fill.

        That is the player who was tapped. But an empty draft for the player whose turn it was when
        the form was opened may be outdated: then it is the player whose turn it is now.
        """
        player, earlier_player = str(self["player"].value()), str(self["turn"].value())
        if player == earlier_player and not (self.tapped_dice or self["fill"].value()):
            return self.current_player
        return next(
            (card.player for card in self.cards if str(int(card.player)) == player),
            self.current_player,
        )

    @property
    def tapped_dice(self) -> tuple[int, ...]:
        return tuple(int(one.value) for one in self.dice_inputs() if one.value)

    @property
    def missing_dice(self) -> int:
        """The number of dice still to be tapped, once the first one is."""
        return DICE_COUNT - len(self.tapped_dice) if self.tapped_dice else 0

    def dice_inputs(self) -> list[TappedInput]:
        return tapped_inputs(self["dice"], FACE_VALUES)

    @property
    def dice_open(self) -> bool:
        """True if the dice are open: some are tapped, or the last turn was entered with dice.

        The player's own last turn decides, or else that of the table.
        """
        turns = [
            turn for turn in self.context.entries if turn.player == self.active_seat
        ] or self.context.entries
        return (
            "dice" in self.errors
            or bool(self.tapped_dice)
            or not turns
            or turns[-1].dice is not None
        )

    def card_page(self) -> CardPage:
        dice = self.tapped_dice if len(self.tapped_dice) == DICE_COUNT else None
        is_unchanged = not self.is_bound and not self.errors
        return CardPage(self.context, self.cards, self.active_seat, dice, is_unchanged)


def initial_data(entry: Data, cards: Sequence[Card]) -> dict[str, Any]:
    if entry is None:
        return {"player": next_player(cards) or 0}
    return {
        "player": entry["player"],
        "dice": list(entry.get("dice", [])),
        "fill": button_of(entry),
    }


def button_of(entry: Mapping[str, Any]) -> str:
    """Return the value of the button that enters this turn; "" if a draft has no box yet."""
    button: str = entry.get("box", "")
    if entry.get("scratch"):
        button += " scratch"
    elif "score" in entry:
        button += f" {entry['score']}" + (" yahtzee" if entry.get("rolled_yahtzee") else "")
    return button


def describe_options(options: Mapping[str, Any]) -> list[Fact]:
    is_forced = options.get("joker", "forced") == "forced"
    return [
        (gettext("jokers"), pgettext("joker", "forced") if is_forced else pgettext("joker", "free"))
    ]


def describe_entry(entry: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    is_scratch = entry.get("scratch") or entry.get("score") == 0
    facts = [
        (gettext("player"), names[entry["player"]]),
        (gettext("box"), box_title(entry["box"]) if "box" in entry else ""),
        (gettext("dice"), " ".join(map(str, entry.get("dice", ())))),
        (gettext("score"), str(entry.get("score", ""))),
        (gettext("rolled"), gettext("a Yahtzee") if entry.get("rolled_yahtzee") else ""),
        (gettext("scratched"), gettext("yes") if is_scratch else ""),
    ]
    return [(label, value) for label, value in facts if value]


def box_title(box: Box) -> str:
    return gettext(BOX_TITLES[box].message)
