"""docs/accessibility.md has every criterion once, and names only tests that exist."""

import re
from collections import Counter
from functools import cache

from django.conf import settings

PAGE = (settings.BASE_DIR / "docs/accessibility.md").read_text()
# By guideline: how many criteria WCAG 2.2 has at the levels A and AA.
CRITERIA = {
    "1.1": 1,
    "1.2": 5,
    "1.3": 5,
    "1.4": 9,
    "2.1": 3,
    "2.2": 2,
    "2.3": 1,
    "2.4": 8,
    "2.5": 6,
    "3.1": 2,
    "3.2": 5,
    "3.3": 6,
    "4.1": 2,
}


@cache
def names_in(path):
    return set(re.findall(r"^def (test_\w+)", (settings.BASE_DIR / path).read_text(), re.MULTILINE))


def test_every_criterion_has_one_row():
    rows = re.findall(r"^\| (\d\.\d)\.(\d+) .* \(A{1,2}\) \|", PAGE, re.MULTILINE)
    assert len(rows) == len(set(rows))
    assert Counter(guideline for guideline, _number in rows) == CRITERIA


def test_every_test_that_is_named_exists():
    named = re.findall(r"`(\w+/\w+\.py)::(\w+)`", PAGE)
    assert len(named) > 20
    assert not [f"{path}::{test}" for path, test in named if test not in names_in(f"tests/{path}")]
