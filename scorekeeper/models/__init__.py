from scorekeeper.models.people import Group, Link, Member, Player, Role
from scorekeeper.models.play import Entry, GameSession, Seat

__all__ = ["Entry", "GameSession", "Group", "Link", "Member", "Player", "Role", "Seat"]
