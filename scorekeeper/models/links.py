"""Addresses that open something: links to join, the codes for them, calendars and pictures."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from scorekeeper.models.people import Group, Member, Player, Role, new_nonce
from scorekeeper.models.sessions import GameSession


class LinkQuerySet(models.QuerySet["Link"]):
    def renew(self) -> int:
        """Revoke the links that were given out.

        One nonce serves for all, because each link's secret contains its id, too.
        """
        return self.update(generation=F("generation") + 1, nonce=new_nonce())


class Link(models.Model):
    """Lets a device join with its role. Its secret is derived, not stored: see people/links.py."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="links")
    session = models.ForeignKey(
        "GameSession", models.CASCADE, null=True, blank=True, related_name="links"
    )
    role = models.PositiveSmallIntegerField(choices=Role)
    generation = models.PositiveIntegerField(default=1)
    nonce = models.CharField(max_length=32, blank=True, default=new_nonce)

    ticket: str = ""  # if it was opened by a code to watch a game: see people/links.py

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
    def to(cls, group: Group, role: Role, session: GameSession | None = None) -> Link:
        """The link for a role in a group, or in one game of it."""
        return cls.objects.get_or_create(group=group, session=session, role=role)[0]

    @classmethod
    def to_host(cls, group: Group) -> Link:
        return cls.to(group, Role.HOST)

    def renew(self) -> None:
        """Revoke the link that was given out."""
        Link.objects.filter(pk=self.pk).renew()
        self.refresh_from_db(fields=["generation", "nonce"])


class Code(models.Model):
    """Letters that stand for a link while a device shows them: see people/codes.py.

    They are derived, too. `digest` is a keyed hash, to find the code by.
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


class Calendar(models.Model):
    """Lets a calendar program read the group's evenings, in the language of the link's maker.

    The secret is derived, not stored: see people/links.py. Without a row there is no link.
    """

    group = models.OneToOneField(Group, models.CASCADE, related_name="calendar")
    nonce = models.CharField(max_length=32, default=new_nonce)
    language = models.CharField(max_length=10)

    def __str__(self) -> str:
        return f"{self.group}: {self.language}"


class Subject(models.TextChoices):
    """The kinds of results that can be shown around."""

    GAME = "game"
    EVENING = "evening"
    YEAR = "year"
    PLAYER_YEAR = "player"


class PictureLink(models.Model):
    """Lets anyone see one picture. Its secret is derived, not stored: see pictures/links.py.

    The row exists while the link works, and each has a nonce of its own: one that was revoked never
    works again. `session` is the game, or the first game of the evening. `language`: that of the
    picture, as those who open the link have none. `maker` may revoke it, as hosts may.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="picture_links")
    subject = models.CharField(max_length=10, choices=Subject)
    session = models.ForeignKey(
        GameSession, models.CASCADE, null=True, blank=True, related_name="picture_links"
    )
    player = models.ForeignKey(
        Player, models.CASCADE, null=True, blank=True, related_name="picture_links"
    )
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    maker = models.ForeignKey(
        Member, models.SET_NULL, null=True, blank=True, related_name="picture_links"
    )
    language = models.CharField(max_length=10)
    nonce = models.CharField(max_length=32, default=new_nonce)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "subject"],
                condition=~Q(session=None),
                name="picture_link_once_a_game_or_evening",
            ),
            models.UniqueConstraint(
                fields=["group", "year"],
                condition=Q(subject="year"),
                name="picture_link_once_a_year",
            ),
            models.UniqueConstraint(
                fields=["player", "year"],
                condition=~Q(player=None),
                name="picture_link_once_a_year_of_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.group}: {self.subject}"
