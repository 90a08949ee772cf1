"""Issuing policies under one confirmation number."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.coverage import changes, issuing
from planfront.coverage.authors import Author, By
from planfront.coverage.fees import find_household
from planfront.coverage.owed_fees import DUES, SoldFee
from planfront.coverage.states import is_open
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import Conflict, FieldErrors, NotFound
from planfront.kernel.money import ZERO, as_text
from planfront.kernel.text import texts
from planfront.sales.buyers import Buyer, new_policy
from planfront.sales.letters import write_decision
from planfront.sales.models import CaseKind, CaseStatus, Confirmation, Sale, UnderwritingCase
from planfront.shopping.cart.lines import PricedLine
from planfront.shopping.cart.selectors import linked_plans

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.coverage.models import Policy
    from planfront.shopping.models import Quote

_LOW, _HIGH = 1_000_000, 9_999_999


class NumberTaken(Exception):
    """Raised when another confirmation has the number. The transaction can't go on."""


@dataclass(frozen=True)
class SoldLine:
    """A line of the cart as it was bought. Fees get no policy.

    ``words``: {language: {"name", "note", "riders": {code: name}, "fees"}}; ``card``: {"carrier", "phone", "facts":
    {language: [{"label", "value"}]}}. ``monthly_fees``: the monthly fees of a plan; ``in_plan``: a fee that is among
    them.
    """

    line: PricedLine
    words: Mapping[str, Any] = field(default_factory=dict)
    card: Mapping[str, Any] = field(default_factory=dict)
    monthly_fees: Decimal = ZERO
    in_plan: bool = False

    @property
    def riders(self) -> list[dict[str, str]]:
        return [{"code": rider.code, "name": rider.name, "price": as_text(rider.price)} for rider in self.line.riders]

    def receipt(self, policy_number: str) -> dict[str, Any]:
        """Return the line as the receipt stores it."""
        line = self.line
        return {
            "name": line.plan_name,
            "note": line.note,
            "price": as_text(line.price),
            "one_time": as_text(line.one_time),
            "pending": line.pending,
            "policy_number": "" if line.is_fee else policy_number,
            "riders": self.riders,
            "words": dict(self.words),
            "card": dict(self.card),
            "evidence": {name: value for name, value in line.evidence.items() if name != "proof"},
            "share": {name: value for name, value in line.contribution.items() if name != "row"},
            "monthly_fees": as_text(self.monthly_fees),
            "in_plan": self.in_plan,
        }


@transaction.atomic(savepoint=False)
def issue_confirmation(
    *,
    quote: Quote,
    number: int,
    sold: list[SoldLine],
    effective_date: date,
    facts: dict[str, Any],
    buyer: Buyer,
    author: Author,
    dues: SoldFee | None = None,
    per_household: bool = False,
) -> Confirmation:
    """Create one confirmation with its policies. ``number``: see ``draw_number``. The lines are added to the receipt's
    ``facts``. ``dues``: of the association, a month, which each policy brings and the member, or with
    ``per_household`` the household, owes once.

    The caller holds the quote's lock; a second call raises IntegrityError (one confirmation per quote). Raises
    NumberTaken.
    """
    numbers = [f"PF{number}-{index:02d}" for index in range(1, len(sold) + 1)]
    lines = [line.receipt(policy) for line, policy in zip(sold, numbers, strict=True)]
    row = Confirmation(number=number, brand_id=quote.brand_id, enrollment=quote, created_at=clock.now())
    row.receipt = {**facts, "lines": lines}
    _add_numbered(row)
    pairs = [(line, policy) for line, policy in zip(sold, numbers, strict=True) if not line.line.is_fee]
    charged = any(line.line.is_fee and line.line.code == DUES and not line.line.plan_id for line in sold)
    household = find_household(buyer.member_id, effective_date, charged=charged) if per_household else None
    issued = issuing.issue_policies(
        [
            new_policy(quote, buyer, line, policy, effective_date, _list_fees(line, sold, dues), household)
            for line, policy in pairs
        ],
        author,
    )
    lines_by_policy = [(policy, line.line) for policy, (line, _number) in zip(issued, pairs, strict=True)]
    Sale.objects.bulk_create(_build_sale(row, policy, line) for policy, line in lines_by_policy)
    changes.designate(issued, buyer.designated)
    UnderwritingCase.objects.bulk_create(
        _build_case(policy, line) for policy, line in lines_by_policy if line.pending or line.evidence
    )
    return row


def _list_fees(plan: SoldLine, sold: Sequence[SoldLine], dues: SoldFee | None) -> list[SoldFee]:
    """Return what a plan's policy is sold with beside its price: the fees that it charges once, and the dues."""
    plan_id = plan.line.plan_id
    fees = [line.line for line in sold if line.line.is_fee and line.line.plan_id == plan_id]
    once = [SoldFee(fee.code, fee.one_time, True, plan_id) for fee in fees if fee.one_time > 0]
    return [*once, *([dues] if dues and dues.amount > 0 else [])]


