"""The comment on a game and the notes at its rounds, which are not revisions."""

from django.db import transaction

from scorekeeper.models import GameSession, Revision
from scorekeeper.models.locks import lock_session
from scorekeeper.tables.table import Table


class StaleComment(Exception):
    """Another device wrote a comment or note, `saved`, since the one that the page showed."""

    def __init__(self, saved: str) -> None:
        super().__init__(saved)
        self.saved = saved


def write_comment(session: GameSession, text: str, known: str | None) -> None:
    """Replace the comment that was `known`; StaleComment if it has changed since.

    The caller has locked the session.
    """
    if text == session.comment:
        return
    if known is not None and known.splitlines() != session.comment.splitlines():
        raise StaleComment(session.comment)
    session.change(comment=text)


@transaction.atomic
def write_note(table: Table, slot: int, text: str, known: str) -> None:
    """Replace the note at a round that was `known`; StaleComment if it has changed since.

    The entry stays as it is, and so do the forms that were made from it.
    """
    lock_session(table.session)
    first = table.log.revisions[slot][0]
    if text == first.note:
        return
    if known != first.note:
        raise StaleComment(first.note)
    Revision.objects.filter(pk=first.pk).update(note=text)
    table.session.change()
