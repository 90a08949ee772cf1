"""The common form of a line of a rate file, whatever the file's format."""

from __future__ import annotations

from typing import NamedTuple


class SourceRow(NamedTuple):
    """One line as text. `line` counts from 1, headings included (XML: the item's number).

    `amounts`: individual, individual tobacco, couple, subscriber + 1, 2, 3 or more dependents,
    couple + 1, 2, 3 or more dependents.
    """

    line: int
    plan: str
    area: str
    effective: str
    expires: str
    tobacco: str
    age: str
    amounts: tuple[str, ...]


class FileError(Exception):
    """The file as a whole can't be read: wrong format, missing heading, broken XML."""

    def __init__(self, code: str, detail: str, line: int = 0) -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.detail, self.line = code, detail, line
