"""Games as lists show them, even those whose rules are missing or fail."""

import logging
from collections.abc import Sequence

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scorekeeper.formats import format_day
from scorekeeper.models import GameSession, Seat
from scorekeeper.tables.kinds import session_title
from scorekeeper.tables.table import Table
from scorekeeper.tables.translate import unplayed_verdict
from scorekeeper.tables.unplayable import NotInstalled, Unplayable

MOST_NAMES = 3


class FinishedGame:
    """Takes a session fetched `with_seats`."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.display_title = session_title(session)
        self.seats = sorted(session.seat_list, key=lambda seat: (seat.rank, seat.number))
        self.winners = [seat.shown_name for seat in session.seat_list if seat.won]
        # In a game of another app, all may have lost together.
        why = unplayed_verdict() if session.ended_early else capfirst(_("nobody won"))
        self.verdict = "" if self.winners else why

    @property
    def day(self) -> str:
        return day_of(self.session)

    @property
    def first(self) -> Sequence[Seat]:
        """The best ones; all of them if only one would be left out."""
        return self.seats[:MOST_NAMES] if len(self.seats) > MOST_NAMES + 1 else self.seats

    @property
    def names(self) -> list[str]:
        return [seat.shown_name for seat in self.seats]

    @property
    def more(self) -> int:
        return len(self.seats) - len(self.first)


def day_of(session: GameSession) -> str:
    """The day when it was played, with the year if that is not this one."""
    played_at = localtime(session.played_at)
    this_year = played_at.year == localtime().year
    return format_day(played_at, "day of year" if this_year else "day")


logger = logging.getLogger(__name__)


class GameWithoutRules:
    """A game that cannot be scored: a list shows its title, its players and its day."""

    game = None

    def __init__(self, session: GameSession, verdict: str) -> None:
        self.session = session
        self.verdict = verdict
        self.display_title = session_title(session)
        self.names = [seat.shown_name for seat in session.seat_list]
        self.day = day_of(session)


GameRow = Table | FinishedGame | GameWithoutRules


def table_row(session: GameSession) -> Table | GameWithoutRules:
    """Score the game, so that rules that fail do not take the others of a list with them."""
    try:
        table = Table.of(session)
        compute_row(table)
    except Unplayable as error:
        return GameWithoutRules(session, unplayable_text(error))
    except Exception:
        logger.exception("The rules of %s failed in game %s", session.game, session.pk)
        return GameWithoutRules(session, _("The rules of this game don’t work at the moment."))
    return table


def compute_row(table: Table) -> None:
    """Ask the rules for all that the row of a list shows. Raises whatever they raise."""
    _texts = table.verdict, table.next_title, table.display_title
    _numbers = table.target, table.lowest_wins
    ranks = [rank for _name, rank in zip(table.names, table.board.ranks, strict=True)]
    _best = table.board.totals[ranks.index(1)]


def unplayable_text(error: Unplayable) -> str:
    if isinstance(error, NotInstalled):
        return _("The rules of this game aren’t installed here.")
    return _("The rules of this game have changed: they can’t read what was entered.")
