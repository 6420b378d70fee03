"""Numbers and sums as people type them, and texts that only look like one."""

from time import thread_time

import pytest

from games.kit.sums import evaluate_sum, is_number

LONG = 32_000


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("12+5−3", 14),
        (" 12 +5 - 3 ", 14),
        ("12 + - 5", 7),
        ("+ 7", 7),
        ("٣+1", 4),
        ("", None),
        ("12 5", None),
        ("1--2", None),
        ("1+", None),
        ("+-1", None),
    ],
)
def test_a_sum_is_read_as_people_type_it(text, total):
    assert evaluate_sum(text) == total


@pytest.mark.parametrize(
    "text",
    [
        "1" * LONG,
        "1" + " " * LONG + "x",
        "+ " * LONG,
        "1+" * LONG,
        "1 1" * LONG,
        "1 +  - 1" * LONG + "x",
    ],
    ids=["digits", "spaces", "signs", "open end", "numbers", "all"],
)
def test_what_is_no_sum_is_refused_in_linear_time(text):
    began = thread_time()
    assert evaluate_sum(text) is None
    assert not is_number(text)
    assert thread_time() - began < 0.5
