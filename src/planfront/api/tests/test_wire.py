import json
import re

import pytest
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from planfront.api.root import api

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
SIGN_IN = "session/sign-in"


def items(answer):
    assert answer.status_code == 422
    return {item["target_element"]: item["error_message"] for item in answer.json()["data"]}


def test_missing_fields_are_named(visitor):
    assert items(visitor.post(SIGN_IN, {"x": 1})) == {"email": "Field is required", "password": "Field is required"}


def test_too_long_and_wrong_type_have_different_messages(visitor):
    result = items(visitor.post(SIGN_IN, {"email": "x" * 300, "password": 5}))
    assert result == {"email": "This is too long.", "password": "This value is not valid."}


@pytest.mark.parametrize("body", [b"{", b"", b"[]", b"\xff\xfe", b'"text"', b"null", b"NaN"])
def test_a_broken_body_is_a_clear_error(visitor, body):
    answer = visitor.post(SIGN_IN, body)
    assert answer.status_code == 422
    assert answer.json()["data"]


@pytest.mark.parametrize("text", ["\\u0000", "\\ud800", "a\\udc00b"])
def test_unstorable_text_is_refused(visitor, text):
    words = "The request has characters that can't be stored."
    answer = visitor.post(SIGN_IN, f'{{"email": "{text}", "password": "x"}}'.encode())
    assert items(answer) == {"email": words}
    listed = visitor.post(SIGN_IN, f'{{"list": [{{"a": "x"}}, {{"b": "{text}"}}]}}'.encode())
    assert items(listed) == {"list.1.b": words}


def test_unstorable_bytes_outside_a_field_are_reported_for_the_body(visitor):
    assert list(items(visitor.post(SIGN_IN, b"\x00"))) == ["body"]
    assert list(items(visitor.post(SIGN_IN, b'{"\\u0000": "x"}'))) == ["body"]
    assert list(items(visitor.get("lookup-zip-state", zip="4\x00"))) == ["zip"]


def test_an_emoji_as_a_surrogate_pair_is_accepted(visitor):
    assert "password" in items(visitor.post(SIGN_IN, b'{"email": "\\ud83d\\ude00@x", "password": "x"}'))


def test_overlong_text_in_a_wizard_step_is_refused(visitor):
    """Whose values are also taken as numbers and null."""
    result = items(visitor.post("save-personal-info", {"enrollment_id": "x", "first_name": "x" * 255}))
    assert result == {"first_name": "This is too long."}


def test_a_huge_body_is_answered_with_413(visitor):
    answer = visitor.post(SIGN_IN, json.dumps({"email": "x" * 5_000_000, "password": "x"}))
    assert answer.status_code == 413
    assert answer.json()["message"] == "The request is too large."


def test_messages_follow_the_language(visitor):
    visitor.headers["Accept-Language"] = "es"
    assert items(visitor.post(SIGN_IN, {"password": "x"})) == {"email": "Este campo es obligatorio"}


def test_every_operation_is_named_typed_and_guarded():
    document = api.get_openapi_schema()
    names = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            names.append(operation["operationId"])
            where = f"{method} {path}"
            assert "_api_" not in operation["operationId"], f"{where} has no operation_id of its own"
            assert 200 in operation["responses"], where
            if operation["operationId"] != "start_session":
                assert operation.get("security"), f"{where} needs no token"
                assert 401 in operation["responses"], where
    assert names


@pytest.mark.thorough
def test_no_two_models_share_a_name(monkeypatch):
    """The document's components are keyed by class name: a second model of that name would replace the first."""
    seen = {}
    kept = OpenAPISchema.add_schema_definitions

    def add(self, definitions):
        for name, definition in definitions.items():
            assert seen.setdefault(name, definition) == definition, f"two different models are called {name}"
        kept(self, definitions)

    monkeypatch.setattr(OpenAPISchema, "add_schema_definitions", add)
    NinjaAPI.get_openapi_schema(api)
    assert "SessionInfo" in seen


def test_a_deeply_nested_body_with_surrogates_is_refused(visitor):
    answer = visitor.post("session/sign-in", '["\\ud83d", ' + "[" * 100_000)
    assert answer.status_code == 422


def test_the_interactive_docs_load_nothing_from_elsewhere(visitor):
    page = visitor.client.get("/api/v1/docs", headers={"Host": "shop.test"})
    assert page.status_code == 200
    html = page.content.decode()
    assert "/static/ninja/swagger-ui-bundle.js" in html
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', html)
