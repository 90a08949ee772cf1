"""Shapes of the calls about a group's round of enrollment. Days are mm/dd/yyyy, "" for none."""

from __future__ import annotations

from typing import Literal

from django.utils.translation import get_language
from pydantic import BaseModel, Field

from planfront.enrollment.worklists.rounds import Awaited, Round
from planfront.kernel import clock
from planfront.kernel.http.paging import cut_list
from planfront.kernel.http.schema import Id, PageAnswer, PageNumber, PageSize
from planfront.kernel.text.parse import show_date


class RoundQuery(BaseModel):
    page: PageNumber = 1
    per_page: PageSize = 8


class AwaitedPerson(BaseModel):
    """A person who can enroll and hasn't. ``invited``: whether they were asked to sign in, which a reminder does, too,
    and ``signed_in``: whether they chose a password. ``stopped_on``: the day of what they began, with ``stopped_at``,
    the last step they finished; "" while they choose plans."""

    member_id: int
    name: str
    class_name: str = Field(description="Name of the class.")
    until: str = Field(description="Last day to enroll.", examples=["12/04/2026"])
    new_hire: bool = Field(description="True if the last day is that of a new hire.", examples=[False])
    invited: bool = Field(description="True if an invitation to sign in was sent.", examples=[True])
    signed_in: bool = Field(description="True if a password was chosen.", examples=[True])
    stopped_on: str = Field(description="Day on which an enrollment was left; empty for none.", examples=["11/24/2026"])
    stopped_at: str = Field(description="Name of the last finished step; empty for none.", examples=["Dependents"])
    reminded_on: str = Field(description="Day of the last reminder; empty for none.", examples=["11/23/2026"])
    bounced: str = Field(description="Address that emails don't reach; empty where they do.", examples=[""])
    may_remind: bool = Field(description="True if a reminder can be sent now.", examples=[True])

    @classmethod
    def build(cls, row: Awaited, current: Round) -> AwaitedPerson:
        person, own = row.person, current.terms.class_of(row.person.class_id)
        return cls(
            member_id=person.id,
            name=person.name,
            class_name=own.named(get_language() or "en") if own else "",
            until=show_date(row.until),
            new_hire=row.own,
            invited=person.account or person.reminded_on is not None,
            signed_in=person.ready,
            stopped_on=show_date(row.draft.day if row.draft else None),
            stopped_at=row.draft.step if row.draft else "",
            reminded_on=show_date(person.reminded_on),
            bounced=person.email if row.bounced else "",
            may_remind=row.may_remind,
        )


class Ahead(BaseModel):
    """A coming day. ``name`` and ``member_id``: whom it is about, "" and null for everyone."""

    day: str
    kind: Literal["opens", "closes", "starts", "last_day_to_enroll", "last_day_of_work"]
    name: str
    member_id: int | None


class GroupEnrollment(PageAnswer[AwaitedPerson]):
    """Those who can enroll and haven't, and the window: ``open``, just ``closed``, ``coming``, or people enroll
    ``always``. ``days_left``: 0 on the last day."""

    state: Literal["open", "closed", "coming", "always"]
    opens_on: str = Field(description="First day of the window, mm/dd/yyyy.")
    closes_on: str = Field(description="Last day of the window, mm/dd/yyyy.")
    coverage_start: str = Field(description="First day of coverage of the window.", examples=["01/01/2027"])
    days_left: int = Field(description="Days until the window closes, or opens.", examples=[4])
    enrolled: int = Field(description="Number of people who enrolled in the window or as new hires.", examples=[17])
    started: int = Field(description="Number of people who began to enroll and haven't finished.", examples=[2])
    missed: int = Field(description="Number of people who didn't enroll in a window that is closed.", examples=[0])
    remindable: int = Field(description="Number of people who can get a reminder now.", examples=[6])
    ahead: list[Ahead] = Field(description="Coming days, the next one first.")

    @classmethod
    def build(cls, current: Round, query: RoundQuery) -> GroupEnrollment:
        by_id = {row.person.id: row for row in current.awaited}
        cut, window, today = cut_list(list(by_id), query.page, query.per_page), current.window, clock.today()
        next_day = None if window is None else window.opens_on if current.state == "coming" else window.closes_on
        return cls.cut_to(
            cut,
            [AwaitedPerson.build(by_id[key], current) for key in cut.keys],
            state=current.state,
            opens_on=show_date(window.opens_on if window else None),
            closes_on=show_date(window.closes_on if window else None),
            coverage_start=show_date(window.coverage_start if window else None),
            days_left=max(0, (next_day - today).days) if next_day else 0,
            enrolled=current.enrolled,
            started=current.started,
            missed=current.missed,
            remindable=len(current.remindable),
            ahead=[
                Ahead(day=show_date(row.day), kind=row.kind, name=row.name, member_id=row.member_id)
                for row in current.ahead
            ],
        )


class ReminderBody(BaseModel):
    member_ids: list[Id] | None = Field(
        None,
        min_length=1,
        max_length=500,
        description="People to remind; null for everyone who hasn't enrolled.",
        examples=[[12, 15]],
    )


class Reminded(BaseModel):
    reminded: int = Field(description="Number of people who get an email.", examples=[6])
