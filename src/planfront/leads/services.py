"""Rep enquiries and chat answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from planfront.audit.services import Origin, record
from planfront.catalog.wording import language
from planfront.integrations import emails, zips
from planfront.integrations.states import is_state
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_name, lock_row
from planfront.kernel.errors import FieldError, FieldErrors, NotFound
from planfront.kernel.security.crypto import keyed_hash
from planfront.kernel.text import texts
from planfront.kernel.text.folding import APOSTROPHES, fold_text
from planfront.kernel.text.parse import digits, show_date, show_phone, us_date, us_phone, zip5
from planfront.leads import notices, selectors
from planfront.leads.consents import Agreed, Where, keep_consents
from planfront.leads.finding import write_words
from planfront.leads.models import Fact, Kind, Lead, LeadAnswer, Progress, RepEnquiry
from planfront.leads.tree import TreeQuestion, next_question, reached_questions

if TYPE_CHECKING:
    from planfront.brands.models import Brand

NAME = _("Enter valid name")
# Letters, digits, hyphen, backtick, apostrophes, space, underscore.
_NAME = re.compile(rf"[\w\-{APOSTROPHES} ]*[^\W_][\w\-{APOSTROPHES} ]*")


_Reader = tuple[Callable[[str], str | None], Any]
"""The reader of an answer, and the message for one that it can't read."""


@dataclass(frozen=True)
class Person:
    """The person who asks to become a rep, as typed."""

    name: str
    phone: str
    email: str
    state: str


@transaction.atomic
def add_enquiry(
    *, brand: Brand, person: Person, consents: Iterable[Agreed], where: Where, origin: Origin
) -> RepEnquiry:
    """Take an enquiry and tell the operator. The same person again, while the first is new, adds nothing but consents.

    Raises FieldErrors."""
    checked = _checked(person)
    contact = keyed_hash(f"{brand.pk}:{checked.phone}:{checked.email.casefold()}", "rep-enquiry")
    lock_name(f"rep-enquiry:{contact}")
    enquiry = RepEnquiry.objects.filter(brand=brand, contact_hash=contact, status=Progress.NEW).first()
    if enquiry is None:
        enquiry = RepEnquiry.objects.create(
            brand=brand,
            session_id=where.session_id,
            name=checked.name,
            phone=checked.phone,
            email=checked.email,
            state=checked.state,
            contact_hash=contact,
            created_at=clock.now(),
        )
        record("rep_enquiry.added", origin=origin, subject_type="rep_enquiry", subject_id=enquiry.pk)
        notices.queue_enquiry_mail(brand, enquiry)
    keep_consents(brand, consents, where, origin, enquiry)
    return enquiry


def _checked(person: Person) -> Person:
    """The enquiry in its normal form. Raises FieldErrors with all that is wrong."""
    name, state = fold_text(person.name), person.state.strip().upper()
    phone = us_phone(person.phone) if len(digits(person.phone)) == 10 else None
    email = emails.normalize(person.email)
    problems = (
        ("name", person.name, NAME, bool(_NAME.fullmatch(name))),
        ("phone", person.phone, texts.PHONE, phone is not None),
        ("email", person.email, texts.EMAIL, email is not None),
        ("state", person.state, texts.CHOICE, is_state(state)),
    )
    wrong = [
        FieldError(field, message if typed.strip() else texts.REQUIRED)
        for field, typed, message, fine in problems
        if not fine
    ]
    if wrong or phone is None or email is None:
        raise FieldErrors(wrong)
    return Person(name, phone, email, state)


@dataclass(frozen=True)
class Reply:
    """An answer as typed, and the chat it belongs to."""

    question_id: int
    answer: str
    device_id: str
    agent_id: int | None


