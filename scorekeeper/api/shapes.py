"""The shapes of what programs send and get. The description of the API is made from them.

Players are named as in a game record (docs/record.md), and entries have its form.
"""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from scorekeeper.models import Role
from scorekeeper.models.sessions import MAX_PK

REF = "#/components/schemas/{name}"

Entry = Annotated[Any, Meta(extra_json_schema={"$ref": REF.format(name="Entry")})]
SavedEntry = Annotated[
    Any, Meta(extra_json_schema={"anyOf": [{"$ref": REF.format(name="Entry")}, {"type": "null"}]})
]
Options = Annotated[Any, Meta(extra_json_schema={"$ref": REF.format(name="Options")})]
Key = Annotated[int, Meta(ge=1, le=MAX_PK)]
Number = Annotated[int, Meta(ge=0, le=9_999_999)]
Positive = Annotated[int, Meta(ge=1, le=9_999_999)]
Points = dict[str, int]
Access = Literal["watch", "score", "host"]
ACCESS: dict[int, Access] = {Role.VIEWER: "watch", Role.SCORER: "score", Role.HOST: "host"}


class Input(Struct, forbid_unknown_fields=True, kw_only=True):
    """Everything that a program sends: a key that nobody knows is a mistake."""


class NoQuery(Input):
    """The parameters of an endpoint that has none."""


# What is wrong


class FieldError(Struct):
    """`field` is "" if the message is about all that was sent."""

    field: str
    message: str


class Problem(Struct):
    """`code` is for programs. `message` is for people, in the language of Accept-Language."""

    code: str
    message: str
    fields: list[FieldError] = []


class Failure(Struct):
    error: Problem


class Version(Struct):
    """The content of a slot now; `entry` is null if it was removed, or if the slot is that of the
    options (0).
    """

    slot: int
    revision: int
    entry: SavedEntry
    by: str
    at: datetime


class ConflictFailure(Struct):
    """Another device came first. Send yours again with the slot and revision of `saved` to replace
    it, or with the `next` slot of the game to save it beside it.
    """

    error: Problem
    saved: Version
    mine: SavedEntry


# Groups and players


class Group(Struct):
    id: int
    name: str
    access: Access


class Groups(Struct):
    groups: list[Group]


class Player(Struct):
    """`games` were played to their end."""

    id: int
    name: str
    games: int


class Players(Struct):
    """`next` is the address of the following page; the last page has no such key."""

    players: list[Player]
    next: str | UnsetType = UNSET


class PageQuery(Input):
    """`cursor` is that of the address of the page, which the page before gives."""

    cursor: Number = 0


class PlayerWins(Struct):
    """`expected_wins` are those of someone as good as all others at the same tables."""

    id: int
    name: str
    games: int
    wins: int
    shared_wins: int
    expected_wins: float


class PlayedGame(Struct):
    """Games that are listed together; `minutes` is how long one usually takes."""

    game: str
    title: str
    games: int
    minutes: int | None


class Statistics(Struct):
    """`next` is the address of the following page, which continues both lists; the last page has no
    such key. `games` is the same on each.
    """

    games: int
    players: list[PlayerWins]
    played: list[PlayedGame]
    next: str | UnsetType = UNSET


class StatisticsQuery(PageQuery):
    """`first` and `last` are days such as 2026-03-13; both count."""

    first: str = ""
    last: str = ""


# Games


class GameRow(Struct):
    """`totals` and `ranks` are null while the game goes on."""

    id: int
    group: int
    game: str
    title: str
    players: list[str]
    started_at: datetime
    played_at: datetime
    finished_at: datetime | None
    ended_early: bool
    winners: list[str]
    totals: Points | None
    ranks: Points | None


class Games(Struct):
    """`next` is the address of the following page."""

    games: list[GameRow]
    next: str | None


class GamesQuery(Input):
    """Filters as those of the page of all games, and the `cursor` that the page before gives.

    An address has no null, so what is left out is unset.
    """

    text: Annotated[str, Meta(max_length=200)] = ""
    game: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,50}$")] = ""
    player: Key | UnsetType = UNSET
    opponent: Key | UnsetType = UNSET
    group: Key | UnsetType = UNSET
    year: Annotated[int, Meta(ge=1899, le=9998)] | UnsetType = UNSET
    which: Literal["", "counted", "won", "solo", "complete", "timed"] = ""
    cursor: Annotated[str, Meta(max_length=60)] = ""


class GameQuery(Input):
    """`rounds`: how many of the newest rounds the answer has. `lines`: whether it explains them."""

    rounds: Annotated[int, Meta(ge=0, le=5000)] = 50
    lines: bool = False


class Standing(Struct):
    player: str
    total: int
    rank: int
    won: bool
    away: bool
    needs: str


class Line(Struct):
    points: int
    text: str


class Round(Struct):
    """`problem` says why it does not count; "" if it does. `lines` explain the points of each
    player, if they were asked for.
    """

    slot: int
    revision: int
    title: str
    entry: Entry
    points: Points
    totals: Points
    lines: dict[str, list[Line]] | None
    problem: str
    note: str
    by: str
    at: datetime


class Next(Struct):
    """The slot that the next entry belongs to."""

    slot: int
    title: str


class Change(Struct):
    """The last change, which undo takes back."""

    slot: int
    revision: int


class Game(Struct):
    """`version` grows with every change; the stream of events has it, too. `setup_revision` is what
    to send to end or reopen the game. `rounds` are the newest ones of `round_count`, in playing
    order.
    """

    id: int
    group: int
    game: str
    title: str
    version: int
    access: Access
    players: list[str]
    options: Options
    started_at: datetime
    played_at: datetime
    finished_at: datetime | None
    ended_early: bool
    comment: str
    verdict: str
    turn: str | None
    standings: list[Standing]
    next: Next | None
    setup_revision: int
    last_change: Change | None
    round_count: int
    rounds: list[Round]


class NewGame(Input):
    """Unknown names become players of the group. `starter` deals or begins."""

    game: str
    players: Annotated[list[str], Meta(min_length=1, max_length=21)]
    submission: UUID
    options: Options = msgspec.field(default_factory=dict)
    starter: str = ""


class Started(Struct):
    id: int


# Entries


class NewRound(Input):
    """`slot` is that of `next` in the game. `submission` stays the same when it is sent again, so
    it is saved once. `before` is the slot of the round that a forgotten one belongs before. With
    `keep`, a round that contradicts an earlier one is saved, to correct the earlier one then.
    """

    slot: Positive
    entry: Entry
    submission: UUID
    before: Positive | None = None
    keep: bool = False


class Correction(Input):
    """`revision` is that of the round that was read."""

    revision: Positive
    entry: Entry
    submission: UUID
    keep: bool = False


class RemovalQuery(Input):
    revision: Positive
    submission: UUID


class Undo(Input):
    """`slot` and `revision` are those of `last_change`."""

    slot: Number
    revision: Positive
    submission: UUID


class Ending(Input):
    """`revision` is the `setup_revision` of the game."""

    revision: Positive
    submission: UUID


class Saved(Struct):
    """`fix` is the slot of the earlier round that the entry contradicts, if it was kept."""

    slot: int
    revision: int
    totals: Points
    finished: bool
    fix: int | None = None
