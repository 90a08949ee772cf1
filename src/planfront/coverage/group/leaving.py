"""Leaving a group: the plans that end, the day and the reason, the amounts afterwards, and the end itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.coverage import engine, outcome_wording
from planfront.coverage.approvals import reported
from planfront.coverage.authors import By
from planfront.coverage.effective_days import Refusal
from planfront.coverage.engine import Outcome
from planfront.coverage.fee_wording import describe_dues
from planfront.coverage.fees import preview_dues
from planfront.coverage.group import schemas
from planfront.coverage.group.amounts import Amounts, amounts_of
from planfront.coverage.group.fee_amounts import add_with_fees
from planfront.coverage.order_kinds import Order
from planfront.coverage.orders import list_reportable_events, read_order, submit_order
from planfront.coverage.past_wording import past_texts
from planfront.coverage.schemas import ChangeOrder
from planfront.coverage.selectors import answer_of, reasons_for
from planfront.coverage.states import OVER
from planfront.coverage.visible import visible_policies
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date
from planfront.members.group_people import GroupPerson, person_of_group
from planfront.members.services import hold_member
from planfront.parties.groups.selectors import terms_of_id

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.coverage.authors import Author
    from planfront.members.selectors import MemberFacts
    from planfront.parties.groups.selectors import GroupFacts

_OPENS = "end"
FIRST = "left-work"
"""Key of the event that is offered first, where the operator has it."""


def list_choices(author: Author) -> schemas.LeavingChoices:
    """Return the events by which somebody may leave a group, and the reasons."""
    spanish = get_language() == "es"
    events = [choice for choice in list_reportable_events(author) if _OPENS in choice.opens]
    events.sort(key=lambda choice: choice.key != FIRST)
    return schemas.LeavingChoices(
        events=[schemas.LeavingEvent(key=choice.key, name=choice.name, happened=choice.happened) for choice in events],
        reasons=[
            schemas.LeavingReason(key=row.key, name=(row.name_es if spanish else "") or row.name)
            for row in reasons_for("end", author.by)
        ],
    )


@dataclass(frozen=True)
class ReadLeaving:
    """The leaving that an administrator reports. ``body``: the ends of the plans as it was sent; ``order``: as it was
    read."""

    person: GroupPerson
    body: ChangeOrder
    order: Order
    outcomes: Sequence[Outcome]

    @property
    def last_day(self) -> date | None:
        """The last day of work, where the event ends it."""
        event = self.order.event
        return self.order.happened_on if event is not None and event.ends_work else None


def read_leaving(group: GroupFacts, member: MemberFacts, body: schemas.LeavingOrder, author: Author) -> ReadLeaving:
    """Return what the administrator typed: all plans of the group that go on would end. Raises NotFound, FieldErrors,
    OrderRefused, and BusinessError ``nothingEnds`` where neither a plan nor the work goes on."""
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
    ends = ChangeOrder(
        member_id=member.id,
        kind="end",
        event=body.event,
        happened_on=body.happened_on,
        policies=sorted(going_on),
        reason=body.reason or _own_reason(body.event, author),
    )
    leaving = ReadLeaving(person, ends, *engine.preview_by_two(read_order(member, ends, author)))
    if not going_on:
        _check_work_ends(member, leaving)
    return leaving


def _own_reason(event: str, author: Author) -> str:
    """Return the reason of an event's name, "" where the operator has no such reason."""
    return event if any(row.key == event for row in reasons_for("end", author.by)) else ""


def _check_work_ends(member: MemberFacts, leaving: ReadLeaving) -> None:
    """Let somebody without a plan that goes on leave once, in the days that the event's rule allows."""
    order, edition = leaving.order, leaving.order.edition
    if leaving.last_day is None or leaving.person.left_on is not None or edition is None:
        raise BusinessError("nothingEnds", _("%(name)s has no plan of the group that goes on.") % {"name": member.name})
    answer = answer_of(edition, leaving.last_day, order.reported)
    if isinstance(answer, Refusal):
        raise BusinessError("changeRefused", outcome_wording.explain_day(order, answer))


