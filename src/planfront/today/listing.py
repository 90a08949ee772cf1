"""A reader's list of work: the items of every kind in their order, without those that are done or put off, and the
number of each filter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from planfront.kernel import clock
from planfront.today.kinds import Item, Kind, Reader, Show, find_kind, kinds_of
from planfront.today.marks import load_marks
from planfront.today.models import WorkMark

EACH = 60
"""As many of a kind are read. What a reader has more of is counted as that many and more."""
ROWS = 60
"""As many rows are sent."""


@dataclass(frozen=True)
class Task:
    kind: Kind
    item: Item

    @property
    def key(self) -> str:
        return f"{self.kind.key}:{self.item.id}"


@dataclass(frozen=True)
class Finished:
    """An item that was done today. ``title``: whom it was about, as far as that is still read."""

    key: str
    kind: Kind
    title: str
    href: str
    at: datetime


@dataclass(frozen=True)
class Today:
    """``tasks``: the first ones of a filter, or of all. ``counts``: how many there are by filter, in its order; below
    ``cut`` those of which there are more than were counted. ``finished``: what was done today, the latest first."""

    tasks: Sequence[Task]
    counts: dict[Show, int]
    cut: frozenset[Show]
    finished: Sequence[Finished]

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def load_today(reader: Reader, show: Show | None = None, most: int = ROWS) -> Today:
    """Read a reader's list in a number of queries that doesn't depend on how much there is."""
    marks = load_marks(reader)
    tasks: list[Task] = []
    counts: dict[Show, int] = {}
    cut: set[Show] = set()
    seen: dict[str, Task] = {}
    for kind in kinds_of(reader.role):
        marked = marks.get(kind.key, {})
        hidden = {item for item, mark in marked.items() if hides(mark, reader.business_now)}
        read = [Task(kind, item) for item in kind.read(reader, EACH + len(hidden) + 1)]
        seen |= {task.key: task for task in read if task.item.id in marked}
        open_tasks = [task for task in read if task.item.id not in hidden]
        if len(open_tasks) > EACH:
            cut.add(kind.show)
        counts[kind.show] = counts.get(kind.show, 0) + min(EACH, len(open_tasks))
        if show in (None, kind.show):
            tasks += open_tasks[: max(0, most - len(tasks))]
    finished = _list_finished(reader, (mark for rows in marks.values() for mark in rows.values()), seen)
    return Today(tasks, counts, frozenset(cut), finished)


def hides(mark: WorkMark, moment: datetime) -> bool:
    return mark.until is None or mark.until > moment


def find_task(reader: Reader, kind: Kind, item_id: str) -> Task | None:
    """Return an item of the reader's, also one that is marked."""
    reach = EACH + len(load_marks(reader).get(kind.key, {})) + 1
    return next((Task(kind, item) for item in kind.read(reader, reach) if item.id == item_id), None)


def _list_finished(reader: Reader, marks: Iterable[WorkMark], seen: dict[str, Task]) -> list[Finished]:
    rows = []
    for mark in marks:
        kind = find_kind(reader.role, mark.kind)
        if kind is None or mark.until is not None or _day(mark.at) != reader.today:
            continue
        key = f"{mark.kind}:{mark.item}"
        title = seen[key].item.title if key in seen else ""
        rows.append(Finished(key, kind, title, mark.href, mark.at))
    return sorted(rows, key=lambda row: row.at, reverse=True)


def _day(moment: datetime) -> date:
    return clock.local(moment).date()


def tomorrow_at_nine(reader: Reader) -> datetime:
    return at_nine(reader, reader.today + timedelta(days=1))


def at_nine(reader: Reader, day: date) -> datetime:
    """Return nine in the morning of a business day, in the operator's time zone."""
    return clock.local(reader.business_now).replace(
        year=day.year, month=day.month, day=day.day, hour=9, minute=0, second=0, microsecond=0
    )
