"""Measurements with a bar: an import of a million lines against the same rows with nothing around them, one price.

Everything is a ratio of two times of one run, so that the machine does not matter.
"""

from __future__ import annotations

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
from unittest.mock import patch

from django.db import connection, connections, transaction

from planfront.catalog.models import Carrier, Plan
from planfront.imports.models import State
from planfront.imports.services import import_file
from planfront.rating import engine
from planfront.rating.importers.bulk import COLUMNS, COPY, INSERT
from planfront.rating.importers.importer import RatesImporter
from planfront.rating.models import RateRow

PRICE_MS, IMPORT_RATIO, IMPORT_MIB = 2.0, 0.25, 300
ROWS = 1_000_000
HEADINGS = (
    "BusinessYear,StateCode,IssuerId,SourceName,ImportDate,RateEffectiveDate,RateExpirationDate,PlanId,RatingAreaId,"
    "Tobacco,Age,IndividualRate,IndividualTobaccoRate,Couple,PrimarySubscriberAndOneDependent,"
    "PrimarySubscriberAndTwoDependents,PrimarySubscriberAndThreeOrMoreDependents,CoupleAndOneDependent,"
    "CoupleAndTwoDependents,CoupleAndThreeOrMoreDependents\n"
)
AGES = ("0-14", *map(str, range(15, 64)), "64 and over")
AREAS = 26
STATES = ("CA", "FL", "IL", "NY", "TX")
FAMILY = engine.RatingInputs(
    effective_date=date(2026, 12, 1),
    tier="IF",
    dob=date(1984, 3, 9),
    spouse_dob=date(1986, 7, 1),
    children=3,
    areas={"state": "TX"},
    tobacco=False,
)


def main() -> int:
    """Run everything in a database of its own. 0 when every bar is kept."""
    with scratch_database():
        kept = [*_import(), _one_price()]
    return 0 if all(kept) else 1


@contextmanager
def scratch_database() -> Iterator[None]:
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


def show(what: str, value: float, unit: str, bar: float, *, at_most: bool = True) -> bool:
    """Print a value with its bar; whether the bar is kept."""
    kept = value <= bar if at_most else value >= bar
    word = "at most" if at_most else "at least"
    print(f"{what}: {value:.3f} {unit} (bar: {word} {bar:g}) {'ok' if kept else 'MISSED'}", flush=True)
    return kept


def seconds(work: Callable[[], object], runs: int = 9) -> float:
    """Median time of `work`, after one run to warm up."""
    work()
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _one_price() -> bool:
    """The dearest method: member by member, with proof."""
    spec = engine.TableSpec(id=1, method=engine.Method.MEMBER, eff_from=date(2026, 1, 1), area_scheme="state")
    table = engine.CompiledTable(spec, member_cells(Decimal(10)))
    took = seconds(lambda: engine.price(table, FAMILY, [engine.PREMIER_ADMIN_FEE]).proof, 301)
    return show("one price with its proof", took * 1000, "ms", PRICE_MS)


def member_cells(rate: Decimal) -> list[engine.RateCell]:
    """A rate for every age, state and answer about tobacco."""
    return [
        engine.cell(rate + age, age_lo=age, age_hi=age, area=state, tobacco=tobacco)
        for state in STATES
        for age in range(65)
        for tobacco in (False, True)
    ]


def _import() -> Iterator[bool]:
    """An operator's upload: keeping, reading and checking the file, then the review. Then the bare insert."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rates.csv"
        _plans(_write_file(path))
        with _review_timed() as reviewed:
            began = time.perf_counter()
            run = import_file(kind="rates", path=path)
            took = time.perf_counter() - began - sum(reviewed)
    if run.state != State.STAGED:
        print(f"import {run.state}: {run.issues.first()}")
        yield False
        return
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rates, bare = run.counts["rates"], _bare_insert()
    print(f"import of {rates:,} rates: {rates / took:,.0f} rows/s; bare insert: {bare:,.0f} rows/s")
    print(f"its review and digests: {sum(reviewed):.1f} s more, {rates / (took + sum(reviewed)):,.0f} rows/s with them")
    yield show("import against bare insert", rates / took / bare, "x", IMPORT_RATIO, at_most=False)
    yield show("peak memory of the import", peak, "MiB", IMPORT_MIB)


@contextmanager
def _review_timed() -> Iterator[list[float]]:
    """Seconds that the review takes; not part of the comparison with the bare insert."""
    seconds_taken: list[float] = []
    plain = RatesImporter.review

    def timed(self: RatesImporter, run: Any) -> dict[str, Any]:
        began = time.perf_counter()
        try:
            return plain(self, run)
        finally:
            seconds_taken.append(time.perf_counter() - began)

    with patch.object(RatesImporter, "review", timed):
        yield seconds_taken


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


def _plans(ids: list[str]) -> None:
    carrier = Carrier.objects.create(key="bench-import", name="Bench import")
    Plan.objects.bulk_create(
        Plan(carrier=carrier, category="dental", name=hios, hios_plan_id=hios, active=False) for hios in ids
    )


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
