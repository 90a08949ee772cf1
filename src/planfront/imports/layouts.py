"""Files of one kind that come with different headings: which layout a file has, or which ones would do."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from planfront.imports import tabular
from planfront.imports.errors import FileError

T = TypeVar("T")
_SHOWN = 12


@dataclass(frozen=True)
class Layout(Generic[T]):
    """``headings`` as files spell them; ``read`` takes cells by normalised heading."""

    headings: tuple[str, ...]
    read: T

    def fits(self, names: Collection[str]) -> bool:
        return all(tabular.normalise(heading) in names for heading in self.headings)


def laid_out(path: Path, layouts: Sequence[Layout[T]]) -> Iterator[tuple[int, T, dict[str, str]]]:
    """Row number, the layout's reader and the cells by heading; of a workbook, of the first sheet that fits a layout.

    Raises FileError that says which headings were found and which are wanted.
    """
    sheet, layout = _detect_layout(path, layouts)
    for number, cells in tabular.records(path, sheet):
        yield number, layout.read, cells


def _detect_layout(path: Path, layouts: Sequence[Layout[T]]) -> tuple[str, Layout[T]]:
    headings: list[str] = []
    for sheet in tabular.sheets(path) or [""]:
        first = next(tabular.rows(path, sheet), None)
        if first is None:
            continue
        names = {tabular.normalise(cell) for cell in first.cells}
        layout = next((layout for layout in layouts if layout.fits(names)), None)
        if layout is not None:
            return sheet, layout
        headings = headings or [cell.strip() for cell in first.cells if cell.strip()]
    if not headings:
        raise FileError("emptyFile", _("The file has no rows."))
    raise FileError("badHeadings", _unknown(headings, layouts), 1)


def _unknown(headings: Sequence[str], layouts: Sequence[Layout[T]]) -> str:
    result = ", ".join(heading[:30] for heading in headings[:_SHOWN])
    wanted = "; ".join(", ".join(layout.headings) for layout in layouts)
    text = _("The headings are %(found)s. Wanted is one of these sets: %(wanted)s.")
    return (text % {"found": result, "wanted": wanted})[:300]
