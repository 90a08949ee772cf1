"""Writes the coverage of the demo's members into the book."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from planfront.catalog.selectors import catalog
from planfront.coverage.authors import SYSTEM
from planfront.coverage.issuing import NewPolicy, Parties, issue_policies
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.timeline import SELF, Covered, Place, Role, Terms
from planfront_demo.people import PEOPLE, CoverageSeed
from planfront_demo.plans import BY_ID
from planfront_demo.seed_people import first_of_month

if TYPE_CHECKING:
    from planfront.members.models import Member
    from planfront_demo.seed_people import World


def seed_policies(world: World) -> None:
    prefixes = {row.key: row.policy_prefix for row in PEOPLE.brands}
    for row in PEOPLE.members:
        member, prefix = world.members[row.id], prefixes[row.brand]
        issue_policies([_policy(world, member, coverage, prefix) for coverage in row.coverages], SYSTEM)


def _policy(world: World, member: Member, row: CoverageSeed, prefix: str) -> NewPolicy:
    """Return a member's plan for themselves, at the price of the store's tables."""
    plan, first = BY_ID[row.plan], first_of_month(world.today, -row.months_ago)
    default = catalog().plans[plan.id].default_option
    terms = Terms(
        plan_id=plan.id,
        tier="IO",
        place=Place(member.state, member.zip),
        covered=(Covered(SELF, Role.SUBSCRIBER, member.birth_date, first),),
        rated_on=first,
        amount=default.amount,
        inputs={
            "option": default.code or "",
            "tobacco": bool(member.is_smoker),
            "sex": "F" if member.gender else "M",
            "income": "60000.00",
        },
    )
    return NewPolicy(
        number=f"{prefix}-{member.pk}-{plan.id}",
        parties=Parties(member.brand_id, member.pk, member.group_id, member.portal_id, member.agent_id),
        plan_name=plan.name,
        category=plan.category,
        effective_date=first,
        terms=_priced(terms),
        ends_on=None if row.ended_months_ago is None else _day_before(world, row.ended_months_ago),
    )


def _day_before(world: World, months_ago: int) -> date:
    return first_of_month(world.today, -months_ago) - timedelta(days=1)


def _priced(terms: Terms) -> Terms:
    """Return the terms with their price. Coverage from before the first rates has none on record."""
    try:
        return Pricing()(terms)
    except PriceRefused:
        return terms
