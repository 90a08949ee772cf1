"""A small store: one dental plan rated by tier, state and children, one life plan, a bank, and clients half-way."""

import base64
import io
import re
from datetime import date
from types import SimpleNamespace

import pytest
from PIL import Image, ImageDraw

from planfront.accounts.models import Role, User
from planfront.catalog.models import Carrier, Plan, PlanFee, PlanOffer
from planfront.enrollment.steps.registry import BY_KEY
from planfront.integrations.banks import Bank
from planfront.integrations.services import load_banks
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.models import License
from planfront.parties.reps.services import create_agent
from planfront.rating.engine import cell
from planfront.rating.models import AreaMap
from planfront.rating.services import approve_table, create_table
from tests.fixtures import ApiClient, make_brand

ROUTING = "110000000"
REP_LICENCE = "OH-004410"
SSN = "512345678"
PERSONAL = {
    "first_name": "Maren",
    "middle_name": "Lee",
    "last_name": "Castillo",
    "marital_status": "1",
    "ssn": SSN,
}
CONTACT = {
    "email_address": "maren@mailbox.example",
    "phone_number": "(614) 555-0193",
    "address1": "88 Lindenhall Ave",
    "address2": "Unit 3B",
    "city": "Columbus",
    "zip": "43215",
    "state": "OH",
    "birth_state": "NM",
    "birth_city": "Santa Fé",
}
QUESTIONS = {"primary_info": PERSONAL, "contact_info": CONTACT}
"""What is answered on the steps that everybody is asked before payment, by step. A new one has its answers here."""
BILLING = {
    "payment_method": "eft",
    "account_name": "Maren Castillo",
    "routing_number": ROUTING,
    "account_number": "000123457710",
    "account_type": "checking",
    "account_holder_type": "individual",
    "bill_date": "28",
}


@pytest.fixture
def brand(db):
    """The brand of host ``shop.test``."""
    return make_brand()


@pytest.fixture
def visitor(brand):
    """A visitor of ``shop.test``."""
    return ApiClient("shop.test")


@pytest.fixture
def store(brand):
    """See `make_store`."""
    return make_store(brand)


def make_store(brand):
    """``dental``: 31.00 IO, 62.00 IS and IC, 93.00 IF; 40.00 IO around Cleveland (441). $15 enrollment fee."""
    carrier = Carrier.objects.create(key="halden", name="Halden Dental")
    dental = Plan.objects.create(carrier=carrier, name="Halden Dental PPO", category="dental")
    PlanFee.objects.create(plan=dental, code="enrollment", kind="FLAT", amount="15.00", first_only=True)
    PlanOffer.objects.create(plan=dental, eff_from=date(2026, 1, 1))
    tiers = [("IO", "31.00"), ("IS", "62.00"), ("IC", "62.00"), ("IF", "93.00")]
    for zip3, area in (("432", "OH-1"), ("441", "OH-2")):
        AreaMap.objects.create(scheme="ours", state="OH", zip3=zip3, area=area, eff_from=date(2026, 1, 1))
    rows = [cell(rate, tier=tier, area="OH-1") for tier, rate in tiers]
    rows.append(cell("40.00", tier="IO", area="OH-2"))
    table = create_table(plan_id=dental.pk, method="TIER", eff_from=date(2026, 1, 1), rows=rows, area_scheme="ours")
    approve_table(table_id=table.pk)
    load_banks(banks=[Bank(ROUTING, "Harborlight Bank")])
    return SimpleNamespace(brand=brand, dental=dental)


def quote(client, tier="IO", **more):
    """Start a quote; returns the enrollment id."""
    body = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": tier, "eprocess": "applicant", **more}
    answer = client.post("add-filter-for-new-user", body)
    assert answer.status_code == 200, answer.json()
    return answer.json()["data"]["temp_enrollment_id"]


def fill_cart(client, enrollment_id, plan, pricing_id=""):
    """Put the plan in the cart and check out with the first effective date."""
    body = {"enrollment_id": enrollment_id, "plan_id": plan.pk}
    if pricing_id:
        body["plan_pricing_id"] = pricing_id
    added = client.post("add-plan-to-cart", body).json()
    assert added["status"] == "success", added
    dates = client.get("get-cart-effective-dates", enrollment_id=enrollment_id).json()["data"]["result"]
    first = dates[0] if isinstance(dates[0], str) else dates[0]["value"]
    done = client.post("cart-checkout", {"enrollment_id": enrollment_id, "effective_date": first}).json()
    assert done["status"] == "success", done


