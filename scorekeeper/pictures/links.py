"""The links of pictures: they show one picture to anyone, until they are revoked.

The secret is derived from the server's key, the link's id and its nonce, as in people/links.py, so
the database holds none. Anyone with the link sees what the picture shows now, and nothing else: its
address names neither the game nor the group.
"""

from __future__ import annotations

from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import override

from scorekeeper.models import PictureLink, Subject
from scorekeeper.pages.statistics.evenings import NotFirst
from scorekeeper.people.links import derive
from scorekeeper.pictures.content import Content
from scorekeeper.pictures.results import evening_content, game_content, year_content
from scorekeeper.statistics.history import history_of
from scorekeeper.tables.table import Table
from scorekeeper.tables.unplayable import Unplayable


def secret(link: PictureLink) -> str:
    return derive("scorekeeper.picture", f"{link.pk}.{link.nonce}")


def path(link: PictureLink, size: str) -> str:
    return reverse("picture", args=[link.pk, secret(link), size])


def find_link(pk: int, text: str) -> PictureLink | None:
    """Return the link with this secret, unless it was revoked, or its group or player deleted."""
    links = PictureLink.objects.select_related("group", "session", "player")
    links = links.filter(group__deleted_at=None, player__deleted_at=None)
    link = links.filter(pk=pk).first()
    return link if link and constant_time_compare(secret(link), text) else None


def visible_content(link: PictureLink) -> Content | None:
    """Return what the link shows, in its language; None if there is no such result any more."""
    with override(link.language):
        try:
            return content_of(link)
        except (Unplayable, NotFirst):
            return None


def content_of(link: PictureLink) -> Content | None:
    if not (session := link.session):
        return year_content(history_of(link.group), link.year or 0, link.group, link.player)
    if session.deleted_at:
        return None
    if link.subject == Subject.GAME:
        return game_content(Table.of(session))
    return evening_content(history_of(link.group), link.group, session.pk)
