"""Waiting for a database that another process writes to for longer than SQLite's own timeout."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from django.db import OperationalError, connection
from django_tasks_db.utils import is_locked_database_exception

PAUSE = 0.5
T = TypeVar("T")


def retry_while_locked(write: Callable[[], T]) -> T:
    """Call ``write``, again while another process holds SQLite's write lock, and return its result.

    Inside of a transaction it raises the error, since only the whole transaction can be tried again.
    """
    while True:
        try:
            return write()
        except OperationalError as error:
            if connection.in_atomic_block or not is_locked_database_exception(error):
                raise
        time.sleep(PAUSE)
