"""One game that a group plays or played."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import product
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.db.models import Case, Exists, F, OuterRef, Q, Subquery, When
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import cached_property

from scorekeeper.models.imports import State
from scorekeeper.models.notify import game_topic, notify, topics_of
from scorekeeper.models.people import Group, Member, Role, expiry, in_time
from scorekeeper.models.revisions import Revision, all_revisions, revisions
from scorekeeper.models.rows import fetch, sql_of_session, update
from scorekeeper.models.seats import Seat, all_seats, seats
from scorekeeper.operating.live_lag import changes

UNSEEN = timedelta(minutes=15)
FADES = timedelta(seconds=150)  # after this long without typing, nobody is entering
RECENT = timedelta(seconds=20)
MAX_PK = 2**63 - 1  # no database takes a larger number

# The rule of `for_device`, for one session. Building that query takes ten times as long as running
# it, and every page of a game begins with it.
ONE_FOR_DEVICE = """
    SELECT game.*, member.device, member.id AS member_id, member.role,
        member.session_id AS guest_of,
        CASE WHEN game.finished_at IS NULL THEN team.people_version ELSE team.version END
            AS group_version,
        team.has_webhooks, team.people_version,
        EXISTS (SELECT 1 FROM scorekeeper_member WHERE session_id = game.id AND until > %s)
            AS has_guests,
        member.seen_at NOT BETWEEN %s AND %s AS unseen
    FROM scorekeeper_gamesession game
    JOIN scorekeeper_group team ON team.id = game.group_id
    JOIN scorekeeper_member member ON member.group_id = game.group_id
    WHERE game.id = %s AND member.device = %s AND team.deleted_at IS NULL
        AND (member.session_id IS NULL OR member.session_id = game.id)
        AND (member.until IS NULL OR member.until > %s)
    ORDER BY member.role DESC, CASE WHEN member.session_id IS NULL THEN 0 ELSE 1 END, member.id
    LIMIT 1
