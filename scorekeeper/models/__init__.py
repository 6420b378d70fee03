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
from scorekeeper.models.play import GameSession, Revision, Seat

__all__ = [
    "REMOVED",
    "Allowance",
    "Code",
    "FormerDevice",
    "GameSession",
    "Group",
    "Link",
    "Member",
    "Player",
    "Revision",
    "Role",
    "Seat",
]
