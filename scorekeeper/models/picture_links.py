"""Addresses of pictures that anyone may see who has them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from scorekeeper.models.people import Group, Member, Player, new_nonce
from scorekeeper.models.sessions import GameSession


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
