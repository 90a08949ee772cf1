"""The rows of a CSV file, within bounds: one without line ends, or with a million commas, must not fill the memory."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import TextIO

MAX_ROW = 1 << 20  # characters: 500 columns of 2,000 each
csv.field_size_limit(MAX_ROW)


class BadCsv(Exception):
    """The file can't be read as CSV: says why, and at which line."""

    def __init__(self, why: str, line: int) -> None:
        super().__init__(why)
        self.line = line


class _Lines:
    """Lines for a csv.reader; ``size`` counts the characters of a row, which may have line ends in its cells."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.size, self.number = 0, 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._file.readline(MAX_ROW + 1)
        if not line:
            raise StopIteration
        self.number += 1
        self.size += len(line)
        if self.size > MAX_ROW:
            raise BadCsv(f"row longer than {MAX_ROW:,} characters", self.number)
        return line


def csv_rows(file: TextIO, delimiter: str, *, strict: bool = False) -> Iterator[list[str]]:
    """The cells of each row. Raises BadCsv, also for a row that is too long."""
    lines = _Lines(file)
    reader = csv.reader(lines, delimiter=delimiter, strict=strict)
    try:
        for cells in reader:
            lines.size = 0
            yield cells
    except csv.Error as error:
        raise BadCsv(str(error), reader.line_num) from error
