"""A rep's book of business."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ninja import Query, Router

from planfront.coverage.clients import schemas
from planfront.coverage.clients.ahead import Lane, load_figures, load_lanes
from planfront.coverage.clients.listing import list_clients
from planfront.coverage.clients.scope import access_book
from planfront.coverage.clients.tasks import REACH, RepTaskList
from planfront.kernel import clock
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.text.parse import show_date

if TYPE_CHECKING:
    from datetime import date

router = Router(tags=["book"])


@router.get("/get-book-of-business", response=responses(schemas.Book), operation_id="get_book_of_business")
def get_book_of_business(request: ApiRequest) -> Answer:
    """The signed-in rep's book: sums, and the next ninety days, as of now."""
    today = clock.today()
    task_list = RepTaskList(access_book(request), today)
    return ok(
        schemas.Book(
            day=show_date(today),
            figures=schemas.build_figures(load_figures(task_list)),
            lanes=[_lane(lane, today) for lane in load_lanes(task_list)],
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


@router.get("/get-clients", response=responses(schemas.Clients), operation_id="get_clients")
def get_clients(request: ApiRequest, query: Annotated[schemas.ClientsQuery, Query()]) -> Answer:
    """The signed-in rep's clients: what is in force, and what comes next."""
    clients, cut = list_clients(access_book(request), query.show, query.wanted(), clock.today())
    return ok(schemas.Clients.cut_to(cut, map(schemas.ClientRow.build, clients)))
