"""Which rep and group a chat or a consent may name."""

from __future__ import annotations

from planfront.kernel.errors import NotFound
from planfront.kernel.http import ApiRequest
from planfront.producers.access import access_agent
from planfront.producers.selectors import AgentFacts, agent_by_code, agent_by_id, agent_by_landing
from planfront.sponsors.selectors import group_by_id

_LARGEST = 2_147_483_647


def known_agent(request: ApiRequest, agent_id: int | None) -> int | None:
    """The id of one of the brand's reps, or None when none is named. Raises NotFound."""
    if agent_id is not None and agent_by_id(request.brand.id, agent_id) is None:
        raise NotFound
    return agent_id


def known_group(request: ApiRequest, group_id: int | None) -> int | None:
    """The id of one of the brand's groups, or None when none is named. Raises NotFound."""
    if group_id is not None and group_by_id(request.brand.id, group_id) is None:
        raise NotFound
    return group_id


def access_named_agent(request: ApiRequest, name: str) -> AgentFacts:
    """A rep with a public page, by id, access code or landing URL. Raises NotFound."""
    text = name.strip()
    if text.isascii() and text.isdigit() and len(text) <= 10 and 0 < int(text) <= _LARGEST:
        return access_agent(request, int(text))
    found = agent_by_code(request.brand.id, text) or agent_by_landing(request.brand.id, text)
    if found is None:
        raise NotFound
    return access_agent(request, found.id)
