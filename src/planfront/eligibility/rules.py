"""The rules of who may buy a plan: the first one that says no counts, in the order the store promises. Pure: no Django,
no clock.

Order: portalError, stateError, changePid, planAgeError, smokerError, salaryError, hourError, newQuestionsError,
tierError, metError. The rate tables add ageError, and may add the others where a rate depends on the answer;
``first_refusal`` picks the earlier of the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from planfront.catalog.terms import Offer, Switch, Terms, TierTerm
from planfront.eligibility.shopper import CHILD_TIERS, ShopperOnDate
from planfront.kernel.malformed import MALFORMED
from planfront.kernel.memory.interning import Interned

ORDER = (
    "enrollmentIdError",
    "portalError",
    "stateError",
    "changePid",
    "planAgeError",
    "smokerError",
    "salaryError",
    "hourError",
    "newQuestionsError",
    "tierError",
    "metError",
    "ageError",
)
MAX_HOPS = 3


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason against a sale. ``code`` is the errorCode, ``reason`` tells cases of one code apart, ``facts`` fill the
    texts.

    ``new_pid`` is set for changePid. ``fix`` names the fields that would help; it is empty when nothing does. ``ask``
    works out the remedy (eligibility.remedies.Remedy) where the shopper and the tables are known.
    """

    code: str
    reason: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    fix: tuple[str, ...] = ()
    new_pid: int | None = None
    ask: Callable[[], Any] | None = field(default=None, compare=False, repr=False)


Offered = MutableMapping[int, "Refusal | None"]
"""The refusals by plans' offers, by plan: the same for everyone in one store and state on a day (``offers_key``)."""


@dataclass(frozen=True)
class RefusalCache:
    """Refusals worked out so far, filled on the way. ``answers``: by terms that ask a shopper the same."""

    offered: Offered
    answers: dict[Interned, Refusal | None] = field(default_factory=dict)


def offers_key(shopper: ShopperOnDate) -> tuple[object, ...]:
    """Return a key of all that the offers of a plan depend on."""
    return shopper.brand_id, shopper.portal_id, shopper.group_id, shopper.effective_date, shopper.state


def find_refusal(
    shopper: ShopperOnDate, terms: Terms, catalog: Mapping[int, Terms], cache: RefusalCache | None = None
) -> Refusal | None:
    """Return the first refusal of the plan, or None. Switches lead to plans of ``catalog``."""
    refusal = _by_offers(shopper, terms, cache)
    if refusal is not None:
        return refusal
    if terms.switches and (target := resolve_variant(shopper, terms.plan_id, catalog)) != terms.plan_id:
        return Refusal("changePid", facts={"pid": target}, new_pid=target)
    return _by_answers(shopper, terms, cache)


def _by_offers(shopper: ShopperOnDate, terms: Terms, cache: RefusalCache | None) -> Refusal | None:
    if cache is None:
        return _first_of_rules(_BEFORE_SWITCH, shopper, terms)
    if terms.plan_id not in cache.offered:
        cache.offered[terms.plan_id] = _first_of_rules(_BEFORE_SWITCH, shopper, terms)
    return cache.offered[terms.plan_id]


def _by_answers(shopper: ShopperOnDate, terms: Terms, cache: RefusalCache | None) -> Refusal | None:
    if cache is None or terms.needs_questions:  # which are answered for each plan by itself
        return _first_of_rules(_AFTER_SWITCH, shopper, terms)
    if terms.alike not in cache.answers:
        cache.answers[terms.alike] = _first_of_rules(_AFTER_SWITCH, shopper, terms)
    return cache.answers[terms.alike]


def _first_of_rules(rules: Iterable[Rule], shopper: ShopperOnDate, terms: Terms) -> Refusal | None:
    for rule in rules:
        if refusal := rule(shopper, terms):
            return refusal
    return None


