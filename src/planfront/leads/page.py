"""A lead's own page: the person, their cart, what happened, and where the rep goes next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from planfront.kernel.errors import NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.text.parse import digits, full_name
from planfront.leads.inbox import leads_due
from planfront.leads.models import Lead
from planfront.leads.person import LeadFacts, find_withdrawals, load_person
from planfront.leads.quoting import filled_cart, open_quote_of, sent_quotes_of
from planfront.members.access import access_member
from planfront.members.selectors import find_same_person
from planfront.shopping.sent_quotes.selectors import ENROLLED

if TYPE_CHECKING:
    from planfront.shopping.cart.lines import Cart, PricedLine


@dataclass(frozen=True)
class Client:
    id: int
    name: str


@dataclass(frozen=True)
class Event:
    """Something that happened. ``kind``: see ``schemas_desk.LeadEvent``; ``detail``: the plans of a quote, the ZIP code
    of a price, the rep who added the lead."""

    kind: str
    at: datetime
    detail: str = ""


@dataclass(frozen=True)
class Filled:
    """A cart. ``of``: the rep's open "quote", or the "visit" that filled it."""

    of: str
    tier: str
    cart: Cart

    @property
    def lines(self) -> list[PricedLine]:
        """Return what is paid each month."""
        return [line for line in self.cart.lines if line.price and not line.error_code]


@dataclass(frozen=True)
class LeadPage:
    """``mine``: the reader works on it, and doesn't only read it. ``client``: one of the reader's own clients who may
    be the same person. ``withdrawn``: when the person last took back consent, on this lead or another, by Purpose."""

    facts: LeadFacts
    mine: bool
    has_quote: bool
    filled: Filled | None
    events: list[Event]
    client: Client | None
    following: LeadFacts | None
    withdrawn: dict[str, datetime]


def load_page(request: ApiRequest, lead: Lead, rep_id: int) -> LeadPage:
    """Return a lead's page for a rep who may read it."""
    facts, mine = load_person(lead), lead.assigned_id == rep_id
    opened = open_quote_of(lead, rep_id) if mine else None
    found = filled_cart(facts, rep_id) if mine else None
    others = [item for item in leads_due(lead.brand_id, rep_id, limit=2) if item.lead_id != lead.pk]
    filled = Filled("quote" if found[0] == opened else "visit", found[0].tier, found[1]) if found else None
    return LeadPage(
        facts=facts,
        mine=mine,
        has_quote=opened is not None,
        filled=filled,
        events=_list_events(facts),
        client=_find_client(request, facts) if mine else None,
        following=others[0] if others else None,
        withdrawn=find_withdrawals(lead.brand_id, facts.contacts),
    )


def _find_client(request: ApiRequest, facts: LeadFacts) -> Client | None:
    """Return the reader's own client with the same address, number, or name and birth date. Other reps' clients are not
    told of."""
    keys = find_same_person(
        request.brand.id, email=facts.email, phone=digits(facts.phone)[-10:], name=facts.name, born=facts.born
    )
    for key in keys:
        try:
            return Client(key, full_name(access_member(request, key)))
        except NotFound:
            continue
    return None


def _list_events(facts: LeadFacts) -> list[Event]:
    """Return what happened, newest first."""
    lead = facts.lead
    events = [Event("added" if lead.added_by else "chat", lead.created_at, lead.added_by)]
    if lead.completed_at and not lead.added_by:
        events.append(Event("finished", lead.completed_at))
    started = {row.quote_id for row in lead.lead_quotes.all()}
    if facts.quote is not None and facts.quote.pk not in started:
        events.append(Event("priced", facts.quote.created_at, facts.zip))
    events += [Event("started", row.started_at) for row in lead.lead_quotes.all()]
    for sent in sent_quotes_of(lead):
        plans = ", ".join(line["plan_name"] for line in sent.frozen["lines"])
        events.append(Event("sent", sent.sent_at, plans))
        if sent.opened_at:
            events.append(Event("opened", sent.opened_at))
        if sent.outcome == ENROLLED and sent.outcome_at:
            events.append(Event("enrolled", sent.outcome_at))
    return sorted(events, key=lambda event: event.at, reverse=True)
