"""The worker outlives a database that another process has locked."""

from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError
from django_tasks_db.models import DBTaskResult
from django_tasks_db.utils import exclusive_transaction

from planfront.kernel.jobs import sqlite_retry, tasks, worker
from planfront.kernel.jobs.worker import RetryingWorker

pytestmark = pytest.mark.django_db(transaction=True)
calls: list[str] = []


@tasks.job(retry_on=(OperationalError,))
def note(value):
    calls.append(value)
    if value == "locked":
        raise OperationalError("database is locked")


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    calls.clear()
    monkeypatch.setattr(sqlite_retry, "PAUSE", 0)


def locked(times, real):
    """A call that finds the database locked some times."""
    left = [OperationalError("database is locked")] * times

    def call(*args, **kwargs):
        if left:
            raise left.pop()
        return real(*args, **kwargs)

    return call


def work():
    RetryingWorker("w", ["default"], interval=0, batch=True).run()


def test_the_worker_polls_again_while_the_database_is_locked(monkeypatch):
    real: Any = exclusive_transaction
    monkeypatch.setattr(worker, "exclusive_transaction", contextmanager(locked(2, real.__wrapped__)))
    note.enqueue("a")
    work()
    assert (calls, DBTaskResult.objects.get().status) == (["a"], "SUCCESSFUL")


@pytest.mark.parametrize("outcome", ["set_successful", "set_failed"])
def test_a_jobs_outcome_is_recorded_however_long_the_database_is_locked(monkeypatch, outcome):
    monkeypatch.setattr(DBTaskResult, outcome, locked(3, getattr(DBTaskResult, outcome)))
    job = "planfront.kernel.tests.test_worker.note" if outcome == "set_successful" else "planfront.kernel.clock.now"
    tasks.run_job.enqueue(job, ["a"] if outcome == "set_successful" else [], 0)
    work()
    assert DBTaskResult.objects.get().status == ("SUCCESSFUL" if outcome == "set_successful" else "FAILED")
    assert len(calls) == (outcome == "set_successful")


def test_a_job_that_finds_the_database_locked_is_queued_again(monkeypatch):
    note.enqueue("locked")
    monkeypatch.setattr(tasks.Job, "enqueue", locked(2, tasks.Job.enqueue))
    work()
    assert sorted(DBTaskResult.objects.values_list("status", flat=True)) == ["READY", "SUCCESSFUL"]


def test_other_database_errors_end_the_worker(monkeypatch):
    @contextmanager
    def gone(_using):
        raise OperationalError("disk I/O error")
        yield

    monkeypatch.setattr(worker, "exclusive_transaction", gone)
    with pytest.raises(OperationalError):
        work()
