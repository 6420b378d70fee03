"""Changes of the setup of a game: its options, who sits where and deals, its early end.

A SetupChange takes the table and returns the setup as it would be stored: see Seating.
"""

import json
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from math import inf
from typing import Any

from django.db import transaction
from django.utils.timezone import localdate

from games import record
from games.endless import call_rules
from scorekeeper.models import Player, Revision
from scorekeeper.models.locks import lock_session
from scorekeeper.people.names import name_after_players
from scorekeeper.tables.comments import write_comment
from scorekeeper.tables.entering.drafts import describe_draft
from scorekeeper.tables.entering.entry import Conflict, Stamp, add_revision, fresh_stamp, save_entry
from scorekeeper.tables.log import MOST, SETUP, SPARE
from scorekeeper.tables.seating import SetupData, clockwise
from scorekeeper.tables.table import Table

SetupChange = Callable[[Table], SetupData]


class StaleOptions(Exception):
    """Another device changed the options since the page showed them."""


def setup_stamp(table: Table) -> Stamp:
    return fresh_stamp(SETUP, table.log.setups[-1].revision)


@transaction.atomic
def change_setup(table: Table, stamp: Stamp, what: str, change: SetupChange) -> Revision:
    """Save what `change` makes of the setup.

    `what` names the change, so that the same one sent twice is made once. Conflict if another
    device changed the setup first.
    """
    lock_session(table.session)
    if revision := saved_change(table, stamp, what):
        return revision
    current = table.log.setups[-1]
    if stamp.revision != current.revision:
        raise Conflict(current)
    stamp = replace(stamp, submission=uuid.uuid5(stamp.submission, what))
    return add_revision(table, stamp, change(table), MOST)


def saved_change(table: Table, stamp: Stamp, what: str) -> Revision | None:
    """Return the revision that this change of the setup saved, if it arrived before."""
    return table.log.by_submission.get(uuid.uuid5(stamp.submission, what))


@transaction.atomic
def set_ended_early(table: Table, stamp: Stamp, early: bool) -> Revision:
    """End the game early, or reopen it.

    There is always room to end it: it has to be reopened before it can be ended again. A game that
    has come to its own end stays as it is, so that it still counts.
    """
    if early and is_over(table):
        lock_session(table.session)
        return table.log.setups[-1]
    data = {**table.log.setup_data, "ended_early": early}
    return save_entry(table, stamp, data, inf if early else MOST + SPARE)


def is_over(table: Table) -> bool:
    """Return whether the game came to its end without being ended by hand."""
    return table.board.finished and not table.setup.ended_early


@transaction.atomic
def change_settings(
    table: Table,
    stamp: Stamp,
    options: dict[str, Any],
    early: bool | None,
    comment: tuple[str, str | None],
    day: date | None,
    columns: Mapping[str, Any],
) -> None:
    """Change what the page of the game as a whole shows, all at once or nothing.

    `comment` is the text, and the one that the page showed. `early` ends or reopens the game. `day`
    is when it was played. `columns` are those of the session that no history has. Values that the
    page did not change stay as they are now. Raises StaleOptions or StaleComment if another device
    changed the same ones.
    """
    lock_session(table.session)
    current = table.log.setups[-1]
    data = {**current.data, "options": options_to_save(table, stamp, options)}
    if early is not None and not (early and is_over(table) and data == current.data):
        data["ended_early"] = early
    if day and day != localdate(table.session.played_at):
        data["day"] = day.isoformat()
    write_comment(table.session, *comment)
    if columns:
        table.session.change(**columns)
    if data != current.data:
        spare = 0 if early is None else SPARE
        # A page that the browser brings back may be sent again with something else in it.
        submission = uuid.uuid5(stamp.submission, json.dumps(data, sort_keys=True))
        stamp = Stamp(SETUP, current.revision, submission)
        add_revision(table, stamp, data, inf if early else MOST + spare)


def options_to_save(table: Table, stamp: Stamp, options: dict[str, Any]) -> dict[str, Any]:
    """The options of the form, or those of the game if the form did not change them."""
    original = table.log.setups[max(stamp.revision, 1) - 1].data["options"]
    decode = partial(record.decode_options, table.game)
    mine, now, before = (call_rules(decode, one) for one in (options, table.options, original))
    if mine in (before, now):
        return table.options
    if now != before:
        raise StaleOptions
    return options


