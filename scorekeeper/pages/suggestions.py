"""Suggestions of what to play next: games that fit the number of players and the time."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.kit.lists import name_key
from scorekeeper.forms.seating import MOST_SEATS, seatable
from scorekeeper.models import GameSession
from scorekeeper.pages.statistics.titles import duration_text
from scorekeeper.statistics.durations import FEWEST_TIMED, Durations, last_games, usual_durations
from scorekeeper.statistics.evenings import evenings
from scorekeeper.statistics.plays import Play
from scorekeeper.tables.finished.recent_games import NEWEST, RecentGame
from scorekeeper.tables.kinds import stored_title

MINUTES = 15, 30, 45, 60, 90, 120, 180
USUAL_MINUTES = 30
USUAL_PLAYERS = 8
MOST_GAMES = 5
MOST_UNPLAYED = 3


class SuggestedGame(NamedTuple):
    """`duration` and `played_at`: "" and None for a game not played yet. `sit_out`: how
    many of the players find no seat.
    """

    title: str
    url: str
    duration: str = ""
    played_at: datetime | None = None
    sit_out: int = 0


class Suggestions(NamedTuple):
    """`games` fit, the one not played for longest first. Some others were `too_long`.
    `unplayed`: games for so many players that the group has not started yet.
    """

    group: int
    players: int
    minutes: int
    games: tuple[SuggestedGame, ...]
    too_long: bool
    unplayed: tuple[SuggestedGame, ...]

    @property
    def fewest_timed(self) -> int:
        return FEWEST_TIMED

    @property
    def time(self) -> str:
        return duration_text(timedelta(minutes=self.minutes))

    @property
    def player_choices(self) -> list[tuple[int, str]]:
        numbers = range(1, max(self.players, USUAL_PLAYERS) + 1)
        return [
            (n, ngettext("%(most)s player", "%(most)s players", n) % {"most": n}) for n in numbers
        ]

    @property
    def minute_choices(self) -> list[tuple[int, str]]:
        return [(minutes, duration_text(timedelta(minutes=minutes))) for minutes in MINUTES]


def suggestions(
    group: int,
    newest: Sequence[RecentGame],
    plays: Sequence[Play],
    players: int | None = None,
    minutes: int | None = None,
) -> Suggestions | None:
    """Return None if no game was timed often enough with any number of players.

    `newest` are the last games of the group, the newest first. `plays` are those that were
    finished: they say who is here, and so the number of `players` unless it is given. Without
    `minutes`, it is the shortest usual time that some game fits into.
    """
    if not plays or not (durations := usual_durations(newest)):
        return None
    present = evenings(plays)[-1].players
    count = players if players and players <= MOST_SEATS else len(present[:MOST_SEATS])
    last_first = [place.player for play in reversed(plays) for place in play.places]
    line_up = list(dict.fromkeys([*present, *last_first]))[:count]
    candidates = timed_games(newest, durations, count, line_up)
    usual = [one for one in MINUTES if one >= USUAL_MINUTES]
    limits = [one for one in MINUTES if one == minutes] or usual
    # Half a minute counts as one, as in what the page says.
    ends = {one: timedelta(minutes=one, seconds=30) for one in limits}
    fitting = {one: [game for time, game in candidates if time < ends[one]] for one in limits}
    limit = next((one for one in limits if fitting[one]), limits[0])
    return Suggestions(
        group,
        count,
        limit,
        games=tuple(fitting[limit][:MOST_GAMES]),
        too_long=bool(candidates and not fitting[limit]),
        unplayed=tuple(unplayed_games(group, newest, count, line_up)[:MOST_UNPLAYED]),
    )


def timed_games(
    newest: Sequence[RecentGame], durations: Durations, count: int, line_up: Sequence[int]
) -> list[tuple[timedelta, SuggestedGame]]:
    """Return the games for so many players, each with its usual duration.

    If a game takes fewer, the others sit out. Pads without a title are left out.
    """
    games = []
    for family, last in last_games(newest):
        game = registry.games().get(family.game)
        if not game or (game.custom_title and not family.title):
            continue
        seats = min(count, seatable(game)[-1])
        duration = durations.get((family, seats))
        if duration and seats in seatable(game):
            suggestion = SuggestedGame(
                stored_title(last.game, last.title),
                url_of(last.game, line_up, again=last.pk if game.custom_title else None),
                duration_text(duration),
                last.played_at,
                count - seats,
            )
            games.append((duration, suggestion))
    return games


def unplayed_games(
    group: int, newest: Sequence[RecentGame], count: int, line_up: Sequence[int]
) -> list[SuggestedGame]:
    played_slugs = {one.game for one in newest}
    titles = {
        slug: _(game.title)
        for slug, game in registry.games().items()
        if slug not in played_slugs and not game.custom_title and count in seatable(game)
    }
    if titles and len(newest) >= NEWEST:  # others may have been played before these
        sessions = GameSession.objects.not_deleted().filter(group=group, game__in=titles)
        played_slugs = set(sessions.order_by().values_list("game", flat=True).distinct())
    new = [(title, slug) for slug, title in titles.items() if slug not in played_slugs]
    return [
        SuggestedGame(title, url_of(slug, line_up))
        for title, slug in sorted(new, key=lambda one: name_key(one[0]))
    ]


def url_of(slug: str, line_up: Sequence[int], again: int | None = None) -> str:
    """The page for a new game with these players; `again` has the options to take over."""
    players = [("player", key) for key in line_up]
    query = [("again", again), *players] if again else players
    return f"{reverse('new', args=[slug])}?{urlencode(query)}"
