"""How a story of the state machine begins, who sits at which window, and what has to hold after every step of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from django.db import transaction
from hypothesis.stateful import RuleBasedStateMachine, invariant

from planfront.coverage.models import Policy
from planfront.enrollment.models import Application, Section
from planfront.enrollment.models import Proposal as Proposed
from planfront.enrollment.tests.conftest import Wizard, quote
from planfront.enrollment.tests.test_health import GENERAL
from planfront.kernel.memory.caches import clear_all
from planfront.messaging.models import OutboundEmail
from planfront.sales.models import Confirmation
from tests.fixtures import ApiClient
from tests.proofs.model import CLIENTS, ORDER, Model
from tests.proofs.values import COLUMNS, HANDED, HEIRS, OK, ON_RECORD, OPTIONAL, SPOUSES, Person, masked, status_of

_OPEN = ("staged", "waiting")


@dataclass(frozen=True)
class Window:
    """``who`` sits there: own (began it for themselves), seller, member, guest (by a code that was saved before),
    client (by the code of a hand-over)."""

    client: ApiClient
    who: str


@dataclass
class Start:
    """An application as a story finds it."""

    windows: list[Window]
    id: str
    model: Model


class Story(RuleBasedStateMachine):
    """``shop`` is set by the test: the store's plans and people, made once. What stories begin with is made once, too:
    ``starts``. Each story undoes what it did."""

    shop: ClassVar[Any]
    starts: ClassVar[dict[tuple[str, ...], Start]] = {}

    def __init__(self) -> None:
        super().__init__()
        clear_all()
        self.example: Any = None
        self.failed = False
        self.turn = 0
        self.late: tuple[str, int, int] | None = None
        self.codes: list[tuple[str, str]] = []
        self.sealed = ""
        self.held: tuple[str, str, int, int, int] | None = None

    def teardown(self) -> None:
        if self.example is not None:
            transaction.set_rollback(True)
            self.example.__exit__(None, None, None)
        clear_all()

    # --- how it starts -----------------------------------------------------------------------------------------------

    def cart_of(self, kind: str, tier: str) -> None:
        """A new quote with plans in the cart, checked out."""
        self.window = self._window(kind)
        self.windows = [self.window, *([self._signed_in("member")] if kind == "rep for member" else [])]
        self.model = Model(tier=tier, zip="43215", optional=frozenset(OPTIONAL))
        self.wizard = Wizard(self.window.client, self._quote(kind, tier))
        if "member" in kind:
            self.model.of_member = True
            self.model.aside = list(ON_RECORD)
            self.model.heirs = [{**HEIRS[0], "beneficiary_percentage": "100"}]
        self.tell_the_family(SPOUSES[0]["birthdate"], 1)
        for plan in ("dental",) if tier in {"IO", "IC"} else ("dental", "vision"):
            self.add(plan)
        dates = self.wizard.data("get-cart-effective-dates")["result"]
        assert status_of(self.wizard.post("cart-checkout", effective_date=dates[0])) == OK

    def _window(self, kind: str) -> Window:
        if kind == "applicant":
            return Window(ApiClient("shop.test"), "own")
        return self._signed_in("seller" if kind.startswith("rep") else "member")

    def _signed_in(self, who: str) -> Window:
        client = ApiClient("shop.test")
        assert client.sign_in({"seller": "rep@shop.example", "member": "member@shop.example"}[who]).status_code == 200
        return Window(client, who)

    def _quote(self, kind: str, tier: str) -> str:
        client, member = self.window.client, {"user_id": self.shop.member.pk, "tier": tier}
        if kind == "applicant":
            return quote(client, tier)
        if kind == "rep":
            return quote(client, tier, eprocess="rep")
        if kind == "member":
            answer = client.post("add-filter-for-member", member)
        else:
            answer = client.post("add-filter-for-existing-user", {**member, "eprocess": "rep"})
        assert answer.status_code == 200, answer.json()
        return answer.json()["data"]["temp_enrollment_id"]

    def tell_the_family(self, born: str, children: int) -> None:
        model = self.model
        text = {"dep_dob": born} if model.tier in {"IS", "IF"} else {}
        text |= {"no_of_children": str(children)} if model.tier in {"IC", "IF"} else {}
        if not text:
            return
        answer = self.wizard.post("store-temp-dependent-info", **text)
        if self.refused(answer):
            return
        assert status_of(answer) == OK
        if "dep_dob" in text:
            model.spouse_dob, model.no_spouse = born, False
        if "no_of_children" in text:
            model.children = children

    def add(self, plan: str) -> None:
        answer = self.wizard.post("add-plan-to-cart", plan_id=getattr(self.shop, plan).pk)
        if not self.refused(answer):
            assert status_of(answer) == OK, answer.json()
            self.model.cart.add(plan)

    # --- windows -----------------------------------------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        return bool(self.model.confirmation)

    @property
    def side(self) -> str:
        """Where the window stands: everybody fills in an application that nobody handed over."""
        return {"seller": "seller", "guest": "guest"}.get(self.window.who, "client") if self.model.handed else "client"

    def sit_at(self, window: Window) -> None:
        self.window, self.wizard.client = window, window.client

    def refused(self, answer: Any, *, proposes: bool = False) -> bool:
        """Whether a write had to be refused, as it was: after the submission to all, after a hand-over to others."""
        if self.ended:
            assert answer.status_code == 409, answer.json()
            assert answer.json()["data"]["submitted"]
            return True
        if self.side == "client" or (proposes and self.side == "seller"):
            return False
        assert status_of(answer) == HANDED, answer.json()
        return True

    def post(self, path: str, **body: Any) -> Any:
        """A write; each fourth one is clicked twice: the second gets the same answer and moves nothing."""
        answer = self.wizard.post(path, **body)
        self.turn += 1
        if self.turn % 4 == 0:
            version = self._version()
            assert status_of(self.wizard.post(path, **body)) == status_of(answer), path
            assert self._version() == version, path
        return answer

    def _version(self) -> int | None:
        return (
            Application.objects.filter(enrollment__public_id=self.wizard.id).values_list("version", flat=True).first()
        )

    def code_of(self, kind: str) -> str:
        mail = OutboundEmail.objects.filter(kind=kind).order_by("-created_at").first()
        return re.search(r"^\s+([A-Z0-9]{10})$", mail.text, re.MULTILINE)[1]

    # --- what always holds -------------------------------------------------------------------------------------------

    @invariant()
    def it_is_as_the_specification_says(self) -> None:
        if self.example is not None:
            self.everything_is_kept()
            self.tabs_agree()
            self.one_confirmation()

    def tabs_agree(self) -> None:
        """Status, address and order of every tab, where to go on, the sums, and how a hand-over stands."""
        model, result = self.model, self.wizard.data("/get-dynamic-tabs")
        assert [(item["tab_name"], item["href"]) for item in result["result"]] == [
            (key, f"/enrollment/{slug}") for key, slug in ORDER
        ]
        assert {item["tab_name"]: (item["required"], item["theirs"]) for item in result["result"]} == {
            key: (model.required(key), self._theirs(key)) for key, _slug in ORDER
        }
        if self.ended:
            assert (result["state"], result["resume"]["tab_name"], result["hand_over"]) == ("accepted", "receipt", None)
        else:
            assert {item["tab_name"]: item["status"] for item in result["result"]} == model.statuses()
            target = model.goes_on() if self.side == "client" else "review_info"
            assert result["resume"]["tab_name"] == target
            assert result["hand_over"] == self._hand_over()
        totals = [Decimal(result["totals"][name]) for name in ("recurring_month_cost", "initial_month_cost")]
        assert totals == [model.monthly(), model.first_month()]

    def _theirs(self, key: str) -> bool:
        return self.side == "guest" or (self.side == "seller" and key in CLIENTS)

    def _hand_over(self) -> dict[str, Any] | None:
        model = self.model
        if not model.handed and self.window.who != "seller":
            return None
        ready = not model.handed and not model.unready() and bool(model.sections)
        side = self.side if model.handed else "seller"
        return {"side": side, "live": model.handed, "may_send": ready, "waiting": len(model.waiting())}

    def one_confirmation(self) -> None:
        own = {"enrollment__public_id": self.wizard.id}
        assert Confirmation.objects.filter(**own).count() == int(self.ended)
        if self.ended:
            sold = Policy.objects.filter(sale__confirmation__enrollment__public_id=self.wizard.id).count()
            assert sold == len(self.model.cart)
            assert OutboundEmail.objects.filter(kind="receipt_client").count() == 1
            assert Application.objects.get(**own).frozen_sha256 == self.sealed

    def everything_is_kept(self) -> None:
        """What was acknowledged, as the database has it: answers with their numbers, what was typed, every person."""
        model = self.model
        own = Section.objects.filter(application__enrollment__public_id=self.wizard.id)
        rows = {item.key: item for item in own}
        for key in COLUMNS:
            row = rows.get(key)
            saved = dict(model.sections.get(key, {}))
            if "account_number" in saved:
                saved["account_last4"] = saved.pop("account_number")[-4:]
            assert (row is not None and row.saved_at is not None) == (key in model.sections), key
            assert {name: row.answers.get(name, "") for name in saved} == saved if row else not saved, key
            assert (row.draft if row else {}) == model.drafts.get(key, {}), key
        self._people_are_kept(rows)
        if primary_health_info := model.sections.get("primary_health_info"):
            answers = rows["primary_health_info"].answers
            first = next(
                question for question in answers["condition_questions"] if str(question["question_id"]) == "101"
            )
            assert (answers.get("notes", ""), first["yes_no_flag"]) == (
                primary_health_info["notes"],
                str(int(primary_health_info["sick"])),
            )
            assert (
                not primary_health_info["sick"]
                or first["conditions"][0]["health_condition"] == GENERAL["health_condition"]
            )
        waiting = Proposed.objects.filter(
            hand_over__application__enrollment__public_id=self.wizard.id, state__in=_OPEN
        ).values_list("key", "state")
        assert dict(waiting) == {key: _OPEN[not proposal.staged] for key, proposal in model.proposals.items()}

    def _people_are_kept(self, rows: dict[str, Section]) -> None:
        """Everybody who was ever listed is on the list or aside, once, with their number."""
        model, row = self.model, rows.get("dependent_info")
        if row is not None and row.saved_at:
            listed, aside = row.answers["dependents"], row.answers["set_aside"]
            assert _names(listed) == _names(model.covered)
            assert sorted(_names(aside)) == sorted(_names(model.aside))
        else:
            assert not model.covered
        row = rows.get("beneficiary_info")
        if row is not None and row.saved_at:
            heirs = row.answers["beneficiaries"]
            assert _names(heirs) == _names(model.heirs)
            assert [heir["beneficiary_percentage"] for heir in heirs] == [
                heir["beneficiary_percentage"] for heir in model.heirs
            ]
        else:
            assert "beneficiary_info" not in model.sections

    # --- and is shown ------------------------------------------------------------------------------------------------

    def everything_is_shown(self) -> None:
        """What the pages of this window read."""
        for key, column in COLUMNS.items():
            shown = {**self.model.sections.get(key, {}), **self._on_top(key)}
            for name, last in (("ssn", "ssn"), ("account_number", "account_last4")):
                if name in shown:
                    number = shown.pop(name)
                    shown[last] = masked(number) if name == "ssn" else number[-4:]
            result = self.wizard.data("get-enrollment-temp-info", column=column)["result"]
            assert {name: result.get(name, "") for name in shown} == shown, key
        if self.side != "seller":
            self._people_are_shown()
        cart = self.wizard.data("get-plan-cart")
        assert {item["plan_name"].lower() for item in cart["result"] if item["removable"]} == self.model.cart
        assert Decimal(cart["recurring_month_cost"]) == self.model.monthly()

    def _on_top(self, key: str) -> dict[str, Any]:
        """Beside what is saved a seller sees what they proposed, everybody else what was typed."""
        if self.side == "seller":
            return self.model.proposals[key].fields if key in self.model.proposals else {}
        return self.model.drafts.get(key, {})

    def _people_are_shown(self) -> None:
        model = self.model
        result = self.wizard.data("get-dependents-existing-user-enrollment")["result"]
        shown = [dependent["primary_info"] for dependent in (*result["dependents"], *result["set_aside"])]
        assert sorted((item["first_name"], item["ssn"]) for item in shown) == sorted(
            (item["first_name"], masked(item["ssn"])) for item in (*model.covered, *model.aside)
        )
        heirs = self.wizard.data("get-beneficiaries-existing-user-enrollment")["result"]["beneficiaries"]
        assert [(heir["first_name"], heir["ssn"]) for heir in heirs] == [
            (heir["first_name"], masked(heir["ssn"])) for heir in model.heirs
        ]


def _names(people: list[Person]) -> list[tuple[str, str]]:
    return [(person["first_name"], person["ssn"]) for person in people]