def first_refusal(*refusals: Refusal | None) -> Refusal | None:
    """Return the refusal that comes first in the promised order."""
    first = None
    for refusal in refusals:
        if refusal is not None and (first is None or ORDER.index(refusal.code) < ORDER.index(first.code)):
            first = refusal
    return first


def is_final(refusal: Refusal | None) -> bool:
    """Return whether no rate table can add an earlier refusal, so that pricing may be skipped."""
    return refusal is not None and ORDER.index(refusal.code) < ORDER.index("planAgeError")


def resolve_variant(shopper: ShopperOnDate, plan_id: int, catalog: Mapping[int, Terms]) -> int:
    """Return the variant a shopper belongs to. Rules that run in circles, or further than three hops, are ignored."""
    if not catalog[plan_id].switches:
        return plan_id
    visited = [plan_id]
    while (target := _next_variant(shopper, catalog[visited[-1]], catalog)) is not None:
        if target in visited or len(visited) > MAX_HOPS:
            return plan_id
        visited.append(target)
    return visited[-1]


def _next_variant(shopper: ShopperOnDate, terms: Terms, catalog: Mapping[int, Terms]) -> int | None:
    for switch in terms.switches:
        if switch.to_plan in catalog and switch_applies(shopper, switch):
            return switch.to_plan
    return None


def switch_attributes(plan_id: int, catalog: Mapping[int, Terms]) -> set[str]:
    """Return the attributes of a shopper that decide where a plan's switches lead, over all hops."""
    attributes: set[str] = set()
    reached, ahead = {plan_id}, [plan_id]
    while ahead:
        for switch in catalog[ahead.pop()].switches:
            attributes.add(switch.attr)
            if switch.to_plan in catalog and switch.to_plan not in reached:
                reached.add(switch.to_plan)
                ahead.append(switch.to_plan)
    return attributes


