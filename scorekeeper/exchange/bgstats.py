"""BG Stats, an app for recording plays: a link that hands one game over, and its export file."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from django.utils import timezone
from django.utils.timezone import localtime

from scorekeeper.exchange.archive import all_games, call_with_table, encode
from scorekeeper.formats import whole_minutes, without_breaks
from scorekeeper.models import GameSession, Group, Player
from scorekeeper.tables.table import Table

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorekeeper"
LONGEST = 8000  # characters of an address: more than browsers and servers take for granted
TIME = "%Y-%m-%d %H:%M:%S"


def link_of(table: Table) -> str:
    """Return the address that hands a finished game over; "" if it would be too long."""
    link = LINK + quote(encode(play_of(table)), safe="")
    return link if len(link) <= LONGEST else ""


def play_of(table: Table) -> dict[str, Any]:
    """Return the play as a link says it: its date is the end, in UTC."""
    session = table.session
    end = session.finished_at or session.played_at
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(session.submission),
        "playDate": end.astimezone(UTC).strftime(TIME),
        "durationMin": minutes(session),
        "comments": session.comment,
        "game": {
            "name": without_breaks(table.display_title),
            "sourceGameId": source_of_game(table),
            "highestWins": not table.lowest_wins,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": str(table.seats[seat].player_id),
                "startPlayer": seat == first_seat(table),
                "score": str(table.board.totals[seat]),
                "rank": table.board.ranks[seat],
                "winner": seat in table.winners,
            }
            for seat, name in enumerate(table.names)
        ],
    }


def minutes(session: GameSession) -> int:
    if not session.finished_at:
        return 0
    return whole_minutes(session.finished_at - session.started_at)


def first_seat(table: Table) -> int | None:
    """Return the seat that started, if the table marked one at the start."""
    starter = table.log.setups[0].data.get("starter")
    return starter["seat"] if starter else None


def source_of_game(table: Table) -> str:
    """Return the id shared by all games of a kind and title."""
    return f"{table.game.slug}:{table.session.title.casefold()}"


class Export:
    """The export file of a group: its finished games, and the players and games in them."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.games: dict[str, dict[str, Any]] = {}
        players = Player.everyone.filter(group=group)
        self.players = {
            player.pk: {
                "id": number,
                "uuid": self.uuid("player", player.pk),
                "name": player.name,
                "isAnonymous": player.deleted_at is not None,
                "modificationDate": self.now,
            }
            for number, player in enumerate(players.order_by("pk"), 1)
        }

    @property
    def now(self) -> str:
        return local_text(timezone.now())

    def uuid(self, what: str, key: object) -> str:
        """Return an id that stays the same from one export to the next."""
        return str(uuid5(NAMESPACE_URL, f"scorekeeper/{self.group.created_at}/{what}/{key}"))

    def pieces(self) -> Iterator[bytes]:
        """Yield the file piece by piece. The plays come first, as they name the games."""
        yield b'{"plays":['
        separator = b""
        for session in all_games(self.group):
            if session.finished_at and (play := call_with_table(session, self.play)):
                yield separator + encode(play)
                separator = b",\n"
        rest = {
            "games": list(self.games.values()),
            "players": list(self.players.values()),
            "locations": [],
            "challenges": [],
            "deletedObjects": [],
            "groups": [],
            "tags": [],
            "userInfo": {"exportDate": self.now, "appVersion": SOURCE, "device": SOURCE},
        }
        yield b"]," + encode(rest)[1:]

    def play(self, table: Table) -> dict[str, Any]:
        session = table.session
        end = local_text(session.finished_at or session.played_at)
        return {
            "uuid": str(session.submission),
            "gameRefId": self.game(table)["id"],
            "playDate": end,
            "playDateYmd": int(end[:10].replace("-", "")),
            "entryDate": local_text(session.started_at),
            "modificationDate": end,
            "durationMin": minutes(session),
            "rounds": len(table.log.entries),
            "scoringSetting": 0,
            "manualWinner": True,
            "ignored": session.ended_early,
            "usesTeams": False,
            "rating": 0,
            "playImages": "[]",
            "expansionPlays": [],
            "comments": session.comment,
            "playerScores": [
                {
                    "playerRefId": self.players[seat.player_id]["id"],
                    "score": str(table.board.totals[number]),
                    "winner": number in table.winners,
                    "rank": table.board.ranks[number],
                    "seatOrder": number + 1,
                    "startPlayer": number == first_seat(table),
                    "newPlayer": False,
                }
                for number, seat in enumerate(table.seats)
            ],
        }

    def game(self, table: Table) -> dict[str, Any]:
        """Return the game of this play. A title of which the lowest total won at times, and the
        highest at others, is two games there.
        """
        key = source_of_game(table)
        if self.games.get(key, {}).get("highestWins") == table.lowest_wins:
            key += ":lowest" if table.lowest_wins else ":highest"
        if key not in self.games:
            self.games[key] = {
                "id": len(self.games) + 1,
                "uuid": self.uuid("game", key),
                "name": without_breaks(table.display_title),
                "bggId": 0,
                "highestWins": not table.lowest_wins,
                "noPoints": False,
                "cooperative": False,
                "usesTeams": False,
                "isBaseGame": 1,
                "isExpansion": 0,
                "modificationDate": self.now,
            }
        game = self.games[key]
        game["cooperative"] |= not (table.winners or table.session.ended_early)
        return game


def local_text(at: datetime) -> str:
    """Return a time as the file has it: local, without a zone."""
    return localtime(at).strftime(TIME)
