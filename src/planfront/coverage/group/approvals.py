"""Changes that wait for a group, or for staff at its request: what they do, who then pays how much, and what becomes of
them.

Lists show what was previewed when a change was reported; only one that is opened or decided is worked out again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, cast
from uuid import UUID

from django.db import transaction
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.utils.translation import gettext as _

from planfront.brands.selectors import brand_name
from planfront.coverage import engine, outcome_wording
from planfront.coverage.approvals import listing, reported
from planfront.coverage.authors import By
from planfront.coverage.engine import OrderRefused
from planfront.coverage.group import schemas
from planfront.coverage.group.splits import AFTER, BEFORE, read_split, store_splits
from planfront.coverage.models import ApprovalState, ReportedChange, WaitsFor
from planfront.coverage.orders import submit_order
from planfront.coverage.past_wording import past_texts
from planfront.coverage.schemas import HeldPlan
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.http.paging import cut
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date
from planfront.members.group_people import GroupPerson, names_of_dependents, people_by_id
from planfront.members.selectors import MemberFacts, member_by_id

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.coverage.engine import Outcome
    from planfront.coverage.order_kinds import Order
    from planfront.kernel.http.paging import Cut
    from planfront.kernel.http.schema import PageQuery
    from planfront.parties.groups.selectors import GroupFacts

_DECIDED = (ApprovalState.AGREED, ApprovalState.DECLINED)
_LATER = Case(When(state=ApprovalState.WAITING, then=Value(0)), default=Value(1), output_field=IntegerField())


def list_approvals(group: GroupFacts, brand_id: int, query: PageQuery) -> schemas.Approvals:
    """Return what waits for the group, the oldest first."""
    rows = _of_group(group, brand_id).filter(waits_for=WaitsFor.GROUP, state=ApprovalState.WAITING)
    page = cut(rows.order_by("asked_at", "id"), query.page, query.per_page)
    return schemas.Approvals.cut_to(page, [_build_approval(row, facts) for row, facts in _with_facts(group, page)])


def list_requests(group: GroupFacts, brand_id: int, query: PageQuery) -> schemas.TeamRequests:
    """Return what the group asked staff for: what waits, the oldest first, then what was decided lately."""
    lately = Q(state__in=_DECIDED, decided_at__gte=clock.business_now() - listing.SHOWN_FOR)
    rows = _of_group(group, brand_id).filter(Q(by=By.GROUP) | Q(passed_at__isnull=False), waits_for=WaitsFor.STAFF)
    ordered = rows.filter(Q(state=ApprovalState.WAITING) | lately).order_by(_LATER, "asked_at", "id")
    page = cut(ordered, query.page, query.per_page)
    listed = [_build_request(row, facts) for row, facts in _with_facts(group, page)]
    return schemas.TeamRequests.cut_to(page, listed, team=brand_name(brand_id))


def open_approval(group: GroupFacts, brand_id: int, held_id: UUID) -> schemas.Approval:
    """One that waits, worked out again as of now. Raises NotFound."""
    row = _of_group(group, brand_id).filter(pk=held_id, waits_for=WaitsFor.GROUP, state=ApprovalState.WAITING).first()
    member = member_by_id(brand_id, row.member_id) if row else None
    if row is None or member is None:
        raise NotFound
    ((_row, facts),) = _facts_of(group, [row])
    order, outcomes = _work_out(member, row)
    moved = order is None or engine.digest_of(outcomes) != row.digest
    stored = row.amounts or store_splits(group.id, member.id, outcomes)
    asks = outcome_wording.by_two_text() if order is not None and not moved and order.by_two else ""
    approval = _build_approval(row, facts, stored)
    past = [] if moved else past_texts(outcomes, By.GROUP)
    return approval.model_copy(update={"asks": asks, "problem": _moved_text(member) if moved else "", "past": past})


def _of_group(group: GroupFacts, brand_id: int) -> QuerySet[ReportedChange]:
    """Return the changes of members who are still in the group."""
    return ReportedChange.objects.filter(
        group=group.id, member__group=group.id, member__brand=brand_id, member__active=True
    )


_Facts = tuple[GroupPerson, dict[str, str]]
"""Whose change it is, and the first names of the dependents."""


def _with_facts(group: GroupFacts, page: Cut) -> list[tuple[ReportedChange, _Facts]]:
    by_key = ReportedChange.objects.in_bulk(page.keys)
    return _facts_of(group, [by_key[key] for key in page.keys if key in by_key])


def _facts_of(group: GroupFacts, rows: Sequence[ReportedChange]) -> list[tuple[ReportedChange, _Facts]]:
    """Two queries, however many."""
    ids = [row.member_id for row in rows]
    people, names = people_by_id(group.id, ids), names_of_dependents(ids)
    return [(row, (people[row.member_id], names.get(row.member_id, {}))) for row in rows if row.member_id in people]


def _common_fields(row: ReportedChange, facts: _Facts, amounts: dict[str, Any] | None = None) -> dict[str, Any]:
    person, names = facts
    stored = row.amounts if amounts is None else amounts
    return {
        "id": str(row.pk),
        "member_id": person.id,
        "name": person.name,
        "title": listing.title_in_family(row, person.first_name, names),
        "asked_on": show_date(row.asked_on),
        "happened_on": str(row.order.get("happened_on", "")),
        "plans": [HeldPlan(**plan) for plan in row.shown],
        "before": schemas.MonthSplit.build(read_split(stored, BEFORE)),
        "after": schemas.MonthSplit.build(read_split(stored, AFTER)),
    }


def _build_approval(row: ReportedChange, facts: _Facts, amounts: dict[str, Any] | None = None) -> schemas.Approval:
    return schemas.Approval(**_common_fields(row, facts, amounts), past=[], asks="", problem="")


def _build_request(row: ReportedChange, facts: _Facts) -> schemas.TeamRequest:
    return schemas.TeamRequest(
        **_common_fields(row, facts),
        state=cast(Literal["waiting", "agreed", "declined"], row.state),
        decided_on=show_date(clock.local(row.decided_at).date()) if row.decided_at else "",
        reason=row.reason,
        may_withdraw=row.by == By.GROUP and row.state == ApprovalState.WAITING,
    )


def waiting_members(group_id: int) -> set[int]:
    """Return the members with a change that waits for the group or for staff."""
    rows = ReportedChange.objects.filter(group=group_id, state=ApprovalState.WAITING)
    return set(rows.values_list("member_id", flat=True))


def _moved_text(member: MemberFacts) -> str:
    words = _("The result has changed since %(name)s reported it. Decline it, and ask for a new report.")
    return words % {"name": member.first_name}


def _work_out(member: MemberFacts, row: ReportedChange) -> tuple[Order | None, Sequence[Outcome]]:
    """Work a change out by the day of its report. None where that isn't possible any more."""
    try:
        return engine.preview_by_two(reported.read_again(member, row))
    except (FieldErrors, NotFound, OrderRefused):
        return None, []


