"""Withdrawing an enrollment, by a rep or a group's administrator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_noop

from planfront.audit.services import Origin, record
from planfront.enrollment.application import store
from planfront.enrollment.application.resume_codes import stop_codes
from planfront.enrollment.handover.services import end_hand_over
from planfront.enrollment.models import HandOverState, State
from planfront.enrollment.submission.states import change_state
from planfront.shopping.quote.state import mark_quote_withdrawn

if TYPE_CHECKING:
    from planfront.shopping.models import Quote

REASONS = {
    "changed_mind": gettext_noop("The client changed their mind"),
    "elsewhere": gettext_noop("The client is covered elsewhere"),
    "not_eligible": gettext_noop("The client is not eligible"),
    "duplicate": gettext_noop("Another enrollment takes its place"),
    "mistake": gettext_noop("Started by mistake"),
    "other": gettext_noop("Another reason"),
}


@transaction.atomic
def withdraw(*, quote: Quote, reason: str, origin: Origin) -> None:
    """End an enrollment before it is submitted: its codes and links stop working. ``reason`` is one of REASONS.

    Raises Conflict when it was submitted or withdrawn.
    """
    opened = store.open_draft(quote)
    end_hand_over(opened, HandOverState.WITHDRAWN, origin)
    stop_codes(opened.application)
    change_state(opened.application, State.CANCELLED, f"withdrawn: {REASONS[reason]}", origin)
    mark_quote_withdrawn(quote=opened.quote)
    record(
        "application.withdrawn",
        origin=origin,
        subject_type="application",
        subject_id=opened.application.id,
        meta={"reason": reason},
    )
