"""Brings games into a group: all of them or none, in pieces that hold up nobody.

Until the last one is stored, the games count as deleted long ago, so no page shows any of them. If
the server stops meanwhile, `clean_up` removes what is there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import connection
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from games.kit.names import is_printable, normalize_name
from scorekeeper.exchange.authors import Authors
from scorekeeper.exchange.matching import GroupGames, ids_of, original_id
from scorekeeper.exchange.plays import ImportedPlay, Refused, name_of, table_of
from scorekeeper.forms.seasons import SeasonForm
from scorekeeper.models import GameSession, Group, Import, Player, Revision, Season, Seat
from scorekeeper.models.imports import State
from scorekeeper.models.locks import group_locked, in_pieces, locks_group, short_transaction
from scorekeeper.models.marks import MARKS
from scorekeeper.models.someone import number_of
from scorekeeper.people.deletion import free_stored_name
from scorekeeper.people.merging import PLAYER_LISTS, players_in_setups
from scorekeeper.people.names import name_after_players
from scorekeeper.statistics.league_tables import parse_points, points_text
from scorekeeper.tables.deletion import purge_games
from scorekeeper.tables.finished.results import result_columns, seat_columns, setup_columns
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.table import Table

AT_ONCE = 50  # games in one transaction
MOST_ROWS = 500  # in one transaction; the revisions of a longer game come in several
SET_BACK_TO = "UPDATE scorekeeper_revision SET back_to_id = %s WHERE id = %s"

HIDDEN = datetime(1970, 1, 1, tzinfo=UTC)  # deleted so long ago that nothing shows it


def save_all(one: Import) -> int:
    """Bring the games that the group does not have yet into it. Return how many came in."""
    players, authors = Players(one), Authors(one)
    games, count = GroupGames(one.group), 0
    for plays in split_plays(read_plays(one)):
        some = [(play, table_of(play)) for play in plays]
        # They are scored before others have to wait for the transaction.
        new = [
            (play, table)
            for play, table in some
            if games.add(play, table_title(table), totals_of(table), players.keys)
        ]
        if new:
            Saving(one, players, authors).save(new)
        count += len(new)
        Import.objects.filter(pk=one.pk).update(done=one.done + len(some), seen_at=timezone.now())
        one.done += len(some)
    show_all(one)
    return count


def read_plays(one: Import) -> Iterator[ImportedPlay]:
    with one.plays.open(encoding="utf-8") as lines:
        for line in lines:
            yield ImportedPlay(**json.loads(line))


def split_plays(plays: Iterable[ImportedPlay]) -> Iterator[list[ImportedPlay]]:
    return in_pieces(plays, lambda one: len(one.history) + len(one.people), MOST_ROWS, AT_ONCE)


def table_title(table: Table) -> str:
    """Return the title as GameSession stores it."""
    return str(setup_columns(table.game, table.options)["title"])


def totals_of(table: Table) -> Sequence[int] | None:
    """Return the totals of a finished game."""
    return table.board.totals if table.board.finished else None


class Players:
    """The players of a group by the names that the file has; new ones are created when needed."""

    def __init__(self, one: Import) -> None:
        self.group = one.group
        self.keys: dict[str, int] = dict(one.players)
        self.new: dict[str, int] = {}  # by the name without its capitals, as a group has it once
        self.marks = marks_in(one.about)
        for name in about_names(one.about):  # in their order, the first to have played first
            self.find_or_create(name)

    def find_or_create(self, name: str) -> int:
        """Return the key of the player whom this name of the file means."""
        if number_of(name) and name not in self.keys:
            player = self.group.players.create(name=free_stored_name(self.group.pk))
            Player.objects.filter(pk=player.pk).update(deleted_at=HIDDEN)
            self.keys[name] = player.pk
        if not self.keys.get(name):
            self.keys[name] = self.new.get(name.casefold()) or self.add(name)
        return self.keys[name]

    def add(self, name: str) -> int:
        mark: Any = self.marks.get(name)  # without one, the player chooses
        player = self.group.players.get_or_create(name=name, defaults={"mark": mark})[0]
        self.new[name.casefold()] = player.pk
        return player.pk


def about_names(about: Mapping[str, Any]) -> list[str]:
    """Return the players that an archive names, as far as their names are sound."""
    names = []
    for player in about.get("players", ()):
        with suppress(Refused):
            names.append(name_of(player.get("name")))
    return names


def marks_in(about: Mapping[str, Any]) -> dict[str, int]:
    players = about.get("players", ())
    return {one.get("name"): one["mark"] for one in players if one.get("mark") in MARKS}


class Saving:
    """Stores some games in one transaction, with a few queries; a long one in several."""

    def __init__(self, one: Import, players: Players, authors: Authors) -> None:
        self.one, self.players, self.authors = one, players, authors

    def save(self, pairs: Sequence[tuple[ImportedPlay, Table]]) -> None:
        """Store the games. A long one is stored as one that goes on, until it has all revisions."""
        slots = [slot for _play, table in pairs for slot in table.log.revisions.values()]
        rows = [revision for slot in slots for revision in slot]
        self.authors.add(name for row in rows for name in (row.by, row.sender_name))
        pieces = in_pieces(self.revisions(pairs), lambda _: 1, MOST_ROWS)
        is_long = sum(len(play.history) for play, _table in pairs) > MOST_ROWS
        session = pairs[0][1].session
        with short_transaction(self.one.group_id):
            self.save_games(pairs)
            self.save_revisions(next(pieces))
            if is_long:
                self.set_end(session, None)
        for revisions in pieces:
            with short_transaction(self.one.group_id):
                self.save_revisions(revisions)
        if is_long:
            self.set_end(session, session.finished_at)

    def set_end(self, session: GameSession, finished_at: datetime | None) -> None:
        GameSession.objects.filter(pk=session.pk).update(finished_at=finished_at)

    def save_games(self, pairs: Sequence[tuple[ImportedPlay, Table]]) -> None:
        plays = [play for play, _table in pairs]
        self.take_ids_of_deleted(plays)
        in_use = self.ids_in_use(plays)
        for play, table in pairs:
            self.fill(play, table, in_use)
        GameSession.objects.bulk_create([table.session for _play, table in pairs])
        seats = [seat for play, table in pairs for seat in self.seats(play, table)]
        Seat.objects.bulk_create(seats, batch_size=500)

    def take_ids_of_deleted(self, plays: Sequence[ImportedPlay]) -> None:
        """Give deleted games new ids, so that an import that was taken back can be repeated."""
        ids = {one for play in plays for one in ids_of(play, self.one.group)}
        sessions = self.one.group.sessions.filter(submission__in=ids, deleted_at__gt=HIDDEN)
        for session in sessions.only("pk"):
            GameSession.objects.filter(pk=session.pk).update(submission=uuid4())

    def ids_in_use(self, plays: Sequence[ImportedPlay]) -> set[UUID]:
        """Return the ids of games that this site has already, perhaps in another group."""
        originals = [own for play in plays if (own := original_id(play))]
        sessions = GameSession.objects.filter(submission__in=originals)
        return set(sessions.values_list("submission", flat=True))

    def fill(self, play: ImportedPlay, table: Table, in_use: set[UUID]) -> None:
        session, own = table.session, original_id(play)
        new_id = next(iter(ids_of(play, self.one.group) - {own}), uuid4())
        session.submission = own if own and own not in in_use else new_id
        session.group = self.one.group
        session.brought_by = self.one
        session.deleted_at = HIDDEN
        if not table.board.finished:
            session.finished_at = None
        elif not session.finished_at:
            session.finished_at = session.played_at
        columns = setup_columns(table.game, table.options) | result_columns(table)
        for name, value in columns.items():
            setattr(session, name, value)

    def seats(self, play: ImportedPlay, table: Table) -> list[Seat]:
        """Return the seats. Their kind, by which totals compare, comes once the game is shown."""
        return [
            Seat(
                session=table.session,
                number=seat.number,
                player_id=self.players.find_or_create(play.people[seat.player_id]),
                **columns | {"kind": ""},
            )
            for seat, columns in zip(table.seats, seat_columns(table), strict=True)
        ]

    def revisions(
        self, pairs: Sequence[tuple[ImportedPlay, Table]]
    ) -> Iterator[tuple[Revision, Revision | None]]:
        """Yield each revision, with the one that it set the game back to."""
        for play, table in pairs:
            rows: list[Revision] = []
            revisions = {slot: iter(some) for slot, some in table.log.revisions.items()}
            for place, raw in enumerate(play.history):
                row = next(revisions[raw["slot"]])
                row.session = table.session
                row.author_id = self.authors.keys[row.by] if "by" in raw else self.one.author_id
                row.sender_id = self.authors.keys[row.sender_name]
                if row.slot == SETUP:
                    row.data = self.with_keys(play, row.data)
                back = raw.get("back_to")
                rows.append(row)
                yield row, rows[back] if type(back) is int and 0 <= back < place else None

    def save_revisions(self, revisions: Sequence[tuple[Revision, Revision | None]]) -> None:
        Revision.objects.bulk_create([row for row, _earlier in revisions], batch_size=500)
        links = [(earlier.pk, row.pk) for row, earlier in revisions if earlier]
        with connection.cursor() as cursor:
            cursor.executemany(SET_BACK_TO, links)

    def with_keys(self, play: ImportedPlay, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Return the setup with keys of players instead of places in `people`."""
        lists = {
            key: [self.players.find_or_create(play.people[place]) for place in setup[key]]
            for key in PLAYER_LISTS
            if key in setup
        }
        return {**setup, **lists}


