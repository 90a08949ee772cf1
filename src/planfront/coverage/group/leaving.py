"""Somebody leaves a group: what ends when and why, what the group and the person then pay, and the end itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.catalog.selectors import catalog
from planfront.coverage import engine, orders, wording
from planfront.coverage.approvals import reported
from planfront.coverage.day_wording import explain
from planfront.coverage.effective_days import Refusal
from planfront.coverage.engine import Outcome
from planfront.coverage.group import schemas
from planfront.coverage.group.amounts import Amounts, Payer, add_amounts
from planfront.coverage.member_reads import visible_policies
from planfront.coverage.orders import ReadOrder
from planfront.coverage.schemas import ChangeOrder
from planfront.coverage.selectors import answer_of, reasons_for
from planfront.coverage.states import OVER
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date
from planfront.members.group_people import GroupPerson, person_of_group
from planfront.members.services import hold_member
from planfront.parties.groups.selectors import terms_of_id

if TYPE_CHECKING:
    from datetime import date

    from planfront.audit.services import Origin
    from planfront.coverage.authors import Author
    from planfront.members.selectors import MemberFacts
    from planfront.parties.groups.selectors import GroupFacts

_OPENS = "end"
FIRST = "left-work"
"""Key of the event that is offered first, where the operator has it."""


def list_choices(author: Author) -> schemas.LeavingChoices:
    """For what somebody may leave a group, and why."""
    spanish = get_language() == "es"
    events = [choice for choice in orders.list_choices(author) if _OPENS in choice.opens]
    events.sort(key=lambda choice: choice.key != FIRST)
    return schemas.LeavingChoices(
        events=[schemas.LeavingEvent(key=choice.key, name=choice.name, happened=choice.happened) for choice in events],
        reasons=[
            schemas.LeavingReason(key=row.key, name=(row.name_es if spanish else "") or row.name)
            for row in reasons_for("end")
        ],
    )


@dataclass(frozen=True)
class ReadLeaving:
    """What an administrator reports. ``body``: as an order of the plans' ends; ``read``: what it means."""

    person: GroupPerson
    body: ChangeOrder
    read: ReadOrder
    outcomes: Sequence[Outcome]

    @property
    def last_day(self) -> date | None:
        """The last day of work, where the event ends it."""
        order = self.read.order
        return order.happened_on if order.event is not None and order.event.ends_work else None


def read_leaving(group: GroupFacts, member: MemberFacts, body: schemas.LeavingOrder, author: Author) -> ReadLeaving:
    """What the administrator reports, by their words: all plans of the group that go on would end. Raises NotFound,
    FieldErrors, and BusinessError ``nothingEnds`` where neither a plan nor the work goes on, and ``changeRefused``."""
    for name in ("event", "happened_on"):
        if not getattr(body, name):
            raise FieldErrors.single(name, texts.REQUIRED)
    person = person_of_group(group.id, member.id)
    if person is None:
        raise NotFound
    today = clock.today()
    going_on = [
        policy.number
        for policy in visible_policies(member, author)
        if policy.state_on(today) not in OVER and policy.end_date is None
    ]
    order = ChangeOrder(
        member_id=member.id,
        kind="end",
        event=body.event,
        happened_on=body.happened_on,
        policies=sorted(going_on),
        reason=body.reason or _own_reason(body.event),
    )
    read, outcomes = orders.work_out(orders.read_order(member, order, author))
    leaving = ReadLeaving(person, order, read, outcomes)
    if not going_on:
        _check_work_ends(member, leaving)
    return leaving


def _own_reason(event: str) -> str:
    """The reason of an event's name; none where the operator has no such reason."""
    return event if any(row.key == event for row in reasons_for("end")) else ""


