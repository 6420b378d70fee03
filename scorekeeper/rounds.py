"""A round, or whatever else is entered, as the pages of its game show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse

from games.contract import GameOver, Result
from scorekeeper.models import Entry


@dataclass(frozen=True)
class Round:
    """An entry that stands, where it stands, and what it did. `problem` says why it counts nothing."""

    number: int
    entry: Entry
    revisions: Sequence[Entry]
    result: Result
    title: str
    label: str  # the number in its title
    url: str
    put_in: bool
    problem: str
    cells: tuple[tuple[int | None, int], ...]  # what each seat got, None if it had no part, and what it had then

    @property
    def late(self) -> bool:
        """Whether it came after the end: nothing is wrong with it that could be mended."""
        return isinstance(self.result.problem, GameOver)

    @property
    def corrected(self) -> bool:
        """Whether it said something else before; to be taken back, and to stand again as it was, is no correction."""
        return any(e.data is not None and e.data != self.entry.data for e in self.revisions[:-1])


@lru_cache(4096)
def round_url(pk: int, slot: int) -> str:
    return reverse("round", args=[pk, slot])
