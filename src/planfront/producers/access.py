"""Which rep a request may see."""

from __future__ import annotations

from dataclasses import replace

from planfront.audit.attempts import find_by_guess
from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.producers.selectors import AgentFacts, agent_by_id, agent_by_referral, agent_of_user


def access_agent(request: ApiRequest, agent_id: int) -> AgentFacts:
    """A rep with a public landing page, without the access code, or the caller's own account, or anyone for staff.
    Raises NotFound."""
    agent = agent_by_id(request.brand.id, agent_id)
    if agent is None:
        raise NotFound
    if knows_agent(request, agent):
        return agent
    if agent.landing_url:
        return replace(agent, code="")  # ids can be counted through; the code is told by who gives it
    raise NotFound


def find_referral(request: ApiRequest, code: str) -> AgentFacts | None:
    """The rep whom a referral link credits. Wrong ones are limited."""
    return find_by_guess(request, "referral", lambda: agent_by_referral(request.brand.id, code))


def access_own_agent(request: ApiRequest, agent_id: int) -> AgentFacts:
    """The caller's own rep account, or any rep for staff: for lists of groups and members. Raises NotFound."""
    agent = access_agent(request, agent_id)
    if knows_agent(request, agent):
        return agent
    raise NotFound


def access_signed_in_agent(request: ApiRequest) -> AgentFacts:
    """The rep who is signed in. Raises NotFound for everybody else."""
    agent = agent_of_user(request.brand.id, request.actor.user_id) if request.actor.kind == "rep" else None
    if agent is None:
        raise NotFound
    return agent


def knows_agent(request: ApiRequest, agent: AgentFacts) -> bool:
    """Whether the caller is this rep, or staff."""
    if request.actor.kind == "staff":
        return True
    return request.actor.kind == "rep" and agent.user_id is not None and agent.user_id == request.actor.user_id
