"""Measurements with a bar: a bank directory against the same rows with nothing around them, and the memory it takes.

The real directory has some 20,000 rows. Ten times as many must need no more memory and no more time a row.
Against a bare insert the bar is low: every row is staged with what it was before, reviewed, compared again and written.
"""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from django.db import transaction

from benchmarks.scratch import scratch_database, show
from planfront.imports.models import ImportRun, State
from planfront.imports.services import approve_run, import_file, roll_back_run, take_run_live
from planfront.integrations.models import BankRouting
from planfront.kernel import clock

ROWS, MANY = 10_000, 100_000
BARE_RATIO, GROWTH, MEMORY_RATIO = 0.04, 1.4, 1.15
_PAGE = 500


def main() -> int:
    """Run everything in a database of its own. 0 when every bar is kept."""
    with scratch_database(), tempfile.TemporaryDirectory() as folder:
        kept = list(_measured(Path(folder)))
    return 0 if all(kept) else 1


def _measured(folder: Path) -> Iterator[bool]:
    """A directory of usual size first, so that the peak of the large one shows what it needs beyond that."""
    small, small_peak = _import(_write(folder / "small.txt", ROWS)), _peak()
    large, large_peak = _import(_write(folder / "large.txt", MANY)), _peak()
    bare = MANY / _bare_insert()
    print(f"{ROWS:,} banks: {small:.1f} s, {small_peak:.0f} MiB; {MANY:,}: {large:.1f} s, {large_peak:.0f} MiB")
    yield show(
        "rows/s of the import, to live, against a bare insert", MANY / large / bare, "x", BARE_RATIO, at_most=False
    )
    yield show("time per row, ten times as many rows", large / MANY / (small / ROWS), "x", GROWTH)
    yield show("peak memory, ten times as many rows", large_peak / small_peak, "x", MEMORY_RATIO)


def _import(path: Path) -> float:
    """Seconds from the upload to live. Rolled back then, untimed."""
    began = time.perf_counter()
    run: ImportRun = import_file(kind="banks", path=path)
    assert run.state == State.STAGED, run.issues.first()  # noqa: S101
    approve_run(run_id=run.pk, by=None, go_live_on=clock.today())
    take_run_live(run_id=run.pk)
    took = time.perf_counter() - began
    roll_back_run(run_id=run.pk)
    return took


def _bare_insert() -> float:
    """Seconds that the same rows take with nothing around them."""
    rows = [BankRouting(routing=number, name=name, city="AUSTIN", state="TX") for number, name in _banks(MANY)]
    began = time.perf_counter()
    with transaction.atomic():
        BankRouting.objects.bulk_create(rows, batch_size=_PAGE)
    return time.perf_counter() - began


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _write(path: Path, rows: int) -> Path:
    """A directory in fixed width."""
    where = f"{'1 MAIN STREET':<36}{'AUSTIN':<20}TX787010012"
    with path.open("w", encoding="ascii") as file:
        file.writelines(
            f"{number}O0110000151122415000000000{name:<36}{where}512555014811     \r\n" for number, name in _banks(rows)
        )
    return path


def _banks(rows: int) -> Iterator[tuple[str, str]]:
    for number in range(rows):
        first = f"02{number:06d}"
        total = sum(int(digit) * weight for digit, weight in zip(first, (3, 7, 1, 3, 7, 1, 3, 7), strict=True))
        yield f"{first}{-total % 10}", f"BANK {number}"
