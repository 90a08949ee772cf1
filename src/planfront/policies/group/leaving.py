"""Somebody leaves a group: what ends when and why, what the group and the person then pay, and the end itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.book import engine
from planfront.book.engine import OrderRefused, Outcome, Problem
from planfront.book.selectors import reasons_for
from planfront.book.states import OVER
from planfront.catalog.selectors import catalog
from planfront.kernel import clock, texts
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.parse import show_date
from planfront.members.group_people import person_of_group
from planfront.policies.coverage import orders, wording
from planfront.policies.coverage.orders import ReadOrder
from planfront.policies.coverage.reads import visible_policies
from planfront.policies.coverage.schemas import ChangeOrder
from planfront.policies.group import schemas
from planfront.policies.group.amounts import Amounts, Payer, add_amounts
from planfront.sponsors.selectors import terms_of_id

if TYPE_CHECKING:
    from planfront.book.authors import Author
    from planfront.members.selectors import MemberFacts
    from planfront.sponsors.selectors import GroupFacts

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


def read_leaving(member: MemberFacts, body: schemas.LeavingOrder, author: Author) -> ReadOrder:
    """What the administrator reports, by their words: all plans of the group that go on would end. Raises FieldErrors,
    and BusinessError ``nothingEnds`` where none goes on."""
    for name in ("event", "happened_on", "reason"):
        if not getattr(body, name):
            raise FieldErrors.single(name, texts.REQUIRED)
    today = clock.today()
    going_on = [
        policy.number
        for policy in visible_policies(member, author)
        if policy.state_on(today) not in OVER and policy.end_date is None
    ]
    if not going_on:
        raise BusinessError("nothingEnds", _("%(name)s has no plan of the group that goes on.") % {"name": member.name})
    order = ChangeOrder(
        member_id=member.id,
        kind="end",
        event=body.event,
        happened_on=body.happened_on,
        policies=sorted(going_on),
        reason=body.reason,
    )
    return orders.read_order(member, order, author)


def preview(group: GroupFacts, member: MemberFacts, read: ReadOrder) -> schemas.LeavingPreview:
    """What would happen. Raises BusinessError ``changeRefused``."""
    try:
        outcomes = engine.preview_order(read.order)
    except OrderRefused as refused:
        raise orders.refused_text(refused) from refused
    return describe(group, member, read, outcomes)


def describe(
    group: GroupFacts, member: MemberFacts, read: ReadOrder, outcomes: Sequence[Outcome]
) -> schemas.LeavingPreview:
    person = person_of_group(group.id, member.id)
    if person is None:
        raise NotFound
    terms = terms_of_id(group.id)
    payer = Payer(terms, terms.class_of(person.class_id), catalog().plans)
    before = [_amounts(payer, outcome) for outcome in outcomes]
    ending = [amounts for outcome, amounts in zip(outcomes, before, strict=True) if outcome.entry]
    staying = [amounts for outcome, amounts in zip(outcomes, before, strict=True) if not outcome.entry]
    return schemas.LeavingPreview(
        digest=engine.digest_of(outcomes),
        possible=bool(ending),
        name=member.name,
        group_name=group.name,
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
        problem="" if ends else problem_text(read, outcome),
        last_day=show_date(outcome.effective) if ends else "",
        reason=reason if ends else "",
        people_before=len(outcome.before.covered) if outcome.before else 0,
        before=schemas.MonthSplit.build(amounts),
    )


def problem_text(read: ReadOrder, outcome: Outcome) -> str:
    """Why a policy can't take it; who reaches back too far is told that two people of the operator's do it."""
    if outcome.problem == Problem.TOO_FAR_BACK:
        words = _(
            "This reaches back more than %(days)s days: a second person of our team has to agree. Call us, and we ask "
            "for it."
        )
        return words % {"days": settings.ENV.reach_back}
    return wording.problem_text(outcome, read.edition, read.order, clock.today())
