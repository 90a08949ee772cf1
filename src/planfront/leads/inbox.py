"""A rep's own leads: found by status, a page at a time, noted on and moved on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch, QuerySet

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import FieldErrors, NotFound
from planfront.kernel.http.paging import Page, Search, WordSearch, cut_matches
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.text import texts
from planfront.kernel.text.words import search_words
from planfront.leads.finding import rows_of
from planfront.leads.models import Kind, Lead, LeadAnswer, LeadNote
from planfront.parties.reps.selectors import AgentFacts, agent_of_user

NOTE_MAX = 1000


def access_rep(request: ApiRequest) -> AgentFacts:
    """The signed-in rep. Raises NotFound for everybody else."""
    agent = agent_of_user(request.brand.id, request.actor.user_id) if request.actor.kind == "rep" else None
    if agent is None:
        raise NotFound
    return agent


def access_lead(request: ApiRequest, lead_id: UUID) -> Lead:
    """A lead assigned to the signed-in rep. Raises NotFound."""
    lead = Lead.objects.filter(pk=lead_id, brand_id=request.brand.id, assigned_id=access_rep(request).id).first()
    if lead is None:
        raise NotFound
    return lead


def lead_page(brand_id: int, agent_id: int, search: Search) -> Page[Lead]:
    """Rows of one page with their answers and notes, in a constant number of queries. ``chosen`` by status, ordered by
    the last change; every word of the text must begin a word of what was answered."""
    rows = Lead.objects.filter(brand_id=brand_id, assigned_id=agent_id)
    if search.chosen:
        rows = rows.filter(status=search.chosen)
    rows = rows.order_by(*(("-updated_at", "-id") if search.newest else ("updated_at", "id")))
    fitting = partial(_with_status, search.chosen)
    result = cut_matches(
        rows, search, WordSearch(search_words(search.text), partial(rows_of, brand_id, agent_id), "lead_id", fitting)
    )
    by_key = _with_answers(Lead.objects.all()).in_bulk(list(result.keys))
    return Page(tuple(by_key[key] for key in result.keys if key in by_key), result)


def _with_status(status: str, keys: set[UUID]) -> Iterator[tuple[datetime, UUID]]:
    for changed, key, at in Lead.objects.filter(pk__in=keys).values_list("updated_at", "id", "status"):
        if status in ("", at):
            yield changed, key


def lead_shown(lead: Lead) -> Lead:
    return _with_answers(Lead.objects.all()).get(pk=lead.pk)


def _with_answers(rows: QuerySet[Lead]) -> QuerySet[Lead]:
    """Leads with what was answered, in the order of the chat, and what was noted."""
    answers = LeadAnswer.objects.select_related("question").order_by("question__position", "question_id")
    return rows.prefetch_related(Prefetch("answers", queryset=answers), "rep_notes")


def contact_of(lead: Lead) -> tuple[str, str]:
    """Phone and email address of a lead as far as the chat has them; "" for what it hasn't."""
    by_kind: dict[str, str] = {}
    for row in lead.answers.all():
        by_kind.setdefault(row.question.kind, row.answer)
    return by_kind.get(Kind.PHONE, ""), by_kind.get(Kind.EMAIL, "")


@transaction.atomic
def move_lead(*, lead: Lead, status: str, origin: Origin) -> Lead:
    """Say how far a lead is. The same again changes nothing."""
    row = lock_row(Lead.objects.filter(pk=lead.pk))
    if row is None:
        raise NotFound
    if row.status != status:
        before, row.status, row.updated_at = row.status, status, clock.now()
        row.save(update_fields=["status", "updated_at"])
        record("lead.moved", origin=origin, subject_type="lead", subject_id=row.pk, meta={"from": before, "to": status})
    return row


@transaction.atomic
def add_lead_note(*, lead: Lead, author: str, text: str, origin: Origin) -> LeadNote:
    """Write something down about a lead. The same note twice in a row is one. Raises FieldErrors."""
    words = text.replace("\r\n", "\n").strip()
    if not words:
        raise FieldErrors.single("text", texts.REQUIRED)
    if len(words) > NOTE_MAX:
        raise FieldErrors.single("text", texts.TOO_LONG)
    row = lock_row(Lead.objects.filter(pk=lead.pk))
    if row is None:
        raise NotFound
    last = row.rep_notes.order_by("-at").first()
    if last is not None and last.text == words and last.author_id == origin.user_id:
        return last
    row.updated_at = clock.now()
    row.save(update_fields=["updated_at"])
    lead_note = LeadNote.objects.create(
        lead=row, author_id=origin.user_id, author=author[:200], text=words, at=row.updated_at
    )
    record("lead.noted", origin=origin, subject_type="lead", subject_id=row.pk)
    return lead_note
