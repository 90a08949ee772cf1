"""Requests that succeed, for every operation and every kind of session that may make it.

Most come from the walk (`permissions`) and the product's list of calls (`calls`). A few operations answer 2xx only in
a situation of their own; those are made here.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import pyotp
from django.test import override_settings
from openpyxl import Workbook

from planfront.billing.models import CardSetup
from planfront.billing.tests.conftest import stripe_env
from planfront.billing.tests.stand_in import StandIn, serve
from planfront.enrollment.tests.conftest import Wizard
from planfront.enrollment.tests.test_cards import CARD
from planfront.enrollment.tests.test_dependents import CHILD
from planfront.enrollment.tests.test_payments import BANK
from planfront.kernel import clock
from planfront.parties.groups.models import GroupClass
from planfront.parties.reps.models import Agent
from tests.contract import permissions, sample
from tests.contract.calls import CALLS
from tests.contract.calls import stage as stages
from tests.contract.calls.shape import filled
from tests.contract.calls.stage import Stage
from tests.contract.scene import PASSWORD, ROSTER, Scene
from tests.fixtures import ApiClient

Document = dict[str, Any]


@dataclass(frozen=True)
class Request:
    """``ids`` are not to be replaced: they lead to what the session may see."""

    operation_id: str
    session: str
    client: ApiClient
    path: dict[str, Any]
    query: dict[str, Any]
    body: Any
    ids: frozenset[str]


class Operations:
    """The operations of an OpenAPI document, by id and by method and path."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.by_id = {
            operation["operationId"]: (method, path, operation)
            for method, path, operation in sample.operations(document)
        }
        self._by_line = {(method, _anonymous(path)): name for name, (method, path, _) in self.by_id.items()}

    def find(self, method: str, path: str) -> str:
        return self._by_line[method, _anonymous(path)]

    def split(self, operation_id: str, values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], Any]:
        """``values`` as path values, query and body of a request."""
        method, _path, operation = self.by_id[operation_id]
        path = {name: values[name] for name in sample.path_names(operation)}
        if method == "GET":
            return path, sample.query(self.document, operation, **values), None
        return path, {}, sample.body(self.document, operation, **values)


