"""Orders and their kinds: what a life event has to open, the days, the facts and the limits of each kind of change.

A new kind is a row of ``ORDER_KINDS``, beside its effect on terms (``timeline.EFFECTS``), its reader (``orders``) and
its words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings

from planfront.catalog.terms import TierTerm
from planfront.coverage.authors import Author, By
from planfront.coverage.selectors import edition_on
from planfront.coverage.timeline import SELF, SPOUSES, Covered, Kind, Place, Role, Terms
from planfront.eligibility import amounts, joining
from planfront.eligibility.sale import sold_tier
from planfront.eligibility.shopper import CHILD_TIERS
from planfront.kernel import clock

if TYPE_CHECKING:
    from planfront.catalog.snapshot import PlanView
    from planfront.coverage.models import LifeEvent, Policy, Reason, RuleEdition
    from planfront.coverage.sale import Buyer
    from planfront.coverage.schemas import NewPerson

_DAY = timedelta(days=1)


class Problem(StrEnum):
    """The reason why a policy can't take a change, beside timeline.Refused and the codes of refused prices."""

    OVER = "over"
    UNDECIDED = "undecided"
    UNKNOWN_PEOPLE = "unknown_people"
    CHILD_AGE = "child_age"
    CHILD_RANGE = "child_range"
    SPOUSE_AGE = "spouse_age"
    SPOUSE_RANGE = "spouse_range"
    SECOND_SPOUSE = "second_spouse"
    TIER = "tier"
    CHILDREN = "children"
    PLACE = "place"
    NO_AMOUNT = "no_amount"
    NOT_SOLD = "not_sold"
    HAS_PLAN = "has_plan"
    NO_RIDER = "no_rider"
    NOT_CHOSEN = "not_chosen"
    EVIDENCE = "evidence"
    MEMBERSHIP = "membership"
    NEEDS_MEMBERSHIP = "needs_membership"
    WITHOUT_MEMBERSHIP = "without_membership"
    NOT_YOUR_END = "not_your_end"
    TOO_FAR_BACK = "too_far_back"
    EVENT_RULE = "event_rule"
    NOT_OFFERED_DAY = "not_offered_day"


@dataclass(frozen=True)
class PersonFacts:
    """Facts that become different on a person's record with an order, by column. ``key``: whose, as of a policy.
    ``is_correction``: what was on record was never true."""

    fields: Mapping[str, Any]
    key: str = SELF
    is_correction: bool = False

    @property
    def relative_id(self) -> UUID | None:
        return None if self.key == SELF else UUID(self.key)


@dataclass(frozen=True)
class Order:
    """A change that somebody wants. ``policies``: their ids, all of one member. ``days``: the day chosen by policy;
    those that are missing take the first that is possible. ``person``: the person ADD_PERSON adds, by their words
    ``newcomer``, and of CORRECTION as they are from then on; ``confirmed``: the questions about them that are answered.
    ``key``: the person DROP_PERSON drops. ``last_day`` of END.

    ``plans`` and ``riders`` by policy, of PLAN and RIDERS and beside a change of people or place: the plan that takes
    its place, and the codes of all riders that it has from then on. ``buyer``: the one they have to be sold to; None
    for staff, who keep to the plan's own limits. ``undecided``: policies of whose amount the insurer has yet to decide
    on a part. ``stays``: the person is a child who depends on the member and stays at any age, as staff say;
    ``staying``: the keys of those who do already. ``facts``: of a person's record, which may change where no policy
    does. ``inputs``: what prices depend on and becomes different with FACTS and CORRECTION, by pricing.INPUTS.
    ``far_back``: it may reach back further than one person alone may reach; ``by_two``: as two people agree."""

    kind: Kind
    author: Author
    policies: Sequence[UUID]
    event: LifeEvent | None = None
    happened_on: date | None = None
    days: Mapping[UUID, date] = field(default_factory=dict)
    person: Covered | None = None
    newcomer: NewPerson | None = None
    confirmed: tuple[str, ...] = ()
    stays: bool = False
    staying: frozenset[str] = frozenset()
    key: str = ""
    last_day: date | None = None
    reason: Reason | None = None
    amount: Decimal | None = None
    plans: Mapping[UUID, int] = field(default_factory=dict)
    riders: Mapping[UUID, tuple[str, ...]] = field(default_factory=dict)
    buyer: Buyer | None = None
    undecided: frozenset[UUID] = frozenset()
    place: Place | None = None
    facts: PersonFacts | None = None
    inputs: Mapping[str, Any] = field(default_factory=dict)
    reported_on: date | None = None
    note: str = ""
    far_back: bool = False
    by_two: bool = False

    @property
    def opens(self) -> set[str]:
        """Return what a life event has to open for the order."""
        kinds = {self.kind, *([Kind.PLAN] if self.plans else ()), *([Kind.RIDERS] if self.riders else ())}
        opens = {ORDER_KINDS[kind].opens for kind in kinds - {Kind.FACTS}}
        if self.kind is Kind.FACTS:
            opens |= {FACTS_OPEN[name] for name in self.facts.fields} if self.facts else {""}
        return opens

    @property
    def reported(self) -> date:
        return self.reported_on or clock.today()

    @cached_property
    def edition(self) -> RuleEdition | None:
        """The event's rule on its day."""
        if self.event is None or self.happened_on is None:
            return None
        return edition_on(self.event, self.happened_on)

    @property
    def by_staff(self) -> bool:
        return self.author.by in (By.STAFF, By.SYSTEM)

    def first_day(self, policy: Policy, day: date) -> date:
        """Return the first day on which something differs. A policy that would end before it begins differs from its
        first day, and one whose end is put off from the day after the last day so far."""
        if self.kind is not Kind.END:
            return day
        last_day = day if policy.end_date is None else min(day, policy.end_date)
        return max(last_day + _DAY, policy.effective_date)