def decide(group: GroupFacts, brand_id: int, body: schemas.Decision, origin: Origin) -> schemas.DecidedApproval:
    """Agree, and it is made as the member saw it, or goes to staff where it reaches back too far by now; or decline
    with a reason that the member reads. The same decision again changes nothing. Raises NotFound, FieldErrors, and
    BusinessError ``changeDiffers`` with the change as it would be now, and ``alreadyDecided``."""
    try:
        return _decide_locked(group, brand_id, body, origin)
    except BusinessError as error:
        if error.error_code != "changeDiffers":
            raise
        current = open_approval(group, brand_id, body.id)
        raise BusinessError(
            "changeDiffers", current.problem or error.message, {"approval": current.model_dump()}
        ) from error


@transaction.atomic
def _decide_locked(group: GroupFacts, brand_id: int, body: schemas.Decision, origin: Origin) -> schemas.DecidedApproval:
    row = lock_row(ReportedChange.objects.filter(pk=body.id, group=group.id, by=By.MEMBER))
    member = member_by_id(brand_id, row.member_id) if row else None
    if row is None or member is None or member.group_id != group.id:
        raise NotFound
    if body.agree and row.waits_for == WaitsFor.STAFF and row.state == ApprovalState.WAITING:
        return _build_decided(row, brand_id)
    decision = ApprovalState.AGREED if body.agree else ApprovalState.DECLINED
    if row.state == decision:
        return _build_decided(row, brand_id)
    if row.state != ApprovalState.WAITING or row.waits_for != WaitsFor.GROUP:
        raise BusinessError("alreadyDecided", _("This was already decided or withdrawn."))
    if body.agree:
        _agree_to(member, row, origin)
        return _build_decided(row, brand_id)
    if not body.reason.strip():
        raise FieldErrors.single("reason", texts.REQUIRED)
    reported.decide(row, decision, origin, reason=body.reason.strip())
    return _build_decided(row, brand_id)


def _build_decided(row: ReportedChange, brand_id: int) -> schemas.DecidedApproval:
    waits = brand_name(brand_id) if row.state == ApprovalState.WAITING else ""
    return schemas.DecidedApproval(state=cast(Literal["waiting", "agreed", "declined"], row.state), waits_for=waits)


def _agree_to(member: MemberFacts, row: ReportedChange, origin: Origin) -> None:
    order, outcomes = _work_out(member, row)
    if order is None or engine.digest_of(outcomes) != row.digest:
        raise BusinessError("changeDiffers", _moved_text(member))
    if order.by_two:
        reported.pass_on(row, origin)
        return
    try:
        order_id = submit_order(member, order, row.digest, origin)
    except (BusinessError, FieldErrors, NotFound) as error:
        raise BusinessError("changeDiffers", _moved_text(member)) from error
    reported.decide(row, ApprovalState.AGREED, origin, order_id=order_id)
