"""Where the browser allows it, the app opens offline as it was, ready for the next entry."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Member, Role
from scorekeeper.people.groups import remove_device
from tests.browser.support.flaky import Network
from tests.browser.support.games_played import SECRET, a_round, enter, game_of
from tests.browser.support.outbox import arrived, bids, enter_offline, on_disk, pending
from tests.browser.support.phone import Phone, wait_until
from tests.support.serving import Serving

pytestmark = pytest.mark.browser

READY = (
    "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
)
CACHED = """async () => {
  const paths = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
  return paths;
}"""
# Ask once and wait: each further request for an update would slow down the installation.
UPDATED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update().catch(() => {});
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  while (!/activated|redundant/.test(worker.state))
    await new Promise(done => worker.addEventListener("statechange", done, { once: true }));
  return `${(await caches.keys()).sort()}` === "files another en,pages";
}"""
ATTEMPTS = 5  # the browser gives up an update if a file could not be fetched


@pytest.fixture
def network(live_server: Serving) -> Iterator[Network]:
    network = Network(urlsplit(live_server.url).port)
    yield network
    network.close()


@pytest.fixture
def phone(new_phone: Callable[..., Phone], network: Network) -> Phone:
    """A phone with the app installed: 127.0.0.1 counts as secure.

    A network that is `down` is silent.
    """
    phone = new_phone(secret=SECRET, site=network.url, workers="allow")
    phone.open("/")
    wait_until(phone.page, READY)
    return phone


def visit(phone: Phone, game: GameSession) -> None:
    """Open a table and wait until the form for the next entry is prefetched."""
    phone.open(f"/table/{game.pk}/")
    wait_until(phone.page, f"async () => (await ({CACHED})()).includes('/table/{game.pk}/enter/')")


def test_a_table_opens_offline_as_it_was_and_says_so(phone: Phone, network: Network):
    game = game_of([a_round()])
    visit(phone, game)
    expect(phone.page.locator("#stale")).to_be_hidden()
    network.down = True
    phone.page.reload()
    expect(phone.page.locator("#stale")).to_contain_text("No connection. This is how it looked")
    expect(phone.total("Ana")).to_have_text("40")
    assert (
        phone.page.evaluate("getComputedStyle(document.querySelector('.standings')).display")
        == "grid"
    )


# The page with the style sheet of the previous release.
NAME_THE_OLD_SHEET = """async path => {
  const pages = await caches.open("pages"), page = await pages.match(path);
  const old = '"/static/base.0123456789ab.css"';
  const text = (await page.text()).replace(/"\\/own\\.\\w+\\.css"/, old);
  await pages.put(path, new Response(text, { headers: page.headers }));
  return text.includes("/static/base.");
}"""


def test_a_page_cached_by_an_earlier_release_uses_its_new_style_sheet(
    phone: Phone, network: Network
):
    game = game_of([a_round()])
    visit(phone, game)
    assert phone.page.evaluate(NAME_THE_OLD_SHEET, f"/table/{game.pk}/")
    network.down = True
    phone.page.reload()
    expect(phone.page.locator("#stale")).to_contain_text("No connection. This is how it looked")
    assert (
        phone.page.evaluate("getComputedStyle(document.querySelector('.standings')).display")
        == "grid"
    )


def test_a_stale_table_says_so_once_and_stops_when_it_is_current(phone: Phone, network: Network):
    game = game_of([a_round()])
    visit(phone, game)
    network.down = True
    phone.page.reload()
    phone.page.wait_for_selector("body[data-lost=true]")
    old = phone.page.get_by_text("No connection. This is how it looked")
    expect(old).to_be_visible()
    assert (
        phone.page.evaluate("getComputedStyle(document.querySelector('h1'), '::after').content")
        == "none"
    )
    expect(phone.page.get_by_text("target 400")).to_be_visible()
    place = phone.page.locator(".standings").bounding_box()
    enter(game, a_round())
    network.down = False
    expect(phone.total("Ana")).to_have_text("80")
    expect(old).to_be_hidden()
    expect(phone.page.get_by_text("Up to date again.")).to_be_visible()
    assert phone.page.locator(".standings").bounding_box()["y"] == place["y"]


