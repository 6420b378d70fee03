"""Pages that follow a game, and what other devices do meanwhile."""

import hashlib
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Locator, Page

from scorekeeper.models import GameSession, Member, Role
from scorekeeper.models.locks import again_if_outdated
from scorekeeper.tables.entering.drafts import save_draft
from scorekeeper.tables.table import Table
from tests.browser.support.games_played import DEVICE, enter_on_another_phone
from tests.browser.support.phone import Phone, wait_until

BEN = "ben".ljust(43, "-")


def let_in(game: GameSession, role: Role = Role.SCORER) -> Member:
    """Admit Ben’s phone to the game's group."""
    device = hashlib.sha256(BEN.encode()).hexdigest()
    return Member.objects.create(group=game.group, device=device, role=role, name="Ben’s phone")


@again_if_outdated
def draft(game: GameSession, slot: int = 1, device: str = DEVICE, **fields: str) -> None:
    """Draft a round, as another phone of the group would."""
    mine = GameSession.objects.for_device(device).with_play().get(pk=game.pk)
    save_draft(Table.of(mine), slot, {name: [value] for name, value in fields.items()}, {})


def go_on_elsewhere(phone: Phone, rounds: Iterable[dict[str, Any]], **begun: str) -> None:
    """Enter these rounds of the only game on another phone, with these fields of the next one, and
    come back to its table.
    """
    game = GameSession.objects.get()
    phone.leave()
    enter_on_another_phone(game, rounds)
    if begun:
        draft(game, Table.of(game).log.next_slot, **begun)
    phone.open(f"/table/{game.pk}/")


def look_at(page: Page, path: str) -> None:
    """Open a page and mark it, so that a reload would show; wait until it is live."""
    page.goto(path)
    wait_until(page, "() => document.body.dataset.lost === 'false'")
    page.evaluate("window.stayed = true")


def expect_stayed(*pages: Page) -> None:
    for page in pages:
        assert page.evaluate("window.stayed"), f"{page.url} was loaded again"


def said(phone: Phone) -> Locator:
    """The status line, which tells what other devices do."""
    return phone.page.locator("#live")


def total(page: Page, name: str) -> Locator:
    return page.locator(".standings li").filter(has_text=name).locator(".total")
