"""The layout of the first screen, the theme, motion and printing."""

from collections.abc import Callable

from django.conf import settings
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Group
from scorekeeper.site.bundles import BUNDLES, bundle_text
from tests.browser.support import pages
from tests.browser.support.axe import COLOURS, violations
from tests.browser.support.exchange_pages import import_that_was_interrupted
from tests.browser.support.fish_games import fish_game
from tests.browser.support.fish_pages import piles_that_cannot_be
from tests.browser.support.games_played import a_round, game_of, group_of
from tests.browser.support.phone import Phone
from tests.browser.support.score_cards import card_game
from tests.browser.support.score_pads import pad_game
from tests.browser.support.score_sheets import sheet_game
from tests.browser.support.trick_games import tricks_game, tricks_round
from tests.support.entries import points

BACKGROUND = "getComputedStyle(document.body).backgroundColor"
WHITE = ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")


def test_the_choice_between_two_versions_is_in_sight_on_a_phone_on_its_side(phone: Phone):
    phone.page.set_viewport_size({"width": 844, "height": 390})
    pages.two_versions(phone)
    for name in ("Keep the saved one", "Use mine", "Keep both: mine is round 2"):
        expect(phone.page.locator(".bar").get_by_text(name)).to_be_in_viewport(ratio=1)


def test_a_long_name_stays_within_a_button_and_buttons_do_not_touch_what_is_above(phone: Phone):
    piles_that_cannot_be(phone)
    button = phone.page.get_by_role("button", name="Save this and fix")
    assert button.evaluate("button => button.scrollWidth <= button.clientWidth")
    import_that_was_interrupted(phone)
    notice = phone.page.locator("#import .notice").bounding_box()
    start = phone.page.get_by_role("button", name="Start again").bounding_box()
    assert notice["y"] + notice["height"] + 8 <= start["y"]


def test_a_page_opens_with_its_main_action_within_thumb_reach_and_all_questions_of_a_round(
    phone: Phone,
):
    for game in (pages.long_game(), pages.new_table()):
        for path in ("", "enter/"):
            phone.open(f"/table/{game.pk}/{path}")
            box = phone.page.locator(".bar .primary").bounding_box()
            assert box["y"] >= 640 * 2 / 3
            assert box["y"] + box["height"] <= 640
    bar = phone.page.locator(".bar").bounding_box()
    for question in ("Who was the Chimera?", "Bid", "Who went out first?"):
        box = phone.question(question).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= bar["y"], question
    expect(phone.page.get_by_text("Keyboard shortcuts")).to_be_hidden()  # computers show it


def test_a_page_that_only_says_what_went_wrong_has_its_text_in_the_middle(phone: Phone):
    phone.open("/nothing/", refusal=404)
    box = phone.page.locator(".error-page h1").bounding_box()
    assert 640 / 4 < box["y"] < 640 / 2


# How far the first letter of each name reaches out of its box, in pixels.
START_CUT = """names => names.map(name => {
  const range = document.createRange(), [text] = [...name.childNodes].slice(-1);
  const start = text.data.search(/\\S/);
  range.setStart(text, start);
  range.setEnd(text, start + 1);
  const letter = range.getBoundingClientRect(), box = name.getBoundingClientRect();
  return Math.max(0, box.left - letter.left, letter.right - box.right);
})"""


def test_a_long_name_begins_in_sight_also_if_it_is_read_from_right_to_left(phone: Phone):
    game = pad_game([points(12, 5)], ("שלום עליכם ידידי הטוב", "Maximiliane Aurelia"))
    for path in ("", "enter/"):
        phone.open(f"/table/{game.pk}/{path}")
        names = phone.page.locator(".sheet thead .name, .scores .name")
        cut = names.evaluate_all(START_CUT)
        assert len(cut) == 2
        assert max(cut) < 1


# From the left edge of a name's box to its text, in pixels.
INDENT = """names => names.map(name => {
  const text = document.createRange();
  text.selectNodeContents(name);
  return text.getBoundingClientRect().left - name.getBoundingClientRect().left;
})"""


def test_a_name_stands_beside_its_token_also_if_it_is_read_from_right_to_left(phone: Phone):
    game = pad_game([points(12, 5, 3, 1)], ("שלום", "Ben", "Cho", "Dan"))
    for path, names in (("enter/", ".scores .name"), ("display/", ".standings .name")):
        phone.open(f"/table/{game.pk}/{path}")
        phone.page.set_viewport_size({"width": 1280, "height": 720})
        indents = phone.page.locator(names).evaluate_all(INDENT)
        assert len(indents) == 4
        assert max(indents) < 1


FORMS: list[Callable[[], GameSession]] = [
    pages.new_table,
    lambda: fish_game(drawn="B"),
    lambda: pad_game(names=("Ana", "Ben", "Cho", "Dan")),
    lambda: tricks_game([tricks_round()]),
    lambda: sheet_game(),
    lambda: card_game(),
]


