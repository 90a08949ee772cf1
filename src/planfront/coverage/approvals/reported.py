"""Reported changes that someone else has to agree to before they are made.

An administrator of the member's group agrees to what members report where the group wants that. Staff agree to what
reaches back further than one person alone may reach, whoever reported it. Who reported it never agrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.brands.selectors import brand_name
from planfront.coverage import engine, schemas
from planfront.coverage.approvals import listing, mails
from planfront.coverage.approvals.staff import NotCorrected, NotWaiting, SamePerson
from planfront.coverage.authors import Author, By
from planfront.coverage.corrections import correct_birth_date
from planfront.coverage.engine import OrderDiffers, OrderRefused, Outcome
from planfront.coverage.group.splits import store_splits
from planfront.coverage.models import ApprovalState, ReportAbout, ReportedChange, WaitsFor
from planfront.coverage.order_kinds import Order
from planfront.coverage.orders import read_order, submit_order
from planfront.coverage.previews import describe
from planfront.coverage.timeline import Kind
from planfront.coverage.visible import visible_policies
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.text.parse import us_date
from planfront.members.employment import record_leaving
from planfront.members.selectors import MemberFacts, member_by_id
from planfront.members.services import hold_member
from planfront.parties.groups.selectors import GroupFacts, group_by_id

APPROVES = "approves_changes"


@dataclass(frozen=True)
class Decider:
    """The one who has to agree: a ``group``, or staff. ``name``: the group's, or of the store whose team it is."""

    waits_for: WaitsFor
    name: str
    group: GroupFacts | None = None


def find_decider(member: MemberFacts, order: Order, outcomes: Sequence[Outcome]) -> Decider | None:
    """Return who has to agree to what is reported: the member's group that pays for one of the plans and wants that,
    else staff where it needs two people, or where it is theirs alone."""
    if order.author.by == By.MEMBER and (group := _find_approving_group(member, outcomes)) is not None:
        return Decider(WaitsFor.GROUP, group.name, group)
    alone = engine.changes_person_alone(order, outcomes)
    if (order.by_two and not alone) or _is_for_staff(order, outcomes):
        return Decider(WaitsFor.STAFF, brand_name(member.brand_id))
    return None


def _is_for_staff(order: Order, outcomes: Sequence[Outcome]) -> bool:
    """Return whether a group or a rep puts right what a policy goes by: any policy, so that waiting doesn't tell that
    there are some they may not see."""
    return order.kind is Kind.CORRECTION and not order.by_staff and bool(outcomes)


def _find_approving_group(member: MemberFacts, outcomes: Sequence[Outcome]) -> GroupFacts | None:
    if outcomes and engine.changes_person_alone(outcomes[0].order, outcomes):
        return None
    paid = any(outcome.policy.group_id == member.group_id for outcome in outcomes)
    if member.group_id is None or not paid:
        return None
    group = group_by_id(member.brand_id, member.group_id)
    return group if group is not None and group.flag(APPROVES) else None


def ask_approval(
    member: MemberFacts,
    decider: Decider,
    order: Order,
    outcomes: Sequence[Outcome],
    typed: Mapping[str, Any],
    digest: str,
    origin: Origin,
) -> ReportedChange:
    """Keep a change until it is decided. ``outcomes``: the order's, just worked out; ``typed``: the words that it is
    read from again. Raises OrderDiffers, OrderRefused, and BusinessError ``changeWaits``."""
    described = describe(order, outcomes)
    if described.digest != digest:
        raise OrderDiffers(outcomes)
    if not described.possible and order.kind is not Kind.CORRECTION:  # staff find a way for what was never true
        raise OrderRefused("nobody")
    author = order.author
    own = list(outcomes)
    if author.by in (By.GROUP, By.REP):
        visible = {policy.pk for policy in visible_policies(member, author)}
        own = [row for row in outcomes if row.policy.pk in visible]
    numbers = {row.policy.number for row in own}
    row = ReportedChange(
        member_id=member.id,
        group_id=member.group_id,
        by=author.by,
        waits_for=decider.waits_for,
        digest=digest,
        shown=[
            schemas.HeldPlan(**row.model_dump()).model_dump()
            for row in described.rows
            if row.possible and row.policy_number in numbers
        ],
        amounts=store_splits(member.group_id, member.id, own),
        asked_by=author.user_id,
        asked_on=clock.today(),
        asked_at=clock.business_now(),
    )
    row.order = dict(typed)
    try:
        with transaction.atomic():
            row.save()
            record_event("asked", row, origin)
            if decider.group is not None:
                mails.notify_group(row, decider.group)
    except IntegrityError as error:
        raise _waits_already(member, author) from error
    return row


