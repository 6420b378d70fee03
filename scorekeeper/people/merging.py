"""Merges two players who are one person, and so in every setup that says who sat where.

A setup is an entry in slot 0: see tables/seating.py. A group may have a million of them, so the
database searches and rewrites their JSON itself.
"""

from collections import Counter
from collections.abc import Sequence

from django.db import connection
from django.db.models import BooleanField, Count, Func, JSONField, Q, QuerySet

from scorekeeper.models import GameSession, Group, Player, Revision, Seat
from scorekeeper.models.locks import group_locked, in_pieces, short_transaction
from scorekeeper.people.names import name_after_players

PLAYER_LISTS = ("players", "first")  # of a setup
AT_ONCE = 5_000  # rows that one transaction changes, unless a single game has more

HAS_PLAYER = {
    "sqlite": "EXISTS (SELECT 1 FROM json_each(%(field)s, '$.{name}') WHERE value = {player})",
    "postgresql": "%(field)s->'{name}' @> '{player}'",
}
WITH_PLAYER_REPLACED = {
    "sqlite": """json((
        SELECT json_group_array(CASE value WHEN {player} THEN {into} ELSE value END)
        FROM json_each(%(field)s, '$.{name}')
    ))""",
    "postgresql": """(
        SELECT jsonb_agg(CASE value WHEN '{player}' THEN '{into}' ELSE value END ORDER BY place)
        FROM jsonb_array_elements(%(field)s->'{name}') WITH ORDINALITY AS seat (value, place)
    )""",
}
WITH_LISTS = {
    "sqlite": "json_replace(%(field)s, '$.players', {players}, '$.first', {first})",
    "postgresql": "%(field)s || jsonb_build_object('players', {players}, 'first', {first})",
}


def merge_players(player: Player, into: Player) -> None:
    """Move the games of `player` to `into` and delete `player`. No game may have had both.

    The games are shown with the name and the mark of `into`. Many games are moved in several
    transactions. If a player is deleted meanwhile, or both play together, the games that are left
    stay where they are, and so does `player`.
    """
    rows = rows_by_game(player)
    pieces = in_pieces(rows, lambda game: rows[game] + 1, AT_ONCE)  # each has a new version, too
    for games in [*pieces][:-1]:
        with short_transaction(player.group_id):
            if not move_games(player, into, games):
                return
    with group_locked(player.group_id):
        if move_games(player, into, list(rows_by_game(player))):
            player.delete()
            name_after_players(player.group_id)


def rows_by_game(player: Player) -> Counter[int]:
    """Return how many rows of each game name the player: setups, and the seat."""
    setups = setups_naming(games_of_group(player), player)
    rows = Counter(dict(setups.values_list("session").annotate(Count("pk"))))
    rows.update(player.seats.values_list("session", flat=True))
    return rows


def move_games(player: Player, into: Player, games: Sequence[int]) -> bool:
    """Move these games. Return False if a player was deleted or both played together meanwhile.

    The caller holds the group's lock.
    """
    are_present = Player.objects.filter(pk__in=[player.pk, into.pk]).count() == 2
    if not are_present or played_together(player, into, games):
        return False
    Seat.objects.filter(player=player, session__in=games).update(player=into)
    setups_naming(games, player).update(data=setup_with_other(player, into))
    GameSession.objects.filter(pk__in=games).note_change()
    Group.objects.filter(pk=player.group_id).note_people_change()
    return True


def played_together(
    player: Player, other: Player, games: Sequence[int] | None = None
) -> GameSession | None:
    """Return a game that both played at the same time: one of these, or any of the group.

    One of them may have left their seat since.
    """
    sessions = games_of_group(player)
    if games is not None:
        sessions = GameSession.objects.filter(pk__in=games)
    if session := sessions.filter(seats__player=player).filter(seats__player=other).first():
        return session
    setups = setups_naming(sessions, player, other).values_list("session", flat=True)
    return GameSession.objects.filter(pk__in=list(setups[:1])).first()


def games_naming(player: Player) -> QuerySet[GameSession]:
    """Return the games in which this player has or had a seat."""
    setups = setups_naming(games_of_group(player), player)
    seats = Q(pk__in=player.seats.values("session"))
    return GameSession.objects.filter(seats | Q(pk__in=setups.values("session")))


def games_of_group(player: Player) -> QuerySet[GameSession]:
    return GameSession.objects.filter(group=player.group_id)


def setups_naming(
    games: Sequence[int] | QuerySet[GameSession], *players: Player
) -> QuerySet[Revision]:
    """Return the setups of these games in which one list names all these players."""
    by_list = [Q(*(has_player(name, player) for player in players)) for name in PLAYER_LISTS]
    return Revision.objects.filter(Q(*by_list, _connector=Q.OR), session__in=games, slot=0)


def has_player(name: str, player: Player) -> Func:
    """Return a condition in SQL: this list of a setup names the player."""
    template = HAS_PLAYER[connection.vendor].format(name=name, player=player.pk)
    return Func("data", template=template, output_field=BooleanField())


def setup_with_other(player: Player, into: Player) -> Func:
    """Return the SQL for a setup with one player in the place of another."""
    a_list = WITH_PLAYER_REPLACED[connection.vendor]
    lists = {
        name: a_list.format(name=name, player=player.pk, into=into.pk) for name in PLAYER_LISTS
    }
    template = WITH_LISTS[connection.vendor].format(**lists)
    return Func("data", template=template, output_field=JSONField())


def players_in_setups(group: int) -> set[int]:
    """The keys of all who ever had a seat in a game of the group where somebody changed seats."""
    setups = Revision.objects.filter(session__group=group, slot=0, data__has_key=PLAYER_LISTS[0])
    lists = setups.values_list(*(f"data__{name}" for name in PLAYER_LISTS)).distinct()
    return {pk for some in lists.iterator() for one in some for pk in one}
