"""Reading a file: from queued to staged or refused. Takes over from a process that died."""

from __future__ import annotations

import logging
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import translation
from django.utils.translation import gettext as _

from planfront.audit.pruning import days_ago, exclude_held, record_pruned
from planfront.audit.services import SYSTEM, Origin, record
from planfront.imports import storage
from planfront.imports.errors import FileError, ImportBusy, Stale, TooManyIssues
from planfront.imports.models import ENDED, ImportRun, State
from planfront.imports.registry import Issue, importer
from planfront.imports.sink import Progress, RunSink, no_progress
from planfront.kernel import clock
from planfront.kernel.database import locks
from planfront.kernel.files.storages import StorageUnavailable
from planfront.kernel.security.ids import new_uuid

logger = logging.getLogger(__name__)


def stage_file(*, run_id: int, tell: Progress = no_progress) -> ImportRun:
    """Read the run's file, or go on where a process that died has stopped; STAGED or REFUSED then.

    A run that is further on already is returned as it is. The newest reader holds the run: an older
    one that is still alive stops with ImportBusy at its next chunk.
    """
    run, claim = _claim_run(run_id)
    if claim is None:
        return run
    with translation.override("en"):  # what is stored is for every reader: in the back office's language
        _stage(run, RunSink(run, claim, tell))
    if run.state == State.REFUSED:
        remove_leftovers(run)
    return run


def _stage(run: ImportRun, sink: RunSink) -> None:
    try:
        _read(run, sink)
        sink.flush()
        basis, review = ("", {}) if sink.fatal else _make_review(run)
    except (DatabaseError, ImportBusy, StorageUnavailable):
        raise
    except FileNotFoundError:
        _note_issue(sink, Issue(0, "missing", _("The file isn't on this machine or in the shared file storage.")))
        sink.flush()
        basis, review = "", {}
    except Exception as error:  # noqa: BLE001 - a file that breaks the reader is refused like any other bad file
        logger.error("import %s can't be read: %s", run.pk, type(error).__name__)  # noqa: TRY400
        _note_issue(sink, Issue(0, "unreadable", _("The file can't be read.")))
        sink.flush()
        basis, review = "", {}
    _finish_reading(run, sink, review, basis)


def _make_review(run: ImportRun) -> tuple[str, dict[str, object]]:
    """Return the review and the digest of what it compares with. The digest is read first, so that a change in between
    shows."""
    kind = importer(run.kind)
    return kind.basis(run), kind.review(run)


def run_review(*, run_id: int) -> None:
    """Renew the review of a run that waits for approval if the data it was compared with has changed."""
    run = ImportRun.objects.get(pk=run_id)
    if run.state != State.STAGED:
        return
    with translation.override("en"):
        problem = _find_problem(run)
        basis, review = (run.review_basis, run.review) if problem else _make_review(run)
    waiting = ImportRun.objects.filter(pk=run_id, state=State.STAGED)
    if waiting.update(review=review, review_basis=basis, problem=problem):
        report(run, SYSTEM, what="reviewed")


@transaction.atomic
def _claim_run(run_id: int) -> tuple[ImportRun, UUID | None]:
    run = locks.lock_row(ImportRun.objects.filter(pk=run_id))
    if run is None:
        raise ImportRun.DoesNotExist
    if run.state not in (State.QUEUED, State.READING):
        return run, None
    if not importer(run.kind).resumes:
        run.issues.all().delete()
        run.changes.all().delete()
        run.rows_done, run.counts = 0, {}
    run.state, run.claim = State.READING, new_uuid()
    run.save(update_fields=["state", "claim", "rows_done", "counts"])
    return run, run.claim


def _read(run: ImportRun, sink: RunSink) -> None:
    try:
        with storage.on_disk(run.file) as path:
            importer(run.kind).stage(run, path, sink)
        if not (sink.done or sink.position or sink.fatal):
            _note_issue(sink, Issue(0, "noRows", _("The file has no rows below its headings.")))
    except FileError as error:
        _note_issue(sink, Issue(error.row, error.code, error.message, error.column))
    except TooManyIssues:
        _note_issue(sink, Issue(0, "tooMany", _("So many rows are bad that the rest was not read.")))


def _note_issue(sink: RunSink, issue: Issue) -> None:
    try:
        sink.issue(issue)
    except TooManyIssues:
        return


def _find_problem(run: ImportRun) -> str:
    """Return the reason why the run can't go live any more; "" when it can."""
    try:
        importer(run.kind).check_fits(run)
    except Stale as error:
        return str(error.message)
    return ""


@transaction.atomic
def _finish_reading(run: ImportRun, sink: RunSink, review: dict[str, object], basis: str) -> None:
    sink.hold()
    run.state = State.REFUSED if sink.fatal else State.STAGED
    run.review, run.review_basis, run.claim, run.counts = review, basis, None, sink.counts
    if sink.fatal:
        run.ended_at = clock.now()
    else:
        run.staged_at = clock.now()
    run.save(update_fields=["state", "review", "review_basis", "claim", "counts", "staged_at", "ended_at"])
    report(run, SYSTEM, {"rows": run.rows_done, "bad_rows": sink.fatal})


def remove_leftovers(run: ImportRun) -> None:
    """Remove what a refused or discarded run left; one that is cut off, or whose file can't be deleted for now, is
    finished by the ticker."""
    importer(run.kind).discard(run)
    try:
        storage.forget(run.file)
    except StorageUnavailable:
        return
    ImportRun.objects.filter(pk=run.pk).update(cleared=True)


def clear_ended() -> None:
    """Finish interrupted removals (the ticker calls this)."""
    for run in ImportRun.objects.filter(state__in=ENDED, cleared=False):
        remove_leftovers(run)


def prune_files(now: datetime | None = None) -> int:
    """Delete the uploaded files of imports that went live long ago (KEEP_IMPORT_FILES_DAYS); what they changed, their
    name and their hash stay. Returns how many."""
    limit = days_ago(settings.ENV.keep_import_files, now)
    gone = ImportRun.objects.filter(state__in=(State.LIVE, State.ROLLED_BACK), live_at__lt=limit)
    old = list(exclude_held(gone).values_list("file", flat=True))
    names = storage.list_names() if old else set()
    there = [file for file in old if storage.name_of(file) in names]
    for file in there:
        storage.forget(file)
    return record_pruned("import_file", len(there))


def report(run: ImportRun, origin: Origin, meta: dict[str, object] | None = None, what: str = "") -> None:
    """One audit event: `what` has happened, or the run has come into its state."""
    about = {"kind": run.kind, "sha256": run.sha256, **(meta or {})}
    record(f"import.{what or run.state}", origin=origin, subject_type="import", subject_id=run.pk, meta=about)
