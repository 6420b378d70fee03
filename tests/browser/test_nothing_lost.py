"""An entry is stored on the phone before it is sent, and stays until the server has answered."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Member
from tests.app.support.at_once import held_by_another
from tests.browser.support import flaky
from tests.browser.support.flaky import Network
from tests.browser.support.games_played import SECRET, a_round, enter, game_of
from tests.browser.support.outbox import (
    arrived,
    bids,
    cut,
    enter_offline,
    go_online,
    on_disk,
    pending,
    said,
    saved,
)
from tests.browser.support.phone import Phone
from tests.browser.support.score_cards import by_score, card_game
from tests.support.serving import Serving, serving

pytestmark = pytest.mark.browser

RED = "rgb(149, 40, 14)"  # --warn in the light theme


@pytest.fixture
def network(live_server: Serving) -> Iterator[Network]:
    network = Network(urlsplit(live_server.url).port)
    yield network
    network.close()


@pytest.fixture
def far(new_phone: Callable[..., Phone], network: Network) -> Phone:
    """A phone with that network between it and the server."""
    return new_phone(secret=SECRET, site=network.url)


def without_network(phone: Phone, path: str) -> None:
    phone.open(path)
    phone.context.set_offline(True)


# Each step of a request

READ_AT_SENDING = """() => { window.fetch = async (...request) => {
  const open = indexedDB.open("scorekeeper");
  await new Promise(done => open.onsuccess = done);
  const all = open.result.transaction("outbox").objectStore("outbox").getAll();
  await new Promise(done => all.onsuccess = done);
  window.onDisk = all.result.map(({title, fields, submission}) => ({title, fields, submission}));
  return new Promise(() => {});  // never sent
}}"""


def test_an_entry_is_stored_on_the_phone_before_it_is_sent(phone: Phone):
    phone.open(f"/table/{game_of().pk}/enter/")
    phone.page.evaluate(READ_AT_SENDING)
    phone.fill_round("Ben", 30, "Ben")
    phone.press("Save")
    expect(said(phone)).to_have_text("Saved on this phone, sending…")
    phone.page.wait_for_function("() => window.onDisk")
    (entry,) = phone.page.evaluate("window.onDisk")
    assert entry["title"] == "Round 1 · Chimera"
    assert ["bid", "30"] in entry["fields"]
    assert ["submission", entry["submission"]] in entry["fields"]
    assert "csrfmiddlewaretoken" not in dict(entry["fields"])


ANSWER_WHEN_A_LINK_IS_TAPPED = """() => {
  const send = window.fetch;
  window.fetch = async (...request) => {
    const answer = await send(...request);
    await new Promise(done => addEventListener("beforeunload", () => setTimeout(done)));
    return answer;
  };
}"""


def test_a_link_tapped_while_an_entry_is_being_sent_is_followed(phone: Phone):
    game = game_of([a_round(bid=20), a_round(bid=30)])
    phone.open(f"/table/{game.pk}/")
    phone.page.evaluate(ANSWER_WHEN_A_LINK_IS_TAPPED)
    phone.press("Undo")
    phone.follow("Enter round 3")
    phone.page.wait_for_url("**/enter/")
    expect(phone.page.locator("h1")).to_contain_text("Enter round 2")
    assert bids(game) == [20, 30, None]


@pytest.mark.parametrize("fate", flaky.CUTS)
def test_an_entry_whose_connection_breaks_is_saved_once(far: Phone, network: Network, fate: str):
    game = game_of()
    far.open(f"/table/{game.pk}/enter/")
    network.fate = lambda: fate
    far.fill_round("Ana", 30, "Ana")
    far.press("Save")
    expect(said(far)).to_contain_text("Saved on this phone. No connection")
    cut(network)  # no more
    expect(far.page.locator("h1")).to_contain_text("Enter round 2")
    arrived(far)
    assert bids(game) == [30]
    far.open(f"/table/{game.pk}/")
    expect(far.total("Ana")).to_have_text("60")


@pytest.mark.parametrize(
    "status", [b"302 Found", b"200 OK", b"404 Not Found", b"422 Unprocessable Entity"]
)
def test_an_answer_from_someone_else_is_not_mistaken_for_the_servers(
    far: Phone, network: Network, status: bytes
):
    game = game_of()
    far.refusals |= {404, 422}
    far.open(f"/table/{game.pk}/enter/")
    network.hotel = status
    network.fate = lambda: flaky.HOTEL
    far.fill_round("Ana", 30, "Ana")
    far.press("Save")
    expect(said(far)).to_contain_text("Saved on this phone. No connection")
    cut(network)  # no more
    arrived(far)
    assert bids(game) == [30]


def test_an_undo_over_a_broken_connection_undoes_one_change(far: Phone, network: Network):
    game = game_of([a_round(bid=20), a_round(bid=30)])
    far.open(f"/table/{game.pk}/")
    network.fate = lambda: flaky.COMMITTED
    far.press("Undo")
    expect(pending(far)).to_contain_text("Undo Round 2 · Chimera")
    cut(network)  # no more
    arrived(far)
    assert bids(game) == [20, 30, None]


def test_an_entry_refused_by_a_locked_database_stays_on_the_phone_and_is_sent_again(
    new_phone: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 1)  # of new connections
    game = game_of()
    with serving() as site:
        phone = new_phone(secret=SECRET, site=site.url)
        phone.refusals.add(503)
        phone.open(f"/table/{game.pk}/enter/")
        phone.fill_round("Ben", 30, "Ben")
        with held_by_another("scorekeeper_group", game.group_id):
            with phone.page.expect_response(lambda answer: answer.status == 503):
                phone.press("Save")
            expect(pending(phone)).to_have_count(1)
            assert bids(game) == []
        arrived(phone)
        assert bids(game) == [30]
        phone.page.goto("about:blank")


# Without a network


def test_offline_rounds_arrive_in_order(phone: Phone):
    game = game_of([a_round(bid=20)])
    without_network(phone, f"/table/{game.pk}/enter/")
    enter_offline(phone, 30)
    expect(phone.page.locator("h1")).to_contain_text("Enter round 3")
    enter_offline(phone, 40)
    expect(phone.page.locator("h1")).to_contain_text("Enter round 4")
    expect(pending(phone).locator(".title")).to_have_text(
        ["Round 2 · Chimera", "Round 3 · Chimera"]
    )
    assert bids(game) == [20]
    go_online(phone)
    arrived(phone)
    assert bids(game) == [20, 30, 40]


def test_after_an_offline_entry_the_form_is_empty_again(phone: Phone):
    game = game_of()
    without_network(phone, f"/table/{game.pk}/enter/")
    phone.choose("Traps", "2")
    phone.count("Toads", "Ben", 3)
    enter_offline(phone, 30)
    for legend in ("Who was the Chimera?", "Bid", "Who went out first?", "Traps"):
        expect(phone.question(legend).get_by_role("radio", checked=True)).to_have_count(0)
    enter_offline(phone, 40)
    first, second = (dict(entry["fields"]) for entry in on_disk(phone))
    assert (first["traps"], first["toads_1"]) == ("2", "3")
    assert "traps" not in second
    assert "toads_1" not in second


def test_a_box_ticked_in_the_second_offline_round_counts(phone: Phone):
    game = game_of()
    without_network(phone, f"/table/{game.pk}/enter/")
    enter_offline(phone, 20)
    phone.tick("Chimera attack", "Chimera attack")
    enter_offline(phone, 30)
    go_online(phone)
    arrived(phone)
    assert [round["chimera_attack"] for round in saved(game)] == [False, True]


def test_a_draft_of_one_round_is_not_used_for_the_next(phone: Phone):
    game = game_of()
    game.change(draft={"slot": 1, "fields": {"bid": ["40"], "traps": ["3"], "idle_hunters": ["2"]}})
    without_network(phone, f"/table/{game.pk}/enter/")
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()
    enter_offline(phone, 30)
    expect(phone.question("Bid").get_by_role("radio", checked=True)).to_have_count(0)
    expect(phone.question("Traps").get_by_role("radio", checked=True)).to_have_count(0)
    expect(phone.question("Idle hunters").get_by_role("checkbox", checked=True)).to_have_count(0)


def test_an_entry_survives_a_reload_and_is_shown_at_its_table_and_at_home(phone: Phone):
    game = game_of()
    without_network(phone, f"/table/{game.pk}/enter/")
    enter_offline(phone, 30)
    phone.page.route("**/enter/?save*", lambda route: route.abort())
    go_online(phone)
    for path in ("/", f"/table/{game.pk}/"):
        phone.open(path)
        expect(pending(phone)).to_contain_text(
            "Round 1 · Chimera Who was the Chimera? Ana · Bid 30 · Who went out first? Ana"
            " Saved on this phone, not sent yet."
        )
    assert bids(game) == []
    phone.page.unroute("**/enter/?save*")
    phone.page.reload()
    arrived(phone)
    assert bids(game) == [30]


def test_another_page_sends_an_entry_whose_own_page_was_closed(phone: Phone):
    game = game_of()
    other = phone.context.new_page()
    other.goto(f"/table/{game.pk}/enter/")
    phone.context.set_offline(True)
    own, phone.page = phone.page, other
    enter_offline(phone, 30)
    phone.page = own
    other.close()
    go_online(phone)
    phone.open("/")
    arrived(phone)
    assert bids(game) == [30]


def test_an_offline_correction_arrives(phone: Phone):
    game = game_of([a_round(bid=20), a_round(bid=20)])
    without_network(phone, f"/table/{game.pk}/round/1/correct/")
    phone.choose("Bid", "40")
    phone.press("Save")
    expect(said(phone)).to_contain_text("Saved on this phone. No connection")
    phone.choose("Bid", "30")
    phone.press("Save")
    expect(phone.page.locator("form[aria-busy]")).to_have_count(0)
    go_online(phone)
    arrived(phone)
    assert bids(game) == [20, 30, 20]


def test_an_offline_yahtzee_turn_arrives(phone: Phone):
    game = card_game()
    without_network(phone, f"/table/{game.pk}/")
    by_score(phone, "fours", "12")
    expect(pending(phone)).to_contain_text("Turn 1 · Yahtzee")
    go_online(phone)
    arrived(phone)
    phone.page.reload()
    expect(phone.page.locator(".last")).to_contain_text("Ana · Fours · 12")


def test_the_link_back_to_the_table_works_offline(phone: Phone):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/")
    phone.page.reload()  # a browser without a cookie would take this for another page
    phone.follow("Enter round 2")
    expect(phone.page.locator("h1")).to_contain_text("Enter round 2")
    phone.context.set_offline(True)
    enter_offline(phone, 30)
    phone.follow("Back to the table")
    expect(phone.total("Ana")).to_have_text("40")
    expect(pending(phone)).to_contain_text("Round 2 · Chimera")


# An entry as stored by the first release with an outbox, from a page opened before the update.
KEEP = """table => new Promise(done => {
  const opening = indexedDB.open("scorekeeper");
  opening.onsuccess = () => {
    const disk = opening.result.transaction("outbox", "readwrite");
    const submission = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const fields = { slot: 1, revision: 0, submission, chimera: 0, bid: 30, first_out: 0 };
    disk.objectStore("outbox").put({
      table, title: "Round 1 · Chimera", fields: Object.entries(fields),
      next: 2, url: `${origin}${table}enter/?save#1-0`,
      submission, state: "waiting", at: 1700000000000,
    });
    disk.oncomplete = done;
  };
})"""


def test_an_entry_stored_by_an_earlier_release_is_sent(phone: Phone):
    game = game_of()
    phone.open("/")
    phone.page.wait_for_function("async () => (await indexedDB.databases()).length")
    phone.page.evaluate(KEEP, f"/table/{game.pk}/")
    phone.open("/")
    arrived(phone)
    assert bids(game) == [30]


# Entries that the server does not accept


@pytest.fixture
def overtaken(phone: Phone) -> Phone:
    """A phone with two offline rounds, the first of which another phone has entered meanwhile."""
    game = game_of()
    without_network(phone, f"/table/{game.pk}/enter/")
    enter_offline(phone, 30)
    enter_offline(phone, 40)
    enter(game, a_round(1, 20, 1))
    phone.refusals.add(409)
    go_online(phone)
    expect(pending(phone)).to_have_count(1)
    phone.game = game
    return phone


def test_a_conflict_stays_visible_and_later_entries_are_sent(overtaken: Phone):
    expect(pending(overtaken)).to_contain_text("You saved another one before this arrived.")
    assert bids(overtaken.game) == [20, 40]
    overtaken.open("/")
    expect(pending(overtaken)).to_contain_text("Round 1 · Chimera")


def test_in_a_conflict_the_saved_version_can_be_kept(overtaken: Phone):
    overtaken.press("Compare")
    expect(overtaken.page.get_by_role("row", name="Bid")).to_have_text("Bid 20 30")
    overtaken.follow("Keep the saved one")
    expect(overtaken.total("Ana")).to_have_text("80")
    arrived(overtaken)
    assert bids(overtaken.game) == [20, 40]


def test_in_a_conflict_your_own_version_can_replace_the_saved_one_even_over_a_broken_connection(
    overtaken: Phone,
):
    overtaken.press("Compare")
    expect(overtaken.page.get_by_role("row", name="Bid")).to_have_text("Bid 20 30")
    overtaken.context.set_offline(True)
    expect(pending(overtaken)).to_be_hidden()  # it is what stands above
    overtaken.press("Use mine")
    expect(pending(overtaken)).to_contain_text("Saved on this phone, not sent yet.")
    go_online(overtaken)
    arrived(overtaken)
    assert bids(overtaken.game) == [20, 30, 40]


def test_in_a_conflict_one_choice_is_made_and_the_table_follows_once_it_has_arrived(
    overtaken: Phone,
):
    overtaken.press("Compare")
    expect(overtaken.page.get_by_role("row", name="Bid")).to_have_text("Bid 20 30")
    overtaken.context.set_offline(True)
    overtaken.press("Keep both: mine is Round 3")
    expect(pending(overtaken)).to_contain_text("Saved on this phone, not sent yet.")
    for other in ("Keep both: mine is Round 3", "Use mine"):
        expect(overtaken.page.get_by_role("button", name=other)).to_be_hidden()
    expect(overtaken.page.get_by_role("link", name="Keep the saved one")).to_be_hidden()
    go_online(overtaken)
    expect(overtaken.page.locator("#saved")).to_contain_text("Round 3 entered")
    assert bids(overtaken.game) == [20, 40, 30]


def test_a_correction_sent_later_leads_to_the_table_unless_it_is_edited_again(phone: Phone):
    game = game_of([a_round()])
    for bid, goes_on in ((30, False), (40, True)):
        without_network(phone, f"/table/{game.pk}/round/1/correct/")
        phone.choose("Bid", str(bid))
        phone.press("Save")
        expect(said(phone)).to_contain_text("Saved on this phone. No connection")
        if goes_on:
            phone.choose("Traps", "2")
        go_online(phone)
        arrived(phone)
        if goes_on:
            expect(phone.question("Traps").get_by_role("radio", name="2")).to_be_checked()
        else:
            expect(phone.page.locator("#saved")).to_contain_text("Round 1 corrected")


def test_a_correction_that_cannot_be_sent_says_so_where_it_was_saved(phone: Phone):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/round/1/correct/")
    GameSession.objects.filter(pk=game.pk).update(deleted_at=timezone.now())
    phone.refusals.add(404)
    phone.choose("Bid", "20")
    phone.press("Save")
    expect(said(phone)).to_contain_text("Kept on this phone: the game was deleted")
    expect(said(phone)).to_be_in_viewport(ratio=1)


def test_in_a_conflict_your_own_version_can_become_another_round(overtaken: Phone):
    overtaken.press("Compare")
    overtaken.press("Keep both: mine is Round 3")
    expect(overtaken.page.locator("#saved")).to_contain_text("Round 3 entered")
    arrived(overtaken)
    assert bids(overtaken.game) == [20, 40, 30]


@pytest.fixture
def overtaken_twice(phone: Phone) -> Phone:
    """A phone with two offline rounds, both of which another phone has saved meanwhile."""
    phone.game = game_of()
    without_network(phone, f"/table/{phone.game.pk}/enter/")
    enter_offline(phone, 30)
    enter_offline(phone, 40)
    enter(phone.game, a_round(1, 20, 1), slot=1)
    enter(phone.game, a_round(2, 20, 2), slot=2)
    phone.refusals.add(409)
    go_online(phone)
    expect(phone.page.locator("#pending li[data-state=conflict]")).to_have_count(2)
    phone.tap(pending(phone).nth(1).get_by_role("button", name="Compare"))
    expect(phone.page.get_by_role("row", name="Bid")).to_have_text("Bid 20 40")
    return phone


def test_two_conflicts_are_resolved_separately(overtaken_twice: Phone):
    overtaken_twice.follow("Keep the saved one")
    expect(pending(overtaken_twice)).to_have_count(1)
    expect(pending(overtaken_twice)).to_contain_text("Round 1 · Chimera")
    overtaken_twice.press("Compare")
    overtaken_twice.press("Keep both: mine is Round 3")
    arrived(overtaken_twice)
    assert bids(overtaken_twice.game) == [20, 20, 30]


def test_a_round_that_arrives_second_becomes_another_round_once(overtaken_twice: Phone):
    overtaken_twice.press("Keep both: mine is Round 3")
    expect(overtaken_twice.page.locator("#saved")).to_contain_text("Round 3 entered")
    expect(pending(overtaken_twice)).to_have_count(1)
    expect(pending(overtaken_twice)).to_contain_text("Round 1 · Chimera")
    assert bids(overtaken_twice.game) == [20, 20, 40]


def test_an_unseen_conflict_stays_until_it_is_discarded(overtaken: Phone):
    overtaken.press("Compare")
    overtaken.follow("Back to the table")
    expect(overtaken.total("Ana")).to_have_text("80")
    overtaken.page.reload()
    expect(pending(overtaken)).to_have_count(1)
    discard(overtaken)
    expect(pending(overtaken)).to_have_count(0)
    overtaken.page.reload()
    arrived(overtaken)


def discard(phone: Phone) -> None:
    """Discard it, and confirm."""
    phone.tap(pending(phone).locator("summary"))
    expect(pending(phone)).to_have_count(1)
    expect(phone.page.get_by_role("button", name="Yes, discard it")).to_have_css("color", RED)
    phone.press("Yes, discard it")


def test_an_entry_refused_later_is_kept_with_the_reason_and_fixed_before_the_next_is_sent(
    phone: Phone,
):
    game = game_of()
    without_network(phone, f"/table/{game.pk}/enter/")
    phone.tick("Idle hunters", "Cho")
    phone.count("Toads", "Cho", 4)
    enter_offline(phone, 30)
    enter_offline(phone, 40)
    phone.refusals.add(422)
    go_online(phone)
    expect(pending(phone).first).to_contain_text("Cho was idle")
    expect(pending(phone)).to_have_count(2)
    assert bids(game) == []
    phone.press("Fix")
    expect(phone.question("Toads").get_by_text("Cho was idle")).to_be_visible()
    expect(phone.question("Bid").get_by_role("radio", name="30")).to_be_checked()
    phone.count("Toads", "Cho", 0)
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("165")
    arrived(phone)
    assert bids(game) == [30, 40]


def impossible_second_round(phone: Phone) -> GameSession:
    """An offline round that the rules refuse, sent when the network returns."""
    game = game_of()
    without_network(phone, f"/table/{game.pk}/enter/")
    enter_offline(phone, 30)
    phone.tick("Idle hunters", "Cho")
    phone.count("Toads", "Cho", 4)
    enter_offline(phone, 40)
    phone.refusals.add(422)
    go_online(phone)
    expect(pending(phone)).to_have_count(1)
    expect(pending(phone)).to_contain_text("Cho was idle")
    return game


def test_a_later_round_that_a_rule_refuses_can_be_fixed_too(phone: Phone):
    game = impossible_second_round(phone)
    phone.press("Fix")
    expect(phone.page.locator("h1")).to_contain_text("Enter round 2")
    expect(phone.question("Toads").get_by_text("Cho was idle")).to_be_visible()
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()
    phone.count("Toads", "Cho", 0)
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("165")
    arrived(phone)
    assert bids(game) == [30, 40]


def test_a_form_is_up_to_date_when_the_network_returns(phone: Phone):
    impossible_second_round(phone)
    expect(said(phone)).to_have_text("An earlier entry needs your attention. Show it")
    expect(said(phone)).to_be_in_viewport()
    phone.page.wait_for_function("() => document.getElementById('live').dataset.version > 1")
    expect(phone.page.locator("#say-form")).to_be_empty()
    phone.follow("Show it")
    expect(pending(phone)).to_be_in_viewport()


def test_an_entry_refused_at_once_is_back_in_the_form_and_not_in_the_outbox(phone: Phone):
    game = game_of()
    phone.refusals.add(422)
    phone.open(f"/table/{game.pk}/enter/")
    phone.tick("Idle hunters", "Cho")
    phone.press("Save")
    expect(phone.question("Bid").get_by_text("Choose the bid.")).to_be_visible()
    expect(phone.question("Idle hunters").get_by_role("checkbox", name="Cho")).to_be_checked()
    assert on_disk(phone) == []
    expect(phone.question("Bid")).to_be_in_viewport()  # the page has scrolled to the first fault
    phone.fill_round("Ana", 30, "Ana")
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("85")
    assert bids(game) == [30]


def test_a_removed_device_keeps_its_entry_and_sends_it_when_it_is_admitted_again(
    phone: Phone,
):
    game = game_of()
    without_network(phone, f"/table/{game.pk}/enter/")
    enter_offline(phone, 30)
    member = Member.objects.get()
    Member.objects.all().delete()
    phone.refusals.add(404)
    go_online(phone)
    expect(pending(phone)).to_contain_text(
        "Kept on this phone: the game was deleted, or this device"
    )
    member.save(force_insert=True)
    phone.open("/")
    arrived(phone)
    assert bids(game) == [30]


def test_an_entry_for_a_deleted_game_stays_until_it_is_discarded(phone: Phone):
    game = game_of()
    without_network(phone, f"/table/{game.pk}/enter/")
    enter_offline(phone, 30)
    game.delete()
    phone.refusals.add(404)
    phone.leave()  # a draft of it would be refused, too
    go_online(phone)
    phone.open("/")
    expect(pending(phone)).to_contain_text("Kept on this phone: the game was deleted")
    discard(phone)
    expect(pending(phone)).to_have_count(0)
