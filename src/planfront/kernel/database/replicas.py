"""Replicas of the database (DATABASE_REPLICA_URLS), for reads that may be a few seconds old.

Only routes that are declared (``may_be_old``) read from them, and only rows of people. Never read from them: sign-ins,
rows that a process holds by their revision, transactions, and requests that have written. People read what they have
just written: a signed cookie carries their position in the write-ahead log, and a replica that hasn't replayed it isn't
used. A replica that can't be reached, or lags, is suspended.
"""

from __future__ import annotations

import logging
import random
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connection, connections
from django.http import HttpRequest, HttpResponse

from planfront.kernel.http.repeating import is_neutral, is_passing
from planfront.kernel.observing import metrics

logger = logging.getLogger(__name__)
MODELS = frozenset(
    (
        "accounts.VisitorSession",
        *("audit.AuditEvent", "audit.DayFigure", "audit.Tally"),
        *(
            "coverage.Policy",
            "coverage.CoveredPerson",
            "coverage.Change",
            "coverage.Version",
            "coverage.ServicedPolicy",
        ),
        *("enrollment.Application", "enrollment.Section", "enrollment.SearchKey", "enrollment.CallNote"),
        *("enrollment.SignatureEvidence", "enrollment.ClientSignature"),
        *("leads.Lead", "leads.LeadAnswer", "leads.LeadNote", "leads.LeadQuote", "leads.LeadWord"),
        *("leads.RepEnquiry", "leads.Consent"),
        *("letters.Letter", "letters.PrintFile", "messaging.OutboundEmail"),
        *("members.Member", "members.Identity", "members.Relative", "members.DuplicateMember"),
        *("sales.Confirmation", "sales.Sale", "sales.UnderwritingCase"),
        *("shopping.Quote", "shopping.EnrollmentWord", "shopping.CartLine", "shopping.PlanAnswers"),
        *("shopping.SentQuote", "shopping.QuoteWord"),
    )
)
"""Rows of people. What is held by its revision (plans, rates, brands, texts, rules) isn't here: an old row would
outlive the change."""
CHECKS, SUSPENSION = 4, 5.0
"""The number of checks of both positions within REPLICA_LAG_SECONDS, and the seconds a failed one is left alone."""
_COOKIE_SECONDS = 60
_REPLAYED = "SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn() - '0/0'::pg_lsn"
_API = re.compile(r"api/v\d/([^/]+)")
_READ_ON_REPLICA = metrics.READ_STATEMENTS.labels("replica", "reads")
_READ_ON_PRIMARY = {kind: metrics.READ_STATEMENTS.labels("primary", kind) for kind in ("reads", "writes")}
_READS = {"GET", "HEAD"}
_SALT = "planfront.replicas"


_chosen: ContextVar[str | None] = ContextVar("chosen_replica", default=None)


def chosen_replica() -> str | None:
    """Return the replica that this request reads from now; None is the primary."""
    chosen = _chosen.get()
    return None if chosen is None or connection.in_atomic_block else chosen


def alias_for(model: Any) -> str:
    """Return the database that rows of a model are read from."""
    if _chosen.get() is None or model._meta.label not in MODELS:
        return DEFAULT_DB_ALIAS
    return chosen_replica() or DEFAULT_DB_ALIAS


@contextmanager
def reading_the_primary() -> Iterator[None]:
    """Read from the primary meanwhile, in a request that otherwise reads from a replica."""
    token = _chosen.set(None)
    try:
        yield
    finally:
        _chosen.reset(token)


