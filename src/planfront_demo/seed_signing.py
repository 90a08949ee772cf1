"""Where applicants of the demo world have to sign in person."""

from __future__ import annotations

from planfront.enrollment.models import ClientSignature
from planfront_demo.plans import CATALOG


def seed_signing() -> None:
    ClientSignature.objects.bulk_create(
        ClientSignature(plan_id=plan, state=state) for plan, states in CATALOG.client_signs.items() for state in states
    )
