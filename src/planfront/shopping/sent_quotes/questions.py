"""Questions to the sender of a quote. A question is emailed to the sender and shown in their list of quotes.

They answer it there or by email; either way the answer goes to the person they wrote to.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.brands.selectors import site_url
from planfront.catalog.wording import language
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import BusinessError, Conflict, FieldErrors, NotFound
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of
from planfront.kernel.text import texts
from planfront.messaging.services import queue_email
from planfront.shopping.models import QuoteQuestion, SentQuote
from planfront.shopping.sent_quotes.quote_link import find_by_token
from planfront.shopping.sent_quotes.selectors import WAITING, quote_of
from planfront.shopping.sent_quotes.sender import sender_of_quote
from planfront.shopping.sent_quotes.services import link_to_quote, mail_keys, plain_text

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession
    from planfront.shopping.worklists.owner import Owner

QUESTION_MAX, ANSWER_MAX = 1000, 2000
_MOST = 20
"""The most questions that a quote may have."""
_HOUR = timedelta(hours=1)


def ask_about_quote(
    *, brand_id: int, token: str, plan_id: int | None, text: str, session: VisitorSession, origin: Origin
) -> QuoteQuestion:
    """Ask the sender of a quote, also an expired one, about a plan or all of it. The same question twice in a row is
    one.

    Raises NotFound for a wrong token, FieldErrors, TooManyRequests, and ``senderGone`` when there is no one to answer.
    """
    row = find_by_token(brand_id, token, origin)
    words = _check_text("question", text, QUESTION_MAX)
    throttle.check("quote-question", str(row.pk), limit=5, window=_HOUR)
    throttle.check("quote-question-ip", network_of(origin.ip), limit=20, window=_HOUR)
    return _save_question(row.pk, _plan_name(row, plan_id), words, session, origin)


def _check_text(field: str, text: str, longest: int) -> str:
    """Return the typed text without control characters. Raises FieldErrors when it is empty or too long."""
    words = plain_text(text)
    if not words:
        raise FieldErrors.single(field, texts.REQUIRED)
    if len(words) > longest:
        raise FieldErrors.single(field, texts.TOO_LONG)
    return words


def _plan_name(row: SentQuote, plan_id: int | None) -> str:
    lines = row.frozen["lines"]
    return next((str(line["plan_name"]) for line in lines if line["plan_id"] == plan_id), "")[:200]


@transaction.atomic
def _save_question(quote_id: UUID, plan_name: str, text: str, session: VisitorSession, origin: Origin) -> QuoteQuestion:
    row = lock_row(SentQuote.objects.select_related("brand", "agent", "group").filter(pk=quote_id))
    sender = sender_of_quote(row) if row is not None else None
    if row is None or sender is None or not sender.email:
        raise BusinessError("senderGone", _("The person who sent this quote is no longer with us. Please call us."))
    last = QuoteQuestion.objects.filter(quote=row, session=session).order_by("-asked_at").first()
    if last is not None and (last.plan_name, last.text) == (plan_name, text):
        return last
    if QuoteQuestion.objects.filter(quote=row).count() >= _MOST:
        raise BusinessError("tooManyQuestions", _("You've asked many questions about this quote. Please call us."))
    question = QuoteQuestion.objects.create(
        quote=row, session=session, plan_name=plan_name, text=text, language=language(), asked_at=clock.now()
    )
    queue_email(
        brand=row.brand,
        kind="quote_question",
        to=sender.email,
        context={
            "name": sender.name,
            "client_name": row.recipient_name,
            "plan": plan_name,
            "question": text,
            "sent_on": clock.show_day(row.sent_at),
            "link": f"{site_url(row.brand_id)}/quotes?outcome={WAITING}",
        },
        dedupe_key=question_mail_key(question.pk),
        language="en",
        reply_to=row.recipient_email,
    )
    record("quote.asked", origin=origin, subject_type="quote", subject_id=row.pk)
    return question


@transaction.atomic
def answer_question(*, owner: Owner, question_id: UUID, text: str, by_mail: bool, origin: Origin) -> QuoteQuestion:
    """Answer a question about one of the owner's quotes by email to its recipient, in the language of the question.

    ``by_mail``: it was answered outside the store, so nothing is sent. Raises NotFound, FieldErrors, and Conflict when
    it is answered already.
    """
    owned = {f"quote__{name}": value for name, value in owner.columns().items()}
    rows = QuoteQuestion.objects.select_related("quote__brand").filter(quote__brand_id=owner.brand_id, **owned)
    question = lock_row(rows.filter(pk=question_id))
    if question is None:
        raise NotFound
    if question.answered_at is not None:
        raise Conflict(_("This question is answered already."))
    question.answer = "" if by_mail else _check_text("answer", text, ANSWER_MAX)
    question.answered_at = clock.now()
    question.save(update_fields=["answer", "answered_at"])
    if question.answer:
        _mail_answer(question)
    record("quote.answered", origin=origin, subject_type="quote", subject_id=question.quote_id)
    return question


def _mail_answer(question: QuoteQuestion) -> None:
    row = question.quote
    sender = sender_of_quote(row)
    queue_email(
        brand=row.brand,
        kind="quote_answer",
        to=row.recipient_email,
        context={
            "name": row.recipient_name,
            "sender_name": sender.name if sender else row.sender_name,
            "plan": question.plan_name,
            "question": question.text,
            "answer": question.answer,
            "link": link_to_quote(row.brand_id, row.token) if row.token and row.expires_at > clock.now() else "",
        },
        dedupe_key=answer_mail_key(question.pk),
        language=question.language,
        reply_to=sender.email if sender else "",
    )


def questions_of(owner: Owner, quote_id: UUID) -> list[QuoteQuestion]:
    """Return all questions about one of the owner's quotes, oldest first. Raises NotFound for a quote of others."""
    if quote_of(owner, quote_id) is None:
        raise NotFound
    return list(QuoteQuestion.objects.filter(quote=quote_id).order_by("asked_at"))


def question_mail_key(question_id: UUID) -> str:
    """Return the key of a question's mail."""
    return f"quote-question:{question_id}"


def answer_mail_key(question_id: UUID) -> str:
    """Return the key of an answer's mail."""
    return f"quote-answer:{question_id}"


def quote_mail_keys(quotes: Iterable[tuple[UUID, int]]) -> list[str]:
    """Return the keys of all mails of quotes, their questions and answers. ``quotes``: each with the number of
    sends."""
    sent = list(quotes)
    question_ids = QuoteQuestion.objects.filter(quote__in=[quote for quote, _sends in sent]).values_list(
        "pk", flat=True
    )
    return [key for pk in question_ids for key in (question_mail_key(pk), answer_mail_key(pk))] + [
        key for quote, sends in sent for key in mail_keys(quote, sends)
    ]


def own_questions(sent_quote: SentQuote, session: VisitorSession) -> list[QuoteQuestion]:
    """Return the questions of this visit about a quote, oldest first."""
    return list(QuoteQuestion.objects.filter(quote=sent_quote, session=session).order_by("asked_at"))
