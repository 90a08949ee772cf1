"""Deaths that a survivor, a group or a rep reports. Staff record them (coverage.deaths) or send them back; until then
nothing changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.coverage import schemas
from planfront.coverage.approvals.reported import decide, record_event
from planfront.coverage.authors import Author, By
from planfront.coverage.models import ApprovalState, ReportAbout, ReportedChange, WaitsFor
from planfront.coverage.visible import visible_keys
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.text import texts
from planfront.kernel.text.parse import us_date
from planfront.members.selectors import living_people
from planfront.members.services import hold_member

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from django.db.models import QuerySet

    from planfront.audit.services import Origin
    from planfront.members.selectors import MemberFacts


@transaction.atomic
def report_death(member: MemberFacts, body: schemas.DeathReport, author: Author, origin: Origin) -> ReportedChange:
    """Keep the report of a death for staff. Raises FieldErrors, NotFound for a person whom the reporter doesn't see and
    for staff, who record it instead, and BusinessError ``deathReported`` where the reporter's role has reported it."""
    if author.by == By.STAFF or body.person_id not in visible_keys(member, author):
        raise NotFound
    if hold_member(member.id).pk != member.id:
        raise NotFound
    if body.person_id not in living_people(member.id):
        raise FieldErrors.single("person_id", _("This death is on record already."))
    _read_day(body.died_on)
    if any(row.by == author.by for row in _reports_of(member.id, body.person_id, ApprovalState.WAITING)):
        raise BusinessError("deathReported", _("You have already reported this death. Our team is looking into it."))
    row = ReportedChange(
        member_id=member.id,
        group_id=member.group_id,
        about=ReportAbout.DEATH,
        by=author.by,
        waits_for=WaitsFor.STAFF,
        asked_by=author.user_id,
        asked_on=clock.today(),
        asked_at=clock.business_now(),
    )
    typed = {"person_id": body.person_id, "happened_on": body.died_on, "note": body.note.strip()}
    row.order = {"kind": ReportAbout.DEATH.value, **typed}
    row.save()
    record_event("asked", row, origin)
    return row


def _read_day(text: str) -> date:
    day = us_date(text)
    if not text.strip():
        raise FieldErrors.single("died_on", texts.REQUIRED)
    if day is None:
        raise FieldErrors.single("died_on", texts.explain_date(text))
    if day > clock.today():
        raise FieldErrors.single("died_on", _("This date is in the future."))
    return day


def _reports_in(member_id: int, state: ApprovalState) -> QuerySet[ReportedChange]:
    return ReportedChange.objects.filter(member=member_id, about=ReportAbout.DEATH, state=state)


def _reports_of(member_id: int, key: str, state: ApprovalState) -> list[ReportedChange]:
    return [row for row in _reports_in(member_id, state) if row.order["person_id"] == key]


def find_report(member_id: int, report_id: str) -> Mapping[str, Any] | None:
    """Return the words of a report that waits, None where there is none of this id."""
    waiting = _reports_in(member_id, ApprovalState.WAITING)
    return next((row.order for row in waiting if str(row.pk) == report_id), None)


def count_reports(member_id: int, key: str) -> int:
    """Return how many reports of a death wait, which settle_reports marks as done."""
    return len(_reports_of(member_id, key, ApprovalState.WAITING))


def settle_reports(member_id: int, key: str, order_id: UUID, origin: Origin) -> None:
    """Mark what was reported of a death as done, as the death is recorded. Runs inside a transaction that holds the
    member."""
    for row in _reports_of(member_id, key, ApprovalState.WAITING):
        decide(row, ApprovalState.AGREED, origin, order_id=order_id)


def send_recorded_back(member_id: int, key: str, reason: str, origin: Origin) -> None:
    """Send the reports of a death back that was recorded and is taken back, with its reason. Runs inside a transaction
    that holds the member."""
    for row in _reports_of(member_id, key, ApprovalState.AGREED):
        decide(row, ApprovalState.DECLINED, origin, reason=reason)
