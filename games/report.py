"""What the command line says about a record: how its game stands or ended, or why there was no such game."""

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from games.contract import Scoreboard, Text
from games.record import Record, Refused, read


def answer(text: str | bytes) -> dict[str, Any]:
    """The answer to one record, whatever the text is: its game with names for the seats, or {"error": …}."""
    try:
        record = read(text)
    except Refused as refused:
        return _error(refused.entry, refused.field, refused.message, refused.players)
    board = record.game.score(record.setup, record.entries)
    if board.problem:
        entry, problem = board.problem
        return _error(entry, problem.field, problem.message, record.players)
    return _standing(record, board)


def line(said: dict[str, Any]) -> str:
    """An answer as one line of JSON, also for readers who take the line separators of Unicode for line ends."""
    return _encode(said).translate(_LINE_ENDS)


def records(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The records of a file: one a line when its first line is JSON, or else when it is no JSON as a whole.

    So one record may be spread over many lines, and of a long list no more than a line is held in memory.
    """
    written = (line for line in lines if line.strip())
    first = next(written, b"")
    if _is_json(first):
        yield from chain([first], written)
        return
    rest = list(written)
    whole = first + b"".join(rest)
    yield from [whole] if _is_json(whole) else filter(None, [first, *rest])


def _standing(record: Record, board: Scoreboard) -> dict[str, Any]:
    players = record.players
    return {
        "game": record.game.slug,
        "finished": board.finished,
        "winners": [players[seat] for seat in board.winners],
        "totals": dict(zip(players, board.totals, strict=True)),
        "ranks": dict(zip(players, board.ranks, strict=True)),
        "points": [dict(zip(players, result.points, strict=True)) for result in board.results],
    }


def _error(entry: int | None, field: str, message: Text, players: tuple[str, ...]) -> dict[str, Any]:
    said = message.say(players, str, lambda singular, plural, count: singular if count == 1 else plural)
    return {"error": {"entry": entry, "field": field, "message": said}}


def _is_json(text: bytes) -> bool:
    """Whether this looks like all of one record, be it good or bad: that is for the answer to say."""
    try:
        json.loads(text.decode("utf-8-sig", errors="replace"))
    except json.JSONDecodeError:
        return False
    except (ValueError, RecursionError):
        return True
    return True


_encode = json.JSONEncoder(ensure_ascii=False).encode
_LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})
