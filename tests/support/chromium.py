"""The installed Chromium; nothing is downloaded. $CHROMIUM overrides it."""

import os
import shutil

# The first is Chromium without a user interface: the tests take a quarter less time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/usr/bin/chromium",
)
CHROMIUM = next(filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), *NAMES))), None)
