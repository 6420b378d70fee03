"""Lighthouse's four marks for a phone; it comes from npm, where Node is installed."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from bench.figure import Figure
from bench.pages import played_table
from bench.paint import CHROMIUM
from bench.site import Site
from bench.visitor import Visitor

PACKAGE = "lighthouse@12.8.2"  # the newest that runs on Node 20
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
AIMS = {"home": "100, 100, 100, 100", "table": "100, 100, 100 (private: not for search engines)"}
PATIENCE = 300


def measure(site: Site) -> list[Figure]:
    missing = [
        name for name, found in (("Chromium", CHROMIUM), ("npx", shutil.which("npx"))) if not found
    ]
    if missing:
        return [Figure("Lighthouse", f"not measured: needs {' and '.join(missing)}")]
    visitor = Visitor(site.port)
    table = played_table(visitor)
    return [marks(site, visitor, name, path) for name, path in (("home", "/"), ("table", table))]


def remember(profile: str, site: Site, visitor: Visitor) -> None:
    """A browser that knows the device: a header alone would not go with what the page's scripts ask for."""
    known = [
        {"name": name, "value": value, "url": site.url, "expires": time.time() + 3600}
        for name, value in visitor.cookies.items()
    ]
    with sync_playwright() as playwright:
        chromium = playwright.chromium
        context = chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=["--no-sandbox"]
        )
        context.add_cookies(known)
        context.close()


def marks(site: Site, visitor: Visitor, name: str, path: str) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        remember(f"{folder}/profile", site, visitor)
        flags = f"--chrome-flags=--headless=new --no-sandbox --user-data-dir={folder}/profile"
        asked = ["--quiet", "--output=json", f"--output-path={report}", flags]
        subprocess.run(
            ["npx", "--yes", PACKAGE, site.url + path, *asked],
            env={**os.environ, "CHROME_PATH": str(CHROMIUM)},
            stdout=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=True,
        )
        found = json.loads(report.read_text())
    got = ", ".join(
        f"{found['categories'][category]['score'] * 100:.0f}" for category in CATEGORIES
    )
    for told in failed(found):
        print(f"  {name}: {told}", file=sys.stderr)
    return Figure(
        f"Lighthouse, {name} page: performance, accessibility, best practices, SEO", got, AIMS[name]
    )


def failed(found: dict[str, Any]) -> list[str]:
    """Which audits that count have not their full mark."""
    counted = {
        ref["id"]
        for category in CATEGORIES
        for ref in found["categories"][category]["auditRefs"]
        if ref["weight"]
    }
    audits = (found["audits"][one] for one in sorted(counted))
    wanting = (audit for audit in audits if audit["score"] is not None and audit["score"] < 0.995)
    return [f"{audit['title']} {audit.get('displayValue', '')}".strip() for audit in wanting]
