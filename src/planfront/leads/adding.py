"""A lead that a rep adds by hand: a person who called, came in or was recommended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_name
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date
from planfront.leads.consents import write_told_consents
from planfront.leads.finding import write_words
from planfront.leads.inbox import Noted, add_lead_note
from planfront.leads.models import CONTACTS, Fact, Kind, Lead, LeadAnswer
from planfront.leads.person import LeadFacts, find_withdrawals, list_same_person
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


@dataclass(frozen=True)
class Added:
    """``added`` is false where the rep has a lead with the same phone number or address: ``keeps`` is what can be saved
    with it then, or was: "note", and of Purpose what was told. ``withdrawn``: when the person took back consent."""

    lead: Lead
    added: bool
    keeps: Sequence[str]
    withdrawn: dict[str, datetime]


@transaction.atomic
def add_lead(
    *, brand_id: int, rep: AgentFacts, person: Person, again: bool, keep: bool = False, origin: Origin
) -> Added:
    """Add a lead of a rep. One of theirs with the same phone number or address is given instead, unless they want it
    ``again``; with ``keep`` the note and what the person told are saved with that one. Raises FieldErrors with
    everything that is wrong."""
    facts = _read_facts(person)
    withdrawn = find_withdrawals(brand_id, _contacts_of(facts))
    lock_name(f"lead-of-rep:{rep.id}")
    if not again and (same := _find_same_lead(brand_id, rep.id, facts)) is not None:
        keeps = _list_keeps(person, facts, same)
        if keep:
            _write_told(same.lead, rep, person, keeps, origin)
        return Added(same.lead, False, keeps, withdrawn)
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
    _write_told(lead, rep, person, ["note", *(purpose for purpose in person.told if purpose in facts)], origin)
    return Added(lead, True, (), withdrawn)


def _write_told(lead: Lead, rep: AgentFacts, person: Person, keeps: Sequence[str], origin: Origin) -> None:
    write_told_consents(lead, [purpose for purpose in CONTACTS if purpose in keeps], rep.name, origin)
    if "note" in keeps and person.note.strip():
        day = lead.follow_up_on
        ahead = show_date(day) if day and day >= clock.today() else ""
        note = Noted(text=person.note, follow_up_on=ahead)
        add_lead_note(lead=lead, author=rep.name, note=note, origin=origin)


def _list_keeps(person: Person, facts: dict[str, str], same: LeadFacts) -> list[str]:
    """Return what can be saved with a lead that is there: consent only to the number and the address that it has."""
    there = {purpose: contact.casefold() for purpose, contact in same.contacts.items()}
    keeps = [
        purpose
        for purpose, contact in _contacts_of(facts).items()
        if purpose in person.told and there.get(purpose) == contact.casefold()
    ]
    return ["note", *keeps] if person.note.strip() else keeps


def _contacts_of(facts: dict[str, str]) -> dict[str, str]:
    return {purpose: facts[purpose] for purpose in CONTACTS if purpose in facts}


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


def _find_same_lead(brand_id: int, agent_id: int, facts: dict[str, str]) -> LeadFacts | None:
    """Return a rep's newest lead with the same phone number or address. Other reps' leads are not told of."""
    same = list_same_person(brand_id, _contacts_of(facts), among=Q(assigned=agent_id), most=_MOST)
    return same[0] if same else None
