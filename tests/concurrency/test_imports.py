"""Races of imports, with real threads and row locks: two of everything is one of everything."""

import itertools
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.catalog.models import Plan
from planfront.imports import services
from planfront.imports.errors import ImportBusy, WrongState
from planfront.imports.models import ImportRun
from planfront.imports.tasks import stage_run
from planfront.kernel import clock
from planfront.kernel.errors import AppError
from planfront.rating.importers import load
from planfront.rating.models import RateRow, RateTable
from planfront.rating.tests.conftest import make_plan  # noqa: F401
from planfront.rating.tests.test_import import HEADINGS, LOW, by_age, line
from tests.concurrency.test_submit import at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]
THREADS = 6


@pytest.fixture
def people():
    return [User.objects.create_superuser(f"{name}@demo.test", "x") for name in ("admin", "approver")]


@pytest.fixture
def write(make_plan, tmp_path):  # noqa: F811
    make_plan("Dental", LOW)

    def write(rate="5.00", count=300, name="rates.csv"):
        path = tmp_path / name
        lines = [line(LOW, str(age % 60), by_age(rate), area=f"Rating Area {age // 60 + 1}") for age in range(count)]
        path.write_text("\n".join([HEADINGS, *lines]) + "\n")
        return path

    return write


@pytest.fixture
def staged(write, people):
    def staged(rate="5.00"):
        return services.import_file(kind="rates", path=write(rate, name=f"{rate}.csv"), by=people[0])

    return staged


def tried(work: Callable[[], Any]) -> Callable[[], Any]:
    """The result, or the error a person would be told."""

    def run() -> Any:
        try:
            return work()
        except AppError as error:
            return error

    return run


def test_one_file_read_by_many_at_once_is_one_import(write, people, monkeypatch):
    monkeypatch.setattr(load, "CHUNK", 20)
    path = write()
    answers = at_once([tried(lambda: services.import_file(kind="rates", path=path, by=people[0]))] * THREADS)
    assert all(isinstance(answer, ImportBusy | ImportRun) for answer in answers)
    run = ImportRun.objects.get()
    if run.state == "reading":  # every reader was overtaken; the next one goes on
        run = stage_run(run_id=run.pk)
    assert (run.state, run.counts["rates"]) == ("staged", 300)
    assert (RateRow.objects.count(), RateTable.objects.count()) == (300, 1)


def test_approving_at_once_is_one_approval(staged, people):
    run = staged()
    approve = tried(lambda: services.approve_run(run_id=run.pk, by=people[1], go_live_on=clock.today()))
    answers = at_once([approve] * THREADS)
    assert {answer.state for answer in answers} == {"approved"}
    assert AuditEvent.objects.filter(action="import.approved").count() == 1


def test_approving_against_discarding_is_one_of_them(staged, people):
    run = staged()
    answers = at_once(
        [
            tried(lambda: services.approve_run(run_id=run.pk, by=people[1], go_live_on=clock.today())),
            tried(lambda: services.discard_run(run_id=run.pk)),
        ]
    )
    run.refresh_from_db()
    assert run.state == "discarded"
    assert isinstance(answers[0], ImportRun | WrongState)
    assert not RateTable.objects.exists()


def test_going_live_at_once_is_one_going_live(staged, people):
    run = staged()
    services.approve_run(run_id=run.pk, by=people[1], go_live_on=clock.today())
    answers = at_once([services.take_due_runs_live] * 3 + [tried(lambda: services.take_run_live(run_id=run.pk))] * 3)
    assert not [answer for answer in answers if isinstance(answer, AppError)]
    assert sum(answers[:3]) <= 1
    assert AuditEvent.objects.filter(action="import.live").count() == 1
    assert RateTable.objects.get().status == "approved"


def test_two_imports_of_one_plan_going_live_at_once_follow_each_other(staged, people):
    runs = [staged(rate) for rate in ("5.00", "6.00")]
    for run in runs:
        services.approve_run(run_id=run.pk, by=people[1], go_live_on=clock.today())
    answers = at_once([tried(lambda pk=run.pk: services.take_run_live(run_id=pk)) for run in runs])
    assert {answer.state for answer in answers} == {"live"}
    tables = list(RateTable.objects.filter(status="approved").order_by("eff_from"))
    spans = [(table.eff_from, table.eff_to or date.max) for table in tables]
    assert all(end < start for (_, end), (start, _) in itertools.pairwise(spans))


def test_rolling_back_at_once_is_one_rolling_back(staged, people):
    run = staged()
    services.approve_run(run_id=run.pk, by=people[1], go_live_on=clock.today())
    services.take_run_live(run_id=run.pk)
    answers = at_once([tried(lambda: services.roll_back_run(run_id=run.pk))] * THREADS)
    assert {answer.state for answer in answers} == {"rolled_back"}
    assert AuditEvent.objects.filter(action="import.rolled_back").count() == 1
    assert RateTable.objects.get().status == "retired"
    assert Plan.objects.count() == 1
