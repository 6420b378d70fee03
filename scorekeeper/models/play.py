"""What is played and what was entered. Nothing entered is ever overwritten."""

import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import Any

from django.db import connection, models, transaction
from django.db.models import Exists, F, OuterRef, Prefetch, Q, Subquery
from django.db.models.base import ModelState
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext

from games import registry
from scorekeeper.models.people import Group, Member, Player, Role

WAY_BACK = timedelta(days=30)
# What `for_device` says, for one session. To put that query together takes ten times as long as to run it, and every
# page of a game begins with it.
AS_SEEN = """
    SELECT game.*, member.device, member.id AS member_id, member.role, member.session_id AS let_into,
        member.seen_at NOT BETWEEN %s AND %s AS unseen
    FROM scorekeeper_gamesession game JOIN scorekeeper_member member ON member.group_id = game.group_id
    WHERE game.id = %s AND member.device = %s AND (member.session_id IS NULL OR member.session_id = game.id)
    ORDER BY member.role DESC, CASE WHEN member.session_id IS NULL THEN 0 ELSE 1 END, member.id
    LIMIT 1
"""
LARGEST = 2**63 - 1  # no database takes a larger number
UNSEEN = timedelta(minutes=15)
CHANGED = (
    "session_changed"  # what PostgreSQL calls out on every change; SQLite is looked at instead
)


class SessionQuerySet(models.QuerySet):
    def for_device(self, device: str, role: Role = Role.VIEWER) -> "SessionQuerySet":
        """What this device may see, as `role` or more, with its `role` and `member_id` in each."""
        here = Q(session=None) | Q(session=OuterRef("pk"))
        mine = Member.objects.filter(here, device=device, group=OuterRef("group")).order_by(
            "-role", "pk"
        )
        best = {
            "group__members": Subquery(mine.values("pk")[:1]),
            "group__members__role__gte": role,
        }
        best["group__members__device"] = (
            device  # which the first says, too: with this the games of others are not read
        )
        mine_to_see = self.filter(game__in=registry.games(), **best)
        return mine_to_see.annotate(member_id=F("group__members"), role=F("group__members__role"))

    def as_seen(self, device: str, pk: int) -> "GameSession | None":
        """The session as `for_device` gives it, deleted or not; `unseen` if the device was not there for a while,
        `let_into` if it was let into this game only."""
        now = timezone.now()
        found = self.raw(AS_SEEN, [now - UNSEEN, now, pk, device]) if pk <= LARGEST else ()
        return next((s for s in found if s.may(Role.VIEWER) and s.game in registry.games()), None)

    def seen_by(self, devices: Collection[str]) -> "SessionQuerySet":
        """(pk, device) for each of the devices that may see one: who may is said as in `for_device`."""
        members = "group__members__"
        here = Q(**{f"{members}session": None}) | Q(**{f"{members}session": F("pk")})
        seen = self.filter(
            here,
            game__in=registry.games(),
            **{f"{members}device__in": devices, f"{members}role__gte": Role.VIEWER},
        )
        return seen.values_list("pk", f"{members}device")

    def kept(self) -> "SessionQuerySet":
        return self.filter(deleted_at=None)

    def under_way(self) -> "SessionQuerySet":
        return self.kept().filter(result__isnull=True).order_by("-played_at", "-pk")

    def finished(self) -> "SessionQuerySet":
        return self.kept().filter(result__isnull=False).order_by("-played_at", "-pk")

    def deleted(self) -> "SessionQuerySet":
        """What can still be brought back."""
        return self.filter(deleted_at__gt=timezone.now() - WAY_BACK).order_by("-deleted_at")

    def past_return(self) -> "SessionQuerySet":
        return self.filter(deleted_at__lte=timezone.now() - WAY_BACK)

    def with_seats(self) -> "SessionQuerySet":
        return self.prefetch_related(Prefetch("seats", seats(), to_attr="seat_list"))

    def with_play(self) -> "SessionQuerySet":
        """With all a Table needs, where there are several."""
        return self.with_seats().prefetch_related(
            Prefetch("revisions", revisions(), to_attr="revision_list")
        )

    def measured_by(self, session: "GameSession") -> "SessionQuerySet":
        """The games whose pages show what somebody reached in this finished one: see SeatQuerySet.finished."""
        players = session.seats.values("player")
        return self.filter(
            game=session.game, finished_at__gt=session.finished_at, seats__player__in=players
        )

    def of_players(self, players: Sequence[int]) -> "SessionQuerySet":
        """Where just these sit, in whatever order."""
        other = Seat.objects.filter(session=OuterRef("pk")).exclude(
            player__in=players, number__lt=len(players)
        )
        return self.filter(~Exists(other), seats__number=len(players) - 1)

    def rematches(self, session: "GameSession") -> "SessionQuerySet":
        """What the same people began since this one was finished, and still play: of several, the newest first."""
        after = self.under_way().filter(
            group=session.group_id, game=session.game, started_at__gte=session.finished_at
        )
        return after.of_players([seat.player_id for seat in session.seat_list]).order_by(
            "-started_at", "-pk"
        )

    def before_rematch(self, session: "GameSession") -> "SessionQuerySet":
        """Those whose pages lead to this one as long as it is under way."""
        before = self.finished().filter(
            group=session.group_id, game=session.game, finished_at__lte=session.started_at
        )
        return before.of_players([seat.player_id for seat in session.seat_list])

    def changed(self) -> int:
        """Says that pages which show these are out of date."""
        changed = self.update(version=F("version") + 1)
        call_out()
        return changed


