"""The import of rates beside the same rows with nothing around them, in a process of its own, whose peak is told."""

from __future__ import annotations

import pickle
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from django.db import connection, transaction

from benchmarks import works
from benchmarks.figures import Curve, Figure, Measured
from planfront.catalog.models import Carrier, Plan
from planfront.imports.models import ImportRun, State
from planfront.imports.services import discard_run, import_file
from planfront.rating.importers.bulk import COLUMNS, COPY, INSERT
from planfront.rating.importers.importer import RatesImporter
from planfront.rating.models import RateRow

ROWS, MOST = 1_000_000, 10_000_000
SIZES = (10_000, 100_000, ROWS)
_CHUNK = 50_000
_HEADINGS = (
    "BusinessYear,StateCode,IssuerId,SourceName,ImportDate,RateEffectiveDate,RateExpirationDate,PlanId,RatingAreaId,"
    "Tobacco,Age,IndividualRate,IndividualTobaccoRate,Couple,PrimarySubscriberAndOneDependent,"
    "PrimarySubscriberAndTwoDependents,PrimarySubscriberAndThreeOrMoreDependents,CoupleAndOneDependent,"
    "CoupleAndTwoDependents,CoupleAndThreeOrMoreDependents\n"
)
_AGES = ("0-14", *map(str, range(15, 64)), "64 and over")
_AREAS = 26


def measure(sizes: Sequence[int]) -> Measured:
    """Imports of so many rows each, smallest first, up to where somebody could approve them. The bare insert is that of
    the million, or of the largest."""
    result, pace = Measured(), {}
    Carrier.objects.create(key="bench-import", name="Bench import")
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            taken, run = _import(Path(folder), size)
            pace[size] = taken / size * 1e6
            peak = _peak()
            if size == min(ROWS, max(sizes)):
                bare = _bare_seconds(size, Path(folder) / "rows")
                key = works.COPY if connection.vendor == "postgresql" else works.EXECUTEMANY
                result.figures[key] = Figure(bare / taken, taken * 1000, bare * 1000)
            result.figures["rates-memory"] = Figure(peak)
            discard_run(run_id=run.pk)
            _empty()
    result.curves.append(Curve("rates", "time of an import for each rate", "µs", pace))
    return result


def _import(folder: Path, size: int) -> tuple[float, ImportRun]:
    """An operator's upload: keeping, reading and checking the file. Seconds by the clock without the review after it,
    which compares with other tables. RuntimeError when not every row became a rate."""
    path = folder / "rates.csv"
    _add_plans(_write_file(path, size))
    with _review_timed() as reviewed:
        began = time.perf_counter()
        run = import_file(kind="rates", path=path)
        taken = time.perf_counter() - began - sum(reviewed)
    path.unlink()
    if run.state != State.STAGED or run.counts["rates"] != size:
        raise RuntimeError(f"import {run.state}: {run.counts} {run.issues.first()}")
    return taken, run


@contextmanager
def _review_timed() -> Iterator[list[float]]:
    seconds: list[float] = []
    plain: Callable[[RatesImporter, Any], dict[str, Any]] = RatesImporter.review

    def timed(self: RatesImporter, run: Any) -> dict[str, Any]:
        began = time.perf_counter()
        try:
            return plain(self, run)
        finally:
            seconds.append(time.perf_counter() - began)

    with patch.object(RatesImporter, "review", timed):
        yield seconds


def _peak() -> float:
    """MiB that this process has taken at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _write_file(path: Path, size: int) -> list[str]:
    """Lines of a Rate PUF; the component ids in it."""
    ids: list[str] = []
    amounts, left = random.Random(1), size  # noqa: S311 - the same rows in every run
    with path.open("w", encoding="utf-8") as file:
        file.write(_HEADINGS)
        while left > 0:
            ids.append(f"{10000 + len(ids) % 50}TX{len(ids):07d}")
            lines = _plan_lines(ids[-1], amounts)[:left]
            file.writelines(lines)
            left -= len(lines)
    return ids


def _plan_lines(plan: str, amounts: random.Random) -> list[str]:
    start = f"2026,TX,{plan[:5]},,,2026-01-01,2026-12-31,{plan},Rating Area"  # a file has to be below 1 GB
    return [
        f"{start} {area},No Preference,{age},{amounts.uniform(5, 900):.2f},,,,,,,,\n"
        for area in range(1, _AREAS + 1)
        for age in _AGES
    ]


def _add_plans(ids: Sequence[str]) -> None:
    """Those that aren't there from a smaller import."""
    there = set(Plan.objects.values_list("hios_plan_id", flat=True))
    carrier = Carrier.objects.get(key="bench-import")
    Plan.objects.bulk_create(
        [
            Plan(carrier=carrier, category="dental", name=hios, hios_plan_id=hios, active=False)
            for hios in ids
            if hios not in there
        ],
        batch_size=500,
    )


def _bare_seconds(size: int, file: Path) -> float:
    """Seconds that the rows of the import take with nothing around them: COPY, or executemany on SQLite. They come from
    a file, untimed, as they must not be part of the process's peak."""
    with file.open("wb") as kept:
        chunk: list[tuple[Any, ...]] = []
        for row in RateRow.objects.order_by("-pk").values_list(*COLUMNS)[:size].iterator(chunk_size=_CHUNK):
            chunk.append((*row[:-1], str(row[-1])))
            if len(chunk) == _CHUNK:
                pickle.dump(chunk, kept)
                chunk = []
        pickle.dump(chunk, kept)
    _empty()
    taken = _insert(file)
    file.unlink()
    return taken


def _insert(file: Path) -> float:
    taken = 0.0
    with connection.cursor() as cursor, transaction.atomic():
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL statement_timeout = 0")  # one statement for all rows, also on a busy machine
            with cursor.copy(COPY) as copy:
                for chunk in _chunks(file):
                    began = time.perf_counter()
                    for row in chunk:
                        copy.write_row(row)
                    taken += time.perf_counter() - began
                began = time.perf_counter()
        else:
            for chunk in _chunks(file):
                began = time.perf_counter()
                cursor.executemany(INSERT, chunk)
                taken += time.perf_counter() - began
            began = time.perf_counter()
    return taken + time.perf_counter() - began  # until what was sent is written


def _chunks(file: Path) -> Iterator[list[tuple[Any, ...]]]:
    with file.open("rb") as kept:
        while True:
            try:
                yield pickle.load(kept)  # noqa: S301 - written above
            except EOFError:
                return


def _empty() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("TRUNCATE rating_raterow")
        else:
            cursor.execute("DELETE FROM rating_raterow")
