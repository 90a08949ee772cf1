"""A database that is away: clear answers that say that nothing is lost, of pages, calls and what stands before both."""

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from planfront.kernel.memory.caches import clear_all

pytestmark = pytest.mark.django_db
BUSY = "We can't answer right now. Nothing you entered is lost; please try again in a moment."
FAILED = "Something went wrong on our side. Nothing you entered is lost."


@pytest.fixture
def broken(request, settings):
    """The database refuses every statement with the error that the test is given, and nothing is kept in memory."""
    settings.DEBUG_PROPAGATE_EXCEPTIONS = False
    clear_all()
    with connection.execute_wrapper(refusing(request.param)):
        yield
    clear_all()


def refusing(error, naming=""):
    def refuse(execute, sql, *rest):
        if naming not in sql:
            return execute(sql, *rest)
        raise error("password=hunter2 is in here")

    return refuse


def get(path, language="en"):
    headers = {"Host": "localhost", "Accept-Language": language}
    return Client(raise_request_exception=False).get(path, headers=headers)


@pytest.mark.parametrize("broken", [OperationalError, InterfaceError], indirect=True)
def test_a_call_says_try_again(broken):
    answer = get("/api/v1/bootstrap")
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert answer.json() == {"status": "error", "statusCode": 503, "message": BUSY, "data": {}}


def test_a_call_that_fails_inside_says_the_same(visitor):
    """The brand is known; what the call itself asks is refused."""
    with connection.execute_wrapper(refusing(OperationalError, "shopping_")):
        answer = visitor.get("get-enrollment-temp-info", enrollment_id="x", column="contact_info")
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert answer.json()["message"] == BUSY


@pytest.mark.parametrize("broken", [OperationalError], indirect=True)
def test_a_page_says_it_in_the_readers_language(broken):
    english, spanish = get("/"), get("/", "es")
    assert (english.status_code, english["Cache-Control"]) == (503, "no-store")
    assert BUSY.replace("'", "&#x27;") in english.content.decode()
    assert "No podemos responder en este momento." in spanish.content.decode()
    assert '<html lang="es">' in spanish.content.decode()
    assert "style-src 'self'" in english["Content-Security-Policy"]


@pytest.mark.parametrize("broken", [RuntimeError], indirect=True)
def test_a_fault_is_a_500_and_quotes_nothing(broken):
    call, page = get("/api/v1/bootstrap"), get("/")
    assert (call.status_code, call.json()["message"]) == (500, FAILED)
    assert page.status_code == 500
    assert "hunter2" not in call.content.decode() + page.content.decode()
    assert "Retry-After" not in page
