"""Policies and the changes that wait go along when a member's second record is merged into the first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from planfront.coverage.events import build_event, publish_events
from planfront.coverage.models import EventKind, Policy, ReportedChange
from planfront.kernel.database.moves import AFTER, Move
from planfront.kernel.text.parse import show_date


def _describe_policy(row: Any) -> str:
    ends = f" to {show_date(row.end_date)}" if row.end_date else ""
    return f"{row.number}, {row.plan_name}, {str(row.state.label).lower()}, from {show_date(row.effective_date)}{ends}"


def _publish_move(keys: Sequence[str], member_id: int) -> None:
    policies = Policy.objects.filter(pk__in=keys).order_by("pk")
    publish_events([build_event(EventKind.OTHER_MEMBER, policy=policy, member_id=member_id) for policy in policies])


POLICIES = Move(
    1,
    Policy,
    "Policies, with their cards",
    _describe_policy,
    ("number", "plan_name", "effective_date", "end_date", "awaits_decision", "monthly"),
    locked=AFTER,
    after=_publish_move,
)


def _describe_approval(row: Any) -> str:
    return f"{row.get_state_display()}, {show_date(row.asked_on)}"


APPROVALS = Move(8, ReportedChange, "Changes that a group agrees to", _describe_approval, ("state", "asked_on"))
