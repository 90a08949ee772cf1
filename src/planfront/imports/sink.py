"""The output of a reader: buffered, written in chunks by the one process that holds the run."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.db import transaction

from planfront.imports.errors import ImportBusy, TooManyIssues
from planfront.imports.models import ImportIssue, ImportRun, StagedChange, State
from planfront.imports.registry import Issue, Json
from planfront.kernel.database import locks

MAX_FATAL = 5_000
MAX_NOTES = 5_000
STEP = 500
Progress = Callable[[int, int], None]


def no_progress(done: int, total: int) -> None:
    """Report progress to no one."""


class RunSink:
    """The Sink of one reading of one run."""

    def __init__(self, run: ImportRun, claim: UUID, tell: Progress = no_progress) -> None:
        self.run, self.claim, self.tell = run, claim, tell
        self.counts: dict[str, int] = dict(run.counts)
        self.fatal = run.issues.filter(fatal=True).count()
        self.notes = run.issues.filter(fatal=False).count()
        self.done, self.total, self.written = run.rows_done, run.rows_total, run.rows_done
        self.position = run.changes.count()
        self._issues: list[ImportIssue] = []
        self._changes: list[StagedChange] = []

    def progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if done != self.written and (done - self.written >= STEP or done >= total):
            self.flush()
        self.tell(done, total)

    def save(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        self.flush()

    def issue(self, issue: Issue) -> None:
        self.fatal += issue.fatal
        self.notes += not issue.fatal
        if issue.fatal or self.notes <= MAX_NOTES:
            self._issues.append(
                ImportIssue(
                    run=self.run,
                    row=issue.row,
                    column=issue.column[:80],
                    code=issue.code[:30],
                    message=issue.message[:300],
                    fatal=issue.fatal,
                )
            )
        if issue.fatal and self.fatal >= MAX_FATAL:
            raise TooManyIssues

    def change(self, subject: str, action: str, before: Json | None, after: Json | None) -> None:
        self.position += 1
        self._changes.append(
            StagedChange(
                run=self.run, position=self.position, subject=subject, action=action, before=before, after=after
            )
        )
        if len(self._changes) >= STEP:
            self.flush()

    def hold(self) -> None:
        row = locks.lock_row(ImportRun.objects.filter(pk=self.run.pk))
        if row is None or row.state != State.READING or row.claim != self.claim:
            raise ImportBusy

    def flush(self) -> None:
        """Write everything buffered, with the numbers that belong to it."""
        with transaction.atomic():
            self.hold()
            ImportIssue.objects.bulk_create(self._issues, batch_size=500)
            StagedChange.objects.bulk_create(self._changes, batch_size=500)
            ImportRun.objects.filter(pk=self.run.pk).update(
                rows_done=self.done, rows_total=self.total, counts=self.counts
            )
        self._issues, self._changes, self.written = [], [], self.done
        self.run.rows_done, self.run.rows_total = self.done, self.total
