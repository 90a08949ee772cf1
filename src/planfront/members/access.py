"""Access to members: the record that a request may read."""

from __future__ import annotations

from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.members.coverage import coverage
from planfront.members.selectors import MemberFacts, member_by_id, member_of_user
from planfront.parties.groups.selectors import group_of_user, groups_looked_after
from planfront.parties.reps.selectors import agent_of_user


def access_member(request: ApiRequest, member_id: int) -> MemberFacts:
    """The caller's own record, a member of the caller's group, of the rep's book of business or with a policy that is
    assigned to the rep, or any for staff.

    Raises NotFound.
    """
    member = member_by_id(request.brand.id, member_id)
    if member is None or not _may_see(request, member):
        raise NotFound
    return member


def access_employee(request: ApiRequest, member_id: int) -> MemberFacts:
    """A person of a group, for its administrators, the reps who look after it, and staff. Raises NotFound, for the
    person themselves, too."""
    member = access_member(request, member_id)
    if request.actor.kind == "member" or member.group_id is None or not _looks_after(request, member.group_id):
        raise NotFound
    return member


def _looks_after(request: ApiRequest, group_id: int) -> bool:
    if request.actor.kind != "rep":
        return True
    agent = agent_of_user(request.brand.id, request.actor.user_id)
    groups = groups_looked_after(request.brand.id, agent.id) if agent else []
    return any(group.id == group_id for group in groups)


def access_self(request: ApiRequest) -> MemberFacts:
    """The signed-in member's own record. Raises NotFound for everybody else."""
    member = member_of_user(request.brand.id, request.actor.user_id) if request.actor.kind == "member" else None
    if member is None:
        raise NotFound
    return member


def load_member(request: ApiRequest, member_id: int | None) -> MemberFacts:
    """The caller's own record, or somebody's whom they may see. Raises NotFound."""
    return access_self(request) if member_id is None else access_member(request, member_id)


def _may_see(request: ApiRequest, member: MemberFacts) -> bool:
    kind, user_id = request.actor.kind, request.actor.user_id
    if kind == "staff":
        return True
    if kind == "member":
        return user_id is not None and member.user_id == user_id
    if kind == "group":
        group = group_of_user(request.brand.id, user_id)
        return group is not None and member.group_id == group.id
    if kind == "rep":
        return _in_book(request, member)
    return False


def _in_book(request: ApiRequest, member: MemberFacts) -> bool:
    agent = agent_of_user(request.brand.id, request.actor.user_id)
    if agent is None:
        return False
    if member.agent_id == agent.id:
        return True
    if member.group_id in {group.id for group in groups_looked_after(request.brand.id, agent.id)}:
        return True
    return coverage().is_assigned(agent.id, member.id, clock.today())
