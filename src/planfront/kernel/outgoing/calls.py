"""Calls to other machines, each with a deadline for the whole of it.

Timeouts of sockets count from one byte to the next, so a peer that drips can hold its caller for as long as it likes.
Here a call runs in a thread of its own. At its deadline the caller goes on, and the call's connections are shut down,
whether they are in a handshake or in an answer that doesn't end.

``kernel.outgoing.http`` has the transport for HTTP, which also refuses addresses of private networks.
``kernel.outgoing.service`` adds what a vendor's interface needs: retries, a circuit breaker, a quota.

A transaction would hold its locks while another machine thinks, so a call inside of one is refused.
"""

from __future__ import annotations

import os
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar, copy_context
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, Generic, TypeVar, cast

from django.db import connection

from planfront.kernel import clock
from planfront.kernel.observing import traces

T = TypeVar("T")
SECONDS = 3.0  # while a person waits
AT_ONCE = 2  # calls to one peer
PAUSE = 10.0  # seconds without calls to a peer that didn't answer in time


class Unanswered(Exception):
    """The peer didn't answer, didn't answer in time, or answered in a form that we don't accept."""


class Busy(Unanswered):
    """The peer has as many calls as it may have, or it was too slow a moment ago. Nothing was sent."""


class Call(Generic[T]):
    """A call under way, its connections and its result."""

    def __init__(self, task: Callable[[], T], seconds: float) -> None:
        self._task, self.ends = task, monotonic() + seconds
        self._lock, self._over = Lock(), False
        self._sockets: list[socket.socket] = []
        self._result: T | None = None
        self._error: BaseException | None = None
        self.done = Event()

    def remaining(self) -> float:
        """Return the seconds that are left. Raises Unanswered when none are."""
        remaining = self.ends - monotonic()
        if remaining <= 0 or self._over:
            raise Unanswered("deadline")
        return remaining

    def watch(self, sock: socket.socket) -> None:
        """Shut this connection down too when the call is over. Raises Unanswered when it is over already."""
        with self._lock:
            # A copy: TLS takes the socket itself over.
            self._sockets.append(socket.socket(fileno=os.dup(sock.fileno())))
            over = self._over
        if over:
            self.end()
            raise Unanswered("deadline")

    def end(self) -> None:
        """Break off everything that is still under way."""
        with self._lock:
            self._over, sockets = True, self._sockets
            self._sockets = []
        for sock in sockets:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
            sock.close()

    def run(self, finished: Callable[[], None]) -> None:
        token = _current.set(self)
        try:
            self._result = self._task()
        except BaseException as error:  # noqa: BLE001 - handed on to who waits
            self._error = error
        finally:
            _current.reset(token)
            self.end()
            finished()
            self.done.set()

    def result(self) -> T:
        if self._error is not None:
            raise self._error
        return cast(T, self._result)


_current: ContextVar[Call[Any] | None] = ContextVar("outgoing_call", default=None)
_until: ContextVar[float | None] = ContextVar("outgoing_until", default=None)


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Give all calls that are made meanwhile one deadline."""
    token = _until.set(min(monotonic() + seconds, _until.get() or float("inf")))
    try:
        yield
    finally:
        _until.reset(token)


def time_left(seconds: float) -> float:
    """Return the seconds that a call may take here, at most ``seconds``."""
    until = _until.get()
    return seconds if until is None else min(seconds, until - monotonic())


def in_transaction() -> bool:
    """Return True when this thread has a transaction open: it would wait for the other machine."""
    return connection.in_atomic_block


def current() -> Call[Any]:
    """Return the call that this thread makes. Raises RuntimeError outside of a call, so nothing goes out without a
    deadline."""
    call = _current.get()
    if call is None:
        raise RuntimeError("Calls to other machines are made inside of outgoing.attempt().")
    return call


class _Peers:
    """The number of calls to each peer that are under way, and the peers that were too slow a moment ago."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: Counter[str] = Counter()
        self._slow: dict[str, float] = {}

    def enter(self, peer: str, at_once: int) -> None:
        with self._lock:
            if self._running[peer] >= at_once or monotonic() < self._slow.get(peer, 0):
                raise Busy("busy")
            self._running[peer] += 1

    def leave(self, peer: str) -> None:
        with self._lock:
            self._running[peer] -= 1
            if not self._running[peer]:
                del self._running[peer]

    def was_slow(self, peer: str, pause: float) -> None:
        with self._lock:
            self._slow = {name: until for name, until in self._slow.items() if until > monotonic()}
            self._slow[peer] = monotonic() + pause


_peers = _Peers()


def attempt(
    task: Callable[[], T], *, peer: str, seconds: float | None = None, at_once: int = AT_ONCE, pause: float = PAUSE
) -> T:
    """Return the result of ``task``, or raise its exception.

    Raises Unanswered ``seconds`` after the begin at the latest, and Busy at once, also in the ``pause`` after a peer
    was too slow. ``task`` runs in another thread and must not use the database. A call that is given up keeps its place
    among the ``at_once`` until its thread has ended. Raises RuntimeError inside of a transaction, and in a played
    moment.
    """
    if clock.is_played():
        raise RuntimeError("A moment of the past asks and sends nothing.")
    if in_transaction():
        raise RuntimeError("Calls to other machines are made outside of transactions.")
    with traces.span("outgoing call", {"planfront.peer": peer}):
        return _attempt(task, peer, SECONDS if seconds is None else seconds, at_once, pause)


def _attempt(task: Callable[[], T], peer: str, limit: float, at_once: int, pause: float) -> T:
    _peers.enter(peer, at_once)
    call = Call(task, limit)
    context = copy_context()
    Thread(
        target=context.run, args=(call.run, lambda: _peers.leave(peer)), name=f"outgoing {peer}", daemon=True
    ).start()
    if not call.done.wait(limit):
        _peers.was_slow(peer, pause)
        call.end()
        raise Unanswered("deadline")
    try:
        return call.result()
    except Unanswered as error:
        if str(error) == "deadline":  # its own thread saw it first
            _peers.was_slow(peer, pause)
        raise
