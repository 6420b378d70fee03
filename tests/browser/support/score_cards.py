"""Finished and running games of Yahtzee, and the taps on the card."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext
from playwright.sync_api import Locator, expect

from scorekeeper.models import GameSession, Group
from tests.browser.support.following import draft
from tests.browser.support.games_played import game_with
from tests.browser.support.phone import Phone
from tests.support.entries import BOXES, noted

SIX = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay")


def card_game(
    turns: Sequence[dict[str, Any]] = (),
    names: Sequence[str] = ("Ana", "Ben"),
    joker: str = "forced",
    group: Group | None = None,
    starter: int | None = None,
    dice: str = "",
) -> GameSession:
    """The dice of the next turn are those that lie there already."""
    game = game_with("yahtzee", turns, names, group, {"joker": joker}, starter)
    if dice:
        fields = {f"dice_{place}": face for place, face in enumerate(dice)}
        draft(game, 1 + len(turns), player=str(len(turns) % len(names)), **fields)
    return game


def rounds(players: int, *boxes: str) -> list[dict[str, Any]]:
    """Everyone fills these boxes, one round of the table each."""
    scores = dict(zip(BOXES, (3, 6, 9, 12, 15, 18, 22, 26, 25, 30, 40, 50, 19), strict=True))
    yahtzee = {"rolled_yahtzee": True}
    return [
        noted(player, box, scores[box], **(yahtzee if box == "yahtzee" else {}))
        for box in boxes
        for player in range(players)
    ]


def out_with_the_dice(phone: Phone) -> None:
    """Unfold the dice, which are folded away after a score."""
    if not phone.page.locator(".tray[open]").count():
        phone.tap(phone.page.locator(".tray > summary"))


def throw(phone: Phone, dice: str) -> None:
    for place, face in enumerate(dice):
        tap_die(phone, place, int(face))


def tap_die(phone: Phone, place: int, face: int) -> None:
    phone.tap(die(phone, place).locator(f".face-{face}"))


def take_back(phone: Phone, place: int) -> None:
    """Tap a die in the tray."""
    phone.tap(die(phone, place).locator(".none"))


def die(phone: Phone, place: int) -> Locator:
    return phone.page.get_by_role("group", name=gettext("Die %(n)s") % {"n": place + 1})


def show(phone: Phone) -> None:
    """Show what the dice would score: automatic with JavaScript, a button without."""
    if not phone.javascript:
        phone.press("Show the scores")


def offer(phone: Phone, box: str) -> Locator:
    """The box on the card with what the dice would score."""
    return phone.page.locator(f'#preview button[name="fill"][value="{box}"]')


def by_dice(phone: Phone, dice: str, box: str) -> None:
    throw(phone, dice)
    show(phone)
    phone.tap(offer(phone, box))


def open_box(phone: Phone, box: str) -> Locator:
    """Where the open box is tapped to see its scores."""
    sheet = phone.page.locator("#preview details.pick").filter(
        has=phone.page.locator(f'[value^="{box}"]')
    )
    return sheet.locator("> summary")


def by_score(phone: Phone, box: str, score: str) -> None:
    phone.tap(open_box(phone, box))
    phone.tap(phone.page.locator(f'button[name="fill"][value="{box} {score}"]'))


def scratch_by_score(phone: Phone, box: str) -> None:
    phone.tap(open_box(phone, box))
    phone.tap(phone.page.locator("details[open] .scratch > summary"))
    phone.tap(phone.page.locator(f'button[name="fill"][value="{box} 0"]'))


def cell(phone: Phone, title: str, column: int = 0) -> Locator:
    return row(phone, title).locator("td").nth(column)


def row(phone: Phone, title: str) -> Locator:
    return phone.page.locator("#preview tr").filter(
        has=phone.page.get_by_role("rowheader", name=title)
    )


def total(phone: Phone, column: int) -> Locator:
    return phone.page.locator("#preview .total").nth(column)


def expect_turn(phone: Phone, name: str) -> None:
    expect(phone.page.get_by_role("radio", name=name)).to_be_checked()
    expect(phone.page.locator("#preview thead .active")).to_contain_text(name)
