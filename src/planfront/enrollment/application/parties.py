"""The people and companies around an application: its rep or group, recipients of news about it, and its signer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from planfront.accounts.selectors import user_by_id
from planfront.brands import selectors as brands
from planfront.enrollment.forms.base import APPLICANT, Parties, Signer
from planfront.parties.groups import selectors as groups
from planfront.parties.reps import selectors as reps

if TYPE_CHECKING:
    from planfront.parties.groups.selectors import GroupFacts
    from planfront.parties.reps.selectors import AgentFacts
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote


def parties_of(quote: Quote) -> Parties:
    """Names of the rep and the group, and whether the group demands an enroller code."""
    brand = quote.brand_id
    agent = reps.agent_by_id(brand, quote.agent_id) if quote.agent_id else None
    group = groups.group_by_id(brand, quote.group_id) if quote.group_id else None
    return Parties(
        brand_name=brands.brand_name(brand),
        agent_name=agent.name if agent else "",
        agent_code=agent.code if agent else "",
        seller_emails=_seller_emails(quote.eprocess, agent, group),
        group_name=group.name if group else "",
        group_code=group.code if group else "",
        enroller_code=bool(group and group.requires_enroller_code),
        employer=_employer(group) if group else {},
    )


def _seller_emails(eprocess: str, agent: AgentFacts | None, group: GroupFacts | None) -> frozenset[str]:
    addresses: list[str] = []
    if eprocess == "rep" and agent is not None:
        account = user_by_id(agent.user_id) if agent.user_id else None
        addresses = [agent.email, account.email if account else ""]
    elif eprocess == "group" and group is not None:
        addresses = [group.email, *(administrator.email for administrator in groups.administrators_of(group.id))]
    return frozenset(address.casefold() for address in addresses if address)


@dataclass(frozen=True)
class Asker:
    """The person who asks about a signature: their side, the signer they would be, and the session."""

    side: Side
    signer: Signer
    session_id: str


def signer_of(quote: Quote, side: Side, kind: str, user_id: int | None) -> Signer:
    """Return who signs in a request: its rep or group administrator in their own name, else the applicant."""
    if side != "seller":
        return APPLICANT
    brand = quote.brand_id
    if kind == "rep" and (agent := reps.agent_of_user(brand, user_id)):
        return Signer("rep", agent.name, agent.code, account=user_id)
    group = groups.group_by_id(brand, quote.group_id) if quote.group_id else None
    account = user_by_id(user_id)
    if kind != "group" or group is None or account is None:
        return APPLICANT
    return Signer("group", account.name or group.name, group.code, group.name, account=user_id)


def _employer(group: groups.GroupFacts) -> dict[str, str]:
    names = ("name", "phone", "address1", "address2", "city", "state", "zip")
    return {name: value for name in names if (value := getattr(group, name))}


@dataclass(frozen=True)
class Seller:
    """A recipient of news about an enrollment, with the language of the account. ``key`` tells several of one
    enrollment apart."""

    name: str
    email: str
    language: str
    key: str = ""


def sellers_of(quote: Quote) -> list[Seller]:
    """The rep, else the group, behind an enrollment."""
    brand_id = quote.brand_id
    agent = reps.agent_by_id(brand_id, quote.agent_id) if quote.agent_id else None
    if agent and agent.email:
        return [Seller(agent.name, agent.email, _language_of(agent.user_id))]
    group = groups.group_by_id(brand_id, quote.group_id) if quote.group_id else None
    recipients = groups.mail_recipients(group) if group else []
    return [Seller(item.name, item.email, item.language, item.key) for item in recipients]


def _language_of(user_id: int | None) -> str:
    account = user_by_id(user_id)
    return account.language if account else "en"
