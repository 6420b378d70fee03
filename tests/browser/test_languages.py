"""Phones in several languages: two at one table, and lines that have to be whole in each."""

from django.conf import settings
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from tests.browser.support.games_played import NAMES, game_of
from tests.browser.support.kit_games import kit_game, throws
from tests.browser.support.phone import Phone
from tests.browser.support.score_sheets import sheet_game, sheet_row
from tests.support.entries import column

FOUR = (*NAMES, "Dan")


def test_phones_in_two_languages_enter_rounds_in_turns(phone: Phone, other_phone: Phone):
    phones, game = {"en": phone, "de": other_phone}, game_of(target=100)
    for code, one in phones.items():
        one.open(f"/?language={code}")
        with one.page.expect_request("**/live/*/"):
            one.open(f"/table/{game.pk}/")
    for (code, entering), chimera in zip(phones.items(), NAMES[:2], strict=True):
        enter_round(entering, code, chimera)
        for one in phones.values():
            expect(one.total(chimera)).to_have_text("40")
        announced = {one.page.locator("#live").inner_text() for one in phones.values()}
        assert len(announced) == len(phones), announced
    for code, one in phones.items():
        assert one.page.locator("html").get_attribute("lang") == code


def enter_round(phone: Phone, language: str, chimera: str) -> None:
    phone.tap(phone.page.locator("a.primary"))
    with override(language):
        phone.choose(gettext("Who was the Chimera?"), chimera)
        phone.choose(gettext("Bid"), "20")
        phone.choose(gettext("Who went out first?"), chimera)
    phone.tap(phone.page.locator(".bar button.primary"))
    expect(phone.page.locator(".standings")).to_be_visible()


CUT = """lines => lines.filter(line => {
  const { bottom } = line.getBoundingClientRect();
  const end = line.parentNode.getBoundingClientRect().bottom;
  return line.scrollWidth > line.clientWidth || bottom > end + 2;
}).map(line => line.innerText)"""

# Put the line that the page has in the language of the phone into its place: less than a new page.
LAST_CHANGE = """async () => {
  const page = new DOMParser().parseFromString(await (await fetch("")).text(), "text/html");
  document.documentElement.lang = page.documentElement.lang;
  document.querySelector(".last").replaceWith(page.querySelector(".last"));
}"""


def test_the_last_change_is_whole_beside_its_undo(phone: Phone):
    throw = kit_game("molkky", throws(5, 3, 7))
    row = sheet_game([sheet_row("Military", 1, 2, 3, 4)], FOUR)
    one_column = sheet_game([column(0, Military=7)], FOUR)
    paths = (f"{throw.pk}/", f"{row.pk}/", f"{row.pk}/enter/", f"{one_column.pk}/enter/")
    for path in paths:
        phone.open(f"/table/{path}")
        phone.wait_for_styles()
        for language, _ in settings.LANGUAGES:
            phone.context.add_cookies([{"name": "language", "value": language, "url": phone.site}])
            phone.page.evaluate(LAST_CHANGE)
            assert phone.page.locator("html").get_attribute("lang") == language
            lines = phone.page.locator(".last > span > *")
            expect(lines.first).to_be_visible()
            assert lines.evaluate_all(CUT) == [], (language, path)
