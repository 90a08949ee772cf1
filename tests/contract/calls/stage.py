"""Who makes the calls and what they have reached: applications at every stage, made through the API."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from planfront.audit.services import SYSTEM
from planfront.billing.models import PaymentRule
from planfront.brands.models import Brand
from planfront.brands.services import save_settings
from planfront.catalog.plan_checks import check_call
from planfront.coverage.models import Policy
from planfront.enrollment.application.resume_codes import create_resume_code, link_token
from planfront.enrollment.models import RequirementProfile
from planfront.enrollment.tests.conftest import Wizard, mailed_code
from planfront.enrollment.tests.test_beneficiaries import IRIS, JONAH
from planfront.enrollment.tests.test_cards import CARD
from planfront.enrollment.tests.test_dependents import CHILD, SPOUSE
from planfront.enrollment.tests.test_employer import EMPLOYER
from planfront.leads.models import AssistantQuestion
from planfront.members.models import Relative
from planfront.sales.models import Confirmation
from planfront.shopping.models import Quote
from tests.fixtures import ApiClient

BASICS = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}
MORE = {"is_smoker": "0", "annual_income": "48000", "working_hours": "40"}
MARIA = 5001
DENTAL, VISION, ACCIDENT, PREMIER, MEMBERSHIP, STATEMENTS = 1002, 1102, 2003, 1403, 1601, 1401
DALLAS = {"address1": "2210 Elm Street", "address2": "", "city": "Dallas", "zip": "75201", "state": "TX"}
HEALTHY = {
    "condition_questions": [
        {"question_id": number, "question_text": "", "yes_no_flag": "0"} for number in (141, 142, 143, 145, 146, 147)
    ],
    "medication_question": {"question_id": 149, "yes_no_flag": "0", "medications": []},
    "notes": "",
}
CHILD_HEALTHY = HEALTHY | {
    "condition_questions": [question for question in HEALTHY["condition_questions"] if question["question_id"] != 145]
}


@dataclass
class Stage:
    """``clients`` by who they are, ``ids`` of enrollments by what they have reached."""

    clients: dict[str, ApiClient] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)

    def value(self, name: str) -> Any:
        """What ``<name>`` stands for."""
        if name in self.ids:
            return self.ids[name]
        value = self.values[name]
        return value() if callable(value) else value


def build() -> Stage:
    """Everything, in the demo world."""
    stage = Stage()
    for name, email in (
        ("visitor", ""),
        ("rep", "rep@demo.test"),
        ("group", "group@demo.test"),
        ("member", "member@demo.test"),
    ):
        stage.clients[name] = ApiClient("localhost")
        if email:
            assert stage.clients[name].sign_in(email).status_code == 200
    _settings()
    visitor = stage.clients["visitor"]
    stage.ids["quote"] = quote(visitor)
    stage.ids["cart"] = filled(visitor, quote(visitor), DENTAL)
    stage.ids["family"] = family(visitor, quote(visitor, tier="IF"))
    Wizard(visitor, stage.ids["family"]).answer_questions()
    stage.ids["signed"] = Wizard(visitor, filled(visitor, quote(visitor), DENTAL)).up_to("sign").id
    done = Wizard(visitor, filled(visitor, quote(visitor), DENTAL)).up_to("sign")
    sure(done.submit())
    stage.ids["done"] = done.id
    stage.ids["reps"] = filled(stage.clients["rep"], quote(stage.clients["rep"], eprocess="rep"), DENTAL)
    stage.ids["smoker"] = quote(visitor)
    sure(visitor.put(f"change-filter-info/{stage.ids['smoker']}", {"is_smoker": "1"}))
    stage.ids["texan"] = quote(visitor, zip="75201")
    stage.ids["premier"] = quote(visitor)
    both = {"enrollment_id": stage.ids["premier"], "plan_id": PREMIER, "plan_id1": MEMBERSHIP}
    sure(visitor.post("add-plan-to-cart-prudentials", both))
    stage.ids["coded"] = quote(visitor)
    Quote.objects.filter(public_id=stage.ids["coded"]).update(group_id=2556)  # it has no page of its own
    stage.ids["billed"] = Wizard(visitor, filled(visitor, quote(visitor), DENTAL)).up_to("billing").id
    _member(stage)
    _values(stage)
    return stage


def _settings() -> None:
    """What the demo world leaves out: a partner's site, cards, a plan that asks for every step, a member's family."""
    brand = Brand.objects.get(key="planfront")
    save_settings(brand=brand, values={"external_sites": "elevate", "elevate_portal_id": "3"})
    PaymentRule.objects.update_or_create(brand_id=brand.pk, defaults={"method": "cc", "descriptor": "PLANFRONT"})
    tabs = {"employer_info": True, "primary_health_info": True}
    RequirementProfile.objects.create(name="All steps", plan_id=ACCIDENT, tabs=tabs)
    for kind in Relative.Kind.values:
        Relative.objects.create(
            member_id=MARIA,
            kind=kind,
            relationship="Spouse",
            first_name="Jonah",
            last_name="Santos",
            birth_date=date(1987, 9, 2),
            gender=0,
            percentage=100 if kind == Relative.Kind.BENEFICIARY else None,
        )


def signing_code(client: ApiClient, key: str) -> str:
    """The code that opening the form has mailed."""
    sure(client.get("get-form-fields-agreement-info", enrollment_id=key))
    return mailed_code()


def quote(client: ApiClient, **changes: str) -> str:
    started = sure(client.post("add-filter-for-new-user", BASICS | changes))
    key: str = started["data"]["temp_enrollment_id"]
    sure(client.put(f"change-filter-info/{key}", MORE))
    return key


def filled(client: ApiClient, key: str, plan_id: int) -> str:
    """With a plan in the cart, checked out for the first day there is."""
    sure(client.post("add-plan-to-cart", {"enrollment_id": key, "plan_id": plan_id}))
    days = sure(client.get("get-cart-effective-dates", enrollment_id=key))["data"]["result"]
    sure(client.post("cart-checkout", {"enrollment_id": key, "effective_date": days[0]}))
    return key


def family(client: ApiClient, key: str) -> str:
    for answer in ({"dep_dob": SPOUSE["birthdate"]}, {"no_of_children": 1}):
        sure(client.post("store-temp-dependent-info", {"enrollment_id": key, "plan_id": ACCIDENT, **answer}))
    return filled(client, key, ACCIDENT)


def _member(stage: Stage) -> None:
    """A member who enrolled twice before, by bank account and by card, cancelled the first and has begun it again."""
    client = stage.clients["member"]
    first = Wizard(client, family(client, existing(client, "IF")))
    first.answer_questions(contact_info=DALLAS)
    sure(first.post("save-employer-info", **EMPLOYER))
    sure(first.post("save-beneficiary-info", beneficiaries=[JONAH, IRIS]))
    sure(first.post("save-primary-health-info", **HEALTHY))
    sure(first.post("save-dependent-info", dependents=people(), spouse_choice="yes", accept_price=1))
    sure(first.billing(), first.sign(), first.submit())
    second = Wizard(client, filled(client, existing(client, "IO"), VISION))
    second.answer_questions(contact_info=DALLAS)
    sure(second.billing(**CARD), second.sign(), second.submit())
    Policy.objects.filter(plan_id=ACCIDENT).update(end_date=date(2020, 1, 1))
    stage.ids["member"] = family(client, existing(client, "IF"))


def _values(stage: Stage) -> None:
    """What can't be known beforehand: numbers that the database gives, days, prices, secrets sent by mail."""
    visitor, values = stage.clients["visitor"], stage.values
    values["domain"] = base64.b64encode(b"localhost").decode()
    values["first question"] = AssistantQuestion.objects.get(position=1).pk
    values["check call"] = check_call(STATEMENTS)
    cart = sure(visitor.get("get-plan-cart", enrollment_id=stage.ids["cart"]))["data"]
    line = cart["result"][0]
    values |= {"ppid": line["plan_pricing_id"], "price": line["price"], "amount": cart["recurring_month_cost"]}
    days = sure(visitor.get("get-cart-effective-dates", enrollment_id=stage.ids["cart"]))["data"]["result"]
    values["first day"], values["second day"] = days[:2]
    values["accepted"] = Wizard(visitor, stage.ids["billed"]).accepted()
    values["signing code"] = lambda: signing_code(visitor, stage.ids["billed"])
    values["policy"] = str(Confirmation.objects.get(enrollment__public_id=stage.ids["done"]).number)
    values["bank"] = sure(stage.clients["member"].get("get-existing-bank-info", enrollment_id=stage.ids["member"]))[
        "data"
    ]["result"][0]["bank_id"]
    saved = Quote.objects.get(public_id=stage.ids["cart"])
    row, values["code"] = create_resume_code(
        quote=saved, email="maren@mailbox.example", tab="contact_info", origin=SYSTEM
    )
    values["link"] = link_token(row)


def existing(client: ApiClient, tier: str) -> str:
    key: str = sure(client.post("add-filter-for-member", {"user_id": MARIA, "tier": tier}))["data"][
        "temp_enrollment_id"
    ]
    return key


def people() -> list[dict[str, Any]]:
    return [{"primary_info": item, "health_info": CHILD_HEALTHY} for item in (SPOUSE, CHILD)]


def sure(*answers: Any) -> Any:
    """What the last of them says; every one of them is a success."""
    for answer in answers:
        assert answer.status_code == 200, answer.json()
        assert answer.json()["status"] == "success", answer.json()
    return answers[-1].json()
