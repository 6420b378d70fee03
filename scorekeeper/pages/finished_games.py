"""A finished game as lists show it: from its stored result, without scoring it again."""

from collections.abc import Sequence

from django.utils.timezone import localtime

from scorekeeper.formats import format_day
from scorekeeper.models import GameSession, Seat
from scorekeeper.tables.kinds import session_title
from scorekeeper.tables.translate import ended_unplayed

SHOWN = 3


class FinishedGame:
    """Takes a session fetched `with_seats`."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.display_title = session_title(session)
        self.seats = sorted(session.seat_list, key=lambda seat: (seat.rank, seat.number))
        self.winners = [seat.name for seat in session.seat_list if seat.won]
        self.verdict = "" if self.winners else ended_unplayed()

    @property
    def day(self) -> str:
        return day_of(self.session)

    @property
    def first(self) -> Sequence[Seat]:
        """The best ones; all of them if only one would be left out."""
        return self.seats[:SHOWN] if len(self.seats) > SHOWN + 1 else self.seats

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def more(self) -> int:
        return len(self.seats) - len(self.first)


def day_of(session: GameSession) -> str:
    """The day when it was played, with the year if that is not this one."""
    played_at = localtime(session.played_at)
    this_year = played_at.year == localtime().year
    return format_day(played_at, "day of year" if this_year else "day")
