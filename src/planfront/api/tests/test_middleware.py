import pytest

pytestmark = pytest.mark.django_db
CALLS = ["get-default-info", "get-dynamic-tabs", "get-member-info", "validate-landing-page"]


@pytest.mark.parametrize("prefix", ["", "/api/v1"])
@pytest.mark.parametrize("call", CALLS)
def test_no_answer_is_kept_by_anybody(visitor, prefix, call):
    answer = visitor.get(f"{prefix}/{call}", user_id=1, enrollment_id="x", landing_page="x")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Type"].startswith("application/json")


@pytest.mark.parametrize("path", ["/api/v1/get-states", "/get-default-info"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])
def test_another_method_is_refused_in_the_envelope(visitor, path, method):
    answer = visitor.send(method, path)
    assert (answer.status_code, answer.headers["Allow"], answer.headers["Cache-Control"]) == (405, "GET", "no-store")
    message = "This call takes another method."
    if method != "HEAD":
        assert answer.json() == {"status": "error", "statusCode": 405, "message": message, "data": {}}


def test_pages_keep_their_own_headers(client, brand):
    answer = client.get("/plans", headers={"Host": "shop.test"})
    assert answer.headers["Cache-Control"] == "no-cache"
    refused = client.post("/plans", headers={"Host": "shop.test"})
    assert (refused.status_code, refused.content) == (405, b"")


@pytest.mark.parametrize("path", ["/api/v1/", "/api/v1/%0A", "/api/v1/no/such/call"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_addresses_below_the_api_that_no_call_has_answer_in_the_envelope(visitor, path, method):
    answer = visitor.send(method, path)
    assert answer.status_code in {404, 405}
    assert answer.json()["status"] == "error"
