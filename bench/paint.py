"""Largest contentful paint on a slow phone and network, without a cache."""

import os
import shutil
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from bench.figure import Figure
from bench.pages import create_table
from bench.site import Site
from bench.visitor import Visitor

LOADS = 7
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
CHROMIUM = next(
    filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), "chromium", "google-chrome"))),
    None,
)
LARGEST_PAINT = """() => new Promise(resolve =>
    new PerformanceObserver(list => resolve(list.getEntries().at(-1).startTime))
        .observe({type: "largest-contentful-paint", buffered: true}))"""


def measure(site: Site) -> list[Figure]:
    if not CHROMIUM:
        return [Figure("largest contentful paint", "not measured: needs Chromium", "≤ 800 ms")]
    visitor = Visitor(site.port)
    table = create_table(visitor)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        return [
            figure(browser, site, visitor, name, path)
            for name, path in (("home", "/"), ("table", table))
        ]


def figure(browser: Browser, site: Site, visitor: Visitor, name: str, path: str) -> Figure:
    paints = sorted(measure_paint(browser, visitor.cookies, site.url + path) for _ in range(LOADS))
    got = f"{median(paints):.0f} ms ({paints[0]:.0f}–{paints[-1]:.0f})"
    return Figure(f"largest contentful paint, {name} page, slow phone", got, "≤ 800 ms")


def measure_paint(browser: Browser, cookies: dict[str, str], url: str) -> float:
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, device_scale_factor=2, is_mobile=True
    )
    context.add_cookies(
        [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
    )
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", LINE)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="load")
    page.wait_for_timeout(300)
    largest = float(page.evaluate(LARGEST_PAINT))
    context.close()
    return largest
