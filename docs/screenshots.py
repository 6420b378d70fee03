"""Takes the pictures in docs/img/ of games that are the same every time: `make screenshots`."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import django  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from docs.statistics_pages import SECRET as DEMO_SECRET  # noqa: E402
from docs.statistics_pages import Picture, play_demo  # noqa: E402
from tests.attacks.support.http import HERE  # noqa: E402
from tests.attacks.support.server import (  # noqa: E402
    NOT_OURS,
    SITE,
    Server,
    build_environment,
    prepare_ground,
)
from tests.browser.support.phone import Phone, wait_until  # noqa: E402
from tests.support.chromium import CHROMIUM  # noqa: E402

PICTURES = ROOT / "docs" / "img"
SHOWN = {
    "light": ("home", "new", "table", "end"),
    "dark": ("home", "table", "round", "end"),
}  # so few for their size
ROUND = {"chimera": 0, "bid": 20, "first_out": 0, "traps": 1, "idle_hunters": 1, "toads_0": 2}
TURNS = [
    *((0, "fours", "44412"), (1, "sixes", "66615"), (2, "chance", "65542")),
    *((0, "full_house", "22255"), (1, "small_straight", "12346"), (2, "yahtzee", "33333")),
    *((0, "sixes", "66661"), (1, "fives", "55521"), (2, "sixes", "66132")),
    *((0, "large_straight", "23456"), (1, "three_of_a_kind", "44462"), (2, "threes", "33333")),
    *((0, "twos", "22213"), (1, "yahtzee", "11346"), (2, "four_of_a_kind", "55552")),
    *((0, "chance", "66543"), (1, "ones", "11134"), (2, "small_straight", "12345")),
    (0, "three_of_a_kind", "55546"),
]
DICE = {
    "light": {0: 3, 1: 5, 2: 3},
    "dark": {3: 3, 4: 5},
}  # what is tapped by day lies there at night
ROWS = [
    (0, "R5 Y6 G1 R2 Y3", "A"),
    (1, "B1 B2 R3 R4 G4", "D"),
    (2, "B5 B4 B4 B2 B1", "H"),
    (3, "R6 Y5 G4 R6 B6", None),
]
ROW = {"light": {0: "P1", 1: "P2", 2: "G1"}, "dark": {3: "P1", 4: "P2"}}
TONIGHT = datetime(2026, 3, 13, 21, 14, tzinfo=UTC)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with served() as (site, games, statistics), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        for scheme in SHOWN:
            on_a_phone(browser, site, games, scheme)
            show_statistics(browser, site, statistics, scheme)
        on_a_desk(browser, site, games["table"])
        on_a_large_screen(browser, site, games)
        for scheme in SHOWN:
            entering(
                browser, site, games["table"], scheme
            )  # last: what is noted shows on other pages
            on_the_card(browser, site, games["card"], scheme)
            at_the_row(browser, site, games["sea"], scheme)
        browser.close()


@contextmanager
def served() -> Iterator[tuple[str, dict[str, str], Sequence[Picture]]]:
    """The site on a free port, with data of its own, and the paths of what is in it."""
    for name in NOT_OURS:
        os.environ.pop(name, None)
    with prepare_ground() as ground:
        settings = {**SITE, "TIME_ZONE": "UTC"}
        os.environ |= build_environment(ground.folder, ground.database, **settings)
        django.setup()
        games, statistics = played(), play_demo(TONIGHT)
        server = Server(ground.folder, ground.database)
        try:
            server.start()
            yield f"http://{HERE}:{server.port}", games, statistics
        finally:
            server.kill()


def played() -> dict[str, str]:
    """Plays what the pictures show, and says when it was."""
    from scorekeeper.models import GameSession, Revision
    from tests.browser.support.fish_games import fish_game
    from tests.browser.support.games_played import a_round, enter, game_of, group_of
    from tests.browser.support.score_cards import card_game
    from tests.support.entries import caught, thrown

    group = group_of()
    rounds = [
        a_round(0, 30, 0, traps=1, toads={"0": 1, "1": 2}, cats={"2": 2}),
        a_round(1, 20, 2, toads={"0": 2, "2": 1}, cats={"0": 1, "1": 2}),
        a_round(2, 40, 2, traps=1, toads={"1": 2}, cats={"2": 4}),
        a_round(1, 30, 1, traps=1, toads={"0": 2}, cats={"1": 1}),
        a_round(
            0,
            20,
            0,
            traps=1,
            chimera_attack=True,
            idle_hunters=[2],
            toads={"0": 2, "1": 1},
            cats={"0": 1},
        ),
    ]
    last = a_round(0, 40, 0, traps=1, toads={"0": 1, "2": 2})
    games = {
        "earlier": game_of([*rounds, last], group=group, target=300),
        "end": game_of([*rounds, last], group=group),
        "card": card_game([thrown(*turn) for turn in TURNS], ("Dagmar", "Ana", "Cho"), group=group),
        "sea": fish_game(
            [caught(*row) for row in ROWS], ("Dagmar", "Ana", "Cho", "Ben"), group=group
        ),
        "table": game_of(rounds, group=group),
    }
    enter(games["table"], {**rounds[4], "bid": 30}, slot=5, revision=1)
    Revision.objects.update(at=TONIGHT)
    for days, game in enumerate(reversed(games.values())):
        GameSession.objects.filter(pk=game.pk).update(played_at=TONIGHT - timedelta(days=days))
    return {name: f"/table/{game.pk}/" for name, game in games.items()}


def on_a_phone(browser: Browser, site: str, games: dict[str, str], scheme: str) -> None:
    from tests.browser.support.games_played import SECRET

    phone = Phone(browser, site, SECRET, scheme=scheme, motion="reduce")

    def take(name: str) -> None:
        if name in SHOWN[scheme]:
            shoot(phone.page, f"{name}-{scheme}")

    phone.open("/")
    take("home")
    phone.open("/new/chimera/")
    for name in ("Cho", "Ana"):
        phone.press(name)
        phone.page.get_by_label(f"Remove {name}").wait_for()
    take("new")
    phone.open(games["table"])
    take("table")
    open_last_round(phone.page)
    take("round")
    phone.open(games["end"])
    take("end")
    phone.put_away()


def shoot(page: Page, name: str) -> None:
    # htmx fades what it asks for.
    wait_until(page, "() => !document.querySelector('.htmx-request')")
    page.wait_for_timeout(600)  # what appears may fade in
    page.screenshot(
        path=PICTURES / f"{name}.png", caret="initial"
    )  # hiding it takes inline styles, which are refused


def open_last_round(page: Page) -> None:
    page.locator(".sheet tbody a").first.click()
    page.locator(".detail").wait_for()
    scroll_below(page, "sheet")


def show_statistics(browser: Browser, site: str, pictures: Sequence[Picture], scheme: str) -> None:
    phone = Phone(browser, site, DEMO_SECRET, scheme=scheme, motion="reduce")
    for picture in pictures:
        if picture.scheme == scheme:
            phone.open(picture.path)
            if picture.below:
                scroll_below(phone.page, picture.below)
            shoot(phone.page, f"statistics-{picture.name}-{scheme}")
    phone.put_away()


def scroll_below(page: Page, heading: str) -> None:
    page.locator(f"#{heading}").evaluate(
        "heading => scrollTo(0, heading.getBoundingClientRect().top + scrollY - 16)"
    )


def entering(browser: Browser, site: str, table: str, scheme: str) -> None:
    from tests.browser.support.games_played import SECRET

    phone = Phone(browser, site, SECRET, scheme=scheme, motion="reduce")
    phone.open(f"{table}enter/")
    page = phone.page
    for name, value in ROUND.items():
        page.locator(f'[name={name}][value="{value}"]').check()
    page.get_by_text("Ana +110").first.wait_for()  # also as the phone counts it
    page.locator("#preview summary").click()
    page.evaluate("scrollTo(0, 0)")
    shoot(page, f"entry-{scheme}")
    phone.put_away()


def on_the_card(browser: Browser, site: str, card: str, scheme: str) -> None:
    from tests.browser.support.games_played import SECRET
    from tests.browser.support.score_cards import tap_die

    phone = Phone(browser, site, SECRET, scheme=scheme, motion="reduce")
    phone.open(card)
    for place, face in DICE[scheme].items():
        with phone.page.expect_response(lambda answer: answer.request.method == "POST"):
            tap_die(phone, place, face)
    if scheme == "dark":
        phone.page.locator(".best label").first.wait_for()
        phone.page.locator(".card").evaluate(
            "card => scrollTo(0, card.getBoundingClientRect().top + scrollY - 8)"
        )
    shoot(phone.page, f"card-{scheme}")
    phone.put_away()


def at_the_row(browser: Browser, site: str, sea: str, scheme: str) -> None:
    from tests.browser.support.fish_games import catcher, outcome, tap_card
    from tests.browser.support.games_played import SECRET

    phone = Phone(browser, site, SECRET, scheme=scheme, motion="reduce")
    phone.open(f"{sea}enter/")
    catcher(phone, "Cho")
    for place, card in ROW[scheme].items():
        with phone.page.expect_response(lambda answer: answer.request.method == "POST"):
            tap_card(phone, place, card)
    if scheme == "dark":
        outcome(phone).get_by_role("button").last.wait_for()
    shoot(phone.page, f"row-{scheme}")
    phone.put_away()


def on_a_desk(browser: Browser, site: str, table: str) -> None:
    from tests.browser.support.games_played import SECRET

    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.add_cookies([{"name": "device", "value": SECRET, "url": site}])
    page = context.new_page()
    page.goto(site + table)
    shoot(page, "desktop")
    page.set_viewport_size({"width": 800, "height": 1000})
    page.emulate_media(media="print")
    shoot(page, "print")
    context.close()


def on_a_large_screen(browser: Browser, site: str, games: dict[str, str]) -> None:
    from tests.browser.support.games_played import SECRET

    for name, game, scheme in (("screen", "table", "light"), ("screen-end", "end", "dark")):
        context = browser.new_context(
            viewport={"width": 1280, "height": 720}, reduced_motion="reduce", color_scheme=scheme
        )
        context.add_cookies([{"name": "device", "value": SECRET, "url": site}])
        page = context.new_page()
        page.goto(f"{site}{games[game]}display/")
        page.locator("#code, .wins").wait_for()
        shoot(page, f"{name}-{scheme}")
        context.close()


if __name__ == "__main__":
    main()
