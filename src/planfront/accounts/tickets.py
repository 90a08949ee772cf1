"""Tickets that the first step of a sign-in hands to the second: signed proof that the password was right, for this
session."""

from __future__ import annotations

from datetime import timedelta

from django.core.signing import BadSignature, TimestampSigner
from django.utils.crypto import constant_time_compare

from planfront.accounts.models import User, VisitorSession

LIFE = timedelta(minutes=5)
_signer = TimestampSigner(salt="planfront.second-factor")


def _proof(user: User) -> str:
    """Return a proof that changes with the password, so that tickets for the old one end."""
    return user.get_session_auth_hash()[:32]


def issue(session: VisitorSession, user: User) -> str:
    return _signer.sign(f"{session.id.hex}.{session.generation}.{user.pk}.{_proof(user)}")


def read(session: VisitorSession, ticket: str) -> User | None:
    """Return the account whose password was right in this session a moment ago."""
    try:
        key, generation, account, proof = _signer.unsign(ticket, max_age=LIFE).split(".")
    except (BadSignature, ValueError):
        return None
    if (key, generation) != (session.id.hex, str(session.generation)):
        return None
    user = User.objects.filter(pk=account, is_active=True).first()
    return user if user is not None and constant_time_compare(proof, _proof(user)) else None
