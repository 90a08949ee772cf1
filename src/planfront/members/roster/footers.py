"""Rows of a roster that are no people: totals, counts, page footers, notes, and headings that are repeated."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from planfront.imports.dates import date_of
from planfront.imports.layouts import normalise

_FOOTERS = re.compile(
    r"^(?:grand |sub[ -]?|report |company |group |division |dep(?:t|artment) )*totals?\b(?!.*,)"
    r"|^(?:number|no\.?|#|count|sum|average|avg) of \w+"
    r"|^(?:(?:record|row|employee|head|member|dependent|live)s?[ -]?)?count\s*[:=]?\s*\d*$"
    r"|^(?:records|rows|employees|members|dependents|lives|average age|sum)\b\s*[:=]"
    r"|^page:? ?\d+|^\d+ of \d+$|^- ?\d+ ?-$"
    r"|^end of (?:the )?(?:report|file|list|roster|census)\b|^\*+ ?end\b"
    r"|^(?:printed|generated|created|exported|report|run|as of|data as of)\b.*\d"
    r"|^(?:confidential|proprietary|note|notes|legend|disclaimer)\b",
    re.IGNORECASE,
)
_WORDS_OF_A_NOTE = 4


def is_no_person(cells: Sequence[str], headings: Sequence[str], mapping: Mapping[str, int]) -> bool:
    """Return whether a row is a footer, a note or the headings once more. A row with a birth date is a person's, and so
    is one with a first and a last name, unless these are headings."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    if not filled or _has_birth_date(cells, mapping):
        return False
    if len(filled) > 1 and all(normalise(cell) in _names(headings) for cell in filled):
        return True
    if len(filled) == 1 and len(mapping) > 1 and len(filled[0].split()) >= _WORDS_OF_A_NOTE:
        return True
    if all(_cell(cells, mapping, name).isalpha() for name in ("first_name", "last_name")):
        return False
    return any(_FOOTERS.search(cell) for cell in filled)


def _names(headings: Sequence[str]) -> set[str]:
    return {normalise(heading) for heading in headings}


def _has_birth_date(cells: Sequence[str], mapping: Mapping[str, int]) -> bool:
    return date_of(_cell(cells, mapping, "birth_date"), date.max) is not None


def _cell(cells: Sequence[str], mapping: Mapping[str, int], name: str) -> str:
    at = mapping.get(name)
    return cells[at].strip() if at is not None and at < len(cells) else ""
