"""A game on a television: legible from across the room, and always current."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.models import GameSession
from tests.browser.support.following import expect_stayed, let_in, look_at
from tests.browser.support.games_played import SECRET, a_round, enter, game_of, game_with
from tests.browser.support.phone import NewPhone, Phone
from tests.browser.support.score_cards import card_game
from tests.browser.support.score_pads import pad_game
from tests.support.entries import noted, points
from tests.support.serving import serving

# In lines, with what is cut.
HEIGHTS = """names => names.map(name =>
  Math.round(name.scrollHeight / parseFloat(getComputedStyle(name).lineHeight)))"""
SIX = ("Ana", "Ben", "Cho", "Dan", "Eve", "Maximilian")
FONT_SIZE = "element => parseFloat(getComputedStyle(element).fontSize)"


def test_a_large_screen_follows_the_game_and_its_rematch(phone: Phone, ben: Phone):
    game = game_of([a_round()], target=90)
    let_in(game)
    phone.open(f"/table/{game.pk}/")
    phone.press("More about this game")
    phone.follow("Show on a large screen")
    phone.follow("Show it on this device")
    larger = phone.page.get_by_role("button", name="Full screen")
    phone.tap(larger)
    phone.page.wait_for_function("() => document.fullscreenElement")
    expect(larger).to_be_hidden()
    phone.page.evaluate("window.stayed = true")
    enter(game, a_round(1, 30, 1))
    expect(phone.total("Ben")).to_have_text("60")
    phone.page.evaluate("document.exitFullscreen()")
    expect(larger).to_be_visible()
    phone.page.set_viewport_size({"width": 1280, "height": 720})
    assert phone.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert phone.page.locator(".standings .total").first.evaluate(FONT_SIZE) > 60

    enter(game, a_round(bid=30))
    expect(phone.page.get_by_role("heading", name="Ana wins")).to_be_visible()
    look_at(ben.page, f"/table/{game.pk}/")
    tab = phone.context.new_page()
    tab.goto(f"/table/{game.pk}/")
    tab.get_by_role("button", name="Rematch").tap()
    expect(tab.locator("#verdict")).to_have_text("No rounds played yet")
    tab.close()
    rematch = GameSession.objects.exclude(pk=game.pk).get()
    expect(phone.page).to_have_url(f"{phone.site}/table/{rematch.pk}/display/")
    expect(phone.page.locator("#verdict")).to_have_text("No rounds played yet")
    enter(rematch, a_round())
    expect(phone.total("Ana")).to_have_text("40")
    expect_stayed(phone.page)
    ben.follow("Go to the next game")
    expect(ben.page).to_have_url(f"{ben.site}/table/{rematch.pk}/")


# The height of each word in pixels, and what leaves the screen or overlaps the standings.
WORDS = """() => [...document.querySelectorAll('.chart text')]
    .map(word => word.getBoundingClientRect().height)"""
AMISS = """() => [...document.querySelectorAll('.chart text')].filter(word => {
    const {left, right, top, bottom} = word.getBoundingClientRect();
    const list = document.querySelector('.standings').getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
      || left < list.right && top < list.bottom;
  }).map(word => word.textContent)"""
# The animations of the chart's lines and numbers, and of the players' curves.
DRAWN = """() => {
  const drawn = part => getComputedStyle(part).animationName;
  const all = which => [...document.querySelectorAll(which)].map(drawn);
  return { axis: all(".chart g:not([class])"), curves: all(".chart g[class]") };
}"""


def test_the_chart_on_a_large_screen_is_legible_from_across_the_room(phone: Phone):
    for count in (2, 6, 20):
        names = [f"Wolfeschlegelsteinhausenbergerdorff {n}" for n in range(count)]
        game = pad_game([points(*range(-600 * n, -600 * n + count)) for n in (1, 2)], names)
        phone.open(f"/table/{game.pk}/display/")
        for width, height in ((1280, 720), (1920, 1080), (800, 1280)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(AMISS) == [], (count, width)
            assert min(phone.page.evaluate(WORDS)) > 20, (count, width)


def test_names_are_made_smaller_before_they_are_cut(phone: Phone):
    names = ("Anna Katharina", "Marie-Luise", "WOMBAT-MAMA", "Maximilian Alexander", "Wilhelmine")
    for count in (4, 5):
        game = pad_game([points(*range(count))], names[:count])
        phone.open(f"/table/{game.pk}/display/")
        for size in ({"width": 1280, "height": 720}, {"width": 1024, "height": 768}):
            phone.page.set_viewport_size(size)
            assert phone.page.locator(".standings .name").evaluate_all(HEIGHTS) == [1] * count


def test_a_name_of_two_words_is_whole_beside_the_code_to_join(phone: Phone):
    names = ("Bartholomäus Wolkenstein", "Ben", "Cho", "Dan")
    options = {"target": 50, "back_to": 25, "out_after_three": True}
    game = game_with("molkky", (), names, None, options)
    phone.page.set_viewport_size({"width": 1920, "height": 1080})
    phone.open(f"/table/{game.pk}/display/")
    cut = "name => name.scrollHeight > name.clientHeight + 1"
    assert not phone.page.locator(".standings .name").first.evaluate(cut)


def test_what_each_of_a_few_players_needs_is_whole(phone: Phone):
    game = card_game([noted(0, "ones", 3), noted(1, "twos", 6)], ("Ana", "Ben", "Cho"))
    phone.page.set_viewport_size({"width": 1920, "height": 1080})
    phone.open(f"/table/{game.pk}/display/")
    needs = phone.page.locator(".standings .about")
    expect(needs.nth(2)).to_contain_text("needs 63 more for the upper bonus")
    cut = "lines => lines.filter(line => line.scrollWidth > line.clientWidth).length"
    assert needs.evaluate_all(cut) == 0


def test_a_large_screen_says_when_it_has_no_connection(new_phone: NewPhone):
    game = game_of([a_round()])
    with serving() as site:
        phone = new_phone(secret=SECRET, site=site.url)
        phone.page.add_init_script(
            "Object.defineProperty(document, 'fullscreenEnabled', {value: false})"
        )
        phone.page.set_viewport_size({"width": 1280, "height": 720})
        look_at(phone.page, f"/table/{game.pk}/display/")
        expect(phone.page.locator("[data-full]")).to_be_hidden()
        before = phone.page.locator(".standings").bounding_box()
        said = phone.page.get_by_text("Offline: may be out of date")
        expect(said).to_be_hidden()
    expect(said).to_be_in_viewport(ratio=1)
    assert said.evaluate(FONT_SIZE) > 24
    assert phone.page.locator(".standings").bounding_box() == before
    enter(game, a_round())
    with serving(site.port):
        expect(phone.total("Ana")).to_have_text("80")
        expect(said).to_be_hidden()
        phone.page.goto("about:blank")


def test_a_television_joins_by_the_code_without_a_keyboard(phone: Phone, ben: Phone):
    game, television = game_of([a_round()]), ben  # which is in no group
    phone.open(f"/table/{game.pk}/large-screen/")
    code = "".join(phone.page.locator("#code > [aria-hidden] > span").all_text_contents())
    television.page.set_viewport_size({"width": 1280, "height": 720})
    television.open("/tv/")
    television.press("Delete the last letter")
    for letter in code:
        television.press(letter)
    television.press("Join")
    television.press("Join")
    expect(television.page).to_have_url(f"{television.site}/table/{game.pk}/display/")


def test_the_win_is_shown_with_its_token_its_margin_and_the_wins_of_the_evening(phone: Phone):
    earlier = game_of([a_round(1, 40, 1)], target=80)
    game = game_of([a_round(), a_round(1, 20)], target=80, group=earlier.group)
    phone.page.set_viewport_size({"width": 1280, "height": 720})
    phone.open(f"/table/{game.pk}/display/")
    expect(phone.page.locator(".wins")).to_have_count(0)
    enter(game, a_round(0, 20))
    expect(phone.page.locator(".news .token")).to_have_text("A")
    expect(phone.page.locator(".call")).to_contain_text("Ana wins with 100, 80 ahead of Cho.")
    wins = phone.page.locator(".wins")
    expect(wins).to_contain_text("wins in 2 games")
    expect(wins.locator("li")).to_have_text([re.compile("Ana 1$"), re.compile("Ben 1$")])
    for motion, curve in (("no-preference", "draw"), ("reduce", "none")):
        phone.page.emulate_media(reduced_motion=motion)
        assert phone.page.evaluate(DRAWN) == {"axis": ["none"] * 2, "curves": [curve] * 3}
    assert phone.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


# Parts of the page from above, each with where it begins and ends, and where its lines end, which
# are a little taller than their letters.
PARTS = """() => [...document.querySelectorAll(".news, .standings li, main > section, .wins")]
  .map(part => [part.getBoundingClientRect(), part.scrollHeight])
  .map(([{ top, bottom }, height]) => [top, bottom, top + height])
  .filter(([top, bottom]) => bottom > top)"""


@pytest.mark.parametrize("players", [2, 6])
def test_on_an_upright_screen_the_end_of_a_game_has_its_parts_below_each_other(phone, players):
    earlier = pad_game([points(*range(players))], SIX[:players], target=1)
    game = pad_game([points(*range(players))], SIX[:players], earlier.group, target=1)
    for width, height in ((768, 1024), (600, 960), (360, 640)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.open(f"/table/{game.pk}/display/")
        parts = phone.page.evaluate(PARTS)
        assert len(parts) >= players + 2
        ends = [max(bottom, lines - 8) for _top, bottom, lines in parts]
        begins = [top for top, *_ in parts[1:]]
        assert all(end <= begin + 1 for end, begin in zip(ends, begins, strict=False)), (
            width,
            parts,
        )
        assert ends[-1] <= height


def test_a_large_screen_survives_a_night_and_a_restart_of_the_server(new_phone: NewPhone):
    game = game_of([a_round()])
    with serving() as site:
        phone = new_phone(secret=SECRET, site=site.url)
        phone.page.clock.install()
        look_at(phone.page, f"/table/{game.pk}/display/")
        expect(phone.page.locator("#code")).to_have_count(1)
    phone.page.clock.fast_forward("09:00:00")
    enter(game, a_round(1, 30, 2))
    with serving(site.port):
        expect(phone.page.locator(".call")).to_contain_text("As the Chimera, Ben bid 30")
        expect(phone.total("Ben")).to_have_text("−30")
        expect(phone.page.get_by_text("Offline: may be out of date")).to_be_hidden()
        expect_stayed(phone.page)
        phone.page.goto("about:blank")