def age_at(born: date, on: date) -> int:
    """Full years on a day."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def _attribute(shopper: ShopperOnDate, attr: str) -> Any:
    if attr == "age":
        return age_at(shopper.dob, shopper.effective_date)
    names = {"group": "group_id", "portal": "portal_id", "brand": "brand_id"}
    return getattr(shopper, names.get(attr, attr))


_OPS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": lambda have, want: bool(have == want),
    "ne": lambda have, want: bool(have != want),
    "in": lambda have, want: isinstance(want, list) and have in want,
    "ge": lambda have, want: bool(have >= want),
    "le": lambda have, want: bool(have <= want),
}


def switch_applies(shopper: ShopperOnDate, switch: Switch) -> bool:
    """Return whether a switch applies. An unknown answer never matches, nor does a malformed switch."""
    try:
        have = _attribute(shopper, switch.attr)
        return have is not None and _OPS[switch.op](have, switch.value)
    except MALFORMED:
        return False


def _fitting_offers(shopper: ShopperOnDate, terms: Terms) -> list[Offer]:
    where = (shopper.brand_id, shopper.portal_id, shopper.group_id, shopper.effective_date)
    return [offer for offer in terms.offers if offer.fits(*where)]


def _are_allowed(offers: list[Offer]) -> bool:
    """Return whether the most specific offers allow the sale; at a tie a refusal wins."""
    top = max((offer.weight for offer in offers), default=-1)
    leaders = [offer for offer in offers if offer.weight == top]
    return bool(leaders) and all(offer.allowed for offer in leaders)


def portal(shopper: ShopperOnDate, terms: Terms) -> Refusal | None:
    offers = _fitting_offers(shopper, terms)
    # A refusal for some states only says nothing about the portal itself.
    unrestricted = [offer for offer in offers if offer.allowed or not offer.states]
    if not any(offer.allowed for offer in unrestricted):
        return Refusal("portalError", fix=("platform_group_id",))
    denied = [offer for offer in unrestricted if not offer.allowed]
    top = max((offer.weight for offer in denied), default=-1)
    if any(offer.allowed and offer.weight > top for offer in unrestricted):
        return None
    return Refusal("portalError", fix=("platform_group_id",))


def state(shopper: ShopperOnDate, terms: Terms) -> Refusal | None:
    offers = _fitting_offers(shopper, terms)
    local_offers = [offer for offer in offers if not offer.states or shopper.state in offer.states]
    if _are_allowed(local_offers):
        return None
    sold: set[str] = set().union(*(offer.states for offer in offers if offer.allowed))
    return Refusal("stateError", facts={"states": sorted(sold - {shopper.state})}, fix=("zip",))


def plan_age(shopper: ShopperOnDate, terms: Terms) -> Refusal | None:
    people = [("SELF", shopper.dob)]
    if shopper.covers_spouse and shopper.spouse_dob:
        people.append(("SPOUSE", shopper.spouse_dob))
    for role, born in people:
        limit = terms.ages.get(role)
        if limit and not limit.holds(age_at(born, shopper.effective_date)):
            facts = {"low": limit.low, "high": limit.high}
            return Refusal("planAgeError", role.lower(), facts, ("dob" if role == "SELF" else "spouse_dob",))
    return None


def smoker(shopper: ShopperOnDate, terms: Terms) -> Refusal | None:
    if terms.needs_tobacco and shopper.tobacco is None:
        return Refusal("smokerError", fix=("is_smoker",))
    return None


def salary(shopper: ShopperOnDate, terms: Terms) -> Refusal | None:
    low = terms.min_income
    if not terms.needs_income and low is None:
        return None
    if shopper.income is None or shopper.income <= 0 or (low is not None and shopper.income < low):
        reason = "missing" if shopper.income is None else "low"
        return Refusal("salaryError", reason, {"least": low}, ("annual_incode",))
    return None


def hours(shopper: ShopperOnDate, terms: Terms) -> Refusal | None:
    low = terms.min_hours
    if low is not None and (shopper.hours is None or shopper.hours < low):
        reason = "missing" if shopper.hours is None else "low"
        return Refusal("hourError", reason, {"least": low}, ("working_hours",))
    return None


def questions(shopper: ShopperOnDate, terms: Terms) -> Refusal | None:
    if terms.needs_questions and terms.plan_id not in shopper.answered:
        return Refusal("newQuestionsError", fix=("questions",))
    return None


def tier(shopper: ShopperOnDate, terms: Terms) -> Refusal | None:
    if terms.tiers and shopper.tier not in terms.tiers:
        return Refusal("tierError", "not_sold", {"tiers": sorted(terms.tiers)}, ("tier",))
    needs_spouse = terms.needs_spouse_dob or "SPOUSE" in terms.ages
    if shopper.covers_spouse and needs_spouse and shopper.spouse_dob is None:
        return Refusal("tierError", "spouse_dob", fix=("spouse_dob",))
    return _children(shopper, terms) if shopper.tier in CHILD_TIERS else None


def _children(shopper: ShopperOnDate, terms: Terms) -> Refusal | None:
    term = terms.tiers.get(shopper.tier, TierTerm())
    low, high = term.min_children, term.max_children
    if shopper.children is None:
        counts = terms.needs_children or low is not None or high is not None
        return Refusal("tierError", "no_of_children", fix=("no_of_children",)) if counts else None
    if (low is not None and shopper.children < low) or (high is not None and shopper.children > high):
        return Refusal("tierError", "children_range", {"low": low, "high": high}, ("no_of_children", "tier"))
    return None


def area(shopper: ShopperOnDate, terms: Terms) -> Refusal | None:
    where = (shopper.state, shopper.county_fips, shopper.zip)
    if terms.places and not any(place.holds(*where) for place in terms.places):
        return Refusal("metError", fix=("zip",))
    return None


Rule = Callable[[ShopperOnDate, Terms], Refusal | None]
_BEFORE_SWITCH: tuple[Rule, ...] = (portal, state)
_AFTER_SWITCH: tuple[Rule, ...] = (plan_age, smoker, salary, hours, questions, tier, area)
