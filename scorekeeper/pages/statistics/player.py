"""The contexts of the pages of a player."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.contract import format_number
from games.kit.lists import join_names
from scorekeeper.formats import round_half_up
from scorekeeper.models import Player
from scorekeeper.pages.statistics import limits
from scorekeeper.pages.statistics.calendar import calendars
from scorekeeper.pages.statistics.rates import rates_context
from scorekeeper.pages.statistics.ratings import present_rating, rating_progress
from scorekeeper.pages.statistics.titles import family_title, kind_titles, play_title
from scorekeeper.pages.statistics.year_cards import opponents_text
from scorekeeper.statistics.head_to_head import Pairing
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.statistics.player import FamilyFigures, PlayerFigures, player_figures
from scorekeeper.statistics.plays import Family, Play, bounds
from scorekeeper.statistics.records import Record
from scorekeeper.statistics.years import MOST_TIED, years_of

RECORDS = 6


class Outcome(NamedTuple):
    """One of the last games, as a sign and in words."""

    sign: str
    result: str
    won: bool
    play: Play
    title: str


class FamilyRow(NamedTuple):
    """`last`: the total of the last game, "" if it compares with nothing. `rating`: "" if there are
    not enough games.
    """

    title: str
    figures: FamilyFigures
    last: str
    rating: str

    @property
    def games(self) -> int:
        """The number of games that count; of solo games, if there are no others."""
        return self.figures.wins.games or len(self.figures.solo)


def player_context(history: GroupHistory, player: Player) -> dict[str, object]:
    figures = player_figures(history, player.pk)
    families, more_families = limits.split(figures.families, limits.MOST_GAMES)
    opponents, more_opponents = limits.split(figures.pairings, limits.MOST_PLAYERS)
    return {
        "player": player,
        "figures": figures,
        "last": [outcome_of(play, player.pk) for play in figures.last],
        "streaks": streak_bounds(figures),
        "families": [family_row(history, one) for one in families],
        "more_families": more_families,
        "opponents": [(history.players[one.opponent], one) for one in opponents],
        "more_opponents": more_opponents,
        "nemesis": names_of(history, figures.nemeses),
        "favourite": names_of(history, figures.favourites),
        **records_context(history, figures),
        "calendars": calendars(figures.days),
        "years": years_of(history, player.pk),
    }


def names_of(history: GroupHistory, pairings: Sequence[Pairing]) -> str:
    """The names of these opponents, or how many there are; "" for none."""
    if len(pairings) > MOST_TIED:
        return opponents_text(len(pairings))
    return join_names([history.players[one.opponent].name for one in pairings]) if pairings else ""


def outcome_of(play: Play, player: int) -> Outcome:
    is_win, is_shared = play.place_of(player).won, len(play.winners) > 1
    # In Japan ○ is the sign of a win.
    won, not_won = (pgettext("won", "●"), _("Won")), (pgettext("not won", "○"), _("Not won"))
    sign, result = won if is_win else not_won
    if is_win and is_shared:
        sign, result = "◐", _("Shared win")
    return Outcome(sign, result, is_win, play, play_title(play))


def streak_bounds(figures: PlayerFigures) -> dict[str, tuple[int, str, str]]:
    """The length of the present and of the longest streak, and the times of its games."""
    streaks = {"present": figures.present_streak, "longest": figures.longest_streak}
    return {name: (len(one), *bounds(one)) for name, one in streaks.items()}


def family_row(history: GroupHistory, figures: FamilyFigures) -> FamilyRow:
    player, last = figures.wins.player, figures.last_play
    total = format_number(last.place_of(player).total) if last.compares else ""
    rating = present_rating(history, figures.family, player)
    return FamilyRow(family_title(history, figures.family), figures, total, rating)


def tenths(number: float | None) -> str:
    """Format a number with one decimal, unless it is 0; one that is unknown is a dash."""
    if number is None:
        return "–"
    value = round_half_up(number, 1)
    decimals = 0 if value == int(value) else 1
    return number_format(value, decimal_pos=decimals).replace("-", "−")


def records_context(history: GroupHistory, figures: PlayerFigures) -> dict[str, object]:
    """Split the records into those shown at once and the rest, which is folded."""
    records, unlisted = limits.split(figures.records, limits.MOST_RECORDS)
    rows = titled_records(history, records)
    count = RECORDS if len(rows) > RECORDS + 1 else len(rows)
    more = rows[count:]
    return {
        "records": rows[:count],
        "more_records": more,
        "more_records_count": len(more) + unlisted,
        "unlisted_records": unlisted,
    }


def titled_records(
    history: GroupHistory, records: Sequence[Record]
) -> list[tuple[str, str, Record]]:
    """Each with the title of its game, and how the games it is about were set up; "" if all of the
    family were set up alike.
    """
    several = [one.play for one in records if len(history.kinds[one.play.family]) > 1]
    setups = kind_titles(several) if several else {}
    return [(play_title(one.play), setups.get(one.play.kind, ""), one) for one in records]


def player_family_context(
    history: GroupHistory, player: Player, family: Family
) -> dict[str, object]:
    figures = player_figures(history, player.pk)
    family_figures = figures.in_family(family)
    totals, more_kinds = limits.split(family_figures.totals, limits.MOST_KINDS)
    titles = kind_titles(one.plays[0] for one in totals) if len(totals) > 1 else {}
    return {
        "player": player,
        "title": family_title(history, family),
        "figures": family_figures,
        "last": [outcome_of(play, player.pk) for play in family_figures.last],
        "totals": [(titles.get(one.kind, ""), one) for one in totals],
        "more_kinds": more_kinds,
        "progress": rating_progress(history, family, player.pk),
        **rates_context(history, family, player.pk),
    }