@transaction.atomic
def save_answer(*, brand: Brand, reply: Reply, consents: Iterable[Agreed], where: Where, origin: Origin) -> Lead:
    """Keep an answer to the chat's next question, or replace an earlier one.

    Answers to questions no longer reached are deleted. After the last question the operator is notified, once.
    Raises NotFound for a question that this chat hasn't reached, FieldErrors for an answer that doesn't fit."""
    lead = _lead(brand, reply, where, origin)
    rows = selectors.answers_by_question(lead)
    answers = {key: row.answer for key, row in rows.items()}
    questions = selectors.questions(brand.pk)
    question = _reached_question(reached_questions(questions, answers), answers, reply.question_id)
    answers[question.id] = _fitting(question, reply.answer)
    _keep(lead, question, answers[question.id], rows.get(question.id))
    keep_consents(brand, consents, where, origin, lead)
    walk = reached_questions(questions, answers)
    gone = {item.id for item in questions} - {item.id for item in walk}
    LeadAnswer.objects.filter(lead=lead, question__in=gone).delete()
    write_words(lead, [answers[key] for key in answers if key not in gone])
    lead.updated_at = clock.now()
    if next_question(walk, answers) is None and lead.completed_at is None:
        lead.completed_at = lead.updated_at
        record("lead.completed", origin=origin, subject_type="lead", subject_id=lead.pk)
        notices.queue_lead_mail(brand, lead)
    lead.save(update_fields=["updated_at", "completed_at"])
    return lead


def _lead(brand: Brand, reply: Reply, where: Where, origin: Origin) -> Lead:
    """Lock the session's chat; make it with the first answer."""
    moment = clock.now()
    lead, created = Lead.objects.get_or_create(
        session_id=where.session_id,
        device_id=reply.device_id,
        agent_id=reply.agent_id,  # type: ignore[misc]  # None is looked up as NULL
        defaults={
            "brand": brand,
            "assigned_id": reply.agent_id,
            "page": where.shown_page,
            "language": language(),
            "created_at": moment,
            "updated_at": moment,
        },
    )
    if created:
        record("lead.added", origin=origin, subject_type="lead", subject_id=lead.pk)
    return lock_row(Lead.objects.filter(pk=lead.pk)) or lead


def _reached_question(walk: list[TreeQuestion], answers: dict[int, str], question_id: int) -> TreeQuestion:
    following = next_question(walk, answers)
    for item in walk:
        if item.id == question_id and (item.id in answers or item == following):
            return item
    raise NotFound


def _fitting(question: TreeQuestion, typed: str) -> str:
    """Return the answer as it is kept. Raises FieldErrors with the text as the message, too."""
    if not typed.strip():
        raise FieldErrors([FieldError("answer", texts.REQUIRED)], texts.REQUIRED)
    choice = (question.find_option, texts.CHOICE)
    reader = choice if question.kind == Kind.CHOICE else READERS.get(question.kind) or READERS.get(question.fact)
    if reader is None:
        return typed.strip()
    read_answer, message = reader
    result = read_answer(typed)
    if result is None:
        raise FieldErrors([FieldError("answer", message)], message)
    return result


def _read_zip(typed: str) -> str | None:
    code = zip5(typed)
    return code if code and zips.library_place(code) else None


def _read_birth_date(typed: str) -> str | None:
    born = us_date(typed, clock.today())
    return show_date(born) if born and not texts.explain_birth_date(born, clock.today()) else None


READERS: dict[str, _Reader] = {
    Kind.PHONE: (lambda text: show_phone(us_phone(text) or "") or None, texts.PHONE),
    Kind.EMAIL: (emails.normalize, texts.EMAIL),
    Fact.ZIP: (_read_zip, texts.ZIP_WIZARD),
    Fact.BORN: (_read_birth_date, texts.DATE),
}
"""The readers of contacts and facts, by Kind or Fact; other answers are taken as typed."""


def _keep(lead: Lead, question: TreeQuestion, answer: str, row: LeadAnswer | None) -> None:
    if row is None:
        LeadAnswer.objects.create(
            lead=lead, question_id=question.id, asked=question.question, answer=answer, answered_at=clock.now()
        )
    elif row.answer != answer:
        row.asked, row.answer, row.answered_at = question.question, answer, clock.now()
        row.save(update_fields=["asked", "answer", "answered_at"])
