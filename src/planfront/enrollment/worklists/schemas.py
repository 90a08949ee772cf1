"""Shapes of the calls about enrollments in progress."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.utils.translation import gettext_lazy
from pydantic import BaseModel, Field

from planfront.enrollment.worklists.selectors import WorkRow
from planfront.kernel import clock
from planfront.kernel.files.handed_out import LAST_CHANGE, MONTHLY, NAME, PLANS, STATUS, FileKind, Need, columns_of
from planfront.kernel.http.paging import Page, Search
from planfront.kernel.http.schema import ListQuery, PageAnswer, Token
from planfront.kernel.money import Money

Status = Literal["draft", "saved", "waiting", "submitted", "pending", "accepted", "active", "ended"]
_STATUSES = {
    "draft": gettext_lazy("Draft"),
    "saved": gettext_lazy("Saved for later"),
    "waiting": gettext_lazy("Waiting for signature"),
    "submitted": gettext_lazy("Submitted"),
    "pending": gettext_lazy("Pending underwriting"),
    "accepted": gettext_lazy("Accepted"),
    "active": gettext_lazy("Active"),
    "ended": gettext_lazy("Ended"),
}
Action = Literal["code", "link", "withdraw"]
Reason = Literal["changed_mind", "elsewhere", "not_eligible", "duplicate", "mistake", "other"]


class WorkQuery(ListQuery):
    """``search``: words that must all begin words of the person's name. ``sort``: by the last change, "-changed" newest
    first."""

    status: Status | Literal[""] = ""
    sort: Literal["changed", "-changed"] = "-changed"

    def wanted(self) -> Search:
        return Search(self.status, self.search, self.sort == "-changed", self.page, self.per_page, self.since())


class WorkItem(BaseModel):
    """``name`` is "" while no one gave it. ``href`` leads to where it was left, or to the receipt; it is "" for a
    withdrawn one."""

    enrollment_id: str
    name: str
    quoted_to: str = Field(
        description="Client whom the cart was sent to as a quote, while no name is given; else empty.",
        examples=["Maren Castillo"],
    )
    status: Status
    plans: list[str]
    monthly: Money
    changed_on: str
    step: str = Field(description="Name of the step; empty while none was begun.", examples=["contact_info"])
    href: str
    can: list[Action] = Field(
        description="Actions: email a code, copy the link to where it is typed, withdraw.", examples=[["code", "link"]]
    )
    enroll_type: str
    open_type: str
    agent_id: int | None
    group_id: int | None
    platform_group_id: int | None

    @classmethod
    def build(cls, row: WorkRow) -> WorkItem:
        quote = row.quote
        return cls(
            enrollment_id=quote.public_id,
            name=row.name,
            quoted_to=row.quoted_to,
            status=row.status,
            plans=list(row.plans),
            monthly=row.monthly,
            changed_on=clock.show_day(row.changed_at),
            step=row.step,
            href=row.href,
            can=list(row.can),
            enroll_type=quote.enroll_type,
            open_type=quote.open_type,
            agent_id=quote.agent_id,
            group_id=quote.group_id,
            platform_group_id=quote.portal_id,
        )


ENROLLMENTS = FileKind(
    "enrollments",
    gettext_lazy("Enrollments in progress"),
    gettext_lazy("One line per application that is begun or submitted."),
    Need.DAILY,
    columns_of(NAME, STATUS, PLANS, MONTHLY, gettext_lazy("Last step"), LAST_CHANGE, gettext_lazy("Quote sent to")),
    readers=gettext_lazy("Reps and group administrators, at their desks"),
    calls=("export_work_list",),
)


def work_line(row: WorkRow) -> list[Any]:
    """Return the cells of an enrollment."""
    changed = clock.local(row.changed_at).date()
    status = str(_STATUSES[row.status])
    return [row.name, status, ", ".join(row.plans), row.monthly, row.step, changed, row.quoted_to]


class WorkList(PageAnswer[WorkItem]):
    continue_link: str = Field(
        description="Address where clients type their code; it opens nothing without a code.",
        examples=["https://shop.example/continue-enrollment"],
    )

    @classmethod
    def build(cls, result: Page[WorkRow], continue_link: str) -> WorkList:
        return cls.cut_to(result.cut, map(WorkItem.build, result.rows), continue_link=continue_link)


class ResendBody(BaseModel):
    """Without ``email`` the code goes to the address that the application names."""

    enrollment_id: Token
    email: Annotated[str, Field(max_length=254)] = ""


class CodeSent(BaseModel):
    """The address it went to, and the last day of the code."""

    email: str
    expires_on: str


class WithdrawBody(BaseModel):
    enrollment_id: Token
    reason: Reason


class Withdrawn(BaseModel):
    enrollment_id: str
