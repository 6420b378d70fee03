"""Which device may see which game: one rule, as three queries.

A device sees all games of a group that it is a member of, and the games that it was let into one by
one, by a code until the evening is over. Where it has several roles, the highest counts.

The three functions are methods of SessionQuerySet. A test holds them together.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from scorekeeper.models.people import Member, Role, in_time
from scorekeeper.models.rows import fetch

if TYPE_CHECKING:
    from scorekeeper.models.sessions import GameSession, SessionQuerySet

    Pairs = QuerySet[GameSession, tuple[int, str]]

UNSEEN = timedelta(minutes=15)
MAX_PK = 2**63 - 1  # no database takes a larger number

# The rule of `for_device`, for one session. Building that query takes ten times as long as running
# it, and every page of a game begins with it.
ONE_FOR_DEVICE = """
    SELECT game.*, member.device, member.id AS member_id, member.role,
        member.session_id AS guest_of,
        CASE WHEN game.finished_at IS NULL THEN team.people_version ELSE team.version END
            AS group_version,
        team.has_webhooks,
        member.seen_at NOT BETWEEN %s AND %s AS unseen
    FROM scorekeeper_gamesession game
    JOIN scorekeeper_group team ON team.id = game.group_id
    JOIN scorekeeper_member member ON member.group_id = game.group_id
    WHERE game.id = %s AND member.device = %s
        AND (member.session_id IS NULL OR member.session_id = game.id)
        AND (member.until IS NULL OR member.until > %s)
    ORDER BY member.role DESC, CASE WHEN member.session_id IS NULL THEN 0 ELSE 1 END, member.id
    LIMIT 1
"""


def for_device(sessions: SessionQuerySet, device: str, role: Role = Role.VIEWER) -> SessionQuerySet:
    """Return the games that the device may see as `role` or more, with `role` and `member_id`."""
    in_group_or_game = Q(session=None) | Q(session=OuterRef("pk"))
    mine = Member.objects.filter(in_time(), device=device, group=OuterRef("group"))
    best = mine.filter(in_group_or_game).order_by("-role", "pk").values("pk")[:1]
    visible = sessions.filter(
        group__members=Subquery(best),
        group__members__role__gte=role,
        # `best` implies it, but without it the database would read the games of others.
        group__members__device=device,
    )
    return visible.annotate(  # type: ignore[no-redef] # GameSession declares them
        member_id=F("group__members"), role=F("group__members__role")
    )


def one_for_device(sessions: SessionQuerySet, device: str, pk: int) -> GameSession | None:
    """The session with this key, deleted or not, with what an open page needs beside it.

    `unseen` says that the device was not there for a while; `guest_of` is set if it was let into
    this game only; `group_version` changes with what its pages show of the group; `has_webhooks`
    says whether other programs hear of the game.
    """
    if pk > MAX_PK:
        return None
    now = timezone.now()
    rows = fetch(sessions.model, ONE_FOR_DEVICE, [now - UNSEEN, now, pk, device, now])
    visible = (one for one in rows if one.may(Role.VIEWER))
    return next(visible, None)


def pairs_for_devices(sessions: SessionQuerySet, devices: Collection[str]) -> Pairs:
    """(pk, device) for each of the devices that may see a session."""
    members = "group__members__"
    in_group_or_game = Q(**{f"{members}session": None}) | Q(**{f"{members}session": F("pk")})
    visible = sessions.filter(
        in_group_or_game,
        in_time(members),
        **{f"{members}device__in": devices, f"{members}role__gte": Role.VIEWER},
    )
    return visible.values_list("pk", f"{members}device")