def _add_numbered(row: Confirmation) -> None:
    try:
        row.save(force_insert=True)
    except IntegrityError as error:
        # Of the columns that are unique, both databases name the one that was.
        if "number" in str(error):
            raise NumberTaken from error
        raise


def _build_sale(row: Confirmation, policy: Policy, line: PricedLine) -> Sale:
    return Sale(
        policy=policy,
        confirmation=row,
        plan_id=line.plan_id,
        category=line.category,
        plan_pricing_id=line.plan_pricing_id,
        monthly=line.price,
        proof=dict(line.proof),
    )


def _build_case(policy: Policy, line: PricedLine) -> UnderwritingCase:
    """Return the case of a policy. A plan that is pending as a whole is one case, with the requested amount."""
    pending, kind = line.evidence, CaseKind.PLAN if line.pending else CaseKind.AMOUNT
    if not pending:
        return UnderwritingCase(policy=policy, kind=kind, requested=line.issued_amount, created_at=clock.business_now())
    return UnderwritingCase(
        policy=policy,
        kind=kind,
        guaranteed=Decimal(pending["guaranteed"]),
        requested=Decimal(pending["requested"]),
        premium=Decimal(pending["premium"]),
        more=Decimal(pending["more"]),
        proof=pending["proof"],
        created_at=clock.business_now(),
    )


@transaction.atomic
def decide_case(*, case_id: UUID, approve: bool, reason: str, origin: Origin) -> UnderwritingCase:
    """Approve or decline a case. The same decision again changes nothing.

    Approving an amount raises the policy's amount and premium; declining it leaves the guaranteed part. Declining a
    whole plan cancels its policy, and those sold only to go with it. Raises NotFound, FieldErrors without a reason to
    decline, and Conflict when it was decided otherwise.
    """
    case = lock_row(UnderwritingCase.objects.filter(pk=case_id))
    if case is None:
        raise NotFound
    target = CaseStatus.APPROVED if approve else CaseStatus.DECLINED
    if case.status == target:
        return case
    if case.status != CaseStatus.PENDING:
        raise Conflict(_("This has been decided already."), current={"status": case.status})
    if not approve and not reason.strip():
        raise FieldErrors.single("reason", texts.REQUIRED)
    sale, policy = Sale.objects.get(policy_id=case.policy_id), case.policy
    case.before = {"status": policy.state, "monthly": as_text(sale.monthly), "amount": _amount_text(policy.amount)}
    _apply_decision(case, sale, approve=approve, origin=origin)
    policy.refresh_from_db()
    case.status, case.reason = target, reason.strip()[:300]
    case.decided_at, case.decided_by = clock.business_now(), origin.user_id
    case.save()
    record(
        f"policy.case_{target.value}",
        origin=origin,
        subject_type="policy",
        subject_id=policy.pk,
        meta={
            "case": str(case.pk),
            "kind": case.kind,
            "before": case.before,
            "monthly": as_text(sale.monthly),
            "amount": _amount_text(policy.amount),
        },
    )
    write_decision.enqueue(str(case.pk))
    return case


def _amount_text(amount: Decimal | None) -> str | None:
    return None if amount is None else as_text(amount)


def _apply_decision(case: UnderwritingCase, sale: Sale, *, approve: bool, origin: Origin) -> None:
    """Apply a decision. An approved amount is in force from the first day on, or from today where that has passed."""
    author = Author(By.STAFF if origin.user_id else By.SYSTEM, origin.user_id)
    if case.kind == CaseKind.PLAN:
        linked = () if approve else _linked_policies(sale)
        changes.decide_policy(case.policy_id, accepted=approve, author=author)
        for policy in linked:
            changes.decide_policy(policy.pk, accepted=False, author=author)
        if linked:
            case.before = {**case.before, "linked": [policy.plan_name for policy in linked]}
    if approve and case.premium is not None and case.requested is not None:
        case.before = {**case.before, "proof": sale.proof}
        sale.monthly, sale.proof = case.premium, case.proof
        sale.save(update_fields=["monthly", "proof"])
        changes.raise_amount(case.policy_id, case.requested, case.premium, case.proof, author)


def _linked_policies(sale: Sale) -> Sequence[Policy]:
    """Return the open policies that go with a plan as in the cart: its riders, and a membership that no other plan
    needs."""
    sold = Sale.objects.filter(is_open(clock.today(), "policy__"), confirmation_id=sale.confirmation_id)
    policies = {row.plan_id: row.policy for row in sold.select_related("policy") if row.plan_id != sale.plan_id}
    plan_ids = linked_plans(enrollment_id=sale.confirmation.enrollment_id, plan_id=sale.plan_id, others=policies.keys())
    return [policies[plan_id] for plan_id in plan_ids]


def draw_number(taken: int = 0) -> int:
    """Return a confirmation number that is hardly in use: seven random digits, nine after some that were ``taken``."""
    low, high = (_LOW, _HIGH) if taken < 10 else (100 * _LOW, 100 * _HIGH)
    return low + secrets.randbelow(high - low + 1)
