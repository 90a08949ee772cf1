"""Which member a request may see."""

from __future__ import annotations

from planfront.book.rep_policies import is_assigned
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.members.selectors import MemberFacts, member_by_id
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
    return is_assigned(agent.id, member.id, clock.today())
