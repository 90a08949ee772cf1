"""The birth date of a group's person put right: previewed with who pays how much, then written, or asked of the store's
team where its agreement is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.coverage import engine
from planfront.coverage.approvals import reported
from planfront.coverage.authors import By
from planfront.coverage.corrections import correct_birth_date
from planfront.coverage.fees import read_fees
from planfront.coverage.group import schemas
from planfront.coverage.group.amounts import Amounts, amounts_of
from planfront.coverage.group.fee_amounts import add_with_fees
from planfront.coverage.outcome_wording import problem_text
from planfront.coverage.past_wording import past_texts
from planfront.coverage.timeline import Kind, find_terms
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.text.parse import show_date
from planfront.members.group_people import person_of_group
from planfront.members.services import hold_member
from planfront.parties.groups.selectors import terms_of_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from planfront.audit.services import Origin
    from planfront.coverage.authors import Author
    from planfront.coverage.engine import Outcome
    from planfront.coverage.order_kinds import Order
    from planfront.coverage.timeline import Terms
    from planfront.members.selectors import MemberFacts


def preview(member: MemberFacts, body: schemas.BirthDateFix, author: Author) -> schemas.BirthDatePreview:
    """Return what another birth date does to the policies of the group. Raises FieldErrors and NotFound."""
    order, outcomes = engine.preview_by_two(correct_birth_date(member, body.birth_date, author))
    return describe(member, order, outcomes)


@transaction.atomic
def correct(member: MemberFacts, body: schemas.ConfirmedBirthDate, author: Author, origin: Origin) -> tuple[str, str]:
    """Write a birth date as it was previewed, or ask the store's team. Return the id of what was written or waits, and
    the name of the team that has to agree, "" for none. Raises FieldErrors, NotFound, OrderDiffers with the preview as
    it would be now, and BusinessError ``changeWaits``."""
    if hold_member(member.id).pk != member.id:
        raise NotFound
    order, outcomes = engine.preview_by_two(correct_birth_date(member, body.birth_date, author))
    decider = reported.find_decider(member, order, outcomes)
    try:
        if decider is None:
            return str(reported.make_change(member, order, body.digest, origin)), ""
        typed = {"kind": Kind.CORRECTION.value, "birth_date": body.birth_date}
        row = reported.ask_approval(member, decider, order, outcomes, typed, body.digest, origin)
    except engine.OrderDiffers as differs:
        differs.data = {"preview": describe(member, order, differs.outcomes).model_dump()}
        raise
    return str(row.pk), decider.name


def describe(member: MemberFacts, order: Order, outcomes: Sequence[Outcome]) -> schemas.BirthDatePreview:
    """Return what a correction does to the policies of the group, a month before and after, and who has to agree."""
    person = person_of_group(member.group_id, member.id) if member.group_id is not None else None
    if person is None or member.group_id is None:
        raise NotFound
    own = [outcome for outcome in outcomes if outcome.policy.group_id == member.group_id]
    pairs = [_find_terms(outcome) for outcome in own]
    before, after = ([amounts_of(pair[at]) for pair in pairs] for at in (0, 1))
    fees, today, terms = read_fees(row.policy.pk for row in own), clock.today(), terms_of_id(member.group_id)
    periods = terms.periods(terms.class_of(person.class_id))
    return schemas.BirthDatePreview(
        digest=engine.digest_of(outcomes),
        birth_date=show_date(order.facts.fields["birth_date"]) if order.facts else "",
        asks=_explain_asking(member, order, outcomes),
        before=schemas.MonthSplit.build(add_with_fees(before, fees, today, periods)),
        after=schemas.MonthSplit.build(add_with_fees(after, fees, today, periods)),
        rows=[_build_row(outcome, *amounts) for outcome, *amounts in zip(own, before, after, strict=True)],
        notes=past_texts(own, By.GROUP),
    )


def _find_terms(outcome: Outcome) -> tuple[Terms | None, Terms | None]:
    """Return the terms of today, or of a policy's first day to come, as they are and as they become."""
    if outcome.entry is None:
        return outcome.before, outcome.before
    day = max(clock.today(), outcome.policy.effective_date)
    return find_terms(outcome.entry.earlier, day), find_terms(outcome.entry.ledger.versions, day)


def _build_row(outcome: Outcome, before: Amounts, after: Amounts) -> schemas.WorkRow:
    return schemas.WorkRow(
        policy_number=outcome.policy.number,
        plan=outcome.policy.plan_name,
        problem="" if outcome.possible else problem_text(outcome),
        before=schemas.MonthSplit.build(before),
        after=schemas.MonthSplit.build(after),
    )


def _explain_asking(member: MemberFacts, order: Order, outcomes: Sequence[Outcome]) -> str:
    decider = reported.find_decider(member, order, outcomes)
    if decider is None:
        return ""
    words = _("%(team)s checks corrections of birth dates for people with coverage. Nothing changes before that.")
    return words % {"team": decider.name}
