"""Many changes of one state, each of which is undone, so that the state is built only once."""

from collections import OrderedDict
from contextlib import contextmanager
from copy import deepcopy

from django.db import transaction

from scorekeeper.pages.game.fragments import FragmentCache
from scorekeeper.statistics import history
from scorekeeper.views.game import shared_pages


@contextmanager
def undone(phone=None):
    """Undo in the end what happens within, in the database and in the phone's cookies, and forget
    what was computed for a version that comes again.
    """
    cookies, before = phone and deepcopy(phone.cookies), transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)
        history._histories = OrderedDict()
        shared_pages.shared_pages = FragmentCache(shared_pages.MOST_BYTES)
        if phone:
            phone.cookies = cookies
