"""Wizard, Mölkky and Hearts on a phone: ends of games, both stages of a round, taps, no network."""

from collections.abc import Sequence

from playwright.sync_api import Route, expect

from scorekeeper.models import GameSession
from tests.browser.support.following import draft, look_at
from tests.browser.support.games_played import NAMES, enter
from tests.browser.support.kit_games import (
    LONG_TWENTY,
    SIX,
    bid,
    kit_game,
    play_round,
    taken,
    throws,
    win_tricks,
    wizard_rounds,
)
from tests.browser.support.outbox import (
    arrived,
    expect_offline,
    go_offline,
    go_online,
    save_offline,
    saved,
    send,
)
from tests.browser.support.phone import Phone, wait_until
from tests.browser.support.score_pads import next_player, tap_keys
from tests.support.entries import wizard_round

WARNING = "rgb(149, 40, 14)"  # --warn in the light theme


def throw(phone: Phone, points: int, button: str = "Save and next") -> None:
    """Tap the number, which saves it; without scripts the button does."""
    with phone.page.expect_navigation():
        phone.choose("Points of the throw", str(points))
        if not phone.javascript:
            phone.press(button)


def at_form(phone: Phone, game: GameSession) -> Phone:
    phone.open(f"/table/{game.pk}/enter/")
    return phone


def tap_all(
    phone: Phone, question: str, numbers: Sequence[int], names: Sequence[str] = NAMES
) -> None:
    for name, number in zip(names, numbers, strict=True):
        phone.count(question, name, number)


def expect_in_sight(phone: Phone, names: Sequence[str]) -> None:
    """Expect the numbers of each player above the bar, without scrolling."""
    for name in names:
        row = phone.page.locator(".per-seat").filter(has_text=name).first.bounding_box()
        bar = phone.page.locator(".bar").bounding_box()  # second: the last page has one, too
        assert row["y"] >= 0, name
        assert row["y"] + row["height"] <= bar["y"] + 0.5, name


# Games to their ends


def test_a_game_of_wizard_is_played_to_its_end(any_phone: Phone):
    game, phone = kit_game("wizard", wizard_rounds(1, 3), rounds=2), any_phone
    phone.open(f"/table/{game.pk}/")
    phone.follow("Enter bids")
    be_refused_without_every_bid(phone)
    tap_all(phone, "Bids", [0, 2], NAMES[1:])
    play_round(phone)
    phone.follow("Enter tricks")
    tap_all(phone, "Tricks", [0, 0, 2])
    phone.press("Save")
    expect(phone.page.get_by_role("heading", name="Cho wins with 60")).to_be_visible()
    assert [entry["bids"]["2"] for entry in saved(game)] == [0, 2]


def be_refused_without_every_bid(phone: Phone) -> None:
    phone.refusals.add(422)
    phone.count("Bids", "Ana", 0)
    phone.press_until_answered("Play the round")
    expect(phone.question("Bids")).to_contain_text("Enter a number for Ben, Cho")
    row = phone.page.get_by_role("radiogroup", name="Bids: Ana")
    expect(row.get_by_role("radio", name="0")).to_be_checked()


PLACES = """() => [...document.querySelectorAll('.asks .choice')].map(card =>
  card.getBoundingClientRect().top + scrollY)"""


def test_numbers_stay_in_their_places_while_they_are_tapped(phone: Phone):
    """The bar has the text of an error; its question is marked, and a barred number struck out."""
    game = kit_game("wizard", wizard_rounds(2, 3), forbid_even_bids=True)
    places = at_form(phone, game).page.evaluate(PLACES)
    refusal, marked = phone.page.locator("#say-refusal a"), phone.page.locator("legend:visible")
    bid(phone, 1, 1)
    expect(phone.page.get_by_text("1 is not allowed")).to_be_visible()
    assert phone.page.evaluate(PLACES) == places
    phone.count("Bids", "Cho", 0)
    phone.count("Bids", "Ana", 2)
    expect(refusal).to_have_text("Bids must not add up to 3.")
    expect(refusal).to_be_in_viewport(ratio=1)
    expect(marked).to_have_css("color", WARNING)
    assert phone.page.evaluate(PLACES) == places
    phone.open(f"/table/{game.pk}/round/2/correct/")
    places = phone.page.evaluate(PLACES)
    phone.count("Tricks", "Ben", 2)
    expect(refusal).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate(PLACES) == places


def test_the_keys_stay_where_a_round_cannot_be_begun_without_a_network(phone: Phone):
    at_form(phone, kit_game("wizard", wizard_rounds(8, 3)))
    phone.page.route("**/draft/", lambda route: route.abort())
    tap_keys(phone, "1")
    next_player(phone)
    wait_until(phone.page, "() => document.body.dataset.lost === 'true'")
    key = phone.page.locator('.keypad [value="0"]')  # not one that is still pressed
    place = key.bounding_box()
    phone.press("Play the round")
    expect(phone.page.get_by_text("Your answers stay on this phone")).to_be_visible()
    assert key.bounding_box() == place


