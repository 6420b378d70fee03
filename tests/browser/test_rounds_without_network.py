"""Several rounds of each game entered offline in a row: each is saved as it was tapped."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.yahtzee.boxes import BOXES, ROLLS, roll_points
from scorekeeper.models import GameSession, Member, Role
from tests.browser.support.fish_games import catcher, fish_game, tap_row
from tests.browser.support.following import draft, let_in
from tests.browser.support.games_played import NAMES, a_round, game_of
from tests.browser.support.kit_games import kit_game, wizard_rounds
from tests.browser.support.outbox import (
    discard,
    expect_offline,
    go_offline,
    go_online,
    on_disk,
    pending,
    save_offline,
    saved,
    send,
)
from tests.browser.support.phone import Phone, card, wait_until
from tests.browser.support.score_cards import (
    by_score,
    card_game,
    cell,
    expect_turn,
    offer,
    open_box,
    out_with_the_dice,
    take_back,
    tap_die,
    throw,
)
from tests.browser.support.score_pads import (
    expect_chosen,
    expect_preview,
    field,
    next_player,
    pad_game,
    tap_keys,
    tap_number,
)
from tests.support.entries import caught, fifty, noted, thrown
from tests.support.waiting import wait_until as until

CutOff = Callable[..., Phone]


@pytest.fixture
def cut_off(phone: Phone) -> CutOff:
    """The form for the next entry on a phone that has lost its network since."""

    def at(game: GameSession, page: str = "enter/", language: str = "en") -> Phone:
        phone.context.add_cookies([{"name": "language", "value": language, "url": phone.site}])
        phone.open(f"/table/{game.pk}/{page}")
        if phone.page.locator("a[data-next]").count():  # a table, which fetches the form for this
            phone.page.wait_for_function("() => localStorage.forms")
        go_offline(phone)
        return phone

    return at


def test_an_older_change_cannot_be_undone_by_mistake_while_a_newer_round_waits(cut_off: CutOff):
    phone = cut_off(game_of([a_round()]), page="")
    undo = phone.page.get_by_role("button", name="Undo", exact=True)
    notice = phone.page.locator(".notice.last")
    height = notice.bounding_box()["height"]
    expect(undo).to_be_visible()
    phone.follow("Enter round 2")
    phone.fill_round("Ana", 30, "Ana")
    phone.press("Save")
    expect(pending(phone)).to_have_count(1)
    expect(undo).to_be_hidden()
    assert notice.bounding_box()["height"] == pytest.approx(height, abs=0.1)
    send(phone)
    expect(notice).to_contain_text("Round 2")
    expect(undo).to_be_visible()


def test_an_offline_pad_starts_with_the_first_player_and_can_be_changed(cut_off: CutOff):
    game = pad_game(names=("Ana", "Ben"))
    phone = cut_off(game)
    for waiting, (ana, ben) in enumerate([("12+5", "0"), ("40", "56")], 1):
        expect_chosen(phone, "Ana")
        tap_keys(phone, ana)
        next_player(phone)
        tap_keys(phone, ben)
        save_offline(phone, waiting)
    facts = pending(phone).first.locator(".facts")
    expect(facts).to_have_text("Ana 12+5 · Ben 0")
    phone.tap(pending(phone).first.get_by_role("button", name="Open"))
    dialog = phone.page.locator("dialog")
    expect(dialog.get_by_label("Ana")).to_have_value("12+5")
    dialog.get_by_label("Ana").fill("8")
    phone.tap(dialog.get_by_role("button", name="Save"))
    expect(facts).to_have_text("Ana 8 · Ben 0")
    send(phone)
    assert saved(game) == [{"points": {"0": 8, "1": 0}}, {"points": {"0": 40, "1": 56}}]


def test_what_is_typed_stays_if_the_page_follows_while_a_waiting_round_is_open(cut_off: CutOff):
    game = pad_game(names=("Ana", "Ben"))
    phone = cut_off(game)
    tap_number(phone, "12")
    tap_keys(phone, "0")
    save_offline(phone, 1)
    tap_keys(phone, "41")
    phone.tap(pending(phone).get_by_role("button", name="Open"))
    send(phone)
    phone.page.evaluate("void refreshPage()")
    wait_until(phone.page, "() => !refreshing")
    phone.tap(phone.page.locator("dialog").get_by_role("button", name="Close"))
    expect(field(phone, "Ana")).to_have_value("41")
    next_player(phone)
    tap_number(phone, "7")
    expect_preview(phone, "Ana +41 · Ben +7")
    game.refresh_from_db()
    assert game.draft["fields"] == {"points_0": ["41"], "points_1": ["7"]}


def test_after_the_last_round_no_other_one_is_offered(phone: Phone):
    game = pad_game(names=("Ana", "Ben"), rounds=1)
    phone.open(f"/table/{game.pk}/")
    phone.follow("Enter round 1")
    tap_keys(phone, "7")
    go_offline(phone)
    save_offline(phone, 1)
    expect(phone.page.locator("h1")).to_contain_text("Enter round 1")
    phone.page.go_back()
    expect(phone.page.locator("#waits")).to_be_visible()
    expect(phone.page.locator("[data-next]")).to_be_hidden()
    send(phone)
    assert len(saved(game)) == 1


def test_offline_yahtzee_turns_rotate_or_go_to_the_tapped_player(cut_off: CutOff):
    game = card_game(names=("Ana", "Ben", "Cho"))
    phone = cut_off(game, "")
    expect(phone.page.locator(".tray summary")).to_contain_text("Ana")
    for waiting in (1, 2, 3):
        by_score(phone, "chance", "15")
        expect_offline(phone, waiting)
        expect_turn(phone, ["Ana", "Ben", "Cho"][waiting % 3])
    expect(pending(phone).nth(1)).to_contain_text("Turn 2 · Yahtzee Ben · Chance 15")
    phone.tap(card(phone.page.get_by_role("radio", name="Ben")))
    phone.tap(open_box(phone, "fives"))
    phone.page.evaluate("send()")  # as from time to time
    phone.tap(phone.page.locator('button[name="fill"][value="fives 15"]'))
    expect_offline(phone, 4)
    send(phone)
    turns = [(turn["player"], turn["box"]) for turn in saved(game)]
    assert turns == [(0, "chance"), (1, "chance"), (2, "chance"), (1, "fives")]


ROLLED = """rolls => rolls.map(dice => {
  dice.forEach((face, n) =>
    document.querySelector(`[name=dice_${n}][value="${face}"]`).checked = true);
  document.querySelector("[name=dice_0]").dispatchEvent(new Event("change", { bubbles: true }));
  const cell = row => row.querySelector("td.active :is(button.fill, summary .fill)").textContent;
  return [...document.querySelectorAll("[data-box]")].map(row => +cell(row));
})"""


def test_offline_dice_score_in_every_box_what_the_rules_say(cut_off: CutOff):
    phone = cut_off(card_game(names=("Ana", "Ben"), dice="3335"), "")
    tap_die(phone, 4, 5)
    expect(offer(phone, "full_house")).to_have_text("25")
    expect(phone.page.get_by_text("No connection. Choose a box")).to_be_visible()
    offered = phone.page.evaluate(ROLLED, [list(roll) for roll in ROLLS])
    assert offered == [[roll_points(box, roll) for box in BOXES] for roll in ROLLS]


# Each try would also draw the page again.
NO_MORE_TRIES = """() => {
  const wait = setTimeout;
  self.setTimeout = (task, ms) => ms > 999 || wait(task, ms);
}"""


def test_offline_turns_by_dice_stand_in_their_boxes_and_can_be_changed(cut_off: CutOff):
    game = card_game([fifty(0), noted(1, "ones", 3)], names=("Ana", "Ben"), dice="4444")
    phone = cut_off(game, "")
    phone.page.evaluate(NO_MORE_TRIES)
    tap_die(phone, 4, 4)
    expect(phone.page.locator("button.fill", has_text="joker")).to_have_count(12)
    phone.tap(offer(phone, "fours"))
    expect_turn(phone, "Ben")
    expect(cell(phone, "Fours")).to_contain_text("20")
    expect(cell(phone, "Fours").locator(".waiting")).to_contain_text("waits on this phone")
    throw(phone, "12346")
    phone.tap(offer(phone, "chance"))
    expect_turn(phone, "Ana")
    expect_offline(phone, 2)  # from then on the page does not scroll by itself
    second = pending(phone).nth(1)
    expect(second.locator(".facts")).to_have_text("Ben · Dice 1, 2, 3, 4, 6 · Chance 16")
    phone.tap(second.get_by_role("button", name="Open"))
    phone.tap(phone.page.locator("dialog button[value=small_straight]"))
    expect(second).to_contain_text("Small straight 30")
    expect(cell(phone, "Small straight", 1)).to_contain_text("30")
    send(phone)
    turns = [(turn["player"], turn["box"]) for turn in saved(game)]
    assert turns[2:] == [(0, "fours"), (1, "small_straight")]


def test_what_phones_write_without_a_network_has_the_punctuation_of_the_language(cut_off: CutOff):
    phone = cut_off(card_game(names=("Ana", "Ben")), "", language="ja")
    out_with_the_dice(phone)
    phone.page.evaluate(ROLLED, [[1, 2, 3, 4, 6]])
    expect(offer(phone, "chance")).to_have_accessible_name("チャンス：16")
    expect(cell(phone, "フルハウス").locator(".picker p")).to_have_text("フルハウスを捨てますか？")
    phone.tap(offer(phone, "chance"))
    expect(pending(phone).first).to_contain_text("1、2、3、4、6")


def test_five_equal_dice_offline_are_no_joker_while_the_yahtzee_box_is_open(cut_off: CutOff):
    phone = cut_off(card_game(names=("Ana", "Ben"), dice="4444"), "")
    tap_die(phone, 4, 4)
    phone.tap(cell(phone, "Full house").locator("summary", has_text="0"))  # once it is drawn
    phone.tap(cell(phone, "Full house").get_by_role("button"))
    expect_turn(phone, "Ben")
    expect(cell(phone, "Full house")).to_have_text(re.compile(r"^\s*0\s*waits"))


def test_a_turn_that_the_rules_refuse_stays_that_players_when_it_is_fixed(cut_off: CutOff):
    game = card_game([fifty(0), noted(1, "ones", 3)], names=("Ana", "Ben"), dice="4444")
    phone = cut_off(game, "")
    tap_die(phone, 4, 4)
    phone.tap(offer(phone, "chance"))
    expect_offline(phone, 1)
    phone.refusals.add(422)
    go_online(phone)
    phone.press("Fix")
    expect_turn(phone, "Ana")
    expect(offer(phone, "fours")).to_contain_text("joker")
    phone.tap(offer(phone, "fours"))
    expect_turn(phone, "Ben")
    assert saved(game)[-1]["player"] == 0


def test_a_player_who_was_tapped_keeps_the_dice_when_a_waiting_turn_arrives(cut_off: CutOff):
    game = card_game(names=("Ana", "Ben", "Cho"))
    phone = cut_off(game, "")
    by_score(phone, "chance", "15")
    expect_offline(phone, 1)
    out_with_the_dice(phone)
    phone.tap(card(phone.page.get_by_role("radio", name="Cho")))
    throw(phone, "12346")
    go_online(phone)
    expect(pending(phone)).to_have_count(0)
    expect_turn(phone, "Cho")
    phone.tap(offer(phone, "small_straight"))
    wait_until(phone.page, "() => document.body.textContent.includes('Cho · Small straight')")
    assert [turn["player"] for turn in saved(game)] == [0, 2]


def test_a_correction_stays_its_players_when_the_network_goes(phone: Phone):
    turns = [noted(1, "chance", 15), noted(0, "ones", 3), thrown(1, "twos", "22134")]
    game = card_game(turns, names=("Ana", "Ben"), starter=1)
    phone.open(f"/table/{game.pk}/round/3/correct/")
    phone.page.wait_for_function("() => self.roundPoints")
    sheet = phone.page.locator(".picker:visible")
    expect(sheet).to_have_count(1)
    for _try in range(20):  # a tap beside it just after it has opened does not count
        if sheet.count():
            phone.page.touchscreen.tap(180, 30)
            phone.page.wait_for_timeout(200)
    expect(sheet).to_have_count(0)
    go_offline(phone)
    take_back(phone, 4)
    tap_die(phone, 4, 2)
    expect_turn(phone, "Ben")
    phone.tap(offer(phone, "twos"))
    expect(pending(phone)).to_have_count(1)
    send(phone)
    assert saved(game)[-1]["player"] == 1


def test_a_throw_that_is_fixed_names_who_threw_it(phone: Phone, ben: Phone):
    game = kit_game("molkky", names=("Ana", "Ben", "Cho"))
    let_in(game)
    ben.open(f"/table/{game.pk}/enter/")
    ben.page.wait_for_function("() => self.roundPoints")
    go_offline(ben)
    for count, points in enumerate(("5", "6"), 1):
        ben.choose("Points of the throw", points)
        expect(pending(ben)).to_have_count(count)
    phone.open(f"/table/{game.pk}/seats/0/")
    phone.page.get_by_label("New name").fill("Dan")
    phone.press("Replace")
    until(lambda: game.seats.filter(player__name="Dan").exists())
    ben.refusals |= {409, 422}
    go_online(ben)
    ben.press("Fix")
    expect(ben.page.locator("[data-next-player]")).to_have_text("Dan")


def test_the_next_offline_row_asks_again_whose_it_is(cut_off: CutOff):
    game = fish_game([], NAMES, drawn="")
    phone = cut_off(game)
    rows = [("Ben", "R5 Y6 G1 R2 Y3"), ("Ana", "R6 Y5 G4 R6 B6")]
    catchers = phone.question("Who took the row?").get_by_role("radio", checked=True)
    for waiting, (name, row) in enumerate(rows, 1):
        expect(catchers).to_have_count(0)
        tap_row(phone, row)
        catcher(phone, name)
        save_offline(phone, waiting, "Save and next" if waiting == 1 else "Save")
    expect(pending(phone).first.locator(".facts")).to_have_text(
        "Who took the row? Ben · Row Red 5, Yellow 6, Green 1, Red 2, Yellow 3"
    )
    send(phone)
    assert saved(game) == [caught(1, rows[0][1]), caught(0, rows[1][1])]


def test_offline_piles_are_counted_player_by_player(cut_off: CutOff):
    game = fish_game([], NAMES, drawn="")
    phone = cut_off(game)
    phone.choose("What to enter", "Count at the end")
    owner = phone.question("Whose piles?").get_by_role("radio", checked=True)
    for waiting, (plus, minus) in enumerate([(33, 19), (30, 20)], 1):
        expect(owner).to_have_count(int(waiting == 1))
        phone.page.get_by_label("Plus", exact=True).fill(str(plus))
        phone.page.get_by_label("Minus", exact=True).fill(str(minus))
        save_offline(phone, waiting)
    send(phone)
    assert [(piles["player"], piles["plus"]) for piles in saved(game)] == [(0, 33), (1, 30)]


def expect_bids_up_to(phone: Phone, tricks: int) -> None:
    bids = phone.page.get_by_role("radiogroup", name="Bids: Ana").get_by_role("radio")
    expect(bids).to_have_count(tricks + 1)


def save_wizard_round(phone: Phone, *bids: int, waiting: int) -> None:
    """Save a round in which each player wins as many tricks as they bid."""
    for name, number in zip(NAMES, bids, strict=True):
        phone.count("Bids", name, number)
    closed = phone.page.locator("details:not([open]) > summary").filter(has_text="After the round")
    if closed.count():  # a form that the phone keeps is still open
        phone.tap(closed)
    for name, number in zip(NAMES, bids, strict=True):
        phone.count("Tricks", name, number)
    phone.press("Save")
    expect(pending(phone)).to_have_count(waiting)


def test_each_offline_round_has_the_choices_of_its_own(
    cut_off: CutOff, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("games.kit.forms.ROUNDS_AHEAD", 1)
    game = kit_game("wizard")
    phone = cut_off(game)
    rounds = [(1, 0, 0), (0, 2, 0), (2, 1, 0)]
    for number, bids in enumerate(rounds, 1):
        expect(phone.page.locator("h1")).to_have_text(re.compile(rf"Enter bids\s+Round {number} ·"))
        # One blank travels along. After it, the phone keeps what it has.
        expect_bids_up_to(phone, min(number, 2))
        save_wizard_round(phone, *bids, waiting=number)
        expect(pending(phone).last).to_contain_text(f"Round {number} · Wizard")
    fields = [dict(entry["fields"]) for entry in on_disk(phone)]
    assert [entry["numbered"] for entry in fields] == ["1", "", ""]  # see advanceForm
    send(phone)
    assert [tuple(entry["bids"].values()) for entry in saved(game)] == rounds


def test_the_table_of_such_a_game_opens_the_right_form_without_a_network(cut_off: CutOff):
    game = kit_game("wizard")
    phone = cut_off(game, "")
    for number in (1, 2):
        phone.follow("Enter bids")
        expect_bids_up_to(phone, number)
        save_wizard_round(phone, number, 0, 0, waiting=number)
    send(phone)
    assert [entry["bids"]["0"] for entry in saved(game)] == [1, 2]


def in_dialog(phone: Phone, bid: int) -> None:
    """Enter a round of Chimera in the form that opened over the table."""
    expect(phone.page.locator("dialog")).to_be_visible()
    phone.fill_round("Ana", bid, "Ana")
    phone.press("Save")
    expect(phone.page.locator("dialog")).to_be_hidden()


STARTED = """path => {
  const [page] = performance.getEntriesByType("navigation");
  const form = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(path));
  return page.loadEventEnd && form && form.startTime - page.loadEventEnd;
}"""


def test_a_table_without_a_network_lists_what_waits_and_claims_nothing_else(cut_off: CutOff):
    game = game_of()
    phone = cut_off(game, "")
    # The form was fetched after all of the page itself.
    assert phone.page.evaluate(STARTED, f"/table/{game.pk}/enter/") >= 0
    for number, points in ((1, 20), (2, 30)):
        phone.follow(f"Enter round {number}")
        in_dialog(phone, points)
    expect(phone.page.locator("#waits")).to_contain_text("2 rounds wait on this phone")
    for claim in ("No rounds played yet", "Nothing entered yet"):
        expect(phone.page.get_by_text(claim)).to_be_hidden()
    second = pending(phone).nth(1)
    expect(second).to_contain_text(
        "Round 2 · Chimera Who was the Chimera? Ana · Bid 30 · Who went out first? Ana"
    )

    phone.tap(second.get_by_role("button", name="Open"))
    expect(phone.question("Bid").get_by_role("radio", name="30")).to_be_checked()
    phone.choose("Traps", "2")
    phone.press("Save")
    expect(second).to_contain_text("Bid 30 · Who went out first? Ana · Traps 2")

    discard(phone, 0)
    expect(pending(phone).locator(".title")).to_have_text(["Round 1 · Chimera"])
    expect(phone.page.get_by_role("link", name="Enter round 2")).to_be_visible()
    send(phone)
    assert [(round["bid"], round["traps"]) for round in saved(game)] == [(30, 2)]


def test_a_new_game_says_that_it_needs_the_network_and_starts_when_it_is_back(phone: Phone):
    game = game_of()
    phone.open("/new/chimera/")
    go_offline(phone)
    starts = phone.page.get_by_role("button", name="Same again")
    phone.tap(starts)
    expect(phone.page.get_by_role("alert")).to_contain_text("A new game needs the network.")
    go_online(phone)
    phone.tap(starts)
    phone.page.wait_for_url("**/table/*/")
    assert GameSession.objects.filter(group=game.group).count() == 2


def test_a_row_that_is_tapped_without_a_network_stays_closed_on_its_page(phone: Phone):
    game = game_of([a_round(0, 40)])
    phone.open(f"/table/{game.pk}/")
    go_offline(phone)
    phone.tap(phone.page.locator("#open-1"))
    wait_until(phone.page, "() => document.body.dataset.lost === 'true'")
    assert phone.page.url.endswith(f"/table/{game.pk}/")
    expect(phone.page.locator("tbody[aria-busy], tbody.open, a[aria-busy]")).to_have_count(0)
    go_online(phone)
    phone.tap(phone.page.locator("#open-1"))
    expect(phone.page.locator("tbody.open")).to_be_visible()


def test_a_form_over_the_page_offers_no_count_on_several_phones(cut_off: CutOff):
    """That needs the network, and the form for it is not on this page."""
    game = kit_game("hearts")
    Member.objects.create(group=game.group, device="f" * 64, role=Role.SCORER)
    phone = cut_off(game, "")
    assert "Count on several phones" in phone.page.evaluate("localStorage.forms")
    phone.follow("Enter round 1")
    expect(phone.page.get_by_role("dialog").get_by_role("button", name="Save")).to_be_visible()
    expect(phone.page.get_by_text("Count on several phones")).to_have_count(0)


def test_the_next_form_of_each_of_two_games_opens_without_a_network(cut_off: CutOff, phone: Phone):
    one, two = game_of([a_round()]), game_of([a_round(), a_round()])
    for game in (one, two):
        phone.open(f"/table/{game.pk}/")
        wait_until(phone.page, f"() => localStorage.forms?.includes('/table/{game.pk}/')")
    phone.page.go_back()
    go_offline(phone)
    phone.follow("Enter round 2")
    dialog = phone.page.locator("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text("Round 2")


# A page that is busy in each frame has no idle moment.
BUSY = """
requestAnimationFrame(function work() {
  for (const end = performance.now() + 30; performance.now() < end;);
  requestAnimationFrame(work);
});
"""


def test_a_busy_page_keeps_the_form_for_later_too(phone: Phone):
    phone.prepare(BUSY)
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/")
    wait_until(phone.page, f"() => localStorage.forms?.includes('/table/{game.pk}/')")


def test_the_form_for_later_is_fetched_again_if_another_page_came_in_its_place(phone: Phone):
    game = game_of([a_round()])
    form = f"**/table/{game.pk}/enter/"
    phone.page.route(form, lambda route: route.fulfill(body="login", content_type="text/html"))
    with phone.page.expect_response(form):
        phone.open(f"/table/{game.pk}/")
    phone.page.wait_for_timeout(200)  # for the page to read it
    phone.page.unroute_all()
    phone.page.evaluate("keepNewest()")  # as when the page hears from the server
    wait_until(phone.page, f"() => localStorage.forms?.includes('/table/{game.pk}/')")


def test_a_form_without_a_network_has_the_bids_that_were_played(phone: Phone):
    game = kit_game("wizard", wizard_rounds(4, 3))
    phone.open(f"/table/{game.pk}/")
    wait_until(phone.page, "() => localStorage.forms")
    draft(game, 5, bids_0="1", bids_1="2", bids_2="1", play="1")
    phone.open(f"/table/{game.pk}/")
    wait_until(phone.page, "() => /bids_0[^>]*checked/.test(localStorage.forms)")
    go_offline(phone)
    phone.follow("Enter tricks")
    checked = phone.page.locator("dialog input[name^=bids]:checked")
    expect(checked).to_have_count(3)
    assert [one.get_attribute("value") for one in checked.all()] == ["1", "2", "1"]


def test_what_was_typed_without_a_network_is_there_when_the_form_is_opened_again(cut_off: CutOff):
    phone = cut_off(game_of([a_round()]), page="")
    phone.follow("Enter round 2")
    phone.fill_round("Ana", 30, "Ben")
    dialog = phone.page.locator("dialog")
    filled = dialog.locator("input:checked").count()
    phone.tap(dialog.get_by_role("button", name="Close"))
    phone.follow("Enter round 2")
    expect(dialog.locator("input:checked")).to_have_count(filled)
    expect(dialog.locator("#preview")).to_contain_text("Ana")  # so do the points
    phone.press("Save")
    expect(pending(phone)).to_have_count(1)
    discard(phone)
    expect(pending(phone)).to_have_count(0)
    phone.follow("Enter round 2")  # the answers went with their round
    expect(dialog.locator("[name=bid]:checked")).to_have_count(0)


def test_what_was_typed_without_a_network_leaves_newer_answers_of_others(cut_off: CutOff):
    game = game_of([a_round()])
    phone = cut_off(game, page="")
    phone.follow("Enter round 2")
    phone.fill_round("Ana", 30, "Ana")
    phone.tap(phone.page.locator("dialog").get_by_role("button", name="Close"))
    draft(game, 2, device=let_in(game).device, bid="40")
    go_online(phone)
    phone.open(f"/table/{game.pk}/enter/")
    for question, answer in (("Who was the Chimera?", "Ana"), ("Bid", "40")):
        expect(phone.question(question).get_by_role("radio", name=answer)).to_be_checked()


def test_what_was_typed_is_not_filled_in_for_others_after_seats_were_swapped(
    cut_off: CutOff, other_phone: Phone
):
    game = pad_game(names=("Ana", "Ben"))
    phone = cut_off(game, page="")
    phone.follow("Enter round 1")
    tap_keys(phone, "12")
    phone.tap(phone.page.locator("dialog").get_by_role("button", name="Close"))
    other_phone.open(f"/table/{game.pk}/seats/0/")
    other_phone.tap(other_phone.page.locator("button[name=other][value='1']"))
    expect(other_phone.page.get_by_text("swapped")).to_be_visible()
    go_online(phone)
    phone.open(f"/table/{game.pk}/enter/")
    for name in ("Ana", "Ben"):
        expect(field(phone, name)).to_have_value("")


def test_the_form_for_the_time_without_a_network_has_the_seats_of_now(
    phone: Phone, other_phone: Phone
):
    game = pad_game(names=("Ana", "Ben"))
    phone.open(f"/table/{game.pk}/")
    wait_until(phone.page, "() => localStorage.forms")
    other_phone.open(f"/table/{game.pk}/seats/0/")
    other_phone.tap(other_phone.page.locator("button[name=other][value='1']"))
    expect(other_phone.page.get_by_text("swapped")).to_be_visible()
    wait_until(phone.page, "() => /name=..seats/.test(localStorage.forms)")


def test_after_the_last_blank_the_nearest_one_is_used_from_the_table_too(cut_off: CutOff):
    phone = cut_off(kit_game("wizard", wizard_rounds(1, 3)), page="")
    phone.page.evaluate(
        "localStorage['/table/' + location.pathname.split('/')[2] + '/'] = 9"
    )  # as after rounds 2 to 8
    phone.follow(re.compile("Enter bids"))
    expect(phone.page.locator("dialog [name=bids_0][data-keys]")).to_have_count(1)  # any number


def leave_a_draft_that_does_not_arrive(phone: Phone, game: GameSession) -> None:
    """No draft arrives until the test ends, as what a page sends when it is left comes late."""
    phone.page.route("**/draft/", lambda route: route.abort())
    phone.open(f"/table/{game.pk}/enter/")
    phone.choose("Bid", "40")
    phone.leave()


def test_a_draft_survives_a_look_at_the_form_of_a_forgotten_round(phone: Phone):
    game = game_of([a_round()])
    leave_a_draft_that_does_not_arrive(phone, game)
    phone.open(f"/table/{game.pk}/enter/?before=1")
    expect(phone.page.locator("[name=bid]:checked")).to_have_count(0)
    phone.open(f"/table/{game.pk}/enter/")
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()


def test_an_own_newer_answer_replaces_an_own_older_one(phone: Phone):
    game = game_of([a_round()])
    leave_a_draft_that_does_not_arrive(phone, game)
    draft(game, 2, bid="30")  # what this phone had sent before, and was not told of
    phone.open(f"/table/{game.pk}/enter/")
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()


def test_a_form_that_moves_up_has_the_choices_of_its_round_again(cut_off: CutOff):
    phone = cut_off(kit_game("wizard", wizard_rounds(3, 3)))
    choices = phone.page.locator("main [name=bids_0][type=radio]")
    count = choices.count()
    phone.page.evaluate(
        """() => {
          for (const kind of ["bids", "tricks"]) for (const seat of [0, 1, 2]) {
            const value = kind === "tricks" && !seat ? 4 : 0;
            document.querySelector(`main [name=${kind}_${seat}][value="${value}"]`).checked = true;
          }
          const save = "main .bar .row .button:not([formaction])";
          entryForm().requestSubmit(document.querySelector(save));
        }"""
    )
    expect(pending(phone)).to_have_count(1)
    expect(choices).to_have_count(count + 1)
    discard(phone)
    expect(choices).to_have_count(count)


def test_an_answer_of_a_busy_server_is_not_taken_for_the_form(phone: Phone):
    game = game_of([a_round()])
    phone.page.route("**/enter/", lambda route: route.fulfill(status=503, body="busy"), times=1)
    with phone.page.expect_response("**/enter/"):
        phone.open(f"/table/{game.pk}/")
    phone.page.evaluate("keepNewest({})")  # as with the next update
    wait_until(phone.page, "() => localStorage.forms")
    phone.complaints.clear()  # of the refused request
