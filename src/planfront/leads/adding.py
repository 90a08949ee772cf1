"""A lead that a rep adds by hand: a person who called, came in or was recommended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_name
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import digits
from planfront.kernel.text.words import words_of
from planfront.leads.consents import write_told_consents
from planfront.leads.finding import leads_with, write_words
from planfront.leads.inbox import Noted, add_lead_note
from planfront.leads.models import CONTACTS, Fact, Kind, Lead, LeadAnswer
from planfront.leads.person import load_facts
from planfront.leads.services import READERS
from planfront.parties.reps.selectors import AgentFacts

_MOST = 50
"""Leads with the same words that are compared."""
CONTACT = _("Enter a phone number or an email address.")
_LABELS = {**dict(Kind.choices), **dict(Fact.choices)}


@dataclass(frozen=True)
class Person:
    """A person as typed. ``born`` mm/dd/yyyy; ``words``: what they want; ``told``: ways in which they told the rep that
    we may contact them."""

    name: str
    phone: str = ""
    email: str = ""
    zip: str = ""
    born: str = ""
    words: str = ""
    note: str = ""
    language: str = "en"
    told: Sequence[str] = ()


@transaction.atomic
def add_lead(*, brand_id: int, rep: AgentFacts, person: Person, again: bool, origin: Origin) -> tuple[Lead, bool]:
    """Add a lead of a rep, and whether it was added: one of theirs with the same phone number or address is given
    instead, unless they want it ``again``. Raises FieldErrors with everything that is wrong."""
    facts = _read_facts(person)
    lock_name(f"lead-of-rep:{rep.id}")
    if not again and (same := find_same_lead(brand_id, rep.id, facts)) is not None:
        return same, False
    moment = clock.now()
    lead = Lead.objects.create(
        brand_id=brand_id,
        agent_id=rep.id,
        assigned_id=rep.id,
        added_by=rep.name[:200],
        language=person.language,
        created_at=moment,
        updated_at=moment,
        completed_at=moment,
    )
    LeadAnswer.objects.bulk_create(
        LeadAnswer(lead=lead, fact=fact, asked=str(_LABELS[fact]), answer=answer, answered_at=moment)
        for fact, answer in facts.items()
    )
    write_words(lead, facts.values())
    record("lead.added", origin=origin, subject_type="lead", subject_id=lead.pk, meta={"by_hand": True})
    write_told_consents(
        lead, [purpose for purpose in CONTACTS if purpose in person.told and purpose in facts], rep.name, origin
    )
    if person.note.strip():
        add_lead_note(lead=lead, author=rep.name, note=Noted(text=person.note), origin=origin)
    return lead, True


def _read_facts(person: Person) -> dict[str, str]:
    """Return the facts that were typed, as they are kept, by Kind or Fact. Raises FieldErrors."""
    typed = {name: getattr(person, name).strip() for name in (Fact.NAME, *CONTACTS, Fact.ZIP, Fact.BORN, Fact.WORDS)}
    problems = [] if typed[Fact.NAME] else [FieldError("name", texts.REQUIRED)]
    if not typed[Kind.PHONE] and not typed[Kind.EMAIL]:
        problems.append(FieldError("phone", CONTACT))
    facts = {}
    for name, text in typed.items():
        read_answer, message = READERS.get(name, (str, ""))
        answer = read_answer(text) if text else ""
        if answer is None:
            problems.append(FieldError(name, message))
        elif answer:
            facts[str(name)] = answer
    if problems:
        raise FieldErrors(problems)
    return facts


def find_same_lead(brand_id: int, agent_id: int, facts: dict[str, str]) -> Lead | None:
    """Return a rep's newest lead with the same phone number or address. Other reps' leads are not told of."""
    phone, email = facts.get(Kind.PHONE, ""), facts.get(Kind.EMAIL, "").casefold()
    rows = Lead.objects.none()
    if phone:
        rows = leads_with(brand_id, [digits(phone)])
    if email:
        rows = rows | leads_with(brand_id, words_of(email))
    for lead in load_facts(rows.filter(assigned=agent_id).order_by("-created_at", "-id")[:_MOST]):
        if (phone and lead.phone == phone) or (email and lead.email.casefold() == email):
            return lead.lead
    return None
