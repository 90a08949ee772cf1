"""The enrollments a rep or group administrator works on: found, sorted and cut by the database, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Greatest

from planfront.enrollment.models import ResumeCode, Section, State
from planfront.enrollment.steps.registry import BASE_PATH, BY_KEY, RECEIPT_PATH
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.http import ApiRequest
from planfront.policies import selectors as policies
from planfront.producers.selectors import agent_of_user
from planfront.shopping import selectors as shopping
from planfront.sponsors.selectors import group_of_user

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.enrollment.models import Application
    from planfront.shopping.models import TempEnrollment

PER_PAGE = 10
_WORDS = 6
_ENDED = (State.TERMINATED, State.CANCELLED)


@dataclass(frozen=True)
class Desk:
    """Whose enrollments are listed: a rep's or a group's own on a brand."""

    brand_id: int
    agent_id: int | None = None
    group_id: int | None = None


@dataclass(frozen=True)
class Wanted:
    """``status``: "" for all, else one of the statuses of ``WorkRow``. ``newest``: the last change first."""

    page: int = 1
    per_page: int = PER_PAGE
    search: str = ""
    status: str = ""
    newest: bool = True


@dataclass(frozen=True)
class WorkRow:
    """``status``: draft, saved (a mailed code opens it), submitted, pending (underwriting), accepted, active, ended.

    ``step`` is the last one that was filled in, "" when there is only a cart. ``href`` is where to go on.
    """

    enrollment: TempEnrollment
    name: str
    status: str
    plans: tuple[str, ...]
    monthly: str
    changed_at: datetime
    step: str
    href: str


@dataclass(frozen=True)
class WorkPage:
    """``page`` is within ``pages``, also when a later one was asked for. ``total`` counts what was found."""

    rows: tuple[WorkRow, ...]
    total: int
    page: int
    pages: int
    per_page: int


@dataclass(frozen=True)
class _Around:
    """What stands around the enrollments of a page, by enrollment or application."""

    carts: dict[UUID, shopping.CartSum]
    sold: dict[UUID, policies.SoldSum]
    steps: dict[UUID, str] = field(default_factory=dict)


def access_desk(request: ApiRequest) -> Desk:
    """The desk of the signed-in rep or group administrator. Raises NotFound for everybody else."""
    brand_id, actor = request.brand.id, request.actor
    if actor.kind == "rep" and (agent := agent_of_user(brand_id, actor.user_id)):
        return Desk(brand_id, agent_id=agent.id)
    if actor.kind == "group" and (group := group_of_user(brand_id, actor.user_id)):
        return Desk(brand_id, group_id=group.id)
    raise NotFound


def work_page(desk: Desk, wanted: Wanted) -> WorkPage:
    """Rows of one page, in a constant number of queries. Carts that are empty or expired are left out."""
    found = _filtered(_listed(desk), wanted)
    total = found.count()
    pages = max(1, -(-total // wanted.per_page))
    page = min(wanted.page, pages)
    start = (page - 1) * wanted.per_page
    order = ("-changed_at", "-id") if wanted.newest else ("changed_at", "id")
    rows = list(found.select_related("member", "application").order_by(*order)[start : start + wanted.per_page])
    around = _around(desk, rows)
    return WorkPage(tuple(_row(one, around) for one in rows), total, page, pages, wanted.per_page)


def _listed(desk: Desk) -> QuerySet[TempEnrollment]:
    now = clock.now()
    codes = ResumeCode.objects.filter(application__enrollment=OuterRef("pk"), expires_at__gt=now)
    rows = shopping.enrollments_of(desk.brand_id, agent_id=desk.agent_id, group_id=desk.group_id)
    marked = rows.annotate(
        stage=Coalesce("application__state", Value(State.DRAFT.value)),
        coded=Exists(codes),
        changed_at=Greatest(Coalesce("application__updated_at", "updated_at"), "updated_at"),
    )
    running = Q(expires_at__gt=now) & (Q(filled=True) | Q(application__isnull=False))
    return marked.filter(~Q(stage=State.DRAFT) | running)


def _filtered(rows: QuerySet[TempEnrollment], wanted: Wanted) -> QuerySet[TempEnrollment]:
    """Every word must be in the name."""
    if wanted.status in {"draft", "saved"}:
        rows = rows.filter(Q(stage=State.DRAFT), Q(coded=wanted.status == "saved"))
    elif wanted.status:
        rows = rows.filter(Q(stage__in=_ENDED if wanted.status == "ended" else (wanted.status,)))
    for word in wanted.search.split()[:_WORDS]:
        of_member = Q(member__first_name__icontains=word) | Q(member__last_name__icontains=word)
        rows = rows.filter(Q(application__applicant__icontains=word) | of_member)
    return rows


def _around(desk: Desk, rows: list[TempEnrollment]) -> _Around:
    keys = [row.pk for row in rows]
    around = _Around(shopping.cart_sums(desk.brand_id, keys), policies.sold_sums(keys))
    sections = Section.objects.filter(application__enrollment__in=keys).exclude(saved_at=None, draft_at=None)
    touched: dict[UUID, datetime] = {}
    for enrollment, key, *times in sections.values_list("application__enrollment", "key", "saved_at", "draft_at"):
        last = max(one for one in times if one is not None)
        if key in BY_KEY and last >= touched.get(enrollment, last):
            touched[enrollment], around.steps[enrollment] = last, key
    return around


def application_of(row: TempEnrollment) -> Application | None:
    return getattr(row, "application", None)


def _row(row: TempEnrollment, around: _Around) -> WorkRow:
    application, stage = application_of(row), getattr(row, "stage", State.DRAFT.value)
    sold, cart = around.sold.get(row.pk), around.carts.get(row.pk)
    key, begun = around.steps.get(row.pk, ""), row.checked_out_at is not None or row.pk in around.steps
    return WorkRow(
        enrollment=row,
        name=(application.applicant if application else "") or _member_name(row),
        status=_status(row, stage),
        plans=sold.plans if sold else cart.plans if cart else (),
        monthly=sold.monthly if sold else cart.monthly if cart else "0.00",
        changed_at=getattr(row, "changed_at", row.updated_at),
        step=str(BY_KEY[key].title()) if key else "",
        href=RECEIPT_PATH if stage != State.DRAFT else BASE_PATH.rstrip("/") if begun else "/cart",
    )


def _status(row: TempEnrollment, stage: str) -> str:
    if stage == State.DRAFT:
        return "saved" if getattr(row, "coded", False) else "draft"
    return "ended" if stage in _ENDED else stage


def _member_name(row: TempEnrollment) -> str:
    return " ".join(filter(None, (row.member.first_name, row.member.last_name))) if row.member else ""
