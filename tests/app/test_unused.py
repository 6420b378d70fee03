"""Every class and icon of the style sheets is used on a page."""

import re

from django.conf import settings

GAMES = settings.BASE_DIR / "games"
SHEETS = [*(settings.BASE_DIR / "static" / "css").glob("*.css"), *GAMES.glob("*/static/*/*.css")]
TEMPLATES = [*(settings.BASE_DIR / "templates").rglob("*.*"), *GAMES.rglob("templates/*/*.*")]
CODE = [
    path for folder in (GAMES, settings.BASE_DIR / "scorekeeper") for path in folder.rglob("*.py")
]

# Names are completed by numbers, or added by scripts, htmx and Python.
COMPLETED = re.compile(r"(seat|die|face)-\d+$")
ADDED = {"change", "fresh", "on", "htmx-request", "sunk", "longer-word", "longest-word", "tip"}


def text_of(paths):
    return "\n".join(path.read_text() for path in paths)


def classes_in_pages():
    pages = text_of([*TEMPLATES, *CODE])
    values = re.findall(r'class="((?:\{[{%].*?[%}]\}|[^"{])*)"', pages)
    values += re.findall(r"block layout %\}(\w+)", pages)
    return {word for value in values for word in re.findall(r"[\w-]+", value)} | ADDED


def test_every_class_in_a_style_sheet_is_used_on_a_page():
    used, unused = classes_in_pages(), {}
    for sheet in SHEETS:
        rules = re.sub(r'/\*.*?\*/|"[^"]*"', "", sheet.read_text(), flags=re.DOTALL)
        found = re.findall(r"\.([a-z][\w-]*)", rules)
        unused[sheet] = {name for name in found if not COMPLETED.match(name)} - used
    assert SHEETS
    assert {sheet.name: names for sheet, names in unused.items() if names} == {}


def test_every_icon_is_used_on_a_page():
    pages = text_of([*TEMPLATES, *CODE])
    icons = {path.name for path in (settings.BASE_DIR / "templates" / "icons").iterdir()}
    assert icons
    assert {name for name in icons if f"icons/{name}" not in pages} == set()
