"""The buyer of another plan or a rider: the facts known of a member, and of the rep who asks."""

from __future__ import annotations

from planfront.brands.selectors import brand_flag
from planfront.coverage.authors import Author, By
from planfront.coverage.sale import Buyer, Sponsor
from planfront.eligibility.standing import Worker, employee_standing
from planfront.kernel import clock
from planfront.members.group_people import person_of_group
from planfront.members.selectors import MemberFacts
from planfront.parties.groups.selectors import terms_of_id
from planfront.parties.reps.selectors import agent_of_user, licences_in_force

_SEX = {0: "M", 1: "F"}


def find_buyer(member: MemberFacts, author: Author) -> Buyer | None:
    """None for staff, who keep to the plans' own limits. At most nine queries."""
    if author.by in (By.STAFF, By.SYSTEM):
        return None
    facts = {
        "tobacco": member.is_smoker,
        "sex": _SEX.get(member.gender),
        "income": None if member.annual_salary is None else str(member.annual_salary),
        "hours": None if member.weekly_hours is None else int(member.weekly_hours),
    }
    return Buyer(member.portal_id, facts, _states_of_rep(member, author), _find_sponsor(member))


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
