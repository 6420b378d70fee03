"""The comment on a game and the notes at its rounds, which are not revisions."""

from django.db import transaction

from scorekeeper.models import GameSession, Revision
from scorekeeper.models.locks import lock_session
from scorekeeper.tables.table import Table


class StaleComment(Exception):
    """Another device wrote a comment or note since the one that the page showed."""


def write_comment(session: GameSession, text: str, original: str | None) -> None:
    """Replace the comment that was `original`; StaleComment if it has changed since.

    The caller has locked the session.
    """
    if text == session.comment:
        return
    if original is not None and original.splitlines() != session.comment.splitlines():
        raise StaleComment
    session.change(comment=text)


@transaction.atomic
def write_note(table: Table, slot: int, text: str, original: str) -> None:
    """Replace the note at a round that was `original`; StaleComment if it has changed since.

    The entry stays as it is, and so do the forms that were made from it.
    """
    lock_session(table.session)
    first = table.log.revisions[slot][0]
    if text == first.note:
        return
    if original != first.note:
        raise StaleComment
    Revision.objects.filter(pk=first.pk).update(note=text)
    table.session.change()
