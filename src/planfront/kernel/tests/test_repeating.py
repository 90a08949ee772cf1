"""Requests and jobs that PostgreSQL gives up: made again where nothing is done twice, else answered with 503."""

import psycopg
import pytest
from django.db import InternalError, OperationalError, connection, transaction
from django.http import HttpResponse
from django.test import RequestFactory
from django_tasks_db.models import DBTaskResult

from planfront.kernel.http import repeating
from planfront.kernel.http.repeating import is_passing, mark, repeat
from planfront.kernel.jobs.tasks import job, run_pending
from planfront.kernel.models import Throttle

pytestmark = pytest.mark.django_db(transaction=True)


def error_of(kind, cause):
    error = kind("text")
    error.__cause__ = cause
    return error


def test_what_may_be_over_in_a_moment():
    passing = [
        error_of(InternalError, psycopg.errors.ReadOnlySqlTransaction()),
        error_of(OperationalError, psycopg.errors.DeadlockDetected()),
        error_of(OperationalError, psycopg.errors.SerializationFailure()),
        error_of(OperationalError, psycopg.errors.AdminShutdown()),
        error_of(OperationalError, psycopg.OperationalError("the connection is lost")),
    ]
    others = [
        error_of(InternalError, psycopg.errors.InFailedSqlTransaction()),
        error_of(OperationalError, psycopg.errors.QueryCanceled()),
        error_of(OperationalError, ValueError()),
        ValueError(),
        None,
    ]
    assert [is_passing(error) for error in passing] == [True] * 5
    assert [is_passing(error) for error in others] == [False] * 5


@pytest.fixture
def ask(monkeypatch):
    """A request whose ``steps`` run in turn, one a try; a failure becomes a 503 as everywhere."""
    monkeypatch.setattr(repeating, "WAITS", (0.0, 0.0, 0.0))

    def ask(*steps, **options):
        left = list(steps)

        def view(_request):
            try:
                left.pop(0)()
            except (OperationalError, InternalError) as error:
                return mark(HttpResponse(status=503), error)
            return HttpResponse("done")

        answer = repeat(view)(RequestFactory().post("/x", b"{}", **{"content_type": "application/json"} | options))
        return answer.status_code, len(steps) - len(left)

    return ask


def fail():
    """A statement that PostgreSQL answers as a server does that only reads."""
    with connection.cursor() as cursor:
        cursor.execute("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '25006'; END $$")


def write(key):
    Throttle.objects.create(key=key, since="2027-01-01T00:00Z")


def write_then_fail():
    with transaction.atomic():
        write("first")
        fail()


def commit_then_fail():
    write("first")
    write_then_fail_other()


def write_then_fail_other():
    with transaction.atomic():
        write("other")
        fail()


def keys():
    return sorted(Throttle.objects.values_list("key", flat=True))


@pytest.mark.pg
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server")
def test_a_transaction_that_was_taken_back_is_made_again(ask):
    assert ask(write_then_fail, write_then_fail, lambda: write("first")) == (200, 3)
    assert keys() == ["first"]


@pytest.mark.pg
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server")
def test_what_has_committed_something_is_not(ask):
    assert ask(commit_then_fail, lambda: write("second")) == (503, 1)
    assert keys() == ["first"]


@pytest.mark.pg
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server")
def test_an_upload_is_not_made_again_and_four_tries_are_all(ask):
    assert ask(fail, lambda: None, content_type="multipart/form-data; boundary=x") == (503, 1)
    assert ask(fail, fail, fail, fail, lambda: None) == (503, 4)


@pytest.mark.pg
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server")
def test_a_connection_that_was_cut_is_opened_anew(ask):
    def cut():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    assert ask(cut, lambda: write("after")) == (200, 2)
    assert keys() == ["after"]


@job()
def meets_a_server_that_only_reads() -> None:
    fail()


@pytest.mark.pg
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server")
def test_a_job_is_tried_again():
    meets_a_server_that_only_reads.enqueue()
    assert run_pending() == 1
    again = DBTaskResult.objects.get(status="READY")
    assert again.args_kwargs["args"][2] == 1
