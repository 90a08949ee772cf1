"""A hypothesis state machine over the wizard: whatever people do, in whatever order, from however many windows.

Every rule is a call of the public API. What was acknowledged goes into the model; after every rule the engine is
asked how things stand and has to agree. At the end the application is led to its receipt by the engine's own resume
target alone.
"""

from __future__ import annotations

import copy
from typing import Any

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from planfront.conftest import ApiClient
from planfront.enrollment.models import Application, RequirementProfile, Section
from planfront.enrollment.tests.conftest import BILLING, CONTACT, PERSONAL, Wizard
from planfront.enrollment.tests.test_employer import EMPLOYER
from planfront.enrollment.tests.test_health import GENERAL
from planfront.enrollment.tests.test_health import answers as health_answers
from tests.proofs.model import BEFORE_SIGNING, ORDER, Model
from tests.proofs.story import Start, Story, Window
from tests.proofs.values import (
    AREAS,
    CHILDREN,
    EMAIL,
    HANDED,
    HEIRS,
    OK,
    OPTIONAL,
    PAGES,
    SAVES,
    SECRET,
    SPOUSES,
    STORED,
    TIERS,
    TYPED,
    WRONG,
    Person,
    masked,
    status_of,
)

MORE = st.sampled_from([True, True, False])


