"""Emails to staff about what has waited too long for their decision: on the third business day, then weekly."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Literal

from planfront.accounts.staffing import brands_of_staff, staff_who_may_change, works_everywhere
from planfront.brands.selectors import site_url
from planfront.coverage.models import (
    ApprovalState,
    ReportAbout,
    ReportedChange,
    StaffChangeRequest,
    StaffRequestState,
    WaitsFor,
)
from planfront.kernel import clock
from planfront.messaging.account_mails import WaitingChange
from planfront.messaging.selectors import is_queued
from planfront.messaging.services import queue_email

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from planfront.accounts.models import User
    from planfront.brands.models import Brand

PATIENCE_DAYS = 3
"""After so many days, what waits for a colleague's decision is urgent."""
_AGAIN_DAYS, _LISTED = 7, 20
_KINDS: Mapping[ReportAbout, Literal["death", "fact"]] = {ReportAbout.DEATH: "death", ReportAbout.FACT: "fact"}
_CHANGES, _REPORTS = "coverage.policy", "coverage.reportedchange"


@dataclass(frozen=True)
class Waiting:
    """A change that waits for someone who may change ``rows`` of the brand and didn't ask for it."""

    rows: str
    kind: Literal["change", "report", "death", "fact"]
    brand: Brand
    asked_by: int | None
    asked_on: date
    policies: str = ""

    @property
    def days(self) -> int:
        return (clock.today() - self.asked_on).days

    @property
    def last_due(self) -> date:
        """Return the last day up to today on which staff are to be reminded of it."""
        return clock.today() - timedelta(days=(self.days - PATIENCE_DAYS) % _AGAIN_DAYS)


def remind_due() -> int:
    """Email each member of staff what has waited too long for their decision, in one email. Returns how many emails
    were queued. A duty of the business day; a day without it is made up for."""
    overdue = [row for row in _list_waiting() if row.days >= PATIENCE_DAYS]
    readers: dict[User, list[Waiting]] = {}
    for rows in dict.fromkeys(row.rows for row in overdue):
        for user in staff_who_may_change(rows):
            brands = None if works_everywhere(user) else brands_of_staff(user)
            readers.setdefault(user, []).extend(
                row
                for row in overdue
                if row.rows == rows and row.asked_by != user.pk and (brands is None or row.brand.pk in brands)
            )
    return sum(_remind(user, sorted(rows, key=_by_day)) for user, rows in readers.items() if rows)


def _by_day(row: Waiting) -> tuple[date, str]:
    return row.asked_on, row.policies


def _list_waiting() -> Iterator[Waiting]:
    """Return what waits for staff."""
    changes = StaffChangeRequest.objects.filter(state=StaffRequestState.WAITING).select_related("policy__brand")
    for change in changes.defer("order", "reason"):
        policy, asked_on = change.policy, clock.local(change.asked_at).date()
        yield Waiting(_CHANGES, "change", policy.brand, change.asked_by_id, asked_on, policy.number)
    reports = ReportedChange.objects.filter(waits_for=WaitsFor.STAFF, state=ApprovalState.WAITING)
    for report in reports.select_related("member__brand").defer("order", "reason"):
        policies = ", ".join(plan["policy_number"] for plan in report.shown)
        kind: Literal["death", "fact", "report"] = _KINDS.get(ReportAbout(report.about), "report")
        yield Waiting(_REPORTS, kind, report.member.brand, report.asked_by, report.asked_on, policies)


def _remind(user: User, overdue: Sequence[Waiting]) -> bool:
    """Queue the email of a member of staff, unless there is one since the last day on which one was due."""
    today, since = clock.today(), max(row.last_due for row in overdue)
    changes = [WaitingChange(kind=row.kind, policies=row.policies, days=row.days) for row in overdue[:_LISTED]]
    keys = [_key(user, today - timedelta(days=count)) for count in range((today - since).days + 1)]
    if is_queued(keys):
        return False
    brand = overdue[0].brand
    queue_email(
        brand=brand,
        kind="decisions_wait",
        to=user.email,
        context={"link": f"{site_url(brand.pk)}/backoffice/", "count": len(overdue), "changes": changes},
        dedupe_key=keys[0],
        language=user.language,
    )
    return True


def _key(user: User, day: date) -> str:
    return f"decisions-wait:{user.pk}:{day.isoformat()}"
