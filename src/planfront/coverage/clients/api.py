"""A rep's book of business."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ninja import Query, Router

from planfront.accounts.acts import Act, does
from planfront.audit.list_files import make_list_file
from planfront.audit.services import origin_of
from planfront.coverage.clients import schemas
from planfront.coverage.clients.ahead import Lane, load_figures, load_lanes
from planfront.coverage.clients.listing import client_keys, clients_by_key, list_clients
from planfront.coverage.clients.scope import access_book
from planfront.coverage.clients.tasks import REACH, RepTaskList
from planfront.kernel import clock
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import ListFile
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


@router.get("/export-clients", response=responses(ListFile, business=True), operation_id="export_clients")
@does(Act.READ)
def export_clients(request: ApiRequest, query: Annotated[schemas.ClientsFileQuery, Query()]) -> Answer:
    """Return the clients that ``get-clients`` finds, all of them or those of ``members``, as a CSV file. errorCode:
    listTooLong."""
    scope, today, chosen = access_book(request), clock.today(), query.chosen()
    keys = client_keys(scope, query.show, query.wanted(), today)
    return ok(
        make_list_file(
            kind=schemas.CLIENTS,
            keys=(key for key in keys if key in chosen) if chosen else keys,
            lines_of=lambda keys: map(schemas.client_line, clients_by_key(scope, keys, today)),
            filters=query.model_fields_set - {"page", "per_page"},
            origin=origin_of(request),
        )
    )
