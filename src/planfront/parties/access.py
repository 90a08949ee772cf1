"""Gates that turn the id of a rep, a group or a portal into what the caller may see of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from planfront.audit.attempts import find_by_guess
from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.parties.groups.models import AgentGroup
from planfront.parties.groups.selectors import (
    GroupFacts,
    PortalFacts,
    administers_group,
    group_by_id,
    group_of_user,
    is_open_store,
    portal_by_id,
)
from planfront.parties.reps.selectors import AgentFacts, agent_by_id, agent_by_referral, agent_of_user

Facts = TypeVar("Facts")
Party = TypeVar("Party", AgentFacts, GroupFacts)


def _require(facts: Facts | None) -> Facts:
    if facts is None:
        raise NotFound
    return facts


def _hide_code(party: Party, *, public: bool) -> Party:
    """Return a public party without its code: ids can be counted through, a code is told by who gives it."""
    if not public:
        raise NotFound
    return replace(party, code="")


def access_agent(request: ApiRequest, agent_id: int) -> AgentFacts:
    """Return a rep with a public landing page, without the access code, or the caller's own account, or any for staff.
    Raises NotFound."""
    agent = _require(agent_by_id(request.brand.id, agent_id))
    return agent if _is_own_agent(request, agent) else _hide_code(agent, public=bool(agent.landing_url))


def access_own_agent(request: ApiRequest, agent_id: int) -> AgentFacts:
    """Return the caller's own rep account, or any rep for staff: for lists of groups and members. Raises NotFound."""
    agent = _require(agent_by_id(request.brand.id, agent_id))
    return _require(agent if _is_own_agent(request, agent) else None)


def access_signed_in_agent(request: ApiRequest) -> AgentFacts:
    """Return the rep who is signed in. Raises NotFound for anybody else."""
    return _require(agent_of_user(request.brand.id, request.actor.user_id) if request.actor.kind == "rep" else None)


def find_referral(request: ApiRequest, code: str) -> AgentFacts | None:
    """Find the rep whom a referral link credits. Wrong ones are limited."""
    return find_by_guess(request, "referral", lambda: agent_by_referral(request.brand.id, code))


def access_group(request: ApiRequest, group_id: int) -> GroupFacts:
    """Return a group with a public page or a default group of the site, without its code, or one of the caller's own.
    Raises NotFound."""
    group = _require(group_by_id(request.brand.id, group_id))
    if _is_own_group(request, group):
        return group
    return _hide_code(group, public=bool(group.landing_url) or is_open_store(request.brand.id, group))


def access_own_group(request: ApiRequest, group_id: int) -> GroupFacts:
    """Return a group the caller administers or looks after, or any for staff: for lists of people. Raises NotFound."""
    group = _require(group_by_id(request.brand.id, group_id))
    shared = request.actor.kind == "rep" and is_open_store(request.brand.id, group)
    return _require(group if _is_own_group(request, group) and not shared else None)


def access_administered_group(request: ApiRequest) -> GroupFacts:
    """Return the group that the caller administers. Raises NotFound."""
    return _require(group_of_user(request.brand.id, request.actor.user_id) if request.actor.kind == "group" else None)


def access_portal(request: ApiRequest, portal_id: int) -> PortalFacts:
    """Return a portal of this brand. Raises NotFound."""
    return _require(portal_by_id(request.brand.id, portal_id))


def _is_own_agent(request: ApiRequest, agent: AgentFacts) -> bool:
    if request.actor.kind == "staff":
        return True
    return request.actor.kind == "rep" and agent.user_id is not None and agent.user_id == request.actor.user_id


def _is_own_group(request: ApiRequest, group: GroupFacts) -> bool:
    """Return whether the caller is one of the group's administrators, a rep who serves it, or staff."""
    kind, user_id = request.actor.kind, request.actor.user_id
    if kind == "staff":
        return True
    if kind == "group":
        return administers_group(group.id, user_id)
    if kind == "rep" and user_id is not None:
        return AgentGroup.objects.filter(group_id=group.id, agent__user_id=user_id, agent__active=True).exists()
    return False
