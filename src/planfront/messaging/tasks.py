"""Sending: one job per mail, with retries; without a mail server the mail is kept for the Outbox."""

from __future__ import annotations

import smtplib
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from planfront.kernel import clock
from planfront.kernel.files.pdf import PdfFailed
from planfront.kernel.jobs.tasks import FIRST, MAIL, job
from planfront.kernel.observing import metrics
from planfront.messaging import smtp
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.reports import Failure, read_refusal
from planfront.messaging.returned import is_returned, note_undelivered, tell_undelivered
from planfront.messaging.selectors import is_suppressed

TRIES, BACKOFF = 7, timedelta(seconds=20)
COMMERCIAL = frozenset({"quote"})
"""Kinds of mail that an address can unsubscribe from."""
UNASKED = frozenset({"letter", "daily_summary", "enrollment_reminder", "decisions_wait"})
"""Kinds of mail that the store writes again and again by itself: they are held where mail comes back. What somebody
does or asks for now is tried all the same."""
WAITED_FOR = frozenset(
    {
        "resume_code",
        "saved_cart",
        "signing_code",
        "account_link",
        "account_reset",
        "account_email_confirm",
        "account_email_changed",
        "account_password_changed",
        "payment_changed",
        "test",
    }
)
"""Kinds of mail with a code or link that somebody waits for, or with news of their account that can't wait: bulk mail
never delays them."""
# Receipts are promised within ten minutes, also when a worker dies over them: its job starts again after STALE, and a
# mail it had claimed is free by then.
LEASE, STALE = timedelta(minutes=3), timedelta(minutes=4)
_FINAL = (smtplib.SMTPSenderRefused, ValueError)


class MailServerDown(Exception):
    """The server didn't take the mail; it is tried again later."""


def queue_sending(mail: OutboundEmail) -> None:
    """Have a worker send the mail: one that somebody waits for before all others."""
    (mail_send_first if mail.kind in WAITED_FOR else mail_send).enqueue(str(mail.pk))


@job(retries=TRIES, backoff=BACKOFF, retry_on=(MailServerDown,), stale=STALE, queue=MAIL)
def mail_send(mail_id: str) -> None:
    """Send one mail. One that is sent, kept or in another worker's hands is left alone."""
    if not _claim(mail_id):
        return
    mail = OutboundEmail.objects.select_related("brand").get(pk=mail_id)
    if mail.kind in COMMERCIAL and is_suppressed(mail.brand_id, mail.to):
        _note(mail, Status.FAILED, "Unsubscribed")
        return
    if not settings.SMTP_URL or clock.is_played():
        _note(mail, Status.KEPT)
        return
    if mail.kind in UNASKED and is_returned(mail.brand_id, mail.to):
        with transaction.atomic():
            _note(mail, Status.KEPT, "Came back")
            tell_undelivered(mail)
        return
    # No transaction is open here: a slow mail server must not hold a database lock.
    try:
        smtp.deliver(mail, settings.SMTP_URL)
    except (OSError, smtplib.SMTPException, ValueError, PdfFailed) as error:
        refusal = _find_refusal(error)
        if refusal is not None and refusal.is_of_address:
            note_undelivered(mail, refusal)
            return
        final = refusal is not None or isinstance(error, _FINAL) or mail.attempts > TRIES
        with transaction.atomic():
            _note(mail, Status.FAILED if final else Status.QUEUED, type(error).__name__)
            if final:
                tell_undelivered(mail)
        if not final:
            raise MailServerDown from None
    else:
        _note(mail, Status.SENT)


def _find_refusal(error: Exception) -> Failure | None:
    """Return why the mail server refused the address for good; None for other errors."""
    if not isinstance(error, smtplib.SMTPRecipientsRefused) or any(code < 500 for code, _ in error.recipients.values()):
        return None
    answers = [answer for _code, answer in error.recipients.values()]
    return read_refusal(b" ".join(answers).decode("ascii", "replace"))


@job(retries=TRIES, backoff=BACKOFF, retry_on=(MailServerDown,), stale=STALE, queue=MAIL, priority=FIRST)
def mail_send_first(mail_id: str) -> None:
    """Send one mail as `mail_send` does, before those that are not waited for."""
    mail_send.function(mail_id)


def _claim(mail_id: str) -> bool:
    """Take the mail for this worker: one conditional UPDATE, so two workers can't both have it."""
    moment = clock.now()
    free = Q(status=Status.QUEUED) | Q(status=Status.SENDING, claimed_at__lt=moment - LEASE)
    rows = OutboundEmail.objects.filter(free, pk=mail_id)
    return rows.update(status=Status.SENDING, claimed_at=moment, attempts=F("attempts") + 1) == 1


def _note(mail: OutboundEmail, status: Status, error: str = "") -> None:
    moment = clock.now()
    OutboundEmail.objects.filter(pk=mail.pk, status=Status.SENDING).update(
        status=status,
        last_error=error,
        sent_at=moment if status == Status.SENT else None,
        failed_at=moment if status == Status.FAILED else None,
    )
    metrics.MAILS.labels(mail.kind, status.value.lower()).inc()
