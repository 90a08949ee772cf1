"""Calls to a vendor's HTTP interface: one deadline, few retries, a circuit breaker, a quota, and counts.

``Service.ask`` is called outside of transactions, often while a person waits. It answers or raises ``Unanswered``
within the service's seconds. Breaker and quota are rows that all processes share; each process keeps its own
connections. No log line, metric or trace holds an address, a key or a value: only the service's name and a code.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from http.cookiejar import CookieJar, DefaultCookiePolicy
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx2
from django.db import transaction

from planfront.kernel import clock
from planfront.kernel.database.locks import lock_rows
from planfront.kernel.models import OutsideService
from planfront.kernel.observing import metrics
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.outgoing import http as outgoing_http

logger = logging.getLogger(__name__)
T = TypeVar("T")
State = OutsideService.State
FAILURES = 3
"""In a row; then the breaker opens."""
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(minutes=10)
HOUR = timedelta(hours=1)
_RETRIES = 2
_SHORTEST_TRY = 0.3
_BACKOFF = 0.1
_PASSING = {"connection", "broken", "status 502", "status 503", "status 504"}
"""Failures that may be over in a moment."""
_MALFORMED = (LookupError, TypeError, ValueError, AttributeError, httpx2.InvalidURL)


class Status(outgoing.Unanswered):
    """The service answered with a status that the call doesn't know. ``wait``: seconds of pause that it asks for."""

    def __init__(self, status: int, wait: int = 0) -> None:
        super().__init__(f"status {status}")
        self.status, self.wait = status, wait


class NotAsked(outgoing.Unanswered):
    """The call wasn't sent: the breaker is open ("open"), or the quota is used up ("quota")."""


def _waits() -> Iterator[float]:
    """Yield the seconds before each further try."""
    for number in range(_RETRIES):
        yield random.uniform(1, 2) * _BACKOFF * 2**number  # noqa: S311 - not a secret


def code_of(error: outgoing.Unanswered) -> str:
    """Return a word or two for what went wrong. They hold no address and no value."""
    if isinstance(error, outgoing_http.Forbidden):
        return "forbidden"
    code = str(error)
    return code if re.fullmatch(r"[a-z]{1,12}( [a-z0-9_]{1,24})?", code) else "other"


@dataclass(frozen=True)
class Reply:
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def require(self, *statuses: int) -> Reply:
        """Return the reply itself. Raises Status unless its status is 200, or one of ``statuses``."""
        if self.status not in (statuses or (200,)):
            wait = self.headers.get("Retry-After", "")
            raise Status(self.status, int(wait) if wait.isascii() and wait.isdigit() and len(wait) < 6 else 0)
        return self

    def json(self) -> Any:
        """Return the body as JSON. Raises Unanswered for any other."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            raise outgoing.Unanswered("malformed") from None


class Http:
    """Sends the requests of an exchange to paths below the service's address. No redirect is followed."""

    def __init__(self, client: httpx2.Client, url: str) -> None:
        self._client, self._url = client, url.rstrip("/")

    def get(self, path: str, **more: Any) -> Reply:
        return self.send("GET", path, **more)

    def post(self, path: str, **more: Any) -> Reply:
        return self.send("POST", path, **more)

    def send(self, method: str, path: str, **more: Any) -> Reply:
        """Send one request; ``more``: params, json, data, content, headers and auth, as httpx has them."""
        response = self._client.request(method, self._url + path, **more)
        return Reply(response.status_code, response.headers, response.content)


