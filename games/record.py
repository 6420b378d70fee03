"""The game record: one JSON object that holds one game (docs/record.md), read and written.

Entries have the same shape in a record and in storage. A record refers to seats by name, storage by
number: {"chimera": "Ana", "toads": {"Ben": 2}} and {"chimera": 0, "toads": {"1": 2}}.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, NoReturn

from games.contract import NO_LIMIT, AnyGame, Impossible, Seat, Setup, Text, ngettext
from games.contract import gettext as _
from games.dataclass_codec import MAX_NUMBER, Codec, SeatLabels, SeatLookup, class_codec
from games.registry import games
from games.strictjson import loads

FORMAT = "scorekeeper.record/1"
SIGNATURE_KEYS = ("at", "by")
"""The keys that an export adds to each entry. The rules do not know these keys."""


class TotalsOnly(NamedTuple):
    """The end of a game of which nothing else is known, by the names of the players."""

    totals: dict[str, int]
    ranks: dict[str, int]
    winners: list[str]


@dataclass(frozen=True, slots=True)
class Record:
    """A record that could be decoded. Its entries may still break the rules of the game."""

    game: AnyGame
    players: tuple[str, ...]
    setup: Setup[Any]
    entries: tuple[Any, ...]
    totals_only: TotalsOnly | None = None


class InvalidRecord(ValueError):
    """A record that cannot be decoded.

    - `entry`: the number of the entry at fault, from 0; None if the fault is outside the entries.
    - `field`, `message`: the field at fault and the reason, for a player to read.
    - `players`: the names for the seats in the message, as soon as they are known.
    """

    def __init__(
        self, entry: int | None, field: str, message: Text, players: tuple[str, ...] = ()
    ) -> None:
        super().__init__(entry, field, message)
        self.entry = entry
        self.field = field
        self.message = message
        self.players = players


@cache
def seats_by_number(seats: int) -> SeatLookup:
    """Return how storage refers to seats: by 0, or by "0" where it is the key of an object."""
    return {key: Seat(seat) for seat in range(seats) for key in (seat, str(seat))}


def decode_entry(game: AnyGame, data: object, seats: SeatLookup) -> Any:
    """Decode an entry of the game. Raises Impossible."""
    return entry_codec(game).decode(data, seats, "")


def entry_codec(game: AnyGame) -> Codec:
    return class_codec(game.entry)


def encode_entry(game: AnyGame, entry: Any, labels: SeatLabels) -> Any:
    """Encode an entry without fields at default; `labels` are names, or numbers for storage."""
    return entry_codec(game).encode(entry, labels)


def decode_options(game: AnyGame, data: object) -> Any:
    """Decode options of the game. Raises Impossible."""
    return options_codec(game).decode(data, {}, "options")


def options_codec(game: AnyGame) -> Codec:
    return class_codec(game.options, allow_null=True)


def encode_options(game: AnyGame, options: Any) -> Any:
    """Encode options, without those at default."""
    return options_codec(game).encode(options, ())


def parse_json(text: str | bytes) -> object:
    """Parse JSON strictly. Raises InvalidRecord."""
    try:
        return loads(text)
    except json.JSONDecodeError as error:
        _refuse(
            "",
            _(
                "Not valid JSON: line %(line)s, column %(column)s.",
                line=error.lineno,
                column=error.colno,
            ),
        )
    except UnicodeDecodeError:
        _refuse("", _("Not valid UTF-8 text."))
    except RecursionError:
        _refuse("", _("This is nested too deeply."))


def read_record(source: object) -> Record:
    """Decode a record from JSON text, or from parsed JSON. Raises InvalidRecord."""
    data = parse_json(source) if isinstance(source, (str, bytes)) else source
    if type(data) is not dict:
        _refuse("", _("A record must be one JSON object, and a name may appear in it only once."))
    if _required_value(data, "format") != FORMAT:
        _refuse("format", _("This must be “%(format)s”.", format=FORMAT))
    game = _decode_game(_required_value(data, "game"))
    players = _decode_players(game, _required_value(data, "players"))
    options = _decode_options(game, data.get("options", {}))
    setup = Setup(len(players), options, _decode_ended_early(data.get("ended_early", False)))
    entries = _decode_entries(game, players, setup, _required_value(data, "entries"))
    totals_only = _decode_totals_only(players, data.get("totals_only"))
    if totals_only and entries:
        _refuse("totals_only", _("A game with totals only has no entries."))
    return Record(game, players, setup, entries, totals_only)


def write_record(
    record: Record,
    extra: Mapping[str, object] | None = None,
    signatures: Sequence[Mapping[str, object]] = (),
) -> dict[str, Any]:
    """Encode a record; an export adds `extra` keys to it, and signatures (at, by) to entries."""
    entries = [encode_entry(record.game, entry, record.players) for entry in record.entries]
    if signatures:
        entries = [
            {**entry, **signature} for entry, signature in zip(entries, signatures, strict=True)
        ]
    return {
        "format": FORMAT,
        "game": record.game.slug,
        **(extra or {}),
        "players": list(record.players),
        "options": encode_options(record.game, record.setup.options),
        "entries": entries,
        "ended_early": record.setup.ended_early,
    }


def _refuse(field: str, message: Text) -> NoReturn:
    raise InvalidRecord(None, field, message) from None


def _required_value(data: dict[str, Any], key: str) -> Any:
    if key not in data:
        _refuse(key, _("“%(name)s” is missing.", name=key))
    return data[key]


def _decode_game(slug: object) -> AnyGame:
    if not isinstance(slug, str) or slug not in games():
        _refuse("game", _("This must be one of: %(choices)s.", choices=", ".join(games())))
    return games()[slug]


def _decode_players(game: AnyGame, names: object) -> tuple[str, ...]:
    if type(names) is not list or not all(
        type(name) is str and _is_storable(name) for name in names
    ):
        _refuse("players", _("This must be a list of names."))
    if len(set(names)) < len(names):
        _refuse("players", _("Two players have the same name."))
    if len(names) not in game.players:
        _refuse("players", _player_count_text(game))
    return tuple(names)


def _player_count_text(game: AnyGame) -> Text:
    title, least, most = Text(game.title), game.players[0], game.players[-1]
    if game.players.stop == NO_LIMIT:
        return ngettext(
            "%(game)s needs one player or more.",
            "%(game)s needs %(count)s players or more.",
            least,
            game=title,
        )
    if least == most:
        return _("%(game)s needs %(most)s players.", game=title, most=most)
    return _("%(game)s needs %(least)s to %(most)s players.", game=title, least=least, most=most)


def _is_storable(name: str) -> bool:
    # No file and no database can store a null or half a character (a lone surrogate).
    return (
        bool(name.strip())
        and "\0" not in name
        and not any("\ud800" <= character <= "\udfff" for character in name)
    )


def _decode_options(game: AnyGame, data: object) -> Any:
    try:
        return decode_options(game, data)
    except Impossible as problem:
        _refuse(problem.field, problem.message)


def _decode_ended_early(data: object) -> bool:
    if type(data) is not bool:
        _refuse("ended_early", _("This must be true or false."))
    return data


def _decode_entries(
    game: AnyGame, players: tuple[str, ...], setup: Setup[Any], data: object
) -> tuple[Any, ...]:
    if type(data) is not list:
        _refuse("entries", _("This must be a list: [ … ]."))
    entries: list[Any] = []
    decode = entry_codec(game).decode
    seats = {name: Seat(seat) for seat, name in enumerate(players)}
    for number, item in enumerate(data):
        try:
            entries.append(decode(_without_signature(item), seats, ""))
        except Impossible as problem:
            # If an earlier entry breaks the rules, report that one: it is the first.
            first, problem = game.score(setup, entries).problem or (number, problem)
            raise InvalidRecord(first, problem.field, problem.message, players) from None
    return tuple(entries)


def _decode_totals_only(players: tuple[str, ...], data: object) -> TotalsOnly | None:
    if data is None:
        return None
    if type(data) is not dict or data.keys() != {"totals", "ranks", "winners"}:
        _refuse("totals_only", _("This must have totals, ranks and winners."))
    totals, ranks, winners = data["totals"], data["ranks"], data["winners"]
    for numbers in (totals, ranks):
        if not (
            type(numbers) is dict
            and numbers.keys() == set(players)
            and all(type(one) is int and abs(one) <= MAX_NUMBER for one in numbers.values())
        ):
            _refuse("totals_only", _("This must have a number for each player."))
    if min(ranks.values()) < 1:
        _refuse("totals_only", _("Ranks begin at 1."))
    if type(winners) is not list or not all(name in players for name in winners):
        _refuse("totals_only", _("This must be a list of names."))
    if len(set(winners)) < len(winners):
        _refuse("totals_only", _("Each name may be there only once."))
    return TotalsOnly(totals, ranks, [name for name in players if name in winners])


def _without_signature(entry: object) -> object:
    if type(entry) is dict and ("at" in entry or "by" in entry):
        return {key: value for key, value in entry.items() if key not in SIGNATURE_KEYS}
    return entry
