"""The form of Chimera: what is offered, and errors that leave the questions in sight."""

import pytest
from django.utils import translation
from playwright.sync_api import expect

from tests.browser.support.games_played import game_of
from tests.browser.support.phone import Phone, card
from tests.browser.support.pseudo_page import show_in

pytestmark = pytest.mark.browser

# The errors that cover the words of their legend. A hint in the legend, such as "25 each", may be.
COVERED = """() => [...document.querySelectorAll('.ask > .say > .error')].filter(error => {
  const words = document.createRange(), legend = error.closest('.ask').querySelector('legend');
  words.selectNodeContents(legend);
  const hint = legend.querySelector('small');
  if (hint) words.setEndBefore(hint);
  const { left, top, bottom } = error.getBoundingClientRect();
  return [...words.getClientRects()].some(word =>
    word.right > left && word.bottom > top && word.top < bottom);
}).map(error => error.textContent)"""


@pytest.mark.parametrize("language", ["en", "de", "ja", "ko"])
def test_a_live_error_leaves_the_question_in_sight(phone: Phone, language: str):
    phone.open("/")
    show_in(phone.page, language)
    phone.open(f"/table/{game_of().pk}/enter/")
    with translation.override(language):
        phone.fill_round("Ana", 40, "Ana")
        phone.tick("Idle hunters", "Cho")
        phone.count("Toads", "Cho", 4)
        expect(phone.page.locator("#say-toads .error")).to_be_visible()
    assert phone.page.evaluate(COVERED) == []


def test_the_chimera_is_not_offered_as_an_idle_hunter(phone: Phone):
    phone.open(f"/table/{game_of().pk}/enter/")
    idle = phone.question("Idle hunters")
    phone.tick("Idle hunters", "Ben")
    phone.choose("Who was the Chimera?", "Ana")
    expect(idle.get_by_role("checkbox", name="Ana")).to_have_count(0)
    phone.choose("Who was the Chimera?", "Ben")
    expect(idle.get_by_role("checkbox")).to_have_count(3)  # what is ticked can be unticked
    phone.tap(card(idle.get_by_role("checkbox", name="Ben")))
    expect(idle.get_by_role("checkbox", name="Ben")).to_have_count(0)
