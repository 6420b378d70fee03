"""Finished and running score pads, and the taps on the keys."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import pgettext
from playwright.sync_api import Locator, expect

from scorekeeper.models import GameSession, Group
from tests.browser.support.games_played import NAMES, game_with
from tests.browser.support.phone import Phone

PLAIN = {"title": "", "lowest_wins": False, "target": None, "rounds": None}
TWENTY = tuple(f"{name} {n}" for n in (1, 2, 3, 4) for name in ("Ana", "Ben", "Cho", "Dan", "Eve"))


def pad_game(
    played: Iterable[dict[str, Any]] = (),
    names: Sequence[str] = NAMES,
    group: Group | None = None,
    **options: Any,
) -> GameSession:
    return game_with("score_pad", played, names, group, PLAIN | options)


def field(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_label(name, exact=True)


def tap_keys(phone: Phone, keys: str) -> None:
    for key in keys:
        phone.tap(phone.page.locator(f'.keypad.on [value="{key}"]'))


def tap_number(phone: Phone, number: str) -> None:
    """Enter a number and go on to the next player."""
    tap_keys(phone, number)
    next_player(phone)


def next_player(phone: Phone) -> None:
    phone.press(pgettext("key", "Next player"))


def expect_chosen(phone: Phone, name: str) -> None:
    """Expect the row to be selected, with nothing on top of it."""
    expect(field(phone, name)).to_be_focused()
    expect(field(phone, name)).to_be_in_viewport(ratio=1)
    row, bar = (
        field(phone, name).locator("..").bounding_box(),
        phone.page.locator(".bar").bounding_box(),
    )
    assert row["y"] >= 0
    assert row["y"] + row["height"] <= bar["y"]


def expect_preview(phone: Phone, text: str) -> None:
    expect(phone.page.locator("#preview summary")).to_have_text(text)