def test_a_game_of_molkky_takes_a_tap_for_each_throw(any_phone: Phone):
    phone, names = any_phone, ("Ana", "Ben")
    game = kit_game("molkky", throws(12, 0, seats=2), names, target=15, back_to=5)
    at_form(phone, game)
    for thrower, points in (("Ana", 4), ("Ben", 7)):
        expect(phone.question("Thrower")).to_contain_text(thrower)
        throw(phone, points)
    assert phone.taps == (2 if phone.javascript else 4)
    phone.press_until_answered("Undo")
    expect(phone.question("Thrower")).to_contain_text("Ben")
    assert saved(game)[-1] is None
    throw(phone, 0)
    throw(phone, 10, "Save")
    if phone.javascript:  # it went on to the next throw, which will not come
        phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("heading", name="Ana wins with 15")).to_be_visible()


def test_a_game_of_hearts_is_played_to_its_end(any_phone: Phone):
    game, phone = kit_game("hearts", [taken(20, 6, 0)], target=26), any_phone
    phone.open(f"/table/{game.pk}/")
    phone.follow("Enter round 2")
    for name, one in zip(NAMES, (6, 0, 20), strict=True):
        phone.page.get_by_label(name, exact=True).locator("visible=true").fill(str(one))
    phone.press("Save")
    expect(phone.page.get_by_role("heading", name="Ben wins with 6")).to_be_visible()
    assert saved(game) == [taken(20, 6, 0), taken(6, 0, 20)]


# Wizard


def test_six_players_are_in_sight_while_bids_and_tricks_are_tapped_and_then_typed(phone: Phone):
    game = kit_game("wizard", wizard_rounds(5, 6), SIX)
    most = range(4)  # these have bid and won nothing, as another phone says
    zeros = {f"{question}_{seat}": "0" for question in ("bids", "tricks") for seat in most}
    draft(game, 6, **zeros)
    phone.open(f"/table/{game.pk}/")
    phone.follow("Continue")
    expect_in_sight(phone, SIX)
    tap_all(phone, "Bids", [6, 0], SIX[4:])
    play_round(phone)
    phone.follow("Enter tricks")
    expect(phone.page.get_by_text("6 of 6 left")).to_be_visible()
    expect_in_sight(phone, SIX)
    tap_all(phone, "Tricks", [2, 4], SIX[4:])
    phone.press("Save")
    expect(phone.page.get_by_role("link", name="Enter bids")).to_be_visible()
    assert phone.taps == 2 + 2 + 4  # and four to open and leave the two stages
    draft(game, 7, **zeros)
    phone.follow("Continue")
    type_zero_and_seven(phone)
    with phone.page.expect_response("**/draft/"):
        phone.page.keyboard.press("Tab")
    play_round(phone)
    phone.follow("Enter tricks")
    expect(phone.page.get_by_text("7 of 7 left")).to_be_visible()
    type_zero_and_seven(phone)
    phone.press("Save")
    expect(phone.page.get_by_role("link", name="Enter bids")).to_be_visible()
    assert saved(game)[-1] == wizard_round([0, 0, 0, 0, 0, 7], [0, 0, 0, 0, 0, 7])


def type_zero_and_seven(phone: Phone) -> None:
    """For the last two."""
    tap_keys(phone, "0")
    next_player(phone)
    tap_keys(phone, "7")


def test_the_bid_that_the_last_player_may_not_make_is_greyed_out_at_once(phone: Phone):
    at_form(phone, kit_game("wizard", wizard_rounds(1, 3), forbid_even_bids=True))
    bid(phone, 1, 0)
    barred = phone.page.locator(".per-seat").filter(has_text="Cho").locator("[data-barred]").first
    expect(barred).to_have_text("1 is not allowed")
    row = phone.page.get_by_role("radiogroup", name="Bids: Cho")
    struck = row.locator(".choice").filter(has_text="1")
    expect(struck).to_have_css("pointer-events", "none")
    expect(struck).to_have_css("text-decoration-line", "line-through")
    expect(row.locator(".choice").filter(has_text="0")).to_have_css("pointer-events", "auto")
    bid(phone, 2)
    expect(barred).to_have_text("0 is not allowed")
    expect(struck).to_have_css("pointer-events", "auto")


def test_a_long_name_ends_before_the_bid_beside_it(phone: Phone):
    names = ("Maximiliane-Charlotte-Eleonora", "Ben", "Cho")
    game = kit_game("wizard", wizard_rounds(1, 3), names)
    draft(game, 2, bids_0="1", bids_1="0", bids_2="0", play="1")
    row = at_form(phone, game).page.get_by_role("radiogroup", name=f"Tricks: {names[0]}")
    name = row.locator(".name").bounding_box()
    assert name["x"] + name["width"] <= row.get_by_text("bid 1").bounding_box()["x"]


