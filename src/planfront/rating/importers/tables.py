"""The draft tables an import makes: how they are set up, and what is wrong with them at the end."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Q

from planfront.catalog.selectors import all_plan_ids, plan_ids_by_hios, plan_ids_by_name
from planfront.rating import engine
from planfront.rating.importers.bulk import Overlap, find_overlapping
from planfront.rating.importers.reasons import plain_reason
from planfront.rating.models import Method, RateFactor, RateRow, RateTable, TableStatus
from planfront.rating.services import next_version
from planfront.rating.table_checks import table_problems

ADULT = 21
AREA_SCHEME = "cms"


class TableKey(NamedTuple):
    """The table that a row belongs to. No end date: open."""

    plan_id: int
    method: str
    eff_from: date
    eff_to: date | None


class NewTable(NamedTuple):
    """The contents a table starts with: columns of RateTable, and its factors."""

    settings: dict[str, Any]
    factors: tuple[engine.Factor, ...] = ()

    @classmethod
    def of_public_file(cls, key: TableKey) -> NewTable:
        """The market's rules for public files: three children under 21 are charged at most."""
        by_member = key.method == "MEMBER"
        return cls(
            {
                "area_scheme": AREA_SCHEME,
                "max_children_rated": 3 if by_member else None,
                "child_cap_under": ADULT if by_member else None,
            }
        )


class Problem(NamedTuple):
    """A reason why a table can't be used."""

    table_id: int
    code: str
    detail: str
    place: Overlap | None = None

    @property
    def message(self) -> str:
        """A plain sentence for the person who made the file."""
        return plain_reason(self.code, self.detail)


def plan_ids_by_code() -> dict[str, int]:
    """Plan id by HIOS component id, by its own number as text and by its name, for templates and grids."""
    return plan_ids_by_name() | {str(plan_id): plan_id for plan_id in all_plan_ids()} | plan_ids_by_hios()


def create_loading(key: TableKey, new: NewTable, **owner: Any) -> RateTable:
    """A table that nothing but its import sees. Call inside a transaction."""
    table = RateTable.objects.create(
        plan_id=key.plan_id,
        version=next_version(key.plan_id),
        status=TableStatus.LOADING,
        method=key.method,
        eff_from=key.eff_from,
        eff_to=key.eff_to,
        **new.settings,
        **owner,
    )
    RateFactor.objects.bulk_create(RateFactor(rate_table=table, kind=k, key=key, factor=f) for k, key, f in new.factors)
    return table


def find_problems(table_ids: Collection[int]) -> list[Problem]:
    """Return the problems that show only when all rows are stored, in public files and our template alike. Changes
    nothing."""
    tables = {table.pk: table for table in RateTable.objects.filter(pk__in=table_ids).order_by("id")}
    result = list(_find_overlaps(tables))
    result += _find_mixed_methods(tables.values())
    if not result:
        result += _find_unsound(tables.values())
    return result


def mark_children_only(table_ids: Collection[int]) -> None:
    """Public age tables without a rate for any adult: the plans that are filed for children alone."""
    adults = RateRow.objects.filter(Q(age_hi=None) | Q(age_hi__gte=ADULT), rate_table_id__in=table_ids)
    by_age = RateTable.objects.filter(pk__in=table_ids, method=Method.MEMBER, area_scheme=AREA_SCHEME)
    by_age.exclude(pk__in=adults.values("rate_table_id")).update(children_only=True)


def _table_title(table: RateTable) -> str:
    return f"plan {table.plan_id} from {table.eff_from}"


def _find_overlaps(tables: dict[int, RateTable]) -> Iterator[Problem]:
    """One for each area and age; a family line that is there twice is one, not eight."""
    text: set[tuple[int, str, str]] = set()
    for overlap in find_overlapping(list(tables)):
        table_id, area, tier, age = overlap
        people = "family rates" if tier and not age else f"age {age}"
        if (table_id, area, people) not in text:
            text.add((table_id, area, people))
            where = ", ".join(filter(None, (_table_title(tables[table_id]), area and f"area {area}", people)))
            yield Problem(table_id, "overlap", where, overlap)


def _find_mixed_methods(tables: Collection[RateTable]) -> Iterator[Problem]:
    methods: dict[tuple[Any, ...], str] = {}
    for table in tables:
        key = (table.plan_id, table.eff_from, table.eff_to)
        if methods.setdefault(key, table.method) != table.method:
            yield Problem(table.pk, "mixedMethods", _table_title(table))


def _find_unsound(tables: Collection[RateTable]) -> Iterator[Problem]:
    """Compile each small table as for approval: ties across keys, undeclared components, no rows."""
    for table in tables:
        if table.area_scheme == AREA_SCHEME and not table.components:
            continue  # one shape of rows only: overlaps are all that can be wrong
        for text in table_problems(table):
            yield Problem(table.pk, "unsound", f"{_table_title(table)}: {text}")
