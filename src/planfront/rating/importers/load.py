"""Importing a rate file: streamed, in committed chunks, visible all at once or not at all.

Rows go into tables of status LOADING, which nothing reads. The last step turns them into drafts in
one transaction. A process that dies leaves an import that the next run of the same file goes on
with; a file with an error leaves nothing but its list of issues.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.kernel import clock, locks
from planfront.rating.errors import ImportBusy, TableNotDraft
from planfront.rating.importers.bulk import find_overlaps, insert_rows
from planfront.rating.importers.files import FileFacts, look_at
from planfront.rating.importers.rows import FileError
from planfront.rating.importers.source import read_source
from planfront.rating.importers.transform import ADULT, Rejected, Row, TableKey, Transformer, Values
from planfront.rating.models import ImportIssue, ImportStatus, RateImport, RateRow, RateTable, TableStatus
from planfront.rating.services import next_version

if TYPE_CHECKING:
    from planfront.accounts.models import User

CHUNK = 20_000
MAX_FATAL = 200
MAX_NOTES = 1_000
AREA_SCHEME = "cms"
Progress = Callable[[int, int], None]


def no_progress(done: int, total: int) -> None:
    """Progress that tells nobody."""


def import_rates(
    *,
    path: Path,
    plans: dict[str, int],
    progress: Progress = no_progress,
    by: User | None = None,
) -> RateImport:
    """Import a Rate PUF or Rates Template. `plans`: plan id by standard component id.

    Returns the import, DONE or FAILED with its issues. The same file with the same plans is read
    once: a second run returns the first one's result, or goes on where a broken-off run stopped.
    """
    remove_leftovers()
    facts = look_at(path)
    job = _start(path, facts, plans, by)
    if job.status == ImportStatus.RUNNING:
        _Load(job, plans, progress).run(read_source(path, facts.encoding))
        job.refresh_from_db()
    return job


@transaction.atomic
def _start(path: Path, facts: FileFacts, plans: dict[str, int], by: User | None) -> RateImport:
    named = json.dumps(plans, sort_keys=True).encode()
    key = {"sha256": facts.sha256, "plan_map_sha256": hashlib.sha256(named).hexdigest()}
    locks.lock_name(f"rating.import.{facts.sha256}")
    found = RateImport.objects.filter(**key).exclude(status=ImportStatus.FAILED).first()
    return found or RateImport.objects.create(
        **key, file_name=path.name[:200], source_rows=facts.lines, started_at=clock.now(), started_by=by
    )


def remove_leftovers() -> None:
    """Delete the tables of failed imports, one table a transaction so that the store is not held up."""
    left = RateTable.objects.filter(status=TableStatus.LOADING, source__status=ImportStatus.FAILED)
    for table_id in list(left.values_list("pk", flat=True)):
        with transaction.atomic():
            RateRow.objects.filter(rate_table_id=table_id).delete()
            RateTable.objects.filter(pk=table_id).delete()


def import_discard(*, import_id: int) -> None:
    """Throw an import's drafts away so that its file can be read again. Raises TableNotDraft once one was approved."""
    with transaction.atomic():
        job = RateImport.objects.get(pk=import_id)
        tables = locks.lock_rows(job.tables.all())
        if any(table.status not in (TableStatus.DRAFT, TableStatus.LOADING) for table in tables):
            raise TableNotDraft
        job.tables.update(status=TableStatus.LOADING)
        job.status, job.finished_at = ImportStatus.FAILED, clock.now()
        job.save(update_fields=["status", "finished_at"])
        ImportIssue.objects.create(rate_import=job, line=0, code="discarded", fatal=True)
    remove_leftovers()


