"""Imports without their pages: a file is read, and its games are saved."""

from scorekeeper.exchange.importing import start_reading, start_saving
from scorekeeper.models import Import
from scorekeeper.models.imports import State


def read(group, content):
    """Read this content, as if a host of the group had uploaded it."""
    host = group.members.hosts().first()
    one = Import.objects.create(group=group, name="file", author_id=host.pk)
    one.upload.write_bytes(content)
    start_reading(one)
    one.refresh_from_db()
    return one


def bring_in(group, content):
    """Import this content, with the players that the page would suggest."""
    one = read(group, content)
    assert one.state == State.READ, one.report
    start_saving(one)
    one.refresh_from_db()
    return one
