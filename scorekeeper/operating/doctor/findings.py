"""A finding of `manage.py doctor` is a line about one subject, with a remedy if one is needed."""

from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from typing import NamedTuple


class Grade(StrEnum):
    OK = "ok"
    MISSING = "missing"  # the site works, and would work better with it
    UNSAFE = "UNSAFE"  # games or devices are at risk, or the site does not work


class Finding(NamedTuple):
    grade: Grade
    subject: str
    text: str

    def __str__(self) -> str:
        return f"{self.grade:<8} {self.subject}: {self.text}"


Findings = Iterator[Finding]

ok = partial(Finding, Grade.OK)
missing = partial(Finding, Grade.MISSING)
unsafe = partial(Finding, Grade.UNSAFE)
