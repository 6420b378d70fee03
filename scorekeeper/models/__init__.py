from scorekeeper.models.limits import Allowance
from scorekeeper.models.people import (
    REMOVED,
    Code,
    FormerDevice,
    Group,
    Link,
    Member,
    Player,
    Role,
)
from scorekeeper.models.picture_links import PictureLink, Subject
from scorekeeper.models.revisions import Revision
from scorekeeper.models.seasons import Scale, Season
from scorekeeper.models.seats import Seat
from scorekeeper.models.sessions import GameSession

__all__ = [
    "REMOVED",
    "Allowance",
    "Code",
    "FormerDevice",
    "GameSession",
    "Group",
    "Link",
    "Member",
    "PictureLink",
    "Player",
    "Revision",
    "Role",
    "Scale",
    "Season",
    "Seat",
    "Subject",
]