def test_offline_rounds_can_be_entered_starting_from_the_home_page(phone: Phone, network: Network):
    game = game_of([a_round(bid=20)])
    phone.open("/")
    visit(phone, game)
    network.down = True
    for number, bid in ((2, 30), (3, 40)):
        phone.open("/")
        phone.follow("Chimera")
        phone.follow("Enter round")
        expect(phone.page.locator("h1")).to_contain_text(f"Enter round {number}")
        enter_offline(phone, bid)
    assert len({entry["submission"] for entry in on_disk(phone)}) == 2
    network.down = False
    phone.open(f"/table/{game.pk}/")
    arrived(phone)
    assert bids(game) == [20, 30, 40]


def test_a_first_visit_prepares_the_form_for_the_time_without_a_network(
    new_phone: Callable[..., Phone], network: Network
):
    game = game_of([a_round()])
    phone = new_phone(secret=SECRET, site=network.url, workers="allow")
    visit(phone, game)
    network.down = True
    phone.follow("Enter round 2")
    expect(phone.page.locator("h1")).to_contain_text("Enter round 2")


def test_the_form_is_prefetched_for_scorers_and_for_nobody_else(phone: Phone, network: Network):
    game = game_of()
    visit(phone, game)
    form = f"GET /table/{game.pk}/enter/ HTTP/1.1".encode()
    assert form in network.asked
    Member.objects.update(role=Role.VIEWER)
    network.asked.clear()
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("link", name="Enter round 1")).to_have_count(0)
    mine = f"(await (await caches.match('/table/{game.pk}/')).text()).includes('Enter round 1')"
    wait_until(phone.page, f"async () => !{mine}")  # access to the cached pages has been checked
    phone.open("/")
    assert form not in network.asked


def test_a_cached_form_counts_on_from_the_last_round_this_phone_saw(phone: Phone, network: Network):
    game = game_of()
    visit(phone, game)
    enter(game, a_round(bid=20))
    form = f"**/table/{game.pk}/enter/"
    phone.context.route(form, lambda route: route.abort())
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("link", name="Enter round 2")).to_be_visible()
    network.down = True
    phone.follow("Enter round 2")
    expect(phone.page.locator("h1")).to_contain_text("Enter round 2")
    enter_offline(phone, 30)
    network.down = False
    phone.open("/")
    arrived(phone)
    assert bids(game) == [20, 30]


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/table/{}/history/", "History"),
        ("/table/{}/round/1/", "Round 1"),
        ("/table/{}/enter/?type=catch", "Enter round 2"),
        ("/table/{}/?from=home", "Chimera"),
        ("/new/chimera/", "New game"),
    ],
)
def test_every_page_that_was_opened_opens_offline(
    phone: Phone, network: Network, path: str, heading: str
):
    game = game_of([a_round()])
    phone.open(path.format(game.pk))
    network.down = True
    phone.open("/offline/")
    phone.open(path.format(game.pk))
    expect(phone.page.locator("h1")).to_contain_text(heading)
    expect(phone.page.locator("#stale")).to_be_visible()


def test_without_a_network_a_row_leads_to_the_cached_page_of_its_round(
    phone: Phone, network: Network
):
    game = game_of([a_round()])
    phone.open(f"/table/{game.pk}/round/1/")
    phone.open(f"/table/{game.pk}/")
    network.down = True
    phone.tap(phone.page.locator("#open-1"))
    expect(phone.page.locator("h1")).to_contain_text("Round 1")
    expect(phone.page.locator("#stale")).to_be_visible()


def test_a_round_that_is_gone_does_not_take_its_table_from_the_cache(
    phone: Phone, network: Network
):
    game = game_of([a_round()])
    visit(phone, game)
    phone.refusals.add(404)
    phone.open(f"/table/{game.pk}/round/9/")
    phone.open(f"/table/{game.pk}/history/")
    network.down = True
    phone.open(f"/table/{game.pk}/")
    expect(phone.total("Ana")).to_have_text("40")


