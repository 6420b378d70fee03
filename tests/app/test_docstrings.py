"""A docstring begins with its subject or a verb, not with a phrase that lacks them, and whatever
file a comment names is there.
"""

import re

from django.conf import settings

FOLDERS = ("games", "scorekeeper", "static", "templates", "tests")
SUFFIXES = {".py", ".js", ".css", ".html"}
# Modules and scripts, as comments name them. "manage.py" and an author's example are not in these.
NAMED = re.compile(r"\b(?!manage\.py|(?:games/)?coin/)\w[\w/]*\.(?:py|js)\b(?!\")")
FRAGMENT = re.compile(r'^ *"""(?:Of|Those|What|Whether|With|The same)\b.*', re.MULTILINE)


def test_no_docstring_begins_with_a_fragment():
    fragments = {
        str(path.relative_to(settings.BASE_DIR)): lines
        for folder in ("games", "scorekeeper", "tests")
        for path in (settings.BASE_DIR / folder).rglob("*.py")
        if (lines := FRAGMENT.findall(path.read_text("utf-8")))
    }
    assert fragments == {}


def test_every_file_that_a_comment_names_exists():
    root = settings.BASE_DIR
    files = [one.relative_to(root) for name in FOLDERS for one in (root / name).rglob("*.*")]
    ends = [f"/{one.as_posix()}" for one in files]
    ours = [one for one in files if one.suffix in SUFFIXES and one.parts[0] != "tests"]
    named = {
        (str(one), name) for one in ours for name in NAMED.findall((root / one).read_text("utf-8"))
    }
    missing = {pair for pair in named if not any(end.endswith(f"/{pair[1]}") for end in ends)}
    assert missing == set()
