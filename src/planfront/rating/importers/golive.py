"""Taking an import's draft tables into force, and back out. Rows in force never change; only end dates do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.imports.errors import CanNotRollBack
from planfront.kernel import clock
from planfront.kernel.database import locks
from planfront.kernel.errors import Conflict
from planfront.rating.errors import TablesOverlap
from planfront.rating.models import RateTable, TableStatus
from planfront.rating.table_checks import share_a_day, table_digest

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

_DAY = timedelta(days=1)
Json = dict[str, Any]


def seal(run: ImportRun) -> None:
    """Compute what approval needs of each table, ahead of time and outside of any long transaction."""
    for table in RateTable.objects.filter(source=run, digest="").order_by("pk").iterator():
        table.digest, table.row_count = table_digest(table), table.rows.count()
        table.save(update_fields=["digest", "row_count"])


def go_live(run: ImportRun, today: date) -> Json:
    """Put the run's drafts into force from `today` on; what was changed, for rolling back.

    A table that backdates over days in force starts today: what was sold stays as it was. The table
    before ends the day before; one that has not started and lies within the new one is retired.
    """
    locks.lock_name("rating.go_live")
    drafts = locks.lock_rows(run_tables(run).filter(status=TableStatus.DRAFT))
    in_force = _in_force({table.plan_id for table in drafts})
    undo: Json = {"made": [], "ended": [], "retired": []}
    for new in sorted(drafts, key=lambda table: (table.plan_id, table.eff_from)):
        _schedule_table(new, in_force[new.plan_id], today, undo)
    if not any(new.status == TableStatus.APPROVED for new in drafts):
        raise Conflict(_("All of these tables end before today."))
    for new in drafts:
        _approve(new, run)
    undo["made"] = [[new.pk, _iso(new.eff_to)] for new in drafts if new.status == TableStatus.APPROVED]
    return undo


def run_tables(run: ImportRun) -> Any:
    """The rate tables of a run."""
    return RateTable.objects.filter(source=run)


def _in_force(plan_ids: Iterable[int]) -> dict[int, list[RateTable]]:
    tables: dict[int, list[RateTable]] = defaultdict(list)
    for table in locks.lock_rows(RateTable.objects.filter(plan_id__in=plan_ids, status=TableStatus.APPROVED)):
        tables[table.plan_id].append(table)
    return tables


def _schedule_table(new: RateTable, approved: list[RateTable], today: date, undo: Json) -> None:
    """Decide on one draft: its first day, and what becomes of the tables it follows."""
    if any(other.eff_from < today for other in _overlapping_tables(new, approved)):
        if new.eff_to is not None and new.eff_to < today:
            new.status = TableStatus.RETIRED  # an earlier part of the year: those days stay as they were
            return
        new.eff_from = max(new.eff_from, today)
    for other in list(_overlapping_tables(new, approved)):
        if other.eff_from < new.eff_from:
            undo["ended"].append([other.pk, _iso(other.eff_to), _iso(new.eff_from - _DAY)])
            other.eff_to = new.eff_from - _DAY
        elif new.eff_to is None or (other.eff_to is not None and other.eff_to <= new.eff_to):
            undo["retired"].append(other.pk)
            other.status = TableStatus.RETIRED
            approved.remove(other)
        else:
            raise TablesOverlap
        other.save(update_fields=["eff_to", "status"])
    new.status = TableStatus.APPROVED
    approved.append(new)


def _overlapping_tables(new: RateTable, approved: list[RateTable]) -> Iterator[RateTable]:
    return (other for other in approved if share_a_day(other, new))


def _approve(new: RateTable, run: ImportRun) -> None:
    if new.status == TableStatus.APPROVED:
        new.approved_by_id, new.approved_at = run.approved_by_id, clock.now()
    if not new.digest:
        new.digest, new.row_count = table_digest(new), new.rows.count()
    new.save(
        update_fields=["status", "eff_from", "eff_to", "approved_by", "approved_at", "digest", "row_count"],
    )


def roll_back(run: ImportRun) -> None:
    """Retire the run's tables and open the earlier ones again. Raises CanNotRollBack when others build on them."""
    locks.lock_name("rating.go_live")
    undo = run.undo
    _retire(undo["made"])
    _reopen(undo["ended"])
    retired = locks.lock_rows(RateTable.objects.filter(pk__in=undo["retired"], status=TableStatus.RETIRED))
    if len(retired) != len(undo["retired"]):
        raise CanNotRollBack
    RateTable.objects.filter(pk__in=undo["retired"]).update(status=TableStatus.APPROVED)


def _retire(created: list[list[Any]]) -> None:
    ends = dict(created)
    tables = locks.lock_rows(RateTable.objects.filter(pk__in=ends, status=TableStatus.APPROVED))
    if len(tables) != len(ends) or any(_iso(table.eff_to) != ends[table.pk] for table in tables):
        raise CanNotRollBack
    RateTable.objects.filter(pk__in=ends).update(status=TableStatus.RETIRED)


def _reopen(ended: list[list[Any]]) -> None:
    # A table ended twice by one run (it followed two of its tables) is opened to its first end.
    first: dict[int, str | None] = {}
    for pk, before, _after in ended:
        first.setdefault(pk, before)
    last = {pk: after for pk, _before, after in ended}
    tables = locks.lock_rows(RateTable.objects.filter(pk__in=first, status=TableStatus.APPROVED))
    if len(tables) != len(first) or any(_iso(table.eff_to) != last[table.pk] for table in tables):
        raise CanNotRollBack
    for table in tables:
        end = first[table.pk]
        table.eff_to = date.fromisoformat(end) if end else None
        table.save(update_fields=["eff_to"])


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None
