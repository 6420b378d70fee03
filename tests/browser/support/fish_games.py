"""Finished and running games of Big Fish, and the taps on a row."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext
from playwright.sync_api import Locator

from scorekeeper.models import GameSession, Group
from tests.browser.support.following import draft
from tests.browser.support.games_played import game_with
from tests.browser.support.phone import Phone, card

COLOURS = {"R": "Red", "Y": "Yellow", "G": "Green", "B": "Blue", "P": "Purple"}
FOUR = ("Ana", "Ben", "Cho", "Dan")


def fish_game(
    entries: Iterable[dict[str, Any]] = (),
    names: Sequence[str] = FOUR,
    drawn: str = "A",
    group: Group | None = None,
    **options: Any,
) -> GameSession:
    """An advanced game, or a basic one if nothing was drawn."""
    chosen = {"advanced": True, "drawn": drawn, **options} if drawn else {"advanced": False}
    return game_with("big_fish", entries, names, group, chosen)


def row_lies(game: GameSession, row: str, slot: int = 1, **more: str) -> None:
    """Draft these cards as the first of the row, as another phone would."""
    cards = {f"cards_{place}": name for place, name in enumerate(row.split())}
    draft(game, slot, **cards, **more)


def tap_row(phone: Phone, row: str) -> None:
    for place, name in enumerate(row.split()):
        tap_card(phone, place, name)


def tap_card(phone: Phone, place: int, name: str) -> None:
    slot = slot_of(phone, place)
    phone.tap(
        card(slot.get_by_role("radio", name=f"{gettext(COLOURS[name[0]])} {name[1]}", exact=True))
    )


def take_back(phone: Phone, place: int) -> None:
    """Tap a card in the row."""
    phone.tap(slot_of(phone, place).locator(".back"))


def slot_of(phone: Phone, place: int) -> Locator:
    return phone.page.get_by_role(
        "group", name=gettext("Card %(n)s") % {"n": place + 1}, exact=True
    )


def catcher(phone: Phone, name: str) -> None:
    phone.choose("Who took the row?", name)


def outcome(phone: Phone) -> Locator:
    return phone.page.locator("#say-bonus")


def take_bonus(phone: Phone, letter: str) -> None:
    """Tap a bonus card: a button that saves a new catch, or a choice in a correction."""
    value = f'[value="{letter}"]'
    phone.tap(outcome(phone).locator(f"button{value}, label:has({value})"))


def tick_bonus(phone: Phone, letter: str) -> None:
    """Tick a bonus card beside counted piles."""
    phone.tap(card(phone.question("Bonus cards held").locator(f'[value="{letter}"]')))


def err(phone: Phone, name: str) -> None:
    phone.tap(mistake(phone).get_by_role("button", name=name))


def mistake(phone: Phone) -> Locator:
    return phone.page.get_by_role("region", name="Mistake card")
