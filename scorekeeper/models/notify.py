"""Tell every process that something was committed which open pages show."""

from django.db import connection

CHANGED = "session_changed"  # the channel on PostgreSQL; SQLite is polled instead


def notify() -> None:
    """Every process hears it when the transaction is committed."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"NOTIFY {CHANGED}")
