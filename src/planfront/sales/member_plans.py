"""A member's coverage with its documents, receipts, and the payment of each enrollment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q

from planfront.catalog.selectors import documents_of
from planfront.coverage.selectors import policies_of_member
from planfront.coverage.states import OVER
from planfront.kernel import clock
from planfront.members.selectors import MemberFacts
from planfront.sales.models import Confirmation, Sale
from planfront.sales.selectors import build_receipt

if TYPE_CHECKING:
    from planfront.catalog.models import PlanDocument
    from planfront.coverage.models import Policy

_RECEIPTS = 50


@dataclass(frozen=True)
class OwnPlan:
    """A plan of a member. ``status``: pending, accepted, active or ended."""

    plan_id: int
    name: str
    policy_number: str
    status: str
    starts: date
    ends: date | None
    documents: tuple[PlanDocument, ...]


@dataclass(frozen=True)
class OwnReceipt:
    """A receipt of a member. ``facts`` as ``sales.selectors.build_receipt`` returns them."""

    enrollment_id: str
    facts: dict[str, Any]


@dataclass(frozen=True)
class Own:
    """A member's plans, running ones first, and the last fifty receipts, newest first."""

    plans: tuple[OwnPlan, ...]
    receipts: tuple[OwnReceipt, ...]


def own_of(member: MemberFacts) -> Own:
    """Load a member's plans and receipts in a constant number of queries."""
    newest = confirmations_of(member)
    policies = policies_of_member(member.id)
    documents = documents_of({policy.plan_id for policy in policies})
    plans = [_own_plan(policy, documents) for policy in policies]
    plans.sort(key=lambda plan: (plan.status == "ended", -plan.starts.toordinal(), plan.name))
    return Own(tuple(plans), tuple(OwnReceipt(row.enrollment.public_id, build_receipt(row)) for row in newest))


def confirmations_of(member: MemberFacts) -> list[Confirmation]:
    """Return a member's last fifty confirmations with their enrollments, newest first."""
    own = Q(enrollment__member_id=member.id) | Exists(
        Sale.objects.filter(confirmation=OuterRef("pk"), policy__member=member.id)
    )
    rows = Confirmation.objects.filter(own, brand_id=member.brand_id)
    return list(rows.select_related("enrollment").order_by("-created_at")[:_RECEIPTS])


def _own_plan(policy: Policy, documents: dict[int, tuple[PlanDocument, ...]]) -> OwnPlan:
    state = policy.state_on(clock.today())
    status = "ended" if state in OVER else str(state)
    return OwnPlan(
        policy.plan_id,
        policy.plan_name,
        policy.number,
        status,
        policy.effective_date,
        policy.end_date,
        documents.get(policy.plan_id, ()),
    )
