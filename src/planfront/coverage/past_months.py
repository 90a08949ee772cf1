"""The months that a change reaches back over: what each cost before, what it costs now, and who owes the difference.
Pure: no Django, no clock.

A month in which terms begin, end or become other ones is counted by the part-month rule of the plan.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from planfront.catalog.terms import PartMonth
from planfront.coverage.timeline import Terms, Version, find_terms

_ZERO = Decimal("0.00")
_THIRTY = 30


class Owed(NamedTuple):
    """Amounts for a month: the premium, the plan's fees, and the group's part of the premium."""

    premium: Decimal = _ZERO
    fees: Decimal = _ZERO
    employer: Decimal = _ZERO

    @property
    def total(self) -> Decimal:
        return self.premium + self.fees

    @property
    def own(self) -> Decimal:
        """The person's part: the rest of the premium, and the fees."""
        return self.total - self.employer


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


RuleOf = Callable[[int], PartMonth]
"""The part-month rule of a plan, by its id."""


def list_differences(
    versions: Sequence[Version], added: Sequence[Version], through: date, rule_of: RuleOf
) -> list[MonthDifference] | None:
    """Return the months up to that of ``through`` for which something else is owed once ``added`` joins ``versions``,
    in order; None where the price of one of them isn't on record."""
    differences = []
    for month in _months(min((row.effective for row in added), default=through), through):
        before, after = owed_for(versions, month, rule_of), owed_for([*versions, *added], month, rule_of)
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


class _Span(NamedTuple):
    """Days of a month on which the same terms hold, None for none. ``after``: the first day behind them."""

    terms: Terms | None
    first: date
    after: date


def owed_for(versions: Iterable[Version], month: date, rule_of: RuleOf) -> Owed | None:
    """Return what is owed for a month, by its first day and the rule of its plan (``find_plan``); None where a price
    isn't on record."""
    listed = list(versions)
    plan_id, spans = find_plan(listed, month), _list_spans(listed, month)
    if plan_id is None:
        return Owed()
    rule = rule_of(plan_id)
    if rule in _CHOOSE:
        return _CHOOSE[rule](spans, month)
    return _by_days(spans, month, rule)


def find_plan(versions: Sequence[Version], month: date) -> int | None:
    """Return the plan whose part-month rule a month has, the one that was in force in it last; None without any."""
    plan_ids = [span.terms.plan_id for span in _list_spans(versions, month) if span.terms is not None]
    return plan_ids[-1] if plan_ids else None


def _list_spans(versions: Sequence[Version], month: date) -> list[_Span]:
    end = _next_month(month)
    days = sorted({month, *(row.effective for row in versions if month < row.effective < end)})
    return [_Span(find_terms(versions, day), day, after or end) for day, after in zip_longest(days, days[1:])]


def _charge_whole(spans: Sequence[_Span], _month: date) -> Owed | None:
    return _choose(spans, greatest=True)


def _charge_by_fifteenth(spans: Sequence[_Span], month: date) -> Owed | None:
    """Return the least of what holds on the 15th and on the 16th."""
    fifteenth, sixteenth = month.replace(day=15), month.replace(day=16)
    holding = [span for span in spans if span.first <= sixteenth and span.after > fifteenth]
    return _choose(holding, greatest=False)


def _charge_halves(spans: Sequence[_Span], month: date) -> Owed | None:
    """Return both halves; of an odd cent the second has it, so that the parts of two who follow each other add up."""
    sixteenth = month.replace(day=16)
    first = _choose([span for span in spans if span.first < sixteenth], greatest=True)
    second = _choose([span for span in spans if span.after > sixteenth], greatest=True)
    if first is None or second is None:
        return None
    return Owed(*(_join_halves(early, late) for early, late in zip(first, second, strict=True)))


def _join_halves(early: Decimal, late: Decimal) -> Decimal:
    half = _round(Fraction(abs(late - early)) / 2)
    return early + half if late > early else early - half


_CHOOSE: dict[PartMonth, Callable[[Sequence[_Span], date], Owed | None]] = {
    PartMonth.WHOLE: _charge_whole,
    PartMonth.FIFTEENTH: _charge_by_fifteenth,
    PartMonth.HALF: _charge_halves,
}


def _choose(spans: Sequence[_Span], *, greatest: bool) -> Owed | None:
    """Return what the dearest or the cheapest of terms cost, as a part of a month counts in full or not at all."""
    owed = [_owed(span.terms) for span in spans]
    priced = [amounts for amounts in owed if amounts is not None]
    if len(priced) < len(owed):
        return None
    return (max if greatest else min)(priced, key=lambda amounts: amounts.total)


def _owed(terms: Terms | None) -> Owed | None:
    if terms is None:
        return Owed()
    return None if terms.premium is None else Owed(terms.premium, terms.fees, terms.employer)


def _by_days(spans: Sequence[_Span], month: date, rule: PartMonth) -> Owed | None:
    """Return each amount by days, rounded once from its exact sum. A higher amount than before counts by its own days
    beside the lower one, as the line of somebody who joins would."""
    owed = [_owed(span.terms) for span in spans]
    priced = [amounts for amounts in owed if amounts is not None]
    if len(priced) < len(owed):
        return None
    days = [_count_days(span, rule) for span in spans]
    return Owed(*(_sum_layers(amounts, days, month, rule) for amounts in zip(*priced, strict=True)))


def _count_days(span: _Span, rule: PartMonth) -> int:
    if rule is not PartMonth.THIRTY:
        return (span.after - span.first).days
    after = min(span.after.day, _THIRTY) if span.after.month == span.first.month else _THIRTY + 1
    return after - min(span.first.day, _THIRTY)


def _sum_layers(amounts: Sequence[Decimal], days: Sequence[int], month: date, rule: PartMonth) -> Decimal:
    total, below = Fraction(0), _ZERO
    for amount in sorted(set(amounts)):
        count = sum(number for other, number in zip(amounts, days, strict=True) if other >= amount)
        total += Fraction(amount - below) * _weigh(count, month, rule)
        below = amount
    return _round(total)


def _weigh(days: int, month: date, rule: PartMonth) -> Fraction:
    """Return the part of a month's price that days of it cost."""
    size = (_next_month(month) - month).days
    if rule is PartMonth.YEAR:
        return Fraction(12 * days, (date(month.year + 1, 1, 1) - date(month.year, 1, 1)).days)
    if rule is PartMonth.THIRTIETHS:
        return Fraction(_THIRTY if days == size else min(days, _THIRTY), _THIRTY)
    return Fraction(days, _THIRTY if rule is PartMonth.THIRTY else size)


def _round(exact: Fraction) -> Decimal:
    """Return whole cents, half up."""
    return Decimal(math.floor(exact * 100 + Fraction(1, 2))).scaleb(-2)
