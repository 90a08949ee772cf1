"""Requests and answers of the calls about a rep's book of business. Amounts are a month's as text such as "37.51", ""
where none is on record; days are mm/dd/yyyy, "" for none."""

from __future__ import annotations

from typing import Any, Literal

from django.utils.translation import gettext_lazy
from pydantic import BaseModel, Field

from planfront.coverage.client_search import ClientSearch
from planfront.coverage.clients import ahead, listing, tasks
from planfront.coverage.wording import difference_text, money_text
from planfront.kernel.files.handed_out import BIRTH_DATE, EMAIL, GROUP, PHONE, FileKind, Need, columns_of
from planfront.kernel.http.schema import OptionalId, PageAnswer, PageQuery, Short
from planfront.kernel.money import as_text
from planfront.kernel.text.parse import show_date, show_phone

TaskKind = Literal["ending", "ageing", "renewal", "reported", "birthday"]


class BookTask(BaseModel):
    """Something to do for a client, or to know. ``key`` names it. ``person``: whom it is about where that isn't the
    client. ``title``: of a report, what happened. ``answer_by``: of a renewal. ``age``: of a birthday, and of a child
    that leaves."""

    key: str
    kind: TaskKind
    member_id: int
    client: str = Field(description="Name of the client.", examples=["Maria Santos"])
    phone: str
    email: str
    day: str
    person: str
    plan: str
    policy_number: str
    before: str = Field(description="Cost a month now; empty where that isn't known.", examples=["64.70"])
    after: str
    difference: str
    answer_by: str
    next_plan: str = Field(description="Of a renewal: another plan that takes its place, or empty.", examples=[""])
    title: str
    age: int | None

    @classmethod
    def build(cls, task: tasks.Task) -> BookTask:
        return cls(
            key=task.key,
            kind=task.kind.value,
            member_id=task.member.pk,
            client=f"{task.member.first_name} {task.member.last_name}",
            phone=show_phone(task.member.phone),
            email=task.member.email,
            day=show_date(task.day),
            person=task.person,
            plan=task.plan,
            policy_number=task.number,
            before=money_text(task.before),
            after=money_text(task.after),
            difference=difference_text(task.difference),
            answer_by=show_date(task.answer_by),
            next_plan=task.next_plan,
            title=task.title,
            age=task.age,
        )


class BookMark(BaseModel):
    """Something on a day; or ``count`` things from ``day`` to ``last_day``."""

    day: str
    last_day: str
    position: float = Field(
        description="Where the day stands, in per cent of the time that is looked at.", examples=[21.1]
    )
    count: int
    task: BookTask | None = Field(description="What it is about; null where several stand together.")


class BookLane(BaseModel):
    """The tasks of one kind in the next ninety days."""

    kind: TaskKind
    count: int
    marks: list[BookMark]


class BookFigures(BaseModel):
    in_force: str = Field(description="Premium a month of what is in force.", examples=["881.64"])
    policies: int = Field(description="Number of policies in force.", examples=[26])
    clients: int = Field(description="Number of clients.", examples=[14])
    insured: int = Field(description="Number of clients with coverage in force.", examples=[13])
    ending: str = Field(description="Monthly premium of policies that end by `until`.", examples=["17.02"])
    ending_clients: int = Field(description="Of how many clients something ends.", examples=[1])
    renewing: str = Field(description="Monthly premium of policies that renew by `until`.", examples=["110.50"])
    renewing_clients: int = Field(description="Number of clients with an offer for a new year.", examples=[2])
    until: str


class Book(BaseModel):
    """A rep's day."""

    day: str
    figures: BookFigures = Field(description="Sums of the whole book.")
    lanes: list[BookLane] = Field(description="Events of the next ninety days, by kind.")


class ClientsQuery(PageQuery):
    """``show``: clients with something of one kind to come in ninety days only; former: who has
    nothing in force or ahead. ``search``: words that must be in the name, the email or the group's name, or be the
    birth date, the phone number or a policy's number."""

    per_page: int = Field(default=8, ge=1, le=50)
    show: listing.Shown = ""
    search: Short = ""
    group_id: OptionalId = Field(None, description="Only clients of this group.", examples=[101])

    def wanted(self) -> ClientSearch:
        return ClientSearch(text=self.search, group_id=self.group_id, page=self.page, per_page=self.per_page)


class ClientsFileQuery(ClientsQuery):
    """The same clients, all of them or some."""

    members: str = Field(
        "", max_length=2_000, pattern=r"^[0-9]*(?:,[0-9]+)*$", description="Only these of them.", examples=["12,15"]
    )

    def chosen(self) -> frozenset[int]:
        return frozenset(int(key) for key in self.members.split(",") if key)


CLIENTS = FileKind(
    "clients",
    gettext_lazy("Clients of a rep"),
    gettext_lazy("One line per client in the rep's book, with their policies and premium."),
    Need.DAILY,
    columns_of(
        gettext_lazy("Client"),
        BIRTH_DATE,
        EMAIL,
        PHONE,
        gettext_lazy("City"),
        gettext_lazy("State"),
        GROUP,
        gettext_lazy("Policies"),
        gettext_lazy("People insured"),
        gettext_lazy("Premium a month"),
        gettext_lazy("Coverage ended"),
    ),
    readers=gettext_lazy("The rep who has them, at the rep's desk"),
    calls=("export_clients",),
)


def client_line(client: listing.Client) -> list[Any]:
    """Return the cells of a client."""
    member = client.member
    return [
        member.name,
        member.birth_date,
        member.email,
        show_phone(member.phone),
        member.city,
        member.state,
        member.group.name if member.group else "",
        ", ".join(policy.number for policy in client.policies),
        client.people,
        client.monthly,
        client.ended_on,
    ]


class ClientRow(BaseModel):
    member_id: int
    name: str
    place: str
    group: str
    categories: list[str] = Field(
        description="Categories of what is in force or about to start.", examples=[["dental"]]
    )
    people: int = Field(description="Number of people covered.", examples=[3])
    monthly: str
    ended_on: str = Field(description="Last day of who has nothing any more, mm/dd/yyyy.", examples=[""])
    next: BookTask | None = Field(description="The most urgent thing to come; null for nothing.")

    @classmethod
    def build(cls, client: listing.Client) -> ClientRow:
        member = client.member
        return cls(
            member_id=member.pk,
            name=member.name,
            place=", ".join(filter(None, (member.city, member.state))),
            group=member.group.name if member.group else "",
            categories=list(dict.fromkeys(policy.category for policy in client.policies)),
            people=client.people,
            monthly=as_text(client.monthly),
            ended_on=show_date(client.ended_on),
            next=BookTask.build(client.next) if client.next else None,
        )


class Clients(PageAnswer[ClientRow]):
    """A page of clients, by name."""


def build_figures(figures: ahead.Figures) -> BookFigures:
    return BookFigures(
        in_force=as_text(figures.in_force),
        policies=figures.policies,
        clients=figures.clients,
        insured=figures.insured,
        ending=as_text(figures.ending),
        ending_clients=figures.ending_clients,
        renewing=as_text(figures.renewing),
        renewing_clients=figures.renewing_clients,
        until=show_date(figures.until),
    )
