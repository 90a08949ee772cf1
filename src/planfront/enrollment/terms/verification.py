"""The question that proves a signer's identity, and how far it is answered."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from planfront.accounts.selectors import user_by_id
from planfront.catalog import configuration
from planfront.enrollment.models import SignerCheck, VerificationKind, VerificationQuestion
from planfront.enrollment.steps.agreement.verification import Question, Verification
from planfront.enrollment.steps.contact.answers import ContactAnswers
from planfront.integrations.states import state_name
from planfront.kernel import clock
from planfront.kernel.database.rows import get_or_none
from planfront.parties.reps import selectors as reps

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.enrollment.forms.base import Signer, StepContext
    from planfront.enrollment.models import Application

CODE_LIFE, TRIES, WAIT = timedelta(minutes=10), 5, timedelta(minutes=15)
# For so long nobody is asked twice in the session that answered.
PASSED = timedelta(hours=1)
# Ids of the product's questions; 1 and 2 were asked by the first versions. Those of rows come after _ROWS.
_CODE, _LICENCE, _ROWS = "3", "4", 1000


def question_for(ctx: StepContext) -> Question:
    """The first of the operator's questions that who signs can answer, else the product's."""
    signer, brand_id = ctx.signer, ctx.shopper.brand_id
    rows = configuration.hold("verification questions", lambda: _active_questions(brand_id), brand_id)
    for row in (row for row in rows if row.role == signer.role):
        if result := _answerable_question(ctx, row.kind, str(_ROWS + row.pk), _row_words(row)):
            return result
    licence = _answerable_question(ctx, VerificationKind.LICENCE, _LICENCE) if signer.role == "rep" else None
    return licence or Question(_CODE, _product_words(VerificationKind.CODE, ctx), to=address_of(ctx))


def _active_questions(brand_id: int) -> list[VerificationQuestion]:
    return list(VerificationQuestion.objects.filter(Q(brand_id=None) | Q(brand_id=brand_id), active=True))


def _row_words(row: VerificationQuestion) -> str:
    own = (row.i18n or {}).get((get_language() or "en")[:2], {})
    return str(own.get("text") or row.text)


def _answerable_question(ctx: StepContext, kind: str, key: str, words: str = "") -> Question | None:
    """None where who signs has nothing on record to answer with."""
    text = words or _product_words(kind, ctx)
    if kind == VerificationKind.CODE:
        address = address_of(ctx)
        return Question(key, text, to=address) if address else None
    answer = _number_on_record(kind, ctx)
    return Question(key, text, answer=answer) if len(answer) == 4 else None


def _product_words(kind: str, ctx: StepContext) -> str:
    if kind == VerificationKind.LICENCE:
        state = state_name(ctx.shopper.state)
        return _("What are the last four digits of your %(state)s license number?") % {"state": state}
    if kind == VerificationKind.NPN:
        return _("What are the last four digits of your national producer number?")
    return _("What 6-digit code did we just email you?")


def _number_on_record(kind: str, ctx: StepContext) -> str:
    """The last four signs of a number that a rep has on record."""
    agent = reps.agent_of_user(ctx.shopper.brand_id, ctx.signer.account)
    if agent is None:
        return ""
    if kind == VerificationKind.NPN:
        return last_four(reps.npn_of(agent.id))
    return last_four(reps.licence_number(agent.id, ctx.shopper.state, ctx.today))


def last_four(text: str) -> str:
    """Without signs that people leave out."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())[-4:]


def address_of(ctx: StepContext) -> str:
    """Return the address for the signer's code: an applicant's own, or that of the account."""
    if ctx.signer.role == "applicant":
        return ctx.read(ContactAnswers).email_address
    account = user_by_id(ctx.signer.account)
    return account.email if account else ""


def masked_address(address: str) -> str:
    """``m…o@mailbox.example``."""
    name, _at, host = address.partition("@")
    return f"{name[:1]}…{name[-1:]}@{host}" if host else ""


def check_of(application: Application | None, signer: Signer) -> SignerCheck | None:
    if application is None:
        return None
    return get_or_none(SignerCheck.objects.filter(application=application, signer=signer.key))


def verification_state(ctx: StepContext, check: SignerCheck | None, session_id: UUID) -> Verification:
    """Return how far a session has answered the question."""
    question = question_for(ctx)
    if check is None:
        return Verification(question, hint=_describe_hint(question, sent=False, left=TRIES))
    now = clock.now()
    recent = check.passed_at is not None and now < check.passed_at + PASSED
    passed = recent and check.session_id == session_id and check.passed_question == question.id
    waits = check.waits_until if check.waits_until and check.waits_until > now else None
    has_code = bool(check.code_hash) and check.sent_at is not None and now < check.sent_at + CODE_LIFE
    tries_left = TRIES if check.waits_until and not waits else max(0, TRIES - check.tries)
    hint = describe_wait(waits) if waits else _describe_hint(question, sent=has_code, left=tries_left)
    return Verification(question, passed, has_code, waits is not None, hint)


def describe_wait(until: datetime) -> str:
    return _("Too many wrong answers. Try again after %(time)s.") % {"time": clock.show_time(until)}


def _describe_hint(question: Question, *, sent: bool, left: int) -> str:
    """Return what to know before answering."""
    if not question.is_code:
        return ngettext("You have %(count)d try.", "You have %(count)d tries.", left) % {"count": left}
    address = masked_address(question.to)
    if not sent:
        return _("We'll email it to %(address)s.") % {"address": address}
    text = ngettext(
        "We emailed the code to %(address)s. It works for 10 minutes, and you have %(count)d try.",
        "We emailed the code to %(address)s. It works for 10 minutes, and you have %(count)d tries.",
        left,
    )
    return text % {"address": address, "count": left}