def _anonymous(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


def requests_of_walk(operations: Operations, scene: Scene) -> Iterator[Request]:
    """For each operation, rule and kind of session one request that the table of permissions lets through."""
    for operation_id in operations.by_id:
        for rule in permissions.rules_of(operation_id):
            seen: set[str] = set()
            for case in permissions.RULES[rule][0](scene):
                for kind in sorted((case.may & case.asked & scene.clients.keys()) - seen):
                    seen.add(kind)
                    values = permissions.values(operation_id) | case.ids
                    yield Request(
                        operation_id,
                        kind,
                        scene.clients[kind],
                        *operations.split(operation_id, values),
                        frozenset(case.ids),
                    )


def requests_of_calls(operations: Operations, stage: Stage) -> Iterator[Request]:
    """The product's list of calls, each as it stands there."""
    for call in CALLS:
        method, line_path = call.line.split(" ")
        path = line_path if line_path.startswith("/api/") else f"/api/v1{line_path}"
        values = filled(stage, call.send)
        names = re.findall(r"\{(\w+)\}", path)
        rest = {name: value for name, value in values.items() if name not in names}
        operation_id = operations.find(method, path)
        _method, template, _operation = operations.by_id[operation_id]
        path_values = dict(zip(re.findall(r"\{(\w+)\}", template), (values[name] for name in names), strict=True))
        ids = frozenset({"enrollment_id", "tempId", "user_id", "agent_id", "group_id", "code", *path_values})
        query, body = (rest, None) if method == "GET" else ({}, rest)
        yield Request(operation_id, call.who, stage.clients[call.who], path_values, query, body, ids)


def requests_of_situations(operations: Operations, scene: Scene, stage: Stage) -> Iterator[Request]:
    for operation_id, make in SITUATIONS.items():
        session, client, values, ids = make(scene, stage)
        yield Request(operation_id, session, client, *operations.split(operation_id, values), frozenset(ids))


Situation = tuple[str, ApiClient, dict[str, Any], set[str]]


def _factor_begun(scene: Scene, _stage: Stage) -> Situation:
    client = scene.clients["other rep"]
    key = client.post("account/second-factor/start", {"password": PASSWORD}).json()["data"]["key"]
    return "other rep", client, {"code": pyotp.TOTP(key).at(clock.now())}, set()


def _first_step_passed(scene: Scene, _stage: Stage) -> Situation:
    client = scene.clients["other group"]
    key = client.post("account/second-factor/start", {"password": PASSWORD}).json()["data"]["key"]
    totp = pyotp.TOTP(key)
    codes = client.post("account/second-factor/confirm", {"code": totp.at(clock.now())}).json()["data"]["codes"]
    visitor = ApiClient(client.host)
    answer = visitor.post("session/sign-in", {"email": "other-group@walk.example", "password": PASSWORD})
    return "visitor", visitor, {"ticket": answer.json()["data"]["ticket"], "code": codes[0]}, {"ticket"}


def _one_child_on_family_tier(_scene: Scene, stage: Stage) -> Situation:
    visitor = stage.clients["visitor"]
    key = stages.filled(visitor, stages.quote(visitor, tier="IF"), stages.DENTAL)
    wizard = Wizard(visitor, key).answer_questions()
    listed = {"dependents": [{"primary_info": CHILD}], "spouse_choice": "no"}
    stages.sure(wizard.post("save-dependent-info-to-temp", **listed))
    offer = wizard.data("get-tier-change")["result"]
    values = {"enrollment_id": key, "tier": offer["to_tier"], "accepted_total": offer["new_total"]}
    return "visitor", visitor, values, {"enrollment_id"}


def _question_waiting(scene: Scene, _stage: Stage) -> Situation:
    values = {"question_id": scene.ids["quote question"], "answer": "Yes, for children."}
    return "rep", scene.clients["rep"], values, {"question_id"}


def _contact_known(_scene: Scene, stage: Stage) -> Situation:
    rep = stage.clients["rep"]
    wizard = Wizard(rep, stages.filled(rep, stages.quote(rep, eprocess="rep"), stages.DENTAL)).answer_questions()
    return "rep", rep, {"enrollment_id": wizard.id, "email": "ana@walk.example"}, {"enrollment_id"}


def _two_sheets(scene: Scene, _stage: Stage) -> Situation:
    book = Workbook()
    for sheet in (book.active, book.create_sheet("Staff")):
        for line in ROSTER.splitlines():
            sheet.append(line.split(","))
    target = io.BytesIO()
    book.save(target)
    sent = {"file_name": "people.xlsx", "content": base64.b64encode(target.getvalue()).decode()}
    group = scene.clients["group"]
    values = {"roster_id": group.post("upload-roster", sent).json()["data"]["roster_id"], "names": ["Staff"]}
    return "group", group, values, {"roster_id"}


def _card_typed(_scene: Scene, stage: Stage) -> Situation:
    names = ("card_number", "security_code", "expiration_month", "expiration_year")
    values = {"enrollment_id": stage.ids["billed"], **{name: CARD[name] for name in names}}
    return "visitor", stage.clients["visitor"], values, {"enrollment_id"}


_AT_WORK = ExitStack()  # held here: one that nobody holds ends what it has


@cache
def _card_processor() -> StandIn:
    """One for as long as the tests run."""
    return _AT_WORK.enter_context(serve())


@contextmanager
def by_card_processor() -> Iterator[StandIn]:
    """Cards go to a processor with fields of its own."""
    processor = _card_processor()
    with override_settings(ADAPTERS={"card": "stripe"}, ENV=stripe_env(processor)):
        yield processor


def _card_begun(_scene: Scene, stage: Stage) -> Situation:
    values = {"enrollment_id": stage.ids["billed"], "back": "/enrollment/billing-information"}
    return "visitor", stage.clients["visitor"], values, {"enrollment_id"}


def _card_confirmed(scene: Scene, stage: Stage) -> Situation:
    session, visitor, values, _ids = _card_begun(scene, stage)
    with by_card_processor() as processor:
        token = visitor.post("begin-card-setup", values).json()["data"]["card_token"]
        processor.confirm(CardSetup.objects.get(pk=token).reference)
    values = {"enrollment_id": values["enrollment_id"], "card_token": token}
    return session, visitor, values, {"enrollment_id"}


def _other_rep(scene: Scene) -> int:
    return int(Agent.objects.get(user__email="other-rep@walk.example").pk)


def _lead_to_assign(scene: Scene, _stage: Stage) -> Situation:
    values = {"lead_ids": [scene.ids["lead"]], "agent_id": _other_rep(scene)}
    return "rep", scene.clients["rep"], values, {"lead_ids"}


def _quote_to_assign(scene: Scene, _stage: Stage) -> Situation:
    values = {"quote_ids": [scene.ids["sent quote"]], "agent_id": _other_rep(scene)}
    return "rep", scene.clients["rep"], values, {"quote_ids"}


def _class_to_move_to(scene: Scene, _stage: Stage) -> Situation:
    staff, _made = GroupClass.objects.get_or_create(group_id=scene.ids["group"], name="Office")
    values = {"member_ids": [scene.ids["member"]], "class_id": staff.pk, "digest": "0" * 64}
    return "group", scene.clients["group"], values, {"member_ids"}


def _payment_known(scene: Scene, _stage: Stage) -> Situation:
    values = {**BANK, "digest": "0" * 64, "password": PASSWORD}
    return "member", scene.clients["member"], values, set()


def _item_with_phone(scene: Scene, _stage: Stage) -> Situation:
    rep = scene.clients["rep"]
    items = rep.get("get-today").json()["data"]["items"]
    key = next(item["key"] for item in items if item["phone"])
    return "rep", rep, {"key": key, "outcome": "talked"}, {"key"}


SURROUNDINGS: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "begin_card_setup": by_card_processor,
    "finish_card_setup": by_card_processor,
}
"""What is otherwise while an operation is asked."""
SITUATIONS: dict[str, Callable[[Scene, Stage], Situation]] = {
    "second_factor_confirm": _factor_begun,
    "sign_in_second_factor": _first_step_passed,
    "change_tier": _one_child_on_family_tier,
    "answer_quote_question": _question_waiting,
    "send_to_client": _contact_known,
    "choose_roster_sheets": _two_sheets,
    "card_token": _card_typed,
    "begin_card_setup": _card_begun,
    "finish_card_setup": _card_confirmed,
    "hand_over_leads": _lead_to_assign,
    "assign_quotes": _quote_to_assign,
    "preview_class_move": _class_to_move_to,
    "move_class": _class_to_move_to,
    "change_payment": _payment_known,
    "log_call": _item_with_phone,
}
