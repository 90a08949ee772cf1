"""The nearest remedy for each refusal, worked out from the catalog and the rate tables."""

from __future__ import annotations

from planfront.eligibility import texts as refusal_texts
from planfront.eligibility.remedies import Remedy
from planfront.eligibility.rules import Refusal

_ACTIONS = {
    "zip": "zip", "tier": "tier", "dob": "dob", "spouse_dob": "spouse_dob", "no_of_children": "no_of_children",
    "is_smoker": "tobacco", "annual_incode": "income", "working_hours": "hours", "questions": "questions",
    "platform_group_id": "portal",
}  # fmt: skip


def known(refusal: Refusal) -> Remedy:
    """What the refusal itself says, without a look at the tables."""
    field = refusal.fix[0] if refusal.fix else ""
    return Remedy(refusal_texts.remedy(refusal), _ACTIONS.get(field, "none"), field)
