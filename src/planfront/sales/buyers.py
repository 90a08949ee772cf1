"""The buyer: the person with the people of an application, as coverage takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from planfront.coverage.issuing import NewPolicy, Parties
from planfront.coverage.owed_fees import SoldFee
from planfront.coverage.timeline import SELF, Covered, Place, Role, Terms
from planfront.eligibility.shopper import CHILD_TIERS, SPOUSE_TIERS
from planfront.kernel.money import as_text
from planfront.rating.engine import SEX_OF_GENDER, decode_pricing_id

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.sales.services import SoldLine
    from planfront.shopping.models import Quote


@dataclass(frozen=True)
class Dependent:
    """A person covered besides the subscriber. ``key``: of the relative on record."""

    key: str
    role: Role
    birth_date: date


@dataclass(frozen=True)
class Buyer:
    """The buyer of an application. ``born``: the subscriber's birth date. ``designated``: [{"name", "relationship",
    "share"}], the beneficiaries."""

    born: date
    member_id: int | None = None
    dependents: Sequence[Dependent] = ()
    designated: Sequence[Mapping[str, Any]] = field(default_factory=tuple)


def new_policy(
    quote: Quote,
    buyer: Buyer,
    sold: SoldLine,
    number: str,
    effective: date,
    fees: Sequence[SoldFee],
    household: UUID | None = None,
) -> NewPolicy:
    """Return the policy to issue for a line of the cart. ``fees``, ``household``: see models.Policy."""
    line = sold.line
    parties = Parties(quote.brand_id, buyer.member_id, quote.group_id, quote.portal_id, quote.agent_id)
    return NewPolicy(
        number=number,
        parties=parties,
        plan_name=line.plan_name,
        category=line.category,
        effective_date=effective,
        terms=_build_terms(quote, buyer, sold, effective),
        riders=sold.riders,
        share=line.contribution,
        fees=fees,
        household=household,
        awaits_decision=line.pending,
    )


def _build_terms(quote: Quote, buyer: Buyer, sold: SoldLine, effective: date) -> Terms:
    line = sold.line
    tier = _tier_of(line.plan_pricing_id) or quote.tier
    subscriber = Covered(SELF, Role.SUBSCRIBER, buyer.born, effective)
    dependents = [
        Covered(person.key, person.role, person.birth_date, effective)
        for person in buyer.dependents
        if tier in (CHILD_TIERS if person.role is Role.CHILD else SPOUSE_TIERS)
    ]
    return Terms(
        plan_id=line.plan_id,
        tier=tier,
        place=Place(quote.state, quote.zip, quote.county_fips),
        covered=(subscriber, *dependents),
        rated_on=effective,
        amount=line.issued_amount,
        riders=tuple(rider.code for rider in line.riders),
        inputs=_rating_inputs(quote, line.option),
        premium=line.price,
        fees=sold.monthly_fees,
        proof=dict(line.proof),
    )


def _tier_of(pricing_id: str) -> str | None:
    try:
        return decode_pricing_id(pricing_id).tier
    except ValueError:
        return None


def _rating_inputs(quote: Quote, option: str) -> dict[str, Any]:
    """Return the inputs of a price besides plan, place and people; see coverage.pricing."""
    group = quote.group
    values = {
        "option": option,
        "tobacco": quote.tobacco,
        "sex": SEX_OF_GENDER.get(quote.gender),
        "income": None if quote.income is None else as_text(quote.income),
        "hours": quote.hours,
        "sic": group.sic if group else None,
        "group_size": group.eligible_employees if group else None,
        "participation": group.participation if group else None,
    }
    return {name: value for name, value in values.items() if value not in (None, "")}