def _waits_already(member: MemberFacts, author: Author) -> BusinessError:
    rows = ReportedChange.objects.filter(member=member.id, by=author.by, about=ReportAbout.CHANGE)
    row = rows.filter(state=ApprovalState.WAITING).first()
    name = decider_name(row) if row else ""
    words = _("A change of yours is already waiting for %(name)s. Withdraw it first.")
    if author.by != By.MEMBER:
        words = _("A change you reported for %(member)s is already waiting for %(name)s. Withdraw it first.")
    return BusinessError("changeWaits", words % {"name": name, "member": member.first_name})


def typed_words(body: schemas.ChangeOrder) -> dict[str, Any]:
    """Return the words of a change as they are kept until it is decided."""
    return body.model_dump(include=set(schemas.ChangeOrder.model_fields) - {"member_id"})


def day_of(plan: Mapping[str, str]) -> date:
    """Return the day from which a kept row of a change counts."""
    return us_date(plan["effective"]) or date.max


def decider_name(row: ReportedChange) -> str:
    """Return the name of the group or store that a change waits for, or that decided."""
    if row.waits_for == WaitsFor.GROUP:
        return row.group.name if row.group else ""
    return brand_name(row.member.brand_id)


@transaction.atomic
def withdraw_request(member: MemberFacts, request_id: UUID, author: Author, origin: Origin) -> bool:
    """Take back what still waits: a group what its administrators reported, everyone else what is not a group's.
    Returns False where nothing with that id waits for the member."""
    rows = ReportedChange.objects.filter(pk=request_id, member=member.id, state=ApprovalState.WAITING)
    by_group = author.by == By.GROUP
    rows = rows.filter(by=By.GROUP, group=member.group_id) if by_group else rows.exclude(by=By.GROUP)
    row = lock_row(rows)
    if row is None or not listing.list_visible([row], member, author):
        return False
    decide(row, ApprovalState.WITHDRAWN, origin)
    return True


def read_again(member: MemberFacts, row: ReportedChange) -> Order:
    """Return what was reported, as of the day of its report. Raises FieldErrors and NotFound where it can't be read any
    more."""
    author = Author(row.by, row.asked_by)
    if row.order["kind"] == Kind.CORRECTION:
        return replace(correct_birth_date(member, row.order["birth_date"], author), reported_on=row.asked_on)
    order = read_order(member, schemas.ChangeOrder(**row.order), author)
    return replace(order, reported_on=row.asked_on)


def pass_on(row: ReportedChange, origin: Origin) -> None:
    """Pass on what the group agreed to, as staff have to agree, too. Runs inside a transaction that holds the row's
    lock."""
    row.waits_for, row.passed_by, row.passed_at = WaitsFor.STAFF, origin.user_id, clock.business_now()
    row.save(update_fields=["waits_for", "passed_by", "passed_at"])
    record_event("passed_on", row, origin)


