"""The common part of the three catalog files: reading with issues by row, and a readable diff."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from planfront.catalog.importers.table import Line
from planfront.catalog.importers.words import Problem
from planfront.catalog.models import Carrier, Plan
from planfront.imports.changes import SHOWN, ChangeImporter
from planfront.imports.layouts import Layout
from planfront.imports.registry import Issue, Json, Sink
from planfront.imports.tabular import records, row_count

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

T = TypeVar("T")
COUNTED = {
    "otherIssuers": ngettext_lazy(
        "%(count)d row is of an issuer that no insurer here has: it was left out.",
        "%(count)d rows are of issuers that no insurer here has: they were left out.",
        "count",
    ),
    "otherYears": ngettext_lazy(
        "%(count)d row is of an earlier business year than the newest one in the file: it was left out.",
        "%(count)d rows are of an earlier business year than the newest one in the file: they were left out.",
        "count",
    ),
    "otherPlans": ngettext_lazy(
        "%(count)d row is of a plan that isn't in the catalog: it was left out.",
        "%(count)d rows are of plans that aren't in the catalog: they were left out.",
        "count",
    ),
    "variants": ngettext_lazy(
        "%(count)d row is of a plan variant that only the exchange grants: it was left out.",
        "%(count)d rows are of plan variants that only the exchange grants: they were left out.",
        "count",
    ),
}


def json_value(value: Any) -> Any:
    """A column's value as JSON holds it."""
    if isinstance(value, Decimal):
        return f"{value:.2f}"
    return value.isoformat() if isinstance(value, date) else value


def known_issuers() -> dict[str, int]:
    """Carrier id by HIOS issuer id: as the carriers say it, else as the ids of their plans do."""
    result = {
        hios[:5]: carrier
        for hios, carrier in Plan.objects.exclude(hios_plan_id="").values_list("hios_plan_id", "carrier")
    }
    for carrier in Carrier.objects.exclude(hios_issuer_id=""):
        result.update(dict.fromkeys(carrier.issuer_ids, carrier.pk))
    return result


def table_lines(run: ImportRun, path: Path, needed: tuple[tuple[str, ...], ...], sink: Sink) -> Iterator[Line]:
    """The lines below the headings. Raises FileError."""
    for record in records(path, [Layout(needed, None)], sink.issue, run.sheets):
        yield Line(record.number, record.cells, record.sheet.place(), record.sheet.above)


class CatalogImporter(ChangeImporter):
    """Stages changes of plans. Rows of issuers without a carrier here are counted and left out, never an error."""

    @abstractmethod
    def apply(self, subject: str, after: Json | None) -> None:
        """Make the subject what ``after`` says; None takes it away."""

    def apply_many(self, changes: Sequence[tuple[str, Json | None]]) -> None:
        for subject, after in changes:
            self.apply(subject, after)

    def each(self, path: Path, sink: Sink, result: Iterator[Line], read: Callable[[Line], T | None]) -> Iterator[T]:
        """Yield the result of ``read`` for every line; a Problem becomes the line's issue, None is left out."""
        total, done = row_count(path), 0
        for done, line in enumerate(result, 1):
            try:
                created = read(line)
            except Problem as problem:
                sink.issue(Issue(line.number, problem.code, problem.message, line.sheet))
                created = None
            if created is not None:
                yield created
            if not done % 100:
                sink.progress(done, max(total, done))
        sink.progress(done, max(total, done))

    def warnings(self, run: ImportRun) -> list[dict[str, str]]:
        run.refresh_from_db(fields=["counts"])
        return [
            {"code": code, "text": text % {"count": run.counts[code]}}
            for code, text in COUNTED.items()
            if run.counts.get(code)
        ]

    def review(self, run: ImportRun) -> Json:
        """Changes by the plans' names, value by value."""
        page = list(run.changes.all()[:SHOWN])
        names = self.names([change.subject for change in page])
        rows = [
            {
                "what": f"{names.get(change.subject, change.subject)} ({change.action})",
                **_differences(change.before or {}, change.after or {}),
                "percent": None,
            }
            for change in page
        ]
        return {**super().review(run), "changes": rows}

    def names(self, subjects: Sequence[str]) -> dict[str, str]:
        """Return the subjects' names for the reviewer."""
        return {}


def _differences(before: Json, after: Json) -> dict[str, str]:
    keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    return {"before": _list_values(before, keys), "after": _list_values(after, keys)}


def _list_values(values: Json, keys: Sequence[str]) -> str:
    texts = [f"{key}: {_as_text(values[key])}" for key in keys if key in values]
    return "; ".join(texts)[:2000]


def _as_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_as_text(item)}" for key, item in value.items() if item not in (None, "", {}, []))
    if isinstance(value, list):
        head = ", ".join(_as_text(item) for item in value[:8])
        return f"{head} … ({len(value)})" if len(value) > 8 else head
    return {True: "yes", False: "no", None: "–"}.get(value, str(value)) if not isinstance(value, str) else value


def newest_year(rows: Sequence[T], year_of: Callable[[T], int | None], sink: Sink) -> list[T]:
    """The rows of the newest business year in the file; rows without a year count as newest."""
    years = [year for item in rows if (year := year_of(item)) is not None]
    top = max(years, default=None)
    newest = [item for item in rows if year_of(item) in (None, top)]
    count(sink, "otherYears", len(rows) - len(newest))
    return newest


def count(sink: Sink, name: str, number: int) -> None:
    if number:
        sink.counts[name] = int(Counter(sink.counts)[name]) + number


def no_issuer(sink: Sink) -> None:
    """Report that nothing in the file belongs to a carrier here."""
    message = _("None of the file's issuers is an insurer here. Enter the HIOS issuer id on the insurer's page first.")
    sink.issue(Issue(0, "noCarrier", message))
