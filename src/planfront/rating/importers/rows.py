"""The common forms of a line of a rate file, whatever the file's format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from planfront.rating.importers.reasons import plain_reason

AMOUNT_COLUMNS = (
    "IndividualRate",
    "IndividualTobaccoRate",
    "Couple",
    "PrimarySubscriberAndOneDependent",
    "PrimarySubscriberAndTwoDependents",
    "PrimarySubscriberAndThreeOrMoreDependents",
    "CoupleAndOneDependent",
    "CoupleAndTwoDependents",
    "CoupleAndThreeOrMoreDependents",
)


class SourceRow(NamedTuple):
    """One line as text. `line` counts from 1, headings included (templates: the row of the sheet).

    `amounts`: in the order of AMOUNT_COLUMNS. `sheet` names the sheet of a workbook.
    """

    line: int
    plan: str
    area: str
    effective: str
    expires: str
    tobacco: str
    age: str
    amounts: tuple[str, ...]
    sheet: str = ""


class BadRow(NamedTuple):
    """A line that can't even be split into columns."""

    line: int
    code: str
    detail: str
    sheet: str = ""


class Rejected(ValueError):
    """The reason why a line gives no rates. `fatal` fails the import; otherwise the line is left out.

    `column` names the heading, with the sheet before it in a workbook: `Rate Table (2)!Age`. `others`: further faults
    of the line.
    """

    def __init__(self, code: str, detail: str, *, column: str = "", fatal: bool = True) -> None:
        super().__init__(code)
        self.code, self.detail, self.column, self.fatal = code, detail, column, fatal
        self.others: Sequence[Rejected] = ()

    @property
    def message(self) -> str:
        """A plain sentence for the person who made the file."""
        return plain_reason(self.code, self.detail)


class FileError(Exception):
    """The file as a whole can't be read: wrong format, missing heading, broken XML."""

    fatal = True

    def __init__(self, code: str, detail: str, line: int = 0, column: str = "") -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.detail, self.line, self.column = code, detail, line, column

    @property
    def message(self) -> str:
        """A plain sentence for the person who made the file."""
        return plain_reason(self.code, self.detail)
