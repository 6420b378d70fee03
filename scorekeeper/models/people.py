"""Who plays together, and which devices may see and change what."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.validators import RegexValidator
from django.db import connection, models
from django.db.models import Count, F, Max, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.kit.names import UNPRINTABLE, UNPRINTABLE_IN_TEXT
from scorekeeper.models.marks import next_mark
from scorekeeper.models.notify import group_topic, notify, topics_of
from scorekeeper.models.someone import PlayerName


class Role(models.IntegerChoices):
    """Each role includes those before it."""

    VIEWER = 1, _("can watch")
    SCORER = 2, _("can score")
    HOST = 3, _("full access")


REMOVED = 0  # instead of a role: the device may do nothing; the history still needs its name

NEVER = datetime(1970, 1, 1, tzinfo=UTC)  # when a program was last seen that was not used yet

RESTORABLE = timedelta(days=30)
"""How long what was deleted can be brought back."""

EVENING_BREAK = timedelta(hours=6)  # after this long without a game, the evening is over


def expiry() -> datetime:
    """The time before which a deletion is final."""
    return timezone.now() - RESTORABLE


class GroupQuerySet(models.QuerySet["Group"]):
    def for_device(self, device: str, role: Role = Role.VIEWER) -> GroupQuerySet:
        """The groups that the device belongs to, each with its `role`, `member_id` and `seen_at`;
        the one it used last comes first.
        """
        mine = {"members__device": device, "members__session": None, "members__role__gte": role}
        groups = self.filter(deleted_at=None, **mine).order_by("-members__used_at")
        return groups.annotate(  # type: ignore[no-redef] # Group declares them
            role=F("members__role"), member_id=F("members"), seen_at=F("members__seen_at")
        )

    def restorable(self, device: str) -> GroupQuerySet:
        """Return the deleted groups that this device can bring back, as a host."""
        groups = Member.objects.hosts().filter(device=device).values("group")
        return self.filter(pk__in=groups, deleted_at__gt=expiry()).order_by("-deleted_at")

    def last_played_first(self) -> GroupQuerySet:
        played_at = Max("sessions__played_at")
        return self.annotate(played_at=played_at).order_by(
            F("played_at").desc(nulls_last=True), "-pk"
        )

    def note_change(self) -> None:
        """Refresh the open pages of these groups, and of their finished games."""
        topics = topics_of(self, group_topic)
        self.update(version=F("version") + 1)
        notify(topics)

    def note_people_change(self) -> None:
        """Refresh the open pages of games under way, too."""
        topics = topics_of(self, group_topic)
        self.update(version=F("version") + 1, people_version=F("people_version") + 1)
        notify(topics)


printable = RegexValidator(
    UNPRINTABLE,
    _("One character in this name can’t be shown. Delete it, or type the name again."),
    inverse_match=True,
)
readable = RegexValidator(
    UNPRINTABLE_IN_TEXT,
    _("One character in this text can’t be shown. Delete it, or type the text again."),
    inverse_match=True,
)


class Group(models.Model):
    """People who play together.

    `version` changes with everything that pages show beside one game: results, players, seasons.
    `people_version` changes with the players and devices only: all that a game under way shows.
    `named`: whether a host has chosen or kept the name. Until then it lists the first players.
    `points` is the scale of points by place for their evenings, such as 5-3-2-1; "" for none.
    `has_webhooks`: whether any webhook is on, so that a save need not ask. `webhook_failed`:
    whether one was switched off because it failed, and no host has seen it yet.
    `deleted_at`: while it is set, nothing of the group is there, but a host can bring it back.
    """

    name = models.CharField(max_length=80)
    named = models.BooleanField(default=True, db_default=True)
    points = models.CharField(max_length=100, blank=True, default="")
    has_webhooks = models.BooleanField(default=False, db_default=False)
    webhook_failed = models.BooleanField(default=False, db_default=False)
    version = models.PositiveIntegerField(default=1)
    people_version = models.PositiveIntegerField(default=1, db_default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    # Set by for_device.
    role: int
    member_id: int
    seen_at: datetime

    objects = GroupQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name


class PlayerManager(models.Manager["Player"]):
    """The players of a group, without those that were deleted."""

    def get_queryset(self) -> models.QuerySet[Player]:
        return super().get_queryset().filter(deleted_at=None)

    def with_games(self) -> models.QuerySet[Player]:
        """Add each player's number of `games` that were played to their end."""
        complete = Q(
            seats__session__finished_at__isnull=False,
            seats__session__deleted_at__isnull=True,
            seats__session__ended_early=False,
        )
        return self.annotate(  # type: ignore[no-redef] # Player declares it
            games=Count("seats", filter=complete)
        )


class Player(models.Model):
    """A person in a group. `mark`, a colour and a shape, is the same in all of their games.

    A deleted player keeps the row, as games have their points: see people/deletion.py. `name` is
    then that of nobody (models/someone.py), and `former_name` the real one for as long as the
    player can be brought back. `objects` has no deleted players, `everyone` has them, too.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="players")
    name = PlayerName(max_length=40, validators=[printable])
    mark = models.PositiveSmallIntegerField()
    deleted_at = models.DateTimeField(null=True, blank=True)
    former_name = models.CharField(max_length=40, blank=True, default="", db_default="")

    games: int  # set by with_games

    objects = PlayerManager()
    everyone = models.Manager["Player"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "name"], name="player_name_once_a_group")
        ]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Choose a mark for a new player, wherever one is added."""
        if self.mark is None:
            self.mark = next_mark(self.group.players.values_list("mark", flat=True))
        super().save(*args, **kwargs)

    @cached_property
    def url(self) -> str:
        """The player's page; cached, as a page of statistics may link to it hundreds of times."""
        return reverse("player", args=[self.pk])


