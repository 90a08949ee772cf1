"""A hypothesis state machine over the wizard: whatever people do, in whatever order, from however many windows.

Every rule is a call of the public API. What was acknowledged goes into the model; after every rule the engine is
asked how things stand and has to agree. At the end the application is led to its receipt by the engine's own resume
target alone.
"""

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Callable
from decimal import Decimal
from typing import Any, ClassVar

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from planfront.conftest import ApiClient
from planfront.enrollment.models import Application, RequirementProfile
from planfront.enrollment.tests.conftest import BILLING, CONTACT, PERSONAL, Wizard, quote
from planfront.enrollment.tests.test_employer import EMPLOYER
from planfront.enrollment.tests.test_health import GENERAL
from planfront.enrollment.tests.test_health import answers as health_answers
from planfront.kernel.caches import clear_all
from planfront.messaging.models import OutboundEmail
from planfront.policies.models import Confirmation, Policy
from tests.proofs.conftest import AREAS
from tests.proofs.model import BEFORE_SIGNING, ORDER, Model, Person

EMAIL = "maren@mailbox.example"
TIERS = ("IO", "IS", "IC", "IF")
OPTIONAL = ("employer_info", "beneficiary_info", "primary_health_info")
COLUMNS = {
    "primary_info": "primary_info", "contact_info": "contact_info", "employer_info": "employer_info",
    "billing_info": "payment_info", "review_info": "review_info",
}  # fmt: skip
SAVES = {"primary_info": "personal-info", "contact_info": "contact-info", "employer_info": "employer-info"}


def _someone(name: str, relationship: str, born: str, ssn: str) -> Person:
    return {
        "first_name": name, "last_name": "Castillo", "birthdate": born, "gender": "1", "ssn": ssn,
        "relationship": relationship,
    }  # fmt: skip


SPOUSES = [
    _someone("Jonah", "spouse", "09/02/1987", "523443386"),
    _someone("Silas", "spouse", "01/15/1985", "523443387"),
]
CHILDREN = [_someone(f"Iris{letter}", "child", "05/21/2017", f"52444047{n}") for n, letter in enumerate("abc")]
HEIRS = [
    {**_someone(f"Noor{letter}", "child", "03/08/1990", f"52544047{n}"), "beneficiary_percentage": "0"}
    for n, letter in enumerate("abcd")
]
WRONG: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("primary_info", "save-personal-info", {**PERSONAL, "first_name": "1"}),
    ("primary_info", "save-personal-info", {**PERSONAL, "ssn": "12"}),
    ("primary_info", "save-personal-info", {**PERSONAL, "marital_status": ""}),
    ("contact_info", "save-contact-info", {**CONTACT, "email_address": "nobody"}),
    ("contact_info", "save-contact-info", {**CONTACT, "zip": "75201", "state": "TX"}),
    ("employer_info", "save-employer-info", {**EMPLOYER, "employment_status": "R"}),
    ("billing_info", "save-billing-info", {**BILLING, "routing_number": "123"}),
    ("billing_info", "save-billing-info", {**BILLING, "account_number": "1"}),
    ("primary_health_info", "save-primary-health-info", {"condition_questions": [{"question_id": 101}]}),
    ("beneficiary_info", "save-beneficiary-info", {"beneficiaries": []}),
    ("dependent_info", "save-dependent-info", {"dependents": [{"primary_info": {"first_name": "1"}}]}),
)


def status_of(answer: Any) -> tuple[int, str, str]:
    body = answer.json()
    return answer.status_code, body["status"], body.get("errorCode", "")


OK = (200, "success", "")


def masked(number: str) -> str:
    return f"Ending {number[-4:]}"


