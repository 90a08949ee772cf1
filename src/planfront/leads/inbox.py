"""A rep's own leads: found by status, a page at a time, noted on, moved on, handed over and exported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import FieldError, FieldErrors, NotFound
from planfront.kernel.http.paging import Page, Search, WordSearch, cut_matches, match_keys
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.text import texts
from planfront.kernel.text.parse import us_date
from planfront.kernel.text.words import search_words
from planfront.leads.finding import rows_of
from planfront.leads.models import OPEN, CallOutcome, Lead, LeadNote, LeadQuote, LeadStatus, LostReason
from planfront.leads.person import LeadFacts, load_facts
from planfront.parties.reps.assigning import Client, NotAssigned, Seller, assign_each
from planfront.parties.reps.selectors import AgentFacts, agent_of_user
from planfront.shopping.sent_quotes.assigning import assign_carts, lock_carts

NOTE_MAX = 1000
_AHEAD = timedelta(days=366)
_UNDO = timedelta(minutes=10)
FOLLOW_UP = _("Choose a day within a year from today.")
REASON = _("Say why this lead is lost.")


def access_rep(request: ApiRequest) -> AgentFacts:
    """The signed-in rep. Raises NotFound for everybody else."""
    agent = agent_of_user(request.brand.id, request.actor.user_id) if request.actor.kind == "rep" else None
    if agent is None:
        raise NotFound
    return agent


def access_lead(request: ApiRequest, lead_id: UUID) -> Lead:
    """A lead assigned to the signed-in rep, to be worked on. Raises NotFound."""
    return _find(request, lead_id, Q(assigned_id=access_rep(request).id))


def access_leads(request: ApiRequest, lead_ids: Iterable[UUID]) -> QuerySet[Lead]:
    """Leads that are all assigned to the signed-in rep. Raises NotFound."""
    keys = set(lead_ids)
    rows = Lead.objects.filter(pk__in=keys, brand_id=request.brand.id, assigned_id=access_rep(request).id)
    if rows.count() < len(keys):
        raise NotFound
    return rows


def access_readable(request: ApiRequest, lead_id: UUID) -> Lead:
    """A lead that the signed-in rep may read: their own, one that began on their page, one that they handed over.

    Raises NotFound.
    """
    rep = access_rep(request).id
    return _find(request, lead_id, Q(assigned_id=rep) | Q(agent_id=rep) | Q(handed_by_id=rep))


def _find(request: ApiRequest, lead_id: UUID, whose: Q) -> Lead:
    lead = Lead.objects.filter(whose, pk=lead_id, brand_id=request.brand.id).first()
    if lead is None:
        raise NotFound
    return lead


def lead_page(brand_id: int, agent_id: int, search: Search) -> Page[LeadFacts]:
    """Rows of one page as people, in a constant number of queries. ``chosen`` by status, ordered by the last change;
    every word of the text must begin a word of what was answered."""
    result = cut_matches(_ordered_leads(brand_id, agent_id, search), search, _word_search(brand_id, agent_id, search))
    return Page(tuple(load_leads(result.keys)), result)


def lead_keys(brand_id: int, agent_id: int, search: Search) -> Iterator[UUID]:
    """Yield the keys of all leads that a search finds, in its order."""
    return match_keys(_ordered_leads(brand_id, agent_id, search), search, _word_search(brand_id, agent_id, search))


def load_leads(keys: Iterable[UUID]) -> list[LeadFacts]:
    """Return leads as people in the order of their keys, in a constant number of queries."""
    order = list(keys)
    by_key = {facts.lead_id: facts for facts in load_facts(Lead.objects.filter(pk__in=order))}
    return [by_key[key] for key in order if key in by_key]


def _ordered_leads(brand_id: int, agent_id: int, search: Search) -> QuerySet[Lead]:
    rows = Lead.objects.filter(brand_id=brand_id, assigned_id=agent_id)
    if search.chosen:
        rows = rows.filter(status=search.chosen)
    return rows.order_by(*(("-updated_at", "-id") if search.newest else ("updated_at", "id")))


def _word_search(brand_id: int, agent_id: int, search: Search) -> WordSearch:
    fitting = partial(_with_status, search.chosen)
    return WordSearch(search_words(search.text), partial(rows_of, brand_id, agent_id), "lead_id", fitting)


def _with_status(status: str, keys: set[UUID]) -> Iterator[tuple[datetime, UUID]]:
    for changed, key, at in Lead.objects.filter(pk__in=keys).values_list("updated_at", "id", "status"):
        if status in ("", at):
            yield changed, key


def leads_due(brand_id: int, agent_id: int, limit: int = 20, *, follow_up: bool | None = None) -> list[LeadFacts]:
    """Return a rep's leads that need something today: new ones, the newest first, then those whose follow-up day has
    come. ``follow_up`` gives one of the two. A new one with a day ahead waits for it."""
    rows = Lead.objects.filter(brand_id=brand_id, assigned_id=agent_id)
    new = rows.filter(status=LeadStatus.NEW, follow_up_on=None).order_by("-created_at", "-id")
    due = rows.filter(status__in=OPEN, follow_up_on__lte=clock.today()).order_by("follow_up_on", "-created_at", "-id")
    keys = [] if follow_up else list(new.values_list("pk", flat=True)[:limit])
    if follow_up is not False:
        keys += due.values_list("pk", flat=True)[: limit - len(keys)]
    return load_leads(keys) if keys else []


@transaction.atomic
def move_lead(*, lead: Lead, status: str, reason: str = "", origin: Origin) -> Lead:
    """Say how far a lead is. A lost one needs a reason; a closed one is followed up no more. The same again changes
    nothing.

    Raises FieldErrors.
    """
    if status == LeadStatus.LOST and reason not in LostReason.values:
        raise FieldErrors.single("reason", REASON)
    row = lock_lead(lead)
    reason = reason if status == LeadStatus.LOST else ""
    if (row.status, row.lost_reason) != (status, reason):
        set_status(row, status, origin, reason=reason)
    return row


def lock_lead(lead: Lead) -> Lead:
    """Return the lead, locked until the transaction ends. Raises NotFound for one that was deleted."""
    row = lock_row(Lead.objects.filter(pk=lead.pk))
    if row is None:
        raise NotFound
    return row


def set_status(row: Lead, status: str, origin: Origin, *, reason: str = "") -> None:
    """Write the status of a locked lead."""
    before, row.status, row.updated_at, row.lost_reason = row.status, status, clock.now(), reason
    if status not in OPEN:
        row.follow_up_on = None
    row.save(update_fields=["status", "updated_at", "lost_reason", "follow_up_on"])
    meta = {"from": before, "to": status} | ({"reason": reason} if reason else {})
    record("lead.moved", origin=origin, subject_type="lead", subject_id=row.pk, meta=meta)


@dataclass(frozen=True)
class Noted:
    """A note as typed. ``outcome`` of a call, "" for a plain note; ``follow_up_on`` mm/dd/yyyy or ""."""

    text: str = ""
    outcome: str = ""
    follow_up_on: str = ""


@transaction.atomic
def add_lead_note(*, lead: Lead, author: str, note: Noted, origin: Origin) -> None:
    """Write down a note or a call about a lead, the day to follow it up, or both.

    A call makes a new lead Contacted. One that nobody answered is followed up the next day, unless another day is
    given. The same twice in a row is one. Raises FieldErrors.
    """
    words, day = _read_note(note)
    row = lock_lead(lead)
    last = row.rep_notes.order_by("-at").first()
    if (
        last is not None
        and (last.text, last.outcome, last.author_id) == (words, note.outcome, origin.user_id)
        and (not note.outcome or clock.now() - last.at < timedelta(minutes=1))
    ):
        return
    row.updated_at, row.follow_up_on = clock.now(), day
    row.save(update_fields=["updated_at", "follow_up_on"])
    if note.outcome and row.status == LeadStatus.NEW:
        set_status(row, LeadStatus.CONTACTED, origin)
    if words or note.outcome:
        LeadNote.objects.create(
            lead=row,
            author_id=origin.user_id,
            author=author[:200],
            text=words,
            outcome=note.outcome,
            at=row.updated_at,
        )
    record("lead.noted", origin=origin, subject_type="lead", subject_id=row.pk)


@transaction.atomic
def take_back_call(*, lead: Lead, origin: Origin) -> None:
    """Take back the last call that the same person has just written down without a note, and what followed from it."""
    row = lock_lead(lead)
    last = row.rep_notes.order_by("-at").first()
    mine = last is not None and last.outcome and not last.text and last.author_id == origin.user_id
    if last is None or not mine or clock.now() - last.at > _UNDO:
        return
    last.delete()
    row.updated_at, row.follow_up_on = clock.now(), None
    row.save(update_fields=["updated_at", "follow_up_on"])
    if row.status == LeadStatus.CONTACTED and not row.rep_notes.exclude(outcome="").exists():
        set_status(row, LeadStatus.NEW, origin)
    record("lead.call_taken_back", origin=origin, subject_type="lead", subject_id=row.pk)


def _read_note(note: Noted) -> tuple[str, date | None]:
    """Return the words and the day of a note. Raises FieldErrors with every problem."""
    words, typed = note.text.replace("\r\n", "\n").strip(), note.follow_up_on.strip()
    problems = []
    if not words and not note.outcome and not typed:
        problems.append(FieldError("text", texts.REQUIRED))
    if len(words) > NOTE_MAX:
        problems.append(FieldError("text", texts.TOO_LONG))
    if note.outcome and note.outcome not in CallOutcome.values:
        problems.append(FieldError("outcome", texts.CHOICE))
    today, day = clock.today(), us_date(typed) if typed else None
    if typed and day is None:
        problems.append(FieldError("follow_up_on", texts.explain_date(typed)))
    elif day and not today <= day <= today + _AHEAD:
        problems.append(FieldError("follow_up_on", FOLLOW_UP))
    if problems:
        raise FieldErrors(problems)
    if day is None and note.outcome == CallOutcome.NO_ANSWER:
        day = today + timedelta(days=1)
    return words, day


def clients_of(leads: QuerySet[Lead]) -> list[Client[Lead]]:
    """Return leads with what decides who may take them, by the last change."""
    return [
        Client(facts.lead, facts.title, facts.state, facts.lead.assigned_id)
        for facts in load_facts(leads.order_by("updated_at", "id"))
    ]


@transaction.atomic
def hand_over(*, lead: Lead, seller: Seller, origin: Origin) -> None:
    """Give a lead to another rep, whose list of the day has it at once, with the quotes that the one before started for
    it. ``assign_each`` asks whether they may take it. Raises FieldErrors where they may not take a quote."""
    # Quotes before the lead: whoever submits an application locks them in this order, too.
    started = lock_carts(LeadQuote.objects.filter(lead=lead).values_list("quote", flat=True))
    row = lock_lead(lead)
    before = row.assigned_id
    row.assigned_id, row.handed_by_id, row.updated_at = seller.id, before, clock.now()
    if row.status in OPEN:
        row.follow_up_on = None if row.status == LeadStatus.NEW else clock.today()
    row.save(update_fields=["assigned", "handed_by", "updated_at", "follow_up_on"])
    meta: dict[str, Any] = {"from": before, "to": seller.id}
    record("lead.handed_over", origin=origin, subject_type="lead", subject_id=row.pk, meta=meta)
    assign_carts(cart_ids=started, agent_id=before, seller=seller, origin=origin)


def hand_over_leads(brand_id: int, leads: QuerySet[Lead], *, agent_id: int, origin: Origin) -> list[NotAssigned[Lead]]:
    """Give leads to another rep. Returns those that they may not take. Raises FieldErrors for an unknown rep."""
    return assign_each(
        brand_id,
        clients_of(leads),
        agent_id,
        lambda lead, seller: hand_over(lead=lead, seller=seller, origin=origin),
    )
