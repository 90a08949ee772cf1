"""The rep, group or member behind a signed-in account, as the rooms above know them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from planfront.audit.services import Origin
from planfront.kernel.hooks import Hook
from planfront.kernel.http.request import ActorLike


@dataclass(frozen=True)
class OwnParty:
    """The rep's, group's or member's own row on this brand; all None or "" for staff, visitors and other brands'."""

    agent_id: int | None = None
    group_id: int | None = None
    user_id: int | None = None
    name: str = ""
    code: str = ""
    email: str = ""
    phone: str = ""


PARTY_OF: Hook[Callable[[int, int | None], OwnParty]] = Hook("accounts.party_of")
"""By role: find the row of a brand that an account belongs to."""


EMAIL_SET: Hook[Callable[[int, str, Origin], None]] = Hook("accounts.email_set")
"""Called with an account and its new address, in the transaction that writes it."""


TRUST_ADDRESS: Hook[Callable[[Collection[str]], object]] = Hook("accounts.trust_address")
"""Called with addresses at which a link of ours was opened, or that an account no longer has, in the transaction that
writes it."""


def party_of(brand_id: int, actor: ActorLike) -> OwnParty:
    """Return the actor's own row on the brand."""
    find = PARTY_OF.get(actor.kind)
    return find(brand_id, actor.user_id) if find else OwnParty()