class _Load:
    """One run over a file. Counts and issues are written with the chunk they belong to."""

    def __init__(self, job: RateImport, plans: dict[str, int], progress: Progress) -> None:
        self.job, self.progress = job, progress
        self.transform = Transformer(plans, self._table)
        self.tables = {
            TableKey(table.plan_id, table.method, table.eff_from, table.eff_to): table.pk
            for table in job.tables.all()
            if table.eff_to is not None
        }
        self.fatal = job.issues.filter(fatal=True).count()
        self.notes = job.issues.filter(fatal=False).count()
        self.issues: list[ImportIssue] = []

    def run(self, source: Iterator[Row]) -> None:
        """Read to the end, or to MAX_FATAL errors, then publish or fail."""
        rest = islice(source, self.job.source_rows_done, None)
        try:
            while self.fatal < MAX_FATAL and self._chunk(rest):
                self.progress(self.job.source_rows_done, self.job.source_rows)
        except FileError as error:
            self._issue(error.line, error.code, error.detail, fatal=True)
        if not self.fatal:
            self._check_tables()
        if self.fatal:
            self._fail()
        else:
            self._publish()

    @transaction.atomic
    def _chunk(self, rest: Iterator[Row]) -> bool:
        """One chunk in one transaction. False at the end of the file."""
        self._claim()
        job, seen, batch = self.job, 0, []
        for source in islice(rest, CHUNK):
            seen += 1
            batch += self._line(source)
        if not self.fatal:
            insert_rows(batch)
            job.rate_rows += len(batch)
        job.source_rows_done += seen
        job.save(update_fields=["source_rows_done", "rate_rows", "rows_of_other_plans", "rows_rejected"])
        self._save_issues()
        return seen > 0

    def _claim(self) -> None:
        """Stop if another process has moved this import on."""
        row = locks.lock_row(RateImport.objects.filter(pk=self.job.pk))
        if row is None or row.status != ImportStatus.RUNNING or row.source_rows_done != self.job.source_rows_done:
            raise ImportBusy

    def _line(self, source: Row) -> list[Values]:
        try:
            rows = self.transform.rows(source)
        except Rejected as reason:
            self._issue(source.line, reason.code, reason.detail, fatal=reason.fatal)
            return []
        if rows is None:
            self.job.rows_of_other_plans += 1
        return rows or []

    def _table(self, key: TableKey) -> int:
        """The LOADING table of a key. The market rule charges three children under 21 at most."""
        if key in self.tables:
            return self.tables[key]
        by_member = key.method == "MEMBER"
        table = RateTable.objects.create(
            plan_id=key.plan_id,
            version=next_version(key.plan_id),
            status=TableStatus.LOADING,
            method=key.method,
            eff_from=key.eff_from,
            eff_to=key.eff_to,
            area_scheme=AREA_SCHEME,
            max_children_rated=3 if by_member else None,
            child_cap_under=ADULT if by_member else None,
            source=self.job,
            created_by=self.job.started_by,
        )
        self.tables[key] = table.pk
        return table.pk

    def _issue(self, line: int, code: str, detail: str, *, fatal: bool) -> None:
        self.fatal += fatal
        self.notes += not fatal
        self.job.rows_rejected += 1
        if fatal or self.notes <= MAX_NOTES:
            issue = ImportIssue(rate_import=self.job, line=line, code=code, detail=detail[:200], fatal=fatal)
            self.issues.append(issue)

    def _save_issues(self) -> None:
        ImportIssue.objects.bulk_create(self.issues)
        self.issues = []

    def _check_tables(self) -> None:
        """What only shows when all rows are there: rows that tie, one plan priced by two methods."""
        names = {pk: f"plan {key.plan_id} from {key.eff_from}" for key, pk in self.tables.items()}
        for table_id, age, area in find_overlaps(self.job.pk, list(names)):
            self._issue(0, "overlap", f"{names[table_id]}: age {age}, area {area}", fatal=True)
        methods: dict[tuple[Any, ...], str] = {}
        for key, table_id in self.tables.items():
            if methods.setdefault((key.plan_id, key.eff_from, key.eff_to), key.method) != key.method:
                self._issue(0, "mixedMethods", names[table_id], fatal=True)

    @transaction.atomic
    def _publish(self) -> None:
        """Everything becomes a draft at the same moment."""
        self._claim()
        self.job.tables.update(status=TableStatus.DRAFT)
        self._finish(ImportStatus.DONE)

    def _fail(self) -> None:
        """First say so, then remove what was loaded; a removal that is cut off is done by the next run."""
        with transaction.atomic():
            self._claim()
            self.job.rate_rows = 0
            self._finish(ImportStatus.FAILED)
        remove_leftovers()

    def _finish(self, status: str) -> None:
        self._save_issues()
        self.job.status, self.job.finished_at = status, clock.now()
        self.job.save()
