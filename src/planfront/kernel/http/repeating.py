"""The repetition of requests that the database gave up, where no work can be done twice.

PostgreSQL rolls back transactions that conflict, and at a failover connections are lost or lead to a server that only
reads. When the request had committed nothing, it is made again from its beginning, a few times within seconds, and the
caller doesn't notice. Otherwise it is answered with 503, and the caller decides.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import psycopg
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse

from planfront.kernel.observing import metrics

WAITS = (0.1, 0.5, 2.0)
"""Seconds before each further try."""
GetResponse = Callable[[HttpRequest], HttpResponse]
# Read-only, serialization, deadlock, the server shuts down or starts, a query of a replica in the way of its replay.
_CODES = frozenset({"25006", "40001", "40P01", "57P01", "57P02", "57P03"})
_MARK = "database_away"
_NEUTRAL = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET ")


def is_passing(error: BaseException | None) -> bool:
    """Return True for an error of the database that may be over in a moment; it takes the whole transaction back."""
    cause = error.__cause__ if isinstance(error, DatabaseError | InterfaceError) else None
    if not isinstance(cause, psycopg.Error):
        return False
    if cause.sqlstate is None:  # the connection itself
        return isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError)
    return cause.sqlstate in _CODES or cause.sqlstate.startswith("08")


def is_neutral(sql: str) -> bool:
    """Return True for a statement that leaves the rows as they are."""
    return sql.lstrip()[:10].upper().startswith(_NEUTRAL)


def mark(response: HttpResponse, error: BaseException | None) -> HttpResponse:
    """Note on a 503 that its error ``is_passing``."""
    if is_passing(error):
        setattr(response, _MARK, True)
    return response


class Watch:
    """A record of what a request's statements did, kept while it is entered by ``connection.execute_wrapper``."""

    def __init__(self) -> None:
        self._block: object = None
        self._failed_in: object = None
        self.committed = False

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        blocks = context["connection"].atomic_blocks
        block = blocks[0] if blocks else None
        try:
            result = execute(sql, params, many, context)
        except (DatabaseError, InterfaceError) as error:
            if is_passing(error):
                self._failed_in = block
            raise
        if not is_neutral(sql):
            self._wrote(block)
        return result

    def _wrote(self, block: object) -> None:
        if block is None or self._block not in {None, block}:
            self.committed = True
        self._block = block

    @property
    def may_repeat(self) -> bool:
        """Return True when the request wrote nothing, or wrote only in the transaction that its own statement ended.

        A transaction that fails while it is committed may be committed.
        """
        return not self.committed and (self._block is None or self._block is self._failed_in)


def repeat(get_response: GetResponse) -> GetResponse:
    """Make a request again that the database gave up. A middleware outside of all that use the database."""

    def middleware(request: HttpRequest) -> HttpResponse:
        for wait in WAITS:
            watch = Watch()
            with connection.execute_wrapper(watch):
                response = get_response(request)
            if not hasattr(response, _MARK):
                return response
            if not connection.in_atomic_block:
                connection.close()  # it may lead to a server that only reads by now
            if not watch.may_repeat or request.content_type == "multipart/form-data":
                return response
            metrics.REPEATED.inc()
            time.sleep(wait)
        return get_response(request)

    return middleware
