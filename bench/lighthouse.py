"""Lighthouse's four scores for a phone. Needs Node: Lighthouse is an npm package."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from bench.chimera import PLAYERS
from bench.figure import Figure
from bench.pages import create_table
from bench.paint import CHROMIUM
from bench.site import Site
from bench.visitor import OPTIONS, Visitor

PACKAGE = "lighthouse@12.8.2"  # the newest that runs on Node 20
LANGUAGES = (
    "en",
    *sorted(folder.name for folder in (Path(__file__).parents[1] / "locale").iterdir()),
)
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
AIM = "100, 100, 100, 100"
FORMS = {  # the games with a form on a page of its own, and the options to start them with
    "chimera": (PLAYERS, OPTIONS),
    "big_fish": (PLAYERS, (("advanced", "advanced"), ("drawn", "A"))),
    "chimera_tricks": (PLAYERS, ()),
    "score_pad": (PLAYERS, (("title", "Golf"), ("lowest_wins", "lowest"))),
    "score_sheet": (PLAYERS, (("title", "Wonders"), ("rows", "Military, Coins ÷ 3"))),
}
PATIENCE = 300


def measure(site: Site) -> list[Figure]:
    missing = [
        name for name, path in (("Chromium", CHROMIUM), ("npx", shutil.which("npx"))) if not path
    ]
    if missing:
        return [Figure("Lighthouse", f"not measured: needs {' and '.join(missing)}")]
    visitor = Visitor(site.port)
    pages = {"home": "/", "table": create_table(visitor), "card": start_card(visitor)}
    for game, (players, options) in FORMS.items():
        pages[f"{game} entry form"] = f"{visitor.start(game, players, options)}enter/"
    return [
        measure_page(site, {**visitor.cookies, "language": language}, f"{name}, {language}", path)
        for language in LANGUAGES
        for name, path in pages.items()
    ]


def start_card(visitor: Visitor) -> str:
    return visitor.start("yahtzee", PLAYERS, [("joker", "forced")])


def create_profile(profile: str, site: Site, cookies: Mapping[str, str]) -> None:
    """Create a browser profile with the device's cookies, which its scripts must send as well."""
    known = [
        {"name": name, "value": value, "url": site.url, "expires": time.time() + 3600}
        for name, value in cookies.items()
    ]
    with sync_playwright() as playwright:
        chromium = playwright.chromium
        context = chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=["--no-sandbox"]
        )
        context.add_cookies(known)
        context.close()


def measure_page(site: Site, cookies: Mapping[str, str], name: str, path: str) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        create_profile(f"{folder}/profile", site, cookies)
        flags = f"--chrome-flags=--headless=new --no-sandbox --user-data-dir={folder}/profile"
        options = ["--quiet", "--output=json", f"--output-path={report}", flags]
        subprocess.run(
            ["npx", "--yes", PACKAGE, site.url + path, *options],
            env={**os.environ, "CHROME_PATH": str(CHROMIUM)},
            stdout=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=True,
        )
        result = json.loads(report.read_text())
    got = ", ".join(
        f"{result['categories'][category]['score'] * 100:.0f}" for category in CATEGORIES
    )
    for audit in failed_audits(result):
        print(f"  {name}: {audit}", file=sys.stderr)
    return Figure(
        f"Lighthouse, {name} page: performance, accessibility, best practices, SEO", got, AIM
    )


def failed_audits(result: dict[str, Any]) -> list[str]:
    """The audits that count and do not have the full score."""
    counted = {
        ref["id"]
        for category in CATEGORIES
        for ref in result["categories"][category]["auditRefs"]
        if ref["weight"]
    }
    audits = (result["audits"][one] for one in sorted(counted))
    imperfect = (audit for audit in audits if audit["score"] is not None and audit["score"] < 0.995)
    return [f"{audit['title']} {audit.get('displayValue', '')}".strip() for audit in imperfect]
