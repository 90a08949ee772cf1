"""Reading the outbox."""

from __future__ import annotations

from typing import Any

from planfront.kernel.crypto import blind_index
from planfront.messaging.models import OutboundEmail, Suppression


def latest(brand_id: int, kind: str) -> OutboundEmail | None:
    """The newest mail of a kind."""
    return OutboundEmail.objects.filter(brand_id=brand_id, kind=kind).order_by("-created_at").first()


def document_of(dedupe_key: str) -> dict[str, Any] | None:
    """What the document of a mail is made of (``documents.make``); None when there is no such mail or document."""
    mail = OutboundEmail.objects.filter(dedupe_key=dedupe_key).first()
    return mail.document if mail else None


def waiting() -> int:
    """How many mails aren't on their way yet."""
    return OutboundEmail.objects.filter(status="QUEUED").count()


def email_hash(email: str) -> str:
    """What an address is looked up by; capitals don't matter."""
    return blind_index(email.strip().casefold(), "messaging.email")


def is_suppressed(brand_id: int, email: str) -> bool:
    """Whether an address asked for no more commercial mail of a brand."""
    return Suppression.objects.filter(brand_id=brand_id, email_hash=email_hash(email)).exists()
