"""Two days of a life event and what follows from them, to scale: their places on an axis of whole months."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from planfront.coverage.effective_days import DayAnswer, Refusal, Step, Window, take_step

_OPEN_END = timedelta(days=120)


@dataclass(frozen=True)
class Mark:
    """``left``: per cent of the axis's width."""

    label: str
    day: date
    left: str
    kind: str


@dataclass(frozen=True)
class DateAxis:
    """``months``: left edge and name. ``window``, ``covered``: left edge and width."""

    marks: tuple[Mark, ...]
    months: tuple[tuple[str, str], ...]
    window: tuple[str, str]
    covered: tuple[str, str] | None


def draw_date_axis(
    label: str, event: date, reported: date, answer: DayAnswer | Refusal, window: Window, *, ends: bool
) -> DateAxis:
    opens, closes = window.first_day(event), window.last_day(event)
    day = answer.day if isinstance(answer, DayAnswer) else None
    days = [event, reported, opens, *filter(None, (closes, day))]
    first = take_step(Step.THIS_FIRST, min(days))
    last = take_step(Step.END_OF_MONTH, max(days) if closes else max(days) + _OPEN_END)
    span = (last - first).days + 1

    def left(moment: date) -> str:
        return f"{100 * (moment - first).days / span:.2f}%"

    marks = [Mark(label, event, left(event), "event"), Mark("Reported", reported, left(reported), "report")]
    if day:
        marks.append(Mark("Ends" if ends else "Starts", day, left(day), "day"))
    if closes:
        marks.append(Mark("Last day to report", closes, left(closes), "last"))
    covered = None
    if day:
        covered = ("0%", left(day)) if ends else (left(day), f"{100 * ((last - day).days + 1) / span:.2f}%")
    return DateAxis(
        tuple(marks),
        tuple((left(month), f"{month:%B}") for month in _months(first, last)),
        (left(opens), f"{100 * (((closes or last) - opens).days + 1) / span:.2f}%"),
        covered,
    )


def _months(first: date, last: date) -> list[date]:
    """Return the first days of at most six months, evenly chosen."""
    firsts = [first]
    while (following := take_step(Step.NEXT_FIRST, firsts[-1])) <= last:
        firsts.append(following)
    return firsts[:: (len(firsts) + 5) // 6]
