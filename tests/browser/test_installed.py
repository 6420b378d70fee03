"""Where the browser allows it, the app opens offline as it was, ready for the next entry."""

import re
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from time import sleep
from typing import Any

import pytest
from django.utils.timezone import localdate
from playwright.sync_api import expect

from scorekeeper.models import GameSession, Member, Role
from scorekeeper.people.groups import remove_device
from scorekeeper.views import files
from tests.browser.support.flaky import BEFORE, FINE, Network
from tests.browser.support.games_played import SECRET, a_round, enter, game_of
from tests.browser.support.kit_games import kit_game, wizard_rounds
from tests.browser.support.outbox import arrived, bids, enter_offline, on_disk, pending
from tests.browser.support.phone import NewPhone, Phone, wait_for_requests, wait_until
from tests.support.waiting import PATIENCE

READY = (
    "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
)
CACHED = """async () => {
  const paths = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
  return paths;
}"""
FORM = "await (await caches.match('/table/{}/enter/')).text()"
ASK = "() => { navigator.serviceWorker.ready.then(it => it.update()).catch(() => {}); }"
UPDATED = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.ready;
  return !installing && !waiting && active.state === "activated"
    && `${(await caches.keys()).sort()}` === "files another en,pages";
}"""
ATTEMPTS = 4


def update(phone: Phone) -> None:
    """Ask for the new version and wait: another request would slow down its installation. But the
    browser gives up if it could not fetch a file, and holds the new version back for minutes if it
    believes that the old one is at work. A phone ends a worker before that.
    """
    phone.devtools.send("ServiceWorker.enable")
    for _ in range(ATTEMPTS):
        phone.page.evaluate(ASK)
        with suppress(AssertionError):
            return wait_until(phone.page, UPDATED, PATIENCE / ATTEMPTS)
        phone.devtools.send("ServiceWorker.stopAllWorkers")
    raise AssertionError("the new version does not take over")


LATE, SOON_LATE = "setTimeout(fail, 3000)", "setTimeout(fail, 300)"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app waits 0.3 seconds for a page instead of three, which cost a test as long. This is for
    a test in which every page is late: on a busy machine, one that is not to be late would be, too.
    """
    render = files.render_to_string

    def rendered(name: str, context: dict[str, Any]) -> str:
        text = render(name, context)
        assert text.count(LATE) == (name == "sw.js")
        return text.replace(LATE, SOON_LATE)

    monkeypatch.setattr(files, "render_to_string", rendered)


@pytest.fixture
def phone(new_phone: NewPhone, network: Network) -> Phone:
    """A phone with the app installed: 127.0.0.1 counts as secure.

    A network that is `down` is silent.
    """
    phone = new_phone(secret=SECRET, site=network.url, workers="allow")
    phone.open("/")
    wait_until(phone.page, READY)
    return phone


def slowed(ask: Callable[..., None], late: Event) -> Callable[..., None]:
    """Forward requests for home only once the event is set."""

    def ask_slowly(phone: Any, request: bytes, fate: int) -> None:
        if request.startswith(b"GET / "):
            late.wait(PATIENCE)
        ask(phone, request, fate)

    return ask_slowly


def visit(phone: Phone, game: GameSession) -> None:
    """Open a table and wait until the form for the next entry is prefetched."""
    phone.open(f"/table/{game.pk}/")
    wait_until(phone.page, f"async () => (await ({CACHED})()).includes('/table/{game.pk}/enter/')")


# The page with the style sheet of the previous release.
NAME_THE_OLD_SHEET = """async path => {
  const pages = await caches.open("pages"), page = await pages.match(path);
  const old = '"/static/base.0123456789ab.css"';
  const text = (await page.text()).replace(/"\\/own\\.\\w+\\.css"/, old);
  await pages.put(path, new Response(text, { headers: page.headers }));
  return text.includes("/static/base.");
}"""


def expect_old(phone: Phone) -> None:
    """The page is from the cache, says so, and has its styles."""
    expect(phone.page.locator("#stale")).to_contain_text("No connection. This is how it looked")
    expect(phone.total("Ana")).to_have_text("40")
    expect(phone.page.locator(".standings")).to_have_css("display", "grid")