def favoured_if_lowest_wins(table: Table, options: dict[str, Any]) -> list[str]:
    """Return the names of those who play fewer rounds, because they joined or left after the start,
    if these options would newly let the lowest total win.
    """
    decoded_options = call_rules(record.decode_options, table.game, options)
    lowest = call_rules(table.game.lowest_wins, decoded_options)
    if not lowest or table.closed_because:
        return []
    rounds = [result for result in table.board.results if not result.problem]
    ever_away = {seat for setup in table.log.setups for seat in setup.data.get("away", ())}
    new_seats = range(len(table.seating.first_players), len(table.seats))
    still_away = () if table.board.finished else table.seating.away
    return [
        name
        for seat, name in enumerate(table.names)
        if seat in still_away
        or (seat in ever_away.union(new_seats) and not all(one.lines[seat] for one in rounds))
    ]


def swap_seats(table: Table, one: int, other: int) -> SetupData:
    """Two players change places; one who left is away in the new seat, too."""
    places = {one: other, other: one}
    players = list(table.seating.players)
    players[one], players[other] = players[other], players[one]
    away = {places.get(seat, seat) for seat in table.seating.away}
    changes = seating_data(table, players)
    if len(away & {one, other}) == 1:
        changes |= starter_from_now(table, places=places)
    return with_away({**table.log.setup_data, **changes}, away)


def replace_player(table: Table, seat: int, name: str) -> SetupData:
    """Someone else takes the seat, with what was entered for it."""
    player, players = find_or_add_player(table, name), list(table.seating.players)
    if player in players:
        return table.log.setup_data
    players[seat] = player
    changes = seating_data(table, players)
    if seat in table.seating.away:
        changes |= starter_from_now(table)
    return with_away({**table.log.setup_data, **changes}, table.seating.away - {seat})


def add_player(table: Table, name: str) -> SetupData:
    """A new seat at the end, where the rounds so far are blank."""
    player = find_or_add_player(table, name)
    if player in table.seating.players:
        return table.log.setup_data
    changes = seating_data(table, [*table.seating.players, player]) | starter_from_now(table)
    return {**table.log.setup_data, **changes}


def leave(table: Table, seat: int) -> SetupData:
    changed = {**table.log.setup_data, **starter_from_now(table, leaving=seat)}
    return with_away(changed, table.seating.away | {seat})


def come_back(table: Table, seat: int) -> SetupData:
    return with_away(
        {**table.log.setup_data, **starter_from_now(table)}, table.seating.away - {seat}
    )


def choose_starter(table: Table, seat: int | None, lot: bool = False) -> SetupData:
    """Mark the player who deals the next round, or who starts; nobody with None.

    Where turns follow the seats, the one who starts gets the first seat until something is entered,
    or begun for a seat.
    """
    setup = {name: value for name, value in table.log.setup_data.items() if name != "starter"}
    if seat is None:
        return setup
    has_begun = table.log.entries or describe_draft(table) or table.session.counting
    if not (table.game.starter.moves or has_begun):
        setup |= seating_data(table, rotate(table.seating.players, seat)) if seat else {}
        seat = 0
    extra = {"lot": True} if lot else {}
    return {**setup, "starter": {"seat": seat, "round": len(table.log.entries), **extra}}


def starter_data(seat: int | None) -> SetupData:
    """The part of a new game’s setup that says who deals first, or starts."""
    return {} if seat is None else {"starter": {"seat": seat, "round": 0}}


def find_or_add_player(table: Table, name: str) -> int:
    """The key of the player with this name, who becomes one of the group if it has none."""
    group = table.session.group_id
    player = Player.objects.get_or_create(group_id=group, name=name)[0]
    name_after_players(group)
    return player.pk


def rotate(players: list[int], first: int) -> list[int]:
    return [*players[first:], *players[:first]]


def seating_data(table: Table, players: list[int]) -> SetupData:
    """The part of a setup that says who sits where. A head start stays with its player."""
    points = dict(zip(table.seating.players, table.seating.head_start, strict=False))
    head_start = [points.get(player, 0) for player in players]
    return {
        "players": players,
        "first": table.seating.first_players,
        **({"head_start": head_start} if points else {}),
    }


def with_away(setup: SetupData, away: Iterable[int]) -> SetupData:
    others = {name: value for name, value in setup.items() if name != "away"}
    return {**others, "away": sorted(away)} if away else others


def starter_from_now(
    table: Table, leaving: int | None = None, places: Mapping[int, int] | None = None
) -> SetupData:
    """Return the dealer's mark, counted from now on, because the circle at the table changes.

    `places` are the new seats of those who move.
    """
    seat = table.marked_seat
    if seat is None or not table.game.starter.moves:
        return {}
    seat = (places or {}).get(seat, seat)
    if seat == leaving:
        seat = clockwise(table.seating.present, seat, 1)
    return {"starter": {"seat": seat, "round": len(table.log.entries)}}
