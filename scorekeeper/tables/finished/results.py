"""Stores beside a game what lists and statistics ask for: its result, and when it was played.

A game that goes on was played when it was last changed. A finished one was played when its last
round was entered, or when the table ended it. Corrections, undo and restoring do not move it.
If the table chose another day (`day` in the setup), the times of the game move to that day, so that
lists and comparisons put it there.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import chain, pairwise, takewhile
from operator import attrgetter
from typing import Any

from django.db.models import F
from django.utils import timezone
from django.utils.timezone import localdate, localtime

from games import record
from games.contract import AnyGame, GameOver
from games.endless import call_rules
from scorekeeper.models import GameSession, Group, Revision, Seat
from scorekeeper.models.people import EVENING_BREAK, extend_guest_access
from scorekeeper.tables.entering.counting import open_seats, seats_to_count
from scorekeeper.tables.finished.course import NO_COURSE, course_of
from scorekeeper.tables.kinds import Options, custom_title, kind_of
from scorekeeper.tables.log import SETUP
from scorekeeper.tables.seating import Seating, SetupData
from scorekeeper.tables.table import Table

logger = logging.getLogger(__name__)

TITLE_LENGTH = GameSession._meta.get_field("title").max_length


def setup_columns(game: AnyGame, options: Options) -> dict[str, str | bool]:
    """The columns of GameSession that follow from its options."""
    lowest_wins = call_rules(game.lowest_wins, call_rules(record.decode_options, game, options))
    title = custom_title(game, options)[:TITLE_LENGTH]
    return {"title": title, "kind": kind_of(game, options), "lowest_wins": lowest_wins}


def result_columns(table: Table) -> dict[str, Any]:
    """The columns of GameSession that follow from its entries. The result is stored together with
    the setup that it was played by; while the game goes on, there is neither a result nor a course.
    """
    board, ended_early = table.board, {"ended_early": table.ended_early}
    if not board.finished:
        return {"result": None, **NO_COURSE, **ended_early}
    figures = {"totals": board.totals, "ranks": board.ranks, "winners": table.winners}
    played_by = {name: table.log.setup_data[name] for name in ("options", "ended_early")}
    return {"result": {**figures, **played_by}, **course_of(table), **ended_early}


def update_result(
    table: Table, slot: int, before: int | None = None, is_set_back: bool = False
) -> None:
    """Store what follows from the entries, after one in `slot` was saved.

    `is_set_back`: the whole game was set back.

    A finished game keeps its result, and each seat its own; of one that goes on they are cleared.
    """
    if slot == SETUP:
        table = follow_setup(table)
    session, board = table.session, table.board
    was_finished = session.finished_at is not None
    columns: dict[str, Any] = {
        **result_columns(table),
        **times_after(table, slot, is_set_back),
        "draft": draft_after(table, slot, before),
        "counting": counting_after(table, slot, before),
    }
    if slot == SETUP:
        columns |= setup_columns(table.game, table.options)
    session.change(**columns)
    if session.has_guests:
        extend_guest_access(session.pk)
    if board.finished or was_finished:
        update_seats(table)


Times = tuple[datetime, datetime, datetime | None]
"""When a game was started, when it was played, and when it was finished."""


def chosen_day(setup: SetupData) -> date | None:
    return date.fromisoformat(setup["day"]) if "day" in setup else None


def times_after(table: Table, slot: int, is_set_back: bool) -> dict[str, datetime | None]:
    """The times of the game after a change in `slot`: started_at, played_at and finished_at.

    `is_set_back`: the whole game was set back.
    """
    session, is_finished = table.session, table.board.finished
    before = session.started_at, session.played_at, session.finished_at
    times = times_by_setup(table, before) if slot == SETUP else before
    started_at, played_at, finished_at = times
    if is_set_back or not (is_finished and finished_at):  # else it was finished before this, too
        end = end_of(table) if is_finished else None
        if end and (is_set_back or end is not table.log.revisions[slot][-1]):
            played_at = on_chosen_day(table, end.at, started_at)
        elif times is before:
            now = on_chosen_day(table, timezone.now(), started_at)
            played_at = max(played_at, now) if "day" in table.log.setup_data else now
        finished_at = played_at if is_finished else None
    return {"started_at": started_at, "played_at": played_at, "finished_at": finished_at}


def end_of(table: Table) -> Revision:
    """The revision that ended the game: its last round when it was entered, or the first after
    that by which the table ended it.
    """
    setups, round = table.log.setups, last_round(table)
    if not table.setup.ended_early:
        return round
    ends = [
        now for was, now in pairwise(setups) if now.data["ended_early"] > was.data["ended_early"]
    ]
    return next((one for one in ends if one.pk > round.pk), ends[0] if ends else round)


def last_round(table: Table) -> Revision:
    """The first revision of the round that was the last one when it was entered; without rounds
    that of the setup. A forgotten round, inserted since, may have put it behind the end.
    """
    log, results = table.log, table.board.results
    played = [
        log.revisions[entry.slot][0]
        for entry, result in zip(log.entries, results, strict=True)
        if not result.problem or isinstance(result.problem, GameOver)
    ]
    count = sum(not result.problem for result in results)
    first = sorted(played, key=attrgetter("pk"))[:count]
    in_turn = [one for one in first if one.slot not in log.inserted_slots] or first
    return in_turn[-1] if in_turn else log.setups[0]


def times_by_setup(table: Table, times: Times) -> Times:
    """Return the times by the last change of the setup: on the day that it chose, or where they
    were before one was chosen.
    """
    days = [chosen_day(setup.data) for setup in table.log.setups[-2:]]
    if days[0] == days[-1]:
        return times
    first, day = table.log.setups[0].at, days[-1]
    started_at, played_at, finished_at = times
    end = end_of(table) if table.board.finished else None
    if end and day and (choice := choice_before(table, day, end)):
        return times_of_evening(table, day, choice, end.at)
    if end and finished_at:
        length, played_at = finished_at - started_at, end.at
        finished_at = played_at
        # An imported game may have been set up at its end.
        started_at = first if first < played_at else played_at - length
    else:
        started_at, played_at = first, played_at + (first - started_at)
    own = started_at, played_at, finished_at
    return shift_times(own, (day - localdate(played_at)).days) if day else own


def choice_before(table: Table, day: date, end: Revision) -> Revision | None:
    """The setup that chose this day, if it was in force when the game ended."""
    earlier = [setup for setup in table.log.setups if setup.pk < end.pk]
    choices = list(takewhile(lambda setup: chosen_day(setup.data) == day, reversed(earlier)))
    return choices[-1] if choices else None


def times_of_evening(table: Table, day: date, choice: Revision, end: datetime) -> Times:
    """Return the times of a game that went on after its day was chosen, as they were then."""
    revisions = chain(*table.log.revisions.values())
    played_at = max((one.at for one in revisions if one.pk < choice.pk), default=choice.at)
    own = table.log.setups[0].at, played_at, None
    started_at, *_others = shift_times(own, (day - localdate(played_at)).days)
    at = on_chosen_day(table, end, started_at)
    return started_at, at, at


def shift_times(times: Times, days: int) -> Times:
    """Return the times moved so that the game ends `days` later at the same time of day, or now if
    that is in the future. It keeps its length, even across a change of the clocks.
    """
    # In UTC, as local times cannot be added to on a day when the clocks change.
    started_at, played_at = (at.astimezone(UTC) for at in times[:2])
    finished_at = times[2] and times[2].astimezone(UTC)
    end = finished_at or played_at
    there = on_day(end, localdate(end) + timedelta(days=days)).astimezone(UTC)
    later = min(there - end, timezone.now() - max(started_at, end))
    return started_at + later, played_at + later, finished_at and finished_at + later


def on_chosen_day(table: Table, at: datetime, started_at: datetime) -> datetime:
    """Return this time of the day that the table chose, or of the next one if the game went on
    after midnight, but neither before its start nor in the future.
    """
    if not (day := chosen_day(table.log.setup_data)):
        return at
    there = on_day(at, day)
    if there < started_at:
        same_evening = localdate(at - EVENING_BREAK) == localdate(table.log.setups[0].at)
        there = on_day(at, day + timedelta(days=1)) if same_evening else started_at
    return min(there, timezone.now())


def on_day(at: datetime, day: date) -> datetime:
    return localtime(at).replace(year=day.year, month=day.month, day=day.day)


OUT_OF_THE_WAY = 1000  # added to the numbers of seats while they change places


def follow_setup(table: Table) -> Table:
    """Seat the players as the setup says; return the table with these seats."""
    session, players = table.session, table.seating.players
    if players == [seat.player_id for seat in table.seats]:
        return table
    rows = Seat.objects.filter(session=session)
    rows.exclude(player__in=players).delete()
    rows.update(number=F("number") + OUT_OF_THE_WAY)
    for number, player in enumerate(players):
        rows.update_or_create(session=session, player_id=player, defaults={"number": number})
    Group.objects.filter(pk=session.group_id).note_change()  # lists and records show the players
    vars(session).pop("seat_list", None)
    return replace(table, seating=Seating(table.log.setups, session.seat_list))


StoredFigures = list[list[int | str]]

NO_RESULT = {"total": None, "rank": None, "won": None, "kind": "", "figures": None}


def seat_columns(table: Table) -> list[dict[str, Any]]:
    """The columns of each Seat that follow from the entries."""
    board = table.board
    if not board.finished:
        return [NO_RESULT] * len(table.seats)
    kind, figures = comparable_kind(table.session), figures_of(table)
    return [
        {
            "total": board.totals[seat],
            "rank": board.ranks[seat],
            "won": seat in table.winners,
            "kind": kind,
            "figures": figures[seat],
        }
        for seat in range(len(table.seats))
    ]


def figures_of(table: Table) -> Sequence[StoredFigures | None]:
    """Return each player's figures for statistics, as they are stored. None if the game's rules
    fail: that must not stop the end of a game, and `manage.py recount` counts it later.
    """
    figures = table.game.figures
    if not figures or table.imported_result:
        return [[] for _seat in table.seats]
    try:
        counts = call_rules(figures.count, table.setup, table.inputs, table.board)
        rows: list[StoredFigures] = [
            [[c.key, c.detail, c.value, c.chances] for c in seat] for seat in counts
        ]
    except Exception:
        logger.exception("The figures of %s failed", table.game.slug)
        return [None] * len(table.seats)
    return rows if len(rows) == len(table.seats) else [None] * len(table.seats)


def update_seats(table: Table) -> None:
    for seat, columns in zip(table.seats, seat_columns(table), strict=True):
        for name, value in columns.items():
            setattr(seat, name, value)
    Seat.objects.bulk_update(table.seats, NO_RESULT)


def comparable_kind(session: GameSession) -> str:
    """The kind of a game whose totals count in comparisons; none of any other."""
    counts = session.finished_at and not (session.ended_early or session.deleted_at)
    return session.kind if counts else ""


def set_deleted(session: GameSession, deleted: bool) -> None:
    """Take the game out of every list and comparison, or bring it back."""
    session.change(deleted_at=timezone.now() if deleted else None)
    Seat.objects.filter(session=session).update(kind=comparable_kind(session))


def draft_after(table: Table, slot: int, before: int | None) -> dict[str, Any]:
    """Return what is left of the draft, which is dropped when its entry is saved.

    An inserted round, or an entry of another kind, takes the slot but not the draft.
    """
    draft: dict[str, Any] = table.session.draft
    if draft.get("slot") != slot:
        return draft
    if before or is_other_kind(table, slot, draft):
        return {**draft, "slot": table.log.next_slot}
    return {}


def counting_after(table: Table, slot: int, before: int | None) -> int | None:
    """Return the slot that is counted on a phone each once there is an entry in `slot`.

    Players without an entry go on to the next slot. Sealed counts of all others are deleted, unless
    the table goes on without counting: they are needed again if that entry is removed.
    """
    session, counting = table.session, table.game.counting
    if session.counting != slot or not counting:
        return session.counting
    if not (counting.together or table.board.finished or open_seats(table)):
        return table.log.next_slot
    left = seats_to_count(table) if before or not counting.together else []
    session.sealed_counts.exclude(seat__in=left).delete()
    return table.log.next_slot if left else None


def is_other_kind(table: Table, slot: int, draft: dict[str, Any]) -> bool:
    """Return whether the draft is of another kind than the entry: someone may hand out a mistake
    card while a catch is being entered.
    """
    data, draft_type = table.log.data(slot) or {}, draft["fields"].get("type")
    return bool(draft_type) and draft_type != [data.get("type")]
