"""Who plays together, and which devices may see and enter what."""

import secrets
from datetime import timedelta

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Count, F, Max, Prefetch, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Role(models.IntegerChoices):
    """Each may do what those before it may."""

    VIEWER = 1, _("can watch")
    SCORER = 2, _("can score")
    HOST = 3, _("full access")


REMOVED = 0  # instead of a role: the device may nothing any more, and its name stays in the history


class GroupQuerySet(models.QuerySet):
    def for_device(self, device: str, role: Role = Role.VIEWER) -> "GroupQuerySet":
        """The groups this device belongs to as a whole, with its `role` and `member_id`, the one it used last first."""
        mine = {"members__device": device, "members__session": None, "members__role__gte": role}
        return (
            self.filter(**mine)
            .annotate(role=F("members__role"), member_id=F("members"))
            .order_by("-members__used_at")
        )

    def last_played_first(self) -> "GroupQuerySet":
        played_at = Max("sessions__played_at")
        return self.annotate(played_at=played_at).order_by(
            F("played_at").desc(nulls_last=True), "-pk"
        )

    def with_players(self) -> "GroupQuerySet":
        """With each player's number of games."""
        counted = Player.objects.annotate(games=Count("seats"))
        return self.prefetch_related(Prefetch("players", counted))


# Control characters, those that turn the direction of all that follows, and halves of characters.
printable = RegexValidator(
    r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]",
    _("One character in this name can’t be shown. Delete it, or type the name again."),
    inverse_match=True,
)
# The same in a text of several lines, which may hold tabs and line breaks.
readable = RegexValidator(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]",
    _("One character in this text can’t be shown. Delete it, or type the text again."),
    inverse_match=True,
)


class Group(models.Model):
    """People who play together."""

    name = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = GroupQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    def known_names(self) -> list[str]:
        """Everybody who ever played, those who played last first."""
        players = self.players.annotate(played_at=Max("seats__session__played_at"))
        return list(
            players.order_by(F("played_at").desc(nulls_last=True), "name").values_list(
                "name", flat=True
            )
        )


class Player(models.Model):
    group = models.ForeignKey(Group, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40, validators=[printable])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "name"], name="player_name_once_a_group")
        ]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class MemberQuerySet(models.QuerySet):
    def present(self) -> "MemberQuerySet":
        return self.filter(role__gte=Role.VIEWER)

    def of_device(self, device: str) -> "MemberQuerySet":
        """All it belongs to, what it used last first."""
        return self.present().filter(device=device).select_related("group").order_by("-used_at")

    def hosts(self) -> "MemberQuerySet":
        """The devices that may let others in."""
        return self.filter(session=None, role=Role.HOST)


class Member(models.Model):
    """What one device may do: in a whole group, or in one game of it. One that was removed has the role REMOVED."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="members")
    session = models.ForeignKey(
        "GameSession", models.CASCADE, null=True, blank=True, related_name="guests"
    )
    device = models.CharField(max_length=64)
    name = models.CharField(max_length=40)
    role = models.PositiveSmallIntegerField(choices=Role)
    used_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

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
        indexes = [models.Index(fields=["device"], name="member_by_device")]

    def __str__(self) -> str:
        return self.name

    def use(self) -> None:
        """A device starts in the group that it used last, also after the clock was set back."""
        self.used_at = timezone.now()
        self.save(update_fields=["used_at"])
        later = Member.objects.filter(device=self.device, used_at__gte=self.used_at)
        later.exclude(pk=self.pk).update(used_at=self.used_at - timedelta(microseconds=1))

    @property
    def is_removed(self) -> bool:
        return self.role == REMOVED

    @property
    def is_last_host(self) -> bool:
        """Whether nobody could let a device into the group any more if this one left."""
        hosts = self.group.members.hosts()
        return self in hosts and len(hosts) == 1


class FormerDevice(models.Model):
    """What a device was known as until a minute ago, when its secret changed: see devices.py."""

    device = models.CharField(max_length=64, primary_key=True)
    now = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"until {self.at:%H:%M:%S}"


def new_nonce() -> str:
    """128 random bits, so that no secret comes again where a restored database reuses its ids."""
    return secrets.token_hex(16)


class LinkQuerySet(models.QuerySet):
    def renew(self) -> int:
        """The links as they were given out so far open nothing any more. One nonce does for all of
        them, because the id of a link is in its secret, too.
        """
        return self.update(generation=F("generation") + 1, nonce=new_nonce())


class Link(models.Model):
    """Whoever opens it may join with its role. Its secret is derived, never stored: see scorekeeper.people.links."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="links")
    session = models.ForeignKey(
        "GameSession", models.CASCADE, null=True, blank=True, related_name="links"
    )
    role = models.PositiveSmallIntegerField(choices=Role)
    generation = models.PositiveIntegerField(default=1)
    nonce = models.CharField(max_length=32, blank=True, default=new_nonce)

    objects = LinkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "role"], condition=Q(session=None), name="group_link_once_a_role"
            ),
            models.UniqueConstraint(
                fields=["session", "role"],
                condition=~Q(session=None),
                name="session_link_once_a_role",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.group}: {self.get_role_display()}"

    @classmethod
    def to(cls, group: Group, role: Role, session: models.Model | None = None) -> "Link":
        """There is one for each role, in a group or in one game of it."""
        return cls.objects.get_or_create(group=group, session=session, role=role)[0]

    @classmethod
    def to_host(cls, group: Group) -> "Link":
        return cls.to(group, Role.HOST)

    def renew(self) -> None:
        """The link as it was given out so far opens nothing any more."""
        Link.objects.filter(pk=self.pk).renew()
        self.refresh_from_db(fields=["generation", "nonce"])


class Code(models.Model):
    """Letters that stand for a link while a device shows them: see scorekeeper.people.codes.

    They are derived, too. `digest` is a keyed hash of them, by which they are found.
    """

    link = models.ForeignKey(Link, models.CASCADE, related_name="codes")
    member = models.ForeignKey(Member, models.CASCADE, related_name="codes")
    nonce = models.CharField(max_length=32, default=new_nonce)
    length = models.PositiveSmallIntegerField(default=6)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["link", "member"], name="code_once_a_device")
        ]

    def __str__(self) -> str:
        return f"{self.link}, shown by {self.member}"