def in_time(members: str = "") -> Q:
    """Members whose access does not end with an evening, or whose evening is not over yet.

    `members` is a prefix for a query of other rows.
    """
    return Q(**{f"{members}until": None}) | Q(**{f"{members}until__gt": timezone.now()})


class MemberQuerySet(models.QuerySet["Member"]):
    def present(self) -> MemberQuerySet:
        return self.filter(in_time(), role__gte=Role.VIEWER)

    def count_devices(self) -> int:
        """A device may be let into several games."""
        return self.values("device").distinct().count()

    def of_device(self, device: str) -> MemberQuerySet:
        """All memberships of the device; the one it used last comes first."""
        mine = self.present().filter(device=device, group__deleted_at=None)
        return mine.select_related("group").order_by("-used_at")

    def hosts(self) -> MemberQuerySet:
        """The devices that may let others in."""
        return self.filter(session=None, role=Role.HOST, maker=None)

    def programs(self) -> MemberQuerySet:
        """The programs whose tokens were not revoked, also those that may do nothing now."""
        return self.filter(maker__isnull=False, granted__gte=Role.VIEWER)


# Each save runs it. Building the query takes longer than running it.
EXTEND_GUEST_ACCESS = """
    UPDATE scorekeeper_member SET until = %s
    WHERE id IN (SELECT id FROM scorekeeper_member WHERE session_id = %s AND until > %s {lock})
"""


def extend_guest_access(session: int) -> None:
    """Let those whose evening is not over watch the game until six hours from now.

    It does not wait for rows that another transaction has locked, such as that of a device that
    joins another group: the next entry reaches them.
    """
    lock = "FOR NO KEY UPDATE SKIP LOCKED" if connection.vendor == "postgresql" else ""
    now = timezone.now()
    until, over = map(connection.ops.adapt_datetimefield_value, (now + EVENING_BREAK, now))
    with connection.cursor() as cursor:
        cursor.execute(EXTEND_GUEST_ACCESS.format(lock=lock), [until, session, over])


class Member(models.Model):
    """The role of a device in a group, or in one game of it (`session`); or REMOVED.

    A device that came by a code to watch a game has an end (`until`): see docs/access.md.

    A program is a member, too: `device` is the hash of its token, `maker` the host's device that
    made the token, and `granted` the role that it was made for, or REMOVED once it is revoked. Its
    `role` is never more than what `maker` may do now: see people/programs.py. When the maker is
    erased, the program is revoked and becomes its own `maker`, so that it is still no device.

    A deleted device has no name and no role. `former_name` and `former_role` are what it had, for
    as long as it can be brought back.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="members")
    session = models.ForeignKey(
        "GameSession", models.CASCADE, null=True, blank=True, related_name="guests"
    )
    device = models.CharField(max_length=64)
    name = models.CharField(max_length=40)
    role = models.PositiveSmallIntegerField(choices=Role)
    until = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    maker = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="programs"
    )
    granted = models.PositiveSmallIntegerField(choices=Role, null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    former_name = models.CharField(max_length=40, blank=True, default="", db_default="")
    former_role = models.PositiveSmallIntegerField(default=0, db_default=0)

    objects = MemberQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["device", "group"], condition=Q(session=None), name="device_once_a_group"
            ),
            models.UniqueConstraint(
                fields=["device", "session"],
                condition=~Q(session=None),
                name="device_once_a_session",
            ),
        ]
        indexes = [
            models.Index(fields=["device"], name="member_by_device"),
            models.Index(
                fields=["deleted_at"], condition=Q(deleted_at__isnull=False), name="member_deleted"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        return shown_name(self.name)

    @property
    def former_shown_name(self) -> str:
        """The name of a deleted device that can still be brought back."""
        return shown_name(self.former_name)

    def use(self) -> None:
        """Make this the group that the device used last, even if the clock was set back."""
        self.used_at = timezone.now()
        self.save(update_fields=["used_at"])
        later = Member.objects.filter(device=self.device, used_at__gte=self.used_at)
        later.exclude(pk=self.pk).update(used_at=self.used_at - timedelta(microseconds=1))

    @property
    def is_last_host(self) -> bool:
        """True if nobody could let others in without this device."""
        hosts = self.group.members.hosts()
        return self in hosts and len(hosts) == 1


ANDROID, COMPUTER, SCREEN = FIRST_NAMES = (
    gettext_noop("Android phone"),
    gettext_noop("computer"),
    gettext_noop("Large screen"),
)
"""Devices get these at first: stored in English, shown in the reader's language."""


def shown_name(name: str) -> str:
    """Translate a first name. A deleted device has none."""
    if not name:
        return gettext("a removed device")
    return gettext(name) if name in FIRST_NAMES else name


def untranslate_name(name: str) -> str:
    """A first name that was left as it was shown is still a first name."""
    return next((first_name for first_name in FIRST_NAMES if name == gettext(first_name)), name)


class FormerDevice(models.Model):
    """A device's old hash, for a minute after its secret changed: see people/devices.py."""

    device = models.CharField(max_length=64, primary_key=True)
    now = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"until {self.at:%H:%M:%S}"


def new_nonce() -> str:
    """128 random bits: a restored database reuses its ids, but no secret may repeat."""
    return secrets.token_hex(16)