class Service:
    """A vendor's interface.

    ``name``: port and adapter, as in "address.usps". ``url`` and ``per_hour`` (0: no limit) are called for each
    request, since settings may change them.
    """

    def __init__(
        self,
        name: str,
        *,
        url: Callable[[], str],
        per_hour: Callable[[], int] = lambda: 0,
        seconds: float = outgoing.SECONDS,
        at_once: int = 4,
    ) -> None:
        self.name, self.url, self.per_hour = name, url, per_hour
        self.seconds, self.at_once = seconds, at_once
        self._lock = Lock()
        self._clients: dict[int, httpx2.Client] = {}

    def ask(self, exchange: Callable[[Http], T], *, again: bool = False, seconds: float | None = None) -> T:
        """Return the result of ``exchange``, or raise what it raises.

        Raises Unanswered when the service can't be asked, or doesn't answer in time or in the form that ``exchange``
        reads. ``exchange`` runs in another thread, without a database. ``again``: it may be sent a second time, since
        it only reads, or has a key that says it is the same. ``seconds``: the limit instead of the service's own, where
        nobody waits.
        """
        if outgoing.in_transaction():
            raise RuntimeError("Outside services are asked outside of transactions.")
        began, outcome = time.monotonic(), "answered"
        limit = outgoing.time_left(self.seconds if seconds is None else seconds)
        try:
            return self._ask(exchange, began + limit, timedelta(seconds=limit + 2), again)
        except outgoing.Unanswered as error:
            outcome = code_of(error)
            logger.warning("%s: %s", self.name, outcome)
            raise
        finally:
            metrics.OUTSIDE_CALLS.labels(self.name, outcome).inc()
            metrics.OUTSIDE_SECONDS.labels(self.name).observe(time.monotonic() - began)

    def _ask(self, exchange: Callable[[Http], T], until: float, lease: timedelta, again: bool) -> T:
        _enter(self.name, self.per_hour(), lease)
        waits = iter(_waits() if again else ())
        while True:
            try:
                result = self._attempt(exchange, until)
            except outgoing.Busy:
                _give_back(self.name)
                raise
            except outgoing.Unanswered as error:
                wait = next(waits, None) if code_of(error) in _PASSING else None
                if wait is None or not self._may_go_again(wait, until):
                    note_failure(self.name, error)
                    raise
            except Exception:
                note_success(self.name)  # the service answered, and the exchange refuses its answer
                raise
            else:
                note_success(self.name)
                return result

    def _may_go_again(self, wait: float, until: float) -> bool:
        """Wait, and count another call of the same caller, if time and quota are left for it."""
        if until - time.monotonic() < wait + _SHORTEST_TRY:
            return False
        time.sleep(wait)
        return until - time.monotonic() >= _SHORTEST_TRY and _count_again(self.name, self.per_hour())

    def _attempt(self, exchange: Callable[[Http], T], until: float) -> T:
        remaining = until - time.monotonic()
        if remaining < _SHORTEST_TRY / 2:
            raise outgoing.Busy("busy")

        def read() -> T:
            try:
                return exchange(Http(self._client(), self.url()))
            except _MALFORMED:
                raise outgoing.Unanswered("malformed") from None

        return outgoing.attempt(read, peer=self.name, seconds=remaining, at_once=self.at_once, pause=0)

    def _client(self) -> httpx2.Client:
        """Return the client of this process: no connection crosses a fork."""
        with self._lock:
            client = self._clients.get(os.getpid())
            if client is None:
                client = httpx2.Client(
                    transport=outgoing_http.Transport(self.at_once),
                    trust_env=False,
                    headers={"User-Agent": "Planfront"},
                    cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
                )
                atexit.register(client.close)
                self._clients = {os.getpid(): client}
            return client

    def row(self) -> OutsideService | None:
        """Return the record of past calls; None when there was none yet."""
        return OutsideService.objects.filter(pk=self.name).first()

    def host(self) -> str:
        """Return the host that calls go to, for the operator."""
        return urlsplit(self.url()).netloc.rpartition("@")[2]


def _locked(name: str, now: datetime) -> OutsideService:
    while True:
        for row in lock_rows(OutsideService.objects.filter(pk=name)):
            return row
        OutsideService.objects.bulk_create(
            [OutsideService(name=name, since=now, hour_began=now)], ignore_conflicts=True
        )


@transaction.atomic
def _admit(name: str, per_hour: int, lease: timedelta) -> str:
    """Count one call; or why it may not be made."""
    now = clock.now()
    row = _locked(name, now)
    if row.state != State.CLOSED and row.retry_at is not None and now < row.retry_at <= now + HOUR:
        return "open"
    # Who waited for the lock may have looked at the clock before the hour began.
    if not -HOUR < now - row.hour_began < HOUR:
        row.hour_began, row.used = now, 0
    if per_hour and row.used >= per_hour:
        return "quota"
    row.used += 1
    if row.state != State.CLOSED:
        row.state, row.retry_at = State.HALF_OPEN, now + lease
    row.save()
    return ""


def _enter(name: str, per_hour: int, lease: timedelta) -> None:
    if reason := _admit(name, per_hour, lease):
        raise NotAsked(reason)


@transaction.atomic
def _count_again(name: str, per_hour: int) -> bool:
    """Count a call that is made again; False when the quota doesn't allow it."""
    row = _locked(name, clock.now())
    if per_hour and row.used >= per_hour:
        return False
    row.used += 1
    row.save(update_fields=["used"])
    return True


@transaction.atomic
def _give_back(name: str) -> None:
    """Take back the count of a call that wasn't sent."""
    row = _locked(name, clock.now())
    row.used = max(0, row.used - 1)
    if row.state == State.HALF_OPEN:
        row.retry_at = clock.now()
    row.save()


@transaction.atomic
def note_success(name: str) -> None:
    """Write down that a service answered."""
    now = clock.now()
    row = _locked(name, now)
    if row.state != State.CLOSED:
        row.since = now
        logger.warning("%s answers again.", name)
    row.state, row.failures, row.retry_at, row.last_success = State.CLOSED, 0, None, now
    row.save()


@transaction.atomic
def note_failure(name: str, error: outgoing.Unanswered) -> None:
    """Write down that a service didn't answer; the breaker opens after a few in a row."""
    now = clock.now()
    row = _locked(name, now)
    row.failures, row.last_failure, row.problem = row.failures + 1, now, code_of(error)
    too_many = isinstance(error, Status) and error.status == 429
    if row.failures >= FAILURES or row.state != State.CLOSED or too_many:
        if row.state == State.CLOSED:
            row.since = now
            logger.warning("%s: the breaker is open.", name)
        pause = min(FIRST_PAUSE * 2 ** min(max(row.failures - FAILURES, 0), 10), LONGEST_PAUSE)
        if isinstance(error, Status) and error.wait:
            pause = min(max(pause, timedelta(seconds=error.wait)), HOUR)
        row.state, row.retry_at = State.OPEN, now + pause
    row.save()


def breaker_states() -> dict[str, dict[str, bool]]:
    """Return, for each service that was asked, which state its breaker is in."""
    rows = OutsideService.objects.order_by("name").values_list("name", "state")
    return {name: {value: value == state for value in OutsideService.State.values} for name, state in rows}
