"""Background jobs: one decorator with retries, back-off and scrubbed errors, and a reaper of dead ones.

A job is enqueued inside the transaction whose change it reports, so both are there or neither is. Arguments are ids
and short codes only: the queue's rows are plain JSON.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models import Max, QuerySet, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils.module_loading import import_string
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from planfront.kernel import clock
from planfront.kernel.files.storages import StorageUnavailable
from planfront.kernel.http.repeating import is_passing
from planfront.kernel.jobs import leases
from planfront.kernel.jobs.sqlite_retry import retry_while_locked
from planfront.kernel.observing import metrics, traces
from planfront.kernel.observing.tracing import current_request_id, on_behalf_of

logger = logging.getLogger(__name__)
STALE = timedelta(minutes=10)
FILES_AWAY = timedelta(seconds=30)
"""A job that needs the shared store of files while that is away is put off for so long, however often."""
DEFAULT, MAIL, FILES, HEAVY = "default", "mail", "files", "heavy"
"""Queues (``config.env.QUEUES``). Mail: what sends and writes mail. Files: what makes documents. Heavy: what takes
minutes, such as imports."""
FIRST = 50
"""The priority of a job whose result a person waits for in front of a page; others have 0."""


class JobFailed(Exception):
    """The failure as the queue records it: the exception's class name, never its text."""


@dataclass(frozen=True)
class JobSpec:
    """The behavior of a job that fails. ``idempotent`` jobs are started again after a crash, when they have been
    running for ``stale``."""

    name: str
    retries: int
    backoff: timedelta
    retry_on: tuple[type[BaseException], ...]
    idempotent: bool
    stale: timedelta
    queue: str = DEFAULT
    priority: int = 0


class Job:
    """A function that runs in the worker. ``enqueue(*args)`` takes JSON values only."""

    def __init__(self, function: Callable[..., None], spec: JobSpec) -> None:
        self.function, self.spec = function, spec

    def enqueue(self, *args: str | int | list[int] | None, delay: timedelta | None = None, attempt: int = 0) -> None:
        due = None if delay is None else clock.now() + delay
        queued = run_job.using(queue_name=self.spec.queue, priority=self.spec.priority, run_after=due)
        queued.enqueue(self.spec.name, list(args), attempt, request=current_request_id())

    def run(self, args: list[str | int | list[int] | None], attempt: int) -> None:
        began, result = time.perf_counter(), "failed"
        try:
            self.function(*args)
            result = "done"
        except StorageUnavailable as error:
            if not self.spec.idempotent:
                raise self._failed(error) from None
            retry_while_locked(lambda: self.enqueue(*args, delay=FILES_AWAY, attempt=attempt))
            result = "put off"
        except self.spec.retry_on as error:
            self._retry(args, attempt, error)
            result = "retried"
        except (DatabaseError, InterfaceError) as error:
            if not (self.spec.idempotent and is_passing(error)):
                raise self._failed(error) from None
            connection.close()  # it may lead to a server that only reads by now
            self._retry(args, attempt, error)
            result = "retried"
        except Exception as error:  # noqa: BLE001 - every failure is recorded, without its text
            raise self._failed(error) from None
        finally:
            metrics.JOBS.labels(self.spec.name, result).inc()
            metrics.JOB_SECONDS.labels(self.spec.name).observe(time.perf_counter() - began)

    def _failed(self, error: Exception) -> JobFailed:
        """Log the kind of an error, and return the exception that is raised from the same place instead."""
        reason = type(error).__name__
        logger.error("job %s failed: %s", self.spec.name, reason)
        return JobFailed(reason).with_traceback(error.__traceback__)

    def _retry(self, args: list[str | int | list[int] | None], attempt: int, error: BaseException) -> None:
        if attempt >= self.spec.retries:
            reason = type(error).__name__
            logger.error("job %s gave up after %d tries: %s", self.spec.name, attempt + 1, reason)
            raise JobFailed(reason).with_traceback(error.__traceback__) from None
        delay = self.spec.backoff * (2**attempt)
        retry_while_locked(lambda: self.enqueue(*args, delay=delay, attempt=attempt + 1))


def job(
    *,
    retries: int = 5,
    backoff: timedelta = timedelta(seconds=20),
    retry_on: tuple[type[BaseException], ...] = (),
    idempotent: bool = True,
    stale: timedelta = STALE,
    queue: str = DEFAULT,
    priority: int = 0,
) -> Callable[[Callable[..., None]], Job]:
    """Make a module-level function a job of one of the queues. Retries only ``retry_on``, waiting backoff × 2ⁿ."""

    def wrap(function: Callable[..., None]) -> Job:
        name = f"{function.__module__}.{function.__qualname__}"
        return Job(function, JobSpec(name, retries, backoff, retry_on, idempotent, stale, queue, priority))

    return wrap


