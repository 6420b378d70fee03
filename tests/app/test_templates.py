"""Templates can be read line by line, and so can a change of one."""

import re
from collections.abc import Callable

from django.conf import settings

WIDTH = 120
FOLDERS = [settings.BASE_DIR / "templates", *settings.BASE_DIR.glob("games/*/templates")]
TEMPLATES = {path: path.read_text() for folder in FOLDERS for path in folder.rglob("*.html")}

# Elements with a box of their own. Inline ones may share a line with the text around them.
BLOCKS = (
    "article|details|div|fieldset|figure|footer|form|h[1-6]|head|header|li|main|meta|nav|ol"
    "|option|p|section|select|style|summary|table|tbody|td|textarea|tfoot|th|thead|tr|ul"
)
OPENING_TAG = re.compile(rf"<(?:{BLOCKS})\b")


def lines_where(is_bad: Callable[[str], bool]) -> list[str]:
    """Each such line of a template, after the path of its file."""
    return [
        f"{path.relative_to(settings.BASE_DIR)}: {line.strip()}"
        for path, source in TEMPLATES.items()
        for line in source.splitlines()
        if is_bad(line)
    ]


def test_no_line_is_too_wide():
    assert TEMPLATES
    assert lines_where(lambda line: len(line) > WIDTH) == []


def test_no_line_opens_two_block_elements():
    assert lines_where(lambda line: len(OPENING_TAG.findall(line)) > 1) == []
