"""Applications, from the first typed letter to the signed document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from planfront.enrollment.application import named_people
from planfront.enrollment.application.resume_codes import code_hash, email_hash
from planfront.enrollment.models import (
    Application,
    CallNote,
    HandOver,
    OutstandingNumber,
    PersonKey,
    PersonKeyKind,
    PossibleDuplicate,
    Proposal,
    ResumeCode,
    Screenshot,
    SearchKey,
    Section,
    SignatureEvidence,
    SignedDocument,
    SignerCheck,
    State,
    TextsShown,
    Transition,
)
from planfront.enrollment.steps.registry import CONTACT, PERSONAL
from planfront.enrollment.worklists.search import KeyKind, known_by
from planfront.integrations.checked import checked
from planfront.kernel import clock
from planfront.kernel.security.crypto import blind_indexes
from planfront.kernel.text.parse import digits, show_date
from planfront.messaging.privacy import mails_about
from planfront.privacy import words
from planfront.privacy.registry import Clues, Holding, Kept, Links, Person, declare, declare_exempt, mention
from planfront.shopping.privacy import kept_enrollment

_OF = {"application": "enrollment.application"}
_ON_THE_WAY = words.days(settings.ENV.keep_submitted_drafts)


def _search(clues: Clues) -> Iterator[Any]:
    applications = Application.objects.filter(enrollment__brand=clues.brand_id)
    condition = Q(pk__in=())
    if clues.confirmation.isdigit():
        condition |= Q(enrollment__confirmation__number=int(clues.confirmation[:18]))
    if clues.code:
        condition |= Q(resume_codes__code_hash=code_hash(clues.brand_id, clues.code))
        condition |= Q(pk__in=SignedDocument.objects.filter(code__iexact=clues.code).values("application"))
    if clues.email:
        condition |= Q(resume_codes__in=ResumeCode.objects.filter(email_hash=email_hash(clues.email)))
    if clues.number:
        index = blind_indexes(clues.number, "applicant-number")
        condition |= Q(
            pk__in=PersonKey.objects.filter(kind=PersonKeyKind.NUMBER, index__in=index).values("application")
        )
    if clues.phone:
        condition |= known_by(KeyKind.PHONE, clues.phone)
    yield from applications.filter(condition).values_list("pk", flat=True)
    yield from _opened(clues)
    yield from named_people.applicant_applications(clues)


def _opened(clues: Clues) -> Iterator[Any]:
    """Applications that say so inside: they are opened one by one, since answers are sealed."""
    sections = Section.objects.filter(application__enrollment__brand=clues.brand_id)
    if clues.email:
        for row in sections.filter(key=CONTACT.key).iterator():
            if any(email.casefold() == clues.email.casefold() for email in _values(row, "email_address")):
                yield row.application_id
    if clues.phone:
        for row in sections.filter(key=CONTACT.key, application__state=State.DRAFT).iterator():
            if any(digits(number)[-len(clues.phone) :] == clues.phone for number in _values(row, "phone_number")):
                yield row.application_id
    ending = clues.number or clues.last_four
    if ending and (clues.number or clues.born):
        personal = sections.filter(key=PERSONAL.key)
        personal = personal.filter(application__state=State.DRAFT) if clues.number else personal
        for row in personal.iterator():
            born = clues.born is None or show_date(clues.born) in _values(row, "birthdate")
            if born and any(digits(number).endswith(ending) for number in _values(row, "ssn")):
                yield row.application_id


def _values(section: Section, name: str) -> list[str]:
    """Return the saved and the typed value."""
    return [str(answers[name]).strip() for answers in (section.answers, section.draft) if answers.get(name)]


def _emails(application: Application) -> Iterable[str]:
    for row in Section.objects.filter(application=application, key=CONTACT.key):
        yield from _values(row, "email_address")


def _checked(section: Section) -> Iterator[tuple[str, str]]:
    """Yield what was saved and what was typed."""
    for values in (section.answers, section.draft):
        texts = {name: str(values.get(name) or "") for name in ("address1", "address2", "city", "state")}
        email, phone = str(values.get("email_address") or ""), str(values.get("phone_number") or "")
        yield from checked(email=email, phone=phone, zip_code=str(values.get("zip") or ""), **texts)


def _kept(application: Any, _person: Person) -> Kept | None:
    return kept_enrollment(application.enrollment)


def _with(row: Any, _person: Person) -> Kept | None:
    return kept_enrollment(row.application.enrollment)


def _quote(rows: QuerySet[Any]) -> Links:
    yield "shopping.quote", rows.values_list("enrollment_id", flat=True)


def _blank(rows: QuerySet[Any]) -> None:
    rows.update(answers="", draft="", draft_at=None)


def _described(row: Any) -> str:
    return f"{row.applicant or row}, {clock.show_day(row.created_at)}"


declare(
    Holding(
        Proposal,
        _("Proposed changes"),
        _ON_THE_WAY,
        of={"hand_over": "enrollment.handover"},
    ),
    Holding(
        ResumeCode,
        _("Codes to continue an application"),
        _ON_THE_WAY,
        of=_OF,
        links=lambda rows: mails_about(rows, "resume", "hand-over"),
        hidden=frozenset({"code_hash", "email_hash", "saved_in", "opened_in"}),
    ),
    Holding(
        HandOver,
        _("Messages between rep and client"),
        _ON_THE_WAY,
        of=_OF,
        links=lambda rows: mails_about(rows, "hand-over-change", "hand-over-returned"),
    ),
    Holding(
        Section,
        _("Answers as typed"),
        words.WITH_APPLICATION,
        of=_OF,
        erase=_blank,
        checked=_checked,
    ),
    Holding(
        PersonKey,
        _("Keyed hashes for noticing a second application"),
        words.WITH_APPLICATION,
        of=_OF,
        kept=_with,
        hidden=frozenset({"index"}),
    ),
    Holding(
        SearchKey,
        _("Keyed hashes for finding the application"),
        words.WITH_APPLICATION,
        of=_OF,
        kept=_with,
        hidden=frozenset({"index"}),
    ),
    Holding(
        PossibleDuplicate,
        _("Possible duplicates"),
        words.WITH_APPLICATION,
        of={**_OF, "earlier": "enrollment.application"},
    ),
    Holding(OutstandingNumber, _("Social Security numbers sent later"), words.WITH_APPLICATION, of=_OF, kept=_with),
    Holding(CallNote, _("Call notes"), words.WITH_APPLICATION, of=_OF),
    Holding(SignerCheck, _("Identity checks of signers"), _ON_THE_WAY, of=_OF, hidden=frozenset({"code_hash"})),
    Holding(
        TextsShown,
        _("Agreements as shown"),
        _ON_THE_WAY,
        of={"enrollment": "shopping.quote"},
    ),
    Holding(Screenshot, _("Images of pages"), words.days(settings.ENV.keep_pictures), of=_OF),
    Holding(SignedDocument, _("Signed application (PDF)"), words.WITH_APPLICATION, of=_OF, kept=_with),
    Holding(SignatureEvidence, _("Signatures"), words.WITH_APPLICATION, of=_OF, kept=_with),
    Holding(Transition, _("History of the application"), words.WITH_APPLICATION, of=_OF, kept=_with),
    Holding(
        Application,
        _("Application"),
        words.days(settings.ENV.keep_drafts),
        of={"enrollment": "shopping.quote"},
        kept=_kept,
        seal=lambda rows: rows.update(applicant=""),
        links=_quote,
        search=_search,
        emails=_emails,
        describe=_described,
    ),
)
mention(*(row.mention() for row in named_people.LISTS))
declare_exempt(
    "what is asked, agreed to and required",
    "enrollment.requirementprofile",
    "enrollment.profileversion",
    "enrollment.healthquestion",
    "enrollment.agreementtext",
    "enrollment.clientsignature",
    "enrollment.verificationquestion",
)
