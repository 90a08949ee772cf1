"""Whose account it is: the rep, group or member behind a signed-in account."""

from __future__ import annotations

from dataclasses import dataclass

from planfront.kernel.http.request import ActorLike
from planfront.members import selectors as members
from planfront.parties.groups import selectors as groups
from planfront.parties.reps import selectors as reps


@dataclass(frozen=True)
class Party:
    """The rep's, group's or member's own row on this brand; all None or "" for staff, visitors and other brands'."""

    agent_id: int | None = None
    group_id: int | None = None
    user_id: int | None = None
    name: str = ""
    code: str = ""
    email: str = ""
    phone: str = ""


def party_of(brand_id: int, actor: ActorLike) -> Party:
    """The actor's own row on the brand."""
    if actor.kind == "rep":
        return _rep(brand_id, actor.user_id)
    if actor.kind == "group":
        return _group(brand_id, actor.user_id)
    return _member(brand_id, actor.user_id) if actor.kind == "member" else Party()


def _rep(brand_id: int, account: int | None) -> Party:
    agent = reps.agent_of_user(brand_id, account)
    if agent is None:
        return Party()
    return Party(agent_id=agent.id, name=agent.name, code=agent.code, email=agent.email, phone=agent.phone)


def _group(brand_id: int, account: int | None) -> Party:
    group = groups.group_of_user(brand_id, account)
    if group is None:
        return Party()
    return Party(group_id=group.id, name=group.name, code=group.code, email=group.email, phone=group.phone)


def _member(brand_id: int, account: int | None) -> Party:
    member = members.member_of_user(brand_id, account)
    if member is None:
        return Party()
    return Party(user_id=member.id, group_id=member.group_id, name=member.name, email=member.email, phone=member.phone)
