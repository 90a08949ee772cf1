"""The next ninety days of a rep's clients in four lanes (what ends, what renews, who ages out, whose birthday it is),
and what all of it comes to a month."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Count, Sum

from planfront.book.states import PolicyState
from planfront.kernel.money import ZERO, cents
from planfront.members.clients import count_birthdays, count_clients
from planfront.policies.clients.tasks import (
    NAMED,
    REACH,
    Desk,
    Task,
    TaskKind,
    ageing_task,
    birthday_task,
    ending_task,
    renewal_task,
)

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


def load_lanes(desk: Desk) -> list[Lane]:
    """In a constant number of queries."""
    today, last = desk.today, desk.today + REACH
    endings, renewals = desk.ending(), desk.renewals()
    children = [ageing_task(child) for child in desk.leaving()]
    days = count_birthdays(desk.clients, today, last)
    return [
        _lane(
            TaskKind.ENDING,
            _count_days(endings, "end_date"),
            map(ending_task, endings.select_related("member")[:NAMED]),
        ),
        _lane(
            TaskKind.RENEWAL,
            _count_days(renewals, "first_day"),
            map(renewal_task, renewals.select_related("run", "policy__member")[:NAMED]),
        ),
        _lane(TaskKind.AGEING, Counter(task.day for task in children), children),
        _lane(TaskKind.BIRTHDAY, days, map(birthday_task, desk.birthdays(REACH, NAMED))),
    ]


def load_figures(desk: Desk) -> Figures:
    today = desk.today
    active = desk.policies.in_state(PolicyState.ACTIVE, today)
    endings, renewals = desk.ending(), desk.renewals()
    ending, in_force = _sum(endings, "monthly", "member"), _sum(active, "monthly", "member")
    renewing = _sum(renewals, "before", "policy__member")
    return Figures(
        in_force=in_force.monthly,
        policies=in_force.rows,
        clients=count_clients(desk.scope, today),
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
    """In one reading of the rows, to the cent: SQLite adds in doubles, which hold a million times more than that."""
    told = rows.order_by().aggregate(monthly=Sum(monthly), rows=Count("pk"), members=Count(member, distinct=True))
    return _Sum(cents(told["monthly"] or ZERO), told["rows"], told["members"])


def _count_days(rows: QuerySet[Any], column: str) -> dict[date, int]:
    return dict(rows.order_by(column).values_list(column).annotate(Count("pk")))


def _lane(kind: TaskKind, days: Mapping[date, int], tasks: Iterable[Task]) -> Lane:
    by_day = {task.day: task for task in tasks}
    marks: list[Mark] = []
    for day in sorted(days):
        last = marks[-1] if marks else None
        if last is not None and day - last.day < _SLOT:
            marks[-1] = Mark(last.day, day, last.count + days[day])
        else:
            marks.append(Mark(day, day, days[day], by_day.get(day) if days[day] == 1 else None))
    return Lane(kind, sum(days.values()), marks)
