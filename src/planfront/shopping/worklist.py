"""Finding the enrollments of a rep or a group, however many there are: by stage, by name, by the last change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from planfront.kernel import clock
from planfront.kernel.paging import Cut, cut, cut_list, cut_uncounted, few_keys
from planfront.kernel.words import begins, words_of
from planfront.shopping.desks import Owner
from planfront.shopping.models import EnrollmentWord, Status, TempEnrollment


@dataclass(frozen=True)
class Search:
    """``stage`` "" is all. Every word of ``text`` must begin a word of the person's name. ``newest`` change first."""

    stage: str = ""
    text: str = ""
    newest: bool = True
    page: int = 1
    per_page: int = 10


def find(owner: Owner, search: Search) -> Cut:
    """The enrollments of a page. Empty carts and expired drafts are left out."""
    found = _ordered(_listed(owner, search.stage), newest=search.newest)
    if not search.text.strip():
        return cut(found, search.page, search.per_page)
    words = words_of(search.text)
    if not words:
        return cut_list([], 1, search.per_page)
    named = [_named(owner, word) for word in words]
    few = few_keys(named, "enrollment_id")
    if few is None:
        for rows_of_word in named:
            found = found.filter(Exists(rows_of_word.filter(enrollment=OuterRef("pk"))))
        return cut_uncounted(found, search.page, search.per_page)
    return cut_list(_sorted(owner, few, search), search.page, search.per_page)


def _listed(owner: Owner, stage: str) -> QuerySet[TempEnrollment]:
    # listed__in, for SQLite takes a bare boolean column for no condition of an index.
    rows = TempEnrollment.objects.filter(brand_id=owner.brand_id, listed__in=[True], **owner.columns())
    if stage:
        rows = rows.filter(stage=stage)
    return rows.exclude(status=Status.DRAFT, expires_at__lte=clock.now())


def _ordered(rows: QuerySet[TempEnrollment], *, newest: bool) -> QuerySet[TempEnrollment]:
    return rows.order_by(*(("-updated_at", "-id") if newest else ("updated_at", "id")))


def _named(owner: Owner, word: str) -> QuerySet[EnrollmentWord]:
    return EnrollmentWord.objects.filter(begins("word", word), **owner.columns())


def _sorted(owner: Owner, keys: set[UUID], search: Search) -> list[Any]:
    """Few enrollments, read by their keys alone: an index of another column must not get in between."""
    rows = TempEnrollment.objects.filter(pk__in=keys)
    columns = rows.values_list("updated_at", "id", "brand_id", "listed", "stage", "status", "expires_at")
    now = clock.now()
    fitting = [
        (changed, key)
        for changed, key, brand, listed, stage, status, expires in columns
        if brand == owner.brand_id
        and listed
        and search.stage in ("", stage)
        and (status != Status.DRAFT or expires > now)
    ]
    return [key for _changed, key in sorted(fitting, key=lambda one: (one[0], one[1].hex), reverse=search.newest)]


def rows(keys: Iterable[UUID], *related: str) -> list[TempEnrollment]:
    """The enrollments of a page in its order, with their members and what rooms above keep ``related`` to them."""
    found = TempEnrollment.objects.select_related("member", *related).in_bulk(list(keys))
    return [found[key] for key in keys if key in found]
