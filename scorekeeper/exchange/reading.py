"""Reads files of games: our archive, records, BGStatsExport.json, yucataplays.json, and our CSV.

A file is data of a stranger: its size, the number of its games and their depth have limits, and a
game that cannot be taken is an ImportFault with its place, not an error.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from types import NoneType
from typing import Any, BinaryIO, ParamSpec, TypeVar, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from django.utils import timezone
from django.utils.translation import gettext as _

from games import record
from games.endless import call_rules
from games.record import InvalidRecord, Record, parse_json, read_record
from games.report import read_lines
from games.strictjson import loads
from scorekeeper.exchange.archive import FORMAT
from scorekeeper.exchange.other_apps import from_bgstats, from_yucata, revision
from scorekeeper.exchange.our_csv import from_csv
from scorekeeper.exchange.plays import (
    ID_LENGTH,
    MOST_GAMES,
    ImportedPlay,
    ImportFault,
    Refused,
    Unreadable,
    explain,
    id_of_content,
    text_of,
)
from scorekeeper.models.someone import stored_name
from scorekeeper.tables.kinds import is_open_ended
from scorekeeper.tables.log import SETUP

LARGEST = 50 * 2**20  # bytes of a file
MOST_PARTS = 5_000_000  # values of one JSON text: each takes much memory
PARTS = {b"{": 10, b"[": 3, b",": 1}
"""An object, a list and a further value begin so, and take the memory of so many values."""
UNPACKED = 400 * 2**20  # bytes of all files in a zip together
LONGEST_GAME = 8 * 2**20  # bytes of one game in a zip
REVISION_KEYS = (
    "slot", "revision", "position", "data", "at", "by", "for", "submission", "note", "back_to",
)  # fmt: skip
GROUP_KEYS = "name", "named", "points"
ROWS = {
    "players": (2_000, ("name", "mark")),
    "seasons": (200, ("name", "first_day", "last_day", "scale", "points")),
}
"""How many rows of an archive are read, and which of their keys."""

LONGEST_TEXT = 1_000  # of what an archive says of its group: longer than any form takes
DAMAGES = (
    BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError,
)  # fmt: skip
FILE_OF_ZIP = b"PK\x01\x02"  # begins each entry of its directory
PIECE = 2**20

P = ParamSpec("P")
T = TypeVar("T")
Content = TypeVar("Content")

logger = logging.getLogger(__name__)


@dataclass
class Group:
    """Holds what an archive says of the group itself."""

    about: Mapping[str, Any]


Item = ImportedPlay | ImportFault | Group


def read_file(path: Path) -> Iterator[Item]:
    """Yield what is in the file. Raises Unreadable."""
    with path.open("rb") as file:
        start = file.read(4)
        file.seek(0)
        if start[:2] == b"PK":
            yield from limit_games(read_zip(file))
        elif start.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in (b"{", b"["):
            yield from limit_games(read_json(file))
        else:
            yield from limit_games(from_csv(decode(file.read())))


def limit_games(items: Iterator[Item]) -> Iterator[Item]:
    games = 0
    for item in items:
        games += not isinstance(item, Group)
        if games > MOST_GAMES:
            raise Unreadable(_("The file has more than %(most)s games.") % {"most": MOST_GAMES})
        yield item


def decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(_("The file is not in UTF-8. Save it as UTF-8, then try again.")) from None


def check_parts(data: bytes) -> None:
    """Refuse JSON that would fill the memory. Raises Unreadable."""
    if sum(values * data.count(part) for part, values in PARTS.items()) > MOST_PARTS:
        raise Unreadable(_("The file contains too much data."))


def parse(data: bytes) -> Any:
    check_parts(data)
    try:
        return loads(decode(data))
    except (json.JSONDecodeError, RecursionError):
        raise Unreadable(_("The file is damaged: its JSON is not complete.")) from None


# A zip


def read_zip(file: BinaryIO) -> Iterator[Item]:
    """Yield the games of an archive. Its directory may lie, so what is unpacked has a limit."""
    if count_files(file) > MOST_GAMES + 10:
        raise Unreadable(_("The file has more than %(most)s games.") % {"most": MOST_GAMES})
    try:
        with ZipFile(file) as archive:
            yield from read_archive(archive)
    except DAMAGES as error:
        raise Unreadable(_("The zip is damaged, or has a password.")) from error


def count_files(file: BinaryIO) -> int:
    """Return the number of files in the directory of a zip, before ZipFile lists all of them.

    The number that the zip states may be wrong.
    """
    count, end = 0, b""
    file.seek(0)
    while part := file.read(PIECE):
        count += (end + part).count(FILE_OF_ZIP)
        end = part[1 - len(FILE_OF_ZIP) :]
    file.seek(0)
    return count


def read_archive(archive: ZipFile) -> Iterator[Item]:
    names = archive.namelist()
    if "manifest.json" not in names or "group.json" not in names:
        if {"[Content_Types].xml", "mimetype"} & {*names}:  # .xlsx and .ods are zips, too
            raise Unreadable(_("Save the spreadsheet as CSV, then try again."))
        raise Unreadable(_("This zip is not an archive of a group."))
    budget = Budget(archive)
    manifest = budget.json("manifest.json")
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise Unreadable(_("This zip was made by a version that this server does not know."))
    about = budget.json("group.json")
    if isinstance(about, dict):
        yield Group(sound_about(about))
    for name in names:
        if name.startswith("games/") and not name.endswith("/"):
            yield attempt(from_archive, name, budget)


class Budget:
    """Unpacks files of a zip until they are too much together."""

    def __init__(self, archive: ZipFile) -> None:
        self.archive, self.left = archive, UNPACKED

    def json(self, name: str) -> Any:
        if self.archive.getinfo(name).compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            # Any other would be unpacked at once, however large it is.
            raise Unreadable(_("This zip is not an archive of a group."))
        with self.archive.open(name) as file:
            data = file.read(min(LONGEST_GAME, self.left) + 1)
        self.left -= len(data)
        if self.left < 0 or len(data) > LONGEST_GAME:
            raise Unreadable(_("The zip contains too much data."))
        return parse(data)


def from_archive(name: str, budget: Budget) -> ImportedPlay:
    try:
        data = budget.json(name)
    except Unreadable as error:
        if budget.left < 0:
            raise
        raise Refused(str(error)) from error
    history = data.get("history") if isinstance(data, dict) else None
    if not isinstance(history, list) or not all(isinstance(one, dict) for one in history):
        raise Refused(_("It has no history."))
    try:
        people = list(data["people"])
        for place, number in data.get("deleted", {}).items():
            people[int(place)] = stored_name(int(number))
        return ImportedPlay(
            place=name,
            game=text_of(data["game"], ID_LENGTH),
            people=people,
            seats=list(data["seats"]),
            started_at=data["started_at"],
            played_at=data["played_at"],
            finished_at=data["finished_at"],
            history=[
                # What else the file holds is not kept.
                {key: one[key] for key in REVISION_KEYS if key in one}
                for one in history
            ],
            uuid=str(data["id"]),
            comment=data["comment"],
        )
    except (AttributeError, LookupError, OverflowError, TypeError, ValueError):
        raise Refused(_("Something is missing.")) from None


def attempt(
    read: Callable[[str, Content], ImportedPlay], place: str, content: Content
) -> ImportedPlay | ImportFault:
    try:
        return read(place, content)
    except Refused as refusal:
        return ImportFault(place, str(refusal))


# JSON


def read_json(file: BinaryIO) -> Iterator[Item]:
    """Yield the games of a JSON file: one record, one a line, or the export of another app."""
    first = file.readline(LARGEST)
    file.seek(0)
    if is_record(first):
        yield from read_records(file)
        return
    try:
        data = parse(file.read())
    except Unreadable:
        file.seek(0)
        if not any(map(is_record, islice(file, MOST_GAMES))):
            raise
        file.seek(0)
        yield from read_records(file)  # the first line is not a record, but others are
        return
    if isinstance(data, dict) and "plays" in data and "games" in data:
        yield from from_bgstats(data)
    elif isinstance(data, dict) and isinstance(data.get("data"), list):
        yield from from_yucata(data["data"])
    elif isinstance(data, dict):
        yield attempt(from_record, _("the record"), data)
    elif isinstance(data, list) and any(isinstance(one, dict) and "game" in one for one in data):
        for number, one in enumerate(data, 1):
            yield attempt(from_record, _("play %(number)s") % {"number": number}, one)
    else:
        raise Unreadable(_("There are no games in this file."))


def read_records(file: BinaryIO) -> Iterator[Item]:
    """Yield the games of a file with one record a line."""
    for number, line in enumerate(read_lines(file), 1):
        if line.strip():
            check_parts(line)
            yield attempt(from_record, _("line %(number)s") % {"number": number}, line.strip())


def is_record(line: bytes) -> bool:
    """Return whether this line alone is JSON that says that it is a record. Raises Unreadable."""
    check_parts(line)
    try:
        data = loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "game" in data and "players" in data


def from_record(place: str, content: object) -> ImportedPlay:
    """Return the game of a record: a text, or parsed. Raises Refused, with the entry that cannot
    be.
    """
    try:
        raw = parse_json(content) if isinstance(content, bytes) else content
        source = run_rules(read_record, raw)
    except InvalidRecord as invalid:
        raise Refused(explain(invalid.entry, invalid.message, invalid.players)) from invalid
    raw = cast(dict[str, Any], raw)
    board = run_rules(source.game.score, source.setup, source.entries)
    if board.problem:
        entry, problem = board.problem
        raise Refused(explain(entry, problem.message, source.players))
    return play_of(place, source, raw, is_finished=board.finished)


def run_rules(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call the rules of a game. Raises Refused if they fail: other games can still come in."""
    try:
        return call_rules(function, *args, **kwargs)
    except InvalidRecord:
        raise
    except Exception as error:
        logger.exception("The rules of a game to import failed")
        raise Refused(_("Its rules could not work out the score.")) from error


