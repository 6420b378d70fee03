"""The report on a finished game: records of its players and of the group, and remarks."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.formats import format_day, round_half_up
from scorekeeper.models import GameSession, Seat
from scorekeeper.pages.lookback import COMPARED, Lookback, with_best_before
from scorekeeper.statistics.breaks import FEWEST
from scorekeeper.statistics.plays import Play
from scorekeeper.statistics.rates import figures_in_points
from scorekeeper.tables.table import Table

RECENT = 100
"""The newest totals of a player who plays alone, for the mean."""
GAMES = 20
"""The number of earlier games that the best figures come from."""
MOST = 3
"""Remarks of a game."""
STREAK, LOSSES = 3, 4
"""The fewest wins in a row, or meetings without a win, that are worth a sentence."""
FIRST_GAME, PERSONAL_BEST = 1 / 20, 1 / 5


class PersonalRecord(NamedTuple):
    """A player's total in this game, and the best one before it, if there was one.

    `recent`: the totals before it, the last one first; only for a player who plays alone.
    """

    seat: int
    total: int
    best: int | None
    lowest_wins: bool
    recent: Sequence[int] = ()

    @property
    def is_best(self) -> bool:
        """The first game is nobody's best."""
        if self.best is None:
            return False
        return self.total < self.best if self.lowest_wins else self.total > self.best

    @property
    def mean(self) -> int:
        return int(round_half_up(sum(self.recent) / len(self.recent)))


def personal_records(table: Table) -> list[PersonalRecord]:
    """Return records in seat order: [] while the game goes on, or if its totals do not compare.

    A device that was let into this game only may not learn of others.
    """
    if not table.seats[0].kind or table.session.guest_of is not None:
        return []
    lowest = table.lowest_wins
    seats = with_best_before(table.session, lowest)
    recent = recent_totals(table) if len(table.seats) == 1 else ()
    return [
        PersonalRecord(seat.number, seat.total, seat.best_before, lowest, recent)
        for seat in seats
        if seat.total is not None
    ]


def recent_totals(table: Table) -> Sequence[int]:
    totals = GameSession.objects.totals_before(table.session, table.seats[0].player_id)
    return [total for total in totals[:RECENT] if total is not None]


class BestFigure(NamedTuple):
    """`seat`: the player's, in this game. `new`: it is from this game, and better than before."""

    name: str
    points: int
    seat: int
    player: str
    new: bool


def best_figures(table: Table) -> list[BestFigure]:
    """One for each row that was ever filled, in the order of this game.

    An empty list if the game has no such figures, if it does not compare, or if it is the first. A
    device that was let into this game only may not learn of others.
    """
    keys = figures_in_points(table.game.slug)
    if not keys or not table.seats[0].kind or table.session.guest_of is not None:
        return []
    sessions = GameSession.objects.comparable_before(table.session)[:GAMES]
    earlier = [session.pk for session in sessions]
    by_session = stored_figures([*earlier, table.session.pk], table)
    if not any(by_session[session] for session in earlier):
        return []
    best: dict[str, BestFigure] = {}
    for session in [*earlier, table.session.pk]:
        for seat, (key, name, points, _chances) in by_session[session]:
            new = session == table.session.pk
            figure = BestFigure(name, points, seat.number, seat.shown_name, new)
            if key in keys and is_better_than(figure, best.get(name), table.lowest_wins):
                best[name] = figure
    return list(best.values())


def stored_figures(sessions: Sequence[int], table: Table) -> dict[int, list[tuple[Seat, Any]]]:
    """Return the stored figures of the players of `table` by game, each with the player's seat."""
    seats = {seat.player_id: seat for seat in table.seats}
    rows = Seat.objects.filter(session__in=sessions, player__in=seats).order_by("number")
    by_session: dict[int, list[tuple[Seat, Any]]] = {session: [] for session in sessions}
    for session, player, figures in rows.values_list("session", "player", "figures"):
        by_session[session] += [(seats[player], figure) for figure in figures or ()]
    return by_session


