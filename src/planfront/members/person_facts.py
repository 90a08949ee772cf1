"""Facts of a person through time: what holds on a day, and since when that is known. Pure: no Django, no clock.

A person's history is its rows in the order in which they were recorded. The first one has everything that was on record
before anything changed, and holds since ever; each later one has the facts that it changes, from its day on. A
correction holds from the day of what it corrects, so a later change still counts. Nothing is rewritten: a row that was
taken back doesn't count since the day on which it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from planfront.kernel.text.parse import NAME_PARTS

HOME = ("address1", "address2", "city", "state", "zip", "county")
MAILING = ("mailing_address1", "mailing_address2", "mailing_city", "mailing_state", "mailing_zip")
"""The columns of a mailing address that differs from home."""
_WORK = ("group_class_id", "weekly_hours", "annual_salary")
MEMBER_FACTS = (
    *NAME_PARTS,
    "birth_date",
    "gender",
    "ssn",
    "marital_status",
    "is_smoker",
    *HOME,
    *MAILING,
    "email",
    "phone",
    *_WORK,
)
RELATIVE_FACTS = (*NAME_PARTS, "birth_date", "gender", "ssn", *HOME)
NEVER_CHANGE = frozenset({"birth_date", "ssn"})
"""Facts that can be put right but don't become other ones."""


class FactKind(StrEnum):
    """The kind of a row. FIRST: everything on record before. CORRECTION: what was on record was never true."""

    FIRST = "first"
    CHANGE = "change"
    CORRECTION = "correction"
    WITHDRAWAL = "withdrawal"


@dataclass(frozen=True, slots=True)
class FactRow:
    """Facts of a person from a day on. ``number``: its place among the person's rows, from 1 on. ``effective`` None:
    since ever. ``recorded_on``: the store's day on which it was written. ``withdraws``: the number of the row that a
    withdrawal takes back."""

    number: int
    kind: FactKind
    effective: date | None
    recorded_on: date
    facts: Mapping[str, Any] = field(default_factory=dict)
    withdraws: int | None = None


def counting_rows(rows: Iterable[FactRow], known: date | None = None) -> list[FactRow]:
    """Return the rows that count, as known at the end of a day (None: by now), in the order in which they hold."""
    listed = [row for row in rows if row.kind is FactKind.FIRST or known is None or row.recorded_on <= known]
    withdrawn = {row.withdraws for row in listed}
    counting = [row for row in listed if row.kind is not FactKind.WITHDRAWAL and row.number not in withdrawn]
    return sorted(counting, key=lambda row: (row.effective or date.min, row.number))


def facts_on(rows: Iterable[FactRow], day: date, known: date | None = None) -> dict[str, Any]:
    """Return what holds on a day, as known at the end of another one (None: by now). {} without rows."""
    facts: dict[str, Any] = {}
    for row in counting_rows(rows, known):
        if row.effective is None or row.effective <= day:
            facts |= row.facts
    return facts


def changes_after(
    rows: Iterable[FactRow], day: date, known: date | None = None
) -> list[tuple[date, dict[str, Any], dict[str, Any]]]:
    """Return the later days on which something becomes different, each with all facts of the day before and from it
    on, as known at the end of a day (None: by now)."""
    listed = list(rows)
    days = sorted({row.effective for row in counting_rows(listed, known) if row.effective and row.effective > day})
    result, before = [], facts_on(listed, day, known)
    for first in days:
        after = facts_on(listed, first, known)
        if after != before:
            result.append((first, before, after))
        before = after
    return result


def address_line(facts: Mapping[str, Any], kind: str = "") -> str:
    """Return the home address in one line, or the ``mailing_`` one; "" where none is on record."""
    address1, address2, city, state, code = (
        facts.get(f"{kind}{name}") or "" for name in ("address1", "address2", "city", "state", "zip")
    )
    return ", ".join(filter(None, (address1, address2, city, " ".join(filter(None, (state, code))))))


def since_when(rows: Sequence[FactRow], name: str, day: date) -> date | None:
    """Return the day since which a fact of a day is what it is, None for since ever: where a correction belongs."""
    effective = None
    for row in counting_rows(rows):
        if name in row.facts and (row.effective is None or row.effective <= day):
            effective = row.effective
    return effective
