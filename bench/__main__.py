"""Measures all there is, or what is named: python -m bench pages saving"""

import os
import sys
from importlib import import_module

from bench.figure import table
from bench.site import served

PARTS = ("rules", "records", "visit", "cards", "pages", "saving", "memory", "paint", "lighthouse")


def main() -> None:
    figures = []
    with served() as site:
        for part in sys.argv[1:] or PARTS:
            busy = os.getloadavg()[0]
            print(f"{part} … (load of the machine before it: {busy:.1f})", file=sys.stderr, flush=True)
            figures += import_module(f"bench.{part}").measure(site)
    print(table(figures))


if __name__ == "__main__":
    main()
