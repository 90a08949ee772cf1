"""From a lead to a quote: what is missing for a price, the prepared quote, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q, QuerySet

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date
from planfront.leads.inbox import lock_lead, set_status
from planfront.leads.models import OPEN, Fact, Kind, Lead, LeadAnswer, LeadQuote, LeadStatus
from planfront.leads.person import LeadFacts, load_person
from planfront.shopping.cart.repricing import price_cart
from planfront.shopping.cart.selectors import cart_lines, load_cart
from planfront.shopping.quote.client import ClientName, LeadContact, name_as_typed
from planfront.shopping.quote.parties import PartyIds
from planfront.shopping.quote.visits import is_open, origin_quotes
from planfront.shopping.quoting.renewal import copy_lines
from planfront.shopping.quoting.services import change_quote, start_quote
from planfront.shopping.sent_quotes.selectors import quotes_from
from planfront.shopping.worklists.index import note_changed, note_name

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession
    from planfront.shopping.cart.lines import Cart
    from planfront.shopping.models import Quote, SentQuote

NEEDED = ("zip", "dob", "gender", "tier")
"""Answers without which nothing can be priced."""


def known_answers(facts: LeadFacts) -> dict[str, str]:
    """Return what the lead's answers tell of those that prices need, as forms have them."""
    quote = facts.quote
    known = {
        "zip": facts.zip,
        "county": quote.county_name if quote else "",
        "dob": show_date(facts.born) if facts.born else "",
        "gender": str(quote.gender) if quote else "",
        "tier": facts.tier,
    }
    return {name: value for name, value in known.items() if value}


def missing_answers(facts: LeadFacts) -> list[str]:
    """Return those of ``NEEDED`` that nobody has answered yet."""
    known = known_answers(facts)
    return [name for name in NEEDED if name not in known]


def _further_answers(quote: Quote | None) -> dict[str, str]:
    """Return the other answers of the person's own quote, as forms have them."""
    if quote is None:
        return {}
    answers = {
        "is_smoker": "" if quote.tobacco is None else str(int(quote.tobacco)),
        "annual_incode": f"{quote.income:.2f}" if quote.income is not None else "",
        "working_hours": str(quote.hours or ""),
        "spouse_dob": show_date(quote.spouse_dob) if quote.spouse_dob and quote.tier in ("IS", "IF") else "",
        "no_of_children": str(quote.children or "") if quote.tier in ("IC", "IF") else "",
    }
    return {name: value for name, value in answers.items() if value}


def open_quote_of(lead: Lead, agent_id: int | None) -> Quote | None:
    """Return the quote that a rep has open for the lead: the newest that can still be changed."""
    started = [row.quote for row in lead.lead_quotes.select_related("quote").order_by("-started_at", "-id")]
    return next((quote for quote in started if quote.agent_id == agent_id and is_open(quote)), None)


@transaction.atomic
def start_lead_quote(
    *, lead: Lead, agent_id: int, session: VisitorSession | None, typed: Mapping[str, str], origin: Origin
) -> Quote:
    """Start a rep's quote with the lead's answers, and with the plans of the cart that the visit filled.

    ``typed`` holds answers that were missing. Where the rep has one open for the lead, that one is returned. Raises
    FieldErrors that name exactly the answers still missing, or the business error ``countyRequired``.
    """
    row = lock_lead(lead)
    if (opened := open_quote_of(row, agent_id)) is not None:
        return opened
    facts = load_person(row)
    answers = known_answers(facts) | {name: value.strip() for name, value in typed.items() if value.strip()}
    if missing := [name for name in NEEDED if name not in answers]:
        raise FieldErrors(FieldError(name, texts.REQUIRED) for name in missing)
    raw = {"county": "", **answers, "eprocess": "rep"}
    own = facts.quote if facts.quote and answers["tier"] == facts.quote.tier else None
    quote = start_quote(
        brand_id=row.brand_id,
        session=session,
        raw=raw,
        parties=PartyIds(agent_id, None, _portal_of(facts.quote, agent_id)),
        origin=origin,
        fresh=True,
    )
    quote = change_quote(quote=quote, raw=_further_answers(own), origin=origin).quote
    if own is not None and (chosen := cart_lines(own)):
        copy_lines(chosen, quote)
        price_cart(quote).write()
        note_changed(enrollment_id=quote.pk)
    if facts.name:
        note_name(quote=quote, name=facts.name)
    LeadQuote.objects.create(lead=row, quote=quote, started_at=clock.now())
    record("lead.quote_started", origin=origin, subject_type="lead", subject_id=row.pk)
    return quote


def _portal_of(quote: Quote | None, agent_id: int) -> int | None:
    """Return the portal that a visit chose with this rep; None lets the quote get the usual one."""
    same = quote is not None and quote.agent_id == agent_id and quote.group_id is None
    return quote.portal_id if quote is not None and same else None


def filled_cart(facts: LeadFacts, agent_id: int | None) -> tuple[Quote, Cart] | None:
    """Return the lead's cart with its prices: that of the rep's open quote, else the one that the visit filled. None
    while neither has a plan that can be sold."""
    for quote in (open_quote_of(facts.lead, agent_id), facts.quote):
        if quote is None:
            continue
        cart = load_cart(quote)
        if any(not line.is_fee and not line.error_code for line in cart.lines):
            return quote, cart
    return None


def sent_quotes_of(lead: Lead) -> list[SentQuote]:
    """Return the quotes that were sent to the lead, newest first."""
    return quotes_from(LeadQuote.objects.filter(lead=lead).values_list("quote", flat=True))


def lead_of_quote(quote: Quote) -> LeadContact | None:
    """Return the lead that a quote, or the expired one it renews, was started for. One query."""
    keys = [quote.pk, *([quote.renewed_from_id] if quote.renewed_from_id else [])]
    answers = LeadAnswer.objects.filter(lead__lead_quotes__quote__in=keys).select_related("question")
    said = {row.tells: row for row in answers}
    first = next(iter(said.values()), None)
    texts = {key: said[key].answer if key in said else "" for key in (Fact.NAME, Kind.EMAIL)}
    return LeadContact(first.lead_id, texts[Fact.NAME], texts[Kind.EMAIL]) if first else None


def name_of_lead(quote: Quote) -> ClientName | None:
    """Return the name of the lead that a quote was started for."""
    lead = lead_of_quote(quote)
    return name_as_typed(lead.name) if lead else None


@transaction.atomic
def note_sent(*, quote: Quote, origin: Origin) -> None:
    """Make the lead of a quote that was sent Quoted."""
    for lead in _leads_of(origin_quotes(quote)).filter(status__in=OPEN).exclude(status=LeadStatus.QUOTED):
        set_status(lock_lead(lead), LeadStatus.QUOTED, origin)


def note_submitted(*, quote: Quote, origin: Origin) -> None:
    """Make the lead of a submitted enrollment Won: that of its quote, or the one whose visit bought by itself. Call it
    in the submission's transaction."""
    own = quote.session_id is not None and quote.eprocess not in ("rep", "group")
    visit = Q(session_id=quote.session_id, brand_id=quote.brand_id) if own else Q(pk__in=[])
    leads = Lead.objects.filter(visit | Q(lead_quotes__quote__in=origin_quotes(quote)))
    for lead in leads.exclude(status=LeadStatus.WON).distinct():
        set_status(lock_lead(lead), LeadStatus.WON, origin)


def _leads_of(quotes: QuerySet[Quote]) -> QuerySet[Lead]:
    return Lead.objects.filter(pk__in=LeadQuote.objects.filter(quote__in=quotes).values("lead"))
