"""The maintenance reason of a change that insurers are told: X12 834, INS04."""

from __future__ import annotations

from planfront.coverage.models import Change
from planfront.coverage.timeline import Kind

_NO_REASON = "AI"
_BY_KIND: dict[str, str] = {
    Kind.ISSUE: "28",
    Kind.PLAN: "22",
    Kind.AMOUNT: "29",
    Kind.RIDERS: "29",
    Kind.PLACE: "43",
    Kind.CORRECTION: "25",
    Kind.RENEWAL: "41",
    Kind.REINSTATE: "41",
}


def find_code(change: Change) -> str:
    """Return the code of a change's reason, else of its life event, else of its kind; "AI", no reason given, for the
    rest."""
    stated = change.reason.x12 if change.reason is not None else ""
    if not stated and change.event is not None:
        stated = change.event.x12
    return stated or _BY_KIND.get(change.kind, _NO_REASON)
