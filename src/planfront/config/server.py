"""The web server: waitress, and the few rules of the store that it has no setting for.

One loop reads requests and sends answers, each at its peer's pace. Only a whole request gets one of the threads that
run the WSGI application, and no thread waits until an answer is read.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock, Thread, get_ident
from typing import Any

from django.db import connections
from waitress import create_server, wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ErrorTask
from waitress.utilities import Error

from planfront.kernel.observing.metrics import TURNED_AWAY

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_OFFICE = "/backoffice/"
# An answer of the server itself never reaches the middleware that gives every other answer its headers.
_PLAIN = (
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
)
# Context headers of the API (api.context_headers), which are never authority. Waitress drops any other header with an
# underscore, which would pass for its twin with a hyphen.
_CONTEXT = re.compile(rb"^(agent|group)_id:", re.IGNORECASE | re.MULTILINE)
# Seconds for peers to send on connections that are open when the process leaves.
_LAST_WORDS = 0.5
_KEPT_OPEN = 75  # seconds without a request; proxies close theirs sooner
_CONNECTIONS = 4000


@dataclass(frozen=True)
class Limits:
    """``first``: seconds for any request to arrive. ``pace``: bytes a second that a longer body must come in with.
    ``whole``: bytes of a body; ``upload``: of one to the back office, from staff. ``in_memory``: more waits in a file.
    ``patience``: seconds until a request's connection to the database is broken off, somewhat longer than a statement
    may take."""

    first: float = 15.0
    pace: int = 16_384
    whole: int = 8 << 20  # twice the limit of a call, which refuses longer bodies in its own words
    upload: int = (1 << 30) + (1 << 20)
    in_memory: int = 1 << 20
    patience: float = 32.0
    patience_in_office: float = 300.0


class Requests:
    """The requests that are being answered.

    The database's own time limits don't end a request that waits for a frozen database whose machine still acknowledges
    packets.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._answered: dict[int, tuple[float, Sequence[Any]]] = {}

    @contextmanager
    def broken_off(self, deadline: float) -> Iterator[None]:
        """Let this thread answer one request. Its connections are for it alone while this is entered."""
        with self._lock:
            self._answered[get_ident()] = deadline, connections.all()
        try:
            yield
        finally:
            with self._lock:
                del self._answered[get_ident()]

    def break_off(self, now: float) -> None:
        """Shut down the database connections of requests that are over their time, which then end with an error."""
        with self._lock:
            for deadline, databases in self._answered.values():
                for database in databases if now > deadline else ():
                    _shut_down(database)


def _shut_down(database: Any) -> None:
    if database.connection is None or database.vendor != "postgresql":
        return
    with suppress(Exception), socket.socket(fileno=os.dup(database.connection.pgconn.socket)) as copy:
        copy.shutdown(socket.SHUT_RDWR)


class Application:
    """A WSGI application with the store's rules for requests.

    ``transport``: the value of Strict-Transport-Security for answers of the server itself, if any. ``may_upload``: a
    function that says whether the sender of a Cookie header may send files to the back office; every connection waits
    while it runs.
    """

    def __init__(
        self,
        application: Wsgi,
        *,
        limits: Limits | None = None,
        transport: str = "",
        may_upload: Callable[[str], bool] = lambda _cookies: False,
    ) -> None:
        self._application = application
        self.limits, self.may_upload = limits or Limits(), may_upload
        self.plain = [*_PLAIN, *([("Strict-Transport-Security", transport)] if transport else [])]
        self.for_staff = Adjustments(max_request_body_size=self.limits.upload + 1, inbuf_overflow=self.limits.in_memory)
        self.requests = Requests()
        self.is_leaving = False

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        in_office = environ["PATH_INFO"].startswith(_OFFICE)
        patience = self.limits.patience_in_office if in_office else self.limits.patience
        with self.requests.broken_off(time.monotonic() + patience):
            answer: Any = self._application(environ, start_response)
            if environ["REQUEST_METHOD"] == "HEAD":
                answer.close()
                return []
            if getattr(answer, "streaming", True):
                return answer  # type: ignore[no-any-return]
            body = answer.content
            answer.close()
            return [body]  # one piece, whose length is known


