"""A phone that lost power still has its entries stored."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, expect

from tests.browser.conftest import OPTIONS
from tests.browser.support.following import total
from tests.browser.support.games_played import SECRET, game_of
from tests.browser.support.outbox import ON_DISK, bids
from tests.browser.support.phone import wait_until
from tests.browser.support.scripts import FILL
from tests.support.chromium import CHROMIUM
from tests.support.serving import Serving


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    kill(tmp_path)


def kill(profile: Path) -> None:
    """Kill every process of the browser with this data folder at once."""
    for process in Path("/proc").glob("[0-9]*"):
        # Other processes of this machine may end meanwhile.
        with suppress(FileNotFoundError, ProcessLookupError):
            if str(profile).encode() in (process / "cmdline").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)


def turned_on(browser: Browser, site: str, profile: Path) -> BrowserContext:
    how = {
        "executable_path": CHROMIUM,
        "args": OPTIONS,
        "base_url": site,
        "service_workers": "block",
    }
    phone = browser.browser_type.launch_persistent_context(profile, **how)
    phone.set_default_timeout(10_000)
    phone.add_cookies([{"name": "device", "value": SECRET, "url": site}])
    return phone


def test_an_entry_survives_a_browser_crash(browser: Browser, live_server: Serving, profile: Path):
    game = game_of()
    phone = turned_on(browser, live_server.url, profile)
    page = phone.new_page()
    page.goto(f"/table/{game.pk}/enter/")
    phone.set_offline(True)
    page.evaluate(FILL, {"chimera": 0, "first_out": 0, "bid": 30})
    expect(page.locator("#pending li")).to_have_count(1)
    kill(profile)
    with pytest.raises(Error):
        page.reload()
    phone = turned_on(browser, live_server.url, profile)
    page = phone.new_page()
    page.goto("/")
    wait_until(page, f"async () => !(await ({ON_DISK})()).length")
    expect(page.locator("#pending li")).to_have_count(0)
    page.goto(f"/table/{game.pk}/")
    expect(total(page, "Ana")).to_have_text("60")
    assert bids(game) == [30]
    phone.close()
