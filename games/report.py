"""The output of `manage.py score` for a record: the state of its game, or why it is refused."""

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, BinaryIO

from games.contract import Scoreboard, Text, in_english
from games.endless import call_rules
from games.record import InvalidRecord, Record, read_record

LONGEST = 64 * 2**20
"""Bytes of one record: 5,000 entries of 20 players, all with the longest names, take 46 MB."""


class RecordTooLong(Exception):
    def __init__(self) -> None:
        super().__init__(f"a record has at most {LONGEST // 2**20} MB")


def score_record(text: str | bytes) -> dict[str, Any]:
    """Return the answer to any text: the state of the game, with names for seats, or an error."""
    try:
        record = read_record(text)
    except InvalidRecord as invalid:
        return _error_answer(invalid.entry, invalid.field, invalid.message, invalid.players)
    if record.totals_only:
        end = {"game": record.game.slug, "finished": True, "points": []}
        return end | record.totals_only._asdict()
    board = call_rules(record.game.score, record.setup, record.entries)
    if board.problem:
        entry, problem = board.problem
        return _error_answer(entry, problem.field, problem.message, record.players)
    return _score_answer(record, board)


def encode_answer(answer: dict[str, Any]) -> str:
    """Encode as one line of JSON, also for readers that split lines at Unicode separators."""
    return _encode(answer).translate(_LINE_ENDS)


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file, which may be endless. Raises RecordTooLong."""
    while line := file.readline(LONGEST + 1):
        if len(line) > LONGEST:
            raise RecordTooLong
        yield line


def split_records(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Split a file into records: one per line, or the whole file if it is a single JSON value.

    A broken file is a single record, too, if no line but the first can begin one.

    If the first line is JSON, every line is a record, and only one line is in memory at a time.
    Otherwise at most LONGEST bytes are, because a longer file is not a single record.
    """
    filled_lines = (line for line in lines if line.strip())
    first = next(filled_lines, b"")
    if _is_json(first):
        yield from chain([first], filled_lines)
        return
    rest, size = [], len(first)
    for line in filled_lines:
        rest.append(line)
        size += len(line)
        if size > LONGEST:
            yield from chain([first], rest, filled_lines)
            return
    whole = first + b"".join(rest)
    is_single = _is_json(whole) or not any(line.startswith(b"{") for line in rest)
    yield from filter(None, [whole] if is_single else [first, *rest])


def _score_answer(record: Record, board: Scoreboard) -> dict[str, Any]:
    players = record.players
    return {
        "game": record.game.slug,
        "finished": board.finished,
        "winners": [players[seat] for seat in board.winners],
        "totals": dict(zip(players, board.totals, strict=True)),
        "ranks": dict(zip(players, board.ranks, strict=True)),
        "points": [dict(zip(players, result.points, strict=True)) for result in board.results],
    }


def _error_answer(
    entry: int | None, field: str, message: Text, players: tuple[str, ...]
) -> dict[str, Any]:
    return {"error": {"entry": entry, "field": field, "message": in_english(message, players)}}


def _is_json(text: bytes) -> bool:
    """Return whether this looks like one complete JSON value, though perhaps not a record."""
    try:
        json.loads(text.decode("utf-8-sig", errors="replace"))
    except json.JSONDecodeError:
        return False
    except (ValueError, RecursionError):
        return True
    return True


_encode = json.JSONEncoder(ensure_ascii=False).encode
_LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})
