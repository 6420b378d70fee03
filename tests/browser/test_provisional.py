"""Points and totals without a network: shown at once, until the rules have judged what waits."""

from playwright.sync_api import APIResponse, Route, expect

from scorekeeper.models import GameSession
from tests.browser.support.fish_games import catcher, fish_game, tap_row
from tests.browser.support.games_played import a_round, enter, game_of
from tests.browser.support.kit_games import kit_game, throws
from tests.browser.support.outbox import (
    arrived,
    discard,
    enter_offline,
    go_offline,
    go_online,
    pending,
)
from tests.browser.support.phone import Phone, wait_for_requests, wait_until
from tests.browser.support.score_cards import (
    by_dice,
    by_score,
    card_game,
    cell,
    out_with_the_dice,
    total,
)
from tests.support import waiting
from tests.support.entries import caught, fifty, noted, wizard_round


def standing(phone: Phone, name: str) -> str:
    row = phone.page.locator(".standings li").filter(has_text=name)
    return " ".join(row.inner_text().split())


def open_form(phone: Phone, game: GameSession, link: str) -> None:
    """By way of the table, to which a phone without a network can only go back."""
    phone.open(f"/table/{game.pk}/")
    phone.page.reload()  # a browser without a cookie would take this for another page
    phone.follow(link)
    go_offline(phone)


def test_rounds_that_wait_count_on_the_form_and_on_the_table_until_the_server_has_them(
    phone: Phone,
):
    game = game_of([a_round(0, 40, 0)])
    open_form(phone, game, "Enter round 2")
    phone.fill_round("Ben", 30, "Ben")
    phone.count("Toads", "Cho", 3)
    said = phone.page.locator("#preview-points")
    expect(said).to_have_text("Ana 0 · Ben +60 · Cho +30 · provisional")
    expect(phone.page.locator("#say-toads .help")).to_have_text("1 of 4 left")
    phone.press("Save")
    expect(pending(phone)).to_have_count(1)
    expect(said).to_have_text("Points this round")
    enter_offline(phone, 20, chimera=2)
    phone.follow("Back to the table")
    expect(phone.page.locator("#verdict")).to_have_text("Including what waits on this phone")
    assert standing(phone, "Ana") == "A 1 Ana Latest: +20 needs 300 more Total 100"
    assert standing(phone, "Ben") == "B 2 Ben Latest: +20 needs 320 more Total 80"
    assert standing(phone, "Cho") == "C 3 Cho Latest: −20 needs 390 more Total 10"
    expect(phone.page.locator(".standings .meter").first).to_be_hidden()
    expect(phone.page.locator("#waits")).to_contain_text("Included in the totals.")
    go_online(phone)
    arrived(phone)
    expect(phone.page.locator(".standings .meter").first).to_be_visible()
    expect(phone.page.locator("#verdict")).to_have_text("Ana leads with 100 of 400")
    assert standing(phone, "Cho") == "C 3 Cho Latest: −20 needs 390 more Total 10"


def test_the_first_round_of_a_game_shows_its_points_while_it_waits(phone: Phone):
    open_form(phone, game_of([]), "Enter round 1")
    phone.fill_round("Ben", 30, "Ben")
    phone.press("Save")
    expect(pending(phone)).to_have_count(1)
    phone.follow("Back to the table")
    expect(phone.total("Ben")).to_have_text("60")
    assert standing(phone, "Ben") == "B 1 Ben Latest: +60 needs 340 more Total 60"
    assert standing(phone, "Ana") == "A 2 Ana Latest: 0 needs 400 more Total 0"


def test_a_form_that_was_opened_in_vain_without_a_network_leads_back_to_the_table(phone: Phone):
    open_form(phone, game_of([]), "Enter round 1")
    phone.follow("Back to the table")
    expect(phone.total("Ben")).to_have_text("0")


def test_the_best_comes_first_and_a_discarded_round_restores_the_order(phone: Phone):
    game = kit_game("wizard", [wizard_round((0, 0, 1), (0, 0, 1))])
    phone.open(f"/table/{game.pk}/")
    phone.page.wait_for_function("() => localStorage.forms")
    go_offline(phone)
    assert order(phone) == ["C 1 Cho", "A 2 Ana", "B 2 Ben"]
    phone.follow("Enter bids")
    for name, bid in {"Ana": 2, "Ben": 0, "Cho": 1}.items():
        phone.count("Bids", name, bid)
    phone.tap(phone.page.get_by_text("After the round"))
    for name, tricks in {"Ana": 2, "Ben": 0, "Cho": 0}.items():
        phone.count("Tricks", name, tricks)
    points = phone.page.locator("dialog #preview-points")
    expect(points).to_be_visible()
    expect(points).to_have_text("Ana +40 · Ben +20 · Cho −10 · provisional")
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("60")
    assert order(phone) == ["A 1 Ana", "B 2 Ben", "C 3 Cho"]
    assert standing(phone, "Cho") == "C 3 Cho Latest: −10 40 behind Total 20"
    discard(phone)
    expect(phone.total("Ana")).to_have_text("20")
    assert order(phone) == ["C 1 Cho", "A 2 Ana", "B 2 Ben"]


