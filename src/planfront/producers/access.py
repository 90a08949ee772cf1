"""Which rep a request may see."""

from __future__ import annotations

from datetime import timedelta

from planfront.audit.services import origin_of
from planfront.audit.tries import watched, wrong
from planfront.kernel import throttle
from planfront.kernel.errors import NotFound
from planfront.kernel.http import ApiRequest, client_ip
from planfront.producers.selectors import AgentFacts, agent_by_id, agent_by_referral


def access_agent(request: ApiRequest, agent_id: int) -> AgentFacts:
    """A rep with a public landing page, or the caller's own account, or anyone for staff. Raises NotFound."""
    agent = agent_by_id(request.brand.id, agent_id)
    if agent is None:
        raise NotFound
    if agent.landing_url or request.actor.kind == "staff" or _own(request, agent):
        return agent
    raise NotFound


def find_referral(request: ApiRequest, code: str) -> AgentFacts | None:
    """The rep whom a referral link credits. Limited to 30 wrong ones in 15 minutes."""
    with watched("referral", origin_of(request)):
        throttle.check("referral", client_ip(request), limit=30, window=timedelta(minutes=15))
    agent = agent_by_referral(request.brand.id, code)
    if agent is None:
        wrong("referral", origin_of(request))
        return None
    throttle.forgive("referral", client_ip(request))
    return agent


def access_own_agent(request: ApiRequest, agent_id: int) -> AgentFacts:
    """The caller's own rep account, or any rep for staff: for lists of groups and members. Raises NotFound."""
    agent = access_agent(request, agent_id)
    if request.actor.kind == "staff" or _own(request, agent):
        return agent
    raise NotFound


def _own(request: ApiRequest, agent: AgentFacts) -> bool:
    return request.actor.kind == "rep" and agent.user_id is not None and agent.user_id == request.actor.user_id
