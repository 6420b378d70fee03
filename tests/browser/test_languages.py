"""One game at one table, with a phone in each language."""

import hashlib
from collections.abc import Callable

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Member, Role
from tests.browser.support.games_played import NAMES, game_of
from tests.browser.support.kit_games import kit_game, throws
from tests.browser.support.phone import Phone
from tests.browser.support.pseudo_page import show_in
from tests.browser.support.score_sheets import column, sheet_game, sheet_row

pytestmark = pytest.mark.browser

FOUR = (*NAMES, "Dan")


@pytest.fixture
def game() -> GameSession:
    return game_of(target=100)


@pytest.fixture
def phones(new_phone: Callable[..., Phone], game: GameSession) -> dict[str, Phone]:
    """By language, all at the table."""
    return {code: at_the_table(new_phone, game, code) for code, _ in settings.LANGUAGES}


def at_the_table(new_phone: Callable[..., Phone], game: GameSession, code: str) -> Phone:
    secret = code.ljust(43, "-")
    device = hashlib.sha256(secret.encode()).hexdigest()
    Member.objects.create(group=game.group, device=device, role=Role.SCORER, name=code)
    phone = new_phone(secret=secret)
    phone.open(f"/?language={code}")
    with phone.page.expect_request("**/live/*/"):
        phone.open(f"/table/{game.pk}/")
    return phone


def test_phones_in_all_languages_enter_rounds_in_turns(phones: dict[str, Phone]):
    bids = {"Ana": 0, "Ben": 0, "Cho": 0}
    for (code, phone), chimera in zip(phones.items(), (*NAMES, NAMES[0]), strict=True):
        enter_round(phone, code, chimera)
        bids[chimera] += 2 * 20
        for other in phones.values():
            for name, points in bids.items():
                expect(other.total(name)).to_have_text(str(points))
        announced = {other.page.locator("#live").inner_text() for other in phones.values()}
        assert len(announced) == len(phones), announced
    for code, phone in phones.items():
        assert phone.page.locator("html").get_attribute("lang") == code


def enter_round(phone: Phone, language: str, chimera: str) -> None:
    phone.tap(phone.page.locator("a.primary"))
    with override(language):
        phone.choose(gettext("Who was the Chimera?"), chimera)
        phone.choose(gettext("Bid"), "20")
        phone.choose(gettext("Who went out first?"), chimera)
    phone.tap(phone.page.locator(".bar button.primary"))
    expect(phone.page.locator(".standings")).to_be_visible()


CUT = """lines => lines.filter(line => {
  const { top, bottom } = line.getBoundingClientRect();
  const end = line.parentNode.getBoundingClientRect().bottom;
  const inSight = line.matches("b") || top < end - 4; // by whom: only if there is room
  return inSight && (line.scrollWidth > line.clientWidth || bottom > end + 2);
}).map(line => line.innerText)"""


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_last_change_is_whole_beside_its_undo(phone: Phone, language: str):
    throw = kit_game("molkky", throws(5, 3, 7))
    row = sheet_game([sheet_row("Military", 1, 2, 3, 4)], FOUR)
    column_of_ana = sheet_game([column(0, Military=7)], FOUR)
    phone.open("/")
    show_in(phone.page, language)
    for path in (f"{throw.pk}/", f"{row.pk}/", f"{row.pk}/enter/", f"{column_of_ana.pk}/enter/"):
        phone.open(f"/table/{path}")
        lines = phone.page.locator(".last > span > *")
        expect(lines.first).to_be_visible()
        assert lines.evaluate_all(CUT) == [], path
