"""An id is never authority: every operation with every kind of session, against the table in ``permissions``."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from ninja.operation import Operation

from planfront.accounts.acts import Act, declared_act, does
from planfront.accounts.models import VisitorSession
from planfront.api import role_gate
from planfront.api.role_gate import require_declaration
from planfront.api.root import api
from planfront.kernel import clock
from tests.contract import permissions, sample, scene
from tests.fixtures import ApiClient, taken_back

DOCUMENT = json.loads(json.dumps(api.get_openapi_schema(), cls=DjangoJSONEncoder))
OPERATIONS = {
    operation["operationId"]: (method, path, operation) for method, path, operation in sample.operations(DOCUMENT)
}
# What a refusal may write: that the session is alive, how often somebody tried, and the trail of it.
BOOKS = {"accounts_visitorsession", "kernel_throttle", "audit_auditevent"}
# What everyone may change: the own account with its mails and sign-ins, and consents of the own browser.
OWN = {
    "accounts_listviews",
    "accounts_trusteddevice",
    "accounts_mailtoken",
    "accounts_secondfactor",
    "accounts_user",
    "django_tasks_database_dbtaskresult",
    "leads_locationconsent",
    "messaging_outboundemail",
    "messaging_suppression",
    "today_dailyemail",
    "today_workmark",
    "accounts_mailrequest",
    "accounts_signonattempt",
}
# An address that is confirmed for an account becomes the one on its member's record, too.
WITH_ADDRESS = {"members_member", "members_personversion", "members_duplicatemember", "coverage_coverageevent"}
OWN_BY_CALL = {"confirm_new_email": OWN | WITH_ADDRESS}
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
    asked: Counter[tuple[str, bool]] = field(default_factory=Counter)

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
            client = self.scene.clients[kind]
            answer, compared = ask(client, operation_id, case.ids), unknown
            if answer.status == 403 and case.ids:  # refused for the role, which says nothing about the ids either
                compared = ask(client, operation_id, case.unknown)
            self._judge(place, operation_id, kind, answer, case, compared)

    def _judge(
        self, place: str, operation_id: str, kind: str, answer: Answer, case: permissions.Case, unknown: Answer | None
    ) -> None:
        grants, text = answer.grants(operation_id), f"{place}: {kind}: {answer.status} {str(answer.body)[:160]}"
        self.asked[kind, grants] += 1
        if grants != (kind in permissions.may(operation_id, case)):
            self.wrong.append(f"{'UNEXPECTED GRANT' if grants else 'unexpected refusal'} {text}")
        elif grants and operation_id.removeprefix("root_") not in permissions.CHANGES:
            if wrote := answer.wrote - BOOKS - OWN_BY_CALL.get(operation_id, OWN):
                self.wrong.append(f"A READING CALL WROTE {sorted(wrote)} {text}")
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
    # The whole walk may take longer than a session may be idle, and each request's own touch is taken back.
    VisitorSession.objects.update(seen_at=clock.now())
    nobody = ApiClient(scene.HERE)
    nobody.token = ""
    return Walk(people, nobody)


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_every_operation_answers_exactly_those_who_may(walk, operation_id):
    walk.operation(operation_id)
    assert not walk.wrong, f"{len(walk.wrong)} answers differ from the table:\n" + "\n".join(walk.wrong)


def test_the_walk_asks_every_kind_of_session_and_every_role(people, db):
    """Counts by kind: requests that are granted, and that are refused."""
    kinds = {*permissions.ALL, "client"}
    granted, refused = Counter(), Counter()
    for name in OPERATIONS:
        asked_of_operation = set()
        for rule in permissions.rules_of(name):
            for case in permissions.RULES[rule][0](people):
                granted.update(case.asked & permissions.may(name, case))
                refused.update(case.asked - permissions.may(name, case))
                asked_of_operation |= case.asked
        assert asked_of_operation >= permissions.HERE, name
    assert (granted + refused).keys() == kinds
    assert len(OPERATIONS) >= 242
    assert granted.total() >= 2814
    assert refused.total() >= 8966
    assert all(granted[kind] >= 133 for kind in scene.STAFF)
    assert granted[scene.SUPERUSER] == granted["staff"] == granted[scene.SERVICE]


def test_what_the_table_says_of_changes_is_what_the_calls_declare():
    declared = {
        operation.operation_id.removeprefix("root_")
        for bound in api._get_bound_routers()
        for view in bound.path_operations.values()
        for operation in view.operations
        if declared_act(operation.view_func) not in {None, Act.READ, Act.OWN}
    }
    assert declared == permissions.CHANGES


def test_a_call_that_may_change_something_and_does_not_say_what_is_no_call():
    def save_anything(request: Any) -> None: ...

    operation = Operation("/save-anything", ["POST"], save_anything, operation_id="save_anything")
    with pytest.raises(TypeError, match="save_anything"):
        require_declaration(operation)
    operation.view_func = does(Act.SHOP)(save_anything)
    require_declaration(operation)


@pytest.mark.parametrize("operation_id", ["submit_change", "withdraw_change", "add_filter_for_existing_user"])
def test_the_walk_finds_a_planted_hole(walk, monkeypatch, operation_id):
    """A gate that asks who somebody is, and not in which role."""
    monkeypatch.setattr(role_gate, "may_do", lambda _actor, _act: True)
    walk.operation(operation_id)
    assert [line for line in walk.wrong if line.startswith("UNEXPECTED GRANT") and scene.READER in line]


def test_the_walk_finds_a_reading_call_that_writes(walk, monkeypatch):
    monkeypatch.setattr(permissions, "CHANGES", permissions.CHANGES - {"remove_plan_from_cart"})
    walk.operation("remove_plan_from_cart")
    assert [line for line in walk.wrong if line.startswith("A READING CALL WROTE ['shopping_cartline'")]