def test_pages_with_links_to_share_are_not_cached(phone: Phone):
    game = game_of()
    visit(phone, game)
    phone.open(f"/table/{game.pk}/share/")
    phone.open(f"/table/{game.pk}/history/")
    history = f"async () => (await ({CACHED})()).includes('/table/{game.pk}/history/')"
    wait_until(phone.page, history)
    assert f"/table/{game.pk}/share/" not in phone.page.evaluate(CACHED)


def test_a_page_never_opened_says_that_there_is_no_network(phone: Phone, network: Network):
    game = game_of()
    visit(phone, game)
    network.down = True
    phone.open(f"/table/{game.pk}/enter/")
    enter_offline(phone, 30)
    phone.open("/players/")
    expect(phone.page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(pending(phone)).to_contain_text("Round 1 · Chimera")


def test_the_list_of_keys_opens_in_a_form_without_a_network(phone: Phone, network: Network):
    game = game_of()
    visit(phone, game)
    network.down = True
    phone.open(f"/table/{game.pk}/enter/")
    phone.question("Who was the Chimera?").get_by_role("radio", name="Ana").focus()
    phone.page.keyboard.press("?")
    expect(phone.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def test_pages_a_device_can_no_longer_see_are_removed_from_the_cache(
    phone: Phone, network: Network
):
    game = game_of([a_round()])
    visit(phone, game)
    Member.objects.all().delete()
    phone.refusals.add(404)
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="Nothing here")).to_be_visible()
    wait_until(
        phone.page, f"async () => !(await ({CACHED})()).some(path => path.startsWith('/table/'))"
    )
    network.down = True
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="No connection")).to_be_visible()


def take_out(game: GameSession) -> None:
    """Remove a device, as another host does."""
    mine = game.group.members.get()
    game.group.members.create(device="another", role=Role.HOST, name="another")
    remove_device(mine)


def forgets(phone: Phone, game: GameSession) -> None:
    """The table is gone from the cache, and home, which named it, was loaded again."""
    kept = f"(await ({CACHED})()).some(path => path.startsWith('/table/'))"
    wait_until(phone.page, f"async () => !{kept}")
    named = f"(await (await caches.match('/'))?.text())?.includes('/table/{game.pk}/') ?? true"
    wait_until(phone.page, f"async () => !({named})")


def test_a_removed_device_clears_a_cached_table_when_its_page_is_notified(
    phone: Phone, network: Network
):
    game = game_of([a_round()])
    visit(phone, game)
    phone.open("/")
    phone.open(f"/table/{game.pk}/history/")
    phone.refusals.add(404)
    take_out(game)
    expect(phone.page.get_by_role("heading", name="This device was removed")).to_be_visible()
    forgets(phone, game)
    network.down = True
    phone.open("/")
    expect(phone.page.get_by_role("heading", name="New game")).to_be_visible()
    expect(phone.page.locator("a[href^='/table/']")).to_have_count(0)


def test_a_removed_device_clears_cached_tables_when_only_home_is_opened(
    phone: Phone, network: Network
):
    game, own = game_of([a_round()]), game_of([a_round()])  # in two groups
    visit(phone, own)
    visit(phone, game)
    phone.open("/players/")
    take_out(game)
    phone.open("/")
    forgotten = f"!(await ({CACHED})()).some(path => /^.(table.{game.pk}|players)/.test(path))"
    wait_until(phone.page, f"async () => {forgotten}")
    network.down = True
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("heading", name="No connection")).to_be_visible()
    phone.open(f"/table/{own.pk}/")
    expect(phone.total("Ana")).to_have_text("40")


def test_a_removed_device_clears_a_cached_table_when_its_entry_is_refused(
    phone: Phone, network: Network
):
    game = game_of()
    phone.open("/")
    visit(phone, game)
    network.down = True
    phone.open(f"/table/{game.pk}/enter/")
    enter_offline(phone, 30)
    phone.open("/offline/")
    take_out(game)
    phone.refusals.add(404)
    network.down = False
    phone.open("/players/")
    expect(pending(phone)).to_have_count(0)
    forgets(phone, game)
    phone.open("/")
    expect(pending(phone)).to_contain_text("Round 1 · Chimera")


