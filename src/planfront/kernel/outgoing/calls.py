"""Calls to other machines, each with a deadline for the whole of it.

Time-outs of sockets count from one byte to the next, so a peer that drips holds its caller for as long as it likes.
Here a call runs in a thread of its own; at its deadline the caller goes on, and the call's connections are shut down,
whatever they were at: a name being resolved, a handshake, an answer that doesn't end.

``kernel.outgoing.http`` has the HTTP session for it, which also refuses addresses of private networks, and
``kernel.outgoing.service`` what a vendor's interface needs beside that: retries, a circuit breaker, a quota.

Nobody holds a transaction, and so locks, while another machine thinks: a call inside of one is refused.
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
SECONDS = 3.0  # for somebody who waits
AT_ONCE = 2  # calls to one peer
PAUSE = 10.0  # seconds in which a peer is left alone that didn't answer in time


class Unanswered(Exception):
    """The peer did not answer, not in time, or not in a form that is taken."""


class Busy(Unanswered):
    """As many calls to the peer as may be are under way, or it was too slow a moment ago. Nothing was sent."""


class Call(Generic[T]):
    """One call: what it is at, and how it ends."""

    def __init__(self, what: Callable[[], T], seconds: float) -> None:
        self._what, self.ends = what, monotonic() + seconds
        self._lock, self._over = Lock(), False
        self._sockets: list[socket.socket] = []
        self._result: T | None = None
        self._error: BaseException | None = None
        self.done = Event()

    def remaining(self) -> float:
        """Seconds that are left. Raises Unanswered when none are."""
        left = self.ends - monotonic()
        if left <= 0 or self._over:
            raise Unanswered("deadline")
        return left

    def watch(self, sock: socket.socket) -> None:
        """Shut this connection down too when the call is over. Raises Unanswered when it is already."""
        with self._lock:
            # A copy: TLS takes the socket itself over.
            self._sockets.append(socket.socket(fileno=os.dup(sock.fileno())))
            over = self._over
        if over:
            self.end()
            raise Unanswered("deadline")

    def end(self) -> None:
        """Break off whatever is still under way."""
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
            self._result = self._what()
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
def within(seconds: float) -> Iterator[None]:
    """One deadline for all calls meanwhile, one after the other."""
    token = _until.set(min(monotonic() + seconds, _until.get() or float("inf")))
    try:
        yield
    finally:
        _until.reset(token)


def time_left(seconds: float) -> float:
    """How long a call that may take ``seconds`` may take here."""
    until = _until.get()
    return seconds if until is None else min(seconds, until - monotonic())


def in_transaction() -> bool:
    """Return True when this thread has a transaction open: it would wait for the other machine."""
    return connection.in_atomic_block


def current() -> Call[Any]:
    """The call that this thread makes. Raises RuntimeError outside of one: nothing goes out without a deadline."""
    call = _current.get()
    if call is None:
        raise RuntimeError("Calls to other machines are made inside of outgoing.attempt().")
    return call


class _Peers:
    """How many calls to each peer are under way, and which of them was too slow a moment ago."""

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
    what: Callable[[], T], *, peer: str, seconds: float | None = None, at_once: int = AT_ONCE, pause: float = PAUSE
) -> T:
    """The result of ``what``, or what it raises. Raises Unanswered ``seconds`` after its begin at the latest; Busy at
    once, also in the ``pause`` after a peer was too slow.

    ``what`` runs in another thread and must not use the database. A call that is given up keeps its place among the
    ``at_once`` until its thread has ended. Raises RuntimeError inside of a transaction, and in a played moment.
    """
    if clock.is_played():
        raise RuntimeError("A moment of the past asks and sends nothing.")
    if in_transaction():
        raise RuntimeError("Calls to other machines are made outside of transactions.")
    with traces.span("outgoing call", {"planfront.peer": peer}):
        return _attempt(what, peer, SECONDS if seconds is None else seconds, at_once, pause)


def _attempt(what: Callable[[], T], peer: str, limit: float, at_once: int, pause: float) -> T:
    _peers.enter(peer, at_once)
    call = Call(what, limit)
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
