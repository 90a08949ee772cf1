"""A roster's life as a person drives it: upload, confirm the columns, apply, undo, discard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction

from planfront.audit.services import SYSTEM, Origin, record
from planfront.kernel import clock, locks
from planfront.kernel.errors import Conflict, FieldErrors, NotFound
from planfront.members.models import RosterImport, RosterState
from planfront.members.roster.columns import guess
from planfront.members.roster.fields import BY_NAME
from planfront.members.roster.reading import read
from planfront.members.roster.tasks import apply_roster, check_roster, undo_roster

if TYPE_CHECKING:
    from planfront.accounts.models import User

MOVED_ON = "This roster has moved on; that can't be done any more."
_WAITING = (RosterState.MAPPING, RosterState.REFUSED, RosterState.READY)
_KEEP = timedelta(days=30)


def roster_upload(
    *, brand_id: int, group_id: int, file_name: str, blocks: Iterable[bytes], by: User | None, origin: Origin = SYSTEM
) -> RosterImport:
    """A file with guessed columns; nothing is checked yet. Raises FieldErrors at "file"."""
    table = read(blocks)
    sealed: dict[str, Any] = {"table": {"headings": table.headings, "rows": table.rows}}
    with transaction.atomic():
        roster = RosterImport.objects.create(
            brand_id=brand_id,
            group_id=group_id,
            file_name=file_name[-200:],
            sha256=table.sha256,
            mapping=guess(table.headings),
            rows_total=len(table.rows),
            created_by=by,
            created_at=clock.now(),
            **sealed,
        )
        _report(roster, "uploaded", origin)
    return roster


@transaction.atomic
def roster_map(*, roster_id: UUID, mapping: Mapping[str, int], origin: Origin = SYSTEM) -> RosterImport:
    """Confirm which column is which and start the dry run. Raises FieldErrors by field."""
    roster = _locked(roster_id, *_WAITING)
    missing = [name for name, field in BY_NAME.items() if field.required and name not in mapping]
    if missing:
        raise FieldErrors.one(missing[0], f"Say which column has: {', '.join(BY_NAME[one].label for one in missing)}.")
    if len(set(mapping.values())) < len(mapping):
        raise FieldErrors.one("mapping", "One column can't be two things.")
    roster.mapping, roster.state, roster.rows_done = dict(mapping), RosterState.CHECKING, 0
    roster.counts, roster.problem = {}, ""
    roster.save(update_fields=["mapping", "state", "rows_done", "counts", "problem"])
    check_roster.enqueue(str(roster.pk))
    _report(roster, "mapped", origin)
    return roster


@transaction.atomic
def roster_apply(*, roster_id: UUID, origin: Origin = SYSTEM) -> RosterImport:
    """Start applying it. Raises Conflict when it is not ready; asking twice is once."""
    roster = _locked(roster_id, RosterState.READY, RosterState.APPLYING)
    if roster.state == RosterState.READY:
        _start(roster, RosterState.APPLYING)
        apply_roster.enqueue(str(roster.pk))
        _report(roster, "applying", origin)
    return roster


@transaction.atomic
def roster_undo(*, roster_id: UUID, origin: Origin = SYSTEM) -> RosterImport:
    """Start undoing it. Raises Conflict when it is not applied; asking twice is once."""
    roster = _locked(roster_id, RosterState.APPLIED, RosterState.UNDOING)
    if roster.state == RosterState.APPLIED:
        _start(roster, RosterState.UNDOING)
        undo_roster.enqueue(str(roster.pk))
        _report(roster, "undoing", origin)
    return roster


@transaction.atomic
def roster_discard(*, roster_id: UUID, origin: Origin = SYSTEM) -> RosterImport:
    """Drop a roster that is not applied, with what was read of its file. Raises Conflict."""
    roster = _locked(roster_id, *_WAITING, RosterState.CHECKING)
    roster.changes.all().delete()
    roster.state, roster.table, roster.claim = RosterState.DISCARDED, {}, None
    roster.save(update_fields=["state", "table", "claim"])
    _report(roster, "discarded", origin)
    return roster


def rosters_prune() -> None:
    """Drop rosters that nobody has applied for a month: their files hold people's numbers (the ticker calls this)."""
    old = RosterImport.objects.filter(state__in=_WAITING, created_at__lt=clock.now() - _KEEP)
    for roster_id in old.values_list("pk", flat=True):
        roster_discard(roster_id=roster_id)


def _start(roster: RosterImport, state: str) -> None:
    roster.state, roster.rows_done, roster.problem = state, 0, ""
    roster.save(update_fields=["state", "rows_done", "problem"])


def _locked(roster_id: UUID, *states: str) -> RosterImport:
    roster = locks.lock_row(RosterImport.objects.filter(pk=roster_id))
    if roster is None:
        raise NotFound
    if roster.state not in states:
        raise Conflict(MOVED_ON)
    return roster


def _report(roster: RosterImport, what: str, origin: Origin) -> None:
    about = {"group": roster.group_id, "sha256": roster.sha256}
    record(f"roster.{what}", origin=origin, subject_type="roster", subject_id=str(roster.pk), meta=about)