@transaction.atomic
def report(
    group: GroupFacts, member: MemberFacts, leaving: ReadLeaving, digest: str, origin: Origin
) -> schemas.LeavingDone:
    """Report a leaving as it was previewed, or ask staff where it reaches back too far. Raises OrderDiffers with the
    new preview, OrderRefused, and BusinessError ``changeWaits``."""
    if hold_member(member.id).pk != member.id:
        raise NotFound
    try:
        return _make_or_ask(group, member, leaving, digest, origin)
    except engine.OrderDiffers as differs:
        differs.data = {"preview": describe(group, member, leaving, differs.outcomes).model_dump()}
        raise


def _make_or_ask(
    group: GroupFacts, member: MemberFacts, leaving: ReadLeaving, digest: str, origin: Origin
) -> schemas.LeavingDone:
    order = leaving.order
    decider = reported.find_decider(member, order, leaving.outcomes)
    if decider is not None:
        typed = reported.typed_words(leaving.body)
        row = reported.ask_approval(member, decider, order, leaving.outcomes, typed, digest, origin)
        return schemas.LeavingDone(order_id=str(row.pk), waits_for=decider.name)
    if leaving.body.policies:
        order_id = submit_order(member, order, digest, origin)
    elif digest == engine.digest_of(leaving.outcomes):
        order_id = new_uuid()
    else:
        raise engine.OrderDiffers(leaving.outcomes)
    reported.keep_leaving(order, group.id, member.id, order_id, origin)
    return schemas.LeavingDone(order_id=str(order_id), waits_for="")


def describe(
    group: GroupFacts, member: MemberFacts, leaving: ReadLeaving, outcomes: Sequence[Outcome]
) -> schemas.LeavingPreview:
    before = [amounts_of(outcome.before) for outcome in outcomes]
    ending = [amounts for outcome, amounts in zip(outcomes, before, strict=True) if outcome.possible]
    staying = [amounts for outcome, amounts in zip(outcomes, before, strict=True) if not outcome.possible]
    dues = preview_dues([outcome.entry for outcome in outcomes if outcome.entry])
    dues = dues.of_policies({outcome.policy.pk for outcome in outcomes})
    first = max((outcome.first for outcome in outcomes if outcome.possible and outcome.first), default=date.min)
    terms = terms_of_id(group.id)
    periods = terms.periods(terms.class_of(leaving.person.class_id))
    return schemas.LeavingPreview(
        digest=engine.digest_of(outcomes),
        possible=bool(ending) or not outcomes,
        asks=outcome_wording.by_two_text() if ending and leaving.order.by_two else "",
        name=member.name,
        group_name=group.name,
        last_day=show_date(leaving.last_day),
        rows=[_build_row(outcome, amounts) for outcome, amounts in zip(outcomes, before, strict=True)],
        dues=describe_dues(dues, ending=True),
        before=schemas.MonthSplit.build(add_with_fees([*ending, *staying], dues.now, first, periods)),
        after=schemas.MonthSplit.build(add_with_fees(staying, dues.then, first, periods)),
    )


def _build_row(outcome: Outcome, amounts: Amounts) -> schemas.LeavingRow:
    ends = outcome.possible
    reason = outcome_wording.reason_text(outcome, outcome.offered[0]) if outcome.offered else ""
    return schemas.LeavingRow(
        policy_number=outcome.policy.number,
        plan=outcome.policy.plan_name,
        possible=ends,
        problem="" if ends else outcome_wording.problem_text(outcome),
        last_day=show_date(outcome.effective) if ends else "",
        reason=reason if ends else "",
        never_begins=outcome.never_begins,
        begun_on=show_date(outcome.begun_on),
        falls_away=outcome_wording.fall_away_text(outcome) if ends else "",
        people_before=len(outcome.before.covered) if outcome.before else 0,
        past=past_texts([outcome], By.GROUP),
        before=schemas.MonthSplit.build(amounts),
    )
