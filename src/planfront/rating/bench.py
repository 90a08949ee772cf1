"""Measurements with a bar: one price, a listing of 300 plans, an import. Ratios of one run, side by side."""

from __future__ import annotations

import json
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, connections, transaction

from planfront.catalog.models import Carrier, Plan
from planfront.imports.models import State
from planfront.imports.services import run_from_file
from planfront.kernel import caches
from planfront.rating import engine, selectors, services
from planfront.rating.importers.bulk import COLUMNS, COPY, INSERT
from planfront.rating.models import RateRow

START, ON = date(2026, 1, 1), date(2026, 12, 1)
PLANS, ROWS = 300, 1_000_000
STATES = ("CA", "FL", "IL", "NY", "TX")
PRICE_MS, LISTING_RATIO, IMPORT_RATIO, IMPORT_MIB = 2.0, 5.0, 0.25, 300
FAMILY = engine.RatingInputs(
    effective_date=ON,
    tier="IF",
    dob=date(1984, 3, 9),
    spouse_dob=date(1986, 7, 1),
    children=3,
    areas={"state": "TX"},
    tobacco=False,
)
HEADINGS = (
    "BusinessYear,StateCode,IssuerId,SourceName,ImportDate,RateEffectiveDate,RateExpirationDate,PlanId,RatingAreaId,"
    "Tobacco,Age,IndividualRate,IndividualTobaccoRate,Couple,PrimarySubscriberAndOneDependent,"
    "PrimarySubscriberAndTwoDependents,PrimarySubscriberAndThreeOrMoreDependents,CoupleAndOneDependent,"
    "CoupleAndTwoDependents,CoupleAndThreeOrMoreDependents\n"
)
AGES = ("0-14", *map(str, range(15, 64)), "64 and over")
AREAS = 26


def main() -> int:
    """Run everything in a database of its own. 0 when every bar is kept."""
    with _scratch_database():
        plans = _plans(PLANS)
        kept = [_one_price(), _listing(plans), _import()]
    return 0 if all(kept) else 1


@contextmanager
def _scratch_database() -> Iterator[None]:
    """A database like the tests' one, so that the operator's is not touched."""
    creation, settings = connections["default"].creation, connection.settings_dict
    name = settings["NAME"]
    with tempfile.TemporaryDirectory() as folder:
        if connection.vendor == "sqlite":
            settings["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")  # on disk, as in use
        creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            yield
        finally:
            creation.destroy_test_db(name, verbosity=0)


def _show(what: str, value: float, unit: str, bar: float, *, at_most: bool = True) -> bool:
    kept = value <= bar if at_most else value >= bar
    word = "at most" if at_most else "at least"
    print(f"{what}: {value:.3f} {unit} (bar: {word} {bar:g}) {'ok' if kept else 'MISSED'}")
    return kept


def _seconds(work: Callable[[], object], runs: int = 9) -> float:
    """Median time of `work`, after one run to warm up."""
    work()
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _tier_cells(rate: Decimal) -> list[engine.RateCell]:
    kids = [(tier, low, high) for tier in ("IC", "IF") for low, high in ((1, 1), (2, 2), (3, None))]
    columns: list[tuple[str, int | None, int | None]] = [("IO", None, None), ("IS", None, None), *kids]
    return [
        engine.cell(rate + number, tier=tier, kids_lo=low, kids_hi=high, area=state)
        for state in STATES
        for number, (tier, low, high) in enumerate(columns)
    ]


def _member_cells(rate: Decimal) -> list[engine.RateCell]:
    return [
        engine.cell(rate + age, age_lo=age, age_hi=age, area=state, tobacco=tobacco)
        for state in STATES
        for age in range(65)
        for tobacco in (False, True)
    ]


def _one_price() -> bool:
    """The dearest method: member by member, with proof."""
    spec = engine.TableSpec(id=1, method=engine.Method.MEMBER, eff_from=START, area_scheme="state")
    table = engine.CompiledTable(spec, _member_cells(Decimal(10)))
    took = _seconds(lambda: engine.price(table, FAMILY, [engine.PREMIER_ADMIN_FEE]).proof, 301)
    return _show("one price with its proof", took * 1000, "ms", PRICE_MS)


