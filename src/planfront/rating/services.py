"""Writing rate tables. Rows in force never change; a new rate is a new table with a later start."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Max

from planfront.audit.services import SYSTEM, Origin, record
from planfront.kernel import clock
from planfront.kernel.database import locks
from planfront.rating import engine
from planfront.rating.errors import SamePerson, TableNotDraft, TablesOverlap, TableUnsound
from planfront.rating.models import RateFactor, RateRow, RateTable, TableStatus
from planfront.rating.queries import CELL_FIELDS
from planfront.rating.table_checks import (
    share_a_day,
    table_digest,
    table_problems,
)

if TYPE_CHECKING:
    from planfront.accounts.models import User

_TEXT_KEYS = ("role", "tier", "area", "sex", "option")


@transaction.atomic
def create_table(
    *,
    plan_id: int,
    method: str,
    eff_from: date,
    eff_to: date | None = None,
    rows: Iterable[engine.RateCell] = (),
    factors: Iterable[engine.Factor] = (),
    created_by: User | None = None,
    **settings: Any,
) -> RateTable:
    """A draft with the plan's next version, its rows and factors. Cells of 0 are not sold: left out."""
    table = RateTable(
        plan_id=plan_id,
        version=next_version(plan_id),
        method=method,
        eff_from=eff_from,
        eff_to=eff_to,
        created_by=created_by,
        **settings,
    )
    table.full_clean(exclude=["plan", "created_by", "source"])
    table.save()
    created = RateRow.objects.bulk_create((_row(table, cell) for cell in rows if cell.rate > 0), batch_size=2000)
    RateFactor.objects.bulk_create(RateFactor(rate_table=table, kind=k, key=key, factor=f) for k, key, f in factors)
    table.row_count = len(created)
    table.save(update_fields=["row_count"])
    return table


def _row(table: RateTable, cell: engine.RateCell) -> RateRow:
    values = {name: getattr(cell, name) for name in CELL_FIELDS if name != "id"}
    texts = {name: values[name] or "" for name in _TEXT_KEYS}
    return RateRow(rate_table=table, **{**values, **texts})


def next_version(plan_id: int) -> int:
    """The number after the plan's last version. Call inside a transaction."""
    locks.lock_name(f"rating.version.{plan_id}")
    last = RateTable.objects.filter(plan_id=plan_id).aggregate(last=Max("version"))["last"]
    return (last or 0) + 1


@transaction.atomic
def approve_table(*, table_id: int, by: User | None = None, origin: Origin = SYSTEM) -> RateTable:
    """Put a draft into force.

    An open-ended table it follows ends the day before it starts. Raises TableNotDraft, SamePerson,
    TableUnsound or TablesOverlap; nothing is changed then.
    """
    table = RateTable.objects.get(pk=table_id)
    approved = _lock_plan(table.plan_id)
    table.refresh_from_db()
    if table.status != TableStatus.DRAFT:
        raise TableNotDraft
    if by is not None and table.created_by_id == by.pk:
        raise SamePerson
    if problems := table_problems(table):
        raise TableUnsound(problems)
    _make_room(approved, table)
    table.status = TableStatus.APPROVED
    table.digest = table_digest(table)
    table.row_count = table.rows.count()
    table.approved_by, table.approved_at = by, clock.now()
    table.save()
    _report("rating.table.approved", table, origin)
    return table


def _lock_plan(plan_id: int) -> list[RateTable]:
    """The plan's approved tables; two approvals of one plan wait for each other."""
    locks.lock_name(f"rating.plan.{plan_id}")
    return locks.lock_rows(RateTable.objects.filter(plan_id=plan_id, status=TableStatus.APPROVED))


def _make_room(approved: list[RateTable], new: RateTable) -> None:
    """End the open-ended table before `new`; any other shared day is refused."""
    for other in approved:
        if other.eff_to is None and other.eff_from < new.eff_from:
            other.eff_to = new.eff_from - timedelta(days=1)
            other.save(update_fields=["eff_to"])
        elif share_a_day(other, new):
            raise TablesOverlap


def _report(action: str, table: RateTable, origin: Origin) -> None:
    meta = {"plan_id": table.plan_id, "version": table.version, "digest": table.digest}
    record(action, origin=origin, subject_type="rate_table", subject_id=table.pk, meta=meta)
