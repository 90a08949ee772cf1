"""The rep or group that an account belongs to."""

from __future__ import annotations

from planfront.accounts.party import OwnParty
from planfront.parties.groups.selectors import group_of_user
from planfront.parties.reps.selectors import agent_of_user


def party_of_rep(brand_id: int, account: int | None) -> OwnParty:
    agent = agent_of_user(brand_id, account)
    if agent is None:
        return OwnParty()
    return OwnParty(agent_id=agent.id, name=agent.name, code=agent.code, email=agent.email, phone=agent.phone)


def party_of_group(brand_id: int, account: int | None) -> OwnParty:
    group = group_of_user(brand_id, account)
    if group is None:
        return OwnParty()
    return OwnParty(group_id=group.id, name=group.name, code=group.code, email=group.email, phone=group.phone)
