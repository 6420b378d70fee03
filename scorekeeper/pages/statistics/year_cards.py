"""The cards of a year in review: one figure each, with links to the games behind it; and those that
a group's and a player's year have in common.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import registry
from games.contract import AnyGame, format_number
from scorekeeper.formats import format_day, grouped, round_half_up, span
from scorekeeper.models import Player
from scorekeeper.pages.game_filters import Which, games_url
from scorekeeper.pages.statistics import limits
from scorekeeper.pages.statistics.calendar import days_of_month
from scorekeeper.pages.statistics.titles import duration_text, family_title, play_title, record_text
from scorekeeper.statistics.evenings import Evening
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.plays import Family, Play, bounds
from scorekeeper.statistics.records import Record
from scorekeeper.statistics.years import MOST_TIED, PlayerStreak, YearFigures, leading
from scorekeeper.tables.rounds import table_url

LONG = timedelta(hours=10)


class CardLine(NamedTuple):
    """A link: to a game, or to all games behind the figure. `player`: whom it is about."""

    text: str
    url: str
    detail: str = ""
    player: Player | None = None


class Card(NamedTuple):
    """`unit`, after the figure, says what it counts, unless the title does.

    `game`: whose picture the card has, if any.

    `lines_of_figure`: how many of the lines say whose figure it is, or of what; None for all.
    `more_lines`: how many are not listed.
    """

    title: str
    figure: str
    unit: str
    lines: Sequence[CardLine]
    game: AnyGame | None = None
    lines_of_figure: int | None = None
    more_lines: int = 0


@dataclass(frozen=True)
class Review:
    """The source of the cards: a year of a group, or of `player`."""

    history: GroupHistory
    figures: YearFigures
    player: Player | None = None

    def person(self, pk: int) -> Player:
        return self.history.players[pk]

    def url(self, **filters: object) -> str:
        """Games of the year, of the player if the review has one."""
        whose = {"player": self.player.pk} if self.player else {"group": self.history.group}
        return games_url(**{"year": self.figures.year, **whose, **filters})

    def family_url(self, family: Family, **filters: object) -> str:
        return self.url(game=family.game, title=family.title, which=Which.COMPLETE, **filters)


def opponents_text(number: int) -> str:
    """Return a text in place of the names if too many opponents tie."""
    return _("%(n)s opponents") % {"n": grouped(number)}


def player_line(review: Review, pk: int, url: str, detail: str) -> CardLine:
    """Return a line about a player, without the name on the page of that player."""
    if review.player:
        return CardLine(detail, url)
    player = review.person(pk)
    return CardLine(player.name, url, detail, player)


def day_text(day: date | datetime) -> str:
    return format_day(localtime(day) if isinstance(day, datetime) else day, "day of year")


def days_text(plays: Sequence[Play]) -> str:
    first, last = day_text(plays[0].played_at), day_text(plays[-1].played_at)
    return first if first == last else span(first, last)


def times_of(plays: Sequence[Play]) -> dict[str, str]:
    """Return the parameters of a link to the games from the first to the last of these."""
    return dict(zip(("first", "last"), bounds(plays), strict=True))


def games_line(url: str) -> CardLine:
    """Return the link of a card about all these games."""
    return CardLine(_("Show the games"), url)


def games_played(review: Review) -> Card | None:
    if not (number := len(review.figures.counted_plays)):
        return None
    unit = ngettext("game played", "games played", number)
    return Card(_("Games"), grouped(number), unit, [games_line(review.url(which=Which.COUNTED))])


def time_played(review: Review) -> Card | None:
    """Return a card of the time played, from the games whose time is known."""
    figures = review.figures
    if not figures.durations:
        return None
    total, number = sum(figures.durations, timedelta()), len(figures.durations)
    figure, unit = duration_text(total), _("at the table")
    if total >= LONG:
        hours = int(round_half_up(total.total_seconds() / 3600))
        figure, unit = grouped(hours), ngettext("hour at the table", "hours at the table", hours)
    line = games_line(review.url(which=Which.TIMED))
    if number < len(figures.counted_plays):
        in_games = ngettext(
            "in the %(n)s game that was timed", "in the %(n)s games that were timed", number
        )
        line = line._replace(detail=in_games % {"n": grouped(number)})
    return Card(_("Time"), figure, unit, [line])


def solo_games(review: Review) -> Card | None:
    if not (number := len(review.figures.solo)):
        return None
    unit = ngettext("game played alone", "games played alone", number)
    return Card(_("Solo"), grouped(number), unit, [games_line(review.url(which=Which.SOLO))])


def most_played(review: Review) -> Card | None:
    first = leading(review.figures.families, lambda one: len(one.plays))
    if not first or len(first[0].plays) == 1:
        return None
    lines = [
        CardLine(family_title(review.history, one.family), review.family_url(one.family))
        for one in first
    ]
    game = registry.games().get(first[0].family.game) if len(first) == 1 else None
    unit = pgettext("played", "times")
    return Card(_("Most played"), grouped(len(first[0].plays)), unit, lines, game=game)


def new_games(review: Review) -> Card | None:
    """The one played most first."""
    if not (families := review.figures.new_families):
        return None
    first, more = limits.split(families, limits.MOST_LINES)
    lines = [
        CardLine(
            family_title(review.history, one.family),
            table_url(one.plays[0].pk),
            day_text(one.plays[0].played_at),
        )
        for one in first
    ]
    number = len(families)
    unit = ngettext("game tried for the first time", "games tried for the first time", number)
    return Card(_("New games"), grouped(number), unit, lines, more_lines=more)


def longest_streak(review: Review) -> Card | None:
    if not (longest := review.figures.longest_streaks):
        return None
    lines = [streak_line(review, one) for one in longest]
    if len(lines) > MOST_TIED:
        text = _("%(n)s streaks of this length") % {"n": grouped(len(lines))}
        lines = [CardLine(text, review.url(which=Which.WON))]
    length = grouped(len(longest[0].plays))
    return Card(_("Longest streak"), length, _("wins in a row"), lines)


def streak_line(review: Review, one: PlayerStreak) -> CardLine:
    url = review.url(player=one.player, which=Which.WON, **times_of(one.plays))
    return player_line(review, one.player, url, days_text(one.plays))


def closest_win(review: Review) -> Card | None:
    return win_card(review, _("Closest win"), review.figures.closest)


def clearest_win(review: Review) -> Card | None:
    """Return None if the only win to compare is the closest one, too."""
    figures = review.figures
    same = figures.clearest and figures.closest and figures.clearest.play is figures.closest.play
    return None if same else win_card(review, _("Clearest win"), figures.clearest)


def win_card(review: Review, title: str, record: Record | None) -> Card | None:
    if not record:
        return None
    unit = ngettext("point ahead", "points ahead", record.value)
    return Card(title, format_number(record.value), unit, lines_of(review, record))


def biggest_comeback(review: Review) -> Card | None:
    if not (record := review.figures.comeback):
        return None
    unit = ngettext("point behind, then won", "points behind, then won", record.value)
    return Card(_("Biggest comeback"), format_number(record.value), unit, lines_of(review, record))


def lines_of(review: Review, record: Record) -> list[CardLine]:
    """The game, once for each winner."""
    detail = f"{play_title(record.play)} · {day_text(record.play.played_at)}"
    whose = [review.player.pk] if review.player else record.players
    return [player_line(review, player, table_url(record.play.pk), detail) for player in whose]


def busiest_evening(review: Review) -> Card | None:
    games_in = review.figures.games_in
    first = leading(review.figures.evenings, lambda one: len(games_in(one)))
    if not first or len(games_in(first[0])) == 1:
        return None
    lines = [
        CardLine(
            evening_day(localtime(one.began_at), review.figures.year), evening_url(review, one)
        )
        for one in first
    ]
    number = grouped(len(games_in(first[0])))
    return Card(_("Busiest evening"), number, _("games in one evening"), lines)


def evening_url(review: Review, evening: Evening) -> str:
    """Return the page of the evening, or the games of the player between its first and last."""
    if not review.player:
        return reverse("evening", args=[review.history.group, evening.pk])
    games = review.figures.games_in(evening)
    return review.url(year=None, **times_of(games))  # it may have ended on New Year's Day


def evening_day(began: datetime, year: int) -> str:
    """Name the day of an evening; with its year if it began on New Year's Eve of another one."""
    return format_day(began, "whole day of year" if began.year == year else "whole day")


