"""Reading rate tables for pricing: a constant number of queries, compiled tables kept in the process."""

from __future__ import annotations

import logging
from array import array
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from itertools import groupby, starmap
from operator import attrgetter
from threading import Lock
from weakref import WeakValueDictionary

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from planfront.catalog import revision
from planfront.catalog.snapshot import FeeTerm
from planfront.kernel import clock
from planfront.kernel.memory import caches
from planfront.kernel.memory.memo import Memo
from planfront.rating import engine
from planfront.rating.models import AreaMap, RateFactor, RateRow, RateTable, TableStatus
from planfront.rating.queries import CELL_FIELDS, SPEC_FIELDS, read_keys, stored_cells, to_cell, to_factor, to_spec

logger = logging.getLogger(__name__)

STATE_SCHEME = "state"
NOWHERE = "-"  # no row has this area: a place outside the scheme
_NAME = ("pk", "version", "eff_to", "area_scheme")
_Name = tuple[int, int, date | None, str]
_Key = tuple[int, int, date | None, str]
_Version = tuple[int, int, date | None]
_FactorRow = tuple[str, str, Decimal]


class _Cache:
    """Compiled tables, least recently used out first, bounded by the memory they take (``RATES_HELD_MIB``).

    An approved table never changes except for its end date, so (id, version, end date, area)
    names its contents for ever and nothing needs invalidating.
    """

    def __init__(self) -> None:
        self.size = 0
        self.tables: OrderedDict[_Key, engine.CompiledTable] = OrderedDict()
        self._users: Counter[engine.Layout] = Counter()
        self._lock = Lock()

    def get(self, key: _Key) -> engine.CompiledTable | None:
        with self._lock:
            table = self.tables.get(key)
            if table is not None:
                self.tables.move_to_end(key)
            return table

    def put(self, key: _Key, table: engine.CompiledTable) -> None:
        with self._lock:
            if key in self.tables:
                return
            self.tables[key] = table
            self.size += table.own_bytes
            if not self._users[table.layout]:
                self.size += table.layout.bytes
            self._users[table.layout] += 1
            while self.size > settings.RATES_HELD_MIB * 2**20:
                self._drop_oldest()

    def _drop_oldest(self) -> None:
        _, table = self.tables.popitem(last=False)
        self.size -= table.own_bytes
        self._users[table.layout] -= 1
        if not self._users[table.layout]:
            self.size -= table.layout.bytes
            del self._users[table.layout]

    def clear(self) -> None:
        with self._lock:
            self.tables.clear()
            self._users.clear()
            self.size = 0


_cache = _Cache()
caches.CLEAR_CACHE.connect(_cache.clear, key=__name__)
_terms: WeakValueDictionary[_Version, engine.TableTerms] = WeakValueDictionary()
"""Of the tables that are held, in whatever areas."""
caches.CLEAR_CACHE.connect(_terms.clear, key=f"{__name__}.terms")
_DAYS_HELD, _PLACES_HELD = 16, 4096
_held, _places = Memo(_DAYS_HELD), Memo(_PLACES_HELD)
"""Tables in force by the edition of rates and day, and rating areas by edition, day and place."""
caches.CLEAR_CACHE.connect(_held.clear, key=f"{__name__}.held")
caches.CLEAR_CACHE.connect(_places.clear, key=f"{__name__}.places")


def tables_for(
    plan_ids: Iterable[int], on_date: date, areas: Mapping[str, str] | None = None
) -> dict[int, engine.CompiledTable]:
    """The compiled table in force of each plan on a date; plans without one are left out.

    `areas` (area by scheme, see `areas_for`) limits what is loaded to the shopper's area.
    One query when everything is cached (none in a request that knows the catalog's edition), five when not, however
    many plans there are.
    """
    ids = list(dict.fromkeys(plan_ids))
    if on_date < clock.today():  # of the past there are many days, each asked for a few plans
        names: Iterable[_Name] = _in_force(ids, on_date).order_by().values_list(*_NAME)
    else:
        by_plan = _held.get((revision.read().rates, on_date), lambda: _name_in_force(on_date))
        names = (name for plan_id in ids for name in by_plan.get(plan_id, ()))
    return {table.spec.plan_id: table for table in _compiled_tables(names, areas)}


def _name_in_force(on_date: date) -> dict[int, tuple[_Name, ...]]:
    """Return the names of the tables in force on a date, by plan. One query."""
    by_plan: dict[int, list[_Name]] = defaultdict(list)
    for plan_id, *name in _in_force(None, on_date).order_by().values_list("plan_id", *_NAME):
        by_plan[plan_id].append((*name,))
    return {plan_id: tuple(names) for plan_id, names in by_plan.items()}


