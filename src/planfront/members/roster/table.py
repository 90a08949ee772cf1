"""What a roster's file said, with the corrections made since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from planfront.members.models import RosterImport

Cells = dict[str, str]


def rows_by_field(roster: RosterImport) -> Iterator[tuple[int, Cells]]:
    """Each row's cells by field, those that are left out excepted."""
    table, mapping, corrections = read_table(roster), roster.mapping, corrections_of(roster)
    left_out = set(corrections["left_out"])
    for number, cells in table["rows"]:
        if number not in left_out:
            yield number, by_field(cells, mapping, corrections["cells"].get(str(number), {}))


def by_field(cells: list[str], mapping: Mapping[str, int], mended: Mapping[str, str]) -> Cells:
    read = {name: cells[at] for name, at in mapping.items() if at < len(cells) and cells[at]}
    return {name: cell for name, cell in {**read, **mended}.items() if cell}


def read_table(roster: RosterImport) -> dict[str, Any]:
    """``headings`` and ``rows``: (number in the file, cells)."""
    table: Any = roster.table
    return table or {"headings": [], "rows": []}


def corrections_of(roster: RosterImport) -> dict[str, Any]:
    """``cells`` by row and field, and the rows to leave out (``left_out``)."""
    corrections: Any = roster.corrections
    return corrections or {"cells": {}, "left_out": []}
