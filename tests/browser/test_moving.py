"""A tap that comes as the page changes does not reach what has just come or moved there."""

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.models import GameSession
from tests.browser.support.following import look_at
from tests.browser.support.games_played import a_round, enter, game_of
from tests.browser.support.kit_games import kit_game
from tests.browser.support.outbox import (
    arrived,
    expect_next_form,
    go_offline,
    go_online,
    pending,
    saved,
)
from tests.browser.support.phone import Phone, card, middle
from tests.browser.support.score_cards import by_score, card_game, cell, expect_turn, total
from tests.browser.support.score_pads import field, pad_game
from tests.support.entries import noted
from tests.support.waiting import wait_until

Place = tuple[float, float]

# What an update has changed is marked for three seconds: let it be, however slow the test is.
KEEP_MARKS = """() => {
  const start = setTimeout;
  self.setTimeout = (act, delay, ...values) => start(act, delay === 3e3 ? 1e6 : delay, ...values);
}"""


def is_at(place: Place, part: Locator) -> bool:
    x, y, width, height = part.bounding_box().values()
    return x < place[0] < x + width and y < place[1] < y + height


def test_the_second_tap_on_save_does_not_end_the_game(phone: Phone):
    game = pad_game(names=("Ana", "Ben"))
    phone.open(f"/table/{game.pk}/enter/")
    field(phone, "Ana").fill("8")
    x, y = middle(phone.page.get_by_role("button", name="Save", exact=True))
    thumb = (x + 110, y)
    with phone.with_slow_animations():
        phone.page.touchscreen.tap(*thumb)
        expect(phone.total("Ana")).to_have_text("8")
        assert is_at(thumb, phone.page.get_by_role("button", name="End game"))
        phone.page.touchscreen.tap(*thumb)
    phone.press("End game")
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_tap_on_the_next_round_does_not_start_another_game_as_this_one_ends(phone: Phone):
    game = pad_game([{"points": {"0": 5}}], target=10)
    look_at(phone.page, f"/table/{game.pk}/")
    x, y = middle(phone.page.get_by_role("link", name="Enter round 2"))
    thumb = (x - 120, y)
    with phone.with_slow_animations():
        enter(game, {"points": {"0": 5}})
        rematch = phone.page.get_by_role("button", name="Rematch")
        expect(rematch).to_be_visible()
        assert is_at(thumb, rematch)
        phone.page.touchscreen.tap(*thumb)
    phone.press("Rematch")
    phone.page.wait_for_url(f"**/table/{game.pk + 1}/")
    assert GameSession.objects.count() == 2


def test_a_tap_on_an_answer_does_not_leave_a_form_whose_round_was_just_entered(phone: Phone):
    game = game_of()
    look_at(phone.page, f"/table/{game.pk}/enter/")
    phone.choose("Who was the Chimera?", "Ana")
    x, y = middle(phone.question("Traps").get_by_role("radio", name="5", exact=True))
    thumb = (x, y + 10)
    with phone.with_slow_animations():
        enter(game, a_round(1, 30, 2))
        link = phone.page.get_by_role("link", name="Enter the next one")
        expect(link).to_be_visible()
        assert is_at(thumb, link)
        phone.page.touchscreen.tap(*thumb)
    phone.choose("Bid", "20")
    expect(phone.question("Who was the Chimera?").get_by_role("radio", name="Ana")).to_be_checked()


@pytest.mark.parametrize("slot", [None, 2], ids=["new", "corrected"])
def test_a_tap_on_a_round_does_not_remove_the_one_that_moved_down_to_it(
    computer: Phone, slot: int | None
):
    game = game_of([a_round(), a_round(1)])
    page = computer.page
    page.set_viewport_size({"width": 1280, "height": 800})
    look_at(page, f"/table/{game.pk}/")
    page.locator("#round-2 a").first.click()
    remove = page.get_by_role("button", name="Remove")
    place = (middle(remove)[0], page.locator("#round-1").bounding_box()["y"] + 20)
    page.evaluate(KEEP_MARKS)
    with computer.with_slow_animations():
        enter(game, a_round(2), slot=slot, revision=1 if slot else 0)
        wait_until(lambda: is_at(place, remove))
        page.mouse.click(*place)
    remove.click(trial=True)
    assert saved(game)[-1] == a_round(2)


def test_a_tap_on_a_throw_does_not_save_another_number_as_a_notice_comes(phone: Phone):
    game = kit_game("molkky")
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)
    phone.choose("Points of the throw", "12")
    expect(pending(phone)).to_have_count(1)
    expect_next_form(phone)
    points = phone.question("Points of the throw")
    ten, five = (card(points.get_by_role("radio", name=name, exact=True)) for name in ("10", "5"))
    place = middle(ten)
    phone.page.evaluate(KEEP_MARKS)
    with phone.with_slow_animations():
        go_online(phone)
        expect(phone.page.locator("#saved")).to_be_visible()
        assert is_at(place, five)
        phone.page.touchscreen.tap(*place)
    phone.choose("Points of the throw", "7")
    expect(phone.page.locator("#saved")).to_contain_text("Ben")
    arrived(phone)
    assert [data["throw"] for data in saved(game)] == [12, 7]


def test_a_tap_on_a_box_does_not_reach_another_one_as_what_waited_is_sent(phone: Phone):
    look_at(phone.page, f"/table/{card_game([noted(0, 'ones', 1)]).pk}/")
    go_offline(phone)
    by_score(phone, "twos", "6")
    expect(pending(phone)).to_have_count(1)
    expect_turn(phone, "Ana")
    place = middle(cell(phone, "Threes"))
    with phone.with_slow_animations():
        go_online(phone)
        expect(phone.page.locator("#waits")).to_be_hidden()
        assert not is_at(place, cell(phone, "Threes"))
        phone.page.touchscreen.tap(*place)
        assert phone.page.locator(".pick[open]").count() == 0
    arrived(phone)
    by_score(phone, "threes", "9")
    expect(total(phone, 0)).to_have_text("10")
