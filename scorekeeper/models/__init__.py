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
from scorekeeper.models.play import Entry, GameSession, Seat

__all__ = [
    "REMOVED",
    "Allowance",
    "Code",
    "Entry",
    "FormerDevice",
    "GameSession",
    "Group",
    "Link",
    "Member",
    "Player",
    "Role",
    "Seat",
]
