"""Chats, enquiries, and the proof of what somebody agreed to."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from planfront.audit.pruning import days_ago
from planfront.kernel import clock
from planfront.kernel.text.parse import digits
from planfront.kernel.text.words import words_of
from planfront.leads.finding import leads_with, write_words
from planfront.leads.models import (
    CONTACTS,
    Consent,
    ConsentRevocation,
    Kind,
    Lead,
    LeadAnswer,
    LeadNote,
    LeadQuote,
    LeadWord,
    LocationConsent,
    RepEnquiry,
    telling,
)
from planfront.messaging.privacy import mails_about
from planfront.privacy import words
from planfront.privacy.registry import Clues, Holding, Kept, Links, Person, declare, declare_exempt

_OF = {"lead": "leads.lead"}
_LEADS = words.days(settings.ENV.keep_leads)
_CONSENTS = words.days(settings.ENV.keep_consents)
_PROOF = _("It proves what was agreed to or withdrawn. Names, addresses, and answers are erased; keyed hashes remain.")


def _leads(clues: Clues) -> Iterable[Any]:
    """Answers are sealed: those to questions for an address are opened one by one. A phone number and a name are found
    by keyed hashes, and looked up in what is opened then. Chats know no birth dates: staff say whose they are."""
    if clues.email:
        answers = LeadAnswer.objects.filter(telling(Kind.EMAIL), lead__brand=clues.brand_id)
        for row in answers.iterator():
            if row.answer.strip().casefold() == clues.email.casefold():
                yield row.lead_id
    if clues.phone:
        for row in _answers(clues.brand_id, [clues.phone]) | _answers(clues.brand_id, [f"1{clues.phone}"]):
            if digits(row.answer)[-len(clues.phone) :] == clues.phone:
                yield row.lead_id
    elif clues.name:
        names = words_of(clues.name)
        for row in _answers(clues.brand_id, names):
            if set(names) <= set(words_of(row.answer)):
                yield row.lead_id


def _answers(brand_id: int, searched: list[str]) -> QuerySet[LeadAnswer]:
    return LeadAnswer.objects.filter(lead__in=leads_with(brand_id, searched))


def _enquiries(clues: Clues) -> Iterable[Any]:
    """Few, and sealed: they are opened one by one."""
    if not (clues.email or clues.phone or clues.name):
        return
    for row in RepEnquiry.objects.filter(brand=clues.brand_id).iterator():
        if (
            (clues.email and row.email.strip().casefold() == clues.email.casefold())
            or (clues.phone and digits(row.phone)[-len(clues.phone) :] == clues.phone)
            or (clues.name and set(words_of(clues.name)) <= set(words_of(row.name)))
        ):
            yield row.pk


def _proof(contact: Any, _person: Person) -> Kept | None:
    """A contact stays without its answers while what was agreed to may have to be proved."""
    limit = days_ago(settings.ENV.keep_consents)
    moments = [
        row.at for rows in (contact.consents, contact.revocations) for row in rows.filter(at__gte=limit).only("at")
    ]
    return Kept(_PROOF, _end(max(moments))) if moments else None


def _end(moment: Any) -> Any:
    return clock.local(moment + timedelta(days=settings.ENV.keep_consents)).date()


def _of_lead(row: Any, person: Person) -> Kept | None:
    return _proof(row.lead, person)


def _consent(row: Any, person: Person) -> Kept | None:
    return _proof(row.lead or row.enquiry, person)


def _only_contacts(rows: QuerySet[Any]) -> None:
    """Leave of the words a chat is found by only those of its address and phone number."""
    for lead in Lead.objects.filter(pk__in=rows.values("lead")).distinct():
        result = LeadAnswer.objects.filter(telling(*CONTACTS), lead=lead)
        write_words(lead, [row.answer for row in result])


def _visit(rows: QuerySet[Any]) -> Links:
    yield from mails_about(rows, "lead" if rows.model is Lead else "rep-enquiry")
    yield "accounts.visitorsession", rows.filter(session__user=None).values_list("session_id", flat=True)
    if rows.model is Lead:
        yield "shopping.quote", LeadQuote.objects.filter(lead__in=rows.values("pk")).values_list("quote_id", flat=True)


def _emails(lead: Any) -> list[str]:
    return [row.answer for row in LeadAnswer.objects.filter(telling(Kind.EMAIL), lead=lead)]


def _described(lead: Any) -> str:
    first = LeadAnswer.objects.filter(lead=lead).order_by("answered_at").first()
    return f"{first.answer if first else ''}, {clock.show_day(lead.created_at)}".strip(", ")


declare(
    Holding(
        LeadWord,
        _("Search words for chats and leads"),
        _LEADS,
        of=_OF,
        kept=_of_lead,
        seal=_only_contacts,
        hidden=frozenset({"token"}),
    ),
    Holding(LeadAnswer, _("Answers in the chat or to a rep"), _LEADS, of=_OF),
    Holding(LeadNote, _("Notes a rep wrote"), _LEADS, of=_OF),
    Holding(LeadQuote, _("Quotes a rep started"), _LEADS, of=_OF),
    Holding(
        Consent,
        _("Consents"),
        _CONSENTS,
        of={**_OF, "enquiry": "leads.repenquiry"},
        kept=_consent,
    ),
    Holding(
        ConsentRevocation,
        _("Withdrawn consents"),
        _CONSENTS,
        of={**_OF, "enquiry": "leads.repenquiry"},
        kept=_consent,
    ),
    Holding(
        Lead,
        _("Chats and leads"),
        _LEADS,
        kept=_proof,
        seal=lambda rows: rows.update(notes="", session=None, follow_up_on=None),
        links=_visit,
        search=_leads,
        emails=_emails,
        describe=_described,
        hidden=frozenset({"held", "notes"}),
    ),
    Holding(
        RepEnquiry,
        _("Inquiries to become a rep"),
        _LEADS,
        kept=_proof,
        seal=lambda rows: rows.update(name="", phone="", email="", notes="", session=None),
        links=_visit,
        search=_enquiries,
        emails=lambda row: [row.email],
        describe=lambda row: f"{row.name}, {clock.show_day(row.created_at)}",
        hidden=frozenset({"held", "notes"}),
    ),
    Holding(
        LocationConsent,
        _("Location"),
        words.days(settings.ENV.keep_locations),
        of={"session": "accounts.visitorsession"},
    ),
)
declare_exempt("what is asked and agreed to", "leads.assistantquestion", "leads.consenttext")