def _load_job(name: str) -> Job:
    result = import_string(name)
    if not isinstance(result, Job):
        raise JobFailed("NotAJob")
    return result


@task()
def run_job(name: str, args: list[str | int | list[int] | None], attempt: int, request: str = "-") -> None:
    """Run the job at dotted path ``name``, for the ``request`` that queued it. It is the one task that the queue
    knows."""
    with on_behalf_of(request), traces.span(f"job {name}", {"planfront.attempt": attempt}):
        _load_job(name).run(args, attempt)


def reap(now: datetime | None = None) -> int:
    """Deal with jobs of workers that died: idempotent ones run again, others are marked failed. Returns how many."""
    moment, reaped = now or clock.now(), 0
    dead = leases.ended_before_now(lease_of(""))
    for row in DBTaskResult.objects.running().filter(started_at__isnull=False):
        stale = row.started_at < moment - _spec_of(row).stale
        if stale or lease_of(row.worker_ids[-1]) in dead:
            _return_job(row)
            reaped += 1
    for name in dead:
        leases.forget(name)
    return reaped


def give_back(worker: str) -> int:
    """Give back the job and the slot of a worker that has ended. Returns how many jobs."""
    rows = [row for row in DBTaskResult.objects.running() if row.worker_ids and row.worker_ids[-1] == worker]
    for row in rows:
        _return_job(row)
    leases.release_all(worker)
    leases.forget(lease_of(worker))
    return len(rows)


def lease_of(worker: str) -> str:
    """Return the name of the lease by which a worker shows that it lives."""
    return f"worker {worker}"


def _return_job(row: DBTaskResult[Any, Any]) -> None:
    if _spec_of(row).idempotent:
        DBTaskResult.objects.filter(pk=row.pk, status="RUNNING").update(status="READY", started_at=None)
    else:
        row.set_failed(JobFailed("WorkerDied"))
    logger.warning("job %s was left running by a dead worker", _spec_of(row).name)


def _spec_of(row: DBTaskResult[Any, Any]) -> JobSpec:
    return _load_job(str(row.args_kwargs["args"][0])).spec


def run_again(row: DBTaskResult[Any, Any]) -> bool:
    """Queue a failed job once more, or start a waiting one now; False for a job that must not run twice, or runs."""
    name, args, _attempt = row.args_kwargs["args"]
    if row.status == "READY":
        return bool(DBTaskResult.objects.filter(pk=row.pk, status="READY").update(run_after=clock.now()))
    if row.status != "FAILED" or not _load_job(name).spec.idempotent:
        return False
    _load_job(name).enqueue(*args)
    return True


def list_unresolved_failures() -> QuerySet[Any]:
    """Return the failed jobs whose work was not queued again since.

    Of several runs only the last one counts. The table of jobs is read once, however many have failed.
    """
    work = {"job": "args_kwargs__args__0", "arguments": "args_kwargs__args__1"}
    jobs: Any = DBTaskResult.objects.order_by().annotate(
        **{name: Cast(KT(path), TextField()) for name, path in work.items()}
    )
    failed = list(jobs.filter(status="FAILED").values_list("pk", "job", "arguments", "enqueued_at"))
    if not failed:
        return DBTaskResult.objects.none()
    _pks, names, arguments, moments = zip(*failed, strict=True)
    runs = jobs.filter(enqueued_at__gt=min(moments), job__in=set(names), arguments__in=set(arguments))
    last = {tuple(run): at for *run, at in runs.values_list("job", "arguments").annotate(at=Max("enqueued_at"))}
    unresolved = [pk for pk, *run, at in failed if last.get(tuple(run), at) <= at]
    return DBTaskResult.objects.filter(pk__in=unresolved)


def prune(now: datetime | None = None) -> int:
    """Delete jobs that finished long ago (KEEP_JOBS_DAYS). Returns how many."""
    limit = (now or clock.now()) - timedelta(days=settings.ENV.keep_jobs)
    deleted, _ = DBTaskResult.objects.finished().filter(finished_at__lt=limit).delete()
    return deleted


def run_pending(limit: int = 100) -> int:
    """Run what is due now, in this process (tests and one-shot commands). Returns how many ran."""
    ran = 0
    while ran < limit and (row := DBTaskResult.objects.ready().order_by("enqueued_at").first()):
        with transaction.atomic():
            row.claim("inline")
        try:
            row.task.call(*row.task_result.args, **row.task_result.kwargs)
        except JobFailed as error:
            row.set_failed(error)
        else:
            row.set_successful(None)
        ran += 1
    return ran
