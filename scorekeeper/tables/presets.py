"""Settings that were played under a title, to be played again: a score pad called Golf."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext

from games import registry
from games.contract import AnyGame
from games.kit.lists import name_key, sort_names
from scorekeeper.models import GameSession
from scorekeeper.models.people import EVENING_BREAK
from scorekeeper.tables.finished.recent_games import RecentGame
from scorekeeper.tables.kinds import fold_title, usual_title

RECENT = 100


class Preset(NamedTuple):
    """`pk`: the last game that was played under this title, in this spelling."""

    title: str
    game: AnyGame
    pk: int


class Tile(NamedTuple):
    """A game to start. If it comes from a preset, `initials` stand for its title."""

    game: AnyGame
    preset: Preset | None = None
    initials: str = ""


def presets(groups: Iterable[int]) -> list[Preset]:
    """Each title once, the last played first, from the recent games of these groups."""
    slugs = [slug for slug, game in registry.games().items() if game.custom_title]
    if not slugs:
        return []
    sessions = GameSession.objects.not_deleted().order_by("-started_at")
    recent = sessions.first_of_games(groups, slugs, RECENT).exclude(title="")
    by_title: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for slug, title, pk in recent.values_list("game", "title", "pk"):
        by_title.setdefault((slug, fold_title(title)), []).append((title, pk))
    return [preset(slug, games) for (slug, _folded), games in by_title.items()]


def preset(slug: str, games: Sequence[tuple[str, int]]) -> Preset:
    """Return the preset for games of one title, as title and key, the last one first."""
    title = usual_title(title for title, _pk in games)
    newest = next(pk for spelling, pk in games if spelling == title)
    return Preset(title, registry.games()[slug], newest)


def tiles(groups: Sequence[int], most: int, newest: Sequence[RecentGame]) -> list[Tile]:
    """All games and the last played presets; those played most in `newest` come first.

    The presets are before games that nobody played, which are sorted by title.
    """
    last_played = presets(groups)[:most]
    letters = initials([preset.title for preset in last_played])
    counts = times_played(newest)
    all_tiles = [
        *(Tile(game) for game in registry.games().values()),
        *(Tile(preset.game, preset, letters[preset.title]) for preset in last_played),
    ]
    return sorted(all_tiles, key=lambda tile: (-counts[key_of(tile)], *title_key(tile)))


def title_key(tile: Tile) -> tuple[bool, tuple[bool, str, str]]:
    title = tile.preset.title if tile.preset else gettext(tile.game.title)
    return not tile.preset, name_key(title)


def times_played(newest_first: Sequence[RecentGame]) -> Counter[tuple[str, str]]:
    """Count how often each game and title was played in a group's games before this evening.

    Only the last `RECENT` of them count, and none of this evening, so that the tiles keep their
    places while it lasts.
    """
    times = [timezone.now(), *(game.played_at for game in newest_first)]
    tonight = takewhile(lambda pair: pair[0] - pair[1] < EVENING_BREAK, pairwise(times))
    earlier = newest_first[len(list(tonight)) :][:RECENT]
    return Counter((game.game, fold_title(game.title)) for game in earlier)


def key_of(tile: Tile) -> tuple[str, str]:
    return tile.game.slug, fold_title(tile.preset.title) if tile.preset else ""


def initials(titles: Iterable[str]) -> dict[str, str]:
    """One or two letters for each title, different as far as their letters allow."""
    result: dict[str, str] = {}
    for title in sort_names(titles):
        word, *more = title.split() or ["?"]
        letters = [*(other[0] for other in more), *word[1:]]
        first = word[0].upper()
        free = [one for one in (first, *(first + n for n in letters)) if one not in result.values()]
        result[title] = free[0] if free else first
    return result