def _check_work_ends(member: MemberFacts, leaving: ReadLeaving) -> None:
    """Somebody without a plan that goes on may leave once, in the days that the event's rule allows."""
    order, edition = leaving.read.order, leaving.read.edition
    if leaving.last_day is None or leaving.person.left_on is not None or edition is None:
        raise BusinessError("nothingEnds", _("%(name)s has no plan of the group that goes on.") % {"name": member.name})
    answer = answer_of(edition, leaving.last_day, order.reported)
    if isinstance(answer, Refusal):
        words = explain(answer, edition.rule, edition.window, leaving.last_day, clock.today())
        raise BusinessError("changeRefused", words)


def preview(group: GroupFacts, member: MemberFacts, leaving: ReadLeaving) -> schemas.LeavingPreview:
    """What would happen."""
    return describe(group, member, leaving, leaving.outcomes)


@transaction.atomic
def report(
    group: GroupFacts, member: MemberFacts, leaving: ReadLeaving, digest: str, origin: Origin
) -> schemas.LeavingDone:
    """Somebody leaves as it was previewed, or staff are asked where it reaches back too far. Raises BusinessError
    ``changeDiffers``, ``changeRefused`` and ``changeWaits``."""
    read = leaving.read
    if hold_member(member.id).pk != member.id:
        raise NotFound

    def show(outcomes: Sequence[Outcome]) -> schemas.LeavingPreview:
        return describe(group, member, leaving, outcomes)

    decider = reported.find_decider(member, read, read.order.author)
    if decider is not None:
        row = reported.hold(member, decider, read, leaving.body, digest, origin, show)
        return schemas.LeavingDone(order_id=str(row.pk), waits_for=decider.name)
    if leaving.body.policies:
        order_id = orders.submit(member, read, digest, origin, show)
    elif digest == engine.digest_of(leaving.outcomes):
        order_id = new_uuid()
    else:
        raise orders.differs_error(show(leaving.outcomes))
    reported.keep_leaving(read, group.id, member.id, order_id, origin)
    return schemas.LeavingDone(order_id=str(order_id), waits_for="")


def describe(
    group: GroupFacts, member: MemberFacts, leaving: ReadLeaving, outcomes: Sequence[Outcome]
) -> schemas.LeavingPreview:
    terms = terms_of_id(group.id)
    payer = Payer(terms, terms.class_of(leaving.person.class_id), catalog().plans)
    before = [_amounts(payer, outcome) for outcome in outcomes]
    ending = [amounts for outcome, amounts in zip(outcomes, before, strict=True) if outcome.entry]
    staying = [amounts for outcome, amounts in zip(outcomes, before, strict=True) if not outcome.entry]
    read = leaving.read
    return schemas.LeavingPreview(
        digest=engine.digest_of(outcomes),
        possible=bool(ending) or not outcomes,
        asks=wording.by_two_text() if ending and read.order.by_two else "",
        name=member.name,
        group_name=group.name,
        last_day=show_date(leaving.last_day),
        rows=[_row(read, outcome, amounts) for outcome, amounts in zip(outcomes, before, strict=True)],
        before=schemas.MonthSplit.build(add_amounts([*ending, *staying])),
        after=schemas.MonthSplit.build(add_amounts(staying)),
    )


def _amounts(payer: Payer, outcome: Outcome) -> Amounts:
    policy = outcome.policy
    return payer.amounts_of(outcome.before, policy.category, policy.contribution)


def _row(read: ReadOrder, outcome: Outcome, amounts: Amounts) -> schemas.LeavingRow:
    today, ends = clock.today(), outcome.entry is not None
    reason = wording.reason_text(outcome.offered[0], read.edition, read.order, today) if outcome.offered else ""
    return schemas.LeavingRow(
        policy_number=outcome.policy.number,
        plan=outcome.policy.plan_name,
        possible=ends,
        problem="" if ends else wording.problem_text(outcome, read.edition, read.order, today),
        last_day=show_date(outcome.effective) if ends else "",
        reason=reason if ends else "",
        never_begins=outcome.never_begins,
        falls_away=wording.fall_away_text(outcome) if ends else "",
        people_before=len(outcome.before.covered) if outcome.before else 0,
        before=schemas.MonthSplit.build(amounts),
    )