def test_a_table_opens_offline_as_it_was_and_says_so(phone: Phone, network: Network):
    game = game_of([a_round()])
    visit(phone, game)
    expect(phone.page.locator("#stale")).to_be_hidden()
    network.down = True
    phone.page.reload()
    expect_old(phone)
    # Such a page may have been cached by an earlier release, and uses the new style sheet.
    assert phone.page.evaluate(NAME_THE_OLD_SHEET, f"/table/{game.pk}/")
    phone.page.reload()
    expect_old(phone)
    phone.page.wait_for_selector("body[data-lost=true]")
    sign = "getComputedStyle(document.querySelector('h1'), '::after').content"
    assert phone.page.evaluate(sign) == "none"
    expect(phone.page.get_by_text("target 400")).to_be_visible()
    place = phone.page.locator(".standings").bounding_box()
    enter(game, a_round())
    network.down = False
    phone.page.evaluate("() => void dispatchEvent(new Event('online'))")  # as the browser says
    expect(phone.total("Ana")).to_have_text("80")
    expect(phone.page.get_by_text("No connection. This is")).to_be_hidden()
    expect(phone.page.get_by_text("Up to date again.")).to_be_visible()
    assert phone.page.locator(".standings").bounding_box()["y"] == place["y"]


def test_rounds_are_entered_offline_after_one_visit(new_phone: NewPhone, network: Network):
    game = game_of([a_round(bid=20)])
    phone = new_phone(secret=SECRET, site=network.url, workers="allow")
    visit(phone, game)
    for path in ("/", f"/table/{game.pk}/"):
        wait_until(phone.page, f"async () => (await ({CACHED})()).includes('{path}')")
    network.down = True
    for number, bid in ((2, 30), (3, 40)):
        phone.follow(f"Enter round {number}")
        expect(phone.page.locator("h1")).to_contain_text(f"Enter round {number}")
        enter_offline(phone, bid)
        phone.open("/")
        phone.follow("Chimera")
        phone.page.wait_for_url(f"**/table/{game.pk}/")
    assert len({entry["submission"] for entry in on_disk(phone)}) == 2
    network.down = False
    phone.open(f"/table/{game.pk}/")
    arrived(phone)
    assert bids(game) == [20, 30, 40]


def test_a_cached_form_counts_on_and_viewers_have_none(phone: Phone, network: Network):
    game = game_of()
    visit(phone, game)
    enter(game, a_round(bid=20))
    phone.context.route(f"**/table/{game.pk}/enter/", lambda route: route.abort())
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("link", name="Enter round 2")).to_be_visible()
    phone.page.wait_for_load_state("domcontentloaded")  # its script has remembered the number
    network.down = True
    phone.follow("Enter round 2")
    expect(phone.page.locator("h1")).to_contain_text("Enter round 2")
    enter_offline(phone, 30)
    network.down = False
    phone.open("/")
    arrived(phone)
    assert bids(game) == [20, 30]

    phone.context.unroute_all()
    form = f"GET /table/{game.pk}/enter/ HTTP/1.1".encode()
    assert form in network.asked
    Member.objects.update(role=Role.VIEWER)
    network.asked.clear()
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("link", name="Enter round")).to_have_count(0)
    mine = f"(await (await caches.match('/table/{game.pk}/')).text()).includes('Enter round')"
    wait_until(phone.page, f"async () => !{mine}")  # access to the cached pages has been checked
    phone.open("/")
    assert form not in network.asked


PAGES = {
    "/table/{}/round/1/": "Round 1",
    "/table/{}/enter/?type=catch": "Enter round 2",
    "/table/{}/?from=home": "Chimera",
    "/new/chimera/": "New game",
    "/table/{}/history/": "History",
}


