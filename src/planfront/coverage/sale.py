"""The rules of sale, asked of terms: which plans and riders are sold to the people a policy covers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from planfront.coverage.order_kinds import find_family_finding
from planfront.coverage.timeline import SPOUSES, Role, Terms
from planfront.eligibility import amounts, rules
from planfront.eligibility.rules import Refusal, age_at, first_refusal
from planfront.eligibility.sale import check_sale, sold_tier
from planfront.eligibility.shopper import ShopperOnDate
from planfront.eligibility.standing import Standing, not_in_class

if TYPE_CHECKING:
    from planfront.catalog.snapshot import Catalog, Option, PlanView
    from planfront.catalog.terms import Rider
    from planfront.coverage.models import Policy
    from planfront.parties.groups.terms import GroupTerms


@dataclass(frozen=True)
class Sponsor:
    """The member's group and where the member stands by its terms."""

    terms: GroupTerms
    standing: Standing

    def refusal(self, view: PlanView) -> Refusal | None:
        """Return why the group doesn't offer a plan to the member. That enrollment is closed is what a life event
        opens."""
        refused = self.standing.refusal
        closed = refused is not None and refused.reason == "closed"
        return first_refusal(None if closed else refused, not_in_class(self.terms, self.standing.own, view.category))


@dataclass(frozen=True)
class Buyer:
    """The facts that a sale depends on beside a policy's terms. ``known``: of pricing.INPUTS, for policies that don't
    say it. ``rep_states``: where the rep who asks may sell insurance, None: no rep asks, or one who is not checked."""

    portal_id: int | None = None
    known: Mapping[str, Any] = field(default_factory=dict)
    rep_states: frozenset[str] | None = None
    sponsor: Sponsor | None = None

    def inputs(self, terms: Terms) -> dict[str, Any]:
        """Return what prices depend on, as the policy has it, else as the buyer has it."""
        return {**{name: value for name, value in self.known.items() if value is not None}, **terms.inputs}


def find_refusal(
    policy: Policy,
    view: PlanView,
    terms: Terms,
    on: date,
    buyer: Buyer,
    asked_on: date,
    plans: Catalog,
    staying: Collection[str] = (),
) -> Refusal | None:
    """Return why a plan isn't sold for ``terms``, which are those of the plan without a price."""
    shopper = _build_shopper(policy, view, terms, on, buyer)
    own_group = buyer.sponsor if buyer.sponsor and buyer.sponsor.terms.group_id == policy.group_id else None
    refusal = first_refusal(
        check_sale(
            shopper,
            view,
            plans.terms,
            rep_states=buyer.rep_states,
            group=own_group.refusal(view) if own_group else None,
        ),
        amounts.over_salary(shopper, view.terms, terms.amount),
    )
    return (
        refusal
        or _family_refusal(view, terms, on, staying)
        or _blackout_refusal(view, terms, on, asked_on)
        or _questions_refusal(view)
    )


def find_lost_sale(policy: Policy, view: PlanView, terms: Terms, on: date, holder: Buyer) -> Refusal | None:
    """Return why a plan wouldn't be sold to somebody who has it, by their income, hours or tobacco use."""
    shopper = _build_shopper(policy, view, terms, on, holder)
    sponsor = holder.sponsor if holder.sponsor and holder.sponsor.terms.group_id == policy.group_id else None
    return first_refusal(
        rules.smoker(shopper, view.terms),
        rules.salary(shopper, view.terms),
        rules.hours(shopper, view.terms),
        amounts.over_salary(shopper, view.terms, terms.amount),
        sponsor.refusal(view) if sponsor else None,
    )


def _build_shopper(policy: Policy, view: PlanView, terms: Terms, on: date, buyer: Buyer) -> ShopperOnDate:
    inputs = buyer.inputs(terms)
    spouse = next((person for person in terms.covered if person.role in SPOUSES), None)
    subscriber = next(person for person in terms.covered if person.role is Role.SUBSCRIBER)
    income, hours = inputs.get("income"), inputs.get("hours")
    children = sum(person.role is Role.CHILD for person in terms.covered)
    tier = sold_tier(view, terms.tier, children)
    return ShopperOnDate(
        brand_id=policy.brand_id,
        state=terms.place.state,
        zip=terms.place.zip,
        county_fips=terms.place.county_fips,
        dob=subscriber.birth_date,
        tier=tier,
        portal_id=policy.portal_id or buyer.portal_id,
        group_id=policy.group_id,
        agent_id=policy.agent_id,
        member_id=policy.member_id,
        tobacco=inputs.get("tobacco"),
        income=Decimal(income) if income else None,
        hours=int(hours) if hours else None,
        spouse_dob=spouse.birth_date if spouse else None,
        children=children or None,
        without_spouse=tier == "IF" and spouse is None,
        effective_date=on,
    )


def _family_refusal(view: PlanView, terms: Terms, on: date, staying: Collection[str]) -> Refusal | None:
    """Return the refusal of a spouse or child whom the plan doesn't take at that age."""
    finding = find_family_finding(view, terms, on, staying)
    return Refusal("planAgeError", "family", {"finding": finding}) if finding else None


def _blackout_refusal(view: PlanView, terms: Terms, on: date, asked_on: date) -> Refusal | None:
    """A window in which the plan isn't sold, or doesn't start."""
    state, windows = terms.place.state, view.terms.blackouts
    stops = any(row.covers("sale", state, asked_on) or row.covers("effective", state, on) for row in windows)
    return Refusal("blackout") if stops else None


def _questions_refusal(view: PlanView) -> Refusal | None:
    """Answers for the insurer are given in an application."""
    return Refusal("newQuestionsError") if view.question_sets else None


def find_rider_refusal(rider: Rider, terms: Terms, on: date) -> Refusal | None:
    """Return why a rider can't be added to ``terms``, whatever the rates say."""
    subscriber = next(person for person in terms.covered if person.role is Role.SUBSCRIBER)
    if not rider.ages.holds(age_at(subscriber.birth_date, on)):
        return Refusal("ageError", "rider", {"low": rider.ages.low, "high": rider.ages.high})
    return Refusal("newQuestionsError", "rider") if rider.asks is not None else None


def choose_option(view: PlanView, amount: Decimal | None, *, guaranteed: bool) -> Option:
    """The plan's option of the amount that somebody has, else its usual one. ``guaranteed``: of more than is issued
    without evidence of insurability only that part."""
    same = next((option for option in view.options if amount is not None and option.amount == amount), None)
    option = same or view.default_option
    return amounts.issued_now(view, option) if guaranteed else option
