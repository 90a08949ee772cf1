"""The places and days that rate tables have rates for, to tell a shopper without a price which answer would help."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Min, Q, QuerySet

from planfront.rating.engine import FactorKind
from planfront.rating.models import AreaMap, RateFactor, RateRow, RateTable, TableStatus
from planfront.rating.selectors import STATE_SCHEME


class Spot(NamedTuple):
    """A place: state and, where known, county. The ZIP is the same for all spots of one question."""

    state: str
    county_fips: str = ""


class MapRow(NamedTuple):
    """A line of an area map; empty keys fit everywhere in the state."""

    scheme: str
    state: str
    county_fips: str
    zip3: str
    zip5: str
    area: str

    def fits(self, spot: Spot, zip_code: str) -> bool:
        return (
            self.state == spot.state
            and self.county_fips in ("", spot.county_fips)
            and self.zip3 in ("", zip_code[:3])
            and self.zip5 in ("", zip_code)
        )

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        return bool(self.zip5), bool(self.zip3), bool(self.county_fips)


_COLUMNS = MapRow._fields


def _in_force(on: date) -> QuerySet[AreaMap]:
    return AreaMap.objects.filter(Q(eff_to=None) | Q(eff_to__gte=on), eff_from__lte=on)


def area_of(rows: Iterable[MapRow], spot: Spot, zip_code: str) -> str | None:
    """The area of a place by the rows of one scheme: the most specific row decides."""
    fitting = [row for row in rows if row.fits(spot, zip_code)]
    return max(fitting, key=lambda row: row.rank).area if fitting else None


def areas_of(spots: Sequence[Spot], zip_code: str, on: date) -> list[dict[str, str]]:
    """Area by scheme for each place of one ZIP, without the scheme of states. One query."""
    rows = _in_force(on).filter(
        Q(county_fips="") | Q(county_fips__in={spot.county_fips for spot in spots}),
        Q(zip3="") | Q(zip3=zip_code[:3]),
        Q(zip5="") | Q(zip5=zip_code),
        state__in={spot.state for spot in spots},
    )
    by_scheme: dict[str, list[MapRow]] = defaultdict(list)
    for row in map(MapRow._make, rows.values_list(*_COLUMNS)):
        by_scheme[row.scheme].append(row)
    result = []
    for spot in spots:
        areas = {scheme: area_of(same, spot, zip_code) for scheme, same in by_scheme.items()}
        result.append({scheme: area for scheme, area in areas.items() if area is not None})
    return result


def rates_depend(differing: Mapping[str, Collection[str]], plan_ids: Iterable[int], on: date) -> bool:
    """Return whether a table of one of the plans, in force on a day or later, rates any of the areas, by scheme."""
    if not differing:
        return False
    tables = RateTable.objects.filter(
        Q(eff_to=None) | Q(eff_to__gte=on),
        status=TableStatus.APPROVED,
        area_scheme__in=list(differing),
        plan_id__in=list(plan_ids),
    )
    by_scheme: dict[str, list[int]] = defaultdict(list)
    for table_id, scheme in tables.values_list("id", "area_scheme"):
        by_scheme[scheme].append(table_id)
    return any(_have_rates(ids, differing[scheme]) for scheme, ids in by_scheme.items())


def _have_rates(table_ids: list[int], areas: Collection[str]) -> bool:
    rows = RateRow.objects.filter(rate_table_id__in=table_ids, area__in=list(areas))
    factors = RateFactor.objects.filter(rate_table_id__in=table_ids, kind=FactorKind.AREA.value, key__in=list(areas))
    return rows.exists() or factors.exists()


def area_map(schemes: Iterable[str], on: date) -> dict[str, list[MapRow]]:
    """All lines of some schemes, by scheme. One query."""
    by_state: dict[str, list[MapRow]] = defaultdict(list)
    rows = _in_force(on).filter(scheme__in=[name for name in schemes if name != STATE_SCHEME])
    for row in map(MapRow._make, rows.values_list(*_COLUMNS)):
        by_state[row.scheme].append(row)
    return by_state


def area_places(scheme: str, on: date) -> set[tuple[str, str]]:
    """Return each area of a scheme, on a day or later, with each of its counties ("" for places given by ZIP). One
    query."""
    rows = AreaMap.objects.filter(Q(eff_to=None) | Q(eff_to__gte=on), scheme=scheme)
    return set(rows.values_list("area", "county_fips").distinct())


def rated_areas(table_ids: Iterable[int], areas: Collection[str]) -> dict[int, set[str]]:
    """Return which of the areas each table has rows for; "" stands for rows that fit every area. One query."""
    result: dict[int, set[str]] = defaultdict(set)
    rows = RateRow.objects.filter(rate_table_id__in=list(table_ids), area__in=["", *areas])
    for table_id, area in rows.values_list("rate_table_id", "area").distinct():
        result[table_id].add(area)
    return result


def next_starts(plan_ids: Iterable[int], after: date) -> dict[int, date]:
    """The first day after a date on which a table of each plan comes into force. One query."""
    tables = RateTable.objects.filter(status=TableStatus.APPROVED, plan_id__in=list(plan_ids), eff_from__gt=after)
    return dict(tables.values_list("plan_id").annotate(first=Min("eff_from")).order_by("plan_id"))
