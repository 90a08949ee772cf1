"""Hostile values in every field of every call: refused or taken, never a failure of ours."""

from functools import lru_cache
from typing import Any

import pytest
from django.db import connection

from planfront.api.root import api
from planfront.enrollment.tests.test_access import operations

pytestmark = [pytest.mark.both_databases, pytest.mark.thorough]

NASTY: list[Any] = [
    None,
    "",
    " ",
    "x" * 5000,
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "\ud800",
    "😀",
    10**30,
    -1,
    1.5,
    True,
    [],
    {},
    ["a"],
    {"a": {"b": []}},
    "\u202e",
    "０１２",
]
# What may reach the database as text; the others only meet the parsers, which are the same on both databases.
TO_THE_DATABASE: list[Any] = ["' OR 1=1 --", "\ud800", "😀", "x\x00y", 10**30]


def values():
    return [*NASTY, "x\x00y"] if connection.vendor == "sqlite" else TO_THE_DATABASE


@lru_cache(maxsize=1)
def document():
    return api.get_openapi_schema()


def names_of(operation):
    """Property names of a POST body."""
    schema = document()
    body = next(
        path["post"]["requestBody"]["content"]["application/json"]["schema"]
        for path in schema["paths"].values()
        if path.get("post", {}).get("operationId") == operation
    )
    return list(schema["components"]["schemas"][body["$ref"].rsplit("/", 1)[-1]]["properties"])


POSTS = sorted({(path, name) for method, path, name in operations() if method == "post"})
ALONE: list[Any] = ["😀", ["a"], "x" * 5000, "\ud800"]


@pytest.mark.parametrize(("path", "name"), POSTS)
def test_no_value_breaks_a_call(wizard, path, name):
    """Each value in all fields at once, as every one is looked at; and each field by itself, with values in turn."""
    wizard.personal()
    fields = [item for item in names_of(name) if item != "enrollment_id"]
    bodies = [dict.fromkeys(fields, value) for value in values()]
    bodies += [{field: ALONE[(turn + number) % len(ALONE)]} for turn in (0, 1) for number, field in enumerate(fields)]
    for body in bodies:
        answer = wizard.client.post(path, {"enrollment_id": wizard.id, **body})
        assert answer.status_code in {200, 404, 409, 413, 422, 429}, (str(body)[:200], answer.content[:300])


def test_no_nested_value_breaks_a_call(wizard):
    for value in values():
        person = {"first_name": value, "ssn": value, "birthdate": value}
        for body in (
            {"dependents": [{"primary_info": person}]},
            {"dependents": [value]},
            {"primary_info": person},
        ):
            for call in ("save-dependent-info", "validate-single-dependent"):
                assert wizard.post(call, **body).status_code in {200, 409, 422}, (call, value)
        drafted = wizard.post("save-draft", tab_name="contact_info", values={"city": value})
        assert drafted.status_code in {200, 422}, value
        later = wizard.post("save-enrollment", tab="contact_info", email="a@b.example", data={"city": value})
        assert later.status_code in {200, 422, 429}, value
