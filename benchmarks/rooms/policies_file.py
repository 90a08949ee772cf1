"""Measurement with a bar: a file of 100,000 policies in force elsewhere, read and written, beside a bare COPY of the
rows that come of it. Every second policy covers a family of four; everyone is new."""

from __future__ import annotations

import csv
import os
import resource
import tempfile
import time
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from benchmarks.by_name import ROWS
from benchmarks.scratch import scratch_database, show
from planfront.brands.models import Brand
from planfront.catalog.models import Carrier, Plan
from planfront.coverage.models import Change, CoverageEvent, CoveredPerson, Policy, Version
from planfront.imports.models import ImportRun, State
from planfront.imports.services import approve_run, import_file, take_run_live
from planfront.kernel import clock
from planfront.members.models import Member, Relative
from planfront.parties.groups.services import create_group
from planfront.rating import engine
from planfront.rating.services import approve_table, create_table

POLICIES, SHARE, MIB = int(os.environ.get(ROWS, "100000")), 0.25, 300
TIERS = {"IO": "36.85", "IS": "71.75", "IC": "69.95", "IF": "104.85"}
_OLDEST = date(1952, 1, 1)
_ZIPS = [f"75{number:03}" for number in range(0, 400, 8)]
_HEADINGS = (
    *("Insurer", "Plan", "Group code", "Employee number", "Relationship", "Last name", "First name", "Date of birth"),
    *("Gender", "State", "ZIP", "Effective date", "Premium", "Employer share", "Insurer policy ID"),
)
_TABLES: tuple[type[Model], ...] = (Member, Relative, Policy, Change, Version, CoveredPerson, CoverageEvent)
"""What an import writes, in an order in which the rows may come."""


def main() -> int:
    """Run it in a database of its own. 0 when every bar is kept."""
    with scratch_database(), tempfile.TemporaryDirectory() as folder:
        _sell()
        path = Path(folder) / "policies.csv"
        _write_file(path)
        began = time.perf_counter()
        run = import_file(kind="policies", path=path)
        read = time.perf_counter() - began
        if run.state != State.STAGED:
            raise RuntimeError(f"import {run.state}: {run.issues.first()}")
        began = time.perf_counter()
        _take_live(run)
        written = time.perf_counter() - began
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        rows = sum(model._default_manager.count() for model in _TABLES)
        print(f"{POLICIES:,} policies: read in {read:.1f} s, written in {written:.1f} s, {rows:,} rows")
        bars = [show("peak memory", peak, "MiB", MIB)]
        if connection.vendor == "postgresql":
            bare = _copy_seconds(Path(folder))
            print(f"a bare COPY of the rows: {bare:.1f} s")
            whole = bare / (read + written)
            print(f"rows read and written in a second, beside COPY: {whole:.3f} x")
            bars.append(show("rows written in a second, beside COPY", bare / written, "x", SHARE, at_most=False))
    return 0 if all(bars) else 1


def _sell() -> None:
    brand = Brand.objects.create(key="bench", name="Bench", logo_key="planfront", phone="8005550142")
    for number in range(40):
        create_group(code=f"G{number}", name=f"Group {number}", brands=[brand], pay_periods=26)
    carrier = Carrier.objects.create(key="bench", name="Bench")
    plan = Plan.objects.create(carrier=carrier, category="dental", name="Bench Dental")
    rates = [engine.cell(Decimal(rate), tier=tier) for tier, rate in TIERS.items()]
    approve_table(table_id=create_table(plan_id=plan.pk, method="TIER", eff_from=date(2020, 1, 1), rows=rates).pk)


def _write_file(path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(_HEADINGS)
        for number in range(POLICIES):
            writer.writerows(_lines(number))


def _lines(number: int) -> list[list[str]]:
    name = "Bench" + "".join(chr(97 + number // 26**place % 26) for place in range(4))
    first, place = f"{1 + number % 12:02}/01/2026", _ZIPS[number % len(_ZIPS)]
    born = (_OLDEST + timedelta(number * 7919 % 14_000)).strftime("%m/%d/%Y")
    premium = TIERS["IF"] if number % 2 else TIERS["IO"]
    policy = [place, first, premium, "20.00", f"B-{number}"]
    lines = [["Bench", "Bench Dental", f"G{number % 40}", str(number), "EE", name, "Dana", born, "F", "TX", *policy]]
    if number % 2:
        family = (("Spouse", "Kim", born), ("Child", "Ari", "5/1/2012"), ("Child", "Noa", "8/1/2014"))
        lines += [["", "", "", "", relation, name, first_name, day] for relation, first_name, day in family]
    return lines


def _take_live(run: ImportRun) -> None:
    approve_run(run_id=run.pk, by=None, go_live_on=clock.today())
    take_run_live(run_id=run.pk)
    if Policy.objects.count() != POLICIES:
        raise RuntimeError(f"{Policy.objects.count():,} policies were written")


def _copy_seconds(folder: Path) -> float:
    """Seconds that the rows of the import take with nothing around them. They come from files, untimed."""
    for model in _TABLES:
        _copy(model, "TO STDOUT", folder)
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE coverage_policy, coverage_servicedpolicy, members_member CASCADE")
    began = time.perf_counter()
    with transaction.atomic():
        for model in _TABLES:
            _copy(model, "FROM STDIN", folder)
    return time.perf_counter() - began


def _copy(model: type[Model], way: str, folder: Path) -> None:
    file = folder / model._meta.db_table
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields if not field.generated)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        copying: Any = cursor.copy(f'COPY "{model._meta.db_table}" ({columns}) {way} (FORMAT BINARY)')
        with copying as copy:
            if way.startswith("TO"):
                with file.open("wb") as kept:
                    kept.writelines(copy)
            else:
                with file.open("rb") as kept:
                    while block := kept.read(1 << 20):
                        copy.write(block)
