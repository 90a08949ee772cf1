"""A roster's life as a person drives it: upload, confirm the columns, apply, undo, discard."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.audit.pruning import days_ago, exclude_held, prune, record_pruned
from planfront.audit.services import SYSTEM, Origin, record
from planfront.kernel import clock
from planfront.kernel.database import locks
from planfront.kernel.errors import Conflict, FieldErrors, NotFound
from planfront.members.models import RosterChange, RosterImport, RosterState
from planfront.members.roster.columns import guess_columns, headings_hash, relation_columns
from planfront.members.roster.fields import BY_NAME, label_of
from planfront.members.roster.invitations import is_open_to_undo, time_until_midnight
from planfront.members.roster.reading import Table, join_sheets, read
from planfront.members.roster.relatives import QUESTION
from planfront.members.roster.rest import held_rows
from planfront.members.roster.returned import taken_rows, without_notes
from planfront.members.roster.table import corrections_of, read_table
from planfront.members.roster.tasks import apply_roster, check_roster, invite_added, undo_roster
from planfront.members.roster.words import Answers, answers_of_group, checked_answers, merge_answers
from planfront.parties.groups.selectors import class_names

MOVED_ON = gettext_lazy("This roster has moved on, so you can't do that anymore.")
FORGOTTEN = gettext_lazy("We no longer keep what this roster changed, so you can't undo it.")
RELATION_LEFT_OUT = gettext_lazy(
    "The column %(column)s looks like the relationship (EE, Spouse, Child) and is left out: everyone would become an "
    "employee. Choose it as Relationship, or say that everyone is an employee."
)
TOO_LATE = gettext_lazy("An upload can be undone until midnight. Call us to change what it saved.")
MOST_CHARACTERS = 500
Step = Callable[[Origin], Any]
_WAITING = (RosterState.MAPPING, RosterState.REFUSED, RosterState.READY)
_MENDING = (RosterState.REFUSED, RosterState.READY)
_WORKING = (RosterState.CHECKING, RosterState.APPLYING, RosterState.UNDOING)


def upload_roster(
    *,
    brand_id: int,
    group_id: int,
    file_name: str,
    blocks: Iterable[bytes],
    by: int | None,
    by_group: bool = False,
    language: str = "en",
    origin: Origin = SYSTEM,
) -> RosterImport:
    """A file with guessed columns, or those that were confirmed for the group's last file with the same headings;
    nothing is checked yet. ``by``: the user's id. ``by_group``: an administrator of the group uploads it.
    ``language``: of what is said of its rows. Raises FieldErrors at "file"."""
    table = without_notes(read(blocks))
    sealed: dict[str, Any] = {"table": _kept_table(table)}
    heading_key = headings_hash(table.headings)
    with transaction.atomic():
        roster = RosterImport.objects.create(
            brand_id=brand_id,
            group_id=group_id,
            file_name=file_name[-200:],
            sha256=table.sha256,
            mapping=_confirmed_before(brand_id, group_id, heading_key) or _guess(group_id, table),
            words=answers_of_group(group_id),
            headings_hash=heading_key,
            rows_total=len(table.rows),
            created_by_id=by,
            by_group=by_group,
            language=language,
            created_at=clock.business_now(),
            **sealed,
        )
        _report(roster, "uploaded", origin)
    return roster


def _guess(group_id: int, table: Table) -> dict[str, int]:
    names = [name for own in class_names(group_id).values() for name in own]
    return guess_columns(table.headings, table.rows, names)


def _kept_table(table: Table) -> dict[str, Any]:
    names = ("headings", "rows", "notes", "sheets", "parts")
    return {name: getattr(table, name) for name in names}


@transaction.atomic
def choose_sheets(*, roster_id: UUID, names: Collection[str], origin: Origin = SYSTEM) -> RosterImport:
    """Read the file again, just these sheets of it; columns are guessed again. Raises Conflict, and FieldErrors at
    "file"."""
    roster = _locked(roster_id, RosterState.MAPPING)
    sheets = [{**sheet, "read": sheet["name"] in names} for sheet in read_table(roster).get("sheets", [])]
    table = join_sheets(sheets, roster.sha256)
    heading_key = headings_hash(table.headings)
    roster.mapping = _confirmed_before(roster.brand_id, roster.group_id, heading_key) or _guess(roster.group_id, table)
    roster.headings_hash, roster.rows_total = heading_key, len(table.rows)
    roster.save(update_fields=["mapping", "headings_hash", "rows_total"])
    _seal(roster, table=_kept_table(table))
    _report(roster, "sheets", origin, rows=len(table.rows))
    return roster


@transaction.atomic
def map_roster(
    *,
    roster_id: UUID,
    mapping: Mapping[str, int],
    words: Answers | None = None,
    everybody_employee: bool = False,
    origin: Origin = SYSTEM,
) -> RosterImport:
    """Confirm which column is which and what its ``words`` mean, and start the dry run. Rows with words that nobody
    explained are held back. A column of relationships can be left out only by saying that everyone is an employee.
    Raises FieldErrors by field."""
    roster = _locked(roster_id, *_WAITING)
    _require_columns(mapping)
    table = read_table(roster)
    if "relationship" not in mapping and not everybody_employee:
        left_out = relation_columns(table["headings"], table["rows"], mapping)
        if left_out:
            raise FieldErrors.single("relationship", RELATION_LEFT_OUT % {"column": left_out[0]})
    roster.mapping, roster.everybody_employee = dict(mapping), everybody_employee
    roster.words = merge_answers(roster.words, checked_answers(words or {}, roster.group_id))
    if table.get("sheets"):  # they were chosen with the columns
        _seal(roster, table={**table, "sheets": []})
    _check(roster, None)
    _report(roster, "mapped", origin)
    return roster


def _require_columns(mapping: Mapping[str, int]) -> None:
    whole_name = {"first_name", "last_name"} if "full_name" in mapping else set()
    missing = [
        name for name, field in BY_NAME.items() if field.required and name not in mapping and name not in whole_name
    ]
    if missing:
        raise FieldErrors.single(missing[0], _("Say which column has: %s.") % ", ".join(map(label_of, missing)))
    if len(set(mapping.values())) < len(mapping):
        raise FieldErrors.single("mapping", _("One column can't be two things."))


@transaction.atomic
def mend_roster(
    *,
    roster_id: UUID,
    cells: Mapping[int, Mapping[str, str]],
    left_out: Collection[int] = (),
    confirmed: Collection[int] = (),
    origin: Origin = SYSTEM,
) -> RosterImport:
    """Correct cells of held rows, by row and field, leave rows out, or confirm what is asked of them; only these are
    checked again. Raises Conflict."""
    roster = _locked(roster_id, *_MENDING)
    held_back = set(held_rows(roster))
    mended = {row: dict(values) for row, values in cells.items() if values and row in held_back}
    dropped = held_back.intersection(left_out)
    answered = held_back.intersection(confirmed)
    if not mended and not dropped and not answered:
        return roster
    if any(
        name not in BY_NAME or len(cell) > MOST_CHARACTERS
        for values in mended.values()
        for name, cell in values.items()
    ):
        raise FieldErrors.single("cells", _("A cell is longer than %d characters.") % MOST_CHARACTERS)
    corrections = corrections_of(roster)
    for row, values in mended.items():
        corrections["cells"].setdefault(str(row), {}).update(values)
        corrections["confirmed"].pop(str(row), None)
    for row, name in roster.issues.filter(row__in=answered, code=QUESTION).values_list("row", "field"):
        corrections["confirmed"].setdefault(str(row), []).append(name)
    corrections["left_out"] = sorted({*corrections["left_out"], *dropped})
    _seal(roster, corrections=corrections)
    _check(roster, {*mended, *dropped, *answered})
    _report(roster, "mended", origin, rows=len({*mended, *dropped, *answered}))
    return roster


@transaction.atomic
def fill_roster(*, roster_id: UUID, field: str, cell: str, origin: Origin = SYSTEM) -> RosterImport:
    """The same answer for every held row that lacks this field. Raises Conflict."""
    roster = _locked(roster_id, *_MENDING)
    lacking = roster.issues.filter(fatal=True, field=field, code__in=("asked", "required"))
    cells = {row: {field: cell} for row in lacking.values_list("row", flat=True)}
    return mend_roster(roster_id=roster.pk, cells=cells, origin=origin)


def replace_roster(*, roster_id: UUID, blocks: Iterable[bytes], origin: Origin = SYSTEM) -> RosterImport:
    """Take corrected rows from a file in place of the held ones; those that aren't in it are left out. Raises
    FieldErrors at "file", and Conflict."""
    table = read(blocks)
    with transaction.atomic():
        roster = _locked(roster_id, *_MENDING)
        held_back = held_rows(roster)
        if not held_back:
            raise Conflict(MOVED_ON)
        before, corrections = read_table(roster), corrections_of(roster)
        taken = taken_rows(table, before, roster.mapping, held_back)
        remaining = [[number, cells] for number, cells in before["rows"] if number not in set(held_back)]
        rows = sorted([*remaining, *([number, cells] for number, cells, _more in taken)])
        cells_of = {row: cells for row, cells in corrections["cells"].items() if int(row) not in set(held_back)}
        cells_of |= {str(number): more for number, _cells, more in taken if more}
        _seal(roster, table={**before, "rows": rows}, corrections={**corrections, "cells": cells_of, "confirmed": {}})
        _check(roster, {*held_back, *(number for number, _cells, _more in taken)})
        _report(roster, "replaced", origin, rows=len(taken))
    return roster


@transaction.atomic
def start_applying_roster(*, roster_id: UUID, origin: Origin = SYSTEM) -> RosterImport:
    """Start applying it. Raises Conflict when it is not ready; asking twice is once."""
    roster = _locked(roster_id, RosterState.READY, RosterState.APPLYING)
    if roster.state == RosterState.READY:
        _start(roster, RosterState.APPLYING)
        apply_roster.enqueue(str(roster.pk))
        if roster.by_group:
            invite_added.enqueue(str(roster.pk), delay=time_until_midnight())
        _report(roster, "applying", origin)
    return roster


@transaction.atomic
def start_undoing_roster(*, roster_id: UUID, by_group: bool = False, origin: Origin = SYSTEM) -> RosterImport:
    """Start undoing it; ``by_group`` only until midnight. Raises Conflict when it is not applied; asking twice is
    once."""
    roster = _locked(roster_id, RosterState.APPLIED, RosterState.UNDOING)
    if roster.state == RosterState.APPLIED:
        if by_group and not is_open_to_undo(roster):
            raise Conflict(TOO_LATE)
        if roster.rows_total and not roster.changes.exists():
            raise Conflict(FORGOTTEN)
        _start(roster, RosterState.UNDOING)
        undo_roster.enqueue(str(roster.pk))
        _report(roster, "undoing", origin)
    return roster


@transaction.atomic
def discard_roster(*, roster_id: UUID, origin: Origin = SYSTEM) -> RosterImport:
    """Drop a roster that is not applied, with what was read of its file. Raises Conflict."""
    roster = _locked(roster_id, *_WAITING, RosterState.CHECKING)
    roster.changes.all().delete()
    roster.state, roster.claim = RosterState.DISCARDED, None
    roster.save(update_fields=["state", "claim"])
    _seal(roster, table={}, corrections={})
    _report(roster, "discarded", origin)
    return roster


def prune_rosters(now: datetime | None = None) -> int:
    """Drop rosters that nobody has applied (KEEP_ROSTERS_DAYS): their files hold people's numbers. Of applied ones drop
    how people stood before and after (KEEP_ROSTER_CHANGES_DAYS); such a roster can't be undone any more. Returns how
    many."""
    waiting = RosterImport.objects.filter(state__in=_WAITING)
    old = exclude_held(waiting.filter(created_at__lt=days_ago(settings.ENV.keep_rosters, now)))
    keys = list(old.values_list("pk", flat=True))
    for roster_id in keys:
        discard_roster(roster_id=roster_id)
    ended = RosterImport.objects.exclude(state__in=(*_WAITING, *_WORKING))
    limit = days_ago(settings.ENV.keep_roster_changes, now)
    changes = RosterChange.objects.filter(roster__in=ended, roster__created_at__lt=limit)
    return record_pruned("roster", len(keys)) + prune("roster_change", changes)


def _confirmed_before(brand_id: int, group_id: int, known: str) -> dict[str, int]:
    """The columns as somebody confirmed them for the group's last file of these headings."""
    same = RosterImport.objects.filter(brand_id=brand_id, group_id=group_id, headings_hash=known)
    confirmed = same.exclude(state__in=(RosterState.MAPPING, RosterState.DISCARDED)).order_by("-created_at")
    return confirmed.values_list("mapping", flat=True).first() or {}


def _seal(roster: RosterImport, **columns: Any) -> None:
    for name, value in columns.items():
        setattr(roster, name, value)
    roster.save(update_fields=list(columns))


def _check(roster: RosterImport, rows: Collection[int] | None) -> None:
    """Queue the dry run, of these rows and what they have to do with, or of all."""
    roster.recheck = None if rows is None else sorted({*rows, *(roster.recheck or ())})
    roster.counts = {} if rows is None else roster.counts
    _start(roster, RosterState.CHECKING)
    roster.save(update_fields=["mapping", "words", "everybody_employee", "recheck", "counts"])
    check_roster.enqueue(str(roster.pk))


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


def _report(roster: RosterImport, what: str, origin: Origin, **more: int) -> None:
    about = {"group": roster.group_id, "sha256": roster.sha256, **more}
    record(f"roster.{what}", origin=origin, subject_type="roster", subject_id=str(roster.pk), meta=about)
