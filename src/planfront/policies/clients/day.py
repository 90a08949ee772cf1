"""A rep's day: sums, tasks and the next ninety days.

What is read over the whole book is held for a minute, as ten thousand clients take a quarter of a second; what the rep
ticked off is always as of now.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.core.cache import cache

from planfront.book.rep_policies import RepScope
from planfront.policies.clients.ahead import Figures, Lane, load_figures, load_lanes
from planfront.policies.clients.tasks import Desk, Task, TaskList, done_keys

TASKS = 6
HELD_SECONDS = 60


@dataclass(frozen=True)
class Day:
    """``tasks``: the first ones that aren't done, most urgent first, of ``task_total``."""

    figures: Figures
    lanes: list[Lane]
    tasks: list[Task]
    task_total: int


def load_day(scope: RepScope, today: date) -> Day:
    done = done_keys(scope, today)
    figures, lanes, listed = _load_book(scope, today, len(done))
    left = [task for task in listed.tasks if task.key not in done]
    return Day(figures, lanes, left[:TASKS], listed.total - (len(listed.tasks) - len(left)))


def _load_book(scope: RepScope, today: date, done: int) -> tuple[Figures, list[Lane], TaskList]:
    """With as many tasks as are left when some are done."""
    key = f"rep-day:{scope.brand_id}:{scope.agent_id}:{'-'.join(map(str, scope.group_ids))}:{today}:{done // TASKS}"
    held: tuple[Figures, list[Lane], TaskList] | None = cache.get(key)
    if held is None:
        desk = Desk(scope, today)
        listed = desk.list_tasks((), TASKS * (done // TASKS + 2))
        held = (load_figures(desk), load_lanes(desk), listed)
        cache.set(key, held, HELD_SECONDS)
    return held
