"""All games that a device may see, the last played first: searched, filtered, page by page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import Q
from django.utils.timezone import localtime
from django.utils.translation import gettext

from games import registry
from scorekeeper.formats import format_day, span, without_breaks
from scorekeeper.models import GameSession, Group, Member, Player, Seat
from scorekeeper.models.revisions import load_revisions
from scorekeeper.models.sessions import SessionQuerySet
from scorekeeper.pages.game_filters import Filters, Which, any_seat, exact_time, time_of
from scorekeeper.pages.game_rows import FinishedGame, GameRow, table_row
from scorekeeper.pages.statistics.rates import figure_title
from scorekeeper.pages.statistics.titles import options_text
from scorekeeper.people.names import sort_players
from scorekeeper.statistics.rates import figures_of_game
from scorekeeper.tables.kinds import fold_title, title_of_slug, usual_title

A_PAGE = 25
MOST_WORDS = 5
MOST_OFFERED = 50  # players in a list to choose from
MOST_FOUND = 1000  # titles, and players, that a word may mean


def words_of(text: str) -> list[str]:
    """The words without what a search ignores: capitals, wide forms of letters, and joints."""
    return without_breaks(unicodedata.normalize("NFKC", text)).casefold().split()


def search_key(text: str) -> str:
    """The words without spaces between them, which not everyone writes in Korean."""
    return "".join(words_of(text))


@dataclass(frozen=True)
class Place:
    """A place between two games of the list: before or after the one with this time and key.

    It lets a page read its own games only, however many come before.
    """

    played_at: datetime
    pk: int
    newer: bool = False

    @classmethod
    def parse(cls, text: str, newer: bool = False) -> Place | None:
        """The text that `str` makes; None for any other."""
        time, _comma, key = text.partition(",")
        played_at = exact_time(time)
        is_key = re.fullmatch("[0-9]{1,18}", key)
        return cls(played_at, int(key), newer) if played_at and is_key else None

    def __str__(self) -> str:
        return f"{self.played_at.isoformat()},{self.pk}"

    @property
    def condition(self) -> Q:
        sign = "gt" if self.newer else "lt"
        same = Q(played_at=self.played_at, **{f"pk__{sign}": self.pk})
        return Q(**{f"played_at__{sign}": self.played_at}) | same


class GameList:
    """`members` is all that the device belongs to."""

    def __init__(self, members: Iterable[Member], filters: Filters) -> None:
        self.members = list(members)
        self.filters = filters
        self.groups = {member.group_id for member in self.members if not member.session_id}
        self.single_games = {member.session_id for member in self.members if member.session_id}

    @cached_property
    def players(self) -> list[Player]:
        query = Q(group__in=self.groups)
        if self.single_games:
            query |= Q(pk__in=Seat.objects.filter(session__in=self.single_games).values("player"))
        return sort_players(Player.objects.filter(query).select_related("group"))

    @property
    def offered_players(self) -> list[Player]:
        """Many players would make a long list to choose from: the search completes their names."""
        if len(self.players) <= MOST_OFFERED:
            return self.players
        return [one for one in self.players if one.pk == self.filters.player]

    @cached_property
    def player(self) -> Player | None:
        """The player of the filter, if the device may see that player's games."""
        matches = (one for one in self.players if one.pk == self.filters.player)
        return next((one for one in matches if one.group_id in self.groups), None)

    @property
    def group(self) -> Group | None:
        """The group of the filter, if the device is a member of it."""
        members = (one for one in self.members if not one.session_id)
        return next((one.group for one in members if one.group_id == self.filters.group), None)

    @property
    def filter_texts(self) -> list[str]:
        """The filters that links set and the page's form does not show, in words."""
        filters = self.filters
        opponent = next((one.name for one in self.players if one.pk == filters.opponent), "")
        texts = [
            gettext("with %(name)s") % {"name": opponent} if opponent else "",
            self.title_text,
            self.kind_text,
            self.figure_text,
            str(Which(filters.which).label) if filters.which else "",
            self.days_text,
        ]
        return [text for text in texts if text]

    @property
    def days_text(self) -> str:
        """The first and the last day of the filter, in words."""
        times = [time for time in (time_of(self.filters.first), time_of(self.filters.last)) if time]
        days = list(dict.fromkeys(format_day(localtime(time), "day") for time in times))
        return span(*days) if len(days) == 2 else "".join(days)

    @property
    def title_text(self) -> str:
        """The filter for titles, in words. Only a game that can have a title can be without one."""
        game = registry.games().get(self.filters.game)
        if self.filters.title == "" and game and game.custom_title:
            return gettext("without a title")
        if not self.filters.title:
            return ""
        same = self.mine.filter(title__in=self.same_titles(self.filters.title))
        titles = same.order_by("-played_at").values_list("title", flat=True)
        return usual_title(titles or [self.filters.title])

    @property
    def kind_text(self) -> str:
        """The options of the filter's kind of games, whose totals compare."""
        same = self.mine.filter(kind=self.filters.kind, result__isnull=False)
        game = same.first() if self.filters.kind else None
        return options_text(game.game, game.result["options"]) if game and game.result else ""

    @property
    def figure_text(self) -> str:
        key, _colon, detail = self.filters.figure.partition(":")
        figure = figures_of_game(self.filters.game).get(key)
        return figure_title(figure, detail) if figure else ""

    @cached_property
    def installed_games(self) -> dict[str, str]:
        """The title of each game, by its slug."""
        return {game.slug: gettext(game.title) for game in registry.games().values()}

    @property
    def games(self) -> dict[str, str]:
        """The games to choose from; also the filter's game if its rules are not installed."""
        slug = self.filters.game
        missing = {slug: title_of_slug(slug)} if slug and slug not in self.installed_games else {}
        return {**self.installed_games, **missing}

    @property
    def years(self) -> range:
        """The years from this one back to that of the first game."""
        oldest = GameSession.objects.not_deleted().order_by("played_at")
        first = oldest.first_for(self.members, 1).first()
        newest = localtime().year
        last = localtime(first.played_at).year if first else newest
        return range(newest, min(last, newest) - 1, -1)

    @property
    def sessions(self) -> SessionQuerySet:
        sessions = self.filters.select(GameSession.objects.not_deleted())
        if self.filters.title is not None:
            sessions = sessions.filter(title__in=self.same_titles(self.filters.title))
        words = words_of(self.filters.text)[:MOST_WORDS]
        return sessions.filter(*map(self.condition_for, words))

    def same_titles(self, title: str) -> list[str]:
        """Return the spellings of a title: statistics ignore case, the games do not."""
        if not title:
            return [""]
        return [one for one in self.titles if fold_title(one) == fold_title(title)]

    def condition_for(self, word: str) -> Q:
        """Games with the word in their title, in that of the game, or in a player's name."""
        games = [slug for slug, title in self.titles_of_games if word in search_key(title)]
        titles = [title for title in self.titles if word in search_key(title)]
        players = [player.pk for player in self.players if word in search_key(player.name)]
        own_title = Q(title__in=titles[:MOST_FOUND])
        return own_title | Q(game__in=games) | any_seat(player__in=players[:MOST_FOUND])

    @cached_property
    def titles_of_games(self) -> list[tuple[str, str]]:
        """Each game with its title; those whose rules are missing are listed by their slug."""
        missing = self.mine.exclude(game__in=list(self.installed_games))
        slugs = missing.order_by("game").values_list("game", flat=True).distinct()
        return [*self.installed_games.items(), *((slug, title_of_slug(slug)) for slug in slugs)]

    @property
    def mine(self) -> SessionQuerySet:
        return GameSession.objects.filter(Q(group__in=self.groups) | Q(pk__in=self.single_games))

    @cached_property
    def titles(self) -> list[str]:
        sessions = self.mine.exclude(title="")
        return list(sessions.order_by("title").values_list("title", flat=True).distinct())

    def page_at(self, place: Place | None) -> Page:
        """Read the games of a page, without what they hold."""
        sessions, newer = self.sessions, bool(place and place.newer)
        if place:
            sessions = sessions.filter(place.condition)
        order = ("played_at", "pk") if newer else ("-played_at", "-pk")
        sessions = sessions.order_by(*order).first_for(self.members, A_PAGE + 1)
        games = list(sessions.with_seats()[: A_PAGE + 1])
        if newer and len(games) <= A_PAGE:  # the first page, which may have newer games by now
            return self.page_at(None)
        here = games[:A_PAGE][::-1] if newer else games[:A_PAGE]
        has_older = newer or len(games) > A_PAGE
        return Page(
            here,
            newer=place_of(here[0]) if place and here else "",
            older=place_of(here[-1]) if has_older and here else "",
        )


class Page(NamedTuple):
    """Some games, and the places of the pages with newer and older ones; "" if there are none."""

    sessions: list[GameSession]
    newer: str
    older: str

    def rows(self) -> list[GameRow]:
        """Finished games need neither rules nor revisions: their result is stored."""
        load_revisions([session for session in self.sessions if not session.finished_at])
        return [FinishedGame(one) if one.finished_at else table_row(one) for one in self.sessions]


def place_of(session: GameSession) -> str:
    return str(Place(session.played_at, session.pk))
