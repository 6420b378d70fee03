"""Checks our scripts with oxlint: `python tests/lint_scripts.py`, a part of `make lint`.

Joined scripts share one scope, so oxlint reads them joined: it knows which names exist, and which
nothing uses. Games' scripts are joined to them, too, although a page has those of one game.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent
CONFIGURATION = ROOT / "tests" / "oxlint.json"
WORKER = ROOT / "templates" / "sw.js"
PLACE = re.compile(r"^[^:]+:([0-9]+):", re.MULTILINE)


def lint(name: str, files: Sequence[Path]) -> bool:
    """Print the mistakes in these files, joined under this name. Return whether there are none."""
    texts = [fill_in(file.read_text("utf-8")) for file in files]
    lines = [
        (file, number)
        for file, text in zip(files, texts, strict=True)
        for number, _ in enumerate(text.split("\n"), 1)
    ]

    def place(found: re.Match[str]) -> str:
        file, number = lines[int(found[1]) - 1]
        return f"{os.path.relpath(file)}:{number}:"

    oxlint = shutil.which("oxlint", path=sysconfig.get_path("scripts"))
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / name).write_text("\n".join(texts), "utf-8")
        run = [str(oxlint), f"--config={CONFIGURATION}", "--format=unix", name]
        checked = subprocess.run(run, cwd=folder, stdout=subprocess.PIPE, text=True)
    print(PLACE.sub(place, checked.stdout), end="")
    return checked.returncode == 0


def fill_in(text: str) -> str:
    """The service worker is a template, with values that only the server knows."""
    return re.sub(r"{{ \w+ }}", "0", re.sub(r"{% \w+( \w+)? %}", "", text))


def main() -> None:
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from scorekeeper.site.bundles import bundles

    bundled = [file for name, files in bundles().items() if name.endswith(".js") for file in files]
    scripts = [file for file in bundled if file.parent.name != "vendor"]
    clean = [lint("joined.js", scripts), lint(WORKER.name, [WORKER])]
    sys.exit(not all(clean))


if __name__ == "__main__":
    main()
