"""The gate to a rep's own book of business."""

from __future__ import annotations

from planfront.coverage.rep_policies import RepScope
from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.parties.groups.selectors import groups_looked_after
from planfront.parties.reps.selectors import agent_of_user


def find_scope(brand_id: int, user_id: int | None) -> RepScope | None:
    agent = agent_of_user(brand_id, user_id)
    if agent is None:
        return None
    return RepScope(brand_id, agent.id, tuple(group.id for group in groups_looked_after(brand_id, agent.id)))


def access_book(request: ApiRequest) -> RepScope:
    """Return the scope of the signed-in rep. Raises NotFound for anyone else."""
    scope = find_scope(request.brand.id, request.actor.user_id) if request.actor.kind == "rep" else None
    if scope is None:
        raise NotFound
    return scope
