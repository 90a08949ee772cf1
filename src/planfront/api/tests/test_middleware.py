import logging
import re

import pytest
from django.http import HttpResponse

from planfront.kernel.observing.tracing import AddRequestId, request_id

pytestmark = pytest.mark.django_db
CALLS = ["get-default-info", "get-dynamic-tabs", "get-member-info", "validate-landing-page"]


@pytest.mark.parametrize("prefix", ["", "/api/v1"])
@pytest.mark.parametrize("call", CALLS)
def test_answers_are_never_cached(visitor, prefix, call):
    answer = visitor.get(f"{prefix}/{call}", user_id=1, enrollment_id="x", landing_page="x")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Type"].startswith("application/json")


@pytest.mark.parametrize("path", ["/api/v1/get-states", "/get-default-info"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_another_method_is_refused_in_the_envelope(visitor, path, method):
    answer = visitor.send(method, path)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (405, "no-store")
    assert answer.headers["Allow"] == "GET, HEAD"
    message = "This call takes another method."
    assert answer.json() == {"status": "error", "statusCode": 405, "message": message, "data": {}}


@pytest.mark.parametrize("path", ["/api/v1/get-states", "/get-default-info"])
def test_head_answers_as_get_does_without_the_body(visitor, path):
    whole, head = visitor.get(path), visitor.send("HEAD", path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Type"] == whole.headers["Content-Type"]
    assert int(head.headers["Content-Length"]) == len(whole.content)


def test_head_of_a_call_that_only_takes_a_body_is_refused(visitor):
    refused = visitor.send("HEAD", "/api/v1/session/sign-in")
    assert (refused.status_code, refused.headers["Allow"], refused.content) == (405, "POST", b"")


def test_every_answer_carries_a_request_id_of_its_own(visitor):
    first, second = (visitor.get("get-states").headers["X-Request-ID"] for _ in range(2))
    assert len(first) == 32
    assert first != second


def test_the_callers_request_id_is_repeated_unless_it_is_malformed(visitor):
    visitor.headers["X-Request-ID"] = "trace-1.of_2"
    assert visitor.get("get-states").headers["X-Request-ID"] == "trace-1.of_2"
    visitor.headers["X-Request-ID"] = "bad id; drop"
    assert visitor.get("no-such-call").headers["X-Request-ID"] != "bad id; drop"


def test_log_lines_of_a_request_name_its_id(rf, caplog):
    caplog.handler.addFilter(AddRequestId())

    def failing_view(request):
        logging.getLogger("planfront").error("failed")
        return HttpResponse(status=500)

    request_id(failing_view)(rf.get("/", headers={"X-Request-ID": "trace-0001"}))
    assert [record.request_id for record in caplog.records] == ["trace-0001"]


def test_rate_limits_are_shown_in_response_headers(visitor):
    first = visitor.get("validate-agent", agent_code="WRONG1")
    second = visitor.get("validate-agent", agent_code="WRONG2")
    assert first.headers["RateLimit-Policy"] == '"agent-code";q=30;w=900, "agent-code-ip";q=120;w=900'
    assert re.fullmatch(r'"agent-code";r=29;t=(900|899), "agent-code-ip";r=119;t=(900|899)', first.headers["RateLimit"])
    assert '"agent-code";r=28;' in second.headers["RateLimit"]
    assert "RateLimit" not in visitor.get("get-states").headers


def test_a_call_without_a_token_says_how_to_get_one(visitor):
    visitor.token = ""
    refused = visitor.get("get-states")
    assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, 'Bearer realm="planfront"')
    assert refused.json()["message"].startswith("This call needs a token")


def test_a_token_that_has_ended_says_so(visitor):
    visitor.token = "ended"
    refused = visitor.get("get-states")
    assert refused.headers["WWW-Authenticate"] == 'Bearer realm="planfront", error="invalid_token"'
    assert refused.json()["message"] == "Your session has ended. Please reload the page."


def test_pages_keep_their_own_headers(client, brand):
    answer = client.get("/plans", headers={"Host": "shop.test"})
    assert answer.headers["Cache-Control"] == "no-cache"
    refused = client.post("/plans", headers={"Host": "shop.test"})
    assert (refused.status_code, refused.content) == (405, b"")


@pytest.mark.parametrize("path", ["/api/v1/", "/api/v1/%0A", "/api/v1/no/such/call"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_unknown_api_addresses_are_answered_in_the_envelope(visitor, path, method):
    answer = visitor.send(method, path)
    assert answer.status_code in {404, 405}
    assert answer.json()["status"] == "error"