"""


def combine_versions(version: int, group_version: int) -> int:
    """The game's own version counts more: the group's is a lower one after a game is reopened."""
    return version * 2**32 + group_version


def own_version(page_version: int) -> int:
    return page_version // 2**32


def seal_key(session: int, member: int) -> str:
    """Return the key that seals what a device hands over: see tables/entering/handing_over.py."""
    seed = f"{session}.{member}"
    return salted_hmac("scorekeeper.handing_over", seed, algorithm="sha256").hexdigest()[:32]


def earlier_than(session: GameSession, path: str = "") -> Q:
    """Select games that were finished before it. Games imported with the same time count in the
    order in which they were saved, as in statistics. `path`: to the session, from what is selected.
    """
    at, pk = session.finished_at, session.pk
    same_time = Q(**{f"{path}finished_at": at, f"{path}pk__gte": pk})
    return Q(**{f"{path}finished_at__lte": at}) & ~same_time


class SessionQuerySet(models.QuerySet["GameSession"]):
    """One rule says which device may see which game; three queries apply it, and a test compares
    them.

    A device sees all games of a group that it is a member of, and the games that it was let into
    one by one, by a code until the evening is over. Where it has several roles, the highest counts.
    """

    def for_device(self, device: str, role: Role = Role.VIEWER) -> SessionQuerySet:
        """Return the games that it may see as `role` or more, with `role` and `member_id`."""
        in_group_or_game = Q(session=None) | Q(session=OuterRef("pk"))
        mine = Member.objects.filter(in_time(), device=device, group=OuterRef("group"))
        best = mine.filter(in_group_or_game).order_by("-role", "pk").values("pk")[:1]
        visible = self.filter(
            group__deleted_at=None,
            group__members=Subquery(best),
            group__members__role__gte=role,
            # `best` implies it, but without it the database would read the games of others.
            group__members__device=device,
        )
        return visible.annotate(  # type: ignore[no-redef] # GameSession declares them
            member_id=F("group__members"), role=F("group__members__role")
        )

    def one_for_device(self, device: str, pk: int) -> GameSession | None:
        """The session with this key, deleted or not, with what an open page needs beside it.

        `unseen`: the device was not seen for a while. `guest_of`: it was let into this game only.
        `has_guests`: someone was let in for the evening. `group_version` changes with what its
        pages show of the group, `people_version` with who may do what.
        """
        now = timezone.now()
        values = [now, now - UNSEEN, now, pk, device, now]
        rows = fetch(self.model, ONE_FOR_DEVICE, values) if pk <= MAX_PK else []
        return rows[0] if rows and rows[0].may(Role.VIEWER) else None

    def pairs_for_devices(
        self, devices: Collection[str]
    ) -> models.QuerySet[GameSession, tuple[int, str]]:
        """(pk, device) for each of the devices that may see a session."""
        members = "group__members__"
        in_group_or_game = Q(**{f"{members}session": None}) | Q(**{f"{members}session": F("pk")})
        visible = self.filter(
            in_group_or_game,
            in_time(members),
            group__deleted_at=None,
            **{f"{members}device__in": devices, f"{members}role__gte": Role.VIEWER},
        )
        return visible.values_list("pk", f"{members}device")

    def not_deleted(self) -> SessionQuerySet:
        return self.filter(deleted_at=None)

    def under_way(self) -> SessionQuerySet:
        return self.not_deleted().filter(finished_at=None).last_played_first()

    def finished(self) -> SessionQuerySet:
        return self.not_deleted().filter(finished_at__isnull=False).last_played_first()

    def last_played_first(self) -> SessionQuerySet:
        return self.order_by("-played_at", "-pk")

    def restorable(self) -> SessionQuerySet:
        """Deleted games that can still be restored."""
        return self.filter(deleted_at__gt=expiry()).order_by("-deleted_at")

    def expired(self) -> SessionQuerySet:
        """Deleted games that can no longer be restored; none that is just being imported."""
        sessions = self.filter(deleted_at__lte=expiry())
        return sessions.exclude(brought_by__state=State.SAVING)

    def first_of_games(
        self, groups: Iterable[int], games: Iterable[str], count: int
    ) -> SessionQuerySet:
        """Return the first `count` of each game in each group in the order of this query.

        The database reads these from an index. Ordered as one query, it would read all games of all
        groups first.
        """
        pairs = product(groups, games)
        parts = (self.filter(group=group, game=game)[:count] for group, game in pairs)
        return self.filter(pk__in=self._union(parts))

    def first_for(self, members: Sequence[Member], count: int) -> SessionQuerySet:
        """Return at least the first `count` that a device may see, in the order of this query.

        `members` is all that the device belongs to.
        """
        if not members:
            return self.none()
        groups = {member.group_id for member in members if not member.session_id}
        games = [member.session_id for member in members if member.session_id]
        parts = [self.filter(group=group)[:count] for group in groups]
        if games:
            parts.append(self.filter(pk__in=games))
        return self.for_device(members[0].device).filter(pk__in=self._union(parts))

    def _union(self, parts: Iterable[SessionQuerySet]) -> models.QuerySet[Any, Any]:
        """The keys of all parts. SQLite wants slices of a union in queries of their own."""
        sessions = GameSession.objects.order_by()
        keys = [sessions.filter(pk__in=part.values("pk")).values("pk") for part in parts]
        return keys[0].union(*keys[1:], all=True) if keys else sessions.none().values("pk")

    def with_seats(self) -> SessionQuerySet:
        return self.prefetch_related(all_seats())

    def with_play(self) -> SessionQuerySet:
        """Prefetch all that a Table needs, for several games at once."""
        return self.with_seats().prefetch_related(all_revisions())

    def of_players(self, players: Sequence[int]) -> SessionQuerySet:
        """Filter games in which exactly these players sit, in whatever order."""
        other = Seat.objects.filter(session=OuterRef("pk")).exclude(
            player__in=players, number__lt=len(players)
        )
        return self.filter(~Exists(other), seats__number=len(players) - 1)

    def totals_before(self, session: GameSession, player: int) -> models.QuerySet[Any, int | None]:
        """The player's totals in comparable games that were finished earlier, newest first."""
        earlier = self.filter(
            earlier_than(session),
            group=session.group_id,
            kind=session.kind,
            seats__player=player,
            seats__kind=session.kind,
        )
        return earlier.order_by("-finished_at", "-pk").values_list("seats__total", flat=True)

    def comparable_before(self, session: GameSession) -> SessionQuerySet:
        """The group's games whose totals compare and that were finished earlier, newest first."""
        earlier = self.not_deleted().filter(
            earlier_than(session), group=session.group_id, kind=session.kind, ended_early=False
        )
        return earlier.order_by("-finished_at", "-pk")

    def finished_before(self, session: GameSession) -> SessionQuerySet:
        """The group's games that were finished earlier, newest first."""
        earlier = self.not_deleted().filter(  # played_at is in the index
            earlier_than(session), group=session.group_id, played_at__lte=session.played_at
        )
        return earlier.last_played_first()

    def page_versions(self) -> dict[int, int]:
        """The `page_version` of each of these games, by its key."""
        of_group = Case(
            When(finished_at=None, then="group__people_version"), default="group__version"
        )
        return {
            pk: combine_versions(version, group_version)
            for pk, version, group_version in self.values_list("pk", "version", of_group)
        }

    def note_change(self) -> None:
        """Refresh the open pages of these games."""
        topics = topics_of(self, game_topic)
        self.update(version=F("version") + 1)
        notify(topics)


