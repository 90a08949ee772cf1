"""The maintenance reason of a change that insurers are told: X12 834, INS04."""

from __future__ import annotations

from collections.abc import Mapping

from planfront.coverage.authors import By
from planfront.coverage.models import Change, Policy
from planfront.coverage.models.record import WITHDRAWAL
from planfront.coverage.timeline import Kind

KIND_CODES: Mapping[str, str] = {
    Kind.ISSUE: "28",
    Kind.ADD_PERSON: "29",
    Kind.DROP_PERSON: "07",
    Kind.PLAN: "22",
    Kind.AMOUNT: "29",
    Kind.RIDERS: "29",
    Kind.PLACE: "43",
    Kind.FACTS: "25",
    Kind.CORRECTION: "25",
    Kind.RENEWAL: "41",
    Kind.SHARES: "33",
    Kind.END: "07",
    Kind.CANCEL: "07",
    Kind.REINSTATE: "41",
    WITHDRAWAL: "AI",
}
"""The code of a change of which neither a reason nor a life event is stated, or of which these have none. Insurers take
"AI", no reason given, for what is taken back."""
_OWN_END = "14"
_SURVIVOR = "11"
_OWN = (By.MEMBER, By.REP)


def find_code(change: Change) -> str:
    """Return the code of a change's reason, else of its life event, else of its kind. An end that the member or their
    rep made is of their own will; a policy that took the place of another member's is of a surviving spouse."""
    stated = change.reason.x12 if change.reason is not None else ""
    if not stated and change.event is not None:
        stated = change.event.x12
    if not stated and change.kind == Kind.END and change.by in _OWN:
        return _OWN_END
    if not stated and change.kind == Kind.ISSUE and _is_of_survivor(change.policy):
        return _SURVIVOR
    return stated or KIND_CODES[change.kind]


def _is_of_survivor(policy: Policy) -> bool:
    return policy.predecessor is not None and policy.predecessor.member_id != policy.member_id