def is_better_than(figure: BestFigure, other: BestFigure | None, lowest_wins: bool) -> bool:
    if not other:
        return True
    return figure.points < other.points if lowest_wins else figure.points > other.points


class GroupRecord(NamedTuple):
    """`chance`: how likely the last one of so many games sets it. `text` takes the `game`."""

    chance: float
    text: str
    is_total: bool = False


class Aspect(NamedTuple):
    """A column of GameSession in which a game sets a record, by the lowest value or the highest."""

    column: str
    lowest: bool
    text: str

    @property
    def is_total(self) -> bool:
        return self.column == "best_total"


def group_records(lookback: Lookback) -> Iterator[GroupRecord]:
    """Yield the records of the group; none if the game compares with no other."""
    if not lookback.table.seats[0].kind:
        return
    for aspect in aspects(lookback):
        values = [row[aspect.column] for row in lookback.comparable]
        earlier = [value for value in values if is_known(value, aspect)]
        if len(earlier) >= FEWEST and is_record(lookback, aspect, earlier):
            yield GroupRecord(1 / (len(earlier) + 1), aspect.text, aspect.is_total)


def aspects(lookback: Lookback) -> list[Aspect]:
    lowest_wins = lookback.table.lowest_wins
    total = _("Lowest %(game)s total ever") if lowest_wins else _("Highest %(game)s total ever")
    return [
        Aspect("best_total", lowest_wins, total),
        Aspect("margin", True, _("Closest %(game)s ever")),
        Aspect("margin", False, _("Clearest %(game)s win ever")),
        Aspect("comeback", False, _("Biggest comeback in %(game)s ever")),
    ]


def is_known(value: int | None, aspect: Aspect) -> bool:
    """Return whether the game has this value: a margin or a comeback of 0 is none."""
    return value is not None and (aspect.is_total or value > 0)


def is_record(lookback: Lookback, aspect: Aspect, earlier: list[int]) -> bool:
    """Return whether no earlier game reached it; `earlier` has the newest ones."""
    value = getattr(lookback.session, aspect.column)
    if not is_known(value, aspect):
        return False
    if not (value < min(earlier) if aspect.lowest else value > max(earlier)):
        return False
    if len(lookback.comparable) < COMPARED:
        return True
    return lookback.is_record(aspect.column, aspect.lowest)


class Remark(NamedTuple):
    """A sentence. `chance`: how rare it is, roughly. `best`: the seats whose total it is about."""

    chance: float
    text: str
    best: Sequence[int] = ()


def remarks(table: Table) -> list[Remark]:
    """The rarest first, without personal bests: standings show these beside the total.

    An empty list while the game goes on, or if it was ended early. Devices that were let into this
    game only get none, because they may not learn of others.
    """
    session = table.session
    if not session.finished_at or session.ended_early or session.guest_of is not None:
        return []
    lookback = Lookback(table)
    candidates = [*record_remarks(lookback), *first_game(lookback)]
    if len(table.seats) > 1:
        candidates += [*streaks(lookback), *ended_streaks(lookback), *first_wins(lookback)]
    return sorted(candidates, key=lambda one: one.chance)[:MOST]


def personal_bests(
    records: Sequence[PersonalRecord], remarks: Sequence[Remark]
) -> list[PersonalRecord]:
    """Return the personal bests that no remark mentions already."""
    seats_in_remarks = {seat for remark in remarks for seat in remark.best}
    return [one for one in records if one.is_best and one.seat not in seats_in_remarks]


def first_remark(table: Table, records: Sequence[PersonalRecord]) -> str:
    """Return the rarest remark, or personal best, for pages without marks in the standings."""
    of_game = remarks(table)
    seats = (one.seat for one in personal_bests(records, of_game))
    own = [Remark(PERSONAL_BEST, personal_best_text(table, seat)) for seat in seats]
    return min([*of_game, *own], key=lambda one: one.chance, default=Remark(1, "")).text


