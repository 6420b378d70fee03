"""The Chromium that is installed here; nothing is downloaded. $CHROMIUM names another one."""

import os
import shutil

# The first is Chromium without its windows: with it the tests take a quarter less time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/usr/bin/chromium",
)
CHROMIUM = next(filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), *NAMES))), None)