def name_tables(plan_ids: Iterable[int], on_date: date) -> list[tuple[int, int, int, date | None]]:
    """Return plan, table, version and end date of the tables in force of plans on a date, in order. One query."""
    rows = _in_force(plan_ids, on_date).order_by("plan_id", "pk")
    return [(*row,) for row in rows.values_list("plan_id", "pk", "version", "eff_to")]


def plans_by_attained_age(on_date: date) -> set[int]:
    """Plans whose rates in force on a date go by the age people have. One query."""
    aged = RateRow.objects.filter(rate_table=OuterRef("pk")).exclude(age_lo=None, age_hi=None)
    rows = _in_force(None, on_date).filter(Exists(aged), age_mode=engine.AgeMode.ATTAINED)
    return set(rows.values_list("plan_id", flat=True))


def _in_force(plan_ids: Iterable[int] | None, on_date: date) -> QuerySet[RateTable]:
    """None: of all plans."""
    rows = RateTable.objects.filter(
        Q(eff_to=None) | Q(eff_to__gte=on_date), status=TableStatus.APPROVED, eff_from__lte=on_date
    )
    return rows if plan_ids is None else rows.filter(plan_id__in=list(plan_ids))


def schemes_without_map(on_date: date) -> list[str]:
    """Return the area schemes of tables in force that no place is in. Two queries."""
    schemes = set(_in_force(None, on_date).order_by().values_list("area_scheme", flat=True).distinct())
    schemes -= {"", STATE_SCHEME}
    mapped = AreaMap.objects.filter(scheme__in=schemes).order_by().values_list("scheme", flat=True).distinct()
    return sorted(schemes - set(mapped))


def table_ids_in_force(on_date: date) -> list[int]:
    """The tables that price on a day, by plan."""
    return list(_in_force(None, on_date).order_by("plan_id").values_list("pk", flat=True))


def tables_by_id(table_ids: Iterable[int], areas: Mapping[str, str] | None = None) -> dict[int, engine.CompiledTable]:
    """Compiled tables that are or were in force, by table id (for replaying and issue ages)."""
    statuses = (TableStatus.APPROVED, TableStatus.RETIRED)
    rows = RateTable.objects.filter(pk__in=list(table_ids), status__in=statuses)
    return {table.spec.id: table for table in _compiled_tables(rows.order_by().values_list(*_NAME), areas)}


def _compiled_tables(names: Iterable[_Name], areas: Mapping[str, str] | None) -> list[engine.CompiledTable]:
    """Return compiled tables by their names, from the cache where they are there; rows are read only for the others."""
    ready: list[engine.CompiledTable] = []
    missing: dict[int, _Key] = {}
    for table_id, version, eff_to, scheme in names:
        area = areas.get(scheme, NOWHERE) if areas is not None and scheme else ""  # "" is all areas
        key = (table_id, version, eff_to, area)
        cached = _cache.get(key)
        if cached is None:
            missing[table_id] = key
        else:
            ready.append(cached)
    if missing:
        ready += _load_tables(missing, whole=areas is None)
    return ready


def _load_tables(missing: Mapping[int, _Key], *, whole: bool) -> list[engine.CompiledTable]:
    """Compile and cache. A malformed table is left out (its plan then has no rates): never a dead listing."""
    # A row with an area fits nobody in a table without a scheme: only the shopper's areas are ever needed.
    cells = _pack_whole(missing) if whole else _pack_areas({table_id: key[3] for table_id, key in missing.items()})
    loaded, none = [], engine.pack([])
    for table_id, terms in _load_terms(missing).items():
        try:
            table = engine.CompiledTable.from_packed(terms, cells.get(table_id, none))
        except engine.RateTableError as error:
            _log_malformed(table_id, error)
            continue
        _cache.put(missing[table_id], table)
        loaded.append(table)
    return loaded


def _log_malformed(table_id: int, error: engine.RateTableError) -> None:
    logger.warning("rate table %s can't be compiled: %s", table_id, error.detail)


def _load_terms(missing: Mapping[int, _Key]) -> dict[int, engine.TableTerms]:
    """Settings and factors by table, without malformed ones. Two queries at most."""
    loaded = {table_id: terms for table_id, key in missing.items() if (terms := _terms.get(key[:3]))}
    unloaded = [table_id for table_id in missing if table_id not in loaded]
    if not unloaded:
        return loaded
    factors = _read_factors(unloaded)
    for row in RateTable.objects.filter(pk__in=unloaded).order_by().values_list(*SPEC_FIELDS, named=True):
        key = missing[row.id][:3]
        table = row._replace(eff_to=key[2])  # as it was when the key was made
        try:
            terms = engine.TableTerms(to_spec(table), starmap(to_factor, factors.get(row.id, ())))
        except engine.RateTableError as error:
            _log_malformed(row.id, error)
            continue
        loaded[row.id] = _terms[key] = terms
    return loaded


