"""Finished and running games of Chimera Tricks, and the taps on its forms."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext
from playwright.sync_api import Locator, expect

from scorekeeper.formats import labels
from scorekeeper.models import GameSession, Group
from tests.browser.support.games_played import NAMES, game_with
from tests.browser.support.phone import Phone, card

WON = ((7, -5, 3, -1), (6, 2, -4), (5, 4, 1, -2, -3))
WON_BY_FOUR = ((7, -5, 3), (6, 2), (4, 1), (-2, -3, 9))


def tricks_game(
    rounds: Iterable[dict[str, Any]] = (),
    names: Sequence[str] = NAMES,
    group: Group | None = None,
    **options: bool,
) -> GameSession:
    return game_with("chimera_tricks", rounds, names, group, options)


def tricks_round(won: Sequence[Sequence[int]] = WON, **crystals: int) -> dict[str, Any]:
    """`crystals` by seat: _0=2."""
    grimoires = {str(seat): list(values) for seat, values in enumerate(won)}
    return {
        "grimoires": grimoires,
        "crystals": {seat[1:]: count for seat, count in crystals.items()},
    }


def summed(*points: int) -> dict[str, Any]:
    return {"points": {str(seat): n for seat, n in enumerate(points)}}


def chips(won: Iterable[Sequence[int]]) -> dict[str, str]:
    """Return the fields of a form with these cards tapped, if round 1 had those of WON."""
    known = sorted((card for cards in WON for card in cards), reverse=True)
    return {
        f"won_{known.index(card)}": f"{card} {seat}"
        for seat, cards in enumerate(won)
        for card in cards
    }


def way(phone: Phone, name: str) -> None:
    choice = phone.page.get_by_role(
        "radiogroup", name=gettext("How to enter the round")
    ).get_by_role("radio", name=gettext(name))
    phone.tap(card(choice))
    expect(choice).to_be_checked()


def field(phone: Phone, name: str) -> Locator:
    """The input for a player's values or points."""
    return phone.page.get_by_role("textbox", name=name, exact=True)


def type_cards(
    phone: Phone, won: Sequence[Sequence[int]] = WON, names: Sequence[str] = NAMES
) -> None:
    for name, values in zip(names, won, strict=True):
        field(phone, name).fill(" ".join(map(str, values)))
        field(phone, name).blur()


def key_in(phone: Phone, values: Sequence[int]) -> None:
    """Type with the keys, the sign first."""
    for place, value in enumerate(values):
        if place:
            press(phone, " ")
        if value < 0:
            press(phone, "±")
        for digit in str(abs(value)):
            press(phone, digit)


def press(phone: Phone, key: str) -> None:
    phone.tap(phone.page.locator(f'.keypad.on [value="{key}"]:visible'))


def row(phone: Phone, value: int, nth: int = 0) -> Locator:
    shown = str(value).replace("-", "−")
    return (
        phone.page.locator(".cards .row")
        .filter(has=phone.page.get_by_text(shown, exact=True))
        .nth(nth)
    )


def give(phone: Phone, name: str, *values: int) -> None:
    """Assign these cards to their winners."""
    for value in values:
        phone.tap(card(row(phone, value).get_by_role("radio", name=name, exact=True)))


def gains(phone: Phone, name: str, crystals: int) -> None:
    choices = phone.page.get_by_role(
        "radiogroup", name=labels(gettext("Crystals"), name), exact=True
    )
    phone.tap(card(choices.get_by_role("radio", name=str(crystals), exact=True)))


def counted(phone: Phone) -> Locator:
    return phone.page.locator("#say-grimoires")


def so_far(phone: Phone, seat: int) -> Locator:
    """The sum of a player's cards and Crystals while the form is filled in."""
    return phone.page.locator(f"#say-crystals_{seat}")
