"""What the specification says about an application, in plain values: the machine compares the engine with it.

Nothing in here asks the engine. Sections are what was acknowledged; ``covered`` is the list of dependents.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tests.proofs.conftest import AREAS, PRICES

ORDER = (
    ("primary_info", "personal-info"), ("contact_info", "contact-info"), ("employer_info", "employer-info"),
    ("beneficiary_info", "beneficiary-info"), ("primary_health_info", "health-questions"),
    ("dependent_info", "dependent-information"), ("billing_info", "billing-information"),
    ("agreement_info", "agreement-signature"), ("review_info", "review-confirm"),
)  # fmt: skip
KEYS = tuple(key for key, _slug in ORDER)
BEFORE_SIGNING = KEYS[:7]
MEMBERSHIP, ENROLLMENT_FEE = Decimal("5.00"), Decimal("15.00")

Person = dict[str, Any]


@dataclass
class Model:
    """``optional``: tabs that a requirement profile asks for. ``moved``: when each section last changed."""

    tier: str
    zip: str
    optional: frozenset[str]
    spouse_dob: str = ""
    children: int | None = None
    no_spouse: bool = False
    cart: set[str] = field(default_factory=set)
    sections: dict[str, dict[str, Any]] = field(default_factory=dict)
    drafts: dict[str, dict[str, str]] = field(default_factory=dict)
    covered: list[Person] = field(default_factory=list)
    aside: list[Person] = field(default_factory=list)
    confirmed: set[str] = field(default_factory=set)
    heirs: list[Person] = field(default_factory=list)
    signed: Any = None
    confirmation: str = ""
    moved: dict[str, int] = field(default_factory=dict)

    # --- the quote ---------------------------------------------------------------------------------------------------

    def price(self, plan: str) -> Decimal:
        """A family without a spouse is priced as a member with children."""
        tier = "IC" if self.tier == "IF" and self.no_spouse else self.tier
        return Decimal(PRICES[plan][AREAS[self.zip]][tier])

    def monthly(self) -> Decimal:
        return sum(self.prices().values(), MEMBERSHIP if self.cart else Decimal("0.00"))

    def first_month(self) -> Decimal:
        return self.monthly() + (ENROLLMENT_FEE if "dental" in self.cart else Decimal("0.00"))

    def prices(self) -> dict[str, Decimal]:
        return {plan: self.price(plan) for plan in self.cart}

    # --- the tabs ----------------------------------------------------------------------------------------------------

    def required(self, key: str) -> bool:
        if key == "dependent_info":
            return self.tier != "IO"
        return key in self.optional or key not in {"employer_info", "beneficiary_info", "primary_health_info"}

    def complete(self, key: str) -> bool:
        if key == "dependent_info":
            return key in self.confirmed and self.family_fits() and self.quote_fits()
        if key == "beneficiary_info":
            return key in self.confirmed
        if key == "contact_info":
            return self.sections.get(key, {}).get("zip") == self.zip
        if key == "agreement_info":
            return self.signed is not None and self.signed == self.content()
        return key in self.sections

    def statuses(self) -> dict[str, str]:
        found, blocked = {}, False
        for key in KEYS:
            if not self.required(key) or self.complete(key):
                found[key] = "done"
                continue
            if key in self.sections:
                found[key] = "error"
            elif blocked:
                found[key] = "locked"
            else:
                found[key] = "started" if self.drafts.get(key) else "todo"
            blocked = True
        return found

    def open_tabs(self, among: tuple[str, ...] = KEYS) -> list[str]:
        return [key for key in among if self.required(key) and not self.complete(key)]

    def next_after(self, key: str) -> str:
        """Where Next leads: the first open tab before, else the next required one."""
        place = KEYS.index(key)
        if before := self.open_tabs(KEYS[:place]):
            return before[0]
        return next((one for one in KEYS[place + 1 :] if self.required(one)), "review_info")

    # --- dependents --------------------------------------------------------------------------------------------------

    def spouses(self) -> list[Person]:
        return [one for one in self.covered if one["relationship"] == "spouse"]

    def family_fits(self) -> bool:
        spouses, people = len(self.spouses()), len(self.covered)
        if self.tier == "IS":
            return people == 1 and spouses == 1
        if self.tier == "IC":
            return people >= 1 and spouses == 0
        return self.tier == "IF" and people >= 2 and spouses <= 1 and people > spouses

    def quote_fits(self) -> bool:
        """The quote stands for these people: the spouse's date of birth, the number of children, or no spouse."""
        spouses = self.spouses()
        if spouses and spouses[0]["birthdate"] != self.spouse_dob:
            return False
        if self.tier == "IF" and (not spouses) != self.no_spouse:
            return False
        return self.tier == "IS" or len(self.covered) - len(spouses) == self.children

    def take_over(self) -> None:
        """What Next on the dependents does to the quote."""
        if spouses := self.spouses():
            self.spouse_dob = spouses[0]["birthdate"]
        if self.tier == "IF":
            self.no_spouse = not spouses
        if self.tier != "IS":
            self.children = len(self.covered) - len(spouses)

    # --- what a signature stands for ---------------------------------------------------------------------------------

    def content(self) -> Any:
        def bare(people: list[Person], name: str) -> list[Person]:
            return [{key: value for key, value in one.items() if key != name} for one in people]

        answers: dict[str, Any] = {key: self.sections.get(key) for key in BEFORE_SIGNING if self.required(key)}
        if self.required("dependent_info"):
            answers["dependent_info"] = bare(self.covered, "dependent_id")
        if self.required("beneficiary_info"):
            answers["beneficiary_info"] = bare(self.heirs, "beneficiary_id")
        quote = (self.tier, self.zip, self.spouse_dob, self.children)
        return quote, sorted((plan, self.price(plan)) for plan in self.cart), answers

    def touch(self, key: str) -> None:
        self.moved[key] = self.moved.get(key, 0) + 1
