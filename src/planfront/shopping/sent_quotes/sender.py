"""The sender of a quote, as the client sees them today."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from planfront.kernel import clock
from planfront.kernel.text.parse import show_phone
from planfront.parties.groups.selectors import group_by_id
from planfront.parties.landing import tagline_of
from planfront.parties.reps.selectors import agent_by_id, licence_label
from planfront.shopping.models import SentQuote


@dataclass(frozen=True)
class QuoteSender:
    """A rep or group. ``portrait``: a rep's picture, "" for none; ``licence``: that of the client's state; ``phone``:
    the brand's where they have none."""

    name: str
    kind: Literal["rep", "group"]
    phone: str
    email: str
    licence: str = ""
    portrait: str = ""
    tagline: str = ""


def sender_of_quote(row: SentQuote) -> QuoteSender | None:
    """Return the sender; None when the rep or group has left the brand."""
    phone = row.brand.phone
    if row.agent_id is not None:
        agent = agent_by_id(row.brand_id, row.agent_id)
        if agent is None:
            return None
        licence = licence_label(agent.id, row.frozen["profile"].get("state", ""), clock.today())
        return QuoteSender(
            row.sender_name,
            "rep",
            show_phone(agent.phone or phone),
            agent.email,
            licence,
            portrait=agent.image,
            tagline=tagline_of(agent),
        )
    group = group_by_id(row.brand_id, row.group_id) if row.group_id is not None else None
    if group is None:
        return None
    return QuoteSender(
        row.sender_name, "group", show_phone(group.phone or phone), group.email, tagline=tagline_of(group)
    )