def test_a_new_version_takes_over_without_losing_an_entry(
    phone: Phone, network: Network, settings: Any
):
    game = game_of()
    visit(phone, game)
    network.down = True
    phone.open(f"/table/{game.pk}/enter/")
    enter_offline(phone, 30)
    settings.RELEASE = "another"
    network.fate = lambda: "before"
    network.down = False
    assert any(phone.page.evaluate(UPDATED) for _ in range(ATTEMPTS))
    network.down = True
    phone.page.reload()
    expect(phone.page.locator("h1")).to_contain_text("Enter round 2")
    expect(pending(phone)).to_contain_text("Round 1 · Chimera")
    network.fate, network.down = lambda: "fine", False
    phone.open("/")
    arrived(phone)
    assert bids(game) == [30]


def test_the_cache_contains_no_answers_to_entries(phone: Phone):
    game = game_of()
    visit(phone, game)
    phone.follow("Enter round 1")
    phone.fill_round("Ana", 20, "Ana")
    phone.press("Save")
    expect(phone.total("Ana")).to_have_text("40")
    kept = {
        path
        for path in phone.page.evaluate(CACHED)
        if not re.match(r"/static/|/[\w-]+\.\w+\.(js|css)$", path)
    }
    table = f"/table/{game.pk}/"
    assert kept == {"/", table, f"{table}enter/", "/offline/", "/keys/"}


def test_what_was_tapped_offline_is_still_there_when_the_form_is_opened_again(
    phone: Phone, network: Network, new_phone: Callable[..., Phone]
):
    game = game_of([a_round()])
    visit(phone, game)
    phone.follow("Enter round")
    network.down = True
    phone.choose("Who was the Chimera?", "Cho")
    phone.count("Toads", "Ben", 2)
    phone.page.get_by_role("link", name="Back to the table").tap()
    expect(phone.page.locator("#stale")).to_be_visible()
    phone.follow("Enter round")
    expect(phone.question("Who was the Chimera?").get_by_label("Cho")).to_be_checked()
    expect(phone.page.locator("[name=toads_1][value='2']")).to_be_checked()
    network.down = False
    with phone.page.expect_response("**/draft/"):
        phone.choose("Bid", "30")
    other = new_phone(secret=SECRET)
    other.open(f"/table/{game.pk}/")
    expect(other.page.locator(".draft")).to_contain_text("Chimera Cho")


# So that the page does not fetch itself again, and the cache keeps the older form.
NO_STREAM = "EventSource = class { close() {} }"


def test_what_was_tapped_offline_after_the_draft_was_saved_is_kept(phone: Phone, network: Network):
    game = game_of([a_round()])
    phone.context.add_init_script(NO_STREAM)
    visit(phone, game)
    phone.follow("Enter round")
    with phone.page.expect_response("**/draft/"):
        phone.choose("Who was the Chimera?", "Cho")
    expect(phone.page.locator("#since")).to_have_value("2-3")  # the cached form has 2-2
    network.down = True
    phone.count("Toads", "Ben", 2)
    phone.page.get_by_role("link", name="Back to the table").tap()
    expect(phone.page.locator("#stale")).to_be_visible()
    phone.follow("Enter round")
    expect(phone.page.locator("[name=toads_1][value='2']")).to_be_checked()
    expect(phone.question("Who was the Chimera?").get_by_label("Cho")).to_be_checked()


def test_what_arrived_when_the_form_was_left_does_not_replace_what_came_after_it(
    new_phone: Callable[..., Phone],
):
    game = game_of([a_round()])
    first, second = new_phone(secret=SECRET), new_phone(secret=SECRET)
    first.open(f"/table/{game.pk}/")
    first.follow("Enter round")
    first.page.route("**/draft/", lambda route: None)  # so that only the beacon can arrive
    first.choose("Bid", "30")
    first.page.unroute_all()
    first.page.get_by_role("link", name="Back to the table").tap()
    expect(first.page.locator(".draft")).to_contain_text("bid 30")
    second.open(f"/table/{game.pk}/enter/")
    with second.page.expect_response("**/draft/"):
        second.choose("Bid", "40")
    first.open(f"/table/{game.pk}/enter/")
    expect(first.question("Bid").get_by_label("40")).to_be_checked()