def order(phone: Phone) -> list[str]:
    rows = phone.page.locator(".standings li").all_inner_texts()
    return [" ".join(row.split()[:3]) for row in rows]


LET_A_CORRECTION_WAIT = """table => storeEntry({
  table, title: "Throw 1", fields: [], next: 0, url: table, submission: "a", state: "waiting",
  at: 0,
})"""


def test_the_bids_stay_where_a_round_cannot_be_begun_without_a_network(phone: Phone):
    game = kit_game("wizard")
    open_form(phone, game, "Enter bids")
    for name, bid in {"Ana": 1, "Ben": 0, "Cho": 0}.items():
        phone.count("Bids", name, bid)
    wait_until(phone.page, "() => document.body.dataset.lost === 'true'")
    phone.press("Play the round")
    expect(phone.page.get_by_text("Your answers stay on this phone")).to_be_visible()
    for name, tricks in {"Ana": 1, "Ben": 0, "Cho": 0}.items():
        phone.count("Tricks", name, tricks)
    expect(phone.page.locator("#preview-points")).to_contain_text("Ana +30 · Ben +20 · Cho +20")
    phone.press("Save")
    expect(pending(phone)).to_contain_text("Bids: Ana 1")
    expect(phone.page.get_by_text("Your answers stay on this phone")).to_be_hidden()


def test_nobody_needs_anything_once_the_target_is_reached_until_that_round_is_discarded(
    phone: Phone,
):
    game = game_of([a_round(0, 40)], target=100)
    open_form(phone, game, "Enter round 2")
    enter_offline(phone, 20)
    phone.follow("Back to the table")
    expect(phone.total("Ana")).to_have_text("120")
    assert standing(phone, "Ben") == "B 2 Ben Latest: 0 Total 0"
    discard(phone)
    expect(phone.total("Ana")).to_have_text("80")
    assert standing(phone, "Ben") == "B 2 Ben Latest: 0 needs 100 more Total 0"


def enter_what_the_rules_count_otherwise(phone: Phone) -> None:
    """No entry is known that they do, so the script of another release stands in for it."""
    phone.open(f"/table/{game_of([a_round()]).pk}/")
    phone.page.wait_for_function("() => localStorage.forms")
    go_offline(phone)
    phone.page.evaluate("() => { roundPoints = (answers, { seats }) => seats.map(() => 5) }")
    phone.follow("Enter round 2")
    phone.fill_round("Ana", 30, "Ana")
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("45")


def test_a_difference_to_what_the_rules_made_of_it_is_said(phone: Phone):
    enter_what_the_rules_count_otherwise(phone)
    go_online(phone)
    expect(phone.total("Ana")).to_have_text("100")
    differs = "The rules count this differently from this phone. Check the totals."
    expect(phone.page.locator("#live")).to_have_text(differs)
    # The page that says who entered the round may come again.
    phone.page.evaluate("() => { etag = ''; return refreshPage(); }")
    expect(phone.page.locator("#live")).to_have_text(differs)


def test_a_round_that_the_page_shows_before_its_answer_comes_counts_once(phone: Phone):
    enter_what_the_rules_count_otherwise(phone)
    answers: list[tuple[Route, APIResponse]] = []
    phone.page.route("**/enter/?save", lambda route: answers.append((route, route.fetch())))
    go_online(phone)
    expect(phone.page.locator("#live")).to_contain_text("Round 2 entered")
    phone.page.evaluate("() => showEntries()")
    expect(pending(phone)).to_have_count(1)
    assert phone.total("Ana").inner_text() == "100"
    wait_for_requests(phone.page, answers)
    [(route, answer)] = answers
    route.fulfill(response=answer)
    expect(phone.page.locator("#live")).to_contain_text("The rules count this differently")
    expect(phone.total("Ana")).to_have_text("100")


RECORD_WHAT_IS_SAID = """() => {
  self.told = [];
  const tell = announce;
  announce = what => { told.push(what.said); tell(what); };
}"""


def open_table(phone: Phone, game: GameSession) -> None:
    """Record what it announces. Rounds are entered in the form over it."""
    phone.open(f"/table/{game.pk}/")
    phone.page.wait_for_function("() => localStorage.forms")
    go_offline(phone)
    phone.page.evaluate(RECORD_WHAT_IS_SAID)


