from scorekeeper.models.people import REMOVED, Code, Group, Guess, Link, Member, Player, Role
from scorekeeper.models.play import Entry, GameSession, Seat

__all__ = ["REMOVED", "Code", "Entry", "GameSession", "Group", "Guess", "Link", "Member", "Player", "Role", "Seat"]
