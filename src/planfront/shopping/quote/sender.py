"""Senders of quotes: the signed-in rep or group administrator, at a brand that sends them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from planfront.brands import selectors as brands
from planfront.parties.groups.selectors import group_of_user
from planfront.parties.reps.selectors import agent_of_user

if TYPE_CHECKING:
    from planfront.brands.models import Brand
    from planfront.kernel.http.request import ApiRequest


@dataclass(frozen=True)
class Sender:
    """The signed-in rep or group administrator. ``phone``: ten digits or ""."""

    kind: str
    name: str
    phone: str
    email: str
    agent_id: int | None = None
    group_id: int | None = None


def sender_of(request: ApiRequest) -> Sender | None:
    """Return the sender of the request; None for visitors, members and staff, who send no quotes."""
    kind, brand, user = request.actor.kind, request.brand.id, request.actor.user_id
    agent = agent_of_user(brand, user) if kind == "rep" else None
    if agent is not None:
        return Sender(kind, agent.name, agent.phone, agent.email, agent_id=agent.id)
    group = group_of_user(brand, user) if kind == "group" else None
    return Sender(kind, group.name, group.phone, group.email, group_id=group.id) if group is not None else None


def may_send_quotes(brand: Brand) -> bool:
    """Return whether the brand sends quotes.

    Not on the special host, not when ``show-quotation`` is "no", and not without the postal address that commercial
    mail must carry.
    """
    special = brand.flag("landing_to_root") and brand.flag("hide_home_breadcrumb")
    return not special and brands.setting(brand.pk, "show-quotation") != "no" and bool(postal_address(brand))


def postal_address(brand: Brand) -> str:
    return brands.setting(brand.pk, "postal_address").strip()