class GameSession(models.Model):
    """One game played by one table.

    Its setup is the entry in slot 0: {"options": {…}, "ended_early": …}. Four columns repeat what
    it says, for queries: `ended_early` (where the rules set an end), `title` (its own, such as that
    of a score pad), `kind`, which games have in common whose totals compare ("": with none), and
    `lowest_wins`.
    `result` is stored beside a finished game: {"totals": […], "ranks": […], "winners": [seat, …]}
    and the setup. While the game goes on it is None, and everything is computed from the entries.
    `rounds` to `swing` say how it went (tables/finished/course.py): the entries that counted, the
    winner's total, its lead over the next one, how far the winner was behind, and the most that two
    players moved apart in one entry. They are null for a game that goes on, or was not counted yet.
    `brought_by` is the import that brought the game into the group.
    `timer`: the seconds a turn should take, 0 if the timer only counts up; None without a timer.
    `timer_since` is when it was last turned on, if not by a rematch.
    `draft` is what was typed for the next entry, with the member who typed last and when.
    `counting` is the slot of the entry that players count on a phone each: see SealedCount.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="sessions")
    game = models.SlugField()
    submission = models.UUIDField(unique=True, default=uuid.uuid4)
    comment = models.TextField(blank=True, max_length=2000)
    started_at = models.DateTimeField(default=timezone.now)
    played_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    ended_early = models.BooleanField(default=False)
    title = models.CharField(max_length=80, blank=True, default="")
    kind = models.CharField(max_length=32, blank=True, default="")
    lowest_wins = models.BooleanField(default=False)
    rounds = models.PositiveIntegerField(null=True)
    best_total = models.BigIntegerField(null=True)
    margin = models.BigIntegerField(null=True)
    comeback = models.BigIntegerField(null=True)
    swing = models.BigIntegerField(null=True)
    result = models.JSONField(null=True, blank=True)
    timer = models.PositiveSmallIntegerField(null=True, blank=True)
    timer_since = models.DateTimeField(null=True, blank=True)
    draft = models.JSONField(default=dict, blank=True)
    counting = models.PositiveIntegerField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    brought_by = models.ForeignKey(
        "Import", models.SET_NULL, null=True, blank=True, related_name="sessions"
    )

    # Set by the queries of access.py.
    device: str = ""
    role: int
    member_id: int
    guest_of: int | None = None
    group_version: int = 0
    people_version: int | None = None
    unseen: bool = False
    has_guests: bool = True

    objects = SessionQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["group", "-played_at"], name="session_by_group"),
            models.Index(fields=["group", "game", "-started_at"], name="session_by_game"),
            models.Index(fields=["group", "game", "-played_at"], name="session_by_game_played"),
            models.Index(fields=["group", "kind", "-finished_at"], name="session_by_kind"),
            *(
                models.Index(fields=["group", "kind", figure], name=f"session_by_{figure}")
                for figure in ("best_total", "margin", "comeback")
            ),
            models.Index(
                fields=["group", "title"], condition=~Q(title=""), name="session_by_title"
            ),
            models.Index(
                fields=["group", "-played_at"],
                condition=Q(finished_at=None),
                name="session_under_way",
            ),
            models.Index(
                fields=["group", "-deleted_at"],
                condition=Q(deleted_at__isnull=False),
                name="session_deleted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"

    @property
    def is_expired(self) -> bool:
        """True if it was deleted too long ago to be restored."""
        return self.deleted_at is not None and self.deleted_at <= expiry()

    @property
    def page_version(self) -> int:
        """A number that grows with every change of anything that pages of this game show."""
        return combine_versions(self.version, self.group_version)

    @property
    def page_state(self) -> tuple[object, ...]:
        """Changes with everything that pages show of the game, to anyone: the game, what it shows
        of its group, who is entering, whether a change is new, and the release.
        """
        now = self.is_being_entered, self.has_just_changed
        return settings.RELEASE, self.submission, self.version, self.group_version, *now

    @property
    def is_being_entered(self) -> bool:
        """True if someone typed a moment ago. The clock may have been set back since."""
        at = self.draft.get("at")
        return bool(at) and abs(timezone.now() - datetime.fromisoformat(at)) < FADES

    @property
    def has_just_changed(self) -> bool:
        """True if it changed a moment ago. A page opened later celebrates nothing."""
        return abs(timezone.now() - self.played_at) < RECENT

    @property
    def sealing(self) -> str:
        """The game, the device and its key, for codes by which the device hands entries over."""
        return f"{self.pk}.{self.member_id}.{seal_key(self.pk, self.member_id)}"

    def may(self, role: Role) -> bool:
        """Return whether the device it was fetched for may do what `role` may."""
        return self.role >= role

    @property
    def may_start_another(self) -> bool:
        """True if that device scores in the whole group, not in this game alone."""
        return self.may(Role.SCORER) and self.guest_of is None

    @cached_property
    def seat_list(self) -> list[Seat]:
        """The seats in order, each with its `name` and `mark`."""
        return fetch(Seat, sql_of_session(seats), [self.pk])

    @cached_property
    def revision_list(self) -> list[Revision]:
        """All that was ever entered."""
        return fetch(Revision, sql_of_session(revisions), [self.pk])

    @cached_property
    def has_webhooks(self) -> bool:
        return self.group.has_webhooks

    def change(self, **fields: object) -> None:
        """Set fields of the game as a whole, and refresh every open page that shows them.

        Pages of finished games (personal bests, the link to a rematch) and statistics also depend
        on whether a game is finished, deleted or under way. The caller has locked the session.
        """
        names = {name for name, value in fields.items() if value != getattr(self, name)}
        for name in names:
            setattr(self, name, fields[name])
        self.version += 1  # nobody else can have changed it
        changes.append((self.pk, self.version, monotonic()))
        with transaction.atomic(savepoint=False):
            update(self, {*names, "version"})
            if self.finished_at or names & {"finished_at", "deleted_at"}:
                Group.objects.filter(pk=self.group_id).note_change()
            notify(map(game_topic, [self.pk]))
