"""Transactions that must survive the loss of the primary: seals, numbers, money."""

from __future__ import annotations

from django.conf import settings
from django.db import connection


def wait_for_standby() -> None:
    """Have the commit of this transaction wait as SYNCHRONOUS_COMMIT says, whatever the server's own setting. Must run
    inside ``transaction.atomic``; nothing happens where it isn't set, and on SQLite."""
    if settings.ENV.synchronous_commit and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL synchronous_commit TO {settings.ENV.synchronous_commit}")
