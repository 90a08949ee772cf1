"""The buyer of another plan or a rider: the facts known of a member, and of the rep who asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planfront.brands.selectors import brand_flag
from planfront.coverage.authors import Author, By
from planfront.coverage.order_kinds import FACTS_OPEN
from planfront.coverage.person_changes import rating_inputs
from planfront.coverage.sale import Buyer, Sponsor
from planfront.eligibility.standing import Worker, employee_standing
from planfront.kernel import clock
from planfront.members.group_people import person_of_group
from planfront.members.selectors import MemberFacts
from planfront.parties.groups.selectors import terms_of_id
from planfront.parties.reps.selectors import agent_of_user, licences_in_force


def find_buyer(member: MemberFacts, author: Author) -> Buyer | None:
    """None for staff, who keep to the plans' own limits. At most nine queries."""
    if author.by in (By.STAFF, By.SYSTEM):
        return None
    known = rating_inputs({name: getattr(member, name) for name in FACTS_OPEN})
    return Buyer(member.portal_id, known, _states_of_rep(member, author), _find_sponsor(member))


def find_holder(member: MemberFacts, facts: Mapping[str, Any]) -> Buyer:
    """Return the member with facts that are to become other ones, by column: whether their plans are for them still."""
    return Buyer(member.portal_id, {}, None, _find_sponsor(replace(member, **facts)))


def _states_of_rep(member: MemberFacts, author: Author) -> frozenset[str] | None:
    """Return the states in which a rep who asks may sell insurance."""
    agent = agent_of_user(member.brand_id, author.user_id) if author.by == By.REP else None
    if agent is None:
        return None
    needed = brand_flag(member.brand_id, "require_licence")
    return licences_in_force(agent.id, clock.today(), needed=needed)


def _find_sponsor(member: MemberFacts) -> Sponsor | None:
    person = person_of_group(member.group_id, member.id) if member.group_id is not None else None
    if member.group_id is None or person is None:
        return None
    terms = terms_of_id(member.group_id)
    worker = Worker(person.class_id, member.weekly_hours, person.hired_on, member.weekly_hours is not None)
    return Sponsor(terms, employee_standing(terms, worker, clock.today()))