FACTS_OPEN = {"is_smoker": "tobacco", "gender": "gender", "weekly_hours": "work", "annual_salary": "work"}
"""Facts of the member that FACTS changes, by column, each with what a life event has to open for it."""

Check = Callable[[Order, "PlanView", Terms | None, Terms, date], str]
"""Return why a plan can't take a change from terms (None: nothing in force) to others on a day, "" if it can."""


def _no_day(_order: Order, _policy: Policy) -> date | None:
    return None


def _no_facts(_order: Order, _day: date) -> dict[str, Any]:
    return {}


def _no_limit(_order: Order, _view: PlanView, _before: Terms | None, _after: Terms, _on: date) -> str:
    return ""


@dataclass(frozen=True)
class OrderKind:
    """A kind of order. ``opens``: what a life event has to open for it; "": only staff order it. ``takes_choices``: a
    plan and riders may be chosen with it. ``counts_people``: it needs to know everyone the policy covers.
    ``while_undecided``: it doesn't wait for the insurer's decision. ``revives``: it is for a policy that has ended.
    ``concerns_others``: it hangs on the member's other policies.
    ``reasons``: the use of the reasons for it.

    ``own_day``: the day that the order or the policy itself names. ``facts``: what the change says beside its kind and
    day (see timeline.Change).
    """

    opens: str = ""
    takes_choices: bool = False
    counts_people: bool = False
    while_undecided: bool = False
    revives: bool = False
    concerns_others: bool = False
    reasons: str = ""
    needs_reason: bool = False
    own_day: Callable[[Order, Policy], date | None] = _no_day
    facts: Callable[[Order, date], dict[str, Any]] = _no_facts
    check: Check = _no_limit


def _add_facts(order: Order, day: date) -> dict[str, Any]:
    return {"person": replace(order.person, original_date=day, joined_on=day)} if order.person else {}


def _check_joining(order: Order, view: PlanView, _before: Terms | None, after: Terms, on: date) -> str:
    if order.person is None:
        return ""
    if problem := check_people(view, after):
        return problem
    if finding := find_age_finding(order.person, view, on, disabled=order.stays):
        return JOINING_PROBLEMS[finding.code]
    return ""


JOINING_PROBLEMS: Mapping[joining.Code, Problem] = {
    joining.Code.UNTIL: Problem.CHILD_AGE,
    joining.Code.CHILD_RANGE: Problem.CHILD_RANGE,
    joining.Code.SPOUSE: Problem.SPOUSE_AGE,
    joining.Code.SPOUSE_RANGE: Problem.SPOUSE_RANGE,
    joining.Code.SECOND_SPOUSE: Problem.SECOND_SPOUSE,
}
"""A plan's own reasons against covering a person, as reasons against a change or a renewal."""
_NO_PARENTS = joining.Parents(None)


def find_age_finding(person: Covered, view: PlanView, on: date, *, disabled: bool = False) -> joining.Finding | None:
    """Return why the plan can't cover a person of that age from a day on."""
    limits = joining.limits_of(view.terms, settings.ENV.child_age)
    kind: joining.Kind = "child" if person.role is Role.CHILD else "spouse"
    newcomer = joining.Person(kind, person.birth_date, disabled=disabled)
    return joining.find_age_problem(newcomer, _NO_PARENTS, on, limits)