def sound_about(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return what we read of a group, without what else the file holds, however much and deep."""
    sound = simple_values(about, GROUP_KEYS)
    for key, (most, row_keys) in ROWS.items():
        rows = about.get(key)
        some = rows[:most] if isinstance(rows, list) else []
        sound[key] = [simple_values(row, row_keys) for row in some if isinstance(row, dict)]
    return sound


def simple_values(row: Mapping[str, Any], keys: Collection[str]) -> dict[str, Any]:
    """Return the values of these keys, without lists and fractions, which may be infinite: no
    database stores those. Cut a text that is too long for any form.
    """
    simple = str, int, NoneType
    values = {key: row[key] for key in keys if key in row and isinstance(row[key], simple)}
    return {
        key: value[:LONGEST_TEXT] if isinstance(value, str) else value
        for key, value in values.items()
    }


def play_of(place: str, source: Record, raw: Mapping[str, Any], is_finished: bool) -> ImportedPlay:
    entries = [one for one in raw.get("entries", ()) if isinstance(one, dict)]
    times = [text for one in entries if (text := known_time(one.get("at")))]
    first, last = (times[0], times[-1]) if times else ("", "")
    start = stated_time(raw, "started_at") or first
    end = stated_time(raw, "finished_at") or last or start or timezone.now().isoformat()
    start = min(start or end, end, key=datetime.fromisoformat)
    options = record.encode_options(source.game, source.setup.options)
    setup = {"options": options, "ended_early": source.setup.ended_early} | result_of(source)
    if source.totals_only and run_rules(is_open_ended, source.game, options, len(source.players)):
        setup["ended_early"] = False  # its table ended it, as nothing else does
    setup_at = end if source.totals_only else start  # a game without rounds ended with its setup
    history = [revision(SETUP, setup, setup_at)]
    for slot, entry in enumerate(source.entries, 1):
        raw_entry = entries[slot - 1]
        data = run_rules(record.encode_entry, source.game, entry, range(len(source.players)))
        at = known_time(raw_entry.get("at")) or end
        history.append(revision(slot, data, at, raw_entry.get("by")))
    return ImportedPlay(
        place=place,
        game=source.game.slug,
        people=source.players,
        seats=range(len(source.players)),
        started_at=start,
        played_at=end,
        finished_at=end if is_finished or source.totals_only else None,
        history=history,
        uuid=str(raw.get("id") or "") or id_of_content(raw),
        comment=str(raw.get("comment") or ""),
    )


def result_of(source: Record) -> dict[str, Any]:
    """Return the setup's part for a game with totals only: tables/finished/totals_only.py."""
    if not (end := source.totals_only):
        return {}
    totals = [end.totals[name] for name in source.players]
    winners = [seat for seat, name in enumerate(source.players) if name in end.winners]
    return {"result": {"totals": totals, "winners": winners}}


def stated_time(raw: Mapping[str, Any], key: str) -> str:
    """Return the time under this key; without a zone it is local. "" if there is none."""
    text = raw.get(key)
    if not text:
        return ""
    try:
        at = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        raise Refused(_("“%(text)s” is not a date and time.") % {"text": str(text)[:40]}) from None
    return (at if at.tzinfo else at.replace(tzinfo=timezone.get_default_timezone())).isoformat()


def known_time(text: object) -> str:
    try:
        return text if isinstance(text, str) and datetime.fromisoformat(text).tzinfo else ""
    except ValueError:
        return ""
