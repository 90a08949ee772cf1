"""Undo a merge: everything that moved goes back, where it is still as the merge left it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from planfront.audit.services import Origin
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.database.moves import Move, list_moves
from planfront.kernel.errors import NotFound
from planfront.members.coverage import coverage
from planfront.members.duplicates.merging import (
    FILLED,
    LABELS,
    MergeRefused,
    NotOpen,
    as_stored,
    decide,
    lock_all,
    lock_pair,
    move_rows,
    note,
    steady_of,
    write_columns,
)
from planfront.members.duplicates.moves import POLICY, RELATIVES
from planfront.members.models import DuplicateState, Member, MergeRecord
from planfront.members.person_history import FactCause

_BATCH = 500


@dataclass(frozen=True)
class Back:
    """Rows that go back together, in words."""

    move: Move
    keys: Sequence[str]
    lines: Sequence[str]


@dataclass(frozen=True)
class UndoPreview:
    """The effect of undoing a merge. ``reasons``: why it can't be; ``left``: what stays as it was changed since."""

    back: Sequence[Back]
    reasons: Sequence[str]
    left: Sequence[str] = ()


def preview_undo(kept: MergeRecord) -> UndoPreview:
    back, reasons = [], []
    for move in list_moves():
        rows = kept.rows.get(move.table, {}).get("rows", [])
        if rows:
            group, problems = _rows_back(move, rows, kept.stays_id)
            back.append(group)
            reasons += problems
    keys = {
        item.move.table: {UUID(key) for key in item.keys}
        for item in back
        if item.move.table in (POLICY, RELATIVES.table)
    }
    reasons += _torn_apart(keys.get(POLICY, set()), keys.get(RELATIVES.table, set()))
    members = Member.objects.in_bulk([kept.stays_id, kept.goes_id])
    left: list[str] = []
    for key, name in ((kept.stays_id, "stays"), (kept.goes_id, "goes")):
        for column in _changed_columns(members[key], kept.columns.get(name, {})):
            (left if column in FILLED and name == "stays" else reasons).append(_changed_text(column))
    if members[kept.stays_id].merged_into_id is not None:
        reasons.append("The record that stayed was merged into another one since. Undo that first.")
    reasons += _number_taken(kept)
    return UndoPreview(back, list(dict.fromkeys(reasons)), list(dict.fromkeys(left)))


def _rows_back(move: Move, rows: Sequence[Sequence[str]], stays_id: int) -> tuple[Back, list[str]]:
    current: dict[str, Any] = {}
    for at in range(0, len(rows), _BATCH):
        keys = [row[0] for row in rows[at : at + _BATCH]]
        moved = move.model._default_manager.filter(pk__in=keys).only("pk", move.column, *move.shows, *move.steady)
        current |= {str(row.pk): row for row in moved}
    lines, reasons = [], []
    for key, *steady in rows:
        row = current.get(key)
        if row is None:
            reasons.append(f"{move.title}: something that moved was deleted since.")
            continue
        lines.append(move.describe(row))
        if getattr(row, move.column) != stays_id:
            reasons.append(f"{move.title}: {move.describe(row)} belongs to another record by now.")
        elif steady_of(move, row)[1:] != list(steady):
            reasons.append(f"{move.title}: {move.describe(row)} was changed since.")
    return Back(move, [row[0] for row in rows], lines), reasons


def _torn_apart(policies: Set[UUID], relatives: Set[UUID]) -> list[str]:
    """Policies that cover somebody who would be on the other record."""
    reasons = []
    pairs = coverage().covered_relatives(relatives, policies)
    if any(policy in policies and relative not in relatives for relative, policy in pairs):
        reasons.append("A policy that would go back now covers a person on the record that stays.")
    if any(relative in relatives and policy not in policies for relative, policy in pairs):
        reasons.append("A policy that stays now covers a person who would go back.")
    return reasons


def _changed_columns(member: Member, columns: dict[str, list[Any]]) -> list[str]:
    return [name for name, (_before, after) in columns.items() if as_stored(getattr(member, name)) != after]


def _changed_text(column: str) -> str:
    return f"{LABELS.get(column, 'The record itself')} was changed since."


def _number_taken(kept: MergeRecord) -> list[str]:
    """A number of the group belongs to one member only."""
    columns = kept.columns.get("goes", {})
    number, group = columns.get("employee_number", [""])[0], columns.get("group_id", [None])[0]
    holders = Member.objects.filter(group=group, employee_number=number).exclude(pk__in=(kept.stays_id, kept.goes_id))
    if number and group and holders.exists():
        return [f"Another member of the group has the employee number {number} by now."]
    return []


@transaction.atomic
def undo_merge(*, record_id: UUID, origin: Origin) -> None:
    """Put everything back. What was added since stays with the record that stayed. Raises NotFound, NotOpen where it
    was undone already, and MergeRefused: nothing is written then."""
    pair = lock_pair(_pair_of(record_id))
    merge_record = lock_row(MergeRecord.objects.filter(pk=record_id))
    if merge_record is None:
        raise NotFound
    if merge_record.undone_at is not None:
        raise NotOpen
    keys = {table: [row[0] for row in item["rows"]] for table, item in merge_record.rows.items()}
    moves = {move.table: move for move in list_moves() if move.table in keys}
    rows = {table: move.model._default_manager.filter(pk__in=keys[table]) for table, move in moves.items()}
    lock_all(rows, (merge_record.stays_id, merge_record.goes_id))
    preview = preview_undo(merge_record)
    if preview.reasons:
        raise MergeRefused(preview.reasons)
    for table, move in moves.items():
        move_rows(move, keys[table], merge_record.goes_id)
    coverage().settle_fees((merge_record.stays_id, merge_record.goes_id))
    _write_back(merge_record, origin)
    merge_record.undone_at, merge_record.undone_by_id = clock.business_now(), origin.user_id
    merge_record.save(update_fields=["undone_at", "undone_by"])
    decide(pair, DuplicateState.UNDONE, origin)
    note(merge_record, "merge_undone", origin)


def _pair_of(record_id: UUID) -> UUID:
    pair_id = MergeRecord.objects.filter(pk=record_id).values_list("pair_id", flat=True).first()
    if pair_id is None:
        raise NotFound
    return pair_id


def _write_back(kept: MergeRecord, origin: Origin) -> None:
    """Write the columns back that weren't changed since."""
    before = []
    for key, name in ((kept.goes_id, "goes"), (kept.stays_id, "stays")):
        columns = kept.columns.get(name, {})
        changed = _changed_columns(Member.objects.get(pk=key), columns)
        before.append((key, {column: pair[0] for column, pair in columns.items() if column not in changed}))
    write_columns(before, FactCause("merge_undone", origin))
