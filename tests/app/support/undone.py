"""Many changes of one state, each of which is undone, so that the state is built only once."""

from contextlib import contextmanager
from copy import deepcopy

from django.db import transaction


@contextmanager
def undone(phone=None):
    """Undo in the end what happens within, in the database and in the phone's cookies."""
    cookies, before = phone and deepcopy(phone.cookies), transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)
        if phone:
            phone.cookies = cookies
