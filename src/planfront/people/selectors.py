"""Whose account it is: the rep, group or member behind a signed-in account."""

from __future__ import annotations

from dataclasses import dataclass

from planfront.kernel.http import ActorLike
from planfront.members import selectors as members
from planfront.producers import selectors as producers
from planfront.sponsors import selectors as sponsors


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
    found = producers.agent_of_user(brand_id, account)
    if found is None:
        return Party()
    return Party(agent_id=found.id, name=found.name, code=found.code, email=found.email, phone=found.phone)


def _group(brand_id: int, account: int | None) -> Party:
    found = sponsors.group_of_user(brand_id, account)
    if found is None:
        return Party()
    return Party(group_id=found.id, name=found.name, code=found.code, email=found.email, phone=found.phone)


def _member(brand_id: int, account: int | None) -> Party:
    found = members.member_of_user(brand_id, account)
    if found is None:
        return Party()
    return Party(user_id=found.id, group_id=found.group_id, name=found.name, email=found.email, phone=found.phone)
