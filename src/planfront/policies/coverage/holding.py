"""What members of a group report, and an administrator of the group has to agree to before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.book import engine
from planfront.book.authors import Author, By
from planfront.book.engine import OrderRefused
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError
from planfront.kernel.locks import lock_row
from planfront.policies.coverage import orders, schemas
from planfront.policies.models import HeldChange, HeldState
from planfront.sponsors.selectors import GroupFacts, group_by_id

if TYPE_CHECKING:
    from planfront.members.selectors import MemberFacts
    from planfront.policies.coverage.orders import ReadOrder

APPROVES = "approves_changes"


def find_approver(member: MemberFacts, read: ReadOrder, author: Author) -> GroupFacts | None:
    """The group that has to agree to what a member reports: the one that pays for one of the plans."""
    paid = any(policy.group_id == member.group_id for policy in read.policies.values())
    if author.by != By.MEMBER or member.group_id is None or not paid:
        return None
    group = group_by_id(member.brand_id, member.group_id)
    return group if group is not None and group.flag(APPROVES) else None


def hold(
    member: MemberFacts, group: GroupFacts, read: ReadOrder, body: schemas.ConfirmedOrder, origin: Origin
) -> HeldChange:
    """Keep a change until the group has decided. Raises BusinessError ``changeDiffers``, ``changeRefused`` and
    ``changeWaits``."""
    try:
        outcomes = engine.preview_order(read.order)
    except OrderRefused as refused:
        raise orders.refused_text(refused) from refused
    shown = orders.describe(read, outcomes)
    if shown.digest != body.digest:
        raise orders.differs_error(shown)
    if not shown.possible:
        raise orders.refused_text(OrderRefused("nobody"))
    row = HeldChange(
        member_id=member.id,
        group_id=group.id,
        digest=body.digest,
        shown=[schemas.HeldPlan(**row.model_dump()).model_dump() for row in shown.rows if row.possible],
        asked_by=read.order.author.user_id,
        asked_on=clock.today(),
        asked_at=clock.now(),
    )
    row.order = body.model_dump(exclude={"member_id", "digest"})
    try:
        with transaction.atomic():
            row.save()
            _record("asked", row, origin)
    except IntegrityError as error:
        words = _("A change of yours waits for %(group)s already. Take it back first.")
        raise BusinessError("changeWaits", words % {"group": group.name}) from error
    return row


@transaction.atomic
def withdraw_held(member: MemberFacts, held_id: UUID, author: Author, origin: Origin) -> bool:
    """Take back what still waits. False where nothing of that name waits for the member."""
    if author.by == By.GROUP:
        return False
    row = lock_row(HeldChange.objects.filter(pk=held_id, member=member.id, state=HeldState.WAITING))
    if row is None:
        return False
    decide(row, HeldState.WITHDRAWN, origin)
    return True


def decide(row: HeldChange, state: HeldState, origin: Origin, *, reason: str = "", made: UUID | None = None) -> None:
    """Write down what became of it. Runs inside a transaction that holds the row's lock."""
    row.state, row.reason, row.made = state, reason, made
    row.decided_by, row.decided_at = origin.user_id, clock.now()
    row.save(update_fields=["state", "reason", "made", "decided_by", "decided_at"])
    _record(state.value, row, origin)


def _record(verb: str, row: HeldChange, origin: Origin) -> None:
    numbers = [plan["policy_number"] for plan in row.shown]
    meta = {"held": str(row.pk), "kind": row.order["kind"], "policies": numbers}
    record(f"policy.change_{verb}", origin=origin, subject_type="member", subject_id=row.member_id, meta=meta)
