"""Where applicants of the demo world have to sign in person."""

from __future__ import annotations

from planfront.enrollment.models import ClientSignature

# Plan and state: a rep who sells it there sends the application to its client.
CLIENT_SIGNS = ((1401, "OH"),)


def seed_signing() -> None:
    ClientSignature.objects.bulk_create(ClientSignature(plan_id=plan, state=state) for plan, state in CLIENT_SIGNS)
