"""The game record: one JSON object that holds one played game, to and from what the rules take.

An entry has the same shape in a record, where seats are written as names, and in storage, where they are written as
numbers: {"chimera": "Ana", "toads": {"Ben": 2}} and {"chimera": 0, "toads": {"1": 2}}.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn

from games.contract import NO_LIMIT, AnyGame, Impossible, Seat, Setup, Text, ngettext
from games.contract import gettext as _
from games.notation import Names, Seats, whole
from games.registry import games
from games.strictjson import loads

FORMAT = "scorekeeper.record/1"
SIGNATURE = ("at", "by")  # what an export adds to an entry; nothing the rules know


@dataclass(frozen=True, slots=True)
class Record:
    """A record that could be read. Its entries may still break the rules: that is for the game's score to say."""

    game: AnyGame
    players: tuple[str, ...]
    setup: Setup[Any]
    entries: tuple[Any, ...]


class Refused(ValueError):
    """A record that cannot be read: the entry (from 0; None: outside the entries), its field, and why, for a player.

    `players`: the names for the seats in the message, once they are known.
    """

    def __init__(self, entry: int | None, field: str, message: Text, players: tuple[str, ...] = ()) -> None:
        super().__init__(entry, field, message)
        self.entry = entry
        self.field = field
        self.message = message
        self.players = players


@cache
def stored_seats(seats: int) -> Seats:
    """The seats as storage writes them: 0 or, where JSON wants a string, "0"."""
    return {written: Seat(seat) for seat in range(seats) for written in (seat, str(seat))}


def named_seats(players: Sequence[str]) -> Seats:
    """The seats as a record writes them: by name."""
    return {name: Seat(seat) for seat, name in enumerate(players)}


def decode_entry(game: AnyGame, data: object, seats: Seats) -> Any:
    """The game's entry that this JSON says. Raises Impossible, with the field and what is wrong."""
    return whole(game.entry).read(data, seats, "")


def encode_entry(game: AnyGame, entry: Any, names: Names) -> Any:
    """An entry as JSON, without what is at its default; `names` in seat order, or range(seats) for storage."""
    return whole(game.entry).write(entry, names)


def decode_options(game: AnyGame, data: object) -> Any:
    """The game's options that this JSON says. Raises Impossible, with the option and what is wrong."""
    return whole(game.options, or_null=True).read(data, {}, "options")


def encode_options(game: AnyGame, options: Any) -> Any:
    """Options as JSON, without what is at its default."""
    return whole(game.options, or_null=True).write(options, ())


def parse(text: str | bytes) -> object:
    """The JSON in this text, read strictly. Raises Refused."""
    try:
        return loads(text)
    except json.JSONDecodeError as error:
        _refuse("", _("This is no JSON: line %(line)s, column %(column)s.", line=error.lineno, column=error.colno))
    except UnicodeDecodeError:
        _refuse("", _("This is no text in UTF-8."))
    except RecursionError:
        _refuse("", _("This is nested too deeply."))


def read(source: object) -> Record:
    """The record in a JSON text, or in what such a text was parsed to. Raises Refused for the first thing wrong."""
    data = parse(source) if isinstance(source, (str, bytes)) else source
    if type(data) is not dict:
        _refuse("", _("A record is one JSON object, with no name in it twice."))
    if _required(data, "format") != FORMAT:
        _refuse("format", _("This must be “%(format)s”.", format=FORMAT))
    game = _game(_required(data, "game"))
    players = _players(game, _required(data, "players"))
    setup = Setup(len(players), _options(game, data.get("options", {})), _ended_early(data.get("ended_early", False)))
    return Record(game, players, setup, _entries(game, players, setup, _required(data, "entries")))


def write(
    record: Record, known: Mapping[str, object] | None = None, signatures: Sequence[Mapping[str, object]] = ()
) -> dict[str, Any]:
    """The record as JSON; `known` is what an export adds to it, `signatures` what it adds to each entry (at, by)."""
    entries = [encode_entry(record.game, entry, record.players) for entry in record.entries]
    if signatures:
        entries = [{**entry, **signature} for entry, signature in zip(entries, signatures, strict=True)]
    return {
        "format": FORMAT,
        "game": record.game.slug,
        **(known or {}),
        "players": list(record.players),
        "options": encode_options(record.game, record.setup.options),
        "entries": entries,
        "ended_early": record.setup.ended_early,
    }


def _refuse(field: str, message: Text) -> NoReturn:
    raise Refused(None, field, message) from None


def _required(data: dict[str, Any], key: str) -> Any:
    if key not in data:
        _refuse(key, _("“%(name)s” is missing.", name=key))
    return data[key]


def _game(slug: object) -> AnyGame:
    if not isinstance(slug, str) or slug not in games():
        _refuse("game", _("This must be one of: %(choices)s.", choices=", ".join(games())))
    return games()[slug]


def _players(game: AnyGame, names: object) -> tuple[str, ...]:
    if type(names) is not list or not all(type(name) is str and _writable(name) for name in names):
        _refuse("players", _("This must be a list of names."))
    if len(set(names)) < len(names):
        _refuse("players", _("Two players have the same name."))
    if len(names) not in game.players:
        _refuse("players", _how_many(game))
    return tuple(names)


def _how_many(game: AnyGame) -> Text:
    title, least, most = _(game.title), game.players[0], game.players[-1]
    if game.players.stop == NO_LIMIT:
        return ngettext(
            "%(game)s is a game for one player or more.",
            "%(game)s is a game for %(count)s players or more.",
            least,
            game=title,
        )
    if least == most:
        return _("%(game)s is a game for %(most)s players.", game=title, most=most)
    return _("%(game)s is a game for %(least)s to %(most)s players.", game=title, least=least, most=most)


def _writable(name: str) -> bool:
    # half a character (a lone surrogate) or a null can be kept in no file and in no database
    return bool(name.strip()) and "\0" not in name and not any("\ud800" <= character <= "\udfff" for character in name)


def _options(game: AnyGame, data: object) -> Any:
    try:
        return decode_options(game, data)
    except Impossible as problem:
        _refuse(problem.field, problem.message)


def _ended_early(data: object) -> bool:
    if type(data) is not bool:
        _refuse("ended_early", _("This must be true or false."))
    return data


def _entries(game: AnyGame, players: tuple[str, ...], setup: Setup[Any], data: object) -> tuple[Any, ...]:
    if type(data) is not list:
        _refuse("entries", _("This must be a list: [ … ]."))
    entries: list[Any] = []
    seats = named_seats(players)
    for number, written in enumerate(data):
        try:
            entries.append(decode_entry(game, _unsigned(written), seats))
        except Impossible as problem:
            # an entry before this one may break the rules: then that one is the first
            first, problem = game.score(setup, entries).problem or (number, problem)
            raise Refused(first, problem.field, problem.message, players) from None
    return tuple(entries)


def _unsigned(entry: object) -> object:
    if type(entry) is dict and ("at" in entry or "by" in entry):
        return {key: value for key, value in entry.items() if key not in SIGNATURE}
    return entry
