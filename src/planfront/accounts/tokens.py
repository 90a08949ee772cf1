"""Bearer tokens: signed, short-lived statements "this is session S, generation G" (nothing secret inside)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.core.signing import BadSignature, TimestampSigner

from planfront.accounts.models import VisitorSession

LIFE = timedelta(hours=12)
_signer = TimestampSigner(salt="planfront.visitor")


@dataclass(frozen=True)
class Claim:
    session_id: UUID
    generation: int


def issue(session: VisitorSession) -> str:
    return _signer.sign(f"{session.id.hex}.{session.generation}")


def read(token: str) -> Claim | None:
    """Return the claim of a genuine, unexpired token; None otherwise."""
    try:
        value = _signer.unsign(token, max_age=LIFE)
        session, _, generation = value.partition(".")
        return Claim(UUID(hex=session), int(generation))
    except (BadSignature, ValueError):
        return None
