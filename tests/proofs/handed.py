"""The hand-over from a rep to the client in the stories: sending, opening, proposals and their answers, both ends."""

from __future__ import annotations

import copy
import sys
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from planfront.enrollment.tests.conftest import Wizard
from tests.fixtures import ApiClient
from tests.proofs.machine import Steps
from tests.proofs.story import Window
from tests.proofs.values import AREAS, EMAIL, OK, OPTIONAL, SPOUSES, TIERS, status_of
from tests.proofs.writing import MORE

KINDS = ("rep", "rep for member", "applicant", "member")


class EngineMachine(Steps):
    """Everything together: how a story begins, and how it ends."""

    @initialize(
        kind=st.sampled_from(KINDS),
        tier=st.sampled_from(TIERS),
        filled=MORE,
        further=MORE,
        optional=st.frozensets(st.sampled_from(OPTIONAL)),
    )
    def it_begins(self, kind: str, tier: str, filled: bool, further: bool, optional: frozenset[str]) -> None:
        """With a cart, with everything up to the signature, or further: signed, or sent to the client."""
        self.begin(kind, tier, filled)
        self.ask_for_other_tabs(optional)
        if filled and further:
            self.sign() if kind in {"applicant", "member"} else self.send(True)

    def _at(self, *who: str) -> Window | None:
        return next((window for window in self.windows if window.who in who), None)

    @property
    def may_send(self) -> bool:
        return self._at("seller") is not None and not self.ended

    # --- sending and opening -----------------------------------------------------------------------------------------

    @precondition(lambda self: self.may_send)
    @rule(opens=MORE)
    def send(self, opens: bool) -> None:
        """Sent exactly when everything is done that is not the client's; while it is sent, the code again."""
        self.sit_at(self._at("seller"))
        answer, missing = self.post("send-to-client", email=EMAIL), self.model.unready()
        if not self.model.handed and missing:
            assert answer.status_code == 422, answer.json()
            assert [item["target_element"] for item in answer.json()["data"]] == missing
            return
        assert status_of(answer) == OK, answer.json()
        self.model.handed = True
        if opens:
            self.open_as_client()

    @precondition(lambda self: self.model.handed)
    @rule()
    def open_as_client(self) -> None:
        client = ApiClient("shop.test")
        answer = client.post("continue-enrollment", {"code": self.code_of("hand_over"), "email": EMAIL})
        assert status_of(answer) == OK, answer.json()
        assert answer.json()["data"]["href"] == "/enrollment/check"
        self.windows.append(Window(client, "client"))
        self.sit_at(self.windows[-1])

    # --- proposals ---------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.model.handed)
    @rule(city=st.sampled_from(["Columbus", "Dublin"]), code=st.sampled_from(sorted(AREAS)))
    def propose(self, city: str, code: str) -> None:
        """The seller saves a step, and the client goes on."""
        before = self.window
        self.sit_at(self._at("seller"))
        self.save_contact(city, code)
        self.sit_at(before)

    @precondition(lambda self: self.model.handed and self._at("client", "member"))
    @rule(how=st.sampled_from(["submit", "return", "withdraw"]))
    def leave_a_change_waiting(self, how: str) -> None:
        """The seller proposes another town, and nobody looks at it: the client submits, or the hand-over ends."""
        there = self.model.sections["contact_info"]["city"]
        self.propose("Dublin" if there == "Columbus" else "Columbus", self.model.zip)
        if how == "submit":
            self.sit_at(self._at("client", "member"))
            self.submit("")
        else:
            self.end_the_hand_over(returned=how == "return")

    def _standing(self, window: Window) -> dict[str, Any]:
        return Wizard(window.client, self.wizard.id).data("get-hand-over")

    @precondition(lambda self: self.model.waiting() and self._at("client", "member"))
    @rule(which=st.integers(0, 9))
    def look_at_a_change(self, which: int) -> None:
        """The client sees every change that waits, and keeps one of them before their eyes."""
        result = self._standing(self._at("client", "member"))
        listed = {proposal["tab_name"]: proposal for proposal in result["proposals"]}
        assert sorted(listed) == sorted(self.model.waiting())
        key = sorted(listed)[which % len(listed)]
        number, moved = self.model.proposals[key].number, self.model.moved.get(key, 0)
        self.held = (key, listed[key]["proposal_id"], result["version"], number, moved)

    @precondition(lambda self: self.held and self._at("client", "member") and not self.ended)
    @rule(yes=MORE)
    def answer_the_change(self, yes: bool) -> None:
        """Yes makes the difference in what is there now; refused when it is no longer what was looked at."""
        self.sit_at(self._at("client", "member"))
        key, proposal, version, number, moved = self.held
        model, after = self.model, copy.deepcopy(self.model)
        body = {"proposal_id": proposal, "answer": "accept" if yes else "decline", "version": version}
        if key not in model.proposals or model.proposals[key].number != number:
            self.held = None
            answer = self.wizard.post("answer-proposal", **body)
            done = model.fates.get(number) == ("accepted" if yes else "declined")
            assert answer.status_code == (200 if done else 409), answer.json()
            return
        if not yes:
            assert status_of(self.post("answer-proposal", **body)) == OK
            model.end_proposal(key, "declined")
            return
        if model.moved.get(key, 0) > moved:
            self.held = None
            assert self.post("answer-proposal", **body).status_code == 409
            return
        after.accept(key)
        fits = key != "dependent_info" or after.family_fits()
        answer = self._with_price("answer-proposal", body, after)
        if not fits:
            assert answer.status_code == 422, answer.json()
            return
        assert status_of(answer) == OK, answer.json()
        self.model = after

    @precondition(lambda self: self.model.proposals and self._at("seller"))
    @rule(which=st.integers(0, 9))
    def take_a_change_back(self, which: int) -> None:
        self.sit_at(self._at("seller"))
        result = {
            proposal["tab_name"]: proposal["proposal_id"] for proposal in self._standing(self.window)["proposals"]
        }
        assert sorted(result) == sorted(self.model.proposals)
        key = sorted(result)[which % len(result)]
        assert status_of(self.post("answer-proposal", proposal_id=result[key], answer="withdraw")) == OK
        self.model.end_proposal(key, "withdrawn")

    # --- the ends ----------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.model.handed)
    @rule(returned=st.booleans())
    def end_the_hand_over(self, returned: bool) -> None:
        """Taken back, or given back by the client; their windows and codes end, nothing that was said does."""
        window = self._at("client", "member") if returned else self._at("seller")
        if window is None:
            return
        self.sit_at(window)
        answer = self.wizard.post("return-hand-over", note="") if returned else self.post("withdraw-hand-over")
        assert status_of(answer) == OK, answer.json()
        self.model.take_back()
        out = [window for window in self.windows if window.who == "client"]
        for item in out:
            assert item.client.get("/get-dynamic-tabs", enrollment_id=self.wizard.id).status_code == 404
        self.windows = [window for window in self.windows if window not in out]
        self.codes = [code for code in self.codes if code[1] != "client"]
        if self.window in out:
            self.sit_at(self._at("seller"))

    def teardown(self) -> None:
        try:
            if self.example is not None and sys.exc_info()[0] is None:
                self.resume_leads_to_the_receipt()
        finally:
            super().teardown()

    def resume_leads_to_the_receipt(self) -> None:
        """Doing what the engine asks for, step by step, ends with a receipt of exactly what was acknowledged."""
        self._decide_everything()
        if not self.ended and not self.model.cart:
            self.tell_the_family(SPOUSES[0]["birthdate"], 1)
            self.add("dental")
        for _step in range(12):
            if (target := self.wizard.data("/get-dynamic-tabs")["resume"]["tab_name"]) == "receipt":
                break
            self.fill_in(target)
        assert self.ended, "the engine's own way does not end"
        self.it_is_as_the_specification_says()
        self.everything_is_shown()

    def _decide_everything(self) -> None:
        """Somebody sits there who may go on, and no change waits."""
        if not self.model.handed:
            return
        if self._at("client", "member") is None:
            self.open_as_client()
        self.sit_at(self._at("client", "member"))
        if self.model.waiting():
            self.submit("")  # refused while a change waits
        else:
            self.leave_a_change_waiting("submit")
        for _change in self.model.waiting():
            self.look_at_a_change(0)
            self.answer_the_change(True)
            if self.held and self.held[0] in self.model.proposals:
                self.answer_the_change(False)
