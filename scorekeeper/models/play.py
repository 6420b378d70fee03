"""What is played and what was entered. Nothing entered is ever overwritten."""

import uuid
from collections.abc import Collection, Sequence
from datetime import timedelta

from django.db import connection, models
from django.db.models import F, OuterRef, Prefetch, Q, Subquery
from django.utils import timezone
from django.utils.translation import gettext

from games import registry
from scorekeeper.models.people import Group, Member, Player, Role

WAY_BACK = timedelta(days=30)
CHANGED = "session_changed"  # what PostgreSQL calls out on every change; SQLite is looked at instead


class SessionQuerySet(models.QuerySet):
    def for_device(self, device: str, role: Role = Role.VIEWER) -> "SessionQuerySet":
        """What this device may see, as `role` or more, with its `role`, `member_id` and `seen_at` in each."""
        here = Q(session=None) | Q(session=OuterRef("pk"))
        mine = Member.objects.filter(here, device=device, group=OuterRef("group")).order_by("-role", "pk")
        best = {"group__members": Subquery(mine.values("pk")[:1]), "group__members__role__gte": role}
        mine_to_see = self.filter(game__in=registry.games(), **best)
        member = {name: F(f"group__members__{name}") for name in ("role", "seen_at")}
        return mine_to_see.annotate(member_id=F("group__members"), **member)

    def seen_by(self, devices: Collection[str]) -> "SessionQuerySet":
        """(pk, device) for each of the devices that may see one: who may is said as in `for_device`."""
        members = "group__members__"
        here = Q(**{f"{members}session": None}) | Q(**{f"{members}session": F("pk")})
        seen = self.filter(
            here, game__in=registry.games(), **{f"{members}device__in": devices, f"{members}role__gte": Role.VIEWER}
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
        return self.prefetch_related(seats())

    def with_play(self) -> "SessionQuerySet":
        """With all a Table needs."""
        return self.prefetch_related(seats(), entries())

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

    objects = SessionQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["group", "-played_at"], name="session_by_group")]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"

    def may(self, role: Role) -> bool:
        """Whether the device it was fetched for may do what `role` may."""
        return self.role >= role

    def fetch_play(self) -> None:
        """What `with_play` would have fetched, for a session that is here already."""
        models.prefetch_related_objects([self], seats(), entries())

    def change(self, **fields: object) -> None:
        """Sets what concerns the game as a whole, its entries aside; every page that shows it is told."""
        for name, value in fields.items():
            setattr(self, name, value)
        self.version = F("version") + 1
        self.save(update_fields=[*fields, "version"])
        call_out()


class SeatQuerySet(models.QuerySet):
    def finished(self, session: GameSession, players: Sequence[int]) -> "SeatQuerySet":
        """(player, seat number, result) of earlier finished games of this kind, the last one first."""
        finished = GameSession.objects.finished().filter(game=session.game, finished_at__lt=session.finished_at)
        seats = self.filter(player__in=players, session__in=finished.order_by())
        return seats.order_by("-session__finished_at").values_list("player", "number", "session__result")


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


class Entry(models.Model):
    """One revision of what was entered in one slot; the highest counts, and one without data takes it back.

    `position` is its place in playing order. `data` names players by seat number. `back_to` is set where the whole
    game was set back at once: the entry after which it was as it is again.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="entries")
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
            models.UniqueConstraint(fields=["session", "slot", "revision"], name="entry_once_a_revision"),
            models.UniqueConstraint(fields=["session", "submission"], name="submission_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.slot}.{self.revision}"

    @property
    def signature(self) -> str:
        """The name of the device it was entered on."""
        return self.author.name if self.author else gettext("a device that is gone")


def call_out() -> None:
    """Heard by every process when the transaction is committed."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"NOTIFY {CHANGED}")


def seats() -> Prefetch:
    return Prefetch("seats", Seat.objects.select_related("player"))


def entries() -> Prefetch:
    return Prefetch("entries", Entry.objects.select_related("author").order_by("slot", "revision"))
