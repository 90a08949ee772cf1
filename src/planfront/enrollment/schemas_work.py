"""Shapes of the calls about enrollments in progress."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from planfront.enrollment.work import PER_PAGE, Wanted, WorkPage, WorkRow
from planfront.kernel.money import Money
from planfront.kernel.parse import show_date
from planfront.kernel.schema import Short

Status = Literal["draft", "saved", "submitted", "pending", "accepted", "active", "ended"]


class WorkQuery(BaseModel):
    """A page after the last one gives the last one. ``search``: words that must all be in the person's name.

    ``sort``: by the last change, "-changed" newest first.
    """

    page: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    per_page: Annotated[int, Field(ge=1, le=100)] = PER_PAGE
    search: Short = ""
    status: Status | Literal[""] = ""
    sort: Literal["changed", "-changed"] = "-changed"

    def wanted(self) -> Wanted:
        return Wanted(self.page, self.per_page, self.search, self.status, newest=self.sort == "-changed")


class WorkItem(BaseModel):
    """``name`` and ``step`` are "" while nobody told them. ``href`` goes on where it was left, or to the receipt."""

    enrollment_id: str
    name: str
    status: Status
    plans: list[str]
    monthly: Money
    changed_on: str
    step: str
    href: str
    enroll_type: str
    open_type: str
    agent_id: int | None
    group_id: int | None
    platform_group_id: int | None

    @classmethod
    def of(cls, row: WorkRow) -> WorkItem:
        one = row.enrollment
        return cls(
            enrollment_id=one.public_id,
            name=row.name,
            status=row.status,
            plans=list(row.plans),
            monthly=row.monthly,
            changed_on=show_date(row.changed_at.date()),
            step=row.step,
            href=row.href,
            enroll_type=one.enroll_type,
            open_type=one.open_type,
            agent_id=one.agent_id,
            group_id=one.group_id,
            platform_group_id=one.portal_id,
        )


class WorkList(BaseModel):
    """``result`` is one page; ``total`` counts what was found."""

    result: list[WorkItem]
    total: int
    page: int
    pages: int
    per_page: int

    @classmethod
    def of(cls, found: WorkPage) -> WorkList:
        return cls(
            result=[WorkItem.of(row) for row in found.rows],
            total=found.total,
            page=found.page,
            pages=found.pages,
            per_page=found.per_page,
        )
