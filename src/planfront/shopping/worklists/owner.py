"""Owners of work lists: the signed-in rep or group, for lists of quotes, applications and leads."""

from __future__ import annotations

from dataclasses import dataclass

from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.parties.groups.selectors import group_of_user
from planfront.parties.reps.selectors import agent_of_user


@dataclass(frozen=True)
class Owner:
    """A rep or a group on a brand."""

    brand_id: int
    agent_id: int | None = None
    group_id: int | None = None

    def columns(self) -> dict[str, int | None]:
        return {"agent_id": self.agent_id} if self.agent_id is not None else {"group_id": self.group_id or 0}


def access_desk(request: ApiRequest) -> Owner:
    """Return the signed-in rep or group administrator as an owner. Raises NotFound for everyone else."""
    brand_id, actor = request.brand.id, request.actor
    if actor.kind == "rep" and (agent := agent_of_user(brand_id, actor.user_id)):
        return Owner(brand_id, agent_id=agent.id)
    if actor.kind == "group" and (group := group_of_user(brand_id, actor.user_id)):
        return Owner(brand_id, group_id=group.id)
    raise NotFound