@transaction.atomic
def agree_by_staff(request_id: UUID, origin: Origin) -> ReportedChange:
    """Make what was reported as its reporter; the same agreement twice is one. Raises NotFound, SamePerson, NotWaiting,
    NotCorrected where the record still differs from a correction, and OrderDiffers where it isn't what was reported any
    more: nothing is written then."""
    row = _lock_for_staff(request_id)
    if row.about == ReportAbout.DEATH:
        raise NotFound  # it is recorded on a page of its own
    if row.state == ApprovalState.AGREED and row.decided_by == origin.user_id:
        return row
    _check_waits(row, origin)
    member = member_by_id(row.member.brand_id, row.member_id)
    if row.about == ReportAbout.FACT:  # staff correct the record by hand
        if member is None or _differs(member, row.order["fact"], row.order["text"]):
            raise NotCorrected
        decide(row, ApprovalState.AGREED, origin)
        return row
    if member is None or hold_member(member.id).pk != member.id:
        raise OrderDiffers([])
    try:
        order, _outcomes = engine.preview_by_two(read_again(member, row))
        order_id = submit_order(member, order, row.digest, origin)
    except (FieldErrors, NotFound, OrderRefused) as error:
        raise OrderDiffers([]) from error
    keep_leaving(order, row.group_id, member.id, order_id, origin)
    decide(row, ApprovalState.AGREED, origin, order_id=order_id)
    return row


def _differs(member: MemberFacts, fact: str, text: str) -> bool:
    """Return whether the record has another value. A name or address as a member writes it is for staff to compare."""
    if fact == "birth_date":
        return us_date(text) != member.birth_date
    if fact == "gender":
        return text != str(member.gender)
    return fact == "ssn" and text != member.ssn_last4


@transaction.atomic
def send_back_by_staff(request_id: UUID, reason: str, origin: Origin) -> ReportedChange:
    """Decline a change, with the reason. Raises NotFound, SamePerson and NotWaiting."""
    row = _lock_for_staff(request_id)
    _check_waits(row, origin)
    decide(row, ApprovalState.DECLINED, origin, reason=reason)
    return row


def _lock_for_staff(request_id: UUID) -> ReportedChange:
    row = lock_row(ReportedChange.objects.filter(pk=request_id, waits_for=WaitsFor.STAFF))
    if row is None:
        raise NotFound
    return row


def _check_waits(row: ReportedChange, origin: Origin) -> None:
    if origin.user_id is None or origin.user_id in (row.asked_by, row.passed_by):
        raise SamePerson
    if row.state != ApprovalState.WAITING:
        raise NotWaiting


@transaction.atomic
def make_change(member: MemberFacts, order: Order, digest: str, origin: Origin) -> UUID:
    """Make a change that needs no approval. See orders.submit_order."""
    if _last_day_of_work(order) is not None:
        hold_member(member.id)  # before the policies, as a merge does
    order_id = submit_order(member, order, digest, origin)
    keep_leaving(order, member.group_id, member.id, order_id, origin)
    return order_id


def keep_leaving(order: Order, group_id: int | None, member_id: int, order_id: UUID, origin: Origin) -> None:
    """Record the last day of work where a group reports that somebody leaves by an event that ends the work."""
    last_day = _last_day_of_work(order)
    if group_id is not None and last_day is not None:
        record_leaving(order_id, member_id, group_id, last_day, order.author.user_id, origin)


def _last_day_of_work(order: Order) -> date | None:
    ends = order.kind is Kind.END and order.event is not None and order.event.ends_work
    return order.happened_on if ends and order.author.by == By.GROUP else None


def decide(
    row: ReportedChange, state: ApprovalState, origin: Origin, *, reason: str = "", order_id: UUID | None = None
) -> None:
    """Write down a decision. Runs inside a transaction that holds the row's lock."""
    row.state, row.reason, row.order_id = state, reason, order_id
    row.decided_by, row.decided_at = origin.user_id, clock.business_now()
    row.save(update_fields=["state", "reason", "order_id", "decided_by", "decided_at"])
    record_event(state.value, row, origin)
    if row.about == ReportAbout.FACT and state in (ApprovalState.AGREED, ApprovalState.DECLINED):
        mails.answer_correction(row)
    elif state == ApprovalState.DECLINED and row.by == By.MEMBER:
        mails.notify_member(row, decider_name(row))


def record_event(verb: str, row: ReportedChange, origin: Origin) -> None:
    """Add what happened to a report to the audit log."""
    numbers = [plan["policy_number"] for plan in row.shown]
    meta = {"held": str(row.pk), "kind": row.order["kind"], "policies": numbers}
    record(f"policy.change_{verb}", origin=origin, subject_type="member", subject_id=row.member_id, meta=meta)
