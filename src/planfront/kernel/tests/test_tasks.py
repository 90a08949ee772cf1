from datetime import timedelta

import pytest
from django.db import transaction
from django_tasks_db.models import DBTaskResult

from planfront.kernel import clock
from planfront.kernel.jobs import tasks

pytestmark = pytest.mark.django_db
calls: list[tuple] = []


@tasks.job()
def note(value):
    calls.append((value,))


@tasks.job(retries=2, backoff=timedelta(seconds=30), retry_on=(TimeoutError,))
def flaky(value):
    calls.append((value,))
    raise TimeoutError("could not reach 123-45-6789")


@tasks.job()
def broken(value):
    raise ValueError(f"ssn is {value}")


@tasks.job(idempotent=False)
def once(value):
    calls.append((value,))


@pytest.fixture(autouse=True)
def _clean():
    calls.clear()


def test_a_job_runs_with_its_arguments():
    note.enqueue("a")
    assert tasks.run_pending() == 1
    assert calls == [("a",)]
    assert DBTaskResult.objects.get().status == "SUCCESSFUL"


def test_nothing_is_queued_when_the_transaction_rolls_back():
    with transaction.atomic():
        note.enqueue("a")
        transaction.set_rollback(True)
    assert DBTaskResult.objects.count() == 0


def test_declared_errors_are_retried_with_growing_waits_then_given_up():
    flaky.enqueue("a")
    waits = []
    for _ in range(3):
        row = DBTaskResult.objects.filter(status="READY").get()
        if row.args_kwargs["args"][2]:
            waits.append(round((row.run_after - clock.now()).total_seconds()))
        DBTaskResult.objects.filter(pk=row.pk).update(run_after=clock.now())
        tasks.run_pending()
    assert len(calls) == 3
    assert waits == [30, 60]
    last = DBTaskResult.objects.order_by("enqueued_at").last()
    assert last.status == "FAILED"
    assert "TimeoutError:" not in last.traceback
    assert not DBTaskResult.objects.filter(status="READY").exists()


def test_the_text_of_an_exception_is_never_stored(caplog):
    broken.enqueue("123-45-6789")
    tasks.run_pending()
    row = DBTaskResult.objects.get()
    assert row.status == "FAILED"
    assert "ValueError" in row.traceback
    assert "in broken" in row.traceback
    assert "6789" not in row.traceback + caplog.text


def _left_running(job):
    job.enqueue("a")
    row = DBTaskResult.objects.get()
    row.claim("dead-worker")
    DBTaskResult.objects.update(started_at=clock.now() - timedelta(hours=1))


def test_the_reaper_starts_idempotent_jobs_again():
    _left_running(note)
    assert tasks.reap() == 1
    assert tasks.run_pending() == 1
    assert calls == [("a",)]


def test_the_reaper_fails_jobs_that_must_not_run_twice():
    _left_running(once)
    assert tasks.reap() == 1
    assert tasks.run_pending() == 0
    assert DBTaskResult.objects.get().status == "FAILED"
    assert calls == []


def test_the_reaper_leaves_working_jobs_alone():
    note.enqueue("a")
    DBTaskResult.objects.get().claim("worker")
    assert tasks.reap() == 0


def test_prune_removes_only_old_finished_jobs():
    note.enqueue("old")
    tasks.run_pending()
    DBTaskResult.objects.update(finished_at=clock.now() - timedelta(days=31))
    note.enqueue("new")
    assert tasks.prune() == 1
    assert DBTaskResult.objects.get().status == "READY"
