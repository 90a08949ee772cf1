"""Signing in again after a timeout: quotes and what opens them go to the new session."""

from __future__ import annotations

from uuid import UUID

from planfront.shopping.models import EnrollmentGrant, Quote


def carry_quotes(before: UUID, session: UUID) -> None:
    """Move everything that session ``before`` may open to ``session``. Runs in the sign-in's transaction."""
    Quote.objects.filter(session_id=before).update(session_id=session)
    granted = EnrollmentGrant.objects.filter(session_id=session).values("enrollment_id")
    EnrollmentGrant.objects.filter(session_id=before).exclude(enrollment_id__in=granted).update(session_id=session)
