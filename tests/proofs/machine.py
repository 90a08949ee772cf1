"""A hypothesis state machine over the wizard: whatever people do, in whatever order, from however many windows.

Every rule is a call of the public API. What was acknowledged goes into the model; after every rule the engine is
asked how things stand and has to agree. At the end the application is led to its receipt by the engine's own resume
target alone.
"""

from __future__ import annotations

import copy

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from planfront.enrollment.models import Application, RequirementProfile
from planfront.enrollment.tests.conftest import PERSONAL, Wizard
from tests.proofs.model import BEFORE_SIGNING, ORDER
from tests.proofs.story import Start
from tests.proofs.values import AREAS, OK, OPTIONAL, SELLER, SPOUSES, TIERS, status_of
from tests.proofs.windows import Windows
from tests.proofs.writing import MORE


class Steps(Windows):
    """The quote, what is asked, signing and submitting, as any side does them."""

    # --- how it starts -----------------------------------------------------------------------------------------------

    def begin(self, kind: str, tier: str, filled: bool) -> None:
        """From a cart, or with everything saved up to the signature."""
        key = (kind, tier, str(filled))
        if key not in self.starts:
            with transaction.atomic():
                self.starts[key] = self._make_start(kind, tier, filled)
        result = self.starts[key]
        self.example = transaction.atomic()
        self.example.__enter__()
        self.windows, self.model = list(result.windows), copy.deepcopy(result.model)
        self.wizard = Wizard(self.windows[0].client, result.id)
        self.window = self.windows[0]

    def _make_start(self, kind: str, tier: str, filled: bool) -> Start:
        self.cart_of(kind, tier)
        for tab in self.model.open_tabs(tuple(key for key, _slug in ORDER[:7])) if filled else ():
            self.fill_in(tab)
        return Start(self.windows, self.wizard.id, self.model)

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
        person = model.sections.get("primary_info", PERSONAL)
        own = self.window.who == "seller"
        typed = SELLER if own else f"{person['first_name']} {person['last_name']}"
        answer, missing = self.wizard.sign(typed_name=typed), model.open_tabs(BEFORE_SIGNING)
        if self.refused(answer):
            return
        if missing:
            assert answer.status_code == 422
            assert [item["target_element"] for item in answer.json()["data"]] == missing
            return
        assert status_of(answer) == OK, answer.json()
        model.signed, model.signed_by = model.content(), "seller" if own else "applicant"
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
            assert {item["target_element"] for item in answer.json()["data"]} == wanted
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
        result = set(model.open_tabs(BEFORE_SIGNING)) | (set() if model.cart else {"cart_info"})
        if not result and not model.complete("agreement_info"):
            return {"agreement_info"}
        return result

    # --- and it can always be finished -------------------------------------------------------------------------------

    @rule()
    def go_on(self) -> None:
        """What the engine asks for next."""
        target = self.wizard.data("/get-dynamic-tabs")["resume"]["tab_name"]
        if target not in {"receipt", "review_info"}:
            self.fill_in(target)

    def review(self) -> None:
        """A signature that doesn't hold any more is given again there."""
        if not self.model.complete("agreement_info"):
            self.sign()
        self.submit("")

    def fill_in(self, tab: str) -> None:
        spouse, children = {"IS": (0, set()), "IC": (None, {0})}.get(self.model.tier, (0, {0}))
        {
            "primary_info": lambda: self.save_personal("Maren", "1", not self.model.of_member),
            "contact_info": lambda: self.save_contact("Columbus", self.model.zip),
            "employer_info": lambda: self.save_employer("Welder"),
            "beneficiary_info": lambda: self.list_beneficiaries((100,)),
            "primary_health_info": lambda: self.save_health(True, ""),
            "dependent_info": lambda: self.list_dependents(spouse, children, True),
            "billing_info": lambda: self.save_billing("000123457710", "28"),
            "agreement_info": self.sign,
            "review_info": self.review,
        }[tab]()
