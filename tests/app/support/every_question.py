"""A game that asks every kind of question, and its forms as a phone sends them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.datastructures import MultiValueDict

from games.contract import EntryContext, Game, Line, Seat, Setup, Text
from games.contract import gettext as _
from games.kit.forms import KitForms
from games.kit.questions import choice, count_each, number, player, players, yes_no
from games.kit.rounds import ByRounds

NAMES = ("Ana", "Ben", "Cho")


def whose_turn(state):
    return Seat(len(state.counted) % 3)


@dataclass(frozen=True, slots=True)
class Options:
    target: int = number(_("Target"), least=1, most=999, common=(50, 100), default=100)
    rounds: int | None = number(_("Rounds"), least=1, most=20, needed=False, default=None)
    way: str = choice(_("Way"), {"long": _("Long"), "short": _("Short")}, default="long")
    strict: bool = yes_no(_("Strict"))
    open_hands: bool = yes_no(_("Open hands"), default=True)


@dataclass(frozen=True, slots=True)
class Deal:
    bids: Mapping[Seat, int] = count_each(
        _("Bids"), one=_("bid"), most=3, never=lambda state: 3, before=True
    )
    tricks: Mapping[Seat, int] = count_each(_("Tricks"), most=3, total=3)
    pips: int = number(_("Pips"), most=12)
    dealer: Seat = player(_("Dealer"))
    thrower: Seat = player(_("Thrower"), turn=whose_turn)
    suit: str = choice(_("Suit"), {"hearts": _("Hearts"), "spades": _("Spades")})
    bonus: Mapping[Seat, int] = count_each(
        _("Bonus"), hint=_("25 each"), least=None, at_most=50, needed=False, folded=True
    )
    gap: int | None = number(_("Gap"), least=-99, most=999, needed=False, default=None)
    helpers: tuple[Seat, ...] = players(_("Helpers"))
    doubled: bool = yes_no(_("Doubled"))
    fair: bool = yes_no(_("Fair"), default=True)


def no_lines(entry, state):
    return [(Line(0, Text("")),) for seat in state.seats]


game = Game(
    slug="every_question",
    title="Every question",
    credit="nobody",
    players=range(3, 4),
    options=Options,
    entry=Deal,
    score=ByRounds(no_lines),
)
forms = KitForms(game)

COMPLETE = {
    "bids_0": "1",
    "bids_1": "0",
    "bids_2": "1",
    "tricks_0": "1",
    "tricks_1": "2",
    "tricks_2": "0",
    "pips": "12",
    "dealer": "2",
    "suit": "spades",
    "bonus_0": "30",
    "bonus_2": "−5+10",
    "gap": "-7",
    "helpers": ["0", "1"],
    "doubled": "on",
}
"""The fields of a form that is filled in; what is on is `doubled`, and what is off is `fair`."""

ENTRY = {
    "bids": {"0": 1, "1": 0, "2": 1},
    "tricks": {"0": 1, "1": 2, "2": 0},
    "pips": 12,
    "dealer": 2,
    "thrower": 0,
    "suit": "spades",
    "bonus": {"0": 30, "2": 5},
    "gap": -7,
    "helpers": [0, 1],
    "doubled": True,
    "fair": False,
}


def context(entries=(), **more):
    return EntryContext(NAMES, Setup(3, Options()), list(entries), **more)


def sent(data):
    pairs = data.items()
    return MultiValueDict({k: v if isinstance(v, list) else [v] for k, v in pairs if v is not None})


def entry_form(entries=(), entry=None, **more):
    """Return the form that a complete round was sent with, but for these fields."""
    form = forms.EntryForm(sent(COMPLETE | more), context=context(entries), entry=entry)
    form.full_clean()
    return form


def options_form(**data):
    form = forms.OptionsForm(sent({"target": "100", "way": "long"} | data))
    form.full_clean()
    return form