class Wizard:
    """One enrollment driven through the API. ``save`` posts a step and returns the response."""

    def __init__(self, client, enrollment_id):
        self.client, self.id = client, enrollment_id

    def get(self, path, **query):
        return self.client.get(path, enrollment_id=self.id, **query)

    def post(self, path, **body):
        return self.client.post(path, {"enrollment_id": self.id, **body})

    def data(self, path, **query):
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.json()
        return answer.json()["data"]

    def tabs(self):
        return {item["tab_name"]: item for item in self.data("/get-dynamic-tabs")["result"]}

    def fields(self, name):
        return {item["field_name"]: item for item in self.data(f"get-form-fields-{name}")["result"]}

    def personal(self, **change):
        return self.post("save-personal-info", **{**PERSONAL, **change})

    def contact(self, **change):
        return self.post("save-contact-info", **{**CONTACT, **change})

    def billing(self, **change):
        return self.post("save-billing-info", **{**BILLING, **change})

    def accepted(self):
        return [item["text_id"] for item in self.data("get-agreement-texts")]

    def signing(self, **change):
        """What signs: every text accepted, the question answered, the name typed, unless ``change`` says otherwise."""
        form = self.data("get-form-fields-agreement-info")["signature"]
        body = {"typed_name": form["signer"]["name"], "signature_kind": "type", "eprocess": "sigapplicant", **change}
        if not {"answer", "verification_code"} & set(body):
            body |= answered(form["verification"])
        if "accepted" not in body:
            body["accepted"] = self.accepted()
        return body

    def sign(self, **change):
        return self.post("save-agreement-info", **self.signing(**change))

    def submit(self, **change):
        return self.post("save-review-info", **{"first_enroll": 1, **change})

    def up_to(self, last):
        """Save every step before and including ``last``, which is "billing" or "sign"."""
        self.answer_questions()
        for name in ("billing", "sign"):
            saved(name, getattr(self, name)())
            if name == last:
                return self
        return self

    def answer_questions(self, **changes):
        """Save the steps of ``QUESTIONS``. By step, what is answered otherwise: ``contact_info={"zip": "44114"}``."""
        for key, answers in QUESTIONS.items():
            saved(key, self.post(BY_KEY[key].save_call, **{**answers, **changes.get(key, {})}))
        return self


def saved(name, answer):
    """The answer of a save that has to succeed."""
    assert answer.status_code == 200, (name, answer.json())
    assert answer.json()["status"] == "success", (name, answer.json())
    return answer


def mailed_code():
    """The code of the last mail to somebody who signs."""
    mail = OutboundEmail.objects.filter(kind="signing_code").latest("created_at")
    return re.search(r"^ +([0-9]{6})$", mail.text, re.MULTILINE).group(1)


def answered(verification):
    """What somebody sends who was asked to say who they are."""
    if not verification["needed"]:
        return {}
    if verification["kind"] == "answer":
        return {"answer": REP_LICENCE[-4:]}
    return {"verification_code": mailed_code() if verification["has_code"] else ""}


@pytest.fixture
def wizard(visitor, store):
    """A Member Only enrollment with a plan in the cart."""
    result = Wizard(visitor, quote(visitor))
    fill_cart(visitor, result.id, store.dental)
    return result


@pytest.fixture
def rep(brand):
    """A signed-in rep's client."""
    user = User.objects.create_user("rep@shop.example", "planfront-demo", role=Role.REP, name="Wren Alder")
    agent = create_agent(
        code="REP1", first_name="Wren", last_name="Alder", email="wren@shop.example", brands=[brand], user=user
    )
    License.objects.create(agent=agent, state="OH", number=REP_LICENCE)
    client = ApiClient("shop.test")
    assert client.sign_in("rep@shop.example").status_code == 200
    return client


@pytest.fixture
def make_wizard(store, make_client):
    def make(tier="IO", client=None, **more):
        return wizard_of(client or make_client("shop.test"), store, tier, **more)

    return make


def wizard_of(client, store, tier="IO", **more):
    """An enrollment of a tier with a plan in the cart; a spouse and one child, as the tier has them."""
    result = Wizard(client, quote(client, tier, **more))
    if tier in {"IS", "IC", "IF"}:
        info = {"dep_dob": "09/02/1987"} if tier != "IC" else {}
        info |= {"no_of_children": 1} if tier != "IS" else {}
        stored = result.post("store-temp-dependent-info", **info)
        assert stored.status_code == 200, stored.json()
    fill_cart(client, result.id, store.dental)
    return result


def png(size=(300, 120), *, blank=False):
    """Data URL of a picture with a stroke in it."""
    picture = Image.new("RGBA", size, (0, 0, 0, 0))
    if not blank:
        ImageDraw.Draw(picture).line((10, 60, 200, 40), fill=(0, 0, 0, 255), width=4)
    target = io.BytesIO()
    picture.save(target, format="PNG")
    return "data:image/png;base64," + base64.b64encode(target.getvalue()).decode()


def problems(answer):
    """{target: message} of a field-error answer."""
    assert answer.status_code == 422, (answer.status_code, answer.content[:500])
    return {item["target_element"]: item["error_message"] for item in answer.json()["data"]}
