"""The enrollments a rep or group administrator works on: found, sorted and cut by the database, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from planfront.enrollment.models import Section, State
from planfront.enrollment.steps.registry import BASE_PATH, BY_KEY, RECEIPT_PATH
from planfront.kernel.errors import NotFound
from planfront.kernel.http.paging import Page, Search
from planfront.kernel.http.request import ApiRequest
from planfront.sales import selectors as policies
from planfront.shopping.access import access_quote
from planfront.shopping.cart import selectors as shopping
from planfront.shopping.sent_quotes.selectors import recipient_names
from planfront.shopping.worklists import enrollments
from planfront.shopping.worklists.owner import Owner, access_desk

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from planfront.enrollment.models import Application
    from planfront.shopping.models import Quote


@dataclass(frozen=True)
class WorkRow:
    """``status``: draft, saved (a mailed code opens it), waiting (for the client's signature), submitted, pending
    (underwriting), accepted, active, ended.

    ``quoted_to``: to whom the cart was sent as a quote, while nobody else is named. ``step`` is the last one that was
    filled in, "" when there is only a cart. ``href`` is where to go on, "" when that can't be done any more.
    """

    quote: Quote
    name: str
    quoted_to: str
    status: str
    plans: tuple[str, ...]
    monthly: str
    changed_at: datetime
    step: str
    href: str
    can: tuple[str, ...]


@dataclass(frozen=True)
class _Around:
    """Facts about the enrollments of a page, by enrollment or application."""

    carts: dict[UUID, shopping.CartSum]
    sold: dict[UUID, policies.SoldSum]
    quoted_to: dict[UUID, str]
    steps: dict[UUID, str] = field(default_factory=dict)


def access_own_work(request: ApiRequest, enrollment_id: str) -> Quote:
    """An enrollment of one's own desk. Raises NotFound for any other, and ``enrollmentIdError`` for an expired one."""
    desk, result = access_desk(request), access_quote(request, enrollment_id)
    if any(getattr(result, name) != value for name, value in desk.columns().items()):
        raise NotFound
    return result


def work_page(desk: Owner, search: Search) -> Page[WorkRow]:
    """Rows of one page, in a constant number of queries. Carts that are empty or expired are left out."""
    result = enrollments.find_enrollments(desk, search)
    return Page(tuple(work_rows(desk, result.keys)), result)


def work_rows(desk: Owner, keys: Iterable[UUID]) -> list[WorkRow]:
    """Return rows in the order of their keys."""
    return describe_work(desk, enrollments.load_page(keys, "application"))


def describe_work(desk: Owner, rows: list[Quote]) -> list[WorkRow]:
    """Return rows about quotes, read with their members and applications, in a constant number of queries."""
    around = _around(desk, rows)
    return [_row(row, around) for row in rows]


def _around(desk: Owner, rows: list[Quote]) -> _Around:
    keys = [row.pk for row in rows]
    around = _Around(shopping.cart_sums(desk.brand_id, keys), policies.sold_sums(keys), recipient_names(keys))
    sections = Section.objects.filter(application__enrollment__in=keys).exclude(saved_at=None, draft_at=None)
    touched: dict[UUID, datetime] = {}
    for enrollment, key, *times in sections.values_list("application__enrollment", "key", "saved_at", "draft_at"):
        last = max(time for time in times if time is not None)
        if key in BY_KEY and last >= touched.get(enrollment, last):
            touched[enrollment], around.steps[enrollment] = last, key
    return around


def application_of(row: Quote) -> Application | None:
    return getattr(row, "application", None)


def _row(row: Quote, around: _Around) -> WorkRow:
    application, name = application_of(row), _name(row)
    stage = application.state if application else State.DRAFT.value
    sold, cart = around.sold.get(row.pk), around.carts.get(row.pk)
    key, begun = around.steps.get(row.pk, ""), row.checked_out_at is not None or row.pk in around.steps
    return WorkRow(
        quote=row,
        name=name,
        quoted_to="" if name else around.quoted_to.get(row.pk, ""),
        status=row.stage,
        plans=sold.plans if sold else cart.plans if cart else (),
        monthly=sold.monthly if sold else cart.monthly if cart else "0.00",
        changed_at=row.updated_at,
        step=str(BY_KEY[key].title()) if key else "",
        href=_href(stage, sold=sold is not None, begun=begun),
        can=tuple(sorted(_can(row, stage))),
    )


def _href(stage: str, *, sold: bool, begun: bool) -> str:
    if stage != State.DRAFT:
        return RECEIPT_PATH if sold else ""
    return BASE_PATH.rstrip("/") if begun else "/cart"


def _can(row: Quote, stage: str) -> set[str]:
    """Return what the rep or group administrator can do besides continuing: mail a code, copy the link, withdraw."""
    if stage != State.DRAFT:
        return set()
    return {"withdraw"} | {"draft": {"code"}, "saved": {"code", "link"}}.get(row.stage, set())


def _name(row: Quote) -> str:
    application = application_of(row)
    return (application.applicant if application else "") or _member_name(row)


def _member_name(row: Quote) -> str:
    return " ".join(filter(None, (row.member.first_name, row.member.last_name))) if row.member else ""
