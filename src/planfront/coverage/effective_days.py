"""The days from which events count. Pure: no Django, no clock.

A rule is a base (the day it counts from) and a step (what follows that day), with an optional cut-off and an optional
earliest day. What carriers and exchanges call "day of the event", "first of the month after", "the 15th rule" or "end
of the month" are all points in it, so that a new kind of rule is a row and no code.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from planfront.kernel.days.months import months_later

_DAY = timedelta(days=1)


class Base(StrEnum):
    """The day a rule counts from. LATER is the later of event and report; LATEST looks at the choice of a plan, too, so
    that the day moves while somebody still thinks."""

    EVENT = "event"
    REPORT = "report"
    LATER = "later"
    LATEST = "latest"


class Step(StrEnum):
    """The step from the base to the day. The last three are for days on which something ends; MONTH_BEFORE is the last
    of the month before."""

    SAME_DAY = "same_day"
    NEXT_DAY = "next_day"
    THIS_FIRST = "this_first"
    FIRST_OR_NEXT = "first_or_next"
    NEXT_FIRST = "next_first"
    DAY_BEFORE = "day_before"
    END_OF_MONTH = "end_of_month"
    MONTH_BEFORE = "month_before"


CUT_OFF_STEPS = frozenset({Step.THIS_FIRST, Step.NEXT_FIRST, Step.END_OF_MONTH, Step.MONTH_BEFORE})
"""The steps that a cut-off goes with: after others a report on the last of a month would count later than one on the
first of the next."""


@dataclass(frozen=True, slots=True)
class DayRule:
    """The rule for a first or last day. ``cut_off``: a report after this day of its month counts as if it came a month
    later. ``months_back``: the report counts as that many months earlier. ``earliest``: never before this step from the
    event itself."""

    base: Base
    step: Step
    cut_off: int | None = None
    months_back: int = 0
    earliest: Step | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """The days before and after an event in which it may be reported, and the days before the report that its effective
    day may reach back. None: no limit."""

    before: int = 0
    after: int | None = 60
    retroactive_limit: int | None = None

    def first_day(self, event: date) -> date:
        return event - timedelta(days=self.before)

    def last_day(self, event: date) -> date | None:
        return None if self.after is None else event + timedelta(days=self.after)


@dataclass(frozen=True, slots=True)
class DayAnswer:
    """The day, and what made it this one: the base that decided (EVENT, REPORT, or LATEST for the choice of a plan),
    the day it was counted from, whether the cut-off moved that, and whether the earliest allowed day came later."""

    day: date
    counted: Base
    counted_day: date
    after_cut_off: bool = False
    held_back: bool = False


class Refused(StrEnum):
    TOO_EARLY = "too_early"
    TOO_LATE = "too_late"
    TOO_FAR_BACK = "too_far_back"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why no day follows, and the nearest allowed one: of the report, or, where it is too far back, of what
    follows. A day is never moved silently."""

    why: Refused
    nearest: date


def answer_report(
    rule: DayRule, window: Window, event: date, reported: date, chosen: date | None = None
) -> DayAnswer | Refusal:
    """The day that follows from an event which is reported on a day, or why none does."""
    first, last = window.first_day(event), window.last_day(event)
    if reported < first:
        return Refusal(Refused.TOO_EARLY, first)
    if last is not None and reported > last:
        return Refusal(Refused.TOO_LATE, last)
    answer = find_day(rule, event, reported, chosen)
    if window.retroactive_limit is not None and answer.day < reported - timedelta(days=window.retroactive_limit):
        return Refusal(Refused.TOO_FAR_BACK, reported - timedelta(days=window.retroactive_limit))
    return answer


def find_day(rule: DayRule, event: date, reported: date, chosen: date | None = None) -> DayAnswer:
    """The day from which it counts, or on which it ends. ``chosen``: when a plan was chosen; None: not yet, or at once.

    Only LATEST looks at ``chosen``.
    """
    late = rule.cut_off is not None and reported.day > rule.cut_off
    counted, counted_day = _count_from(rule, event, months_later(reported, int(late) - rule.months_back), chosen)
    day = take_step(rule.step, counted_day)
    earliest = take_step(rule.earliest, event) if rule.earliest else day
    after_cut_off = late and counted is Base.REPORT
    return DayAnswer(max(day, earliest), counted, counted_day, after_cut_off, held_back=earliest > day)


def _count_from(rule: DayRule, event: date, reported: date, chosen: date | None) -> tuple[Base, date]:
    """The base that decides and its day. Of two on the same day the event is named, then the report."""
    days = [(Base.EVENT, event)]
    if rule.base is Base.REPORT:
        days = []
    if rule.base is not Base.EVENT:
        days.append((Base.REPORT, reported))
    if rule.base is Base.LATEST and chosen:
        days.append((Base.LATEST, chosen))
    return max(days, key=lambda pair: pair[1])


def take_step(step: Step, day: date) -> date:
    """The day that a step leads to."""
    if step is Step.SAME_DAY:
        return day
    if step is Step.NEXT_DAY:
        return day + _DAY
    if step is Step.DAY_BEFORE:
        return day - _DAY
    if step is Step.MONTH_BEFORE:
        return day.replace(day=1) - _DAY
    if step is Step.END_OF_MONTH:
        return first_of_next(day) - _DAY
    if step is Step.THIS_FIRST or (step is Step.FIRST_OR_NEXT and day.day == 1):
        return day.replace(day=1)
    return first_of_next(day)


def first_of_next(day: date) -> date:
    """Return the first day of the month after a day's."""
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)
