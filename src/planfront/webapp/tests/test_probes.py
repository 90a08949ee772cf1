"""What machines ask of a store: alive, ready, counts."""

import json
import os
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django_tasks_db.models import DBTaskResult
from prometheus_client.parser import text_string_to_metric_families

from planfront.kernel import clock
from planfront.kernel.jobs import tasks
from planfront.kernel.models import Throttle
from planfront.kernel.observing import health
from planfront.kernel.observing import requests as observing
from planfront.webapp import probes

pytestmark = pytest.mark.django_db


@tasks.job()
def nothing() -> None:
    pass


@pytest.fixture
def machine():
    """Somebody on the machine itself, who names no brand's host."""
    probes.readiness.forget()
    return Client(REMOTE_ADDR="127.0.0.1", headers={"host": "10.0.0.7:8000"})


def checks_of(machine):
    answer = machine.get("/readyz")
    return answer.status_code, {name: status for name, status in answer.json()["checks"].items() if status != "ok"}


def test_a_healthy_store_is_ready(machine):
    answer = machine.get("/readyz")
    assert answer.status_code == 200
    names = ("database", "migrations", "keys", "queue", "disk", "files", "replicas")
    assert answer.json() == {"ready": True, "checks": dict.fromkeys(names, "ok")}
    assert answer["Cache-Control"] == "no-store"
    assert not Throttle.objects.exists()


def test_a_read_only_database_is_not_ready(machine):
    def refuse(execute, sql, params, many, context):
        if sql.startswith(("INSERT", "UPDATE")):
            raise OperationalError("attempt to write a readonly database")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        status, problems = checks_of(machine)
    assert (status, problems) == (503, {"database": "The database can't be used (OperationalError)."})


def test_a_missing_migration_is_not_ready(machine):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'kernel'")
    status, problems = checks_of(machine)
    assert (status, list(problems)) == (503, ["migrations"])


def test_unusable_keys_are_not_ready(machine, settings):
    settings.FIELD_KEYS = "k1:short"
    status, problems = checks_of(machine)
    assert (status, list(problems)) == (503, ["keys"])


def test_a_job_that_no_worker_takes_is_not_ready(machine):
    nothing.enqueue()
    later = clock.now() - timedelta(minutes=11)
    DBTaskResult.objects.update(enqueued_at=later)
    assert checks_of(machine) == (503, {"queue": "A job has waited for 11 minutes: is the worker running?"})


def test_a_job_that_is_to_wait_does_not_count_as_late(machine):
    nothing.enqueue(delay=timedelta(hours=1))
    DBTaskResult.objects.update(enqueued_at=clock.now() - timedelta(hours=1))
    assert machine.get("/readyz").status_code == 200


def test_a_disk_that_is_nearly_full_is_not_ready(machine, monkeypatch):
    monkeypatch.setattr(health, "LEAST_DISK", 1 << 60)
    status, problems = checks_of(machine)
    assert (status, list(problems)) == (503, ["disk"])


def test_check_results_are_reused_for_a_second(machine, monkeypatch):
    machine.get("/readyz")
    monkeypatch.setattr(health, "LEAST_DISK", 1 << 60)
    assert machine.get("/readyz").status_code == 200
    probes.readiness.forget()
    assert machine.get("/readyz").status_code == 503


@pytest.mark.parametrize(
    ("address", "sent", "may"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("127.0.0.1", {"X-Forwarded-For": "203.0.113.9"}, False),
        ("127.0.0.1", {"Forwarded": "for=203.0.113.9"}, False),
        ("127.0.0.1", {"X-Forwarded-Proto": "https"}, False),
        ("127.0.0.1", {"Via": "1.1 proxy"}, False),
        ("203.0.113.9", {}, False),
    ],
)
def test_only_the_machine_itself_sees_counts_and_what_is_wrong(brand, address, sent, may):
    client = Client(REMOTE_ADDR=address, headers={"host": "shop.test", **sent})
    assert client.get("/metrics").status_code == (200 if may else 404)
    assert ("checks" in client.get("/readyz").json()) is may
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.parametrize(("sent", "status"), [("Bearer let-me-see", 200), ("Bearer let-me", 404), ("", 404)])
def test_with_a_token_its_bearer_sees_counts_from_anywhere(settings, brand, sent, status):
    settings.METRICS_TOKEN = "let-me-see"
    headers = {"host": "shop.test", **({"Authorization": sent} if sent else {})}
    assert Client(REMOTE_ADDR="203.0.113.9", headers=headers).get("/metrics").status_code == status
    assert Client(REMOTE_ADDR="127.0.0.1", headers={"host": "shop.test"}).get("/metrics").status_code == 404


def samples(machine):
    families = text_string_to_metric_families(machine.get("/metrics").content.decode())
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value for family in families for sample in family.samples
    }


def test_requests_are_counted_by_route_and_never_by_address(machine, visitor):
    route = ("planfront_requests_total", "200", "GET", "api/v1/get-ethnic-category")
    before = samples(machine).get(route, 0)
    visitor.get("get-ethnic-category")
    visitor.get("get-plan-detail/4711")
    after = samples(machine)
    assert after[route] == before + 1
    assert after["planfront_requests_total", "404", "GET", "api/v1/get-plan-detail/<plan_id>"] >= 1
    assert not [labels for labels in after if any("4711" in label for label in labels)]
    assert after["planfront_route_queries_count", "api/v1/get-ethnic-category"] == after[route]
    assert after["planfront_route_seconds_count", "api/v1/get-ethnic-category"] == after[route]
    assert after["planfront_request_seconds_bucket", "+Inf", "api"] >= after[route]


def test_counts_stay_few_however_many_routes_are_called(machine):
    """The back office and the API together have some 760."""
    before = len(machine.get("/metrics").content.splitlines())
    for number in range(760):
        observing.count(f"api/v1/call-{number}", "GET", 200, 0.01, 3)
    assert len(machine.get("/metrics").content.splitlines()) - before <= 760 * 5 + 15


def test_jobs_and_their_waiting_are_counted(machine):
    nothing.enqueue()
    DBTaskResult.objects.update(enqueued_at=clock.now() - timedelta(seconds=90))
    waiting = samples(machine)
    assert waiting["planfront_queue_jobs", "ready"] == 1
    assert 89 < waiting["planfront_queue_oldest_seconds",] < 120
    name = f"{__name__}.nothing"
    before = waiting.get(("planfront_jobs_total", *sorted((name, "done"))), 0)
    tasks.run_pending()
    ended = samples(machine)
    assert ended["planfront_jobs_total", *sorted((name, "done"))] == before + 1
    assert ended["planfront_queue_jobs", "successful"] == 1


def test_processes_are_listed_by_name(machine, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "planfront.json").write_text(json.dumps({"pid": 0, "children": {"web": os.getpgrp()}}))
    text = samples(machine)
    assert text["planfront_process_resident_bytes", "web"] > 1_000_000
    assert text["planfront_process_cpu_seconds_total", "web"] > 0