def test_two_phones_share_a_round_of_wizard(phone: Phone, other_phone: Phone):
    game = kit_game("wizard")
    with phone.page.expect_request("**/live/*/"):
        at_form(phone, game)
    bid(at_form(other_phone, game), 1)
    row = phone.page.get_by_role("radiogroup", name="Bids: Ana")
    expect(row.get_by_role("radio", name="1")).to_be_checked()
    other_phone.open(f"/table/{game.pk}/")
    bid(phone, 0, 0, names=NAMES[1:])
    play_round(phone)
    expect(other_phone.page.get_by_text("bids Ana 1, Ben 0, Cho 0")).to_be_visible()
    other_phone.follow("Enter tricks")
    win_tricks(other_phone, 1, 0, 0)
    other_phone.press("Save")
    expect(phone.total("Ana")).to_have_text("30")
    expect(phone.page.get_by_role("link", name="Enter bids")).to_be_visible()


# Mölkky


def test_the_table_of_twenty_says_without_scrolling_whose_turn_it_is(phone: Phone):
    phone.open(f"/table/{kit_game('molkky', throws(1, 2, 3, seats=20), LONG_TWENTY).pk}/")
    for width in (360, 320):
        phone.page.set_viewport_size({"width": width, "height": 640})
        button = phone.page.get_by_role("link", name="Enter Wolfeschlegelsteinhausen’s throw")
        expect(button).to_be_in_viewport(ratio=1)
        assert button.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_form_of_a_throw_keeps_its_player_when_another_phone_has_entered_it(phone: Phone):
    game = kit_game("molkky", throws(5, 6, 7))
    look_at(phone.page, f"/table/{game.pk}/enter/")
    numbers = phone.question("Points of the throw").locator("label")
    places = [number.bounding_box() for number in numbers.all()]
    enter(game, {"player": 0, "throw": 4})
    expect(phone.page.locator(".clash")).to_contain_text("entered throw 4")
    expect(phone.page.locator("#live")).to_contain_text("Throw 4 entered")
    assert phone.page.locator(".clash").bounding_box()["x"] >= 16
    assert [number.bounding_box() for number in numbers.all()] == places
    expect(phone.page.locator(".who .name")).to_have_text("Ana")
    phone.refusals.add(409)
    phone.choose("Points of the throw", "9")
    versions = phone.page.locator(".compare tbody")
    expect(versions).to_contain_text("9")
    expect(versions).to_contain_text("Ana")
    expect(versions).not_to_contain_text("Ben")


# Without a network


def test_rounds_of_wizard_are_entered_without_a_network_from_tricks_to_bids(phone: Phone):
    game = kit_game("wizard")
    draft(game, bids_0="1", bids_1="0", bids_2="0", play="1")
    phone.open(f"/table/{game.pk}/")
    phone.follow("Enter tricks")
    expect(phone.question("Tricks")).to_be_visible()
    expect(phone.page.locator("h1")).to_contain_text("Enter tricks")
    go_offline(phone)
    tap_all(phone, "Tricks", [1, 0, 0])
    save_offline(phone, 1)
    expect(phone.page.locator("h1")).to_contain_text("Enter bids")
    tap_all(phone, "Bids", [2, 0, 0])
    phone.tap(phone.page.get_by_text("After the round", exact=True))
    tap_all(phone, "Tricks", [0, 2, 0])
    save_offline(phone, 2)
    send(phone)
    assert saved(game) == [wizard_round([1, 0, 0], [1, 0, 0]), wizard_round([2, 0, 0], [0, 2, 0])]


def test_throws_of_molkky_are_entered_without_a_network_in_turn_and_in_sight(phone: Phone):
    before = (12, 0, 7, 0, 0, 3)
    game = kit_game("molkky", throws(*before), ("Ana", "Ben 2", "Cho"))
    at_form(phone, game)
    for number in range(13):
        answer = phone.question("Points of the throw").get_by_text(str(number), exact=True)
        expect(answer).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".throwers li").last).to_be_in_viewport(ratio=1)
    expect(phone.page.get_by_role("button", name="Save", exact=True)).to_be_hidden()
    go_offline(phone)
    turns = zip((7, 12, 0, 1), ("Ben 2", "Cho", "Ana", "Ben 2"), strict=True)
    for waiting, (points, after) in enumerate(turns, 1):
        phone.choose("Points of the throw", str(points))
        expect_offline(phone, waiting)
        expect(phone.page.locator("[data-next-player]")).to_have_text(after)
    phone.page.route("**/*", refuse_posts)
    go_online(phone)
    phone.open(f"/table/{game.pk}/")  # which does not know whose turn it is, either
    link = phone.page.locator("[data-next]")
    expect(link).to_have_text("Enter throw 11")
    phone.page.unroute("**/*")
    arrived(phone)
    expect(link).to_have_text("Enter Ben 2’s throw")
    assert saved(game) == throws(*before, 7, 12, 0, 1)


def refuse_posts(route: Route) -> None:
    route.abort() if route.request.method == "POST" else route.fallback()
