"""A finished game as lists show it: from the result that is kept beside it, without counting it again."""

from typing import NamedTuple

from games import registry
from scorekeeper.models import GameSession
from scorekeeper.tables.setups import display_title
from scorekeeper.tables.translate import ended_unplayed


class Place(NamedTuple):
    seat: int
    name: str
    rank: int
    total: int


SHOWN = 3


class Finished:
    """Give it a session fetched `with_seats`."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.game = registry.games()[session.game]
        self.display_title = display_title(self.game, session.result["options"])
        names = [seat.name for seat in session.seat_list]
        rows = zip(
            range(len(names)), names, session.result["ranks"], session.result["totals"], strict=True
        )
        self.places = sorted(
            (Place(*row) for row in rows), key=lambda place: (place.rank, place.seat)
        )
        self.first = self.places[:SHOWN] if len(self.places) > SHOWN + 1 else self.places
        self.more = len(self.places) - len(self.first)
        self.winners = [names[seat] for seat in session.result["winners"]]
        self.verdict = "" if self.winners else ended_unplayed()
