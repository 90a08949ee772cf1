"""Gates for the rep and the group that a chat or a consent names."""

from __future__ import annotations

from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.parties.access import access_agent, access_group
from planfront.parties.groups.selectors import group_by_id
from planfront.parties.reps.selectors import AgentFacts, agent_by_code, agent_by_id, agent_by_landing
from planfront.shopping.access import has_quote_with

_LARGEST = 2_147_483_647


def known_agent(request: ApiRequest, agent_id: int | None) -> int | None:
    """Return the id of a rep whose page the caller may see or whose quote is open here; None when none is named.

    Raises NotFound.
    """
    if agent_id is None or (agent_by_id(request.brand.id, agent_id) and has_quote_with(request, agent_id=agent_id)):
        return agent_id
    return access_agent(request, agent_id).id


def known_group(request: ApiRequest, group_id: int | None) -> int | None:
    """Return the id of a group whose page the caller may see or whose quote is open here; None when none is named.

    Raises NotFound.
    """
    if group_id is None or (group_by_id(request.brand.id, group_id) and has_quote_with(request, group_id=group_id)):
        return group_id
    return access_group(request, group_id).id


def named_agent(request: ApiRequest, name: str) -> AgentFacts | None:
    """A rep with a public page, by id, access code or landing URL; None for any other."""
    text = name.strip()
    if text.isascii() and text.isdigit() and len(text) <= 10 and 0 < int(text) <= _LARGEST:
        agent_id = int(text)
    else:
        result = agent_by_code(request.brand.id, text) or agent_by_landing(request.brand.id, text)
        agent_id = result.id if result else 0
    try:
        return access_agent(request, agent_id)
    except NotFound:
        return None
