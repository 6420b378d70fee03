"""The pages of statistics in docs/img/: of the group of `make demo`, and of a first game."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scorekeeper.models import GameSession

SECRET = "the-phone-that-shows-statistics-in-docs-43c"  # noqa: S105 - of a group in pictures
FIRST_ROUNDS = ((0, 30, 0), (1, 20, 2), (0, 40, 0))


class Picture(NamedTuple):
    """`below`: the id of the heading at the top of the picture, if it is not the page's own."""

    name: str
    path: str
    scheme: str = "light"
    below: str = ""


def play_demo(tonight: datetime) -> Sequence[Picture]:
    """Play two years of games up to tonight, and one in another group."""
    from scorekeeper.demo.group import create_demo
    from scorekeeper.models import Member
    from scorekeeper.people.devices import hash_secret

    group = create_demo(tonight.date())
    first = play_first_game(tonight)
    Member.objects.filter(group__in=(group, first.group)).update(device=hash_secret(SECRET))
    player, beginner = group.players.get(name="Tomás"), first.group.players.get(name="Ana")
    evening = group.sessions.exclude(finished_at=None).latest("played_at")
    return (
        Picture("group", f"/groups/{group.pk}/statistics/", below="standings"),
        Picture("ratings", f"/groups/{group.pk}/games/yahtzee/", below="ratings"),
        Picture("player", f"/players/{player.pk}/"),
        Picture("progress", f"/players/{player.pk}/games/yahtzee/", "dark", "rating"),
        Picture("evening", f"/groups/{group.pk}/evenings/{evening.pk}/", "dark"),
        Picture("year", f"/groups/{group.pk}/year/{tonight.year - 1}/"),
        Picture("first", f"/players/{beginner.pk}/"),
    )


def play_first_game(tonight: datetime) -> "GameSession":
    from scorekeeper.models import GameSession
    from tests.browser.support.games_played import a_round, game_of

    game = game_of([a_round(*played, traps=1) for played in FIRST_ROUNDS], target=60)
    began = tonight - timedelta(minutes=25)
    GameSession.objects.filter(pk=game.pk).update(
        started_at=began, played_at=tonight, finished_at=tonight
    )
    return game
