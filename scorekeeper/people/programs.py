"""Programs that use the API with a token, which a host has made for them.

A program is a Member whose `device` is the hash of its token, so every check of access holds for it
as for a device. A token is longer than the secret of a device and begins with letters of its own:
neither is ever taken for the other.
"""

import hashlib
import re
import secrets

from django.db.models import QuerySet

from scorekeeper.models import REMOVED, Group, Member, Role
from scorekeeper.models.locks import locks_group
from scorekeeper.models.people import NEVER
from scorekeeper.models.rows import fetch

PREFIX = "score_"
TOKEN = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
MOST = 50  # programs of a group: a page lists them all


class Full(Exception):
    """The group has a program of this name, or as many as it can."""


def hash_token(token: str) -> str:
    """The hash that identifies the program in the database; "" for anything that is not a token."""
    return hashlib.sha256(token.encode()).hexdigest() if TOKEN.fullmatch(token) else ""


def bearer(authorization: str) -> str:
    """The token in an Authorization header; "" if it names another scheme."""
    scheme, _space, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


# Every request of a program begins with it, and building the query takes longer than running it.
PROGRAM = """
    SELECT member.* FROM scorekeeper_member member
    JOIN scorekeeper_group team ON team.id = member.group_id AND team.deleted_at IS NULL
    WHERE device = %s AND granted >= %s AND role >= %s AND maker_id IS NOT NULL
"""


def program_of(token: str) -> Member | None:
    """The program that this token belongs to, if it may do anything now."""
    device = hash_token(token)
    rows = fetch(Member, PROGRAM, [device, Role.VIEWER, Role.VIEWER]) if device else []
    return next(iter(rows), None)


@locks_group
def make_token(group: Group, maker: int, name: str, role: int) -> str:
    """Let a program in with this role, and return its token, which is not stored.

    `maker` is the key of the host's Member. Raises Full.
    """
    programs = list(group.members.programs())
    names = [program.name.casefold() for program in programs]
    if name.casefold() in names or len(programs) >= MOST:
        raise Full
    token = PREFIX + secrets.token_urlsafe(32)
    group.members.create(
        device=hash_token(token), name=name, role=role, granted=role, maker_id=maker, seen_at=NEVER
    )
    follow_makers(group.pk)  # the maker may have lost its role a moment ago
    return token


@locks_group
def revoke_token(program: Member) -> None:
    """End the access of a program. Its row stays, as the history names it."""
    Member.objects.filter(pk=program.pk).update(role=REMOVED, granted=REMOVED)
    Group.objects.filter(pk=program.group_id).note_people_change()


def follow_makers(group: int) -> None:
    """Let each program do what its token was made for, but no more than its maker may do now.

    Everything that changes a device's role calls this, holding the group's lock.
    """
    programs: QuerySet[Member] = Member.objects.programs().filter(group=group)
    for program in programs.select_related("maker"):
        role = min(program.granted or REMOVED, program.maker.role if program.maker else REMOVED)
        if role != program.role:
            Member.objects.filter(pk=program.pk).update(role=role)