@locks_group
def show_all(one: Import) -> None:
    """Let pages show what was imported: the moment at which it becomes part of the group."""
    one.sessions.update(deleted_at=None)
    compare_totals(one)
    if one.about:
        take_over(one)
    name_after_players(one.group_id)
    Import.objects.filter(pk=one.pk).update(state=State.DONE, at=timezone.now())
    Group.objects.filter(pk=one.group_id).note_people_change()


def compare_totals(one: Import) -> None:
    """Let the totals of its games compare with others: the rule of `comparable_kind`, in SQL."""
    games = one.sessions.not_deleted().filter(finished_at__isnull=False, ended_early=False)
    kind = GameSession.objects.filter(pk=OuterRef("session")).values("kind")
    Seat.objects.filter(session__in=games).update(kind=Subquery(kind))


def take_over(one: Import) -> None:
    """Take over what an archive says of the group, where this group has nothing of its own."""
    group, about = one.group, one.about
    name = about.get("name")
    others = group.sessions.not_deleted().exclude(brought_by=one).exists()
    plain = normalize_name(name[:80]) if isinstance(name, str) else ""
    if not others and about.get("named") and plain and is_printable(plain):
        Group.objects.filter(pk=group.pk).update(name=plain, named=True)
    if not group.points and (points := sound_points(about.get("points"))):
        Group.objects.filter(pk=group.pk).update(points=points)
    seasons = set(group.seasons.values_list("name", "first_day"))
    for row in about.get("seasons", ()):
        season = season_of(group, row)
        if season and (season.name, season.first_day) not in seasons:
            season.save()


