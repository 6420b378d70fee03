"""The results of a game, an evening and a year, as pictures and texts say them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import cast

from django.utils.text import slugify
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import format_number
from games.kit.lists import join_names, list_items
from scorekeeper.formats import format_day, grouped, without_breaks
from scorekeeper.models import Group, Player
from scorekeeper.pages.statistics.evenings import PlayRow, evening_context
from scorekeeper.pages.statistics.league import LeagueLine
from scorekeeper.pages.statistics.year_cards import Card
from scorekeeper.pages.statistics.years import year_context
from scorekeeper.pictures.content import MOST_ROWS, Content, Row
from scorekeeper.statistics.evenings import Evening
from scorekeeper.statistics.history import GroupHistory
from scorekeeper.tables.table import Table

MOST_NAMES = 2
MOST_GAMES = 30  # of an evening, in its text


def game_content(table: Table) -> Content | None:
    """Return None unless the game is over, and anything was played."""
    if not table.board.finished or table.is_unplayed or not table.session.finished_at:
        return None
    order = sorted(range(len(table.names)), key=lambda seat: (table.board.ranks[seat], seat))
    has_ranks = len(order) > 1
    rows = [
        Row(
            table.names[seat],
            format_number(table.board.totals[seat]),
            table.seating.marks[seat],
            rank=str(table.board.ranks[seat]) if has_ranks else "",
            first=has_ranks and seat in table.winners,
        )
        for seat in order
    ]
    played_at = localtime(table.session.played_at)
    day = format_day(played_at, "day")
    title, verdict = without_breaks(table.display_title), without_breaks(table.verdict)
    in_verdict = table.winners if len(table.winners) == 1 else ()  # the verdict says their total
    others = [
        f"{row.text} {row.figure}"
        for row, seat in zip(rows, order, strict=True)
        if seat not in in_verdict
    ]
    text = result_text(title, day, verdict, others)
    most = tuple(with_rest(rows))
    file = file_name(title, played_at)
    return Content(title, day, verdict, most, text, file, table.game.slug)


def result_text(title: str, day: str, verdict: str, others: Sequence[str]) -> str:
    values = {"title": title, "day": day, "verdict": verdict, "others": list_items(others)}
    if not others:
        # Translators: to paste into a chat: "Yahtzee, 25 Nov 2026: Ana has 255."
        return _("%(title)s, %(day)s: %(verdict)s.") % values
    # Translators: to paste into a chat: "Yahtzee, 25 Nov 2026: Ana wins with 255. Ben 219, Cho 3."
    return _("%(title)s, %(day)s: %(verdict)s. %(others)s.") % values


def with_rest(rows: Sequence[Row]) -> Iterable[Row]:
    """The first rows, and how many more there are."""
    if len(rows) <= MOST_ROWS:
        return rows
    more = len(rows) - MOST_ROWS + 1
    text = ngettext("and %(n)s more", "and %(n)s more", more) % {"n": grouped(more)}
    return [*rows[: MOST_ROWS - 1], Row(text, "")]


def file_name(title: str, day: date) -> str:
    """Return a name in plain letters, whatever the title is."""
    return "-".join(filter(None, (slugify(title), f"{day:%Y-%m-%d}"))) or "result"


def evening_content(history: GroupHistory, group: Group, play: int) -> Content | None:
    """Return None if there is no such evening. Raise NotFirst as its page does."""
    if not (context := evening_context(history, group.points, play)):
        return None
    evening = cast(Evening, context["evening"])
    games = cast(list[PlayRow], context["games"])
    lines = cast(list[LeagueLine], context["lines"])
    by_points = bool(context["heading"])
    start = localtime(evening.began_at)
    day, number = format_day(start, "weekday"), len(evening.plays)
    title = ngettext("%(n)s game", "%(n)s games", number) % {"n": grouped(number)}
    counting = sum(play.counts for play in evening.plays)
    verdict = evening_verdict(lines, by_points, counting)
    if not verdict:  # then the number of games says it all
        title, verdict = "", games_played(number)
    rows = [evening_row(line, by_points) for line in lines]
    text = "\n".join([evening_text(day, title, verdict), *map(game_line, games[:MOST_GAMES])])
    most, text = tuple(with_rest(rows)), without_breaks(text)
    return Content(day, title, verdict, most, text, file_name("evening", start))


def evening_text(day: str, games: str, verdict: str) -> str:
    values = {"day": day, "games": games, "verdict": verdict}
    if not games:
        # Translators: to paste into a chat: "Wed 25 Nov 2026: 4 games played."
        return _("%(day)s: %(verdict)s.") % values
    # Translators: to paste into a chat: "Wed 25 Nov 2026, 4 games: Ana won 3 of 4 games."
    return _("%(day)s, %(games)s: %(verdict)s.") % values


def games_played(number: int) -> str:
    return ngettext("%(n)s game played", "%(n)s games played", number) % {"n": grouped(number)}


def game_line(row: PlayRow) -> str:
    places = list_items([f"{one.name} {format_number(one.total)}" for one in row.places])
    # Translators: a game of an evening: "Yahtzee: Ana 255, Ben 219".
    return _("%(title)s: %(places)s") % {"title": row.title, "places": places}


def evening_verdict(lines: Sequence[LeagueLine], by_points: bool, counting: int) -> str:
    """Say who was best: by points where the group counts them, else by wins of those that count.

    "" if nobody was, or too many were.
    """
    first = [line for line in lines if line.rank == 1]
    if by_points and first:
        return points_verdict(first)
    most = max((line.wins.wins for line in lines), default=0)
    best = [line.player.name for line in lines if line.wins.wins == most]
    if not most or len(best) > MOST_NAMES:
        return ""
    values = {"names": join_names(best), "wins": grouped(most), "games": grouped(counting)}
    if len(best) > 1:
        return (
            ngettext("%(names)s won %(wins)s game each", "%(names)s won %(wins)s games each", most)
            % values
        )
    return (
        ngettext(
            "%(names)s won %(wins)s of %(games)s game",
            "%(names)s won %(wins)s of %(games)s games",
            counting,
        )
        % values
    )


def points_verdict(first: Sequence[LeagueLine]) -> str:
    names = [line.player.name for line in first]
    values = {"names": join_names(names[:MOST_NAMES]), "points": first[0].value, "n": len(names)}
    if len(names) == 1:
        return _("%(names)s came first with %(points)s") % values
    if len(names) <= MOST_NAMES:
        return _("%(names)s share first place with %(points)s") % values
    return _("%(n)s players share first place with %(points)s") % values


def evening_row(line: LeagueLine, by_points: bool) -> Row:
    figure, unit = points_of(line) if by_points else wins_of(line)
    rank = str(line.rank) if line.rank else ""
    player = line.player
    return Row(player.name, figure, player.mark, rank, unit=unit, first=line.rank == 1)


def points_of(line: LeagueLine) -> tuple[str, str]:
    if line.rank is None:
        return "", ""
    number = 1 if line.value == "1" else 2  # a value may have a fraction
    return line.value, ngettext("point", "points", number)


def wins_of(line: LeagueLine) -> tuple[str, str]:
    wins = line.wins.wins
    return grouped(wins), ngettext("win", "wins", wins)


def year_content(
    history: GroupHistory, year: int, group: Group, player: Player | None = None
) -> Content | None:
    """Return None if the year has no games."""
    if not (context := year_context(history, year, player)):
        return None
    cards = cast(list[Card], context["cards"])
    title = player.name if player else group.name
    verdict = _("%(year)s so far") if context["so_far"] else "%(year)s"
    verdict %= {"year": year}
    rows = tuple(map(card_row, cards[:MOST_ROWS]))
    # Translators: the first line of a text to paste: "Friday, 2026 so far".
    first = _("%(title)s, %(year)s") % {"title": title, "year": verdict}
    text = without_breaks("\n".join([first, *map(row_text, rows)]))
    file = f"{slugify(title)}-{year}".strip("-")
    return Content(title, _("Year in review"), verdict, rows, text, file)


def card_row(card: Card) -> Row:
    """Return the card in one row: its title, who it is about, and the figure."""
    names = [line.text for line in card.lines[: card.lines_of_figure]]
    if not names or names[0] == _("Show the games"):  # then perhaps the figure of the year before
        return Row(card.title, card.figure, unit=card.unit)
    player = card.lines[0].player if len(card.lines) == 1 else None
    names_players = all(line.player and line.text == line.player.name for line in card.lines)
    most = MOST_NAMES if names_players else 1
    text = join_names(names) if len(names) <= most else f"{list_items(names[:most])} …"
    mark = player.mark if player else None
    return Row(text, card.figure, mark, detail=card.title, unit=card.unit)


def row_text(row: Row) -> str:
    values = row._asdict()
    if row.detail:
        # Translators: a line of a year: "Champion: Ana, 12 wins".
        return (_("%(detail)s: %(text)s, %(figure)s %(unit)s") % values).rstrip()
    # Translators: a line of a year: "Games: 42 games played".
    return (_("%(text)s: %(figure)s %(unit)s") % values).rstrip()