class GameSession(models.Model):
    """One game played by one table.

    Its setup is the entry in slot 0: {"options": {…}, "ended_early": …}. `result` is kept beside a finished game, for
    lists and statistics: {"totals": […], "ranks": […], "winners": [seat, …]} and the setup; while the game goes on it
    is None, and everything is computed from the entries. `draft` is what was noted of the round under way, with
    the member who noted last and when.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="sessions")
    game = models.SlugField()
    submission = models.UUIDField(unique=True, default=uuid.uuid4)
    comment = models.TextField(blank=True, max_length=2000)
    started_at = models.DateTimeField(default=timezone.now)
    played_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    draft = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    let_into: int | None = None  # these two: see `as_seen`
    device: str = ""

    objects = SessionQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["group", "-played_at"], name="session_by_group")]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"

    @property
    def is_past_return(self) -> bool:
        return self.deleted_at is not None and self.deleted_at <= timezone.now() - WAY_BACK

    @property
    def is_under_way(self) -> bool:
        return self.result is None and self.deleted_at is None

    def may(self, role: Role) -> bool:
        """Whether the device it was fetched for may do what `role` may."""
        return self.role >= role

    @property
    def may_start_another(self) -> bool:
        """Whether that device, which `as_seen` found, scores in the whole group, not in this game alone."""
        return self.may(Role.SCORER) and self.let_into is None

    @cached_property
    def seat_list(self) -> list["Seat"]:
        """In seat order, each with its `name`."""
        return list(Seat.objects.raw(of_session(seats), [self.pk]))

    @cached_property
    def revision_list(self) -> list["Revision"]:
        """All that was ever entered."""
        return list(Revision.objects.raw(of_session(revisions), [self.pk]))

    def change(self, **fields: object) -> None:
        """Set what concerns the game as a whole, its entries aside, and notify every page of it.

        This writes rows of other games of the group as well, so the caller holds the group's lock.
        """
        measured = GameSession.objects.measured_by(self) if self.is_measured_anew(fields) else None
        was_under_way = self.is_under_way
        for name, value in fields.items():
            setattr(self, name, value)
        self.version = F("version") + 1
        with transaction.atomic(savepoint=False):
            self.save(update_fields=[*fields, "version"])
            if measured is not None:
                measured.changed()
            if self.is_under_way != was_under_way:
                GameSession.objects.before_rematch(self).changed()
            call_out()

    def is_measured_anew(self, fields: Mapping[str, object]) -> bool:
        """Whether later games show of this one what is something else now."""
        shown = {name for name in ("result", "deleted_at") if name in fields}
        return self.finished_at is not None and any(
            fields[name] != getattr(self, name) for name in shown
        )


class SeatQuerySet(models.QuerySet):
    def finished(self, session: GameSession, players: Sequence[int]) -> "SeatQuerySet":
        """(player, seat number, result) of earlier finished games of this kind, the last one first."""
        finished = GameSession.objects.finished().filter(
            game=session.game, finished_at__lt=session.finished_at
        )
        seats = self.filter(player__in=players, session__in=finished.order_by())
        return seats.order_by("-session__finished_at").values_list(
            "player", "number", "session__result"
        )


class Seat(models.Model):
    session = models.ForeignKey(GameSession, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="seat_once_a_session"),
            models.UniqueConstraint(fields=["session", "player"], name="player_once_a_session"),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}: {self.player}"


class Revision(models.Model):
    """One revision of what was entered in one slot; the highest counts, and one without data takes it back.

    `position` is its place in playing order. `data` names players by seat number. `back_to` is set where the whole
    game was set back at once: the entry after which it was as it is again. Not stored here are `by`, what its author
    is called, and `input`, what the rules take it for.
    """

    by: str | None = None
    input: Any = None

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="revisions")
    slot = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    position = models.FloatField()
    data = models.JSONField(null=True)
    author = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+")
    submission = models.UUIDField()
    back_to = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "slot", "revision"], name="revision_once_a_slot"
            ),
            models.UniqueConstraint(
                fields=["session", "submission"], name="submission_counts_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slot}.{self.revision}"

    @classmethod
    def from_db(cls, db: str, field_names: Sequence[str], values: Sequence[Any]) -> "Revision":
        """All at once, in a third of the time: each page of a game reads all of its entries."""
        entry = cls.__new__(cls)
        entry.__dict__.update(zip(field_names, values, strict=True), _state=ModelState())
        entry._state.adding, entry._state.db = False, db
        return entry

    @property
    def signature(self) -> str:
        """The name of the device it was entered on."""
        return self.by or gettext("a removed device")


def call_out() -> None:
    """Heard by every process when the transaction is committed."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"NOTIFY {CHANGED}")


def seats() -> SeatQuerySet:
    return Seat.objects.annotate(name=F("player__name"))


def revisions() -> models.QuerySet:
    return Revision.objects.annotate(by=F("author__name")).order_by("slot", "revision")


@cache
def of_session(rows: Callable[[], models.QuerySet]) -> str:
    """The SQL for those of one session, whose key is the parameter. It takes longer to put together than to run."""
    return rows().filter(session=0).query.sql_with_params()[0]
