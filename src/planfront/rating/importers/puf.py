"""CMS Rate PUF: one CSV a year, its headings spelt differently by year and by exchange."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from planfront.imports.layouts import Layout, normalise
from planfront.imports.tabular import Sheet
from planfront.rating.importers.rows import AMOUNT_COLUMNS, BadRow, SourceRow

# The spelling that people are told of comes first. "RATING AREA ID" of the state exchanges is "RatingAreaId".
KEYS: tuple[tuple[str, ...], ...] = (
    ("PlanId", "StandardComponentId"),
    *((name,) for name in ("RatingAreaId", "RateEffectiveDate", "RateExpirationDate", "Tobacco", "Age")),
    *((name,) for name in AMOUNT_COLUMNS),
)


def _positions(headings: list[str]) -> list[int]:
    positions = {normalise(heading): at for at, heading in enumerate(headings)}
    return [next(positions[name] for name in map(normalise, names) if name in positions) for names in KEYS]


def rows_of(sheet: Sheet[Layout[str]]) -> Iterator[SourceRow | BadRow]:
    """The rows of a sheet with all the headings; empty cells may be cut off at a row's end, longer rows are bad."""
    positions = _positions(sheet.headings)
    keys, amounts = itemgetter(*positions[:6]), itemgetter(*positions[6:])
    width, last, name = len(sheet.headings), max(positions[:6]), sheet.prefix
    for line, row in sheet.rows():
        if len(row) < width:
            if len(row) <= last and any(row):
                yield BadRow(line, "shortRow", str(len(row)), name)
                continue
            row += [""] * (width - len(row))
        elif len(row) > width:  # a comma inside an amount has shifted the others
            yield BadRow(line, "longRow", str(len(row)), name)
            continue
        source_row = SourceRow._make((line, *keys(row), amounts(row), name))
        if source_row.plan or any(row):
            yield source_row