class Steps(Story):
    """The steps, the quote, signing and submitting, as any side does them."""

    # --- how it starts -----------------------------------------------------------------------------------------------

    def begin(self, kind: str, tier: str, filled: bool) -> None:
        """From a cart, or with everything saved up to the signature."""
        key = (kind, tier, str(filled))
        if key not in self.starts:
            with transaction.atomic():
                self.starts[key] = self._made(kind, tier, filled)
        found = self.starts[key]
        self.example = transaction.atomic()
        self.example.__enter__()
        self.windows, self.model = list(found.windows), copy.deepcopy(found.model)
        self.wizard = Wizard(self.windows[0].client, found.id)
        self.window = self.windows[0]

    def _made(self, kind: str, tier: str, filled: bool) -> Start:
        self.cart_of(kind, tier)
        for tab in self.model.open_tabs(tuple(key for key, _slug in ORDER[:7])) if filled else ():
            self.fill_in(tab)
        return Start(self.windows, self.wizard.id, self.model)

    # --- writing -----------------------------------------------------------------------------------------------------

    def _saved(self, key: str, sent: dict[str, Any], answer: Any) -> None:
        """A save was acknowledged: into the model; Next leads where it should."""
        if self.refused(answer, proposes=True):
            return
        assert status_of(answer) == OK, answer.json()
        answers = {**sent, **STORED.get(key, {})}
        if self.side == "seller":
            self.model.propose(key, answers)
            return
        self.model.save(key, answers)
        assert answer.json()["data"]["next"]["tab_name"] == self.model.next_after(key)

    def _with_price(self, path: str, body: dict[str, Any], after: Model) -> Any:
        """A save that may move prices: the first answer asks exactly when one moves, and has changed nothing."""
        answer = self.post(path, **body)
        if self.ended or self.side != "client" or answer.status_code != 200:
            return answer
        before, then = self.model.prices(), after.prices()
        if status_of(answer) == OK:
            assert before == then, "a price moved without being asked about"
            return answer
        assert status_of(answer) == (200, "error", "priceChanged"), answer.json()
        assert before != then
        self.everything_is_kept()
        return self.post(path, **body, accept_price="1")

    @rule(first=st.sampled_from(["Maren", "Mary"]), status=st.sampled_from("01"), typed=st.booleans())
    def save_personal(self, first: str, status: str, typed: bool) -> None:
        sent = {**PERSONAL, "first_name": first, "marital_status": status}
        known = "primary_info" in self.model.sections or self.model.of_member
        answer = self.post(
            "save-personal-info", **{**sent, "ssn": masked(PERSONAL["ssn"])} if known and not typed else sent
        )
        self._saved("primary_info", sent, answer)

    @rule(city=st.sampled_from(["Columbus", "Dublin"]), code=st.sampled_from(sorted(AREAS)))
    def save_contact(self, city: str, code: str) -> None:
        after = copy.deepcopy(self.model)
        after.zip = code
        sent = {**CONTACT, "city": city, "zip": code}
        answer = self._with_price("save-contact-info", sent, after)
        if not self.ended and self.side == "client":
            self.model.zip = code
        self._saved("contact_info", sent, answer)

    @rule(work=st.sampled_from(["Machinist", "Welder"]))
    def save_employer(self, work: str) -> None:
        sent = {**EMPLOYER, "occupation": work}
        self._saved("employer_info", sent, self.post("save-employer-info", **sent))

    @rule(sick=st.booleans(), notes=st.sampled_from(["", "Call after five."]))
    def save_health(self, sick: bool, notes: str) -> None:
        sent = health_answers(notes=notes, **({"q101": GENERAL} if sick else {}))
        self._saved(
            "primary_health_info", {"sick": sick, "notes": notes}, self.post("save-primary-health-info", **sent)
        )

    @rule(number=st.sampled_from(["000123457710", "000123459921", ""]), day=st.sampled_from(["28", "15"]))
    def save_billing(self, number: str, day: str) -> None:
        sent, kept = (
            {**BILLING, "account_number": number, "bill_date": day},
            self.model.sections.get("billing_info", {}),
        )
        answer = self.post("save-billing-info", **sent)
        if self.refused(answer):
            return
        if not number and not kept:
            assert answer.status_code == 422
            return
        self._saved("billing_info", {**sent, "account_number": number or kept.get("account_number")}, answer)

    @rule(which=st.sampled_from(WRONG))
    def save_something_wrong(self, which: tuple[str, dict[str, Any]]) -> None:
        """Refused by field, and nothing moves (see the invariant)."""
        path, body = which
        answer = self.wizard.post(path, **body)
        if status_of(answer) != HANDED or self.side == "client":
            assert answer.status_code == (409 if self.ended else 422), (which, answer.json())
            assert self.ended or answer.json()["data"][0]["error_message"]

    # --- lists -------------------------------------------------------------------------------------------------------

    def _ids(self, path: str, name: str) -> dict[str, str]:
        """Ids by first name, as the page of this window reads them."""
        found = self.wizard.data(f"get-{path}-existing-user-enrollment")["result"]
        listed = [*found[path], *found.get("set_aside", [])]
        people = [one.get("primary_info", one) for one in listed]
        return {one["first_name"]: one[name] for one in people}

    @staticmethod
    def _sent(people: list[Person], ids: dict[str, str], name: str) -> list[Person]:
        """People as the page sends them: whoever has an id without the number."""
        return [{**one, name: ids[one["first_name"]], "ssn": ""} if one["first_name"] in ids else one for one in people]

    def _stored(self, key: str, listed: str, *names: str) -> list[list[Any]]:
        row = Section.objects.filter(application__enrollment__public_id=self.wizard.id, key=key).first()
        people = row.answers.get(listed, []) if row else []
        return [[one[name] for name in names] for one in people]

    @precondition(lambda self: self.model.tier != "IO")
    @rule(spouse=st.sampled_from([None, 0, 1]), children=st.sets(st.integers(0, 2)), final=MORE)
    def list_dependents(self, spouse: int | None, children: set[int], final: bool) -> None:
        """Staged as the list stands, or taken over with Next where it fits the tier."""
        people = [*([SPOUSES[spouse]] if spouse is not None else []), *(CHILDREN[n] for n in sorted(children))]
        sent = self._sent(people, self._ids("dependents", "dependent_id"), "dependent_id")
        body = {"dependents": [{"primary_info": one} for one in sent]}
        key, after = "dependent_info", copy.deepcopy(self.model)
        after.list_people(people)
        fits = after.family_fits()
        if final and fits:
            after.take_over()
        if final:
            answer = self._with_price("save-dependent-info", body, after)
        else:
            answer = self.post("save-dependent-info-to-temp", **body)
        if self.refused(answer, proposes=True):
            return
        if final and not fits:
            assert answer.status_code == 422
            return
        assert status_of(answer) == OK, answer.json()
        if self.side == "seller":
            same = self._stored(key, "dependents", "first_name", "dependent_id") == [
                [one["first_name"], one.get("dependent_id")] for one in sent
            ]
            self.model.propose_list(key, people, same=same, staged=not final)
            return
        after.confirm(key, final)
        after.drafts.pop(key, None)
        self.model = after
        if final:
            assert answer.json()["data"]["next"]["tab_name"] == self.model.next_after(key)

    @rule(shares=st.sampled_from([(60, 40), (100,), (50, 30, 20), (60,), (80, 40), (30, 30, 30, 10), ()]))
    def list_beneficiaries(self, shares: tuple[int, ...]) -> None:
        people = [{**one, "beneficiary_percentage": str(share)} for one, share in zip(HEIRS, shares, strict=False)]
        key, sent = (
            "beneficiary_info",
            self._sent(people, self._ids("beneficiaries", "beneficiary_id"), "beneficiary_id"),
        )
        whole, room = sum(shares) == 100 and len(shares) <= 3, sum(shares) <= 100 and len(shares) <= 3
        answer = self.post("save-beneficiary-info", beneficiaries=sent)
        if self.refused(answer, proposes=True):
            return
        if not whole:
            assert answer.status_code == 422
            answer = self.post("save-beneficiary-info-to-temp", beneficiaries=sent)
            assert answer.status_code == (200 if room else 422)
        if not room:
            return
        if self.side == "seller":
            names = ("first_name", "beneficiary_percentage", "beneficiary_id")
            same = self._stored(key, "beneficiaries", *names) == [[one.get(name) for name in names] for one in sent]
            self.model.propose_list(key, people, same=same, staged=not whole)
            return
        self.model.list_heirs(people)
        self.model.confirm(key, whole)

    # --- drafts, other windows, coming back --------------------------------------------------------------------------

    @rule(key=st.sampled_from(sorted(TYPED)), text=st.sampled_from(["Mar3n", "Zürich", SECRET]), old=st.booleans())
    def type_something(self, key: str, text: str, old: bool) -> None:
        """Autosave; a number that looks like a Social Security Number is not kept. ``old``: from the form that was
        opened before, refused where somebody else wrote into the field since."""
        name, body = TYPED[key], {"tab_name": key, "values": {TYPED[key]: text, "ssn": "512345678"}}
        late = self.late if old and self.late and self.late[0] == key else None
        answer = self.wizard.post("save-draft", **body, **({"version": late[1]} if late else {}))
        if self.refused(answer):
            return
        there = self.model.in_form(key).get(name)
        if late and text != SECRET and self.model.moved.get(key, 0) > late[2] and there not in (None, text):
            assert answer.status_code == 409, answer.json()
            assert answer.json()["data"]["values"] == {name: there}
            return
        assert status_of(answer) == OK, answer.json()
        if text != SECRET:
            self.model.type(key, {name: text})

    @precondition(lambda self: not self.ended)
    @rule(key=st.sampled_from(sorted(SAVES)))
    def open_second_window(self, key: str) -> None:
        """The form of a step, kept open while other things happen."""
        form = self.wizard.data(f"get-form-fields-{SAVES[key]}")
        self.late = (key, form["version"], self.model.moved.get(key, 0))

    @precondition(lambda self: self.late is not None and not self.ended)
    @rule(last=st.sampled_from(["Castillo", "Ybarra"]))
    def save_from_second_window(self, last: str) -> None:
        """Refused with the other window's values, saved or typed, when they differ and came later; then taken."""
        key, version, seen = self.late
        base = PERSONAL if key == "primary_info" else {**CONTACT, "zip": self.model.zip}
        sent = {**base, "last_name" if key == "primary_info" else "birth_city": last}
        now = self.model.sections.get(key, {}) if self.side == "seller" else self.model.in_form(key)
        means = {**sent, **STORED.get(key, {})}
        differs = {name: now[name] for name in means if name in now and name != "ssn" and now[name] != means[name]}
        answer = self.wizard.post(f"save-{SAVES[key]}", **sent, version=version)
        if self.side != "guest" and self.model.moved.get(key, 0) > seen and differs:
            assert answer.status_code == 409, answer.json()
            data = answer.json()["data"]
            assert data["values"] == differs
            self.everything_is_kept()
            answer = self.wizard.post(f"save-{SAVES[key]}", **sent, version=data["version"])
        self._saved(key, sent, answer)
        self.late = None

    @precondition(lambda self: not self.ended)
    @rule(key=st.sampled_from(sorted(SAVES)))
    def write_in_two_windows(self, key: str) -> None:
        """The form stays open in one window while another one saves it with something else; then the first saves."""
        self.open_second_window(key)
        there = self.model.in_form(key)
        if key == "primary_info":
            self.save_personal("Mary" if there.get("first_name") == "Maren" else "Maren", "1", True)
        else:
            self.save_contact("Dublin" if there.get("city") == "Columbus" else "Columbus", self.model.zip)
        self.save_from_second_window("Ybarra")

    @precondition(lambda self: not self.ended)
    @rule(text=st.sampled_from(["", "Zürich"]))
    def save_for_later(self, text: str) -> None:
        """With what was typed; a code comes by mail."""
        data = {"data": {"address2": text}} if text else {}
        answer = self.post("save-enrollment", email=EMAIL, tab="contact_info", **data)
        if self.refused(answer):
            return
        assert status_of(answer) == OK, answer.json()
        if text:
            self.model.type("contact_info", {"address2": text})
        self.codes.append((self.code_of("resume_code"), "client" if self.model.handed else "guest"))

    @precondition(lambda self: bool(self.codes))
    @rule()
    def resume_elsewhere(self) -> None:
        """The code opens it in a session that knew nothing of it; the older windows stay open."""
        client, (code, who) = ApiClient("shop.test"), self.codes[-1]
        assert client.get("/get-dynamic-tabs", enrollment_id=self.wizard.id).status_code == 404
        answer = client.post("continue-enrollment", {"code": code, "email": EMAIL})
        assert status_of(answer) == OK, answer.json()
        assert answer.json()["data"]["enrollment_id"] == self.wizard.id
        self.windows.append(Window(client, who))
        self.sit_at(self.windows[-1])

    @precondition(lambda self: len(self.windows) > 1)
    @rule(number=st.integers(0, 9))
    def change_window(self, number: int) -> None:
        self.sit_at(self.windows[number % len(self.windows)])

    @rule(page=st.sampled_from(PAGES))
    def go_back_and_look(self, page: str) -> None:
        """Reading a page changes nothing."""
        version = self._version()
        self.wizard.data(f"get-{page}")
        assert self._version() == version

    # --- the quote and what is asked changes -------------------------------------------------------------------------

    @rule(tier=st.sampled_from(TIERS))
    def change_tier(self, tier: str) -> None:
        answer = self.wizard.client.put(f"change-filter-info/{self.wizard.id}", {"tier": tier})
        if self.refused(answer):
            return
        assert status_of(answer) == OK, answer.json()
        if tier != self.model.tier:
            self.model.tier, self.model.no_spouse = tier, False

    @precondition(lambda self: not self.ended)
    @rule(spouse=st.sampled_from([0, 1]), children=st.integers(1, 3))
    def tell_family(self, spouse: int, children: int) -> None:
        self.tell_the_family(SPOUSES[spouse]["birthdate"], children)

    @rule(code=st.sampled_from(sorted(AREAS)))
    def change_zip_in_the_quote(self, code: str) -> None:
        answer = self.wizard.client.put(f"change-filter-info/{self.wizard.id}", {"zip": code})
        if not self.refused(answer):
            assert status_of(answer) == OK, answer.json()
            self.model.zip = code

    @rule(plan=st.sampled_from(["dental", "vision"]), more=MORE)
    def change_cart(self, plan: str, more: bool) -> None:
        if more:
            self.add(plan)
            return
        answer = self.wizard.post("remove-plan-from-cart", plan_id=getattr(self.shop, plan).pk)
        if not self.refused(answer):
            assert status_of(answer) == OK, answer.json()
            self.model.cart.discard(plan)

    @precondition(lambda self: not self.ended)
    @rule(optional=st.frozensets(st.sampled_from(OPTIONAL)))
    def ask_for_other_tabs(self, optional: frozenset[str]) -> None:
        """The operator changes what an enrollment is asked."""
        RequirementProfile.objects.update(tabs=dict.fromkeys(optional, True))
        self.model.optional = optional

    # --- signing and submitting --------------------------------------------------------------------------------------

    @rule()
    def sign(self) -> None:
        model = self.model
        person, town = model.sections.get("primary_info", PERSONAL), model.sections.get("contact_info", CONTACT)
        typed = f"{person['first_name']} {person['last_name']}"
        answer, missing = self.wizard.sign(typed_name=typed, answer=town["birth_city"]), model.open_tabs(BEFORE_SIGNING)
        if self.refused(answer):
            return
        if missing:
            assert answer.status_code == 422
            assert [one["target_element"] for one in answer.json()["data"]] == missing
            return
        assert status_of(answer) == OK, answer.json()
        model.signed = model.content()
        model.sections["agreement_info"] = {}

    @rule(notes=st.sampled_from(["", "Ring twice."]))
    def submit(self, notes: str) -> None:
        """Offered exactly when the specification allows; a second one finds the first."""
        answer, model = self.wizard.submit(additional_notes=notes), self.model
        if self.ended:
            assert answer.json()["data"]["confirmation_number"] == model.confirmation
            return
        if self.refused(answer):
            return
        if model.waiting():
            assert status_of(answer) == (200, "error", "changesWaiting"), answer.json()
            return
        if wanted := self._stops():
            assert answer.status_code == 422, answer.json()
            assert {one["target_element"] for one in answer.json()["data"]} == wanted
            return
        assert status_of(answer) == OK, answer.json()
        model.confirmation = answer.json()["data"]["confirmation_number"]
        model.save("review_info", {"additional_notes": notes})
        model.handed = False
        model.proposals.clear()
        self.sealed = Application.objects.get(enrollment__public_id=self.wizard.id).frozen_sha256
        assert self.wizard.data("get-receipt")["policy_id"] == model.confirmation

    def _stops(self) -> set[str]:
        """Tabs that keep the application from being submitted."""
        model = self.model
        found = set(model.open_tabs(BEFORE_SIGNING)) | (set() if model.cart else {"cart_info"})
        if not found and not model.complete("agreement_info"):
            return {"agreement_info"}
        return found

    # --- and it can always be finished -------------------------------------------------------------------------------

    @rule()
    def go_on(self) -> None:
        """What the engine asks for next."""
        target = self.wizard.data("/get-dynamic-tabs")["resume"]["tab_name"]
        if target not in {"receipt", "review_info"}:
            self.fill_in(target)

    def fill_in(self, tab: str) -> None:
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
