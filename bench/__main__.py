"""Runs all benchmarks, or those named: python -m bench pages saving

Two run alone: scale, and soak, which takes hours.
"""

import os
import platform
import signal
import sys
from importlib import import_module

from bench.figure import Figure, table
from bench.site import serve_site

ALONE = ("scale", "soak")
PARTS = ("visit", "cost", "pages", "saving", "memory", "live", "growth")


def main() -> None:
    python, cores, busy = platform.python_version(), os.cpu_count(), os.getloadavg()[0]
    figures = [
        Figure("this machine", f"{cores} cores, Python {python}, load {busy:.1f} beforehand")
    ]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # stop the servers, too
    if sys.argv[1:2] and sys.argv[1] in ALONE:
        figures += import_module(f"bench.{sys.argv[1]}").run(*sys.argv[2:])
        print(table(figures))
        return
    parts = sys.argv[1:] or PARTS
    if unknown := ", ".join({*parts} - {*PARTS}):
        sys.exit(f"Unknown: {unknown}. There are {', '.join(PARTS)}; alone: {', '.join(ALONE)}.")
    with serve_site() as site:
        for part in parts:
            busy = os.getloadavg()[0]
            print(
                f"{part} … (load of the machine before it: {busy:.1f})", file=sys.stderr, flush=True
            )
            figures += import_module(f"bench.{part}").measure(site)
    print(table(figures))


if __name__ == "__main__":
    main()
