"""All games that a device may see, for a Paginator."""

from collections.abc import Iterable

from django.db.models import Q

from scorekeeper.models import GameSession, Member
from scorekeeper.tables.table import Table


class GameList:
    """The last played first. A page near the beginning reads only the games that it shows.

    `members` is all that the device belongs to.
    """

    def __init__(self, members: Iterable[Member]) -> None:
        self.members = list(members)
        self.games = GameSession.objects.not_deleted().last_played_first()

    def __len__(self) -> int:
        groups = {member.group_id for member in self.members if not member.session_id}
        alone = {member.session_id for member in self.members if member.session_id}
        return self.games.filter(Q(group__in=groups) | Q(pk__in=alone)).count()

    def __getitem__(self, page: slice) -> list[Table]:
        first = self.games.first_for(self.members, page.stop).with_play()
        return [Table(session) for session in first[page]]
