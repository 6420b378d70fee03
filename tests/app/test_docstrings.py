"""A docstring begins with its subject or a verb, not with a phrase that lacks them."""

import re

from django.conf import settings

FRAGMENT = re.compile(r'^ *"""(?:Of|Those|What|Whether|With|The same)\b.*', re.MULTILINE)


def test_no_docstring_begins_with_a_fragment():
    fragments = {
        str(path.relative_to(settings.BASE_DIR)): lines
        for folder in ("games", "scorekeeper", "tests")
        for path in (settings.BASE_DIR / folder).rglob("*.py")
        if (lines := FRAGMENT.findall(path.read_text("utf-8")))
    }
    assert fragments == {}
