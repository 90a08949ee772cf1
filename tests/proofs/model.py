"""What the specification says about an application, in plain values: the machine compares the engine with it.

Nothing in here asks the engine. Sections are what was acknowledged; ``covered`` is the list of dependents, ``aside``
everybody who was on it, or is on record of the member.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tests.proofs.values import AREAS, PRICES, REACH, Person

ORDER = (
    ("primary_info", "personal-info"),
    ("contact_info", "contact-info"),
    ("employer_info", "employer-info"),
    ("beneficiary_info", "beneficiary-info"),
    ("primary_health_info", "health-questions"),
    ("dependent_info", "dependent-information"),
    ("billing_info", "billing-information"),
    ("agreement_info", "agreement-signature"),
    ("review_info", "review-confirm"),
)
KEYS = tuple(key for key, _slug in ORDER)
BEFORE_SIGNING = KEYS[:7]
CLIENTS = KEYS[6:]
"""What only the client does once the application is theirs."""
MEMBERSHIP, ENROLLMENT_FEE = Decimal("5.00"), Decimal("15.00")


@dataclass
class Proposal:
    """What the seller would change of one tab: fields, or the whole list. ``staged``: the client isn't asked yet.
    ``left``: whom the seller had listed before, and took off again."""

    number: int
    fields: dict[str, Any] = field(default_factory=dict)
    people: list[Person] | None = None
    staged: bool = False
    left: list[Person] = field(default_factory=list)


@dataclass
class Model:
    """``optional``: tabs that a requirement profile asks for. ``moved``: how often each section changed. ``fates``: how
    proposals ended, by their numbers."""

    tier: str
    zip: str
    optional: frozenset[str]
    of_member: bool = False
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
    signed_by: str = ""
    confirmation: str = ""
    moved: dict[str, int] = field(default_factory=dict)
    handed: bool = False
    proposals: dict[str, Proposal] = field(default_factory=dict)
    fates: dict[int, str] = field(default_factory=dict)

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
            allowed = self.signed_by == "applicant" or not self.handed
            return self.signed is not None and allowed and self.signed == self.content()
        return key in self.sections

    def statuses(self) -> dict[str, str]:
        result, blocked = {}, False
        for key in KEYS:
            if not self.required(key) or self.complete(key):
                result[key] = "done"
                continue
            if key in self.sections:
                result[key] = "error"
            elif blocked and not (key == "review_info" and self.answered()):
                result[key] = "locked"
            else:
                result[key] = "started" if self.drafts.get(key) else "todo"
            blocked = True
        return result

    def answered(self) -> bool:
        """Everything before the signature was saved once: the review can be opened."""
        return all(key in self.sections for key in BEFORE_SIGNING if self.required(key))

    def open_tabs(self, among: tuple[str, ...] = KEYS) -> list[str]:
        return [key for key in among if self.required(key) and not self.complete(key)]

    def goes_on(self) -> str:
        """Where somebody is led who comes back. What was signed once is signed again on the review."""
        target = next(iter(self.open_tabs()), "review_info")
        return "review_info" if target == "agreement_info" and target in self.sections else target

    def next_after(self, key: str) -> str:
        """Where Next leads: the first open tab before, else the next required one."""
        place = KEYS.index(key)
        if before := self.open_tabs(KEYS[:place]):
            return before[0]
        return next((key for key in KEYS[place + 1 :] if self.required(key)), "review_info")

    def in_form(self, key: str) -> dict[str, Any]:
        """What the form of a tab shows: what was typed goes before what was saved."""
        return {**self.sections.get(key, {}), **self.drafts.get(key, {})}

    # --- dependents --------------------------------------------------------------------------------------------------

    def spouses(self) -> list[Person]:
        return [item for item in self.covered if item["relationship"] == "spouse"]

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

    def list_people(self, people: list[Person]) -> None:
        """``people`` are the list now; whoever was on it and isn't any more is aside."""
        before = [item["first_name"] for item in self.covered]
        everybody = {item["first_name"]: item for item in (*self.aside, *self.covered)}
        names = {person["first_name"] for person in people}
        self.covered = sorted(people, key=lambda person: person["relationship"] != "spouse")
        self.aside = [person for name, person in everybody.items() if name not in names]
        self.sections["dependent_info"] = {}
        if before != [item["first_name"] for item in self.covered]:
            self.touch("dependent_info")

    def list_heirs(self, people: list[Person]) -> None:
        if self.heirs != people or "beneficiary_info" not in self.sections:
            self.touch("beneficiary_info")
        self.heirs, self.sections["beneficiary_info"] = people, {}

    def confirm(self, key: str, whole: bool) -> None:
        if (key in self.confirmed) != whole:
            self.touch(key)
        (self.confirmed.add if whole else self.confirmed.discard)(key)

    def save(self, key: str, answers: dict[str, Any]) -> None:
        if self.sections.get(key) != answers:
            self.touch(key)
        self.sections[key] = answers
        self.drafts.pop(key, None)

    def type(self, key: str, values: dict[str, str]) -> None:
        typed = {**self.drafts.get(key, {}), **values}
        if typed != self.drafts.get(key, {}):
            self.touch(key)
            self.drafts[key] = typed

    # --- a hand-over -------------------------------------------------------------------------------------------------

    def unready(self) -> list[str]:
        """What the seller has to do before the application can be sent."""
        return self.open_tabs(KEYS[:6]) + ([] if self.cart else ["cart_info"])

    def waiting(self) -> list[str]:
        return [key for key, proposal in self.proposals.items() if not proposal.staged]

    def propose(self, key: str, wanted: dict[str, Any]) -> None:
        """A save of the seller: kept as the difference to what is there. The same again is no new one."""
        now = self.sections.get(key, {})
        fields = {name: value for name, value in wanted.items() if now.get(name) != value}
        before = self.proposals.get(key)
        if before and fields == before.fields:
            return
        self.end_proposal(key, "replaced" if fields else "withdrawn")
        if fields:
            self._proposed(key, Proposal(self._number(), fields))

    def propose_list(self, key: str, people: list[Person], *, same: bool, staged: bool) -> None:
        """``same``: the stored list is this one, with the same ids."""
        before = self.proposals.get(key)
        self.end_proposal(key, "replaced")
        if not same:
            again = before and (before.people, before.staged) == (people, staged)
            number = before.number if before and again else self._number()
            left = [*before.left, *(before.people or [])] if before else []
            self._proposed(key, Proposal(number, {}, people, staged, left))

    def _number(self) -> int:
        return len(self.fates) + len(self.proposals)

    def _proposed(self, key: str, proposal: Proposal) -> None:
        self.fates.pop(proposal.number, None)
        self.proposals[key] = proposal

    def end_proposal(self, key: str, fate: str) -> None:
        if ended := self.proposals.pop(key, None):
            self.fates[ended.number] = fate

    def accept(self, key: str) -> None:
        """The client says yes: the difference is made in what is there now; what was typed beside it stays typed."""
        result = self.proposals[key]
        if result.people is None:
            typed = {name: text for name, text in self.drafts.get(key, {}).items() if name not in result.fields}
            self.save(key, {**self.sections.get(key, {}), **result.fields})
            if typed:
                self.drafts[key] = typed
        elif key == "dependent_info":
            self.aside += result.left
            self.list_people(result.people)
            self.confirm(key, True)
            self.take_over()
        else:
            self.list_heirs(result.people)
            self.confirm(key, True)
        if key == "contact_info":
            self.zip = self.sections[key]["zip"]
        self.end_proposal(key, "accepted")

    def take_back(self) -> None:
        """The hand-over ends before the end: what was proposed is the seller's to finish."""
        self.handed = False
        for key, result in list(self.proposals.items()):
            self.end_proposal(key, "withdrawn")
            if result.people is None:
                self.type(key, result.fields)
            elif key == "dependent_info":
                self.aside += result.left
                self.list_people(result.people)
                self.confirm(key, False)
            else:
                self.list_heirs(result.people)
                self.confirm(key, False)

    # --- what a signature stands for ---------------------------------------------------------------------------------

    def content(self) -> Any:
        answers: dict[str, Any] = {key: self._relied_on(key) for key in BEFORE_SIGNING if self.required(key)}
        if self.required("dependent_info"):
            answers["dependent_info"] = list(self.covered)
        if self.required("beneficiary_info"):
            answers["beneficiary_info"] = list(self.heirs)
        quote = (self.tier, self.zip, self.spouse_dob, self.children)
        return quote, sorted((plan, self.price(plan)) for plan in self.cart), answers

    def _relied_on(self, key: str) -> dict[str, Any]:
        """What is signed of a tab's answers: nothing relies on how somebody is reached."""
        return {name: value for name, value in self.sections.get(key, {}).items() if name not in REACH.get(key, ())}

    def touch(self, key: str) -> None:
        self.moved[key] = self.moved.get(key, 0) + 1
