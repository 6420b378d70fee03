"""Wizard, Mölkky and Hearts on a phone: whole games, both stages of a round, taps, no network."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, Route, expect

from scorekeeper.models import GameSession
from tests.browser.support.games_played import NAMES, SECRET
from tests.browser.support.kit_games import (
    LONG_TWENTY,
    SIX,
    bid,
    by_seat,
    kit_game,
    play_round,
    taken,
    throws,
    win_tricks,
    wizard_round,
    wizard_rounds,
)
from tests.browser.support.outbox import arrived, go_online, pending, said, saved
from tests.browser.support.phone import Phone
from tests.browser.support.score_pads import next_player, tap_keys

pytestmark = pytest.mark.browser


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def any_phone(request: pytest.FixtureRequest, new_phone: Callable[..., Phone]) -> Phone:
    return new_phone(secret=SECRET, javascript=request.param)


def throw(phone: Phone, points: int, button: str = "Save and next") -> None:
    """Tap the number, which saves it; without scripts the button does."""
    with phone.page.expect_navigation():
        phone.choose("Points of the throw", str(points))
        if not phone.javascript:
            phone.press(button)


def at_form(phone: Phone, game: GameSession) -> Phone:
    phone.open(f"/table/{game.pk}/enter/")
    return phone


def tap_all(phone: Phone, question: str, numbers: Sequence[int], names: Sequence[str]) -> None:
    for name, number in zip(names, numbers, strict=True):
        phone.count(question, name, number)


def type_all(phone: Phone, numbers: Sequence[int], names: Sequence[str]) -> None:
    for name, number in zip(names, numbers, strict=True):
        phone.page.get_by_label(name, exact=True).locator("visible=true").fill(str(number))


def expect_in_sight(phone: Phone, names: Sequence[str]) -> None:
    """Expect the numbers of each player above the bar, without scrolling."""
    bar = phone.page.locator(".bar").bounding_box()
    for name in names:
        row = phone.page.locator(".per-seat").filter(has_text=name).first.bounding_box()
        assert row["y"] >= 0, name
        assert row["y"] + row["height"] <= bar["y"] + 0.5, name


# Whole games


def test_a_whole_game_of_wizard(any_phone: Phone):
    game, phone = kit_game("wizard", names=SIX, rounds=2), any_phone
    phone.open(f"/table/{game.pk}/")
    for bids in ([1, 0, 0, 0, 0, 0], [0, 0, 2, 0, 0, 0]):
        phone.follow("Enter bids")
        tap_all(phone, "Bids", bids, SIX)
        play_round(phone)
        phone.follow("Enter tricks")
        tap_all(phone, "Tricks", bids, SIX)
        phone.press("Save")
    expect(phone.page.get_by_role("heading", name="Cho wins with 60")).to_be_visible()
    assert [entry["bids"]["2"] for entry in saved(game)] == [0, 2]


def test_a_whole_game_of_molkky(any_phone: Phone):
    game, phone = kit_game("molkky", names=("Ana", "Ben"), target=15, back_to=5), any_phone
    at_form(phone, game)
    for thrower, points in (("Ana", 12), ("Ben", 0), ("Ana", 4), ("Ben", 0)):
        expect(phone.question("Thrower")).to_contain_text(thrower)
        throw(phone, points)
    throw(phone, 10, "Save")
    if phone.javascript:  # it went on to the next throw, which will not come
        phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("heading", name="Ana wins with 15")).to_be_visible()


def test_a_whole_game_of_hearts(any_phone: Phone):
    game, phone = kit_game("hearts", target=26), any_phone
    phone.open(f"/table/{game.pk}/")
    for number, points in enumerate(([20, 6, 0], [6, 0, 20]), 1):
        phone.follow(f"Enter round {number}")
        type_all(phone, points, NAMES)
        phone.press("Save")
    expect(phone.page.get_by_role("heading", name="Ben wins with 6")).to_be_visible()
    assert saved(game) == [taken(20, 6, 0), taken(6, 0, 20)]


# Wizard


def test_six_players_are_in_sight_in_both_stages(phone: Phone):
    at_form(phone, kit_game("wizard", wizard_rounds(5, 6), SIX))
    expect_in_sight(phone, SIX)
    bid(phone, 0, 0, 0, 0, 0, 1, names=SIX)
    play_round(phone)
    phone.follow("Enter tricks")
    expect(phone.page.get_by_text("6 of 6 left")).to_be_visible()
    expect_in_sight(phone, SIX)


def test_a_round_of_wizard_takes_a_tap_for_each_bid_and_each_trick(phone: Phone):
    game = kit_game("wizard", wizard_rounds(5, 6), SIX)
    phone.open(f"/table/{game.pk}/")
    phone.taps = 0
    phone.follow("Enter bids")
    tap_all(phone, "Bids", [6, 0, 0, 0, 0, 0], SIX)
    play_round(phone)
    phone.follow("Enter tricks")
    tap_all(phone, "Tricks", [0, 1, 2, 3, 0, 0], SIX)
    phone.press("Save")
    expect(phone.page.get_by_role("link", name="Enter bids")).to_be_visible()
    assert phone.taps == 6 + 6 + 4  # and four to open and leave the two stages


def the_barred(phone: Phone, name: str) -> Locator:
    return phone.page.locator(".per-seat").filter(has_text=name).locator("[data-barred]").first


def test_the_bid_that_the_last_player_may_not_make_is_greyed_out_at_once(phone: Phone):
    at_form(phone, kit_game("wizard", wizard_rounds(1, 3), forbid_even_bids=True))
    bid(phone, 1, 0)
    expect(the_barred(phone, "Cho")).to_have_text("1 is not allowed")
    row = phone.page.get_by_role("radiogroup", name="Bids: Cho")
    struck = row.locator(".choice").filter(has_text="1")
    expect(struck).to_have_css("pointer-events", "none")
    expect(struck).to_have_css("text-decoration-line", "line-through")
    expect(row.locator(".choice").filter(has_text="0")).to_have_css("pointer-events", "auto")
    bid(phone, 2)
    expect(the_barred(phone, "Cho")).to_have_text("0 is not allowed")
    expect(struck).to_have_css("pointer-events", "auto")


@pytest.mark.parametrize("names", [NAMES, SIX], ids=["three", "six"])
def test_numbers_above_six_are_typed_with_the_keys(phone: Phone, names: Sequence[str]):
    seats = len(names)
    game = kit_game("wizard", wizard_rounds(6, seats), names)
    at_form(phone, game)
    for _ in names[1:]:
        tap_keys(phone, "0")
        next_player(phone)
    tap_keys(phone, "7")
    with phone.page.expect_response("**/draft/"):
        phone.page.keyboard.press("Tab")
    play_round(phone)
    phone.follow("Enter tricks")
    expect(phone.page.get_by_text("7 of 7 left")).to_be_visible()
    for _ in names[1:]:
        tap_keys(phone, "0")
        next_player(phone)
    tap_keys(phone, "7")
    phone.press("Save")
    expect(phone.page.get_by_role("link", name="Enter bids")).to_be_visible()
    last = [0] * (seats - 1) + [7]
    assert saved(game)[-1] == wizard_round(last, last)


def test_playing_without_every_bid_is_refused_beside_the_question(any_phone: Phone):
    any_phone.refusals.add(422)
    at_form(any_phone, kit_game("wizard"))
    any_phone.count("Bids", "Ana", 1)
    any_phone.press_until_answered("Play the round")
    expect(any_phone.question("Bids")).to_contain_text("Enter a number for Ben, Cho")
    row = any_phone.page.get_by_role("radiogroup", name="Bids: Ana")
    expect(row.get_by_role("radio", name="1")).to_be_checked()


def test_two_phones_share_a_round_of_wizard(phone: Phone, new_phone: Callable[..., Phone]):
    game = kit_game("wizard")
    other = new_phone(secret=SECRET)
    other.open(f"/table/{game.pk}/")
    at_form(phone, game)
    bid(phone, 1, 0, 0)
    play_round(phone)
    expect(other.page.get_by_text("bids Ana 1, Ben 0, Cho 0")).to_be_visible()
    other.follow("Enter tricks")
    win_tricks(other, 1, 0, 0)
    other.press("Save")
    expect(phone.total("Ana")).to_have_text("30")
    expect(phone.page.get_by_role("link", name="Enter bids")).to_be_visible()


def test_a_bid_changed_on_another_phone_arrives_in_the_open_form(
    phone: Phone, new_phone: Callable[..., Phone]
):
    game = kit_game("wizard")
    other = at_form(new_phone(secret=SECRET), game)
    expect(other.page.locator("h1")).to_contain_text("Enter bids")
    with phone.page.expect_request("**/live/*/"):
        at_form(phone, game)
    bid(other, 1)
    row = phone.page.get_by_role("radiogroup", name="Bids: Ana")
    expect(row.get_by_role("radio", name="1")).to_be_checked()


# Mölkky


def test_a_throw_takes_one_tap(phone: Phone):
    game = kit_game("molkky", throws(12, 3))
    at_form(phone, game)
    phone.taps = 0
    for thrower, points in (("Cho", 7), ("Ana", 10), ("Ben", 0)):
        expect(phone.question("Thrower")).to_contain_text(thrower)
        throw(phone, points)
    assert phone.taps == 3
    assert saved(game) == throws(12, 3, 7, 10, 0)
    with phone.page.expect_navigation():
        phone.press("Undo")
    expect(phone.question("Thrower")).to_contain_text("Ben")
    assert saved(game)[-1] is None


def test_all_throws_and_the_standings_fit_without_save(phone: Phone):
    phone.page.set_viewport_size({"width": 360, "height": 640})
    at_form(phone, kit_game("molkky", throws(12, 0, 7, 0, 0, 3)))
    for number in range(13):
        number_card = phone.question("Points of the throw").get_by_text(str(number), exact=True)
        expect(number_card).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".throwers li").last).to_be_in_viewport(ratio=1)
    expect(phone.page.get_by_role("button", name="Save", exact=True)).to_be_hidden()


def test_the_table_of_twenty_says_without_scrolling_whose_turn_it_is(phone: Phone):
    game = kit_game("molkky", throws(1, 2, 3, seats=20), LONG_TWENTY)
    for width in (360, 320):
        phone.page.set_viewport_size({"width": width, "height": 640})
        phone.open(f"/table/{game.pk}/")
        button = phone.page.get_by_role("link", name="Enter Wolfeschlegelsteinhausen’s throw")
        expect(button).to_be_in_viewport(ratio=1)
        assert button.evaluate("one => one.scrollWidth <= one.clientWidth")


# Without a network


def save_offline(phone: Phone, waiting: int) -> None:
    phone.press("Save")
    expect_offline(phone, waiting)


def expect_offline(phone: Phone, waiting: int) -> None:
    expect(pending(phone)).to_have_count(waiting)
    expect(said(phone)).to_contain_text("Saved on this phone. No connection")


def send(phone: Phone) -> None:
    go_online(phone)
    arrived(phone)


def test_rounds_of_wizard_are_entered_without_a_network(phone: Phone):
    game = kit_game("wizard")
    at_form(phone, game)
    phone.context.set_offline(True)
    for number in (1, 2):
        tap_all(phone, "Bids", [number, 0, 0], NAMES)
        phone.tap(phone.page.get_by_text("After the round", exact=True))
        tap_all(phone, "Tricks", [0, number, 0], NAMES)
        save_offline(phone, number)
    send(phone)
    assert saved(game) == [wizard_round([n, 0, 0], [0, n, 0]) for n in (1, 2)]


def test_the_tricks_are_entered_without_a_network_once_the_round_is_played(phone: Phone):
    game = kit_game("wizard")
    at_form(phone, game)
    bid(phone, 1, 0, 0)
    play_round(phone)
    phone.follow("Enter tricks")
    expect(phone.question("Tricks")).to_be_visible()
    expect(phone.page.locator("h1")).to_contain_text("Enter tricks")
    phone.context.set_offline(True)
    tap_all(phone, "Tricks", [1, 0, 0], NAMES)
    save_offline(phone, 1)
    expect(phone.question("Bids")).to_be_visible()  # of the next round
    expect(phone.page.locator("h1")).to_contain_text("Enter bids")
    send(phone)
    assert saved(game) == [wizard_round([1, 0, 0], [1, 0, 0])]


def test_throws_of_molkky_are_entered_without_a_network_in_turn(phone: Phone):
    game = kit_game("molkky")
    at_form(phone, game)
    phone.context.set_offline(True)
    for waiting, points in enumerate((7, 12, 0), 1):
        phone.choose("Points of the throw", str(points))
        expect_offline(phone, waiting)
        expect(phone.question("Thrower")).to_contain_text("The next player")
        expect(phone.question("Thrower")).not_to_contain_text("Ana")
    send(phone)
    assert saved(game) == throws(7, 12, 0)


def refuse_posts(route: Route) -> None:
    route.abort() if route.request.method == "POST" else route.fallback()


def test_the_table_names_no_player_while_throws_wait_on_the_phone(phone: Phone):
    game = kit_game("molkky", names=("Ana", "Ben 2"))
    at_form(phone, game)
    phone.page.route("**/*", refuse_posts)
    phone.choose("Points of the throw", "7")
    expect_offline(phone, 1)
    link = phone.page.locator("[data-next]")
    phone.open(f"/table/{game.pk}/")
    expect(link).to_have_text("Enter throw 2")
    phone.page.unroute("**/*")
    send(phone)
    expect(link).to_have_text("Enter Ben 2’s throw")


def test_hearts_is_entered_without_a_network(phone: Phone):
    game = kit_game("hearts")
    at_form(phone, game)
    phone.context.set_offline(True)
    tap_keys(phone, "26")
    save_offline(phone, 1)
    send(phone)
    assert saved(game) == [{"taken": by_seat([26])}]