def _plans(count: int) -> list[int]:
    """Plans with texts of usual length and approved tables, one in three member-rated."""
    carrier = Carrier.objects.create(key="bench", name="Bench")
    facts = [{"label": "Deductible", "value": "$50 / $150"}] * 3
    made = Plan.objects.bulk_create(
        Plan(carrier=carrier, category="dental", name=f"Plan {number}", short_text="x" * 120, facts=facts)
        for number in range(count)
    )
    for number, plan in enumerate(made):
        by_member = number % 3 == 0
        cells = (_member_cells if by_member else _tier_cells)(Decimal(10 + number))
        method = "MEMBER" if by_member else "TIER"
        table = services.table_create(
            plan_id=plan.pk, method=method, eff_from=START, rows=cells, area_scheme="state", max_children_rated=3
        )
        services.table_approve(table_id=table.pk)
    return [plan.pk for plan in made]


def _listing(plan_ids: list[int]) -> bool:
    def as_json() -> str:
        return json.dumps(list(Plan.objects.filter(pk__in=plan_ids).values()), cls=DjangoJSONEncoder)

    def priced() -> str:
        tables = selectors.tables_for(plan_ids, ON, FAMILY.areas)
        results = engine.price_many(tables, FAMILY)
        return json.dumps({pk: str(p.recurring) for pk, p in results.items() if isinstance(p, engine.PricedPlan)})

    def priced_cold() -> str:
        caches.clear_all()
        return priced()

    plain, warm, cold = _seconds(as_json), _seconds(priced), _seconds(priced_cold, 3)
    print(f"{PLANS} plan rows as JSON: {plain * 1000:.1f} ms; priced: {warm * 1000:.1f} ms, cold {cold * 1000:.1f} ms")
    return _show("priced listing against plain rows", warm / plain, "x", LISTING_RATIO)


def _import() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rates.csv"
        ids = _write_file(path)
        _plans_by_component(ids)
        began = time.perf_counter()
        run = run_from_file(kind="rates", path=path)
        took = time.perf_counter() - began
    if run.state != State.STAGED:
        print(f"import {run.state}: {run.issues.first()}")
        return False
    rates = run.counts["rates"]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    bare = _bare_insert()
    print(f"import: {rates / took:,.0f} rows/s; bare insert: {bare:,.0f} rows/s")
    kept = _show("import against bare insert", rates / took / bare, "x", IMPORT_RATIO, at_most=False)
    return _show("peak memory of the import", peak, "MiB", IMPORT_MIB) and kept


def _write_file(path: Path) -> list[str]:
    """ROWS lines of a Rate PUF; the component ids in it."""
    ids: list[str] = []
    amounts, left = random.Random(1), ROWS  # noqa: S311
    with path.open("w", encoding="utf-8") as file:
        file.write(HEADINGS)
        while left > 0:
            ids.append(f"{10000 + len(ids) % 50}TX{len(ids):07d}")
            lines = _plan_lines(ids[-1], amounts)[:left]
            file.writelines(lines)
            left -= len(lines)
    return ids


def _plan_lines(plan: str, amounts: random.Random) -> list[str]:
    start = f"2026,TX,{plan[:5]},HIOS,2025-08-14,2026-01-01,2026-12-31,{plan},Rating Area"
    return [
        f"{start} {area},No Preference,{age},{amounts.uniform(5, 900):.2f},,,,,,,,\n"
        for area in range(1, AREAS + 1)
        for age in AGES
    ]


def _plans_by_component(ids: list[str]) -> dict[str, int]:
    carrier = Carrier.objects.get(key="bench")
    made = Plan.objects.bulk_create(
        Plan(carrier=carrier, category="dental", name=hios, hios_plan_id=hios) for hios in ids
    )
    return {plan.hios_plan_id: plan.pk for plan in made}


def _bare_insert() -> float:
    """Rows per second of the same rows with nothing around them: COPY, or executemany on SQLite."""
    rows: list[tuple[Any, ...]] = [
        (*row[:-1], str(row[-1])) for row in RateRow.objects.values_list(*COLUMNS)[:ROWS].iterator(chunk_size=10_000)
    ]
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM rating_raterow")
        began = time.perf_counter()
        with transaction.atomic():
            if connection.vendor == "postgresql":
                with cursor.copy(COPY) as copy:
                    for row in rows:
                        copy.write_row(row)
            else:
                cursor.executemany(INSERT, rows)
        return len(rows) / (time.perf_counter() - began)