def test_pages_open_offline_unless_they_share_links(phone: Phone, network: Network):
    game = game_of([a_round()])
    over = game_of([a_round()], target=40, group=game.group)
    visit(phone, game)
    phone.refusals.add(404)
    phone.open(f"/table/{game.pk}/round/9/")  # which does not take the table from the cache
    year = f"/players/{game.group.players.first().pk}/year/{localdate().year}/share/"
    screen = f"/table/{game.pk}/large-screen/"
    secret = [f"/table/{game.pk}/share/", f"/table/{over.pk}/share/result/", year, screen]
    for path in secret:
        phone.open(path)
    for path in PAGES:
        phone.open(path.format(game.pk))
    last = f"async () => (await ({CACHED})()).includes('/table/{game.pk}/history/')"
    wait_until(phone.page, last)
    assert not {*secret} & {*phone.page.evaluate(CACHED)}
    network.down = True
    for path, heading in PAGES.items():
        phone.open(path.format(game.pk))
        expect(phone.page.locator("h1")).to_contain_text(heading)
        expect(phone.page.locator("#stale")).to_be_visible()
    phone.open(f"/table/{game.pk}/")
    expect(phone.total("Ana")).to_have_text("40")
    phone.tap(phone.page.locator("#open-1"))
    expect(phone.page.locator("h1")).to_contain_text("Round 1")
    phone.open(f"/table/{game.pk}/enter/")
    phone.question("Who was the Chimera?").get_by_role("radio", name="Ana").focus()
    phone.page.keyboard.press("?")
    expect(phone.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    phone.page.keyboard.press("Escape")
    enter_offline(phone, 30)
    phone.open("/players/")  # for the first time
    expect(phone.page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(pending(phone)).to_contain_text("Round 2 · Chimera")


def take_out(game: GameSession) -> Member:
    """Remove the device, as another host does."""
    mine = game.group.members.get(name="Ana’s phone")
    game.group.members.get_or_create(device="another", role=Role.HOST, name="another")
    remove_device(mine)
    return mine


def admit_again(phone: Phone, member: Member, game: GameSession) -> None:
    Member.objects.filter(pk=member.pk).update(role=Role.HOST)
    phone.open("/")
    visit(phone, game)


def expect_forgotten(phone: Phone, game: GameSession) -> None:
    """The table is gone from the cache, and home, which named it, was loaded again."""
    cached = f"(await ({CACHED})()).some(path => path.startsWith('/table/{game.pk}/'))"
    wait_until(phone.page, f"async () => !{cached}")
    named = f"(await (await caches.match('/'))?.text())?.includes('/table/{game.pk}/') ?? true"
    wait_until(phone.page, f"async () => !({named})")


def test_a_removed_device_that_opens_a_page_forgets_the_table(phone: Phone, network: Network):
    game, own = game_of([a_round()]), game_of([a_round()])  # in two groups
    visit(phone, own)
    visit(phone, game)
    phone.open("/players/")
    member = take_out(game)
    phone.open("/")
    expect_forgotten(phone, game)
    assert "/players/" not in phone.page.evaluate(CACHED)
    network.down = True
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_role("heading", name="No connection")).to_be_visible()
    phone.open(f"/table/{own.pk}/")
    expect(phone.total("Ana")).to_have_text("40")

    network.down = False
    admit_again(phone, member, game)
    member.delete()
    phone.refusals.add(404)
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="Nothing here")).to_be_visible()
    expect_forgotten(phone, game)


def test_a_removed_device_that_is_told_so_forgets_the_table(phone: Phone, network: Network):
    game = game_of()
    phone.open("/")
    visit(phone, game)
    phone.open("/")
    phone.open(f"/table/{game.pk}/history/")
    phone.refusals.add(404)
    member = take_out(game)
    expect(phone.page.get_by_role("heading", name="This device was removed")).to_be_visible()
    expect_forgotten(phone, game)

    admit_again(phone, member, game)
    network.down = True
    phone.open(f"/table/{game.pk}/enter/")
    enter_offline(phone, 30)
    phone.open("/offline/")
    take_out(game)
    network.down = False
    phone.open("/players/")
    expect(pending(phone)).to_have_count(0)
    expect_forgotten(phone, game)
    phone.open("/")
    expect(pending(phone)).to_contain_text("Round 1 · Chimera")


def proxy_answer(status: str, page: str) -> bytes:
    head = f"Content-Type: text/html\r\nContent-Length: {len(page)}\r\nConnection: close"
    return f"HTTP/1.1 {status}\r\n{head}\r\n\r\n{page}".encode()


