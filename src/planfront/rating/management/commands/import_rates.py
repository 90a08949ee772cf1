"""Import a carrier's rate file as draft tables."""

from __future__ import annotations

import csv
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from planfront.catalog.selectors import plan_ids_by_hios
from planfront.rating.importers.load import import_rates
from planfront.rating.models import ImportStatus, RateImport

SHOWN = 20


class Command(BaseCommand):
    help = "Imports CMS Rate PUF (CSV) or Rates Table Template (XML) rates as drafts, all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--plan-map",
            type=Path,
            help="CSV of standard component id and plan id. Default: the plans' own HIOS ids.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["file"].is_file():
            raise CommandError(f"{options['file']} is not a file")
        plans = read_plan_map(options["plan_map"]) if options["plan_map"] else plan_ids_by_hios()
        if not plans:
            raise CommandError("no plan has a HIOS id; give --plan-map")
        self._report(import_rates(path=options["file"], plans=plans, progress=self._progress))

    def _progress(self, done: int, total: int) -> None:
        self.stderr.write(f"{done:,} of about {total:,} rows")

    def _report(self, job: RateImport) -> None:
        for issue in job.issues.all()[:SHOWN]:
            self.stderr.write(str(issue))
        if job.status != ImportStatus.DONE:
            raise CommandError(f"Nothing was imported: {job.issues.filter(fatal=True).count()} errors.")
        tables = job.tables.count()
        self.stdout.write(
            f"{job.rate_rows:,} rates in {tables:,} draft tables; {job.rows_rejected:,} lines left out, "
            f"{job.rows_of_other_plans:,} lines of other plans."
        )


def read_plan_map(path: Path) -> dict[str, int]:
    """`{component id: plan id}` from a two-column CSV; a heading line is skipped."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [row for row in csv.reader(file) if len(row) >= 2]
    return {row[0].strip()[:14]: int(row[1]) for row in rows if row[1].strip().isdigit()}