class Router:
    """Django's router: everything goes to the primary, except for reads that ``_chosen`` allows."""

    def db_for_read(self, model: Any, **_hints: Any) -> str:
        return alias_for(model)

    def db_for_write(self, _model: Any, **_hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *_objects: Any, **_hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, *_names: Any, **_hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


class Replicas:
    """The state of each replica as this process last saw it, and the primary's position at recent moments."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._primary: deque[tuple[float, int]] = deque(maxlen=600)
        self._replayed: dict[str, tuple[float, int]] = {}
        self._suspended_until: dict[str, float] = {}

    def choose(self, needed: int) -> str | None:
        """Return a replica that has replayed ``needed``, a position in the log, and isn't older than
        REPLICA_LAG_SECONDS; else None."""
        for alias in random.sample(settings.REPLICAS, len(settings.REPLICAS)):
            if time.monotonic() >= self._suspended_until.get(alias, 0.0) and self._can_serve(alias, needed):
                return alias
        return None

    def _postpone_next_try(self, alias: str) -> None:
        """Let one of the requests that come after a suspension try the replica; the others pass it by."""
        if alias in self._suspended_until:
            self._suspended_until[alias] = time.monotonic() + SUSPENSION

    def _can_serve(self, alias: str, needed: int) -> bool:
        now = time.monotonic()
        self._check_primary(now)
        self._postpone_next_try(alias)
        asked_at, replayed = self._replayed.get(alias, (0.0, -1))
        try:
            if now - asked_at >= settings.ENV.replica_lag / CHECKS or 0 <= replayed < needed:
                # Other requests of the same moment use the known position, if it is enough for them.
                self._replayed[alias] = (now, replayed)
                replayed = _replayed(alias)
                self._replayed[alias] = (now, replayed)
            connections[alias].ensure_connection()
            if _suspend_on_failure not in connections[alias].execute_wrappers:
                connections[alias].execute_wrappers.append(_suspend_on_failure)
        except (DatabaseError, InterfaceError) as error:
            self.suspend(alias, type(error).__name__)
            return False
        self._suspended_until.pop(alias, None)
        with self._lock:
            fresh = any(place <= replayed for at, place in self._primary if at >= now - settings.ENV.replica_lag)
        return replayed >= needed and fresh

    def _check_primary(self, now: float) -> None:
        if self._primary and now - self._primary[-1][0] < settings.ENV.replica_lag / CHECKS:
            return
        place = position()
        with self._lock:
            self._primary.append((now, place))

    def suspend(self, alias: str, why: str) -> None:
        self._suspended_until[alias] = time.monotonic() + SUSPENSION
        logger.warning("replica %s is suspended: %s", alias, why)
        connections[alias].close()

    def suspended(self) -> list[str]:
        now = time.monotonic()
        return [alias for alias in settings.REPLICAS if now < self._suspended_until.get(alias, 0.0)]

    def forget(self) -> None:
        self._primary.clear()
        self._replayed.clear()
        self._suspended_until.clear()


replicas = Replicas()


def position() -> int:
    """Return the position of the primary's log. Everything that was committed before lies below it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
        return int(cursor.fetchone()[0])


def _replayed(alias: str) -> int:
    """Return the position up to which a replica has replayed the log; -1 for a server that is no replica any more."""
    with connections[alias].cursor() as cursor:
        cursor.execute(_REPLAYED)
        replays, place = cursor.fetchone()
    return int(place) if replays and place is not None else -1


def find_problem() -> str:
    """Return the trouble with replicas in words for operators; "" without any."""
    if not settings.REPLICAS:
        return ""
    replicas.choose(0)
    suspended = replicas.suspended()
    return (
        f"{len(suspended)} of {len(settings.REPLICAS)} replicas can't be used: the primary answers."
        if suspended
        else ""
    )


class ReadFromReplicas:
    """Middleware, inside of ``repeat``: a request that a replica fails is made again, without it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.REPLICAS:
            raise MiddlewareNotUsed
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        wrote = _OnPrimary("reads" if request.method in _READS else "writes")
        token = _chosen.set(None)
        try:
            with connection.execute_wrapper(wrote):
                response = self._get_response(request)
        finally:
            _chosen.reset(token)
        if wrote.anything and not connection.in_atomic_block:
            _note_position(response)
        return response

    def process_view(
        self, request: HttpRequest, _view: Any, _arguments: tuple[Any, ...], _named: dict[str, Any]
    ) -> None:
        if request.method in _READS:
            needed = _seen_position(request) if may_be_old(request) else None
            _chosen.set(None if needed is None else replicas.choose(needed))
            metrics.READS.labels("replica" if _chosen.get() else "primary").inc()


class _OnPrimary:
    """Wraps a request's statements on the primary: counts those that read, and notes whether one wrote."""

    def __init__(self, kind: str) -> None:
        self.anything, self._read = False, _READ_ON_PRIMARY[kind]

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if not is_neutral(sql):
            self.anything = True
            _chosen.set(None)  # later reads of this request see its own writes
        elif sql.startswith("SELECT"):
            self._read.inc()
        return result


def _note_position(response: HttpResponse) -> None:
    try:
        place = position()
    except (DatabaseError, InterfaceError):
        return  # the answer is there; the primary, which is away, comes back with its rows
    response.set_signed_cookie(
        settings.POSITION_COOKIE,
        str(place),
        salt=_SALT,
        max_age=_COOKIE_SECONDS,
        secure=settings.ENV.https,
        httponly=True,
        samesite="Lax",
    )


def _seen_position(request: HttpRequest) -> int | None:
    """Return the position that the caller has seen; None for a caller without cookies, whose writes aren't known."""
    if not request.COOKIES:
        return None
    text = request.get_signed_cookie(settings.POSITION_COOKIE, default="0", salt=_SALT, max_age=_COOKIE_SECONDS)
    return int(text or 0)


def may_be_old(request: HttpRequest) -> bool:
    """Return True when the route declares that its rows may be a few seconds old.

    These are lists and reports of the back office, the calls of OLD_READS, named by the first part of their path, and
    the pages of OLD_PAGES.
    """
    match = request.resolver_match
    if match is None:
        return False
    if match.app_name == "admin":
        return str(match.url_name).endswith("_changelist") or match.url_name in settings.OLD_READS_OF_STAFF
    call = _API.match(match.route)
    return call[1] in settings.OLD_READS if call else match.url_name in settings.OLD_PAGES


def _suspend_on_failure(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Suspend a replica whose statement fails, so that the request, which is made again, doesn't meet it."""
    if sql is not _REPLAYED:
        _READ_ON_REPLICA.inc()
    try:
        return execute(sql, params, many, context)
    except (DatabaseError, InterfaceError) as error:
        if is_passing(error):
            replicas.suspend(context["connection"].alias, type(error).__name__)
        raise
