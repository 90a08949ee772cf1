"""A rep's day: sums, tasks and the next ninety days, as of now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from planfront.coverage.clients.ahead import Figures, Lane, load_figures, load_lanes
from planfront.coverage.clients.tasks import RepTaskList, Task, done_keys
from planfront.coverage.rep_policies import RepScope

TASKS = 6


@dataclass(frozen=True)
class Day:
    """``tasks``: the first ones that aren't done, most urgent first, of ``task_total``."""

    figures: Figures
    lanes: list[Lane]
    tasks: list[Task]
    task_total: int


def load_day(scope: RepScope, today: date) -> Day:
    """Read a rep's day, in a constant number of queries."""
    task_list = RepTaskList(scope, today)
    listed = task_list.list_tasks(done_keys(scope, today), TASKS)
    return Day(load_figures(task_list), load_lanes(task_list), listed.tasks[:TASKS], listed.total)
