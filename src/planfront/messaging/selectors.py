"""Reading the outbox."""

from __future__ import annotations

from planfront.messaging.models import OutboundEmail


def latest(brand_id: int, kind: str) -> OutboundEmail | None:
    """The newest mail of a kind."""
    return OutboundEmail.objects.filter(brand_id=brand_id, kind=kind).order_by("-created_at").first()


def waiting() -> int:
    """How many mails aren't on their way yet."""
    return OutboundEmail.objects.filter(status="QUEUED").count()
