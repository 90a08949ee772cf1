"""Changes that wait for a group: what they do, who then pays how much, and the administrator's decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.book import engine
from planfront.book.authors import Author, By
from planfront.book.engine import OrderRefused, Outcome
from planfront.catalog.selectors import catalog
from planfront.kernel import texts
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.locks import lock_row
from planfront.kernel.parse import show_date
from planfront.members.group_people import person_of_group
from planfront.members.selectors import MemberFacts, member_by_id
from planfront.policies.coverage import held, holding, orders
from planfront.policies.coverage.orders import ReadOrder
from planfront.policies.coverage.reads import Names
from planfront.policies.coverage.schemas import ChangeOrder, HeldPlan
from planfront.policies.group import schemas
from planfront.policies.group.amounts import Amounts, Payer, add_amounts
from planfront.policies.models import HeldChange, HeldState
from planfront.sponsors.selectors import terms_of_id

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.book.timeline import Terms
    from planfront.sponsors.selectors import GroupFacts

_MOST = 50


def list_approvals(group: GroupFacts, brand_id: int) -> list[schemas.Approval]:
    """What waits for the group, the oldest first."""
    rows = HeldChange.objects.filter(group=group.id, state=HeldState.WAITING).order_by("asked_at", "id")[:_MOST]
    described = (describe(group, brand_id, row) for row in rows)
    return [approval for approval in described if approval is not None]


def describe(group: GroupFacts, brand_id: int, row: HeldChange) -> schemas.Approval | None:
    """None where the member isn't one of the group any more."""
    member, person = member_by_id(brand_id, row.member_id), person_of_group(group.id, row.member_id)
    if member is None or person is None:
        return None
    terms = terms_of_id(group.id)
    payer = Payer(terms, terms.class_of(person.class_id), catalog().plans)
    read, outcomes = _work_out(member, row)
    possible = [outcome for outcome in outcomes if outcome.entry is not None]
    moved = engine.digest_of(outcomes) != row.digest
    return schemas.Approval(
        id=str(row.pk),
        member_id=member.id,
        name=member.name,
        title=held.title_of(row, Names(member)),
        asked_on=show_date(row.asked_on),
        happened_on=str(row.order.get("happened_on", "")),
        plans=[HeldPlan(**plan) for plan in row.shown],
        before=schemas.MonthSplit.build(_sum(payer, possible, [outcome.before for outcome in possible])),
        after=schemas.MonthSplit.build(_sum(payer, possible, [outcome.after for outcome in possible])),
        problem=_moved_text(member) if moved or read is None else "",
    )


def _moved_text(member: MemberFacts) -> str:
    words = _("What %(name)s saw isn't what would be written now. Decline it, and ask to report it again.")
    return words % {"name": member.first_name}


def _work_out(member: MemberFacts, row: HeldChange) -> tuple[ReadOrder | None, Sequence[Outcome]]:
    """What it does, by its report's day. None where it can't be worked out any more."""
    try:
        read = _read(member, row)
        return read, engine.preview_order(read.order)
    except (FieldErrors, NotFound, OrderRefused):
        return None, []


def _read(member: MemberFacts, row: HeldChange) -> ReadOrder:
    read = orders.read_order(member, ChangeOrder(**row.order), Author(By.MEMBER, row.asked_by))
    return replace(read, order=replace(read.order, reported_on=row.asked_on))


def _sum(payer: Payer, outcomes: Sequence[Outcome], terms: Sequence[Terms | None]) -> Amounts:
    """A month's amounts of what the group pays a part of."""
    return add_amounts(
        payer.amounts_of(priced, outcome.policy.category, outcome.policy.contribution)
        for outcome, priced in zip(outcomes, terms, strict=True)
    )


@transaction.atomic
def decide(group: GroupFacts, brand_id: int, body: schemas.Decision, origin: Origin) -> None:
    """Agree, and it is made as the member saw it; or decline with a reason that the member reads. The same decision
    again changes nothing. Raises NotFound, FieldErrors, and BusinessError ``changeDiffers`` and ``alreadyDecided``."""
    row = lock_row(HeldChange.objects.filter(pk=body.id, group=group.id))
    member = member_by_id(brand_id, row.member_id) if row else None
    if row is None or member is None or member.group_id != group.id:
        raise NotFound
    wanted = HeldState.AGREED if body.agree else HeldState.DECLINED
    if row.state == wanted:
        return
    if row.state != HeldState.WAITING:
        raise BusinessError("alreadyDecided", _("This was decided already, or taken back."))
    if body.agree:
        holding.decide(row, wanted, origin, made=_make(member, row, origin))
        return
    if not body.reason.strip():
        raise FieldErrors.single("reason", texts.REQUIRED)
    holding.decide(row, wanted, origin, reason=body.reason.strip())


def _make(member: MemberFacts, row: HeldChange, origin: Origin) -> UUID:
    try:
        return orders.submit(member, _read(member, row), row.digest, origin)
    except (BusinessError, FieldErrors, NotFound) as error:
        raise BusinessError("changeDiffers", _moved_text(member)) from error
