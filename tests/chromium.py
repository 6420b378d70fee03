"""The Chromium that is installed here; nothing is downloaded. $CHROMIUM names another one."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "/usr/bin/chromium")
CHROMIUM = next(filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), *NAMES))), None)
