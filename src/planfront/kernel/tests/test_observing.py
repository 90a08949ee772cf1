"""One id goes from a request to what it causes, and a line of the log says what came of it."""

import json
import logging
import sys

import pytest
from django_tasks_db.models import DBTaskResult

from planfront.audit.models import AuditEvent
from planfront.brands.models import Brand
from planfront.kernel.jobs import tasks
from planfront.kernel.observing.logs import JsonFormatter
from planfront.kernel.observing.tracing import AddRequestId, current_request_id, on_behalf_of
from planfront.messaging.models import OutboundEmail
from planfront.messaging.services import queue_email

pytestmark = pytest.mark.django_db
ID = "call-0123456789"
NUMBER = "512-44-4821"
seen: list[str] = []


@tasks.job()
def look() -> None:
    seen.append(current_request_id())


@pytest.fixture
def lines():
    """Lines of the access log, as JSON."""
    written = []
    handler = logging.Handler()
    handler.setFormatter(JsonFormatter())
    handler.addFilter(AddRequestId())
    handler.emit = lambda record: written.append(json.loads(handler.format(record)))
    logger = logging.getLogger("planfront.access")
    logger.addHandler(handler)
    level, logger.level = logger.level, logging.INFO
    yield written
    logger.level = level
    logger.removeHandler(handler)


def test_a_request_leaves_one_line_without_what_it_named(visitor, settings, lines):
    settings.ACCESS_LOG = True
    visitor.headers = {"X-Request-ID": ID}
    visitor.get("get-plan-detail/4711", secret="512-44-4821")
    (line,) = lines
    assert {name: line[name] for name in ("level", "logger", "request_id", "method", "route", "status", "brand")} == {
        "level": "INFO",
        "logger": "planfront.access",
        "request_id": ID,
        "method": "GET",
        "route": "api/v1/get-plan-detail/<plan_id>",
        "status": 404,
        "brand": visitor.host.partition(".")[0],
    }
    assert line["queries"] > 0
    assert line["milliseconds"] > 0
    assert "4711" not in json.dumps(line)
    assert "4821" not in json.dumps(line)


def test_without_the_setting_there_is_no_line(visitor, settings, lines):
    settings.ACCESS_LOG = False
    visitor.get("get-states")
    assert lines == []


def test_an_error_is_one_line_with_its_places_and_without_its_words():
    try:
        int(NUMBER)
    except ValueError:
        record = logging.makeLogRecord({"msg": "failed", "exc_info": sys.exc_info(), "levelname": "ERROR"})
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert "4821" not in line
    assert json.loads(line)["trace"].endswith("ValueError")


def test_jobs_carry_the_request_that_queued_them():
    seen.clear()
    with on_behalf_of(ID):
        look.enqueue()
    look.enqueue()
    tasks.run_pending()
    assert seen == [ID, "-"]


def test_a_job_that_was_queued_before_ids_were_carried_still_runs():
    seen.clear()
    look.enqueue()
    row = DBTaskResult.objects.get()
    row.args_kwargs["kwargs"] = {}
    row.save(update_fields=["args_kwargs"])
    tasks.run_pending()
    assert seen == ["-"]


def test_a_retried_job_keeps_its_request():
    with on_behalf_of(ID):
        flaky.enqueue()
    tasks.run_pending()
    (again,) = DBTaskResult.objects.filter(status="READY")
    assert again.args_kwargs["kwargs"] == {"request": ID}


@tasks.job(retries=2, retry_on=(TimeoutError,))
def flaky() -> None:
    raise TimeoutError


def test_audit_events_carry_the_request(visitor):
    visitor.headers = {"X-Request-ID": ID}
    visitor.post("session/sign-in", {"email": "nobody@shop.test", "password": "wrong wrong wrong"})
    assert set(AuditEvent.objects.values_list("request_id", flat=True)) == {ID}


def test_mails_carry_the_request(brand):
    with on_behalf_of(ID):
        queue_email(
            brand=Brand.objects.get(pk=brand.pk),
            kind="signing_code",
            to="ana@mailbox.example",
            context={"code": "123456"},
            dedupe_key="a",
        )
    assert OutboundEmail.objects.get().request_id == ID