class EngineMachine(RuleBasedStateMachine):
    """``shop`` is set by the test: the store's plans, made once."""

    shop: ClassVar[Any]
    lines: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        clear_all()
        self.example = transaction.atomic()
        self.example.__enter__()
        self.known: Model | None = None

    def teardown(self) -> None:
        try:
            if self.known is not None and sys.exc_info()[0] is None:
                self.everything_is_there()
                self.resume_leads_to_the_receipt()
        finally:
            transaction.set_rollback(True)
            self.example.__exit__(None, None, None)
            clear_all()

    # --- how it starts -----------------------------------------------------------------------------------------------

    @initialize(
        tier=st.sampled_from(TIERS),
        optional=st.frozensets(st.sampled_from(OPTIONAL)),
        plans=st.sampled_from([("dental",), ("dental", "vision"), ("vision",)]),
    )
    def a_cart(self, tier: str, optional: frozenset[str], plans: tuple[str, ...]) -> None:
        self.windows = [ApiClient("shop.test")]
        self.wizard = Wizard(self.windows[0], quote(self.windows[0], tier))
        self.profile = RequirementProfile.objects.create(name="Asked", tabs=dict.fromkeys(optional, True))
        self.model = Model(tier=tier, zip="43215", optional=optional)
        self.known, self.last, self.late = self.model, None, None
        self.codes: list[str] = []
        self.turn = 0
        self._tell_family(SPOUSES[0]["birthdate"], 1)
        for plan in plans:
            self._add(plan)
        dates = self.wizard.data("get-cart-effective-dates")["result"]
        assert status_of(self.wizard.post("cart-checkout", effective_date=dates[0])) == OK

    def _tell_family(self, born: str, children: int) -> None:
        model = self.model
        if model.tier == "IO":
            return
        told = {"dep_dob": born} if model.tier != "IC" else {}
        told |= {"no_of_children": str(children)} if model.tier != "IS" else {}
        assert status_of(self.wizard.post("store-temp-dependent-info", **told)) == OK
        if "dep_dob" in told:
            if born != model.spouse_dob:
                model.no_spouse = False
            model.spouse_dob = born
        if "no_of_children" in told:
            model.children = children

    def _add(self, plan: str) -> None:
        answer = self.wizard.post("add-plan-to-cart", plan_id=getattr(self.shop, plan).pk, plan_pricing_id="")
        assert status_of(answer) == OK, answer.json()
        self.model.cart.add(plan)

    # --- writing -----------------------------------------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        return bool(self.model.confirmation)

    def _post(self, path: str, **body: Any) -> Any:
        """A write, remembered for a second click. After the submission every one is refused."""
        self.last = (path, body)
        return self.wizard.post(path, **body)

    def _refused_at_the_end(self, answer: Any) -> bool:
        if self.ended:
            assert answer.status_code == 409, answer.json()
            assert answer.json()["data"]["receipt_href"] == "/enrollment/receipt"
        return self.ended

    def _saved(self, key: str, answers: dict[str, Any], answer: Any) -> None:
        """A save was acknowledged: into the model; Next leads where it should."""
        if self._refused_at_the_end(answer):
            return
        assert status_of(answer) == OK, answer.json()
        model = self.model
        if model.sections.get(key) != answers:
            model.touch(key)
        model.sections[key] = answers
        model.drafts.pop(key, None)
        assert answer.json()["data"]["next"]["tab_name"] == model.next_after(key)

    def _with_price(self, path: str, body: dict[str, Any], after: Model) -> Any:
        """A save that may move prices: the first answer asks exactly when one moves, and has changed nothing."""
        answer = self._post(path, **body)
        if self.ended or answer.status_code != 200:
            return answer
        before, then = self.model.prices(), after.prices()
        if status_of(answer) == OK:
            assert before == then, "a price moved without being asked about"
            return answer
        assert status_of(answer) == (200, "error", "priceChanged"), answer.json()
        assert before != then
        self.tabs_agree()
        return self._post(path, **body, accept_price="1")

    @rule(first=st.sampled_from(["Maren", "Mary"]), status=st.sampled_from("0123"), typed=st.booleans())
    def save_personal(self, first: str, status: str, typed: bool) -> None:
        sent = {**PERSONAL, "first_name": first, "marital_status": status}
        if "primary_info" in self.model.sections and not typed:
            sent["ssn"] = masked(PERSONAL["ssn"])
        answer = self._post("save-personal-info", **sent)
        self._saved("primary_info", {**PERSONAL, "first_name": first, "marital_status": status}, answer)

    @rule(city=st.sampled_from(["Columbus", "Dublin"]), code=st.sampled_from(sorted(AREAS)))
    def save_contact(self, city: str, code: str) -> None:
        after = copy.deepcopy(self.model)
        after.zip = code
        sent = {**CONTACT, "city": city, "zip": code}
        answer = self._with_price("save-contact-info", sent, after)
        if not self.ended:
            self.model.zip = code
        self._saved("contact_info", {**sent, "phone_number": "6145550193"}, answer)

    @rule(work=st.sampled_from(["Machinist", "Welder"]))
    def save_employer(self, work: str) -> None:
        sent = {**EMPLOYER, "occupation": work}
        answer = self._post("save-employer-info", **sent)
        self._saved("employer_info", {**sent, "phone": "6145550140", "state": "OH"}, answer)

    @rule(sick=st.booleans(), notes=st.sampled_from(["", "Call after five."]))
    def save_health(self, sick: bool, notes: str) -> None:
        sent = health_answers(notes=notes, **({"q101": GENERAL} if sick else {}))
        answer = self._post("save-primary-health-info", **sent)
        self._saved("primary_health_info", {"sick": sick, "notes": notes}, answer)

    @rule(number=st.sampled_from(["000123457710", "000123459921", ""]), day=st.sampled_from(["28", "15"]))
    def save_billing(self, number: str, day: str) -> None:
        sent, kept = {**BILLING, "account_number": number}, self.model.sections.get("billing_info", {})
        answer = self._post("save-billing-info", **sent)
        if not number and not kept and not self.ended:
            assert answer.status_code == 422
            return
        self._saved("billing_info", {**sent, "account_number": number or kept.get("account_number")}, answer)

    @rule(which=st.sampled_from(WRONG))
    def save_something_wrong(self, which: tuple[str, str, dict[str, Any]]) -> None:
        """Refused by field, and nothing moves (see the invariants)."""
        _key, path, body = which
        answer = self.wizard.post(path, **body)
        assert answer.status_code == (409 if self.ended else 422), (which, answer.json())
        assert self.ended or answer.json()["data"][0]["error_message"]

    # --- lists -------------------------------------------------------------------------------------------------------

    def _sent(self, people: list[Person]) -> list[Person]:
        """People as the page sends them: whoever has an id without the number."""
        ids = {one["first_name"]: one["dependent_id"] for one in (*self.model.covered, *self.model.aside)}
        listed = []
        for one in people:
            mine = {**one, "dependent_id": ids[one["first_name"]], "ssn": ""} if one["first_name"] in ids else one
            listed.append({"primary_info": mine})
        return listed

    def _listed(self, model: Model, people: list[Person]) -> None:
        """``people`` are the list now; whoever was on it and isn't any more is aside."""
        everybody = {one["first_name"]: one for one in (*model.aside, *model.covered)}
        names = {one["first_name"] for one in people}
        before = {one["first_name"]: one for one in model.covered}
        model.covered = sorted(people, key=lambda one: one["relationship"] != "spouse")
        model.aside = [one for name, one in everybody.items() if name not in names]
        if list(before) != [one["first_name"] for one in model.covered]:
            model.touch("dependent_info")

    def _learn_ids(self) -> None:
        found = self.wizard.data("get-dependents-existing-user-enrollment")["result"]
        ids = {
            one["primary_info"]["first_name"]: one["dependent_id"]
            for one in (*found["set_aside"], *found["dependents"])
        }
        for group in (self.model.covered, self.model.aside):
            group[:] = [{**one, "dependent_id": ids[one["first_name"]]} for one in group]

    @precondition(lambda self: self.model.tier != "IO")
    @rule(
        spouse=st.sampled_from([None, 0, 1]),
        children=st.sets(st.integers(0, 2)),
        final=st.sampled_from([True, True, False]),
    )
    def list_dependents(self, spouse: int | None, children: set[int], final: bool) -> None:
        """Staged as the list stands, or taken over with Next where it fits the tier."""
        people = [*([SPOUSES[spouse]] if spouse is not None else []), *(CHILDREN[n] for n in sorted(children))]
        sent, after = {"dependents": self._sent(people)}, copy.deepcopy(self.model)
        self._listed(after, people)
        if not final:
            answer = self._post("save-dependent-info-to-temp", **sent)
            if not self._refused_at_the_end(answer):
                assert status_of(answer) == OK
                after.confirmed.discard("dependent_info")
                self._took_list(after)
            return
        fits = after.family_fits()
        if fits:
            after.take_over()
        answer = self._with_price("save-dependent-info", sent, after)
        if self._refused_at_the_end(answer):
            return
        if not fits:
            assert answer.status_code == 422
            return
        assert status_of(answer) == OK, answer.json()
        after.confirmed.add("dependent_info")
        self._took_list(after)
        assert answer.json()["data"]["next"]["tab_name"] == self.model.next_after("dependent_info")

    def _took_list(self, after: Model) -> None:
        after.sections["dependent_info"] = {}
        after.drafts.pop("dependent_info", None)
        self.model = self.known = after
        self._learn_ids()

    @rule(shares=st.sampled_from([(60, 40), (100,), (50, 30, 20), (60,), (80, 40), (30, 30, 30, 10), ()]))
    def list_beneficiaries(self, shares: tuple[int, ...]) -> None:
        people = [{**one, "beneficiary_percentage": str(share)} for one, share in zip(HEIRS, shares, strict=False)]
        known = {one["first_name"]: one["beneficiary_id"] for one in self.model.heirs}
        sent = [
            {**one, "ssn": "", "beneficiary_id": known[one["first_name"]]} if one["first_name"] in known else one
            for one in people
        ]
        whole, room = sum(shares) == 100 and len(shares) <= 3, sum(shares) <= 100 and len(shares) <= 3
        answer = self._post("save-beneficiary-info", beneficiaries=sent)
        if not self._refused_at_the_end(answer) and not whole:
            assert answer.status_code == 422
            answer = self._post("save-beneficiary-info-to-temp", beneficiaries=sent)
            assert answer.status_code == (200 if room else 422)
        if self.ended or not room:
            return
        model = self.model
        model.sections["beneficiary_info"] = {}
        model.heirs = people
        (model.confirmed.add if whole else model.confirmed.discard)("beneficiary_info")
        listed = self.wizard.data("get-beneficiaries-existing-user-enrollment")["result"]["beneficiaries"]
        ids = {one["first_name"]: one["beneficiary_id"] for one in listed}
        model.heirs = [{**one, "beneficiary_id": ids[one["first_name"]]} for one in people]

    # --- drafts, other windows, coming back --------------------------------------------------------------------------

    @rule(
        key=st.sampled_from(["primary_info", "contact_info", "billing_info", "review_info"]),
        text=st.sampled_from(["Mar3n", "Zürich", "512-34-5678"]),
    )
    def type_something(self, key: str, text: str) -> None:
        """Autosave; a number that looks like a Social Security Number is not kept."""
        name = {
            "primary_info": "middle_name", "contact_info": "address2", "billing_info": "account_name",
            "review_info": "additional_notes",
        }[key]  # fmt: skip
        answer = self.wizard.post("save-draft", tab_name=key, values={name: text, "ssn": "512345678"})
        if self._refused_at_the_end(answer):
            return
        assert status_of(answer) == OK, answer.json()
        if text != "512-34-5678":
            if self.model.drafts.get(key, {}).get(name) != text:
                self.model.touch(key)
            self.model.drafts.setdefault(key, {})[name] = text

    @precondition(lambda self: not self.ended)
    @rule(key=st.sampled_from(sorted(SAVES)[:2]))
    def open_second_window(self, key: str) -> None:
        """The form of a step, kept open while other things happen."""
        form = self.wizard.data(f"get-form-fields-{SAVES[key]}")
        self.late = (key, form["version"], self.model.moved.get(key, 0))

    @precondition(lambda self: self.late is not None and not self.ended)
    @rule(last=st.sampled_from(["Castillo", "Ybarra"]))
    def save_from_second_window(self, last: str) -> None:
        """Refused with the other window's values when the tab moved meanwhile and a value differs; then taken."""
        key, version, seen = self.late
        model = self.model
        base = PERSONAL if key == "primary_info" else {**CONTACT, "zip": model.zip}
        name = "last_name" if key == "primary_info" else "birth_city"
        sent = {**base, name: last if key == "primary_info" else f"{last} City"}
        stored = {"phone_number": "6145550193"} if key == "contact_info" else {}
        kept = model.sections.get(key, {})
        differs = {
            one: kept[one] for one, value in sent.items() if one in kept and one != "ssn" and kept[one] != value
        }  # fmt: skip
        answer = self.wizard.post(f"save-{SAVES[key]}", **sent, version=version)
        if model.moved.get(key, 0) > seen and differs:
            assert answer.status_code == 409, answer.json()
            data = answer.json()["data"]
            assert data["values"] == differs
            self.everything_is_there()
            answer = self.wizard.post(f"save-{SAVES[key]}", **sent, version=data["version"])
        self._saved(key, {**sent, **stored}, answer)
        self.late = None

    @precondition(lambda self: self.last is not None)
    @rule()
    def click_twice(self) -> None:
        """The same request again gives the same answer and moves nothing."""
        path, body = self.last
        before = Application.objects.filter(enrollment__public_id=self.wizard.id).values_list("version", flat=True)[:1]
        first = self.wizard.post(path, **body)
        version = list(before.all())
        again = self.wizard.post(path, **body)
        assert status_of(first) == status_of(again)
        assert list(before.all()) == version

    @precondition(lambda self: not self.ended)
    @rule()
    def save_for_later(self) -> None:
        answer = self.wizard.post("save-enrollment", email=EMAIL, tab="contact_info")
        assert status_of(answer) == OK, answer.json()
        mail = OutboundEmail.objects.filter(kind="resume_code").order_by("-created_at").first()
        self.codes = [re.search(r"^\s+([A-Z0-9]{10})$", mail.text, re.MULTILINE)[1]]

    @precondition(lambda self: bool(self.codes))
    @rule()
    def resume_elsewhere(self) -> None:
        """The code opens it in a session that knew nothing of it; the older window stays open."""
        client = ApiClient("shop.test")
        assert client.get("/get-dynamic-tabs", enrollment_id=self.wizard.id).status_code == 404
        answer = client.post("continue-enrollment", {"code": self.codes[0], "email": EMAIL})
        assert status_of(answer) == OK, answer.json()
        assert answer.json()["data"]["enrollment_id"] == self.wizard.id
        self.windows.append(client)

    @precondition(lambda self: len(self.windows) > 1)
    @rule(number=st.integers(0, 9))
    def change_window(self, number: int) -> None:
        self.wizard.client = self.windows[number % len(self.windows)]

    @rule()
    def go_back_and_look(self) -> None:
        """Reading every page changes nothing."""
        version = self.wizard.data("/get-dynamic-tabs")["version"]
        for name in ("personal-info", "contact-info", "employer-info", "beneficiary-info", "billing-info",
                     "dependent-primary-info", "agreement-info"):  # fmt: skip
            self.wizard.data(f"get-form-fields-{name}")
        self.wizard.data("get-review-summary")
        assert self.wizard.data("/get-dynamic-tabs")["version"] == version

    # --- the quote and what is asked changes -------------------------------------------------------------------------

    @rule(tier=st.sampled_from(TIERS))
    def change_tier(self, tier: str) -> None:
        answer = self.wizard.client.put(f"change-filter-info/{self.wizard.id}", {"tier": tier})
        if self._refused_at_the_end(answer):
            return
        assert status_of(answer) == OK, answer.json()
        if tier != self.model.tier:
            self.model.tier, self.model.no_spouse = tier, False

    @precondition(lambda self: not self.ended)
    @rule(spouse=st.sampled_from([0, 1]), children=st.integers(1, 3))
    def tell_family(self, spouse: int, children: int) -> None:
        self._tell_family(SPOUSES[spouse]["birthdate"], children)

    @rule(code=st.sampled_from(sorted(AREAS)))
    def change_zip_in_the_quote(self, code: str) -> None:
        answer = self.wizard.client.put(f"change-filter-info/{self.wizard.id}", {"zip": code})
        if not self._refused_at_the_end(answer):
            assert status_of(answer) == OK, answer.json()
            self.model.zip = code

    @rule(plan=st.sampled_from(["dental", "vision"]), more=st.sampled_from([True, True, False]))
    def change_cart(self, plan: str, more: bool) -> None:
        if self.ended:
            body = {"plan_id": getattr(self.shop, plan).pk, "plan_pricing_id": ""}
            assert self.wizard.post("add-plan-to-cart", **body).status_code == 409
        elif more:
            self._add(plan)
        else:
            answer = self.wizard.post("remove-plan-from-cart", plan_id=getattr(self.shop, plan).pk)
            assert status_of(answer) == OK, answer.json()
            self.model.cart.discard(plan)

    @precondition(lambda self: not self.ended)
    @rule(optional=st.frozensets(st.sampled_from(OPTIONAL)))
    def ask_for_other_tabs(self, optional: frozenset[str]) -> None:
        """The operator changes what an enrollment is asked."""
        self.profile.tabs = dict.fromkeys(optional, True)
        self.profile.save()
        self.model.optional = optional

    # --- signing and submitting --------------------------------------------------------------------------------------

    def _sign(self) -> Any:
        person = self.model.sections.get("primary_info", PERSONAL)
        town = self.model.sections.get("contact_info", CONTACT)["birth_city"]
        return self.wizard.sign(typed_name=f"{person['first_name']} {person['last_name']}", answer=town)

    @rule()
    def sign(self) -> None:
        answer, missing = self._sign(), self.model.open_tabs(BEFORE_SIGNING)
        if self._refused_at_the_end(answer):
            return
        if missing:
            assert answer.status_code == 422
            assert [one["target_element"] for one in answer.json()["data"]] == missing
            return
        assert status_of(answer) == OK, answer.json()
        self.model.signed = self.model.content()
        self.model.sections["agreement_info"] = {}

    @rule(notes=st.sampled_from(["", "Ring twice."]))
    def submit(self, notes: str) -> None:
        """Offered exactly when the specification allows; a second one finds the first."""
        answer, wanted = self.wizard.submit(additional_notes=notes), self._stops()
        if not self.ended and wanted:
            assert answer.status_code == 422, answer.json()
            assert {one["target_element"] for one in answer.json()["data"]} == wanted
            return
        assert status_of(answer) == OK, answer.json()
        number = answer.json()["data"]["confirmation_number"]
        if self.ended:
            assert number == self.model.confirmation
            return
        self.model.confirmation = number
        self.model.sections["review_info"] = {"additional_notes": notes}
        self.model.drafts.pop("review_info", None)
        self.sealed = Application.objects.get(enrollment__public_id=self.wizard.id).frozen_sha256

    def _stops(self) -> set[str]:
        """Tabs that keep the application from being submitted."""
        model = self.model
        found = set(model.open_tabs(BEFORE_SIGNING)) | (set() if model.cart else {"cart_info"})
        if not found and not model.complete("agreement_info"):
            return {"agreement_info"}
        return found

    # --- what always holds -------------------------------------------------------------------------------------------

    @invariant()
    def tabs_agree(self) -> None:
        """Status, address and order of every tab, where to go on, and the sums."""
        if self.known is None:
            return
        model, found = self.model, self.wizard.data("/get-dynamic-tabs")
        assert [(one["tab_name"], one["href"]) for one in found["result"]] == [
            (key, f"/enrollment/{slug}") for key, slug in ORDER
        ]
        assert {one["tab_name"]: one["required"] for one in found["result"]} == {
            key: model.required(key) for key, _slug in ORDER
        }
        if self.ended:
            assert found["state"] == "accepted"
            assert found["resume"] == {"tab_name": "receipt", "href": "/enrollment/receipt"}
        else:
            assert {one["tab_name"]: one["status"] for one in found["result"]} == model.statuses()
            target = next(iter(model.open_tabs()), "review_info")
            assert found["resume"]["tab_name"] == target
        monthly, first = (Decimal(found["totals"][name]) for name in ("recurring_month_cost", "initial_month_cost"))
        assert (monthly, first) == (model.monthly(), model.first_month())

    @invariant()
    def prices_add_up(self) -> None:
        if self.known is None:
            return
        cart = self.wizard.data("get-plan-cart")
        sold = [one for one in cart["result"] if one["error"] is None]
        fees = cart["fees"]
        once = sum(Decimal(one["amount"]) for one in fees if one["once"])
        monthly = sum(Decimal(one["price"]) for one in sold) + sum(
            Decimal(one["amount"]) for one in fees if not one["once"]
        )
        assert {one["plan_name"].lower() for one in cart["result"]} == self.model.cart
        assert (Decimal(cart["recurring_month_cost"]), Decimal(cart["initial_month_cost"])) == (monthly, monthly + once)
        if not self.ended:
            assert monthly == self.model.monthly()

    @invariant()
    def something_acknowledged_is_there(self) -> None:
        """One section after each rule, in turn; all of them at the end."""
        if self.known is None:
            return
        self.turn += 1
        checks: list[Callable[[], None]] = [
            *(lambda key=key: self._column_agrees(key) for key in COLUMNS), self._people_agree, self._heirs_agree,
            self._health_agrees,
        ]  # fmt: skip
        checks[self.turn % len(checks)]()

    @invariant()
    def one_confirmation(self) -> None:
        if self.known is None:
            return
        own = {"enrollment__public_id": self.wizard.id}
        assert Confirmation.objects.filter(**own).count() == int(self.ended)
        assert Policy.objects.filter(confirmation__enrollment__public_id=self.wizard.id).count() == (
            len(self.model.cart) if self.ended else 0
        )
        assert OutboundEmail.objects.filter(kind="receipt_client").count() == int(self.ended)
        if self.ended:
            assert Application.objects.get(**own).frozen_sha256 == self.sealed
            assert self.wizard.data("get-receipt")["policy_id"] == self.model.confirmation

    def everything_is_there(self) -> None:
        for key in COLUMNS:
            self._column_agrees(key)
        self._people_agree()
        self._heirs_agree()
        self._health_agrees()

    def _column_agrees(self, key: str) -> None:
        saved = dict(self.model.sections.get(key, {}))
        for secret in ("ssn", "account_number"):
            number = saved.pop(secret, "")
            saved |= {{"ssn": "ssn", "account_number": "account_last4"}[secret]: number} if number else {}
        if "ssn" in saved:
            saved["ssn"] = masked(saved["ssn"])
        if "account_last4" in saved:
            saved["account_last4"] = saved["account_last4"][-4:]
        expected = {**saved, **self.model.drafts.get(key, {})}
        found = self.wizard.data("get-enrollment-temp-info", column=COLUMNS[key])["result"]
        assert {name: found.get(name, "") for name in expected} == expected

    def _people_agree(self) -> None:
        """Everybody who was ever listed is on the list or aside, once, with their number."""
        found = self.wizard.data("get-dependents-existing-user-enrollment")["result"]
        shown = [one["primary_info"] for one in (*found["dependents"], *found["set_aside"])]
        known = [*self.model.covered, *self.model.aside]
        assert sorted((one["first_name"], one["ssn"]) for one in shown) == sorted(
            (one["first_name"], masked(one["ssn"])) for one in known
        )
        if "dependent_info" in self.model.confirmed and self.model.family_fits():
            assert [one["primary_info"]["first_name"] for one in found["dependents"]] == [
                one["first_name"] for one in self.model.covered
            ]

    def _heirs_agree(self) -> None:
        found = self.wizard.data("get-beneficiaries-existing-user-enrollment")["result"]["beneficiaries"]
        names = ("first_name", "beneficiary_percentage")
        assert [[one[name] for name in (*names, "ssn")] for one in found] == [
            [*(one[name] for name in names), masked(one["ssn"])] for one in self.model.heirs
        ]

    def _health_agrees(self) -> None:
        said = self.model.sections.get("primary_health_info")
        if said is None:
            return
        found = self.wizard.data("get-enrollment-temp-info", column="health_info")["result"]
        assert found["notes"] == said["notes"]
        asthma = next(one for one in found["condition_questions"] if one["question_id"] == 101)
        assert asthma["yes_no_flag"] == str(int(said["sick"]))
        if said["sick"]:
            assert asthma["conditions"][0]["health_condition"] == GENERAL["health_condition"]

    # --- and it can always be finished -------------------------------------------------------------------------------

    def resume_leads_to_the_receipt(self) -> None:
        """Doing what the engine asks for, step by step, ends with a receipt of exactly what was acknowledged."""
        if self.ended:
            return
        if not self.model.cart:
            self._tell_family(SPOUSES[0]["birthdate"], 1)
            self._add("dental")
        for _step in range(12):
            if (target := self.wizard.data("/get-dynamic-tabs")["resume"]["tab_name"]) == "receipt":
                break
            if target != "review_info":
                self.submit("")  # too early, and refused for exactly what is open
            self._fill_in(target)
            self.tabs_agree()
        assert self.ended, "the engine's own way does not end"
        self.one_confirmation()
        self.everything_is_there()

    def _fill_in(self, tab: str) -> None:
        spouse, children = {"IS": (0, set()), "IC": (None, {0})}.get(self.model.tier, (0, {0}))
        {
            "primary_info": lambda: self.save_personal("Maren", "1", True),
            "contact_info": lambda: self.save_contact("Columbus", self.model.zip),
            "employer_info": lambda: self.save_employer("Welder"),
            "beneficiary_info": lambda: self.list_beneficiaries((100,)),
            "primary_health_info": lambda: self.save_health(True, ""),
            "dependent_info": lambda: self.list_dependents(spouse, children, True),
            "billing_info": lambda: self.save_billing("000123457710", "28"),
            "agreement_info": self.sign,
            "review_info": lambda: self.submit(""),
        }[tab]()
