"""Rates as a kind of import: Rate PUF, Rates Table Template and our own template, as draft rate tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext as _

from planfront.imports.registry import Column, Json, Option, Sink, Template
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors, NotFound
from planfront.kernel.text import texts
from planfront.kernel.text.parse import us_date
from planfront.rating.importers import golive, template_columns
from planfront.rating.importers.load import remove_tables, stage_rates
from planfront.rating.importers.parse import parse_plan
from planfront.rating.importers.rows import Rejected
from planfront.rating.importers.tables import plan_ids_by_code
from planfront.rating.importers.template_book import template_csv, template_workbook
from planfront.rating.review import review_basis, run_review

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class RatesImporter:
    """See docs/pricing.md for what happens to a line."""

    kind = "rates"
    title = "Rates"
    text = (
        "CMS Rate PUF (CSV, all years, federal and state exchange headings), SERFF Rates Table Template (XML or "
        "XLSX), a broker's grid (columns Plan, Employee, Employee + Spouse, Employee + Child(ren), Family), or the "
        "rate template of this store (XLSX or CSV) for everything else."
    )
    columns: ClassVar[Sequence[Column]] = [
        Column(f"{section}: {column.name}", column.help, required=column.needed)
        for section, columns in template_columns.SECTIONS.items()
        for column in columns
    ]
    option_fields: ClassVar[Sequence[Option]] = [
        Option(
            "plan_map",
            "Plan map",
            "Lines of HIOS component id, or the file's name of the plan, and plan number, such as 50165ME0160001,1601. "
            "Empty: the plans' own HIOS ids, numbers and names.",
            multiline=True,
        ),
        Option("since", "First day", "For a grid of plans and tiers without dates of its own: mm/dd/yyyy."),
    ]
    resumes = True
    reads_workbooks = True

    def options(self, values: Mapping[str, str]) -> Json:
        since = _first_day(values.get("since", "").strip())
        own = plan_ids_by_code()
        text = values.get("plan_map", "").strip()
        if not text:
            return {"plans": own, **since}
        plan_ids = set(own.values())
        mapped = plan_map(text)
        if wrong := sorted({pk for pk in mapped.values() if pk not in plan_ids}):
            raise FieldErrors.single("plan_map", _("There is no plan %s.") % ", ".join(map(str, wrong[:5])))
        return {"plans": {str(pk): pk for pk in sorted(plan_ids)} | mapped, **since}

    def templates(self) -> Sequence[str]:
        return ("rates.xlsx", "rates.csv")

    def template(self, file_name: str) -> Template:
        if file_name == "rates.xlsx":
            return Template(file_name, _XLSX, template_workbook())
        if file_name == "rates.csv":
            return Template(file_name, "text/csv; charset=utf-8", template_csv().encode("utf-8-sig"))
        raise NotFound

    def stage(self, run: ImportRun, path: Path, sink: Sink) -> None:
        stage_rates(run, path, sink)

    def review(self, run: ImportRun) -> Json:
        review = run_review(run)
        golive.seal(run)
        return review

    def basis(self, run: ImportRun) -> str:
        return review_basis(run)

    def check_fits(self, run: ImportRun) -> None:
        """Tables are compared again with those in force; conflicts are reported when they go live."""

    def go_live(self, run: ImportRun) -> Json:
        return golive.go_live(run, clock.today())

    def roll_back(self, run: ImportRun) -> None:
        golive.roll_back(run)

    def discard(self, run: ImportRun) -> None:
        remove_tables(run)


def _first_day(text: str) -> dict[str, str]:
    """Raises FieldErrors."""
    if not text:
        return {}
    day = us_date(text)
    if day is None:
        raise FieldErrors.single("since", texts.explain_date(text))
    return {"since": day.isoformat()}


def plan_map(text: str) -> dict[str, int]:
    """`{component id or the file's name: plan id}` from lines of both; headings are passed over. Raises FieldErrors."""
    lines = [row for row in csv.reader(io.StringIO(text.replace(";", ",").replace("\t", ","))) if any(row)]
    if lines and not lines[0][-1].strip().isdecimal():
        lines = lines[1:]
    if not lines or any(len(row) < 2 or not row[1].strip().isdecimal() for row in lines):
        raise FieldErrors.single(
            "plan_map",
            _(
                "Write on each line one component id and one plan number with a comma between, such as "
                "50165ME0160001,1601."
            ),
        )
    return {_as_filed(row[0]): int(row[1]) for row in lines}


def _as_filed(text: str) -> str:
    """A plan id without its variant; other names as they are compared."""
    try:
        return parse_plan(text)
    except Rejected:
        return " ".join(text.upper().split())
