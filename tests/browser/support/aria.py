"""The roles and names of a page, as browsers tell them to screen readers."""

import re

from playwright.sync_api import Page

# What differs from run to run: addresses, times, which codes a device was given.
ADDRESS = re.compile(r"^ *- /url: .*\n", re.MULTILINE)
TIME = re.compile(r"\b\d\d:\d\d\b")


def aria_snapshot(page: Page) -> str:
    snapshot = ADDRESS.sub("", page.locator("body").aria_snapshot() + "\n")
    return TIME.sub("21:14", snapshot)
