"""Decisions of insurers after the submission, and what they make of the application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from planfront.audit.services import Origin
from planfront.enrollment.models import Application, State
from planfront.enrollment.submission.states import change_state
from planfront.kernel.database.locks import lock_rows
from planfront.sales import selectors as policies
from planfront.sales import services as policy_services

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.sales.models import UnderwritingCase

_ACCEPTED = State.ACCEPTED, "every case is decided"
_CANCELLED = State.CANCELLED, "every plan declined"


@transaction.atomic
def decide_case(*, case_id: UUID, approve: bool, reason: str, origin: Origin) -> UnderwritingCase:
    """Approve or decline a case. With its last case decided the application is accepted, or cancelled where nothing of
    it is left.

    Raises what sales.services.case_decide does.
    """
    case = policy_services.decide_case(case_id=case_id, approve=approve, reason=reason, origin=origin)
    confirmation = case.policy.sale.confirmation
    rows = lock_rows(Application.objects.filter(enrollment_id=confirmation.enrollment_id))
    for application in rows:
        if application.state == State.PENDING and not policies.is_undecided(confirmation.pk):
            change_state(application, *(_ACCEPTED if policies.in_force(confirmation.pk) else _CANCELLED), origin)
    return case
