"""A highlight moves once, out of the way of the next tap; the menu; covered targets."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.support.axe import SCRIPT
from tests.browser.support.games_played import SECRET, a_round, enter, game_of
from tests.browser.support.pages import NAMES
from tests.browser.support.phone import SIZE, Phone, wait_until
from tests.browser.support.score_cards import by_score, card_game, rounds
from tests.support.entries import BOXES, noted

# Record what is celebrated, how much moves because of it, and for how long. If a winner is, stop
# the movement at several moments, and record how wide the page is, where Rematch is, and whether
# the stroke under the winner runs through the text. Record what is heard and felt.
RECORD = """
  window.celebrated = []; window.notes = 0; window.buzzes = [];
  addEventListener('celebrate', ({detail}) => {
    const moving = document.getAnimations().filter(({effect: {target}}) =>
      target.matches('[data-highlight], :has([data-highlight])')
      || target.closest(':has(> [data-highlight])'));
    window.celebrated.push(...detail.marks);
    window.moving = moving.length;
    window.longest = Math.max(...moving.map(one => one.effect.getComputedTiming().endTime));
    window.inTheWay = moving.filter(({effect: {target, pseudoElement}}) =>
      pseudoElement && getComputedStyle(target, pseudoElement).pointerEvents !== 'none').length;
    const banner = document.querySelector('.banner');
    if (!banner) return;
    const stroke = getComputedStyle(banner, '::after');
    const text = banner.lastElementChild.getBoundingClientRect();
    const top = banner.getBoundingClientRect().bottom
      - parseFloat(stroke.bottom) - parseFloat(stroke.height);
    window.strikesThrough = top < text.bottom;
    [window.widths, window.tops] = [[], []];
    for (const moment of [0, 200, 300, 500, 700]) {
      for (const one of document.getAnimations()) one.currentTime = moment;
      window.widths.push(document.documentElement.scrollWidth);
      window.tops.push(document.querySelector('.bar .primary').getBoundingClientRect().top);
    }
  });
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { window.notes++; return start.call(this, at); };
  navigator.vibrate = pattern => window.buzzes.push(pattern.length);