def _pack_whole(ids: Collection[int]) -> dict[int, engine.Cells]:
    return {table_id: engine.pack(cells) for table_id, cells in _read_cells(ids).items()}


def _pack_areas(areas: Mapping[int, str]) -> dict[int, engine.Cells]:
    """Return the cells of each table in its area. One query."""
    keys_by_text: dict[tuple[str, ...], engine.Keys] = {}
    packed = {}
    for table_id, stored in groupby(stored_cells(areas, set(areas.values())), attrgetter("table_id")):
        area = areas[table_id]
        parts = [part for part in stored if not area or part.area in ("", area)]
        if not parts:
            continue
        texts = (area, *(part.keys for part in parts))
        if texts not in keys_by_text:
            keys_by_text[texts] = engine.pair_keys(key for part in parts for key in read_keys(part.keys, area))
        ids, rates = _join_numbers(part.ids for part in parts), _join_numbers(part.rates for part in parts)
        packed[table_id] = engine.Cells(ids, keys_by_text[texts], rates, area or None)
    return packed


def _join_numbers(parts: Iterable[str]) -> array[int]:
    return array("q", map(int, ",".join(parts).split(",")))


def _read_cells(ids: Collection[int]) -> dict[int, list[engine.RateCell]]:
    rows = RateRow.objects.filter(rate_table_id__in=ids).order_by("rate_table_id", "id")
    grouped: dict[int, list[engine.RateCell]] = {}
    for table_id, *row in rows.values_list("rate_table_id", *CELL_FIELDS).iterator(chunk_size=5000):
        grouped.setdefault(table_id, []).append(to_cell(tuple(row)))
    return grouped


def _read_factors(ids: Collection[int]) -> dict[int, list[_FactorRow]]:
    grouped: dict[int, list[_FactorRow]] = {}
    rows = RateFactor.objects.filter(rate_table_id__in=ids).values_list("rate_table_id", "kind", "key", "factor")
    for table_id, kind, key, factor in rows:
        grouped.setdefault(table_id, []).append((kind, key, factor))
    return grouped


def compile_table(table: RateTable) -> engine.CompiledTable:
    """Return one table, whole and uncached, in any status. Raises RateTableError."""
    cells = _read_cells([table.pk]).get(table.pk, [])
    return engine.CompiledTable(to_spec(table), cells, starmap(to_factor, _read_factors([table.pk]).get(table.pk, ())))


def areas_for(*, state: str, on_date: date, county_fips: str = "", zip_code: str = "") -> dict[str, str]:
    """The shopper's area in every scheme, `{"state": "TX", "cms": "TX-8"}`, in one query, and held.

    A place that could be in two areas (no county given, counties differ) has none in that scheme.
    """
    key = (revision.read().rates, on_date, state, county_fips, zip_code)
    return dict(_places.get(key, lambda: _areas_for(state, on_date, county_fips, zip_code)))


def _areas_for(state: str, on_date: date, county_fips: str, zip_code: str) -> dict[str, str]:
    places = AreaMap.objects.filter(
        Q(eff_to=None) | Q(eff_to__gte=on_date),
        Q(county_fips="") | Q(county_fips=county_fips),
        Q(zip3="") | Q(zip3=zip_code[:3]),
        Q(zip5="") | Q(zip5=zip_code),
        state=state,
        eff_from__lte=on_date,
    )
    best: dict[str, tuple[tuple[bool, bool, bool], str]] = {}
    for place in places:
        rank = (bool(place.zip5), bool(place.zip3), bool(place.county_fips))
        best_so_far = best.get(place.scheme)
        if best_so_far is None or rank > best_so_far[0]:
            best[place.scheme] = (rank, place.area)
    return {STATE_SCHEME: state, **{scheme: area for scheme, (_, area) in best.items()}}


@lru_cache(maxsize=1024)
def _engine_fees(terms: tuple[tuple[object, ...], ...]) -> tuple[engine.Fee, ...]:
    return tuple(
        engine.Fee(str(code), engine.FeeKind(str(kind)), amount, bool(once), bool(each))  # type: ignore[arg-type]
        for code, kind, amount, once, each in terms
    )


def fees_of(terms: Sequence[FeeTerm]) -> tuple[engine.Fee, ...]:
    """Return a plan's fees as the engine takes them."""
    if not terms:
        return ()
    return _engine_fees(tuple((fee.code, fee.kind, fee.amount, fee.first_only, fee.per_member) for fee in terms))
