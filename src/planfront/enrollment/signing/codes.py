"""Mailing a code to who signs, and counting answers. A wrong one counts whatever becomes of the call."""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from planfront.audit.attempts import record_wrong_attempt
from planfront.audit.services import Origin, record
from planfront.enrollment.application import context, mails
from planfront.enrollment.forms.base import APPLICANT
from planfront.enrollment.models import SignerCheck, State
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.agreement.verification import verification_of
from planfront.enrollment.steps.registry import AGREEMENT
from planfront.enrollment.terms import verification
from planfront.enrollment.terms.verification import CODE_LIFE, TRIES, WAIT
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import FieldErrors, TooManyRequests
from planfront.kernel.security.crypto import keyed_hash
from planfront.messaging.returned import trust_addresses

if TYPE_CHECKING:
    from planfront.enrollment.application.parties import Asker
    from planfront.enrollment.forms.base import StepContext
    from planfront.enrollment.models import Application
    from planfront.enrollment.steps.agreement.verification import Verification
    from planfront.shopping.models import Quote

_SOON = timedelta(seconds=60)


def _lock_check(application: Application, signer: str) -> SignerCheck:
    """The row, locked; made when it isn't there. Inside a transaction."""
    while True:
        if row := lock_row(SignerCheck.objects.filter(application=application, signer=signer)):
            return row
        SignerCheck.objects.bulk_create([SignerCheck(application=application, signer=signer)], ignore_conflicts=True)


def _hash_code(row: SignerCheck, code: str) -> str:
    return keyed_hash(f"{row.application_id}:{row.signer}:{code}", "signing-code")


def offer_signing_code(
    *, quote: Quote, application: Application | None, ctx: StepContext, asker: Asker, origin: Origin
) -> None:
    """Mail a code, before the form is shown, to a person who could sign now and needs one. An address that got too many
    mails gets no more."""
    if application is None or application.state != State.DRAFT or _has_handed_over(quote, asker):
        return
    open_tabs = [tab for tab in registry.tabs(ctx) if tab.missing and registry.is_before(tab.step, AGREEMENT)]
    needs_code = not verification_of(ctx).passed and not AGREEMENT.holds(ctx)
    may_sign = asker.signer.role == APPLICANT.role or not ctx.agreement.client_signs
    if needs_code and may_sign and not open_tabs:
        with suppress(TooManyRequests):
            send_signing_code(quote=quote, application=application, ctx=ctx, origin=origin)


def request_signing_code(*, quote: Quote, asker: Asker, origin: Origin) -> None:
    """A new code for who asks to sign, if a code is what they are asked for."""
    application = context.application_of(quote)
    if application is not None and application.state == State.DRAFT:
        ctx = context.load(quote, application, asker.signer)
        send_signing_code(quote=quote, application=application, ctx=ctx, origin=origin, again=True)


def _has_handed_over(quote: Quote, asker: Asker) -> bool:
    return quote.handed_over_at is not None and asker.side != "client"


@transaction.atomic
def send_signing_code(
    *, quote: Quote, application: Application, ctx: StepContext, origin: Origin, again: bool = False
) -> None:
    """Mail a code to who signs, unless the last one still works; with ``again`` a new one all the same, from a minute
    after it. FieldErrors to who asks ``again`` while too many answers were wrong."""
    question, now = verification.question_for(ctx), clock.now()
    if not question.is_code or not question.to:
        return
    row = _lock_check(application, ctx.signer.key)
    if row.waits_until and row.waits_until > now:
        if again:
            raise FieldErrors.single("verification_code", verification.describe_wait(row.waits_until))
        return
    if row.code_hash and row.sent_at and now < row.sent_at + (_SOON if again else CODE_LIFE):
        return
    code = f"{secrets.randbelow(10**6):06}"
    # Asking for a new code gives no new tries before the last one has expired.
    expired = row.sent_at is None or now >= row.sent_at + CODE_LIFE
    row.tries = 0 if expired or row.waits_until else row.tries
    row.code_hash, row.sent_at, row.waits_until = _hash_code(row, code), now, None
    row.save()
    mails.queue_signing_code(quote, question.to, code, f"{row.pk}:{now.timestamp()}")
    record("signing_code.sent", origin=origin, subject_type="application", subject_id=application.id)


def check_answer(
    *, application: Application, ctx: StepContext, typed_code: str, session_id: UUID, origin: Origin
) -> tuple[Verification, str]:
    """Check an answer and count it, inside a transaction that commits. Return the state after it, and what is wrong (""
    when nothing is). A right answer isn't asked for again in the session for a while."""
    if not typed_code.strip():
        return verification.verification_state(ctx, verification.check_of(application, ctx.signer), session_id), ""
    row = _lock_check(application, ctx.signer.key)
    result = verification.verification_state(ctx, row, session_id)
    if result.passed:
        return result, ""
    text = _refusal(row, result, typed_code)
    if not text:
        row.passed_at, row.passed_question, row.session_id = clock.now(), result.question.id, session_id
        row.code_hash, row.tries, row.waits_until = "", 0, None
        if result.question.is_code:
            trust_addresses([result.question.to])
    row.save()
    if text:
        record_wrong_attempt("signing", origin)
    return verification.verification_state(ctx, row, session_id), text


def _refusal(row: SignerCheck, result: Verification, typed_code: str) -> str:
    """Return why an answer is refused; "" for a right one. A wrong answer counts as a try."""
    now = clock.now()
    if result.waits and row.waits_until:
        return verification.describe_wait(row.waits_until)
    if result.question.is_code and not result.has_code:
        return _("This code has expired. Ask for a new one.") if row.code_hash else _("Ask for a code first.")
    if _is_right(row, result, typed_code):
        return ""
    row.tries = 1 if row.waits_until else row.tries + 1
    row.waits_until = None
    if row.tries >= TRIES:
        row.waits_until, row.code_hash = now + WAIT, ""
        return verification.describe_wait(row.waits_until)
    words = ngettext(
        "This is not right. You have %(count)d try left.",
        "This is not right. You have %(count)d tries left.",
        TRIES - row.tries,
    )
    return words % {"count": TRIES - row.tries}


def _is_right(row: SignerCheck, result: Verification, typed_code: str) -> bool:
    if result.question.is_code:
        code = "".join(sign for sign in typed_code if sign.isdigit())
        return constant_time_compare(row.code_hash, _hash_code(row, code))
    return constant_time_compare(verification.last_four(typed_code), result.question.answer)
