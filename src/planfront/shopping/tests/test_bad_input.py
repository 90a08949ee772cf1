"""Every field of every call takes anything: the answer is a 4xx, or a 200 that makes sense, never a failure."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from planfront.api.root import api
from planfront.shopping.tests.factories import dental, start

NASTY: list[Any] = [None, "x" * 10_000, "<script>😀</script>' OR '1'='1", 10**400, [[]], "NaN"]
NASTY_AT_LENGTH: list[Any] = ["", -1, 2**31, 1.5, True, {"a": {"b": None}}, "99/99/9999", "٣٣٣٣٣"]
TAGS = {"filter", "plans", "questions", "cart"}


@lru_cache(maxsize=1)
def operations():
    schema = api.get_openapi_schema()
    return [
        (path, method, operation, schema)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if TAGS & set(operation.get("tags", ()))
    ]


def body_fields(operation: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    reference = content.get("$ref", "")
    return schema["components"]["schemas"][reference.rsplit("/", 1)[-1]]["properties"] if reference else {}


def good(name: str, key: str, plan_id: int) -> Any:
    ids = {
        "enrollment_id": key,
        "plan_id": plan_id,
        "pid": plan_id,
        "plan_id1": plan_id,
        "answers": [],
        "aflac_data": [],
    }
    return ids.get(name, "1")


def cases(key: str, plan_id: int):
    for path, method, operation, schema in operations():
        names = [parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "query"]
        url = (
            path.replace("{enrollment_id}", key)
            .replace("{plan_id}", str(plan_id))
            .replace("{hash}", "check-" + "0" * 16)
        )
        for name in names:
            yield method, url, {other: good(other, key, plan_id) for other in names}, name
        fields = body_fields(operation, schema)
        for name in fields:
            yield method, url, {other: good(other, key, plan_id) for other in fields}, name


@pytest.mark.parametrize(
    "bad",
    [*NASTY, *(pytest.param(value, marks=pytest.mark.at_length) for value in NASTY_AT_LENGTH)],
    ids=lambda value: repr(value)[:20],
)
@pytest.mark.thorough
def test_no_value_of_any_field_breaks_a_call(visitor, bad):
    plan = dental()
    key = start(visitor)
    seen = 0
    for method, url, values, name in cases(key, plan.pk):
        values[name] = bad
        if method == "get":
            answer = visitor.client.get(
                url, {k: v for k, v in values.items() if v is not None}, headers=visitor._headers()
            )
        else:
            answer = visitor.send(method.upper(), url, values)
        assert answer.status_code in (200, 404, 409, 422), (method, url, name, answer.status_code)
        seen += 1
    assert seen > 80


@pytest.mark.parametrize(
    "body", [b"", rb'{"enrollment_id": "\ud800"}', b"null", b"[]", b'"text"', b"{", b"\xff\xfe", b"[" * 5000]
)
def test_bodies_that_are_not_objects_are_refused(visitor, body):
    for path, method, operation, _schema in operations():
        if "requestBody" in operation:
            answer = visitor.client.generic(
                method.upper(),
                path.replace("{enrollment_id}", "x"),
                body,
                "application/json",
                headers=visitor._headers(),
            )
            assert answer.status_code == 422, (path, answer.status_code)
