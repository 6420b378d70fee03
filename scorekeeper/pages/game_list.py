"""All games that a device may see, for a Paginator."""

from collections.abc import Iterable

from django.db.models import Q

from scorekeeper.models import GameSession, Member
from scorekeeper.models.sessions import load_revisions
from scorekeeper.pages.finished_games import FinishedGame
from scorekeeper.tables.table import Table


class GameList:
    """The last played first. A page near the beginning reads only the games that it shows.

    `members` is all that the device belongs to.
    """

    def __init__(self, members: Iterable[Member]) -> None:
        self.members = list(members)

    def __len__(self) -> int:
        """Every game, less the deleted ones: both are counted in an index."""
        groups = {member.group_id for member in self.members if not member.session_id}
        alone = {member.session_id for member in self.members if member.session_id}
        games = GameSession.objects.filter(Q(group__in=groups) | Q(pk__in=alone))
        return games.count() - games.filter(deleted_at__isnull=False).count()

    def __getitem__(self, page: slice) -> list[Table | FinishedGame]:
        games = GameSession.objects.not_deleted().last_played_first()
        sessions = list(games.first_for(self.members, page.stop).with_seats()[page])
        # Finished games need no revisions: their result is stored.
        load_revisions([session for session in sessions if not session.finished_at])
        return [
            FinishedGame(session) if session.finished_at else Table(session) for session in sessions
        ]
