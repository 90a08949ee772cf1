"""A page of the current-members list: found, sorted and cut by the database, however long the list is."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, OrderBy, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from planfront.members.models import Member
from planfront.members.selectors import MemberFacts, facts, with_coverage

PER_PAGE = 5
_WORDS = 6
_ORDERS: dict[str, tuple[str, ...]] = {
    "name": ("last_name", "first_name", "id"),
    "dob": ("birth_date", "id"),
    "group": ("group__name", "last_name", "first_name", "id"),
    "email": ("email", "id"),
}
SORTS = tuple(f"{turn}{name}" for name in _ORDERS for turn in ("", "-"))
_MAY_LACK = {"group__name"}
_SEARCHED = ("first_name", "middle_name", "last_name", "email", "group__name")


@dataclass(frozen=True)
class Book:
    """Whose members are listed: a rep's own and those of groups, or a group's."""

    brand_id: int
    agent_id: int | None = None
    group_ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class Wanted:
    """``page`` None is the whole list. ``sort`` is one of SORTS: "-" turns it round."""

    page: int | None = None
    per_page: int = PER_PAGE
    search: str = ""
    sort: str = "name"
    group_id: int | None = None


@dataclass(frozen=True)
class Page:
    """``page`` is within ``pages``, also when a later one was asked for. ``total`` counts what the search found."""

    rows: tuple[MemberFacts, ...]
    total: int
    page: int
    pages: int
    per_page: int


def member_page(book: Book, wanted: Wanted) -> Page:
    """Rows of one page, in a constant number of queries: count, ids of the page, their rows, their coverage."""
    found = _searched(_of(book), wanted)
    if wanted.page is None:
        rows = tuple(facts(row) for row in with_coverage(found).order_by(*_order(wanted.sort)))
        return Page(rows, len(rows), 1, 1, max(len(rows), 1))
    total = found.count()
    pages = max(1, -(-total // wanted.per_page))
    page = min(wanted.page, pages)
    start = (page - 1) * wanted.per_page
    keys = list(found.order_by(*_order(wanted.sort)).values_list("pk", flat=True)[start : start + wanted.per_page])
    by_key = {row.pk: facts(row) for row in with_coverage(Member.objects.filter(pk__in=keys))}
    return Page(tuple(by_key[key] for key in keys if key in by_key), total, page, pages, wanted.per_page)


def _of(book: Book) -> QuerySet[Member]:
    rows = Member.objects.filter(brand_id=book.brand_id, active=True)
    if book.agent_id is None:
        return rows.filter(group_id__in=book.group_ids)
    # Wrapped, so that the database walks the index of names and stops after a page, instead of gathering and sorting
    # the rep's whole book by the index of reps or groups.
    keyed = rows.alias(rep=Coalesce("agent_id", Value(0)), of=Coalesce("group_id", Value(0)))
    return keyed.filter(Q(rep=book.agent_id) | Q(of__in=book.group_ids))


def _searched(rows: QuerySet[Member], wanted: Wanted) -> QuerySet[Member]:
    """Every word must be in the name, the e-mail or the group's name."""
    if wanted.group_id is not None:
        rows = rows.filter(group_id=wanted.group_id)
    for word in wanted.search.split()[:_WORDS]:
        rule = Q()
        for column in _SEARCHED:
            rule |= Q(**{f"{column}__icontains": word})
        rows = rows.filter(rule)
    return rows


def _order(sort: str) -> list[OrderBy]:
    """Members without a group come last, on both databases; turned round, first."""
    columns = _ORDERS[sort.removeprefix("-")]
    if sort.startswith("-"):
        return [F(column).desc(nulls_first=column in _MAY_LACK or None) for column in columns]
    return [F(column).asc(nulls_last=column in _MAY_LACK or None) for column in columns]
