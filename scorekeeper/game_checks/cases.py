"""The games in cases.toml, and whether they are scored as they say."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from games.contract import AnyGame
from games.record import FORMAT, Record, read_record
from games.report import score_record
from scorekeeper.game_checks.mistakes import CASE, CASES, RULES, Mistake, mistake_of_error

NEEDED = ("name", "players", "entries", "answer")
DECODER_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


class Case(NamedTuple):
    """One game: its name, its line in the file, the record, and what the answer must contain.

    `record_only`: it has an entry that no form gives, although the rules accept it.
    """

    name: str
    file: Path
    line: int
    record: dict[str, Any]
    answer: dict[str, Any]
    record_only: bool

    @property
    def refused_entry(self) -> int | None:
        """The number of the entry that the rules must refuse."""
        number: int | None = self.answer.get("error", {}).get("entry")
        return number

    def read(self) -> Record | None:
        """Decode it; None if it cannot be decoded. Why, the check of the answer says."""
        try:
            return read_record(self.record)
        except Exception:
            return None


def records_of(cases: Iterable[Case]) -> list[Record]:
    """Return the records of the cases that can be decoded."""
    return [record for case in cases if (record := case.read())]


class InvalidCases(Exception):
    def __init__(self, mistake: Mistake) -> None:
        super().__init__(str(mistake))
        self.mistake = mistake


def read_cases(game: AnyGame, folder: Path) -> list[Case]:
    """Raises InvalidCases."""
    file = folder / "cases.toml"
    tables = parse(file).get("case")
    if not (isinstance(tables, list) and tables):
        raise InvalidCases(Mistake(CASES, file, "It has no case: begin one with [[case]]."))
    numbered_lines = enumerate(text_of(file).splitlines(), 1)
    lines = [n for n, line in numbered_lines if line.replace(" ", "").startswith("[[case]]")]
    lines += [0] * (len(tables) - len(lines))
    return [read_case(game, file, line, table) for line, table in zip(lines, tables, strict=False)]


def text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except FileNotFoundError as error:
        reason = "The file is missing: it holds games worked by hand."
        raise InvalidCases(Mistake(CASES, file, reason)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidCases(Mistake(CASES, file, f"The file cannot be read: {error}.")) from error


def parse(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text_of(file))
    except tomllib.TOMLDecodeError as error:
        match = DECODER_LINE.search(str(error))
        reason = f"This is not valid TOML: {DECODER_LINE.sub('', str(error))}."
        raise InvalidCases(Mistake(CASES, file, reason, int(match[1]) if match else None)) from None


def read_case(game: AnyGame, file: Path, line: int, table: dict[str, Any]) -> Case:
    for key in NEEDED:
        if key not in table:
            raise InvalidCases(Mistake(CASES, file, f"The case has no `{key}`.", line))
    own = ("name", "answer", "record_only")
    record = {key: value for key, value in table.items() if key not in own}
    record = {"format": FORMAT, "game": game.slug, **record}
    only = bool(table.get("record_only"))
    return Case(str(table["name"]), file, line, record, table["answer"], only)


def check_cases(cases: list[Case]) -> Iterator[Mistake]:
    for case in cases:
        try:
            answer = score_record(json.dumps(case.record))
        except Exception as error:
            file = case.file.with_name("rules.py")
            yield mistake_of_error(RULES, file, f"Scoring the case “{case.name}”", error)
            continue
        for key, expected in case.answer.items():
            actual = answer.get(key)
            if isinstance(expected, dict) and key == "error" and isinstance(actual, dict):
                actual = {name: actual.get(name) for name in expected}
            if actual != expected:
                yield Mistake(CASE, case.file, difference(case, key, expected, answer), case.line)
                break


def difference(case: Case, key: str, expected: object, answer: dict[str, Any]) -> str:
    if key != "error" and "error" in answer:
        return f"In the case “{case.name}” the rules refuse: {answer['error']['message']}"
    actual = answer.get(key)
    return f"In the case “{case.name}” `{key}` is {actual}, but the case expects {expected}."
