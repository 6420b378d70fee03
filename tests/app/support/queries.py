"""Counts what a page asks the database."""

from django.db import connection
from django.test.utils import CaptureQueriesContext


def queries_of(phone, address):
    """The number of queries of this page, which answers."""
    with CaptureQueriesContext(connection) as queries:
        assert phone.get(address).status_code == 200
    return len(queries)
