"""An entry is stored on the phone before it is sent, and stays until the server has answered."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scorekeeper.models import GameSession
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
)
from tests.browser.support.phone import Phone
from tests.support.serving import Serving

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


@pytest.mark.parametrize("fate", [flaky.COMMITTED, flaky.ANSWERING])
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


def test_a_redirect_of_someone_else_is_not_mistaken_for_the_servers_answer(
    far: Phone, network: Network
):
    game = game_of()
    far.open(f"/table/{game.pk}/enter/")
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


def test_a_correction_that_cannot_be_sent_says_so_where_it_was_saved(phone: Phone):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/round/1/correct/")
    GameSession.objects.filter(pk=game.pk).update(deleted_at=timezone.now())
    phone.refusals.add(404)
    phone.choose("Bid", "20")
    phone.press("Save")
    expect(said(phone)).to_contain_text("Kept on this phone: the game was deleted")
    expect(said(phone)).to_be_in_viewport(ratio=1)


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
    overtaken_twice.press("Keep both: mine is Round 3")
    expect(overtaken_twice.page.locator("#saved")).to_contain_text("Round 3 entered")
    expect(pending(overtaken_twice)).to_have_count(1)
    expect(pending(overtaken_twice)).to_contain_text("Round 1 · Chimera")
    overtaken_twice.press("Compare")
    overtaken_twice.follow("Keep the saved one")
    arrived(overtaken_twice)
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


def test_a_round_refused_later_is_shown_on_a_form_that_is_up_to_date_and_can_be_fixed(
    phone: Phone,
):
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
    expect(said(phone)).to_have_text("An earlier entry needs your attention. Show it")
    expect(said(phone)).to_be_in_viewport()
    phone.page.wait_for_function("() => document.getElementById('live').dataset.version > 1")
    expect(phone.page.locator("#say-form")).to_be_empty()
    phone.follow("Show it")
    expect(pending(phone)).to_be_in_viewport()
    phone.press("Fix")
    expect(phone.page.locator("h1")).to_contain_text("Enter round 2")
    expect(phone.question("Toads").get_by_text("Cho was idle")).to_be_visible()
    expect(phone.question("Bid").get_by_role("radio", name="40")).to_be_checked()
    phone.count("Toads", "Cho", 0)
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("165")
    arrived(phone)
    assert bids(game) == [30, 40]


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
