"""Writing the steps in stories: saves, wrong ones too, and the lists of people."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from planfront.enrollment.models import Section
from planfront.enrollment.tests.conftest import BILLING, CONTACT, PERSONAL
from planfront.enrollment.tests.test_employer import EMPLOYER
from planfront.enrollment.tests.test_health import GENERAL
from planfront.enrollment.tests.test_health import answers as health_answers
from tests.proofs.model import Model
from tests.proofs.story import Story
from tests.proofs.values import AREAS, CHILDREN, HANDED, HEIRS, OK, SPOUSES, STORED, WRONG, Person, masked, status_of

MORE = st.sampled_from([True, True, False])


class Writing(Story):
    """What a window saves, as any side does it."""

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
        result = self.wizard.data(f"get-{path}-existing-user-enrollment")["result"]
        listed = [*result[path], *result.get("set_aside", [])]
        people = [item.get("primary_info", item) for item in listed]
        return {person["first_name"]: person[name] for person in people}

    @staticmethod
    def _sent(people: list[Person], ids: dict[str, str], name: str) -> list[Person]:
        """People as the page sends them: whoever has an id without the number."""
        return [
            {**person, name: ids[person["first_name"]], "ssn": ""} if person["first_name"] in ids else person
            for person in people
        ]

    def _stored(self, key: str, listed: str, *names: str) -> list[list[Any]]:
        row = Section.objects.filter(application__enrollment__public_id=self.wizard.id, key=key).first()
        people = row.answers.get(listed, []) if row else []
        return [[person[name] for name in names] for person in people]

    @precondition(lambda self: self.model.tier != "IO")
    @rule(spouse=st.sampled_from([None, 0, 1]), children=st.sets(st.integers(0, 2)), final=MORE)
    def list_dependents(self, spouse: int | None, children: set[int], final: bool) -> None:
        """Staged as the list stands, or taken over with Next where it fits the tier."""
        people = [*([SPOUSES[spouse]] if spouse is not None else []), *(CHILDREN[n] for n in sorted(children))]
        sent = self._sent(people, self._ids("dependents", "dependent_id"), "dependent_id")
        body = {"dependents": [{"primary_info": item} for item in sent]}
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
                [item["first_name"], item.get("dependent_id")] for item in sent
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
        people = [{**heir, "beneficiary_percentage": str(share)} for heir, share in zip(HEIRS, shares, strict=False)]
        key, sent = (
            "beneficiary_info",
            self._sent(people, self._ids("beneficiaries", "beneficiary_id"), "beneficiary_id"),
        )
        whole, room = sum(shares) == 100 and len(shares) <= 3, sum(shares) <= 100 and len(shares) <= 3
        answer = self.post("save-beneficiary-info", beneficiaries=sent)
        if self.refused(answer, proposes=True):
            return
        if whole:
            assert status_of(answer) == OK, answer.json()
        else:
            assert answer.status_code == 422
            answer = self.post("save-beneficiary-info-to-temp", beneficiaries=sent)
            assert answer.status_code == (200 if room else 422)
        if not room:
            return
        if self.side == "seller":
            names = ("first_name", "beneficiary_percentage", "beneficiary_id")
            same = self._stored(key, "beneficiaries", *names) == [[item.get(name) for name in names] for item in sent]
            self.model.propose_list(key, people, same=same, staged=not whole)
            return
        self.model.list_heirs(people)
        self.model.confirm(key, whole)
