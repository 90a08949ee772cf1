"""An id is never authority: every operation with every kind of session, against the table in ``permissions``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection

from planfront.api.root import api
from planfront.conftest import ApiClient, taken_back
from tests.contract import permissions, sample, scene

DOCUMENT = json.loads(json.dumps(api.get_openapi_schema(), cls=DjangoJSONEncoder))
OPERATIONS = {
    operation["operationId"]: (method, path, operation) for method, path, operation in sample.operations(DOCUMENT)
}
# What a refusal may write: that the session is alive, how often somebody tried, and the trail of it.
BOOKS = {"accounts_visitorsession", "kernel_throttle", "audit_auditevent"}
_WRITES = re.compile(r'^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+"?(\w+)', re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """What came back, and the tables that were written for it."""

    status: int
    body: Any
    wrote: frozenset[str]

    @property
    def content(self) -> tuple[int, str]:
        return self.status, json.dumps(self.body, sort_keys=True)

    def grants(self, operation_id: str) -> bool:
        if operation_id in permissions.PROVES:
            return self.status == 200 and self.body["status"] == "success"
        # "There is none" is said with statusCode 204; of a device that was never asked it is the answer.
        absent = self.body.get("statusCode") == 204 and operation_id != "check_lead_information"
        # Calls that price tell a foreign quote as they tell an expired one.
        absent = absent or self.body.get("errorCode") == "enrollmentIdError"
        assert self.status < 500, self.body
        return self.status not in {204, 401, 403, 404} and not absent


@contextmanager
def written() -> Iterator[set[str]]:
    tables: set[str] = set()

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if match := _WRITES.match(sql):
            tables.add(match[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield tables


def ask(client: ApiClient, operation_id: str, ids: dict[str, Any]) -> Answer:
    """Send a request and take back what it did."""
    method, path, operation = OPERATIONS[operation_id]
    value = permissions.values(operation_id) | ids
    for name in sample.path_names(operation):
        path = path.replace(f"{{{name}}}", str(value[name]))
    client.client.cookies.clear()  # a sign-in that was taken back left one
    with written() as tables, taken_back():
        if method == "GET":
            answer = client.get(path, **sample.query(DOCUMENT, operation, **value))
        else:
            answer = client.send(method, path, sample.body(DOCUMENT, operation, **value))
    return Answer(answer.status_code, answer.json() if answer.content else {}, frozenset(tables))


@dataclass
class Walk:
    """Collects every difference from the table, so that they are seen together."""

    scene: scene.Scene
    nobody: ApiClient
    wrong: list[str] = field(default_factory=list)

    def operation(self, operation_id: str) -> None:
        for rule in permissions.rules_of(operation_id):
            cases = list(permissions.RULES[rule][0](self.scene))
            no_session = ask(self.nobody, operation_id, cases[0].ids)
            self._judge(f"{operation_id} ({rule})", operation_id, "no session", no_session, cases[0], None)
            for case in cases:
                self._case(operation_id, case)

    def _case(self, operation_id: str, case: permissions.Case) -> None:
        place = f"{operation_id} ({case.name})"
        unknown = ask(self.scene.clients["other member"], operation_id, case.unknown) if case.ids else None
        for kind in sorted(case.asked):
            answer = ask(self.scene.clients[kind], operation_id, case.ids)
            self._judge(place, operation_id, kind, answer, case, unknown)

    def _judge(
        self, place: str, operation_id: str, kind: str, answer: Answer, case: permissions.Case, unknown: Answer | None
    ) -> None:
        grants, text = answer.grants(operation_id), f"{place}: {kind}: {answer.status} {str(answer.body)[:160]}"
        if grants != (kind in case.may):
            self.wrong.append(f"{'UNEXPECTED GRANT' if grants else 'unexpected refusal'} {text}")
        elif not grants and answer.wrote - BOOKS:
            self.wrong.append(f"A REFUSAL WROTE {sorted(answer.wrote - BOOKS)} {text}")
        elif not grants and unknown is not None and answer.status != 401 and answer.content != unknown.content:
            self.wrong.append(f"A REFUSAL TELLS FOREIGN FROM UNKNOWN {text} / {str(unknown.body)[:160]}")


def test_the_table_has_every_operation_and_no_other():
    named = {operation for _cases, operations in permissions.RULES.values() for operation in operations.split()}
    missing = sorted(set(OPERATIONS) - named)
    assert not missing, f"Say in tests/contract/permissions.py who may do this: {missing}"
    assert not named - set(OPERATIONS), f"No longer in the document: {sorted(named - set(OPERATIONS))}"
    assert {name.removeprefix("root_") for name in permissions.VALUES} <= set(OPERATIONS)


@pytest.fixture(scope="module")
def people(_seeded: None, django_db_blocker: Any) -> Iterator[scene.Scene]:
    """The scene, made once: what a request does is taken back."""
    with django_db_blocker.unblock(), taken_back():
        yield scene.build()


@pytest.fixture
def walk(people: scene.Scene, db: None) -> Walk:
    nobody = ApiClient(scene.HERE)
    nobody.token = ""
    return Walk(people, nobody)


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_every_operation_answers_exactly_those_who_may(walk, operation_id):
    walk.operation(operation_id)
    assert not walk.wrong, f"{len(walk.wrong)} answers differ from the table:\n" + "\n".join(walk.wrong)


def test_the_table_grants_more_than_a_thousand_requests_and_refuses_more_than_three(people, db):
    rules = [permissions.RULES[rule][0] for name in OPERATIONS for rule in permissions.rules_of(name)]
    cases = [case for cases_of in rules for case in cases_of(people)]
    assert sum(len(case.asked & case.may) for case in cases) > 1000
    assert sum(len(case.asked - case.may) for case in cases) > 3000
