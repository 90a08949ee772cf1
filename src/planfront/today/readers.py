"""The gate to one's own list of work, and readers for the daily email."""

from __future__ import annotations

from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.members.selectors import member_of_user
from planfront.parties.groups.selectors import group_of_user, groups_looked_after
from planfront.parties.reps.selectors import agent_of_user
from planfront.today.kinds import Desk, Reader


def access_today(request: ApiRequest) -> Reader:
    """Return the signed-in rep, group administrator or member as a reader. Raises NotFound for everyone else."""
    reader = find_reader(request.brand.id, request.actor.kind, request.actor.user_id)
    if reader is None:
        raise NotFound
    return reader


def find_reader(brand_id: int, role: str, user_id: int | None) -> Reader | None:
    """Return whose list an account of a role sees on a brand; None for an account without one."""
    if user_id is None:
        return None
    if role == Desk.REP and (agent := agent_of_user(brand_id, user_id)):
        groups = tuple(group.id for group in groups_looked_after(brand_id, agent.id))
        return _reader(brand_id, role, user_id, agent.id, agent.name, groups)
    if role == Desk.GROUP and (group := group_of_user(brand_id, user_id)):
        return _reader(brand_id, role, user_id, group.id, group.name)
    if role == Desk.MEMBER and (member := member_of_user(brand_id, user_id)):
        return _reader(brand_id, role, user_id, member.id, member.name)
    return None


def read_staff(user_id: int, name: str) -> Reader:
    """Return a member of staff as a reader. Their list is of several brands, so its marks are of none."""
    return _reader(0, Desk.STAFF, user_id, user_id, name)


def _reader(
    brand_id: int, role: str, user_id: int, party_id: int, name: str, group_ids: tuple[int, ...] = ()
) -> Reader:
    return Reader(
        role=str(role),
        brand_id=brand_id,
        user_id=user_id,
        party_id=party_id,
        name=name,
        now=clock.now(),
        business_now=clock.business_now(),
        today=clock.today(),
        group_ids=group_ids,
    )
