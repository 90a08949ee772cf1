"""The months that a change reaches back over: what each cost before, what it costs now, and who owes the difference.
Pure: no Django, no clock.

A month in which terms begin, end or become other ones is counted by the part-month rule of the plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

from planfront.coverage.timeline import Terms, Version, find_terms

_CENT, _ZERO = Decimal("0.01"), Decimal("0.00")
_FIFTEENTH, _DAY = 15, timedelta(days=1)


class PartMonth(StrEnum):
    """WHOLE: a month with any covered day counts in full. DAILY: by its days. FIFTEENTH: what begins by the 15th counts
    in full and what begins later not at all; what ends by the 15th not at all and what ends later in full."""

    WHOLE = "whole"
    DAILY = "daily"
    FIFTEENTH = "fifteenth"


@dataclass(frozen=True, slots=True)
class Owed:
    """What is owed for a month: the group's part, and the person's with the fees of the plan."""

    employer: Decimal = _ZERO
    own: Decimal = _ZERO

    @property
    def total(self) -> Decimal:
        return self.employer + self.own


@dataclass(frozen=True, slots=True)
class MonthDifference:
    """A month, by its first day, that costs something else than before, or is paid by somebody else."""

    month: date
    before: Owed
    after: Owed

    @property
    def employer(self) -> Decimal:
        return self.after.employer - self.before.employer

    @property
    def own(self) -> Decimal:
        return self.after.own - self.before.own


def list_differences(
    versions: Sequence[Version], added: Sequence[Version], through: date, rule: PartMonth = PartMonth.WHOLE
) -> list[MonthDifference] | None:
    """Return the months up to that of ``through`` for which something else is owed once ``added`` joins ``versions``,
    in order; None where the price of one of them isn't on record."""
    differences = []
    for month in _months(min((row.effective for row in added), default=through), through):
        before, after = owed_for(versions, month, rule), owed_for([*versions, *added], month, rule)
        if before is None or after is None:
            return None
        if before != after:
            differences.append(MonthDifference(month, before, after))
    return differences


def _months(first: date, last: date) -> Iterable[date]:
    month = first.replace(day=1)
    while month <= last:
        yield month
        month = _next_month(month)


def _next_month(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)


def owed_for(versions: Iterable[Version], month: date, rule: PartMonth = PartMonth.WHOLE) -> Owed | None:
    """Return what is owed for a month, by its first day; None where a price of it isn't on record."""
    rows, end = list(versions), _next_month(month)
    if rule is PartMonth.FIFTEENTH:
        fifteenth = month.replace(day=_FIFTEENTH)
        return _choose([find_terms(rows, fifteenth), find_terms(rows, fifteenth + _DAY)], greatest=False)
    starts = sorted({month, *(row.effective for row in rows if month < row.effective < end)})
    spans = [(day, find_terms(rows, day)) for day in starts]
    if rule is PartMonth.WHOLE:
        return _choose([terms for _day, terms in spans], greatest=True)
    days = [(after - day).days for (day, _terms), after in zip(spans, [*starts[1:], end], strict=True)]
    return _by_days([(terms, count) for (_day, terms), count in zip(spans, days, strict=True)], (end - month).days)


def _choose(listed: Sequence[Terms | None], *, greatest: bool) -> Owed | None:
    """Return what the dearest or the cheapest of terms cost, as a part of a month counts in full or not at all."""
    owed = [_owed(terms) for terms in listed]
    priced = [amounts for amounts in owed if amounts is not None]
    if len(priced) < len(owed):
        return None
    return (max if greatest else min)(priced, key=lambda amounts: amounts.total)


def _owed(terms: Terms | None) -> Owed | None:
    if terms is None:
        return Owed()
    return None if terms.own is None else Owed(terms.employer, terms.own + terms.fees)


def _by_days(spans: Sequence[tuple[Terms | None, int]], days: int) -> Owed | None:
    """Return the exact sum, rounded once: the whole and the group's part half up, so that the rest is the person's."""
    total = employer = _ZERO
    for terms, count in spans:
        owed = _owed(terms)
        if owed is None:
            return None
        total, employer = total + owed.total * count, employer + owed.employer * count
    rounded = (employer / days).quantize(_CENT, rounding=ROUND_HALF_UP)
    return Owed(rounded, (total / days).quantize(_CENT, rounding=ROUND_HALF_UP) - rounded)
