"""A game as it is read from a file, before it is in a group: one form for every kind of file."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any, cast

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games import record, registry
from games.contract import AnyGame, Impossible, Text
from games.dataclass_codec import MAX_NUMBER
from games.endless import call_rules
from games.kit.names import UNPRINTABLE_IN_TEXT, is_printable, normalize_name
from scorekeeper.models import GameSession, Revision, Seat
from scorekeeper.models.someone import number_of
from scorekeeper.tables.kinds import Options
from scorekeeper.tables.log import MOST, SETUP, SPARE, Log
from scorekeeper.tables.seating import Seating
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import render_text

SETUP_KEYS = {
    "options", "ended_early", "players", "first", "away", "starter", "picked", "day", "result",
    "head_start",
}  # fmt: skip
NAME_LENGTH, NOTE_LENGTH, COMMENT_LENGTH, ID_LENGTH = 40, 200, 2000, 200
PLACE_LENGTH, REASON_LENGTH = 100, 300
MOST_GAMES = 20_000  # of a file
MOST_PEOPLE = 200  # who ever sat at one table
LAST_SLOT = 9_000_000  # our forms count to 9,999,999, and a game may go on
MOST_PICKED = 100  # options that the table did not leave to chance
EARLIEST, AHEAD = date(1900, 1, 1), timedelta(days=1)


class Refused(Exception):
    """A game that cannot be taken; the message is the reason, for a host to read."""


class Unreadable(Exception):
    """A file that cannot be read as a whole; the message is the reason, for a host to read."""


@dataclass
class ImportFault:
    """A game in a file that cannot be taken: its place in the file, and why.

    Both may quote the file, so they are cut: a page lists hundreds of them.
    """

    place: str
    reason: str

    def __post_init__(self) -> None:
        self.place, self.reason = self.place[:PLACE_LENGTH], self.reason[:REASON_LENGTH]


@dataclass
class ImportedPlay:
    """A game from a file.

    - `place`: where it stands in the file, such as "line 3".
    - `uuid`: its id wherever it came from, or one that follows from what the file says of it.
    - `people`: all who ever sat at the table. `seats` are the places in `people` of those who sit
      there now, in seat order. A deleted player has the name of models/someone.py.
    - `history`: its revisions, as docs/exchange.md describes them; a setup names people by place.
    """

    place: str
    game: str
    people: Sequence[str]
    seats: Sequence[int]
    started_at: str
    played_at: str
    finished_at: str | None
    history: Sequence[Mapping[str, Any]] = field(default_factory=list)
    uuid: str = ""
    comment: str = ""

    @property
    def names(self) -> list[str]:
        return [self.people[seat] for seat in self.seats]


def game_of(play: ImportedPlay) -> AnyGame:
    game = registry.games().get(play.game)
    if not game:
        raise Refused(_("The game “%(game)s” is not installed here.") % {"game": play.game[:40]})
    return game


def table_of(play: ImportedPlay) -> Table:
    """Return the game as a table that is not stored. Raises Refused."""
    game = game_of(play)
    check_people(play)
    text_of(play.uuid, ID_LENGTH)
    session = GameSession(
        game=play.game,
        comment=text_of(play.comment, COMMENT_LENGTH),
        started_at=time_of(play.started_at),
        played_at=time_of(play.played_at),
        finished_at=play.finished_at and time_of(play.finished_at),
    )
    revisions = [revision_of(one) for one in play.history]
    check_history(revisions)
    seats = [Seat(number=n, player_id=place) for n, place in enumerate(play.seats)]
    for seat in seats:
        seat.name = play.people[seat.player_id]
    log = Log.of(revisions)
    table = Table(session, game, log, Seating(log.setups, seats))
    for setup in log.setups:
        check_setup(play, game, setup.data)
    check_entries(table, revisions)
    if table.seating.players != list(play.seats):
        raise Refused(_("A seat belongs to nobody."))
    return table


def check_people(play: ImportedPlay) -> None:
    people = play.people
    if len(people) > MOST_PEOPLE:
        raise Refused(_("The game cannot have this many players."))
    # The name of a deleted player is the app's own.
    if not all(
        isinstance(name, str) and (number_of(name) > 0 or name == name_of(name)) for name in people
    ):
        raise Refused(_("A name has characters that can’t be shown, or is too long."))
    if len({name.casefold() for name in people}) < len(people):
        raise Refused(_("Two players have the same name."))
    if not are_within(play.seats, range(len(people))):
        raise Refused(_("A seat belongs to nobody."))
    if len(set(play.seats)) < len(play.seats):
        raise Refused(_("A player has two seats."))


def are_within(numbers: Iterable[Any], limits: range) -> bool:
    return all(type(number) is int and number in limits for number in numbers)


def name_of(name: object) -> str:
    """Return the name as the app would store it. Raises Refused."""
    plain = normalize_name(name) if isinstance(name, str) else ""
    if not plain or len(plain) > NAME_LENGTH or not is_printable(plain):
        raise Refused(_("A name has characters that can’t be shown, or is too long."))
    return plain


def storable_content(content: Any) -> Any:
    """Return JSON without characters that no database can store: nulls, and lone surrogates."""
    if isinstance(content, str):
        return content.replace("\0", "").encode("utf-8", "replace").decode()
    if isinstance(content, Mapping):
        return {storable_content(key): storable_content(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [storable_content(part) for part in content]
    return content


def text_of(text: object, length: int) -> str:
    if not isinstance(text, str) or len(text) > length or re.search(UNPRINTABLE_IN_TEXT, text):
        raise Refused(_("A text has characters that can’t be shown, or is too long."))
    return text


def time_of(text: object) -> datetime:
    """Return a time with its zone. Raises Refused."""
    try:
        at = parse_datetime(text) if isinstance(text, str) else None
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise Refused(_("“%(text)s” is not a date and time.") % {"text": str(text)[:40]})
    if at.date() < EARLIEST or at > timezone.now() + AHEAD:
        raise Refused(_("%(date)s is too long ago, or in the future.") % {"date": at.date()})
    return at


def revision_of(one: Mapping[str, Any]) -> Revision:
    """Return a revision of the history, not stored. Raises Refused."""
    slot: Any = one.get("slot")
    number: Any = one.get("revision")
    position: Any = one.get("position")
    is_position = type(position) in (int, float) and abs(position) <= LAST_SLOT
    if not are_within((slot, number), range(LAST_SLOT + 1)) or not is_position:
        raise Refused(_("A round in the history has no valid position."))
    data = one.get("data")
    if not (isinstance(data, dict) or (data is None and slot != SETUP)):
        raise Refused(_("A round in the history has no data."))
    if storable_content(data) != data:
        raise Refused(_("A text has characters that can’t be shown, or is too long."))
    revision = Revision(
        slot=slot,
        revision=number,
        position=position,
        data=data,
        at=time_of(one.get("at")),
        submission=uuid_of(one.get("submission")),
        note=text_of(one.get("note", ""), NOTE_LENGTH),
    )
    revision.by, revision.sender_name = device_of(one.get("by")), device_of(one.get("for"))
    return revision


def device_of(name: object) -> str | None:
    return None if name is None else name_of(name)


def uuid_of(text: object) -> uuid.UUID:
    try:
        return uuid.UUID(text) if isinstance(text, str) else uuid.uuid4()
    except ValueError:
        raise Refused(_("“%(text)s” is not an id.") % {"text": str(text)[:40]}) from None


def id_of_content(content: object) -> str:
    """Return an id for a game that has none: the same whenever its file is read."""
    return f"content:{sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()}"


def check_history(revisions: Sequence[Revision]) -> None:
    if len(revisions) > MOST + SPARE:
        raise Refused(_("It has more rounds than a game can have."))
    last: dict[int, int] = {}
    for one in revisions:
        is_empty = one.revision == 1 and one.data is None
        if is_empty or one.revision != last.get(one.slot, 0) + 1:
            raise Refused(_("The history has gaps."))
        last[one.slot] = one.revision
    if not revisions or revisions[0].slot != SETUP:
        raise Refused(_("The history does not begin with the start of the game."))
    if len({one.submission for one in revisions}) < len(revisions):
        raise Refused(_("The same entry appears twice in the history."))


def check_setup(play: ImportedPlay, game: AnyGame, data: Mapping[str, Any]) -> None:
    """Refuse a setup that the app would not have stored."""
    if not data.keys() <= SETUP_KEYS or type(data.get("ended_early")) is not bool:
        raise Refused(_("The game’s setup contains something that this server doesn’t know."))
    if ("players" in data) != ("first" in data):
        raise Refused(_("The game’s setup contains something that this server doesn’t know."))
    seats = seats_in(play, data)
    if len(seats) not in game.players:
        raise Refused(_("The game cannot have this many players."))
    numbers = [*list_in(data, "away"), *seats_named_by(data.get("starter"))]
    if not are_within(numbers, range(len(seats))):
        raise Refused(_("A seat belongs to nobody."))
    head_start = list_in(data, "head_start")
    if len(head_start) > len(seats) or not are_within(head_start, range(MAX_NUMBER + 1)):
        raise Refused(_("The game’s setup contains something that this server doesn’t know."))
    if "day" in data:
        check_day(data["day"])
    choices = list_in(data, "picked")
    if len(choices) > MOST_PICKED or not all(isinstance(name, str) for name in choices):
        raise Refused(_("The game’s setup contains something that this server doesn’t know."))
    check_texts(choices)
    if "result" in data:
        check_result(data["result"], len(seats))
    decode_options(game, data.get("options"))


def seats_in(play: ImportedPlay, data: Mapping[str, Any]) -> Sequence[int]:
    """Return the places in `people` of those who sit there by this setup. Raises Refused."""
    for key in ("players", "first"):
        places = list_in(data, key)
        if not are_within(places, range(len(play.people))) or len(set(places)) < len(places):
            raise Refused(_("A seat belongs to nobody."))
    return cast(Sequence[int], data.get("players", play.seats))


def list_in(data: Mapping[str, Any], key: str) -> list[Any]:
    """Return a list of the setup; an empty one if it has none."""
    values = data.get(key, [])
    if not isinstance(values, list):
        raise Refused(_("The game’s setup contains something that this server doesn’t know."))
    return values


def check_day(day: object) -> None:
    """Refuse a date in any other form than the app stores it, such as "2024-03-01"."""
    if time_of(f"{day}T00:00:00+00:00").date().isoformat() != day:
        raise Refused(_("“%(text)s” is not a date.") % {"text": str(day)[:40]})


def seats_named_by(starter: object) -> list[Any]:
    if starter is None:
        return []
    if not isinstance(starter, dict) or not {"seat", "round", "lot"} >= starter.keys():
        raise Refused(_("The game’s setup contains something that this server doesn’t know."))
    number, lot = starter.get("round"), starter.get("lot", True)
    if not are_within([number], range(MAX_NUMBER + 1)) or lot is not True:
        raise Refused(_("The game’s setup contains something that this server doesn’t know."))
    return [starter.get("seat")]


def check_result(result: object, seats: int) -> None:
    if not isinstance(result, dict) or result.keys() != {"totals", "winners"}:
        raise Refused(_("The totals are not complete."))
    totals, winners = result["totals"], result["winners"]
    if not (isinstance(totals, list) and isinstance(winners, list) and len(totals) == seats):
        raise Refused(_("The totals are not complete."))
    if not are_within(totals, range(-MAX_NUMBER, MAX_NUMBER + 1)):
        raise Refused(_("A total is not a whole number, or is too large."))
    if not are_within(winners, range(seats)) or len(set(winners)) < len(winners):
        raise Refused(_("A seat belongs to nobody."))


def decode_options(game: AnyGame, options: object) -> Options:
    try:
        call_rules(record.decode_options, game, options)
    except Impossible as problem:
        raise Refused(render_text(problem.message, [])) from problem
    check_texts(options)
    return cast(Options, options)


def check_texts(value: object) -> None:
    """Refuse a text that no form takes, such as a blank title, anywhere in the options."""
    if isinstance(value, str):
        plain = normalize_name(value)
        if value and not (plain and is_printable(plain) and len(value) <= NOTE_LENGTH):
            raise Refused(_("A text has characters that can’t be shown, or is too long."))
    elif isinstance(value, Mapping):
        for part in value.values():
            check_texts(part)
    elif isinstance(value, list):
        for part in value:
            check_texts(part)


def check_entries(table: Table, revisions: Sequence[Revision]) -> None:
    """Refuse anything that is not an entry of this game, corrected entries included, or that is
    about a seat which its table did not have at that time.
    """
    decode, seats = record.entry_codec(table.game).decode, record.seats_by_number(0)
    for one in revisions:
        if one.slot == SETUP:
            seats = record.seats_by_number(len(table.seating.players_in(one.data)))
        elif one.data is not None:
            try:
                one.input = call_rules(decode, one.data, seats, "")
            except Impossible as problem:
                raise Refused(explain(one.slot - 1, problem.message, table.names)) from problem
    if table.imported_result and table.log.entries:
        raise Refused(_("It has both totals and rounds."))


def explain(entry: int | None, message: Text, names: Sequence[str]) -> str:
    """Return what the rules say; of an entry with its number, where `entry` is 0 for the first."""
    text = render_text(message, names)
    if entry is None:
        return text
    return _("Entry %(number)s: %(problem)s") % {"number": entry + 1, "problem": text}
