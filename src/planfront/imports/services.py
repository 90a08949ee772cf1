"""The life of an import: upload, approval by a second person, going live on a chosen day, rolling back."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import DataError, IntegrityError, transaction
from django.utils import translation
from django.utils.translation import gettext as _

from planfront.audit.services import SYSTEM, Origin
from planfront.imports import storage
from planfront.imports.errors import CanNotRollBack, ReviewStale, SamePerson, Stale, WrongState
from planfront.imports.models import OPEN, ImportRun, StagedChange, State
from planfront.imports.registry import Json, importer
from planfront.imports.selectors import run_get
from planfront.imports.sink import Progress, no_progress
from planfront.imports.staging import remove_leftovers, report, stage_file
from planfront.imports.tasks import review_run, stage_run
from planfront.kernel import clock
from planfront.kernel.database import locks
from planfront.kernel.errors import AppError, Conflict, FieldErrors, NotFound
from planfront.kernel.files.storages import StorageUnavailable
from planfront.kernel.security.crypto import hash_content

if TYPE_CHECKING:
    from planfront.accounts.models import User

__all__ = [
    "approve_run",
    "choose_sheets",
    "create_run",
    "discard_run",
    "forget_subjects",
    "import_file",
    "roll_back_run",
    "stage_file",
    "take_due_runs_live",
    "take_run_live",
]
logger = logging.getLogger(__name__)


def create_run(
    *,
    kind: str,
    file_name: str,
    blocks: Iterable[bytes],
    given: Mapping[str, str] | None = None,
    by: User | None = None,
    origin: Origin = SYSTEM,
    queue: bool = False,
) -> tuple[ImportRun, bool]:
    """Store a file as a run to be read (`queue`: by the worker). Returns the run, and True when it is new.

    A run that hasn't ended yet, of the same file with the same options, is returned instead. Raises FieldErrors and
    StorageUnavailable.
    """
    options = importer(kind).options(given or {}) | _sheets(kind, (given or {}).get("sheets", ""))
    return _keep_run(kind=kind, file_name=file_name, blocks=blocks, options=options, by=by, origin=origin, queue=queue)


def _sheets(kind: str, text: str) -> Json:
    names = [name.strip() for name in re.split("[;\n]", text) if name.strip()]
    return {"sheets": names} if names and importer(kind).reads_workbooks else {}


def _keep_run(
    *, kind: str, file_name: str, blocks: Iterable[bytes], options: Json, by: User | None, origin: Origin, queue: bool
) -> tuple[ImportRun, bool]:
    stored = storage.keep(blocks)
    options_digest = hash_content(options)
    with transaction.atomic():
        locks.lock_name(f"imports.{kind}.{stored.sha256}")
        key = {"kind": kind, "sha256": stored.sha256, "options_sha256": options_digest}
        import_run = ImportRun.objects.filter(**key, state__in=OPEN).first()
        if import_run is None:
            run = ImportRun.objects.create(
                **key,
                file_name=file_name[-200:],
                file=stored.file,
                size=stored.size,
                options=options,
                uploaded_by=by,
                created_at=clock.now(),
            )
            report(run, origin, {"size": run.size})
            if queue:
                stage_run.enqueue(run.pk)
            return run, True
    with suppress(StorageUnavailable):  # a copy that nobody refers to
        storage.forget(stored.file)
    return import_run, False


def import_file(
    *,
    kind: str,
    path: Path,
    given: Mapping[str, str] | None = None,
    by: User | None = None,
    origin: Origin = SYSTEM,
    tell: Progress = no_progress,
) -> ImportRun:
    """Save a file on disk as a run and read it at once; an interrupted run of it is resumed."""
    blocks = storage.blocks_of(path)
    run, _new = create_run(kind=kind, file_name=path.name, blocks=blocks, given=given, by=by, origin=origin)
    return stage_file(run_id=run.pk, tell=tell)


def choose_sheets(*, run_id: int, sheets: Sequence[str], by: User | None, origin: Origin = SYSTEM) -> ImportRun:
    """Read the file of a staged run again, just these sheets, as a new run; the old one is discarded.

    Raises WrongState, FieldErrors and StorageUnavailable.
    """
    run = run_get(run_id)
    _require_state(run, State.STAGED)
    options = {**run.options, "sheets": list(sheets)}
    with storage.on_disk(run.file) as path:
        blocks = storage.blocks_of(path)
        new, _fresh = _keep_run(
            kind=run.kind, file_name=run.file_name, blocks=blocks, options=options, by=by, origin=origin, queue=True
        )
    if new.pk != run.pk:
        discard_run(run_id=run.pk, origin=origin)
    return new


def approve_run(*, run_id: int, by: User | None, go_live_on: date, origin: Origin = SYSTEM) -> ImportRun:
    """A second person lets a staged run go live on a day. The same approval twice is one.

    Raises WrongState, SamePerson, FieldErrors, Stale, and ReviewStale when what the review compares with has changed:
    then it is made anew, to be looked at first.
    """
    try:
        return _approve(run_id, by, go_live_on, origin)
    except ReviewStale:
        review_run.enqueue(run_id)
        raise


@transaction.atomic
def _approve(run_id: int, by: User | None, go_live_on: date, origin: Origin) -> ImportRun:
    run = _lock_run(run_id)
    if run.state == State.APPROVED and run.go_live_on == go_live_on and by is not None and run.approved_by_id == by.pk:
        return run
    _require_state(run, State.STAGED)
    _second_person(run, by)
    if go_live_on < clock.today():
        raise FieldErrors.single("go_live_on", _("Choose today or a later day."))
    importer(run.kind).check_fits(run)
    if importer(run.kind).basis(run) != run.review_basis:
        raise ReviewStale
    run.state, run.go_live_on = State.APPROVED, go_live_on
    run.approved_by, run.approved_at, run.problem = by, clock.now(), ""
    run.save(update_fields=["state", "go_live_on", "approved_by", "approved_at", "problem"])
    report(run, origin, {"go_live_on": go_live_on.isoformat()})
    return run


@transaction.atomic
def take_run_live(*, run_id: int, by: User | None = None, origin: Origin = SYSTEM) -> ImportRun:
    """Take an approved run into force now; one that is live stays as it is.

    Who uploaded the file can't bring the day forward. Raises WrongState, SamePerson, Stale and what the
    importer raises; nothing is changed then.
    """
    return _take_live(run_id, by, origin)[0]


def _take_live(run_id: int, by: User | None, origin: Origin) -> tuple[ImportRun, bool]:
    """The run, and whether it went live just now."""
    run = _lock_run(run_id)
    if run.state == State.LIVE:
        return run, False
    _require_state(run, State.APPROVED)
    _second_person(run, by)
    try:
        with transaction.atomic():
            run.undo = importer(run.kind).go_live(run)
    except IntegrityError:
        raise Stale from None
    except DataError:
        raise Conflict(
            _("A value of the file does not fit into the database. Correct it and upload the file again.")
        ) from None
    run.state, run.live_at, run.problem = State.LIVE, clock.now(), ""
    run.save(update_fields=["state", "undo", "live_at", "problem"])
    report(run, origin)
    _review_others(run)
    return run, True


def take_due_runs_live(today: date | None = None) -> int:
    """Take all approved runs into force whose day has come (the ticker calls this). Returns how many.

    A run that can't go live keeps its approval and says why; the others go on.
    """
    day = today or clock.today()
    due = ImportRun.objects.filter(state=State.APPROVED, go_live_on__lte=day).order_by("approved_at", "pk")
    went = 0
    for run_id in list(due.values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                went += _take_live(run_id, None, SYSTEM)[1]
        except AppError as error:
            logger.error("import %s can't go live: %s", run_id, type(error).__name__)  # noqa: TRY400
            with translation.override("en"):  # kept for every reader: in the back office's language
                _keep_problem(run_id, str(error.message))
    return went


@transaction.atomic
def _keep_problem(run_id: int, problem: str) -> None:
    run = _lock_run(run_id)
    if run.state == State.APPROVED and run.problem != problem[:300]:
        run.problem = problem[:300]
        run.save(update_fields=["problem"])
        report(run, SYSTEM, {"problem": run.problem}, "not_live")


@transaction.atomic
def roll_back_run(*, run_id: int, by: User | None = None, origin: Origin = SYSTEM) -> ImportRun:
    """Return to what was in force before this run. It changes as much as going live, so it takes a second person, too.

    Raises WrongState, SamePerson, CanNotRollBack; nothing is changed then.
    """
    run = _lock_run(run_id)
    if run.state == State.ROLLED_BACK:
        return run
    _require_state(run, State.LIVE)
    _second_person(run, by)
    try:
        with transaction.atomic():
            importer(run.kind).roll_back(run)
    except IntegrityError:
        raise CanNotRollBack from None
    run.state, run.rolled_back_at = State.ROLLED_BACK, clock.now()
    run.save(update_fields=["state", "rolled_back_at"])
    report(run, origin)
    _review_others(run)
    return run


def _review_others(run: ImportRun) -> None:
    """Compare runs of the kind that wait for approval with the data in force now."""
    waiting = ImportRun.objects.filter(kind=run.kind, state=State.STAGED)
    for other in waiting.values_list("pk", flat=True):
        review_run.enqueue(other)


def discard_run(*, run_id: int, origin: Origin = SYSTEM) -> ImportRun:
    """Drop a run that is not live. A reader that is at work on it stops at its next chunk. Raises WrongState."""
    with transaction.atomic():
        run = _lock_run(run_id)
        if run.state == State.DISCARDED:
            return run
        _require_state(run, *OPEN)
        run.state, run.claim, run.ended_at = State.DISCARDED, None, clock.now()
        run.save(update_fields=["state", "claim", "ended_at"])
        report(run, origin)
    remove_leftovers(run)
    return run


def forget_subjects(subjects: Iterable[str]) -> None:
    """Delete what imports changed of subjects that are erased; it can't be rolled back any more."""
    changes = StagedChange.objects.filter(subject__in=list(subjects))
    for run in ImportRun.objects.filter(pk__in=changes.values("run")):
        run.review.pop("changes", None)
        run.save(update_fields=["review"])
    changes.delete()


def _lock_run(run_id: int) -> ImportRun:
    run = locks.lock_row(ImportRun.objects.filter(pk=run_id))
    if run is None:
        raise NotFound
    return run


def _require_state(run: ImportRun, *states: State) -> None:
    if run.state not in states:
        raise WrongState


def _second_person(run: ImportRun, by: User | None) -> None:
    if by is not None and run.uploaded_by_id == by.pk:
        raise SamePerson