def personal_best_text(table: Table, seat: int) -> str:
    return _("%(name)s’s best %(game)s") % {"name": table.names[seat], "game": table.display_title}


def record_remarks(lookback: Lookback) -> Iterator[Remark]:
    table = lookback.table
    for record in group_records(lookback):
        best = table.winners if record.is_total else ()
        yield Remark(record.chance, record.text % {"game": table.display_title}, best)


def first_game(lookback: Lookback) -> Iterator[Remark]:
    """Remark on the first game of its kind, unless it is the group's first game ever."""
    if lookback.games and lookback.is_first_of_its_game():
        text = _("This group’s first game of %(game)s") % {"game": lookback.table.display_title}
        yield Remark(FIRST_GAME, text)


def streaks(lookback: Lookback) -> Iterator[Remark]:
    table = lookback.table
    for seat in table.winners:
        before = wins_in_a_row(lookback, seat)
        if before is not None and before + 1 >= STREAK:
            wins = before + 1
            text = ngettext(
                "%(n)s win in a row for %(name)s", "%(n)s wins in a row for %(name)s", wins
            )
            yield Remark(chance_of_wins(table, wins), text % {"name": table.names[seat], "n": wins})


def ended_streaks(lookback: Lookback) -> Iterator[Remark]:
    table = lookback.table
    for seat, name in enumerate(table.names):
        before = None if seat in table.winners else wins_in_a_row(lookback, seat)
        if before is not None and before >= STREAK:
            text = ngettext(
                "%(name)s’s streak of %(n)s win ends",
                "%(name)s’s streak of %(n)s wins ends",
                before,
            )
            yield Remark(chance_of_wins(table, before), text % {"name": name, "n": before})


def wins_in_a_row(lookback: Lookback, seat: int) -> int | None:
    """Return the player's streak before this game; None if it began before the games read."""
    plays, player = lookback.games_of(seat), lookback.table.seats[seat].player_id
    for wins, play in enumerate(plays):
        if not play.place_of(player).won:
            return wins
    return len(plays) if lookback.is_complete else None


def chance_of_wins(table: Table, wins: int) -> float:
    return float(len(table.seats)) ** -wins


def first_wins(lookback: Lookback) -> list[Remark]:
    """Return the rarest first win of a winner over one of the others."""
    table = lookback.table
    others = [seat for seat in range(len(table.seats)) if seat not in table.winners]
    pairs = product(table.winners, others)
    wins = [remark for pair in pairs for remark in first_win(lookback, *pair)]
    return sorted(wins, key=lambda one: one.chance)[:1]


def first_win(lookback: Lookback, winner: int, other: int) -> Iterator[Remark]:
    """Remark on the first win over the other in a while, unless the last was on the same day."""
    table = lookback.table
    meetings = lookback.games_of(winner, other)
    first, second = (table.seats[seat].player_id for seat in (winner, other))
    won = (play.place_of(first).rank < play.place_of(second).rank for play in meetings)
    losses = next((number for number, is_won in enumerate(won) if is_won), None)
    names = {"name": table.names[winner], "other": table.names[other]}
    if losses is None:
        if lookback.is_complete and len(meetings) >= LOSSES:
            text = _("%(name)s’s first win over %(other)s") % names
            yield Remark(0.5 ** len(meetings), text)
    elif losses >= LOSSES and not same_day(table, meetings[losses]):
        names["day"] = day_before(table, meetings[losses])
        text = _("%(name)s’s first win over %(other)s since %(day)s") % names
        yield Remark(0.5**losses, text)


def same_day(table: Table, play: Play) -> bool:
    days = {localtime(one.played_at).date() for one in (play, table.session)}
    return len(days) == 1


def day_before(table: Table, play: Play) -> str:
    """The day of an earlier game, with the year if it was another one."""
    then, now = localtime(play.played_at), localtime(table.session.played_at)
    return format_day(then, "day of year" if then.year == now.year else "day")