class NoRoom(Error):  # type: ignore[misc]
    code, reason = 503, "Service Unavailable"


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request as it comes in."""

    def __init__(self, adjustments: Adjustments, application: Application) -> None:
        super().__init__(adjustments)
        self.adj: Any = adjustments
        self._application, self._began = application, time.monotonic()

    def is_late(self, now: float) -> bool:
        limits = self._application.limits
        return bool(now > self._began + limits.first + self.body_bytes_received / limits.pace)

    def received(self, data: bytes) -> int:
        try:
            return int(super().received(data))
        except OSError:  # the disk that long bodies wait on is full
            self.error = NoRoom("The store can't take large requests right now. Please try again later.")
            self.completed = True
            return len(data)

    def parse_header(self, header_plus: bytes) -> None:
        """Raise ParsingError for a header that no request of the store has; it is answered with 400."""
        try:
            super().parse_header(_CONTEXT.sub(rb"\1-id:", header_plus))
        except ValueError:
            raise ParsingError("The request can't be read.") from None
        if self.version == "1.1" and "HOST" not in self.headers:
            raise ParsingError("The request names no host.")
        if "TRANSFER_ENCODING" in self.headers:
            raise ParsingError("HTTP/1.0 has no Transfer-Encoding.")
        if self._application.is_leaving:
            self.headers["CONNECTION"] = "close"
        large = self.chunked or self.content_length >= self.adj.max_request_body_size
        # Bodies wait on the disk: only staff may fill it.
        if large and self.path.startswith(_OFFICE) and self._application.may_upload(self.headers.get("COOKIE", "")):
            self.adj = self._application.for_staff


class Refusal(ErrorTask):  # type: ignore[misc]
    """The answer to a request that the application doesn't see."""

    def execute(self) -> None:
        TURNED_AWAY.labels(str(self.request.error.code)).inc()
        self.response_headers.extend(self.channel.server.application.plain)
        super().execute()


class Connection(HTTPChannel):  # type: ignore[misc]
    error_task_class = Refusal

    def parser_class(self, adjustments: Adjustments) -> Request:
        return Request(adjustments, self.server.application)

    def is_late(self, now: float) -> bool:
        """Return whether a request that has begun isn't there in time, or none has ever begun."""
        if self.request is not None:
            return bool(self.request.is_late(now))
        silent = self.last_activity == self.creation_time and not self.requests
        return bool(silent and time.time() > self.creation_time + self.server.application.limits.first)

    def is_idle(self) -> bool:
        return not self.requests and self.request is None and not self.total_outbufs_len


class Server:
    """Answers on a socket that listens, beside other processes, until `leave`."""

    def __init__(self, application: Application, listening: socket.socket, *, threads: int, backlog: int) -> None:
        self._application, self._map = application, dict[int, Any]()
        self._left = self._looked = 0.0
        self._server: Any = create_server(
            application,
            self._map,
            sockets=[listening],
            threads=threads,
            backlog=backlog,
            connection_limit=_connection_limit(),
            channel_timeout=_KEPT_OPEN,
            cleanup_interval=5,
            max_request_header_size=1 << 16,
            max_request_body_size=application.limits.whole + 1,
            inbuf_overflow=application.limits.in_memory,
            # Over it a thread would wait for the reader. Long answers wait in files instead.
            outbuf_high_watermark=1 << 40,
            clear_untrusted_proxy_headers=False,  # kernel.http.request says whose address counts
            log_socket_errors=False,
            ident=None,
        )
        self._server.channel_class = Connection

    def run(self, lifeline: int, patience: float) -> None:
        """Serve until SIGTERM or the end of the lifeline, and then until all requests are answered, or ``patience``
        seconds have passed."""

        def hang_on() -> None:
            os.read(lifeline, 1)
            self.leave(patience)

        signal.signal(signal.SIGTERM, lambda *_: self.leave(patience))
        Thread(target=hang_on, name="lifeline", daemon=True).start()
        while not self._is_over():
            before = len(self._map)
            wasyncore.loop(timeout=1.0, use_poll=True, map=self._map, count=1)
            if self._left:
                self._close_door()
            else:
                self._accept_all(before)
            self._look_after(time.monotonic())

    def leave(self, patience: float) -> None:
        """Take no more connections, and say with each answer that it is the last one of its connection."""
        if self._left:
            return
        signal.alarm(int(patience))  # a request that hangs by then ends with the process
        self._left = time.monotonic()
        self._application.is_leaving = True
        self._server.pull_trigger()

    def _close_door(self) -> None:
        """Give the port back before the last answer: a store that is started again listens there."""
        if self._server.accepting:
            self._server.accepting = False
            wasyncore.dispatcher.close(self._server)

    def _accept_all(self, before: int) -> None:
        """Accept all connections that wait beside a first one: a look at thousands for each of them takes seconds."""
        while before < len(self._map) < self._server.adj.connection_limit:
            before = len(self._map)
            self._server.handle_accept()

    def _connections(self) -> list[Connection]:
        return list(self._server.active_channels.values())

    def _is_over(self) -> bool:
        if not self._left or time.monotonic() < self._left + _LAST_WORDS:
            return False
        return all(connection.is_idle() for connection in self._connections())

    def _look_after(self, now: float) -> None:
        """Do the work of each second."""
        if now < self._looked + 1.0:
            return
        self._looked = now
        self._application.requests.break_off(now)
        for connection in self._connections():
            if connection.is_late(now):
                TURNED_AWAY.labels("408").inc()
                connection.will_close = True


def _connection_limit() -> int:
    """Raise the limit of open files as far as this process may. A connection may have two files for what waits."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return _CONNECTIONS if hard == resource.RLIM_INFINITY else min(_CONNECTIONS, hard // 4)
