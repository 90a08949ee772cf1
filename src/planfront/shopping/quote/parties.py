"""Rep, group and portal of a quote: only what the request may see, else NotFound."""

from __future__ import annotations

from dataclasses import dataclass

from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.members.selectors import MemberFacts
from planfront.parties.access import access_agent, access_group, access_portal, find_referral
from planfront.parties.groups.selectors import group_of_user, portals_for
from planfront.parties.reps.selectors import agent_of_user


@dataclass(frozen=True)
class PartyIds:
    """The rep, group and portal of a quote."""

    agent_id: int | None = None
    group_id: int | None = None
    portal_id: int | None = None


def check_parties(
    request: ApiRequest, *, agent_id: int | None, group_id: int | None, portal_id: int | None, referral: str = ""
) -> PartyIds:
    """Return checked ids. A rep's or group administrator's quotes are always their own; a referral credits its rep.

    Raises NotFound for ids of other brands or accounts, and for unknown referrals.
    """
    agent_id, group_id = _own_parties(request, agent_id, group_id)
    if agent_id is None and referral:
        credited = find_referral(request, referral)
        if credited is None:
            raise NotFound
        agent_id = credited.id
    elif agent_id is not None:
        access_agent(request, agent_id)
    if group_id is not None:
        access_group(request, group_id)
    if portal_id is not None:
        access_portal(request, portal_id)
    return PartyIds(agent_id, group_id, portal_id)


def member_parties(request: ApiRequest, member: MemberFacts, agent_id: int | None, group_id: int | None) -> PartyIds:
    """Return the parties through which a member enrolls: those of the record, unless a call names others.

    In another group, such as the member benefit store, the member's portal stays if that group uses it.
    """
    ids = check_parties(request, agent_id=agent_id, group_id=group_id, portal_id=None)
    agent, group, portal = ids.agent_id or member.agent_id, ids.group_id or member.group_id, member.portal_id
    if group != member.group_id:
        offered = [portal.id for portal in portals_for(request.brand.id, agent, group)]
        portal = portal if portal in offered or not offered else offered[0]
    return PartyIds(agent, group, portal)


def _own_parties(request: ApiRequest, agent_id: int | None, group_id: int | None) -> tuple[int | None, int | None]:
    kind, user_id = request.actor.kind, request.actor.user_id
    if kind == "rep":
        agent = agent_of_user(request.brand.id, user_id)
        if agent is None or agent_id not in (None, agent.id):
            raise NotFound
        return agent.id, group_id
    if kind == "group":
        group = group_of_user(request.brand.id, user_id)
        if group is None or group_id not in (None, group.id):
            raise NotFound
        return agent_id, group.id
    return agent_id, group_id
