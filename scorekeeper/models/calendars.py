"""The link to a group's calendar."""

from __future__ import annotations

from django.db import models

from scorekeeper.models.people import Group, new_nonce


class Calendar(models.Model):
    """Lets a calendar program read the group's evenings, in the language of the link's maker.

    The secret is derived, not stored: see people/links.py. Without a row there is no link.
    """

    group = models.OneToOneField(Group, models.CASCADE, related_name="calendar")
    nonce = models.CharField(max_length=32, default=new_nonce)
    language = models.CharField(max_length=10)

    def __str__(self) -> str:
        return f"{self.group}: {self.language}"
