"""The form of Chimera: what is offered, and errors that leave the questions in sight."""

import re
from collections.abc import Iterator

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Locator, expect

from scorekeeper.models import GameSession, Member, Role
from tests.browser.support.games_played import a_round, game_of
from tests.browser.support.layout import LANGUAGES
from tests.browser.support.phone import Phone, card
from tests.support.waiting import wait_until

# What errors and the changes of other devices cover of what can be tapped.
COVERED_ANSWERS = """() => [...document.querySelectorAll('.ask .say > p')].flatMap(said => {
  const { top, bottom, left, right } = said.getBoundingClientRect();
  return [...document.querySelectorAll('.ask :is(.choice, summary)')].filter(answer => {
    const box = answer.getBoundingClientRect();
    return box.top < bottom - 1 && box.bottom > top + 1 && box.left < right && box.right > left;
  }).map(answer => `${said.textContent} covers ${answer.textContent}`);
})"""

PLACES = """() => [...document.querySelectorAll('.ask .choice')].map(answer =>
  answer.checkVisibility() && answer.getBoundingClientRect().top + scrollY)"""
WARNING = "rgb(149, 40, 14)"  # --warn in the light theme


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, phone: Phone) -> Iterator[str]:
    """The language of the phone, and of the texts that the test taps."""
    phone.context.add_cookies([{"name": "language", "value": request.param, "url": phone.site}])
    with translation.override(request.param):
        yield request.param


@pytest.mark.usefixtures("language")
def test_the_next_unanswered_question_comes_into_sight_and_so_does_the_one_in_error(phone: Phone):
    phone.open(f"/table/{game_of().pk}/enter/")
    phone.fill_round("Ana", 40, "Ana")
    for question in ("Traps", "Chimera attack", "Idle hunters"):
        expect_in_sight(phone.question(question))
    phone.count("Toads", "Ana", 1)
    expect_in_sight(phone.question("Toads"))
    phone.count("Toads", "Ben", 1)
    phone.count("Toads", "Cho", 2)
    expect_in_sight(phone.question("Cats"))
    phone.tick("Idle hunters", "Cho")
    the_bar_says_what_is_wrong(phone, "Toads")


@pytest.mark.usefixtures("language")
@pytest.mark.usefixtures("motion")
def test_a_live_error_covers_and_moves_nothing_where_another_phone_changed_the_draft(phone: Phone):
    game = game_of()
    draft_of_another_phone(game, traps="12", toads_0="4", idle_hunters="1")
    phone.open(f"/table/{game.pk}/enter/")
    phone.fill_round("Ana", 40, "Ana")
    places = phone.page.evaluate(PLACES)
    phone.count("Toads", "Cho", 1)
    the_bar_says_what_is_wrong(phone, "Toads")
    phone.count("Toads", "Cho", 0)
    the_bar_says_what_is_wrong(phone, "Traps")
    phone.choose("Who went out first?", "Ben")
    expect(phone.page.locator(".moot")).to_be_visible()  # bonuses fade, but not what is wrong
    the_bar_says_what_is_wrong(phone, "Idle hunters")
    assert phone.page.evaluate(PLACES) == pytest.approx(places, abs=1)


def the_bar_says_what_is_wrong(phone: Phone, question: str) -> None:
    """In full, while only a mark at the question leads to it."""
    marked = phone.page.locator(".ask").filter(has=phone.page.locator("> .say > .error"))
    expect(marked).to_have_count(1)
    expect(marked.locator("legend")).to_have_css("color", WARNING)
    expect(marked).to_have_accessible_name(re.compile(gettext(question)))
    error = phone.page.locator("#say-refusal a")
    expect(error).to_have_text(marked.locator(".error").text_content() or "")
    expect(error).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate(COVERED_ANSWERS) == []


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


def test_the_chimera_is_not_offered_as_an_idle_hunter_and_leaves_no_gap(phone: Phone):
    phone.open(f"/table/{game_of().pk}/enter/")
    idle = phone.question("Idle hunters")
    phone.tick("Idle hunters", "Ben")
    phone.choose("Who was the Chimera?", "Ana")
    expect(idle.get_by_role("checkbox", name="Ana")).to_have_count(0)
    cards = idle.locator(".choices")
    answers = cards.locator(".choice:visible")
    expect(answers).to_have_count(2)
    first, room = answers.first.bounding_box(), cards.bounding_box()
    assert first["x"] == pytest.approx(room["x"])
    assert 2 * first["width"] == pytest.approx(room["width"], abs=10)
    phone.choose("Who was the Chimera?", "Ben")
    expect(idle.get_by_role("checkbox")).to_have_count(3)  # what is ticked can be unticked
    phone.tap(card(idle.get_by_role("checkbox", name="Ben")))
    expect(idle.get_by_role("checkbox", name="Ben")).to_have_count(0)


@pytest.mark.parametrize(("address", "least"), [("enter", 2), ("round/1/correct", 1)])
def test_what_is_left_is_told_only_if_the_server_has_counted_it(
    phone: Phone, address: str, least: int
):
    phone.open(f"/table/{game_of([a_round(toads={0: 1})]).pk}/{address}/")
    left = phone.page.locator("#say-toads .help")
    expect(left).to_be_visible()
    phone.page.route("**/*", lambda route: route.abort())
    phone.count("Toads", "Ben", 1)
    expect(left).to_be_hidden()
    phone.page.unroute_all()
    phone.count("Toads", "Ben", 2)
    expect(left).to_have_text(f"{least} of 4 left")
    expect(left).to_be_visible()
    phone.page.route("**/*", lambda route: None)  # no answer
    phone.count("Toads", "Ben", 1)
    expect(left).to_be_hidden()


# Whether the part was above the bar each of the last ten times, so that the page no longer scrolls.
IN_SIGHT = """part => {
  const { top, bottom } = part.getBoundingClientRect();
  const bar = document.querySelector('.bar').getBoundingClientRect().top;
  const stays = top === part.place && top >= 0 && bottom <= bar;
  [part.place, part.times] = [top, stays ? part.times + 1 : 0];
  return part.times > 9;
}"""


def expect_in_sight(part: Locator) -> None:
    wait_until(lambda: part.evaluate(IN_SIGHT), lambda: part.evaluate("part => part.outerHTML"))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_questions_move_only_if_the_next_is_out_of_sight(phone: Phone, motion: str):
    phone.page.emulate_media(reduced_motion=motion)
    phone.open(f"/table/{game_of().pk}/enter/")
    phone.page.evaluate(
        "() => { window.places = []; addEventListener('scroll', () => places.push(scrollY)); }"
    )
    tap_at(phone, "chimera", 0)
    tap_at(phone, "bid", 40)
    assert phone.page.evaluate("places") == []
    tap_at(phone, "first_out", 0)
    expect_in_sight(phone.question("Traps"))
    moves = len(phone.page.evaluate("places"))
    assert (moves > 1) == (motion == "no-preference")
    expect(phone.page.locator("#preview")).to_contain_text("+80")
    phone.page.evaluate("scrollTo(0, 0)")
    tap_at(phone, "bid", 30)  # an answer is only changed
    expect(phone.page.locator("#preview")).to_contain_text("+60")
    expect_in_sight(phone.question("Bid"))
    assert phone.page.evaluate("scrollY") == 0


def tap_at(phone: Phone, name: str, value: int) -> None:
    """Tap where the answer is. Playwright would scroll to it first."""
    box = phone.page.locator(f'[name="{name}"][value="{value}"]').bounding_box()
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
