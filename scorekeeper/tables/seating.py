"""Who sits where, and who deals, as the setup of a game says it.

Slot 0 holds more than options once a table asks for it:

- `players`: the keys of the players in seat order, and `first`: those at the start. Without them
  the players are still the first ones.
- `away`: the seats of those who left.
- `starter`: {"seat": …, "round": …}: the player there deals the round with this number, from 0.
  With `lot` it was drawn by lot.

A change takes the table and returns the setup as it would be stored. Inputs are stored by seat
number, so what was entered stays with the seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db.models import F

from games import record
from games.contract import Impossible
from scorekeeper.models import Group, Player, Seat

if TYPE_CHECKING:
    from scorekeeper.tables.table import Table

SetupData = dict[str, Any]

OUT_OF_THE_WAY = 1000  # added to the numbers of seats while they change places


def swap_seats(table: Table, one: int, other: int) -> SetupData:
    """Two players change places; one who left is away in the new seat, too."""
    places = {one: other, other: one}
    players = list(table.players)
    players[one], players[other] = players[other], players[one]
    away = {places.get(seat, seat) for seat in table.away}
    return with_away({**table.setup_data, **seated(table, players)}, away)


def replace_player(table: Table, seat: int, name: str) -> SetupData:
    """Someone else takes the seat, with what was entered for it."""
    player, players = find_or_add_player(table, name), list(table.players)
    if player in players:
        return table.setup_data
    players[seat] = player
    return with_away({**table.setup_data, **seated(table, players)}, table.away - {seat})


def add_player(table: Table, name: str) -> SetupData:
    """A new seat at the end, where the rounds so far are blank."""
    player = find_or_add_player(table, name)
    if player in table.players:
        return table.setup_data
    changed = seated(table, [*table.players, player]) | anchored(table)
    return {**table.setup_data, **changed}


def leave(table: Table, seat: int) -> SetupData:
    changed = {**table.setup_data, **anchored(table, leaving=seat)}
    return with_away(changed, table.away | {seat})


def come_back(table: Table, seat: int) -> SetupData:
    return with_away({**table.setup_data, **anchored(table)}, table.away - {seat})


def choose_starter(table: Table, seat: int | None, lot: bool = False) -> SetupData:
    """Mark the player who deals the next round, or who starts; nobody with None.

    Where turns follow the seats, the one who starts gets the first seat until something is entered.
    """
    setup = {name: value for name, value in table.setup_data.items() if name != "starter"}
    if seat is None:
        return setup
    if not (table.game.starter.moves or table.entries):
        setup |= seated(table, rotated(table.players, seat)) if seat else {}
        seat = 0
    drawn = {"lot": True} if lot else {}
    return {**setup, "starter": {"seat": seat, "round": len(table.entries), **drawn}}


def marked_first(seat: int | None) -> SetupData:
    """The part of a new game’s setup that says who deals first, or starts."""
    return {} if seat is None else {"starter": {"seat": seat, "round": 0}}


def find_or_add_player(table: Table, name: str) -> int:
    """The key of the player with this name, who becomes one of the group if it has none."""
    return Player.objects.get_or_create(group_id=table.session.group_id, name=name)[0].pk


def rotated(players: list[int], first: int) -> list[int]:
    return [*players[first:], *players[:first]]


def seated(table: Table, players: list[int]) -> SetupData:
    return {"players": players, "first": table.first_players}


def with_away(setup: SetupData, away: Iterable[int]) -> SetupData:
    others = {name: value for name, value in setup.items() if name != "away"}
    return {**others, "away": sorted(away)} if away else others


def anchored(table: Table, leaving: int | None = None) -> SetupData:
    """The mark of who deals, counted from now on: the round the table is made of changes."""
    seat = table.marked_seat
    if seat is None or not table.game.starter.moves:
        return {}
    if seat == leaving:
        seat = clockwise(table.present, seat, 1)
    return {"starter": {"seat": seat, "round": len(table.entries)}}


def clockwise(seats: Iterable[int], start: int, steps: int) -> int:
    """The seat so many steps after `start`, among these; back if `steps` is below 0."""
    circle = sorted({*seats, start})
    return circle[(circle.index(start) + steps) % len(circle)]


def players_of(setup: SetupData, first: list[int]) -> list[int]:
    """The keys of the players by this setup, in seat order."""
    players: list[int] = setup.get("players", first)
    return players


def lacks_seat(table: Table) -> bool:
    """Whether an entry is about a seat that the setup does not have: the round came after a player
    had joined, and that is being undone.
    """
    if len(table.players) == table.most_seats:
        return False
    seats = record.seats_by_number(len(table.players))
    try:
        for entry in table.entries:
            record.decode_entry(table.game, entry.data, seats)
    except Impossible:
        return True
    return False


def follow_setup(table: Table) -> Table:
    """Seat the players as the setup says; return the table with these seats."""
    session, players = table.session, table.players
    if players == [seat.player_id for seat in table.seats]:
        return table
    rows = Seat.objects.filter(session=session)
    rows.exclude(player__in=players).delete()
    rows.update(number=F("number") + OUT_OF_THE_WAY)
    for number, player in enumerate(players):
        rows.update_or_create(session=session, player_id=player, defaults={"number": number})
    Group.objects.filter(pk=session.group_id).changed()  # lists and records show the players
    return table.with_seats_read_again()