def differences_said(phone: Phone) -> list[str]:
    said: list[str] = phone.page.evaluate("told.filter(one => one.startsWith('The rules count'))")
    return said


def enter_over_the_table(phone: Phone, bid: int) -> None:
    phone.follow("Enter round")
    phone.fill_round("Ana", bid, "Ana")
    phone.press("Save")
    expect(phone.page.locator("dialog")).to_be_hidden()  # or the network might answer this


def test_the_rules_are_not_said_to_differ_where_another_phone_was_faster(phone: Phone):
    game = game_of([a_round(0, 40)])
    phone.refusals.add(409)
    open_table(phone, game)
    enter_over_the_table(phone, 20)
    expect(phone.total("Ana")).to_have_text("120")
    enter_over_the_table(phone, 30)
    expect(phone.total("Ana")).to_have_text("180")
    enter(game, a_round(1, 20, 1))
    go_online(phone)
    expect(pending(phone)).to_have_count(1)
    expect(pending(phone)).to_contain_text("choose what counts")
    expect(phone.total("Ana")).to_have_text("140")
    assert not differences_said(phone)


def test_the_rules_are_not_said_to_differ_from_a_discarded_round(phone: Phone):
    game = game_of([a_round(0, 40)])
    open_table(phone, game)
    enter_over_the_table(phone, 20)
    expect(phone.total("Ana")).to_have_text("120")
    discard(phone)
    expect(phone.total("Ana")).to_have_text("80")
    go_online(phone)
    enter(game, a_round(1, 40, 1))
    expect(phone.total("Ben")).to_have_text("80")
    assert not differences_said(phone)


def test_the_sums_of_a_score_card_fit_its_total(phone: Phone):
    upper = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15}
    turns = [noted(seat, box, score) for box, score in upper.items() for seat in (0, 1)]
    phone.open(f"/table/{card_game([*turns, fifty(0), noted(1, 'chance', 20)]).pk}/")
    go_offline(phone)
    expect_sums(phone, ["45 par 0 45 par 0", "18 to go 18 to go", "", "95 65"])
    by_score(phone, "sixes", "18")
    expect(total(phone, 0)).to_have_text("148")
    by_score(phone, "sixes", "12")
    expect(total(phone, 1)).to_have_text("77")
    expect_sums(phone, ["63 57", "35", "", "148 77"])
    out_with_the_dice(phone)
    by_dice(phone, "55555", "chance")
    expect(total(phone, 0)).to_have_text("273")
    expect_sums(phone, ["63 57", "35", "100", "273 77"])


def test_a_score_card_keeps_the_boxes_that_were_saved_when_the_network_goes_again(phone: Phone):
    phone.open(f"/table/{card_game([noted(0, 'ones', 3), noted(1, 'ones', 2)]).pk}/")
    go_offline(phone)
    by_score(phone, "twos", "6")
    expect(pending(phone)).to_have_count(1)
    go_online(phone)
    arrived(phone)
    expect(cell(phone, "Twos", 0).get_by_role("link")).to_have_text("6")
    go_offline(phone)
    by_score(phone, "yahtzee", "50 yahtzee")
    expect(pending(phone).locator(".facts")).to_have_text("Ben · Yahtzee 50 a Yahtzee")
    expect(cell(phone, "Twos", 0).get_by_role("link")).to_have_text("6")
    expect(total(phone, 1)).to_have_text("52")


def expect_sums(phone: Phone, rows: list[str]) -> None:
    """Once they are drawn, which comes after the total."""
    waiting.wait_until(lambda: sums(phone) == rows, lambda: str(sums(phone)))


def sums(phone: Phone) -> list[str]:
    """The rows of sums below the boxes, without their headings."""
    rows = phone.page.locator("#preview .sums tr").all()
    return [" ".join(" ".join(row.locator("td").all_inner_texts()).split()) for row in rows]


def test_a_throw_goes_on_to_the_next_player(phone: Phone):
    game = kit_game("molkky", throws(12, 0, 7, 12, 0))
    open_form(phone, game, "Enter Cho’s throw")
    thrower = phone.page.locator("[data-next-player]")
    for name in ("Cho", "Ana", "Ben"):
        expect(thrower).to_have_text(name)
        phone.choose("Points of the throw", "12")
    facts = pending(phone).locator(".facts")
    points = "Points of the throw 12"
    expect(facts).to_have_text([f"Thrower Cho · {points}", f"Ana · {points}", f"Ben · {points}"])
    discard(phone)
    expect(facts).to_have_count(2)
    expect(thrower).to_have_text("Ben")
    phone.choose("Points of the throw", "3")
    expect(pending(phone)).to_have_count(3)
    phone.follow("Back to the table")
    expect(phone.total("Ben")).to_have_text("3")
    assert standing(phone, "Ana").endswith("needs 14 more Total 36")
    assert standing(phone, "Cho").endswith("throws next · needs 31 Total 19")


