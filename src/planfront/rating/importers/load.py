"""Staging a rate file: streamed, in committed chunks, visible all at once or not at all.

Rows go into tables of status LOADING, which nothing reads. The last step turns them into drafts in
one transaction. A process that dies leaves a run that the next reader goes on with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.imports.registry import Issue, Sink
from planfront.imports.tabular import row_count
from planfront.rating.importers.bulk import insert_rows
from planfront.rating.importers.rows import FileError, Rejected
from planfront.rating.importers.source import keep_quiet, read_source
from planfront.rating.importers.tables import Problem, TableKey, create_loading, find_problems, mark_children_only
from planfront.rating.importers.template_lines import TemplateLine
from planfront.rating.importers.ties import listed_rows, tied_rows
from planfront.rating.importers.transform import Row, Transformer, Values
from planfront.rating.models import RateRow, RateTable, TableStatus

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

CHUNK = 20_000
PAGE = 500


def stage_rates(run: ImportRun, path: Path, sink: Sink) -> None:
    """Load a rate file into draft tables of the run, going on at run.rows_done."""
    loading = _Load(run, sink, run.options["plans"], row_count(path))
    since = run.options.get("since", "")
    source = partial(read_source, path, sheets=run.sheets, since=since, plans=run.options["plans"])
    try:
        loading.read(source(tell=keep_quiet if run.rows_done else sink.issue))
    except FileError as error:
        sink.issue(Issue(error.line, error.code, error.message, error.column))
    if not sink.fatal:
        loading.check(source)
    if not sink.fatal:
        loading.publish()


def remove_tables(run: ImportRun) -> None:
    """Delete a run's staged tables, each in a transaction of its own so that the store goes on."""
    staged = RateTable.objects.filter(source=run, status__in=(TableStatus.LOADING, TableStatus.DRAFT))
    for table_id in list(staged.values_list("pk", flat=True)):
        with transaction.atomic():
            RateRow.objects.filter(rate_table_id=table_id).delete()
            RateTable.objects.filter(pk=table_id).delete()


class _Load:
    """One reading of a file. Counts and issues are written with the chunk they belong to."""

    def __init__(self, run: ImportRun, sink: Sink, plans: dict[str, int], lines: int) -> None:
        self.run, self.sink, self.lines, self.done = run, sink, lines, run.rows_done
        self.plans = plans
        self.transform = Transformer(plans, self._loading_table)
        self.tables = {
            TableKey(table.plan_id, table.method, table.eff_from, table.eff_to): table.pk
            for table in RateTable.objects.filter(source=run)
        }
        for name in ("rates", "of_other_plans", "left_out"):
            sink.counts.setdefault(name, 0)

    def read(self, source: Iterator[Row]) -> None:
        """Read to the end. Lines that an earlier reader has stored are passed over."""
        for row in islice(source, self.done):
            # Lines of our own template build on those before them.
            if isinstance(row, TemplateLine):
                self._line_values(row)
        while self._read_chunk(source):
            self.sink.progress(self.done, max(self.lines, self.done))

    @transaction.atomic
    def _read_chunk(self, source: Iterator[Row]) -> bool:
        """One chunk in one transaction. False at the end of the file."""
        self.sink.hold()
        lines, batch = 0, []
        for row in islice(source, CHUNK):
            lines += 1
            batch += self._store_line(row)
        if not self.sink.fatal:
            insert_rows(batch)
            self.sink.counts["rates"] += len(batch)
        self.done += lines
        self.sink.save(self.done, max(self.lines, self.done))
        return lines > 0

    def _line_values(self, row: Row) -> list[Values]:
        try:
            return self.transform.rows(row) or []
        except Rejected:
            return []

    def _store_line(self, row: Row) -> list[Values]:
        try:
            values = self.transform.rows(row)
        except Rejected as reason:
            self.sink.counts["left_out"] += 1
            for item in (reason, *reason.others):
                self.sink.issue(Issue(row.line, item.code, item.message, item.column, fatal=item.fatal))
            return []
        if values is None:
            self.sink.counts["of_other_plans"] += 1
        return values or []

    def _loading_table(self, key: TableKey) -> int:
        """The LOADING table of a key."""
        if key not in self.tables:
            new = self.transform.new_table(key)
            table = create_loading(key, new, source=self.run, created_by_id=self.run.uploaded_by_id)
            self.tables[key] = table.pk
        return self.tables[key]

    def check(self, source: Callable[[], Iterator[Row]]) -> None:
        """Report problems that show only when all rows are stored. `source` reads the file again, to name rows that
        tie."""
        if not self.sink.counts["rates"]:
            self.sink.issue(
                Issue(0, "noRates", _("The file has no rates of plans that are sold here. Give a plan map."))
            )
        ids = sorted(self.tables.values())
        wrong: list[Problem] = []
        for start in range(0, len(ids), PAGE):
            mark_children_only(ids[start : start + PAGE])
            wrong += find_problems(ids[start : start + PAGE])
        ties = [problem.place for problem in wrong if problem.place]
        rows = tied_rows(source(), self.plans, self.tables, ties) if ties else {}
        for problem in wrong:
            numbers = rows.get(problem.place, []) if problem.place else []
            message = f"{listed_rows(numbers)}: {problem.message}" if numbers else problem.message
            self.sink.issue(Issue(numbers[0] if numbers else 0, problem.code, message))
        if not self.sink.fatal:
            self._check_dates()

    def _check_dates(self) -> None:
        """Two tables of one plan never overlap."""
        last: dict[int, date | None] = {}
        for key in sorted(self.tables, key=lambda key: (key.plan_id, key.eff_from)):
            end = last.get(key.plan_id, date.min)
            if end is None or key.eff_from <= end:
                text = _("Plan %(plan)s: two tables of the file share days, from %(day)s.")
                message = text % {"plan": key.plan_id, "day": key.eff_from}
                self.sink.issue(Issue(0, "sameDays", message))
            last[key.plan_id] = key.eff_to

    @transaction.atomic
    def publish(self) -> None:
        """Turn all tables into drafts at once."""
        self.sink.hold()
        RateTable.objects.filter(source=self.run, status=TableStatus.LOADING).update(status=TableStatus.DRAFT)
        self.sink.counts["tables"] = len(self.tables)
        self.sink.save(self.done, self.done)
