"""Templates can be read line by line, and so can a change of one."""

import re
from collections.abc import Callable

from django.conf import settings

WIDTH = 120
FOLDERS = [settings.BASE_DIR / "templates", *settings.BASE_DIR.glob("games/*/templates")]
TEMPLATES = sorted(path for folder in FOLDERS for path in folder.rglob("*.html"))

# Elements that begin a box of their own. Inline ones may share a line with the text they are part of.
BLOCKS = (
    "article|details|div|fieldset|figure|footer|form|h[1-6]|head|header|li|main|meta|nav|ol|option"
    "|p|section|select|style|summary|table|tbody|td|textarea|tfoot|th|thead|tr|ul"
)
OPENING_TAG = re.compile(rf"<(?:{BLOCKS})\b")
COMMENT = re.compile(r"{#.*?#}|{% comment %}.*?{% endcomment %}", re.DOTALL)


def lines_where(is_bad: Callable[[str], bool]) -> list[str]:
    """Each such line of a template, without comments, after the path of its file."""
    return [
        f"{path.relative_to(settings.BASE_DIR)}: {line.strip()}"
        for path in TEMPLATES
        for line in COMMENT.sub("", path.read_text()).splitlines()
        if is_bad(line)
    ]


def test_no_line_is_too_wide():
    assert lines_where(lambda line: len(line) > WIDTH) == []


def test_no_line_opens_two_block_elements():
    assert lines_where(lambda line: len(OPENING_TAG.findall(line)) > 1) == []
