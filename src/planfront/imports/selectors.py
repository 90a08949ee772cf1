"""Reading runs for pages, the command line and other rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planfront.imports.models import ImportIssue, ImportRun, State
from planfront.imports.tabular import READ, UNREAD
from planfront.kernel.errors import NotFound


def run_get(run_id: int) -> ImportRun:
    """One run with its people. Raises NotFound."""
    run = ImportRun.objects.select_related("uploaded_by", "approved_by").filter(pk=run_id).first()
    if run is None:
        raise NotFound
    return run


# A JSON column of PostgreSQL keeps no order of its names.
_COUNTS = ("rows", "tables", "rates", "new", "changed", "ended", "unchanged", "newPlans", "plansNotInFile")


def list_counts(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return a run's counts in the order of a review, those of a single kind of file last, by name."""
    rank = {name: at for at, name in enumerate(_COUNTS)}
    return sorted(counts.items(), key=lambda pair: (rank.get(pair[0], len(rank)), pair[0]))


def issues_of(run: ImportRun, limit: int | None = None) -> list[ImportIssue]:
    """Issues in file order, fatal ones first."""
    return list(run.issues.order_by("-fatal", "row", "pk")[:limit])


def sheets_of(run: ImportRun) -> list[tuple[str, bool]]:
    """The sheets of a workbook with several, and whether each was read."""
    rows = run.issues.filter(code__in=(READ, UNREAD)).order_by("pk").values_list("column", "code")
    return [(name, code == READ) for name, code in rows]


def issue_counts(run: ImportRun) -> dict[str, int]:
    """Return the numbers of a run's fatal issues and notes."""
    fatal = run.issues.filter(fatal=True).count()
    return {"fatal": fatal, "notes": run.issues.count() - fatal}


def progress_of(run: ImportRun) -> dict[str, Any]:
    """Return the values of the progress bar."""
    done, total = run.rows_done, max(run.rows_total, run.rows_done)
    moving = run.state in (State.QUEUED, State.READING)
    percent = 0 if run.state == State.QUEUED else (min(99, done * 100 // total) if total and moving else 100)
    return {"state": run.state, "label": run.get_state_display(), "done": done, "total": total, "percent": percent}
