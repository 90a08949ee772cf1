"""Chart of a policy's premiums: a step for each version, as wide as its days and as high as its price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from planfront.coverage.effective_days import Step, take_step

HEIGHT = 96
NARROW, SLIM = 6, 24  # per cent of the width below which words don't fit: on a screen, on a phone
_LOWEST = 30  # high enough for a line of words
_MOST_LABELS = 8
_AHEAD = timedelta(days=150)
_MOST_AHEAD = timedelta(days=3660)


@dataclass(frozen=True)
class ChartStep:
    """A step of the chart: a version, or days without coverage (``in_force`` is False). ``price`` is None where none is
    on record."""

    number: int
    first: date
    last: date | None
    price: Decimal | None
    label: str
    about: str
    in_force: bool = True


@dataclass(frozen=True)
class DrawnStep:
    """``left``, ``width``: per cent of the whole width; ``top``, ``height``: pixels of HEIGHT. ``room``: "narrow" or
    "slim" where words don't fit."""

    held: ChartStep
    left: str
    width: str
    top: int
    height: int
    current: bool
    room: str


@dataclass(frozen=True)
class PremiumChart:
    """``months``: left edge and name. ``today``, ``shown``: left edges of two days, "" outside of what is drawn."""

    steps: tuple[DrawnStep, ...]
    months: tuple[tuple[str, str], ...]
    today: str
    shown: str


@dataclass(frozen=True)
class Scale:
    """The days that are drawn, whole months."""

    first: date
    last: date

    def left(self, day: date) -> float:
        return 100 * (day - self.first).days / ((self.last - self.first).days + 1)

    def mark(self, day: date) -> str:
        return _percent_text(self.left(day)) if self.first <= day <= self.last else ""


def scale_of(days: Sequence[date], today: date, shown: date) -> Scale:
    """Return whole months with the first day of each version, today and some time ahead. A chosen day far away doesn't
    stretch it."""
    starts = [*days, today] if days else [today, shown]
    last = min(max(starts) + _AHEAD, today + _MOST_AHEAD)
    first = max(min(starts), today - 20 * _MOST_AHEAD)
    return Scale(take_step(Step.THIS_FIRST, min(first, last)), take_step(Step.END_OF_MONTH, last))


def draw_premium_chart(held: Sequence[ChartStep], scale: Scale, *, today: date, shown: date) -> PremiumChart:
    highest = max((item.price for item in held if item.in_force and item.price is not None), default=Decimal(0))
    return PremiumChart(
        tuple(_draw_step(item, scale, highest, shown) for item in held if item.in_force and item.first <= scale.last),
        _months(scale),
        scale.mark(today),
        scale.mark(shown),
    )


def _draw_step(item: ChartStep, scale: Scale, highest: Decimal, shown: date) -> DrawnStep:
    first = max(item.first, scale.first)
    last = scale.last if item.last is None else min(item.last, scale.last)
    left = scale.left(first)
    width = max(scale.left(last + timedelta(days=1)) - left, 0.4)
    share = item.price / highest if item.price is not None and highest else Decimal(0)
    height = _LOWEST + round((HEIGHT - _LOWEST) * share)
    current = item.first <= shown and (item.last is None or shown <= item.last)
    room = "narrow" if width < NARROW else "slim" if width < SLIM else ""
    return DrawnStep(item, _percent_text(left), _percent_text(width), HEIGHT - height, height, current, room)


def _percent_text(number: float) -> str:
    return f"{number:.2f}%"


def _months(scale: Scale) -> tuple[tuple[str, str], ...]:
    """Return the first days of at most eight months, evenly chosen, with the year at the first one and each January."""
    begin, end = (day.year * 12 + day.month - 1 for day in (scale.first, scale.last))
    every = next(count for count in (1, 2, 3, 6, 12, 24, 60, 120, 600) if (end - begin) // count < _MOST_LABELS)
    firsts = [date(month // 12, month % 12 + 1, 1) for month in range(begin, end + 1, every)]
    words = [f"{day:%b %Y}" if day == firsts[0] or day.month <= every else f"{day:%b}" for day in firsts]
    return tuple((_percent_text(scale.left(day)), word) for day, word in zip(firsts, words, strict=True))
