"""Our own rate template to hand out: blank, or filled with tables that exist."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from planfront.rating.importers.template_columns import COMPONENTS, FACTORS, RATES, SECTIONS, TABLES
from planfront.rating.models import RateTable
from planfront.rating.queries import CELL_FIELDS

if TYPE_CHECKING:
    from openpyxl import Workbook

HELP = "How to"
_INTRO = (
    "Rates of plans in four sheets: Tables, Components, Factors, Rates. One file can hold many plans.",
    "A line belongs to the table whose name stands in its first column. An empty key fits everyone.",
    "A rate of 0 means: not sold. A line whose first cell begins with # is not read.",
    "Fees (administrative, enrollment, membership) belong to the plan, not to its rates.",
)

Line = Sequence[Any]


def template_workbook() -> bytes:
    """The blank template as a workbook, with a sheet that explains every column."""
    return _workbook({name: iter(()) for name in SECTIONS})


def template_csv() -> str:
    """The blank template as CSV: the four sections one below the other."""
    return "".join(_csv({name: iter(()) for name in SECTIONS}))


def export_workbook(table_ids: Iterable[int]) -> bytes:
    """Rate tables as a workbook that imports to the same tables."""
    return _workbook(_sections(table_ids))


def export_csv(table_ids: Iterable[int]) -> Iterator[str]:
    """Rate tables as CSV, line by line."""
    return _csv(_sections(table_ids))


def _sections(table_ids: Iterable[int]) -> dict[str, Iterator[Line]]:
    tables = list(RateTable.objects.filter(pk__in=list(table_ids)).order_by("plan_id", "version"))
    return {
        TABLES: (_table(table) for table in tables),
        COMPONENTS: (_component(table, part) for table in tables for part in table.components),
        FACTORS: (line for table in tables for line in _factors(table)),
        RATES: (line for table in tables for line in _rates(table)),
    }


def _name(table: RateTable) -> str:
    return f"{table.plan_id} v{table.version}"


def _table(table: RateTable) -> Line:
    special = {
        "table": _name(table),
        "plan": str(table.plan_id),
        "unisex_states": ", ".join(table.unisex_states),
        "age_reductions": ", ".join(f"{age}:{percent}" for age, percent in table.age_reductions),
    }
    names = [column.name for column in SECTIONS[TABLES]]
    return [special[name] if name in special else _format_cell(getattr(table, name)) for name in names]


def _component(table: RateTable, part: dict[str, Any]) -> Line:
    names = [column.name for column in SECTIONS[COMPONENTS][1:]]
    return [_name(table), *(_format_cell(part.get(name)) for name in names)]


def _factors(table: RateTable) -> Iterator[Line]:
    for kind, key, factor in table.factors.order_by("id").values_list("kind", "key", "factor"):
        yield [_name(table), kind, key, _format_cell(factor)]


def _rates(table: RateTable) -> Iterator[Line]:
    fields = [name for name in CELL_FIELDS if name != "id"]
    for row in table.rows.order_by("id").values_list(*fields).iterator(chunk_size=5000):
        yield [_name(table), *map(_format_cell, row)]


def _format_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(value)


def _workbook(sections: dict[str, Iterator[Line]]) -> bytes:
    from openpyxl import Workbook  # here: the store starts without it

    book = Workbook(write_only=True)
    for name, lines in sections.items():
        sheet = book.create_sheet(name)
        sheet.freeze_panes = "A2"
        headings = [column.name for column in SECTIONS[name]]
        for at, heading in enumerate(headings):
            sheet.column_dimensions[chr(65 + at) if at < 26 else "A" + chr(39 + at)].width = max(10, len(heading) + 2)
        sheet.append([_bold(sheet, heading) for heading in headings])
        for line in lines:
            sheet.append([text or None for text in line])
    _help_sheet(book)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _help_sheet(book: Workbook) -> None:
    sheet = book.create_sheet(HELP)
    sheet.column_dimensions["A"].width, sheet.column_dimensions["B"].width = 14, 22
    sheet.column_dimensions["C"].width = 90
    for text in _INTRO:
        sheet.append([text])
    for name, columns in SECTIONS.items():
        sheet.append([])
        sheet.append([_bold(sheet, name)])
        for column in columns:
            sheet.append([None, column.name + (" *" if column.needed else ""), column.help])


def _bold(sheet: Any, text: str) -> Any:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    cell = WriteOnlyCell(sheet, value=text)
    cell.font = Font(bold=True)
    return cell


class _Line:
    """A file for csv.writer whose ``write`` returns the line."""

    def write(self, line: str) -> str:
        return line


def _csv(sections: dict[str, Iterator[Line]]) -> Iterator[str]:
    writer = csv.writer(_Line(), lineterminator="\r\n")
    for name, lines in sections.items():
        yield writer.writerow([name.upper()])
        yield writer.writerow([column.name for column in SECTIONS[name]])
        yield from map(writer.writerow, lines)