def busiest_month(review: Review) -> Card | None:
    """Return None if all games were played in one month."""
    months = review.figures.months
    first = leading(months.items(), lambda one: one[1])
    if len(months) == 1 or not first or first[0][1] == 1:
        return None
    lines = [
        CardLine(date_format(month, "F"), review.url(which=Which.COUNTED, **days_in(month)))
        for month, _number in first
    ]
    return Card(_("Busiest month"), grouped(first[0][1]), _("games in one month"), lines)


def days_in(month: date) -> dict[str, str]:
    return dict(zip(("first", "last"), days_of_month(month), strict=True))


def records_broken(review: Review) -> Card | None:
    """The newest first."""
    records = review.figures.broken_records
    if not records:
        return None
    newest = sorted(records, key=lambda one: (one.play.played_at, one.play.pk), reverse=True)
    unit = ngettext("record broken", "records broken", len(records))
    first, more = limits.split(newest, limits.MOST_LINES)
    lines = [record_line(review, one) for one in first]
    return Card(_("Records"), grouped(len(records)), unit, lines, more_lines=more)


def record_line(review: Review, record: Record) -> CardLine:
    """Return the line of a record, with the player if one player alone holds it."""
    alone = len(record.players) == 1 and not review.player
    return CardLine(
        f"{record.name.label} · {record_text(record)}",
        table_url(record.play.pk),
        f"{play_title(record.play)} · {day_text(record.play.played_at)}",
        review.person(record.players[0]) if alone else None,
    )