def test_entry_forms_use_the_width_of_a_wide_screen(phone: Phone):
    for new_game, path in zip(FORMS, ["enter/"] * 5 + [""], strict=True):
        phone.open(f"/table/{new_game().pk}/{path}")
        for width, height in ((1280, 800), (1024, 768)):
            phone.page.set_viewport_size({"width": width, "height": height})
            boxes = phone.page.locator("main").evaluate(BOXES)
            left, right = (
                [box for box in boxes if (box["right"] < width / 2.1) == first]
                for first in (True, False)
            )
            assert left
            assert max(box["right"] for box in right) >= width * 0.9
            assert max(box["bottom"] for box in boxes) <= height
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= width


# Everything that can be tapped to enter something.
BOXES = """main => [
    ...main.querySelectorAll(".choice, .scores input, .cells input, .bar .primary, .card thead th"),
  ]
  .filter(part => part.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .map(part => part.getBoundingClientRect().toJSON())"""


def test_the_chosen_theme_overrides_the_phones_own_and_stays(phone: Phone):
    game = pages.finished_game()
    paper, felt = (background_of(phone, scheme) for scheme in ("light", "dark"))
    assert paper != felt
    choose_theme(phone, "Light")
    assert phone.page.evaluate(BACKGROUND) == paper
    phone.open(f"/table/{game.pk}/round/3/correct/")
    assert violations(phone.page, COLOURS) == []
    choose_theme(phone, "Dark")
    assert background_of(phone, "light") == felt
    phone.open(f"/table/{game.pk}/")
    assert phone.page.evaluate(BACKGROUND) == felt
    assert violations(phone.page, COLOURS) == []
    phone.page.emulate_media(media="print")
    assert phone.page.evaluate(BACKGROUND) in WHITE
    assert phone.page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    phone.page.emulate_media(media="null")
    choose_theme(phone, "Auto")
    assert background_of(phone, "light") == paper


def background_of(phone: Phone, scheme: str) -> str:
    phone.page.emulate_media(color_scheme=scheme)
    phone.open("/")
    return phone.page.evaluate(BACKGROUND)


def choose_theme(phone: Phone, name: str) -> None:
    phone.open("/")
    phone.press_until_answered(name)
    expect(phone.page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")


def test_the_selection_stands_out_in_forced_colours(phone: Phone):
    phone.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    phone.open(f"/table/{pages.new_table().pk}/enter/")
    phone.fill_round(pages.NAMES[0], 40, pages.NAMES[1])
    phone.choose("Traps", "0")
    phone.tick("Chimera attack", "Chimera attack")
    phone.count("Toads", pages.NAMES[0], 0)
    expect(phone.page.locator(".moot")).to_be_visible()
    marks = phone.page.locator(".choice > :checked + span")
    expect(marks).to_have_count(6)
    root = phone.page.locator("html")
    for theme, scheme in (("light", "dark"), ("dark", "light")):
        phone.page.emulate_media(color_scheme=scheme)
        root.evaluate("(root, theme) => { root.dataset.theme = theme; }", theme)
        assert all(marks.evaluate_all(HIGHLIGHTED)), theme


HIGHLIGHTED = """spans => {
  document.body.style.cssText =
    'forced-color-adjust: none; background: Highlight; color: HighlightText';
  const { backgroundColor, color } = getComputedStyle(document.body);
  const clear = it => it.backgroundColor === backgroundColor && it.color === color;
  document.body.style.cssText = '';
  return spans.map(span => clear(getComputedStyle(span)));
}"""


RULES = """source => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(source);
  const text = rule => rule.cssText.replace(/\\s*,\\s*/g, ",").replace(/\\s+/g, " ");
  return [...sheet.cssRules]
    .flatMap(rule => rule.cssRules ? [...rule.cssRules].map(text) : text(rule));
}"""


def test_a_minified_style_sheet_means_the_same_to_the_browser(phone: Phone):
    folder = settings.BASE_DIR / "static" / "css"
    for bundle in ("own.css", "display.css"):
        source = "\n".join((folder / name).read_text() for name in BUNDLES[bundle])
        rules = phone.page.evaluate(RULES, source)
        assert len(rules) > 30
        assert phone.page.evaluate(RULES, bundle_text(bundle)) == rules


def test_home_takes_three_screens_at_most_and_leads_everywhere_from_the_first(phone: Phone):
    group = group_of(pages.NAMES)
    Group.objects.update(name="Friday", named=True)  # or home would ask for a name, once
    for _ in range(30):
        game_of([a_round(bid=40)], pages.NAMES, 40, group)
    for title in ("Golf", "Go with friends", "Mölkky on Sunday afternoon"):
        pad_game([points(1, 2, 3)], pages.NAMES, group, title=title)
    for _ in range(4):
        game_of([a_round()], pages.NAMES, group=group)
    phone.open("/")
    # The longest names take two lines in each of the recent games, and in the line about tonight:
    # neither results nor wins are cut.
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= 3 * 640 + 112
    for link in ("All games", "Players", "Groups"):
        expect(phone.page.get_by_role("link", name=link, exact=True)).to_be_in_viewport(ratio=1)
    phone.follow("All games")
    phone.page.get_by_label("Player, game or title").fill("golf")
    phone.press("Search")
    expect(phone.page.locator(".list a")).to_have_count(1)
    phone.page.get_by_label("Player, game or title").fill("nobody")
    phone.press("Search")
    phone.follow("Show all games")
    expect(phone.page.locator(".list a")).to_have_count(25)
