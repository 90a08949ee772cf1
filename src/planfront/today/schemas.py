"""Shapes of the calls about one's list of work. Days are mm/dd/yyyy, "" for none; texts are in the reader's
language."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from planfront.kernel.http.schema import DateText
from planfront.kernel.money import as_text
from planfront.kernel.text.parse import show_date
from planfront.today.first_steps import FirstStep
from planfront.today.kinds import Item, Kind, Link, Opened, Reader, Show
from planfront.today.listing import Finished, Task, Today
from planfront.today.when import age_text, days_between, due_text, is_near

ShowKey = Literal["leads", "quotes", "clients", "people", "changes", "dates", "coverage"]
_LATE_DAYS = 7
"""The days after which a waiting item is shown as late, unless its kind says otherwise."""


class TodayQuery(BaseModel):
    """``show``: a part of the list only."""

    show: ShowKey | Literal[""] = ""

    def wanted(self) -> Show | None:
        return Show(self.show) if self.show else None


class TodayLink(BaseModel):
    name: str
    href: str
    text: str = Field(description="Words after the name.", examples=["on Thursday"])

    @classmethod
    def build(cls, link: Link) -> TodayLink:
        return cls(name=link.name, href=link.href, text=link.text)


class TodayEnrollment(BaseModel):
    """An enrollment that the button opens where it was left."""

    enrollment_id: str
    href: str
    enroll_type: str
    agent_id: int | None
    group_id: int | None
    platform_group_id: int | None

    @classmethod
    def build(cls, opened: Opened) -> TodayEnrollment:
        return cls(
            enrollment_id=opened.enrollment_id,
            href=opened.href,
            enroll_type=opened.enroll_type,
            agent_id=opened.agent_id,
            group_id=opened.group_id,
            platform_group_id=opened.platform_group_id,
        )


class TodayItem(BaseModel):
    """A piece of work. ``key`` names it. ``title`` is whom or what it is about and leads to ``href``. ``verb`` is the
    word of the button, which leads to ``to`` or opens ``opens``; without both there is none."""

    key: str
    kind: str = Field(description="Key of the kind.", examples=["new-lead"])
    label: str = Field(description="Kind in words.", examples=["Quote expires 12/02"])
    icon: str = Field(description="Name of the icon.", examples=["chat"])
    tone: Literal["lead", "quote", "warn", "good", "plain"]
    when: str = Field(description="Age, or the time that is left.", examples=["22 minutes ago"])
    late: bool = Field(description="True if it is near its end, or has waited too long.", examples=[False])
    due: str = Field(description="Last day for it.", examples=["12/02/2026"])
    title: str
    href: str
    need: str = Field(description="Work that it needs, in a line.", examples=["Dental and vision for a family of four"])
    facts: list[str] = Field(description="Facts beside it.", examples=[["Columbus, OH", "(614) 555-0137"]])
    worth: str = Field(description="Value a month; empty where that isn't known.", examples=["94.16"])
    phone: str
    verb: str = Field(description="Words of the button.", examples=["Start quote"])
    to: str = Field(description="Address that the button leads to.", examples=["/quotes?outcome=waiting"])
    opens: TodayEnrollment | None = Field(description="Enrollment that the button continues; null without one.")
    people: list[TodayLink]
    can_finish: bool = Field(description="True if it can be marked as done.", examples=[True])
    can_wait: bool = Field(description="True if it can be put off.", examples=[True])

    @classmethod
    def build(cls, task: Task, reader: Reader) -> TodayItem:
        kind, item = task.kind, task.item
        return cls(
            key=task.key,
            kind=kind.key,
            label=item.label or str(kind.label),
            icon=kind.icon,
            tone=kind.tone.value,
            when=when_text(kind, item, reader),
            late=is_late(kind, item, reader),
            due=show_date(item.due),
            title=item.title,
            href=item.href,
            need=item.need,
            facts=[fact for fact in item.facts if fact],
            worth=as_text(item.worth) if item.worth is not None else "",
            phone=item.phone,
            verb=str(item.verb or kind.verb) if item.button or item.opens else "",
            to=item.button,
            opens=TodayEnrollment.build(item.opens) if item.opens else None,
            people=[TodayLink.build(link) for link in item.people],
            can_finish=kind.finish,
            can_wait=kind.snooze,
        )


class TodayCount(BaseModel):
    """``more``: there are more than ``count``."""

    show: ShowKey
    count: int
    more: bool


class TodayDone(BaseModel):
    """An item that was done today; ``title`` is "" where its cause is over."""

    key: str
    label: str
    title: str
    href: str
    at: datetime

    @classmethod
    def build(cls, done: Finished) -> TodayDone:
        return cls(key=done.key, label=str(done.kind.label), title=done.title, href=done.href, at=done.at)


class TodayAnswer(BaseModel):
    """The first items, most urgent first, of ``total``; ``more``: there are more than that."""

    day: str
    hour: int = Field(description="Hour of the day in the operator's time zone, for a greeting.", examples=[9])
    items: list[TodayItem] = Field(description="Items that need the reader, most urgent first.")
    counts: list[TodayCount] = Field(description="Items by filter, of all.")
    total: int
    more: bool
    done: list[TodayDone] = Field(description="Items done today, the latest first.")

    @classmethod
    def build(cls, today: Today, reader: Reader, hour: int) -> TodayAnswer:
        return cls(
            day=show_date(reader.today),
            hour=hour,
            items=[TodayItem.build(task, reader) for task in today.tasks],
            counts=[
                TodayCount(show=show.value, count=count, more=show in today.cut) for show, count in today.counts.items()
            ],
            total=today.total,
            more=bool(today.cut),
            done=[TodayDone.build(done) for done in today.finished],
        )


class TodayMark(BaseModel):
    """``until``: of an item that is put off, the day on which it comes back at nine; tomorrow without one."""

    key: str = Field(min_length=3, max_length=120)
    mark: Literal["done", "later", "open"] = Field(description="Done, put off, or back on the list.", examples=["done"])
    until: DateText = ""


class TodayCall(BaseModel):
    key: str = Field(min_length=3, max_length=120)
    outcome: Literal["talked", "message", "no_answer"] = Field(description="Outcome of the call.", examples=["talked"])


class DailyEmail(BaseModel):
    on: bool = Field(description="True if the daily email is sent.", examples=[True])


class DailyEmailToken(BaseModel):
    token: str = Field(min_length=1, max_length=200, description="Token of the link in the email.")


def when_text(kind: Kind, item: Item, reader: Reader) -> str:
    """Return the age of an item, or the time that is left for it."""
    if item.due is not None:
        return due_text(item.due, reader.today)
    return age_text(item.since, _moment(kind, reader)) if item.since else ""


def is_late(kind: Kind, item: Item, reader: Reader) -> bool:
    if item.due is not None:
        return is_near(item.due, reader.today)
    days = days_between(item.since, _moment(kind, reader)) if item.since else 0
    return days > (kind.patience or _LATE_DAYS)


def _moment(kind: Kind, reader: Reader) -> datetime:
    return reader.now if kind.real else reader.business_now


class TodayStep(BaseModel):
    """A first step of a new rep or group administrator, which is done while the records say so."""

    title: str = Field(description="Title of the step.", examples=["Add your first client"])
    text: str = Field(description="How, or why, in a sentence.", examples=["Use any spreadsheet."])
    href: str = Field(description="Page that it is done on.", examples=["/agent-select-member"])
    done: bool = Field(description="True if it is done.", examples=[False])

    @classmethod
    def build(cls, step: FirstStep, done: bool) -> TodayStep:
        return cls(title=str(step.title), text=str(step.text), href=step.href, done=done)
