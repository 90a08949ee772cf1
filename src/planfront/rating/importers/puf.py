"""CMS Rate PUF: one CSV a year, its headings spelt differently by year and by exchange."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

from planfront.rating.importers.rows import FileError, SourceRow

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
csv.field_size_limit(1 << 20)


def normalise(heading: str) -> str:
    """A heading's letters in lower case."""
    return "".join(char for char in heading.lower() if char.isalpha())


def _positions(headings: list[str]) -> list[int]:
    """Where each key's column is. The first of two equal headings counts."""
    known: dict[str, int] = {}
    for at, heading in enumerate(headings):
        known.setdefault(normalise(heading), at)
    found = []
    for names in KEYS:
        present = [known[name] for name in names if name in known]
        if not present:
            raise FileError("missingColumn", names[0], 1)
        found.append(present[0])
    return found


def read_puf(path: Path, encoding: str) -> Iterator[SourceRow]:
    """Stream the rows. Raises FileError for a missing heading, a short line or broken CSV."""
    with path.open(encoding=encoding, newline="") as file:
        reader = csv.reader(file)
        try:
            yield from _rows(reader)
        except csv.Error as error:
            raise FileError("badCsv", str(error), reader.line_num) from error


def _rows(reader: Iterator[list[str]]) -> Iterator[SourceRow]:
    headings = next(reader, None)
    if headings is None:
        raise FileError("emptyFile", "the file has no rows")
    positions = _positions(headings)
    keys, amounts = itemgetter(*positions[:6]), itemgetter(*positions[6:])
    line = 1
    for row in reader:
        line += 1
        try:
            yield SourceRow._make((line, *keys(row), amounts(row)))
        except IndexError:
            if any(row):
                raise FileError("shortRow", f"{len(row)} columns", line) from None
