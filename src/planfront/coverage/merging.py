"""Policies and the changes that wait go along when a member's second record is merged into the first."""

from __future__ import annotations

from typing import Any

from planfront.coverage.models import Policy, ReportedChange
from planfront.kernel.database.moves import AFTER, Move
from planfront.kernel.text.parse import show_date


def _describe_policy(row: Any) -> str:
    ends = f" to {show_date(row.end_date)}" if row.end_date else ""
    return f"{row.number}, {row.plan_name}, {str(row.state.label).lower()}, from {show_date(row.effective_date)}{ends}"


POLICIES = Move(
    1,
    Policy,
    "Policies, with their cards",
    _describe_policy,
    ("number", "plan_name", "effective_date", "end_date", "awaits_decision", "monthly"),
    locked=AFTER,
)


def _describe_approval(row: Any) -> str:
    return f"{row.get_state_display()}, {show_date(row.asked_on)}"


APPROVALS = Move(8, ReportedChange, "Changes that a group agrees to", _describe_approval, ("state", "asked_on"))
