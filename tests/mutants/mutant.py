"""A mutant: a change to a few lines, which the tests should notice.

It names its lines by their text and by how many equal lines come before them, not by a number, so
it outlives changes around it.
"""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLE = Path(__file__).with_name("sample.txt")
FAULTS = Path(__file__).with_name("faults.txt")


@dataclass(frozen=True)
class Mutant:
    number: int
    kind: str
    path: str
    before: tuple[str, ...]  # whole lines without their indentation
    after: tuple[str, ...]
    nth: int = 1  # among equal lines of the file, from 1
    tests: tuple[str, ...] = ()  # files or folders; if none, the tests that reach the line

    def index(self, source: str) -> int | None:
        """Return the index of its first line, or None if there is no such line."""
        lines = [line.strip() for line in source.splitlines()]
        size = len(self.before)
        places = [i for i in range(len(lines)) if tuple(lines[i : i + size]) == self.before]
        return places[self.nth - 1] if len(places) >= self.nth else None

    def apply(self, source: str) -> str:
        first = self.index(source)
        assert first is not None, f"The lines of mutant {self.number} have changed"
        lines = source.splitlines(keepends=True)
        indentation = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
        lines[first : first + len(self.before)] = [f"{indentation}{line}\n" for line in self.after]
        return "".join(lines)

    def __str__(self) -> str:
        nth = f" ({self.nth})" if self.nth > 1 else ""
        lines = [f"{self.number} {self.kind} {self.path}{nth}"]
        for mark, texts in (("?", self.tests), ("-", self.before), ("+", self.after)):
            lines += [f"{mark} {text}" for text in texts]
        return "\n".join(lines)


def read(file: Path) -> list[Mutant]:
    """Read mutants as `str()` writes them, with an empty line between two."""
    blocks = re.split(r"\n\n+", file.read_text().strip())
    return [parse(block) for block in blocks if not block.startswith("#")]


def parse(block: str) -> Mutant:
    head, *lines = block.split("\n")
    match = re.fullmatch(r"(\d+) (\S+) (\S+)(?: \((\d+)\))?", head)
    assert match, head
    number, kind, path, nth = match.groups()
    tests, before, after = (
        tuple(line[2:] for line in lines if line.startswith(mark)) for mark in "?-+"
    )
    return Mutant(int(number), kind, path, before, after, int(nth or 1), tests)