"""


@pytest.fixture(scope="session")
def recording_phone(keep: Callable[..., Phone]) -> Phone:
    """Give this phone the script once only, in whatever order the tests run."""
    phone = keep("phone that records what is celebrated")
    phone.page.add_init_script(f"{{{RECORD}}}")
    return phone


@pytest.fixture
def watched(recording_phone: Phone) -> Iterator[Phone]:
    for phone in recording_phone.for_one_test(SECRET):
        phone.page.emulate_media(reduced_motion="no-preference")
        yield phone


def celebrated(phone: Phone) -> list[str]:
    return phone.page.evaluate("window.celebrated")


def expect_celebrated(phone: Phone, *marks: str) -> None:
    """The script does it once it is loaded, and for a second only."""
    phone.page.wait_for_function("() => window.celebrated.length")
    assert celebrated(phone) == [*marks]


def test_an_own_save_is_celebrated_once_and_not_when_the_page_is_opened_again(watched: Phone):
    game = game_of([a_round()])
    watched.open(f"/table/{game.pk}/")
    watched.play("Ben", 40, "Ben")
    expect(watched.total("Ben")).to_have_text("80")
    expect_celebrated(watched, "lead:seat-1")
    assert watched.page.evaluate("window.moving") > 1
    assert 0 < watched.page.evaluate("window.longest") <= 1000
    assert watched.page.evaluate("window.inTheWay") == 0
    watched.page.reload()
    assert celebrated(watched) == []
    watched.open(f"/table/{game.pk}/")
    assert celebrated(watched) == []


def test_what_arrives_live_is_celebrated_and_what_was_there_is_not(watched: Phone):
    game = card_game([noted(0, "chance", 20), noted(1, "chance", 10)])
    with watched.page.expect_request("**/live/*/"):
        watched.open(f"/table/{game.pk}/")
    enter(game, noted(0, "yahtzee", 50, rolled_yahtzee=True))
    expect_celebrated(watched, "yahtzee:seat-0")
    assert 0 < watched.page.evaluate("window.longest") <= 1000
    expect(watched.page.locator("[data-highlight]")).to_have_count(0)
    watched.open(f"/table/{game.pk}/")
    assert celebrated(watched) == []


def test_nothing_is_celebrated_with_reduced_motion_but_the_page_still_updates(watched: Phone):
    watched.page.emulate_media(reduced_motion="reduce")
    watched.open(f"/table/{game_of([a_round()]).pk}/")
    watched.play("Ben", 40, "Ben")
    expect(watched.total("Ben")).to_have_text("80")
    expect_celebrated(watched, "lead:seat-1")
    assert watched.page.evaluate("window.moving") == 0
    animations = watched.page.evaluate("document.getAnimations().map(one => one.animationName)")
    assert set(animations) <= {"hold"}  # which moves nothing


def expect_calm_celebration(phone: Phone) -> None:
    """That of a winner moves nothing else, and strikes out no line."""
    phone.page.wait_for_function("() => window.widths")
    assert phone.page.evaluate("window.widths") == [360] * 5
    expect(phone.page.locator("[data-highlight]")).to_have_count(0)
    rematch = phone.page.get_by_role("button", name="Rematch").bounding_box()
    assert phone.page.evaluate("window.tops") == [rematch["y"]] * 5
    assert not phone.page.evaluate("window.strikesThrough")


def test_the_celebration_of_a_winner_moves_nothing_else_and_strikes_out_no_line(watched: Phone):
    watched.open(f"/table/{card_game(rounds(2, *BOXES)[:-1]).pk}/")
    by_score(watched, "chance", "20")
    expect(watched.page.get_by_role("heading", name="Ben wins with 311")).to_be_visible()
    expect_calm_celebration(watched)


def test_sounds_and_vibration_are_heard_and_felt_once_they_are_turned_on(watched: Phone):
    watched.open("/")
    turn_on(watched, "Sounds")
    watched.page.wait_for_function("() => window.notes === 2")
    assert watched.page.evaluate("window.buzzes") == []
    turn_on(watched, "Vibration")
    watched.open(f"/table/{game_of([a_round(), a_round(1, 30, 1)], target=130).pk}/")
    watched.play("Ben", 40, "Ben")
    expect(watched.total("Ben")).to_have_text("140")
    watched.page.wait_for_function("() => window.notes === 6 && window.buzzes.length")
    assert watched.page.evaluate("window.buzzes") == [5]
    expect_calm_celebration(watched)


def turn_on(phone: Phone, name: str) -> None:
    phone.press(name)
    switch = phone.page.get_by_role("button", name=name)
    expect(switch).to_have_attribute("aria-pressed", "true")


def test_the_names_over_a_full_card_stay_below_the_bar(phone: Phone):
    phone.open(f"/table/{card_game(rounds(3, *BOXES), NAMES).pk}/")
    head, bar = phone.page.locator(".card thead"), phone.page.locator(".bar")
    wait_until(phone.page, "() => !document.getAnimations().length")  # it ignores taps until then
    top = head.bounding_box()["y"] - bar.bounding_box()["y"]
    phone.page.evaluate("top => scrollBy(0, top)", top)
    over = """bar => [...bar.querySelectorAll('.button')].every(button => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    })"""
    assert bar.evaluate(over)


NOTE_CLICKS = """() => {
  window.clicks = [];
  addEventListener("click", ({ target }) => clicks.push(target.closest("button")?.ariaLabel), true);
}"""


def test_the_bar_covers_no_target_by_half_and_a_tap_beside_its_menu_under_the_thumb_only_closes_it(
    phone: Phone,
):
    game = game_of([a_round()] * 12, target=2000)
    phone.open(f"/table/{game.pk}/")
    expect_no_target_half_covered(phone)
    phone.page.set_viewport_size(SIZE)
    phone.page.evaluate("scrollTo(0, 0)")
    menu = phone.page.get_by_role("region", name="More about this game")
    expect(menu).to_be_hidden()
    phone.press("More about this game")
    box = menu.bounding_box()
    assert box["y"] > 0.4 * 640
    assert box["y"] + box["height"] == pytest.approx(640, abs=1)
    assert phone.page.evaluate("scrollY") == 0
    undo = phone.page.get_by_role("button", name="Undo").bounding_box()
    phone.page.evaluate(NOTE_CLICKS)
    phone.page.touchscreen.tap(undo["x"] + 20, undo["y"] + 20)
    expect(menu).to_be_hidden()
    phone.press("More about this game")
    expect(menu).to_be_visible()
    assert phone.page.evaluate("clicks") == ["Close", "More about this game"]
    expect(phone.total("Ana")).to_have_text("480")
    phone.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    phone.press("More about this game")
    phone.tap(menu.get_by_role("link", name="History"))
    expect(phone.page).to_have_url(f"{phone.site}/table/{game.pk}/history/")


TARGETS = """async () => (await axe.run({runOnly: ['target-size'], resultTypes: ['violations'],
  rules: {'target-size': {enabled: true}}})).violations.flatMap(({nodes}) => nodes)"""


def expect_no_target_half_covered(phone: Phone) -> None:
    phone.page.evaluate(SCRIPT)
    for width, height in ((360, 640), (412, 823)):
        phone.page.set_viewport_size({"width": width, "height": height})
        lowest = phone.page.evaluate("document.documentElement.scrollHeight - innerHeight")
        for top in range(0, lowest, 113):
            phone.page.evaluate("top => scrollTo(0, top)", top)
            assert phone.page.evaluate(TARGETS) == [], top
        phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        content = phone.page.locator(".book").bounding_box()
        bar = phone.page.locator(".bar").bounding_box()
        assert content["y"] + content["height"] <= bar["y"]
