"""A row of a catalog file by heading: headings are compared by letters and digits only, ignoring case and spacing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planfront.imports.layouts import normalise


@dataclass(frozen=True)
class Line:
    """One row: its number, and its cells by normalised heading. A cell that isn't there is "".

    ``sheet`` is named where several are read; ``above`` is what stands above its headings.
    """

    number: int
    cells: Mapping[str, str]
    sheet: str = ""
    above: Sequence[Sequence[str]] = ()

    def __getitem__(self, heading: str) -> str:
        return self.cells.get(normalise(heading), "")

    def first(self, *headings: str) -> str:
        """The first of several headings that has something in it."""
        return next((self[name] for name in headings if self[name]), "")
