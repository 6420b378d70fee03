"""The form of Chimera: what is offered, and errors that leave the questions in sight."""

import pytest
from django.utils import translation
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Member, Role
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

# What errors and the changes of other devices cover of what can be tapped.
COVERED_ANSWERS = """() => [...document.querySelectorAll('.ask .say > p')].flatMap(said => {
  const { top, bottom, left, right } = said.getBoundingClientRect();
  return [...document.querySelectorAll('.ask :is(.choice, summary)')].filter(answer => {
    const box = answer.getBoundingClientRect();
    return box.top < bottom - 1 && box.bottom > top + 1 && box.left < right && box.right > left;
  }).map(answer => `${said.textContent} covers ${answer.textContent}`);
})"""


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


@pytest.mark.parametrize("language", ["en", "de", "ja", "ko"])
def test_a_live_error_covers_no_answer_where_another_phone_changed_the_draft(
    phone: Phone, language: str
):
    phone.open("/")
    show_in(phone.page, language)
    game = game_of()
    draft_of_another_phone(game, traps="12", toads_0="4", idle_hunters="1")
    phone.open(f"/table/{game.pk}/enter/")
    with translation.override(language):
        phone.fill_round("Ana", 40, "Ana")
        phone.count("Toads", "Cho", 1)
        nothing_is_covered_by_an_error(phone, "toads")
        phone.count("Toads", "Cho", 0)
        nothing_is_covered_by_an_error(phone, "traps")
        phone.choose("Who went out first?", "Ben")
        nothing_is_covered_by_an_error(phone, "idle_hunters")


def nothing_is_covered_by_an_error(phone: Phone, field: str) -> None:
    expect(phone.page.locator(f"#say-{field} .error")).to_be_visible()
    expect(phone.page.locator(".ask > .say > .error")).to_have_count(1)
    assert phone.page.evaluate(COVERED_ANSWERS) == []
    assert phone.page.evaluate(COVERED) == []


def draft_of_another_phone(game: GameSession, **fields: str) -> None:
    other = Member.objects.create(
        device="b" * 64, group=game.group, name="Ben’s phone", role=Role.SCORER
    )
    author = {"by": other.pk, "version": game.version + 1, "was": [], "was_by": None}
    game.change(
        draft={
            "slot": 1,
            "fields": {name: [value] for name, value in fields.items()},
            "authors": dict.fromkeys(fields, author),
        }
    )


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
