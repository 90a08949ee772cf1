"""Mail that comes back. A report of another server counts for a mail of ours whose Message-ID it gives, which only who
got the mail knows, and only for the address that the mail went to."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Upper

from planfront.audit.services import SYSTEM, Origin, record
from planfront.kernel import clock
from planfront.kernel.hooks import Hook
from planfront.kernel.observing import metrics
from planfront.kernel.outgoing.calls import Unanswered
from planfront.kernel.outgoing.service import note_failure, note_success
from planfront.messaging import mailbox
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.reports import Failure, Report, read_report

logger = logging.getLogger(__name__)
_VISITS = 10
MAIL_RETURNED: Hook[Callable[[str], None]] = Hook("messaging.mail_returned")
"""Called with the event of a mail that didn't arrive, in the transaction that notes it."""


def read_mailbox() -> int:
    """Read the reports in the mailbox, and return how many mails came back. A duty. What the store couldn't read stays
    unread there until it can."""
    box, count = settings.MAILBOX, 0
    if box is None or clock.is_played():
        return 0
    try:
        for _visit in range(_VISITS):
            unread = mailbox.read_unread(box)
            reports = {number: read_report(raw) for number, raw in unread.messages.items()}
            count += sum(note_report(report) for report in reports.values() if report is not None)
            if reports:
                mailbox.mark_seen(box, unread, [number for number, report in reports.items() if report is None])
            if len(reports) < mailbox.MOST:
                break
    except Unanswered as error:
        logger.warning("the mailbox for returned mail can't be read: %s", error)
        note_failure(mailbox.NAME, error)
    else:
        note_success(mailbox.NAME)
    return count


def note_report(report: Report) -> int:
    """Write down the mails of a report that didn't arrive, each once, and return how many."""
    mails = OutboundEmail.objects.filter(pk__in=report.mail_ids).only("to", "kind", "dedupe_key")
    failures = [(mail, report.failures.get(mail.to.strip().lower())) for mail in mails]
    return sum(note_undelivered(mail, failure) for mail, failure in failures if failure is not None)


@transaction.atomic
def note_undelivered(mail: OutboundEmail, failure: Failure) -> bool:
    """Write down that a mail that went out, or is just going out, didn't arrive. False the second time."""
    status = Status.RETURNED if failure.is_of_address else Status.FAILED
    out = OutboundEmail.objects.filter(pk=mail.pk, status__in=(Status.SENDING, Status.SENT))
    if not out.update(status=status, last_error=failure.text[:80], failed_at=clock.now()):
        return False
    record("mail.returned", origin=SYSTEM, subject_type="outboundemail", subject_id=mail.pk)
    tell_undelivered(mail)
    metrics.MAILS.labels(mail.kind, status.value.lower()).inc()
    return True


def tell_undelivered(mail: OutboundEmail) -> None:
    """Have the rooms that wrote a mail know that it won't arrive."""
    for follow in MAIL_RETURNED:
        follow(mail.dedupe_key)


def mails_returned_from(emails: Collection[str], brand_id: int | None = None) -> QuerySet[OutboundEmail]:
    """Return the mails for which addresses don't work, the newest first; ``brand_id`` None: of all brands."""
    rows = OutboundEmail.objects.filter(status=Status.RETURNED).alias(address=Upper("to")).order_by("-created_at")
    rows = rows.filter(address__in=[email.strip().upper() for email in emails if email])
    return rows if brand_id is None else rows.filter(brand=brand_id)


def is_returned(brand_id: int, email: str) -> bool:
    """Return whether mail of a brand to an address comes back."""
    return bool(email) and mails_returned_from([email], brand_id).exists()


def trust_address_of(key: str) -> int:
    """Write again to the address of a mail, by its key, as a link that only this mail has was opened."""
    return trust_addresses(list(OutboundEmail.objects.filter(dedupe_key=key).values_list("to", flat=True)))


@transaction.atomic(savepoint=False)
def trust_addresses(emails: Collection[str], *, origin: Origin = SYSTEM, brand_id: int | None = None) -> int:
    """Write again to addresses that work, or that are no longer anyone's. Returns how many mails had come back."""
    mails = list(mails_returned_from(emails, brand_id).values_list("pk", flat=True))
    if mails:
        OutboundEmail.objects.filter(pk__in=mails, status=Status.RETURNED).update(status=Status.KEPT)
    for mail in mails:
        record("mail.address_trusted", origin=origin, subject_type="outboundemail", subject_id=mail)
    return len(mails)
