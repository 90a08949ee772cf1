"""Freeing a thread that waits for a database which doesn't answer.

The server's own time-outs don't help against a server that is frozen, and its host still acknowledges what it gets. A
request that is given up has its connection shut down: whatever its thread waits for there ends with an error, and the
thread answers others again. The next request reconnects, or gives up after ``connect_timeout``.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any

from django.db import connections


class Hold:
    """The database connection of a thread, while it answers one request."""

    def __init__(self) -> None:
        self._database: Any = connections["default"]
        self._lock, self._over = Lock(), False

    def end(self) -> None:
        with self._lock:
            self._over = True

    def break_off(self) -> None:
        """Shut the connection down, from another thread. Nothing happens once the request is answered."""
        with self._lock:
            connection = self._database.connection
            if self._over or connection is None or self._database.vendor != "postgresql":
                return
            with suppress(Exception), socket.socket(fileno=os.dup(connection.pgconn.socket)) as copy:
                copy.shutdown(socket.SHUT_RDWR)


@contextmanager
def hold_thread() -> Iterator[Hold]:
    """For the thread that answers."""
    hold = Hold()
    try:
        yield hold
    finally:
        hold.end()
