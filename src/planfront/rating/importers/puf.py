"""CMS Rate PUF: one CSV a year, its headings spelt differently by year and by exchange."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

from planfront.imports.csv_rows import BadCsv, csv_rows
from planfront.rating.importers.rows import AMOUNT_COLUMNS, BadRow, FileError, SourceRow

# Headings are compared in lower case without anything but letters, so that "RATING AREA ID"
# of the state exchanges is "RatingAreaId" of the federal one.
PLAN = ("planid", "standardcomponentid")
KEYS: tuple[tuple[str, ...], ...] = (
    PLAN,
    ("ratingareaid",),
    ("rateeffectivedate",),
    ("rateexpirationdate",),
    ("tobacco",),
    ("age",),
    ("individualrate",),
    ("individualtobaccorate",),
    ("couple",),
    ("primarysubscriberandonedependent",),
    ("primarysubscriberandtwodependents",),
    ("primarysubscriberandthreeormoredependents",),
    ("coupleandonedependent",),
    ("coupleandtwodependents",),
    ("coupleandthreeormoredependents",),
)
SHOWN = dict(
    zip(
        (names[0] for names in KEYS),
        ("PlanId", "RatingAreaId", "RateEffectiveDate", "RateExpirationDate", "Tobacco", "Age", *AMOUNT_COLUMNS),
        strict=True,
    )
)


def normalise(heading: str) -> str:
    """A heading's letters in lower case."""
    return "".join(char for char in heading.lower() if char.isalpha())


def _positions(headings: list[str]) -> list[int]:
    """Where each key's column is. The first of two equal headings counts."""
    known: dict[str, int] = {}
    for at, heading in enumerate(headings):
        known.setdefault(normalise(heading), at)
    positions = []
    for names in KEYS:
        present = [known[name] for name in names if name in known]
        if not present:
            raise FileError("missingColumn", SHOWN[names[0]], 1, SHOWN[names[0]])
        positions.append(present[0])
    return positions


def read_puf(path: Path, encoding: str, delimiter: str = ",") -> Iterator[SourceRow | BadRow]:
    """Stream the rows. Raises FileError for a missing heading or broken CSV."""
    with path.open(encoding=encoding, newline="") as file:
        try:
            yield from rows_of(csv_rows(file, delimiter))
        except BadCsv as error:
            raise FileError("badCsv", str(error), error.line) from error


def rows_of(lines: Iterator[list[str]]) -> Iterator[SourceRow | BadRow]:
    """The rows below a line of headings; a line that is shorter or longer is a bad one."""
    headings = next(lines, None)
    if headings is None:
        raise FileError("emptyFile", "")
    positions = _positions(headings)
    keys, amounts = itemgetter(*positions[:6]), itemgetter(*positions[6:])
    line, width = 1, len(headings)
    for row in lines:
        line += 1
        try:
            if len(row) > width:
                yield BadRow(line, "longRow", str(len(row)))
                continue
            source_row = SourceRow._make((line, *keys(row), amounts(row), ""))
        except IndexError:
            if any(row):
                yield BadRow(line, "shortRow", str(len(row)))
            continue
        if source_row.plan or any(row):
            yield source_row
