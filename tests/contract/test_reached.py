"""Generated input from inside: with sessions and ids that get an answer, no value breaks an operation.

`test_fuzz` sends what the schema allows from outside, where most ids lead nowhere. Here every request begins as one
that succeeds, in each kind of session that may make it, and generated values then take the places of some of its own.
"""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
import time_machine
from django.conf import settings as django_settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode

from planfront.api.root import api
from planfront.kernel import clock
from planfront.kernel.http.repeating import is_neutral
from tests.contract import scene
from tests.contract.calls import stage as stages
from tests.contract.reaching import (
    SURROUNDINGS,
    Operations,
    Request,
    requests_of_calls,
    requests_of_situations,
    requests_of_walk,
)
from tests.fixtures import taken_back

pytestmark = [pytest.mark.django_db, pytest.mark.postgres_at_length]
EXAMPLES = int(os.environ.get("REACHED_EXAMPLES", "2"))
"""For each operation, of values that fit its description and of those that don't."""
DOCUMENT = json.loads(json.dumps(api.get_openapi_schema(), cls=DjangoJSONEncoder))
OPERATIONS = Operations(DOCUMENT)
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
STRANGE: tuple[Any, ...] = (
    None,
    "",
    " ",
    0,
    -1,
    2**63,
    1.5,
    True,
    [],
    {},
    [[]],
    {"": ""},
    "\x00",
    "\ud800",
    "x" * 5000,
    "' OR 1=1 --",
    "<script>",
    "../../etc/passwd",
    "99/99/9999",
    "1e309",
    "NaN",
    "٣",
    "\u202e",
    "2026-02-30",
    "-0.00",
)
SUCCESSES = {200, 201, 204}
ANSWERS = {200, 201, 204, 401, 403, 404, 405, 409, 413, 422, 429}


@pytest.fixture(scope="module")
def requests(_seeded: None, django_db_blocker: Any) -> Iterator[list[Request]]:
    with django_db_blocker.unblock(), taken_back():
        stage, walk = stages.build(), scene.build()
        # The clock stands still: a code of an authenticator app that a request begins with is good for half a minute.
        with time_machine.travel(clock.now(), tick=False):
            yield [
                *requests_of_walk(OPERATIONS, walk),
                *requests_of_calls(OPERATIONS, stage),
                *requests_of_situations(OPERATIONS, walk, stage),
            ]


def send(request: Request) -> Any:
    """The answer; what it did is taken back."""
    method, path, _operation = OPERATIONS.by_id[request.operation_id]
    for name, value in request.path.items():
        path = path.replace(f"{{{name}}}", quote(str(value).encode("utf-8", "replace"), safe=""))
    client = request.client
    client.client.cookies.clear()
    surroundings = SURROUNDINGS.get(request.operation_id, nullcontext)
    with surroundings(), taken_back():
        if method == "GET":
            answer = client.get(path, **request.query)
        else:
            answer = client.send(method, path, json.dumps(request.body, cls=DjangoJSONEncoder))
    return answer


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to every value inside of a body."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield (*before, key)
        yield from places(child, (*before, key))


def put(body: Any, place: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(body)
    target = changed
    for key in place[:-1]:
        target = target[key]
    target[place[-1]] = value
    return changed


@st.composite
def variants(draw: st.DrawFn, request: Request, mode: GenerationMode) -> Request:
    """The request with generated values for some of its own, in its body or its query."""
    method, path, operation = OPERATIONS.by_id[request.operation_id]
    if not (operation.get("parameters") or "requestBody" in operation):
        return request
    case = draw(SCHEMA[path][method].as_strategy(generation_mode=mode))
    if method == "GET":
        result = {str(name): value for name, value in dict(case.query or {}).items()}
        kept = {name: value for name, value in request.query.items() if name in request.ids}
        return replace(request, query=text_of({**request.query, **result, **kept}))
    generated = case.body if isinstance(case.body, dict) else {}
    body = request.body if isinstance(request.body, dict) else {}
    changed = {**body, **generated} if draw(st.booleans()) else body
    for place in draw(st.lists(st.sampled_from(list(places(changed))), max_size=2)) if changed else ():
        if place in set(places(changed)):
            changed = put(changed, place, draw(st.sampled_from(STRANGE)))
    return replace(request, body=changed | {name: body[name] for name in request.ids if name in body})


def text_of(query: dict[str, Any]) -> dict[str, str]:
    return {name: str(value).encode("utf-8", "replace").decode() for name, value in query.items()}


def test_every_operation_can_succeed(requests):
    reached: set[str] = set()
    for request in requests:
        if request.operation_id not in reached and send(request).status_code in SUCCESSES:
            reached.add(request.operation_id)
    assert sorted(set(OPERATIONS.by_id) - reached) == []


@pytest.mark.at_length
def test_every_session_that_may_is_answered(requests):
    answers = [(request.operation_id, send(request)) for request in requests]
    reached = {operation_id for operation_id, answer in answers if answer.status_code in SUCCESSES}
    assert sorted(set(OPERATIONS.by_id) - reached) == []
    assert [(name, answer.content) for name, answer in answers if answer.status_code not in ANSWERS] == []


@pytest.mark.at_length
@pytest.mark.parametrize("mode", GenerationMode)
def test_no_value_breaks_an_operation_from_inside(requests, mode):
    by_operation: dict[str, list[Request]] = {}
    for request in requests:
        by_operation.setdefault(request.operation_id, []).append(request)
    broken = [fault for several in by_operation.values() for fault in faults_of(several, mode)]
    assert not broken, "\n".join(broken)


def faults_of(requests: list[Request], mode: GenerationMode) -> list[str]:
    """The answers to variants of an operation's requests that are none of those that the API promises."""
    faults = []

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(variant=st.sampled_from(requests).flatmap(lambda request: variants(request, mode)))
    def send_variant(variant: Request) -> None:
        answer = send(variant)
        if answer.status_code not in ANSWERS or not in_envelope(answer):
            described = f"{variant.operation_id} as {variant.session} with {variant.query} {str(variant.body)[:600]}"
            faults.append(f"{described}: {answer.status_code} {answer.content[:200]!r}")

    send_variant()
    return faults


def in_envelope(answer: Any) -> bool:
    if not answer.content or not answer["Content-Type"].startswith("application/json"):
        return answer.status_code < 400
    return answer.json()["status"] in {"success", "error", "changePid"}


def test_calls_whose_answers_may_be_old_write_nothing(requests):
    """Whatever a call reads from a replica, it must not write back."""
    old = {operation_id for operation_id in OPERATIONS.by_id if _is_old(operation_id)}
    assert {_name(operation_id) for operation_id in old} == django_settings.OLD_READS
    old_requests = [request for request in requests if request.operation_id in old]
    assert {request.operation_id for request in old_requests} == old
    for request in old_requests:
        written: list[str] = []
        with connection.execute_wrapper(_note_writes(written)):
            assert send(request).status_code in ANSWERS
        assert written == [], request


def _is_old(operation_id: str) -> bool:
    method, _path, _operation = OPERATIONS.by_id[operation_id]
    return method == "GET" and _name(operation_id) in django_settings.OLD_READS


def _name(operation_id: str) -> str:
    return re.sub(r"^/(api/v\d/)?", "", OPERATIONS.by_id[operation_id][1]).partition("/")[0]


def _note_writes(written: list[str]) -> Any:
    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not is_neutral(sql):
            written.append(sql)
        return execute(sql, params, many, context)

    return note
