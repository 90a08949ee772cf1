"""The worker of background jobs. A long write of another process, such as an import going live, doesn't end it."""

from __future__ import annotations

from functools import partial
from typing import Any

from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from planfront.kernel.sqlite_retry import retry_while_locked


class RetryingWorker(Worker):
    """Looks for work, and notes what became of it, again and again while SQLite is locked."""

    def run(self) -> None:
        retry_while_locked(super().run)

    def run_task(self, db_task_result: DBTaskResult[Any, Any]) -> None:
        row: Any = db_task_result
        row.set_successful = partial(_note, row.set_successful)
        row.set_failed = partial(_note, row.set_failed)
        super().run_task(row)


def _note(write: Any, outcome: Any) -> None:
    retry_while_locked(partial(write, outcome))
