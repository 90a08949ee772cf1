"""A rep's book of business."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Annotated

from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.kernel import clock
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import Id
from planfront.kernel.money import as_text, total
from planfront.kernel.text.parse import age_on, show_date, show_phone
from planfront.members.access import access_member
from planfront.policies.clients import schemas
from planfront.policies.clients.ahead import Lane
from planfront.policies.clients.day import load_day
from planfront.policies.clients.listing import list_clients
from planfront.policies.clients.scope import access_book
from planfront.policies.clients.story import Story, load_story
from planfront.policies.clients.tasks import REACH, mark_task

if TYPE_CHECKING:
    from datetime import date

router = Router(tags=["book"])


@router.get("/get-book-of-business", response=responses(schemas.Book), operation_id="get_book_of_business")
def get_book_of_business(request: ApiRequest) -> Answer:
    """The signed-in rep's day: sums, what is to be done, and the next ninety days, as of now."""
    today = clock.today()
    day = load_day(access_book(request), today)
    return ok(
        schemas.Book(
            day=show_date(today),
            figures=schemas.build_figures(day.figures),
            tasks=[schemas.BookTask.build(task) for task in day.tasks],
            task_total=day.task_total,
            lanes=[_lane(lane, today) for lane in day.lanes],
        )
    )


def _lane(lane: Lane, today: date) -> schemas.BookLane:
    marks = [
        schemas.BookMark(
            day=show_date(mark.day),
            last_day=show_date(mark.last_day),
            position=round((mark.day - today) / REACH * 100, 1),
            count=mark.count,
            task=schemas.BookTask.build(mark.task) if mark.task else None,
        )
        for mark in lane.marks
    ]
    return schemas.BookLane(kind=lane.kind.value, count=lane.count, marks=marks)


@router.post("/mark-book-task", response=responses(schemas.DoneTask), operation_id="mark_book_task")
@does(Act.CLIENTS)
def mark_book_task(request: ApiRequest, body: schemas.DoneTask) -> Answer:
    """Say that a task of the signed-in rep is done, or not."""
    mark_task(access_book(request), body.key, done=body.done, today=clock.today())
    return ok(body)


@router.get("/get-clients", response=responses(schemas.Clients), operation_id="get_clients")
def get_clients(request: ApiRequest, query: Annotated[schemas.ClientsQuery, Query()]) -> Answer:
    """The signed-in rep's clients: what is in force, and what comes next."""
    clients, cut = list_clients(access_book(request), query.show, query.wanted(), clock.today())
    return ok(schemas.Clients.cut_to(cut, map(schemas.ClientRow.build, clients)))


@router.get("/get-client", response=responses(schemas.Client), operation_id="get_client")
def get_client(request: ApiRequest, member_id: Id) -> Answer:
    """One client of the signed-in rep: what is in force, the household, what comes and what happened."""
    scope = access_book(request)
    return ok(_client(load_story(scope, access_member(request, member_id)), clock.today()))


def _client(story: Story, today: date) -> schemas.Client:
    member = story.member
    known: list[Decimal] = [holding.monthly for holding in story.holdings if holding.monthly is not None]
    return schemas.Client(
        member_id=member.id,
        name=member.name,
        first_name=member.first_name,
        age=age_on(member.birth_date, today),
        birth_date=show_date(member.birth_date),
        place=" ".join(filter(None, (", ".join(filter(None, (member.city, member.state))), member.zip))),
        phone=show_phone(member.phone),
        email=member.email,
        group=member.group_name,
        group_id=member.group_id,
        since=show_date(story.since),
        day=show_date(today),
        monthly=as_text(total(known)),
        policies=[
            schemas.ClientPolicy(
                number=holding.policy.number,
                plan=holding.policy.plan_name,
                category=holding.policy.category,
                terms=holding.terms,
                monthly="" if holding.monthly is None else as_text(holding.monthly),
                starts_later=holding.starts_later,
            )
            for holding in story.holdings
        ],
        elsewhere=story.elsewhere,
        household=[
            schemas.HouseholdPerson(
                name=person.name,
                first_name=person.first_name,
                role=person.role,
                birth_date=person.birth_date,
                age=person.age,
                categories=story.plans_of.get(person.id, []),
            )
            for person in story.family
        ],
        sayings=[schemas.ClientSaying(title=saying.title, reason=saying.reason) for saying in story.sayings],
        ahead=[schemas.ClientEvent.build(event) for event in story.ahead],
        past=[schemas.ClientEvent.build(event) for event in story.past],
    )