def test_a_proxy_that_asks_for_a_password_or_knows_no_such_site_takes_no_page_away(
    phone: Phone, network: Network
):
    game = game_of([a_round()])
    visit(phone, game)
    network.own_answer = proxy_answer("200 OK", "Welcome to this hotel")
    phone.open(f"/table/{game.pk}/")
    expect(phone.page.get_by_text("Welcome to this hotel")).to_be_visible()
    network.own_answer = proxy_answer("404 Not Found", "")
    phone.open(f"/table/{game.pk}/", refusal=404)
    expect(phone.total("Ana")).to_have_text("40")
    phone.open("/rules/chimera/")
    expect(phone.page.get_by_role("heading", name="No connection")).to_be_visible()
    assert f"/table/{game.pk}/" in phone.page.evaluate(CACHED)


def test_a_new_version_takes_over_without_losing_an_entry(
    phone: Phone, network: Network, settings: Any
):
    game = game_of()
    visit(phone, game)
    network.down = True
    phone.open(f"/table/{game.pk}/enter/")
    enter_offline(phone, 30)
    settings.RELEASE = "another"
    network.fate = lambda: BEFORE
    network.down = False
    update(phone)
    network.down = True
    phone.page.reload()
    expect(phone.page.locator("h1")).to_contain_text("Enter round 2")
    expect(pending(phone)).to_contain_text("Round 1 · Chimera")
    network.fate, network.down = lambda: FINE, False
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
    file = re.compile(r"/static/|/[\w-]+\.\w+\.(js|css)$")
    pages = {path for path in phone.page.evaluate(CACHED) if not file.match(path)}
    table = f"/table/{game.pk}/"
    assert pages == {"/", table, f"{table}enter/", "/offline/", "/keys/"}


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
    phone.follow("Back to the table")
    expect(phone.page.locator("#stale")).to_be_visible()
    phone.follow("Enter round")
    expect(phone.page.locator("[name=toads_1][value='2']")).to_be_checked()
    expect(phone.question("Who was the Chimera?").get_by_label("Cho")).to_be_checked()
    network.down = False
    with phone.page.expect_response(lambda one: "bid=30" in (one.request.post_data or "")):
        phone.choose("Bid", "30")
    game.refresh_from_db()
    assert game.draft["fields"] == {"chimera": ["2"], "toads_1": ["2"], "bid": ["30"]}


# So that the worker fetches no pages for the cache any more.
IS_ACTIVE = "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"


KEEPS_THE_GAME = "async () => (await (await caches.match('/'))?.text())?.includes('Round 2')"


def test_a_page_whose_answer_came_too_late_is_loaded_again(phone: Phone, network: Network):
    game = game_of([a_round()])
    wait_until(phone.page, IS_ACTIVE)
    phone.open("/")
    wait_until(phone.page, KEEPS_THE_GAME)
    late = Event()
    network.ask = slowed(network.ask, late)
    enter(game, a_round())
    phone.open("/")  # after three seconds: as it was
    expect(phone.page.locator("#stale")).to_be_visible()
    expect(phone.page.locator("main")).to_contain_text("Round 2")
    late.set()
    expect(phone.page.locator("main")).to_contain_text("Round 3")
    expect(phone.page.locator("#stale")).to_be_hidden()


@pytest.mark.usefixtures("impatient")
def test_a_page_that_is_always_late_is_loaded_again_only_once(phone: Phone, network: Network):
    wait_until(phone.page, IS_ACTIVE)
    ask, loads, answered = network.ask, [], []

    def ask_slowly(one: Any, request: bytes, fate: int) -> None:
        is_load = request.startswith(b"GET / ")
        if is_load:
            loads.append(request)
            sleep(1.5)
        ask(one, request, fate)
        if is_load:
            answered.append(request)

    network.ask = ask_slowly
    phone.open("/")
    phone.page.wait_for_event("load", timeout=20_000)  # again, from the cache
    expect(phone.page.locator("#stale")).to_be_visible()
    wait_for_requests(phone.page, answered, 2)
    phone.page.wait_for_timeout(1_000)  # the second answer would bring about a third load
    assert len(loads) == 2


def test_an_installed_form_follows_the_rounds_of_others(phone: Phone, network: Network):
    game = kit_game("wizard")
    visit(phone, game)
    for played in wizard_rounds(8, 3):
        enter(game, played)
    wait_until(phone.page, f"async () => ({FORM.format(game.pk)}).includes('entry-9-0')")
    network.down = True
    phone.follow("Enter bids")
    expect(phone.page.locator("h1")).to_contain_text("Round 9")
    assert phone.page.evaluate("entryForm().name").startswith("entry-9-0")