def find_family_finding(view: PlanView, terms: Terms, on: date, staying: Collection[str]) -> joining.Finding | None:
    """Return why the plan can't take one of the family from a day on. ``staying``: keys of those who stay at any
    age."""
    family = (person for person in terms.covered if person.role is not Role.SUBSCRIBER)
    findings = (find_age_finding(person, view, on, disabled=person.key in staying) for person in family)
    return next(filter(None, findings), None)


def _check_amount(order: Order, view: PlanView, _before: Terms | None, after: Terms, _on: date) -> str:
    if after.amount not in {option.amount for option in view.options}:
        return Problem.NO_AMOUNT
    return Problem.EVIDENCE if not order.by_staff and amounts.is_pending(view.terms, after.amount) else ""


def _check_new_place(order: Order, view: PlanView, before: Terms | None, after: Terms, on: date) -> str:
    return _check_other_plan(order, view, before, after, on) or check_place(view, after)


def _check_other_plan(order: Order, view: PlanView, before: Terms | None, after: Terms, on: date) -> str:
    if before is None or before.plan_id == after.plan_id:
        return ""
    if finding := find_family_finding(view, after, on, order.staying):
        return JOINING_PROBLEMS[finding.code]
    return check_tier(view, after) or check_place(view, after)


def check_people(view: PlanView | None, terms: Terms) -> str:
    """Return why a plan can't cover people together, whatever their ages: Problem.SECOND_SPOUSE, or as ``check_tier``
    says; "" if it can. A plan that isn't sold any more has no tiers left."""
    if sum(person.role in SPOUSES for person in terms.covered) > 1:
        return Problem.SECOND_SPOUSE
    return check_tier(view, terms) if view else ""


def check_tier(view: PlanView, terms: Terms) -> str:
    """Return Problem.TIER for people the plan isn't sold to together, CHILDREN for too many of them, else ""."""
    tiers, children = view.terms.tiers, sum(person.role is Role.CHILD for person in terms.covered)
    tier = sold_tier(view, terms.tier, children)
    if tiers and tier not in tiers:
        return Problem.TIER
    limits = tiers.get(tier, TierTerm())
    if limits.min_children is not None and tier in CHILD_TIERS and children < limits.min_children:
        return Problem.TIER
    return Problem.CHILDREN if limits.max_children is not None and children > limits.max_children else ""


def check_place(view: PlanView, terms: Terms) -> str:
    """Return Problem.PLACE for a home the plan doesn't serve, else ""."""
    where = (terms.place.state, terms.place.county_fips, terms.place.zip)
    served = not view.terms.places or any(place.holds(*where) for place in view.terms.places)
    return "" if served else Problem.PLACE


ORDER_KINDS: Mapping[Kind, OrderKind] = {
    Kind.ADD_PERSON: OrderKind(
        "add_person", takes_choices=True, counts_people=True, facts=_add_facts, check=_check_joining
    ),
    Kind.DROP_PERSON: OrderKind(
        "drop_person", takes_choices=True, counts_people=True, facts=lambda order, _day: {"key": order.key}
    ),
    Kind.PLAN: OrderKind("plan", takes_choices=True),
    Kind.RIDERS: OrderKind("rider", takes_choices=True),
    Kind.AMOUNT: OrderKind("amount", facts=lambda order, _day: {"amount": order.amount}, check=_check_amount),
    Kind.PLACE: OrderKind(
        "address", takes_choices=True, facts=lambda order, _day: {"place": order.place}, check=_check_new_place
    ),
    Kind.FACTS: OrderKind(),
    Kind.CORRECTION: OrderKind(facts=lambda order, _day: {"person": order.person} if order.person else {}),
    Kind.END: OrderKind(
        "end", while_undecided=True, concerns_others=True, reasons="end", own_day=lambda order, _policy: order.last_day
    ),
    Kind.CANCEL: OrderKind(
        while_undecided=True,
        concerns_others=True,
        reasons="cancel",
        needs_reason=True,
        own_day=lambda _order, policy: policy.effective_date,
    ),
    Kind.REINSTATE: OrderKind(
        revives=True,
        concerns_others=True,
        reasons="reinstate",
        needs_reason=True,
        own_day=lambda _order, policy: (policy.end_date or clock.today()) + _DAY,
    ),
}


def check_limits(order: Order, view: PlanView | None, before: Terms | None, after: Terms | None, on: date) -> str:
    """Return which of the plan's own limits, by its terms of sale, a change doesn't keep to; "" for none. A plan that
    isn't sold any more has none left."""
    if view is None or after is None:
        return ""
    problem = ORDER_KINDS[order.kind].check(order, view, before, after, on) or _check_other_plan(
        order, view, before, after, on
    )
    others_covered = before is None or len(before.covered) != len(after.covered)
    return problem or (check_tier(view, after) if others_covered else "")
