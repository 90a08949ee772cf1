"""Reading the outbox."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q
from django.db.models.functions import Upper

from planfront.kernel.security.crypto import blind_index, blind_indexes
from planfront.messaging.models import OutboundEmail, Status, Suppression

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

LATE = timedelta(minutes=10)
"""The time in which a mail is promised. One that isn't out by then is late, whatever holds it up."""
_ON_THE_WAY = (Status.QUEUED, Status.SENDING)
_EMAIL = "messaging.email"


def document_of(dedupe_key: str) -> dict[str, Any] | None:
    """Return the contents of a mail's document (``documents.make``); None when there is no such mail or document."""
    mail = OutboundEmail.objects.filter(dedupe_key=dedupe_key).first()
    return mail.document if mail else None


def is_queued(dedupe_keys: Iterable[str]) -> bool:
    """Return whether there is a mail of one of these keys, sent or not."""
    return OutboundEmail.objects.filter(dedupe_key__in=list(dedupe_keys)).exists()


def count_waiting() -> int:
    """Count the mails that aren't on their way yet."""
    return OutboundEmail.objects.filter(status="QUEUED").count()


def count_by_status() -> dict[str, int]:
    """Count the mails of the outbox by status."""
    return dict(OutboundEmail.objects.order_by().values_list("status").annotate(count=Count("pk")))


def late_mails(now: datetime) -> QuerySet[OutboundEmail]:
    """Return the mails that should have arrived: still waiting or being sent, or given up on. Those that were stopped
    on purpose, or kept because there is no mail server, are not among them."""
    gave_up = Q(status=Status.FAILED) & ~Q(last_error="Unsubscribed")
    return OutboundEmail.objects.filter(Q(status__in=_ON_THE_WAY) | gave_up, created_at__lt=now - LATE)


def is_late(mail: OutboundEmail, now: datetime) -> bool:
    """Return whether a mail on its way is late. What failed is shown as failed."""
    return mail.status in _ON_THE_WAY and mail.created_at < now - LATE


def find_unreachable(brand_id: int, emails: Iterable[str]) -> set[str]:
    """Return the addresses, in small letters, from which mail comes back or whose last email couldn't be delivered. One
    query."""
    rows = OutboundEmail.objects.filter(brand=brand_id, status__in=[Status.SENT, Status.FAILED, Status.RETURNED])
    rows = rows.exclude(last_error="Unsubscribed").annotate(address=Upper("to"))
    listed = rows.filter(address__in=[email.upper() for email in emails])
    mails = list(listed.order_by("created_at").values_list("address", "status"))
    last = dict(mails)
    returned = {address for address, status in mails if status == Status.RETURNED}
    return {address.lower() for address in last if address in returned or last[address] == Status.FAILED}


def email_hash(email: str) -> str:
    """Return the hash an address is looked up by; capitals don't matter."""
    return blind_index(_plain(email), _EMAIL)


def email_hashes(email: str) -> list[str]:
    """Return the hashes that rows of an address may have: one under every key."""
    return blind_indexes(_plain(email), _EMAIL)


def _plain(email: str) -> str:
    return email.strip().casefold()


def is_suppressed(brand_id: int, email: str) -> bool:
    """Return whether an address unsubscribed from a brand's commercial mail."""
    return Suppression.objects.filter(brand_id=brand_id, email_hash__in=email_hashes(email)).exists()
