"""Checks of a store's health, for probes and for the back office. None of them says a secret."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from traceback import clear_frames
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Case, F, Min, When
from django_tasks_db.models import DBTaskResult
from psycopg import Error as PostgresError
from psycopg.errors import ConnectionTimeout

from planfront.kernel import clock
from planfront.kernel.database import replicas
from planfront.kernel.files import storages as files
from planfront.kernel.models import Throttle
from planfront.kernel.security.crypto import CryptoError, decrypt, encrypt

OLDEST_JOB = timedelta(minutes=10)
"""A job that is due and has waited longer finds no worker."""
PATIENCE = 2
"""Seconds for the database to begin an answer."""
LEAST_DISK = 200 * 1024 * 1024
_PROBE = "readyz"


@dataclass(frozen=True)
class Check:
    """``name`` is a code; ``problem`` is in English, "" when all is well. Without what isn't ``vital`` a store goes on
    selling."""

    name: str
    problem: str
    vital: bool = True

    @property
    def ok(self) -> bool:
        return not self.problem


def run_checks() -> list[Check]:
    """Return every check. While the database doesn't answer, those that need it say so without asking it each."""
    silence = _ask(_find_silence)
    return [
        Check(name, silence if silence and name in _ON_DATABASE else _ask(find_problem), name not in _SPARED)
        for name, find_problem in _CHECKS.items()
    ]


def _ask(find_problem: Callable[[], str]) -> str:
    try:
        return find_problem()
    except DatabaseError as error:
        return f"The database can't be used ({type(error).__name__})."


def _find_silence() -> str:
    """Return a problem when PostgreSQL takes a connection but answers nothing, as when its processes are frozen.

    A probe waits less long than a request. The checks find other failures.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "postgresql":
        return ""
    try:
        database.get_new_connection({**database.get_connection_params(), "connect_timeout": PATIENCE}).close()
    except ConnectionTimeout as error:
        clear_frames(error.__traceback__)  # they hold the connection that was given up
        return f"The database has not answered for {PATIENCE} seconds."
    except PostgresError:
        return ""
    return ""


def _check_database() -> str:
    """Write a row and take it back: a database that is read-only, full or locked fails here."""
    with transaction.atomic():
        Throttle.objects.update_or_create(key=_PROBE, defaults={"since": clock.now()})
        transaction.set_rollback(True)
    return ""


def _check_migrations() -> str:
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(missing)} migrations are missing." if missing else ""


def _check_keys() -> str:
    try:
        decrypt(encrypt(_PROBE, _PROBE, _PROBE), _PROBE, _PROBE)
    except (CryptoError, ValueError) as error:
        return f"The field keys can't be used ({type(error).__name__})."
    return ""


def _check_queue() -> str:
    waited = oldest_wait()
    if waited is not None and waited > OLDEST_JOB:
        return f"A job has waited for {int(waited.total_seconds() // 60)} minutes: is the worker running?"
    return ""


def oldest_wait() -> timedelta | None:
    """Return the time that the oldest job that is due has waited; None without one."""
    now = clock.now()
    since = Case(When(run_after__lte=now, then=F("run_after")), default=F("enqueued_at"))
    oldest = DBTaskResult.objects.ready().order_by().aggregate(since=Min(since))["since"]
    return None if oldest is None else now - oldest


def _check_disk() -> str:
    free = shutil.disk_usage(settings.VAR_DIR).free
    return "" if free >= LEAST_DISK else f"{free // (1024 * 1024)} MB are left on the disk."


_CHECKS: dict[str, Callable[[], str]] = {
    "database": _check_database,
    "migrations": _check_migrations,
    "keys": _check_keys,
    "queue": _check_queue,
    "disk": _check_disk,
    "files": files.find_problem,
    "replicas": replicas.find_problem,
}
_ON_DATABASE = {"database", "migrations", "queue", "replicas"}
_SPARED = {"files", "replicas"}
"""Checks that all nodes fail at once: a balancer that took them all out would close the store."""
