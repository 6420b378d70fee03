"""The contexts of the pages of evenings, with remarks on their games."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import format_number
from scorekeeper.models import Player, Scale
from scorekeeper.pages.statistics import limits
from scorekeeper.pages.statistics.league import league_context, league_lines
from scorekeeper.pages.statistics.titles import duration_text, play_title, record_text
from scorekeeper.statistics.breaks import record_breaks_by_play, streak_ends_by_play
from scorekeeper.statistics.evenings import Evening, evenings_of, places_of_plays
from scorekeeper.statistics.group import group_records
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.league_tables import parse_points, points_table, wins_table
from scorekeeper.statistics.plays import LIKELY, Play
from scorekeeper.statistics.records import Record, RecordName
from scorekeeper.statistics.wins import most_wins

A_PAGE = 25
MOST_NAMES = 2
MOST_TOKENS = 8


class Remark(NamedTuple):
    """`details`: whose it was, and in which game. `value`: a figure as a text, or ""."""

    title: str
    details: Sequence[str]
    value: str
    play: Play


def remarks_on(history: GroupHistory, plays: Sequence[Play]) -> list[Remark]:
    """Records first, then streaks that ended, then the biggest comeback and swing.

    Of records and of streaks, the first hundred are named.
    """
    records = new_records(history, plays)
    return [
        *record_remarks(history, records[: limits.MOST_RECORDS]),
        *islice(streak_remarks(history, plays), limits.MOST_RECORDS),
        *comeback_remarks(history, plays, records),
        *swing_remarks(plays),
    ]


def new_records(history: GroupHistory, plays: Sequence[Play]) -> list[Record]:
    """Return the records that were broken; one that was broken again only as it stands last."""
    breaks = record_breaks_by_play(history)
    records = (record for play in plays for record in breaks.get(play.pk, ()))
    return list({(record.play.kind, record.name): record for record in records}.values())


def record_remarks(history: GroupHistory, records: Sequence[Record]) -> Iterator[Remark]:
    if records:
        current = {(one.name, one.play.pk) for one in group_records(history)}
        for record in records:
            yield record_remark(history, record, (record.name, record.play.pk) in current)


def record_remark(history: GroupHistory, record: Record, is_current: bool) -> Remark:
    names = [history.players[player].name for player in record.players]
    # Translators: `record` is one such as "Highest total".
    title = _("%(record)s ever") if is_current else _("%(record)s until then")
    return Remark(
        title % {"record": record.name.label},
        [play_title(record.play), *names],
        record_text(record),
        record.play,
    )


def streak_remarks(history: GroupHistory, plays: Sequence[Play]) -> Iterator[Remark]:
    ends = streak_ends_by_play(history)
    for play in plays:
        for end in ends.get(play.pk, ()):
            text = ngettext(
                "%(name)s’s streak of %(n)s win ends",
                "%(name)s’s streak of %(n)s wins ends",
                end.length,
            )
            names = {"name": history.players[end.player].name, "n": end.length}
            yield Remark(text % names, [play_title(play)], "", play)


def comeback_remarks(
    history: GroupHistory, plays: Sequence[Play], records: Sequence[Record]
) -> Iterator[Remark]:
    """The biggest one, unless it is among the records."""
    comebacks = [play for play in plays if play.counts and play.comeback]
    best = max(comebacks, key=lambda play: play.comeback or 0, default=None)
    in_records = [record.play.pk for record in records if record.name == RecordName.COMEBACK]
    if best and best.comeback and best.pk not in in_records:
        names = [history.players[player].name for player in best.winners]
        details = [play_title(best), *names]
        yield Remark(_("Biggest comeback"), details, format_number(best.comeback), best)


def swing_remarks(plays: Sequence[Play]) -> Iterator[Remark]:
    swings = [play for play in plays if play.counts and play.swing]
    best = max(swings, key=lambda play: play.swing or 0, default=None)
    if best and best.swing:
        yield Remark(_("Biggest swing"), [play_title(best)], format_number(best.swing), best)


class NotFirst(Exception):
    """A game that is not the first one of its evening."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first


class EveningRow(NamedTuple):
    """`best`: the names of those who won most, so many games each: `wins`; empty if they are more
    than two.
    """

    evening: Evening
    duration: str
    best: Sequence[str]
    wins: int
    players: Sequence[Player]


class PlaceLine(NamedTuple):
    name: str
    total: int


class PlayRow(NamedTuple):
    """`places`: the best first. `duration`: "" if nobody knows."""

    play: Play
    title: str
    winners: Sequence[str]
    places: Sequence[PlaceLine]
    duration: str


def page_of_evenings(
    history: GroupHistory, evenings: Sequence[Evening], number: str | None
) -> dict[str, object]:
    """A page of these, the last one first, and its rows."""
    page = Paginator(evenings[::-1], A_PAGE).get_page(number)
    return {"page": page, "evenings": [evening_row(history, evening) for evening in page]}


def evening_row(history: GroupHistory, evening: Evening) -> EveningRow:
    best, most = most_wins(evening.plays)
    names = [history.players[player].name for player in best] if len(best) <= MOST_NAMES else []
    players = [history.players[player] for player in evening.players[:MOST_TOKENS]]
    return EveningRow(evening, time_taken(evening), names, most, players)


def time_taken(evening: Evening) -> str:
    """ "" if nobody knows: the games were entered one after the other, long afterwards."""
    return duration_text(evening.duration) if evening.duration >= LIKELY[0] else ""


def evenings_context(history: GroupHistory, page: str | None) -> dict[str, object]:
    return page_of_evenings(history, evenings_of(history), page)


def evening_context(history: GroupHistory, points: str, play: int) -> dict[str, object] | None:
    """Return None if there is no such play. Raise NotFirst if it has another one before it.

    `points` is the group's scale of points by place, or "".
    """
    place = places_of_plays(history).get(play)
    if place is None:
        return None
    evenings = evenings_of(history)
    if (evening := evenings[place]).pk != play:
        raise NotFirst(evening.pk)
    scale = parse_points(points)
    games, more_games = limits.split(evening.plays, limits.MOST_GAMES)
    table = points_table(evening.plays, scale) if scale else wins_table(evening.plays)
    return {
        "evening": evening,
        "duration": time_taken(evening),
        "bounds": evening.bounds,
        "games": [play_row(history, one) for one in games],
        "more_games": more_games,
        **league_context(league_lines(history, table, evening.players)),
        "heading": Scale.PLACES.heading if scale else "",
        "remarks": remarks_on(history, evening.plays),
        "earlier": evenings[place - 1] if place else None,
        "later": evenings[place + 1] if place + 1 < len(evenings) else None,
    }


def play_row(history: GroupHistory, play: Play) -> PlayRow:
    places = sorted(play.places, key=lambda place: place.rank)
    return PlayRow(
        play,
        play_title(play),
        [history.players[player].name for player in play.winners],
        [PlaceLine(history.players[place.player].name, place.total) for place in places],
        duration_text(play.duration) if play.duration else "",
    )