def sound_points(points: object) -> str:
    """Return a scale of points by place as it is stored; "" if this is none."""
    scale = parse_points(points) if isinstance(points, str) and len(points) <= 100 else None
    return points_text(scale) if scale else ""


def season_of(group: Group, row: Mapping[str, Any]) -> Season | None:
    """Return a season of an archive, not stored; None if the form of a season refuses it."""
    try:
        days = {key: row[key] and date.fromisoformat(row[key]) for key in ("first_day", "last_day")}
    except (KeyError, TypeError, ValueError):
        return None
    form = SeasonForm(group, data={**row, **days})
    return Season(group=group, **form.cleaned_data) if form.is_valid() else None


@locks_group
def take_back(one: Import) -> None:
    """Delete the games of this import; like any deleted game, each can be restored for 30 days."""
    games = one.sessions.filter(deleted_at=None)
    Seat.objects.filter(session__in=games).update(kind="")
    games.update(deleted_at=timezone.now())
    one.sessions.note_change()
    name_after_players(one.group_id)
    Import.objects.filter(pk=one.pk).update(state=State.UNDONE)
    Group.objects.filter(pk=one.group_id).note_people_change()


def clean_up(one: Import) -> None:
    """Remove what an import that failed has stored, and whom only it needed."""
    purge_games(one.group_id, one.sessions.filter(deleted_at=HIDDEN))
    with group_locked(one.group_id):
        remove_unseated(one.group_id, new_players(one) | Q(deleted_at=HIDDEN))
        Authors(one).remove_idle()


@locks_group
def forget_people(one: Import) -> None:
    """Remove the players and devices that only this import needed, once its games are erased.

    It does so with players only once, because others may have their names later.
    """
    others = Import.objects.filter(group=one.group_id).exclude(state=State.UNDONE)
    names = {name for players in others.values_list("players", flat=True) for name in players}
    any_removed = remove_unseated(one.group_id, new_players(one) & ~Q(name__in=names))
    if Authors(one).remove_idle() or any_removed:
        Group.objects.filter(pk=one.group_id).note_people_change()
    Import.objects.filter(pk=one.pk).update(players={})


def new_players(one: Import) -> Q:
    return Q(deleted_at=None, name__in=[name for name, key in one.players.items() if not key])


def remove_unseated(group: int, players: Q) -> bool:
    """Remove those of these players whom no game needs; return whether there were any."""
    rows = Player.everyone.filter(players, group=group, seats=None)
    if not rows.exists():
        return False
    count, _rows = rows.exclude(pk__in=players_in_setups(group)).delete()
    return count > 0
