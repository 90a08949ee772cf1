"""The next ninety days of a rep's clients in four lanes (what ends, what renews, who ages out, whose birthday it is),
and what all of it comes to a month."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Count, Sum

from planfront.coverage.client_search import birthdays_on, count_birthdays
from planfront.coverage.clients.tasks import (
    REACH,
    RepTaskList,
    Task,
    TaskKind,
    ageing_task,
    birthday_task,
    count_days,
    ending_task,
    renewal_task,
)
from planfront.kernel.money import ZERO, cents

if TYPE_CHECKING:
    from django.db.models import QuerySet

_SLOT = timedelta(days=15)
"""Marks that are closer than this stand as one, with their count."""


@dataclass(frozen=True)
class Mark:
    """Something on a day; or ``count`` things from ``day`` to ``last_day``, and ``task`` is None."""

    day: date
    last_day: date
    count: int
    task: Task | None = None


@dataclass(frozen=True)
class Lane:
    kind: TaskKind
    count: int
    marks: list[Mark]


@dataclass(frozen=True)
class Figures:
    """Sums are a month's premium. ``insured``: clients with something in force."""

    in_force: Decimal
    policies: int
    clients: int
    insured: int
    ending: Decimal
    ending_clients: int
    renewing: Decimal
    renewing_clients: int
    until: date


def load_lanes(task_list: RepTaskList) -> list[Lane]:
    """Read the four lanes, in a constant number of queries."""
    children = task_list.leaving()

    def ending_on(days: list[date]) -> Iterable[Task]:
        rows = task_list.ending().filter(end_date__in=days).select_related("policy__member")
        return (ending_task(row.policy) for row in rows)

    def renewing_on(days: list[date]) -> Iterable[Task]:
        return map(
            renewal_task, task_list.renewals().filter(first_day__in=days).select_related("run", "policy__member")
        )

    def leaving_on(days: list[date]) -> Iterable[Task]:
        return (ageing_task(child) for child in children if child.last_day in days)

    def born_on(days: list[date]) -> Iterable[Task]:
        return map(birthday_task, birthdays_on(task_list.clients, days, task_list.today))

    return [
        _lane(TaskKind.ENDING, task_list.count_endings(), ending_on),
        _lane(TaskKind.RENEWAL, count_days(task_list.renewals(), "first_day"), renewing_on),
        _lane(TaskKind.AGEING, Counter(child.last_day for child in children), leaving_on),
        _lane(TaskKind.BIRTHDAY, count_birthdays(task_list.clients, task_list.today, task_list.today + REACH), born_on),
    ]


def load_figures(task_list: RepTaskList) -> Figures:
    today = task_list.today
    endings, renewals = task_list.ending(), task_list.renewals()
    ending, in_force = _sum(endings, "monthly", "member"), _sum(task_list.in_force(), "monthly", "member")
    renewing = _sum(renewals, "before", "policy__member")
    return Figures(
        in_force=in_force.monthly,
        policies=in_force.rows,
        clients=task_list.clients.order_by().count(),
        insured=in_force.members,
        ending=ending.monthly,
        ending_clients=ending.members,
        renewing=renewing.monthly,
        renewing_clients=renewing.members,
        until=today + REACH,
    )


class _Sum(NamedTuple):
    monthly: Decimal
    rows: int
    members: int


def _sum(rows: QuerySet[Any], monthly: str, member: str) -> _Sum:
    """Add up in one reading of the rows, to the cent: SQLite adds in doubles, which hold a million times more than
    that. By member first, in whose order an index has them: counting each once would sort them."""
    by_member = rows.order_by().values(member).annotate(sum=Sum(monthly), count=Count("pk"))
    sums = by_member.aggregate(monthly=Sum("sum"), rows=Sum("count"), members=Count("*"))
    return _Sum(cents(sums["monthly"] or ZERO), sums["rows"] or 0, sums["members"])


def _lane(kind: TaskKind, days: Mapping[date, int], tasks_on: Callable[[list[date]], Iterable[Task]]) -> Lane:
    """``tasks_on``: what happens on some days, asked for those with one thing that stands alone."""
    marks: list[Mark] = []
    for day in sorted(days):
        last = marks[-1] if marks else None
        if last is not None and day - last.day < _SLOT:
            marks[-1] = Mark(last.day, day, last.count + days[day])
        else:
            marks.append(Mark(day, day, days[day]))
    alone = [mark.day for mark in marks if mark.count == 1]
    single = {task.day: task for task in tasks_on(alone)} if alone else {}
    return Lane(kind, sum(days.values()), [replace(mark, task=single.get(mark.day)) for mark in marks])