# As if the server had failed at the newest entry, without what the page then sends.
FAIL = """async () => {
  const entry = (await readEntries()).at(-1);
  await settleEntry(entry, { state: "failed" });
  await showEntries();
}"""


def test_a_throw_at_which_the_server_fails_names_its_player_once_however_often_it_is_sent(
    phone: Phone,
):
    game = kit_game("molkky", throws(12))
    open_form(phone, game, "Enter Ben’s throw")
    phone.choose("Points of the throw", "7")
    phone.choose("Points of the throw", "5")
    facts = pending(phone).locator(".facts")
    expect(facts).to_have_count(2)
    phone.page.evaluate(FAIL)
    for _time in range(2):
        phone.press("Try again")
        phone.page.evaluate(FAIL)
    expect(facts.last).to_have_text("Cho · Points of the throw 5")


def test_a_discarded_first_throw_gives_the_turn_back(phone: Phone):
    game = kit_game("molkky")
    open_form(phone, game, "Enter Ana’s throw")
    thrower = phone.page.locator("[data-next-player]")
    for points, name in (("7", "Ben"), ("5", "Cho")):
        phone.choose("Points of the throw", points)
        expect(thrower).to_have_text(name)
    discard(phone, 0)
    expect(thrower).to_have_text("Ben")
    expect(pending(phone).locator(".facts")).to_have_text(["Ana · Points of the throw 5"])
    phone.press("Open")
    expect(phone.page.locator("dialog [data-next-player]")).to_have_text("Ana")


def test_after_a_correction_that_waits_the_turn_goes_on_but_totals_wait_for_the_connection(
    phone: Phone,
):
    game = kit_game("molkky", throws(12, 0, 7))
    open_form(phone, game, "Enter Ana’s throw")
    phone.page.evaluate(LET_A_CORRECTION_WAIT, f"/table/{game.pk}/")
    phone.choose("Points of the throw", "5")
    expect(phone.page.locator("[data-next-player]")).to_have_text("Ben")
    phone.follow("Back to the table")
    expect(phone.page.locator("#waits")).to_contain_text("New ones come when the network is back.")
    expect(phone.total("Ana")).to_have_text("12")


def test_a_correction_without_a_network_shows_no_points_of_before(phone: Phone):
    game = game_of([a_round(0, 40, 0)])
    phone.open(f"/table/{game.pk}/round/1/correct/")
    said = phone.page.locator("#preview-points")
    expect(said).to_have_text("Ana +80 · Ben 0 · Cho 0")
    phone.tap(phone.page.locator(".bar summary"))
    reasons = phone.page.locator(".bar .breakdown").first
    expect(reasons).to_be_visible()
    go_offline(phone)
    phone.choose("Bid", "30")
    expect(said).to_be_hidden()
    expect(reasons).to_be_hidden()
    go_online(phone)
    phone.choose("Bid", "20")
    expect(said).to_have_text("Ana +40 · Ben 0 · Cho 0")
    expect(said).to_be_visible()
    expect(reasons).to_be_visible()


def test_a_player_who_is_out_is_behind_the_others(phone: Phone):
    game = kit_game("molkky", throws(12, 0, 7, 12, 0), names=("Ana", "Ben", "Cho"))
    enter(game, {"player": 2, "throw": 3})
    enter(game, {"player": 0, "throw": 0})
    enter(game, {"player": 1, "throw": 4})
    for throw in ({"player": 2, "throw": 1}, {"player": 0, "throw": 0}, {"player": 1, "throw": 6}):
        enter(game, throw)
    enter(game, {"player": 2, "throw": 1})
    open_form(phone, game, "Enter Ana’s throw")
    thrower = phone.page.locator("[data-next-player]")
    for points, name in (("0", "Ben"), ("2", "Cho"), ("1", "Ben")):
        phone.choose("Points of the throw", points)
        expect(thrower).to_have_text(name)
    phone.follow("Back to the table")
    expect(phone.total("Cho")).to_have_text("13")
    assert order(phone) == ["C 1 Cho", "B 2 Ben", "A 3 Ana"]


def test_a_catch_counts_with_the_bonus_card_that_moves(phone: Phone):
    game = fish_game([caught(0, "R1 Y2 G3 B4 P5", "A")])
    phone.open(f"/table/{game.pk}/enter/")
    go_offline(phone)
    catcher(phone, "Ben")
    tap_row(phone, "R1 R1 Y1 Y2 R6")
    expect(phone.page.locator("#preview-points")).to_have_text("Ben +12 · provisional")
