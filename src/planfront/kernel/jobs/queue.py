"""Where jobs wait: the table of django-tasks-db, to which a call adds its jobs in one statement."""

from __future__ import annotations

from typing import Any

from django_tasks_db.backend import DatabaseBackend
from django_tasks_db.models import DBTaskResult, get_date_max

from planfront.kernel.database.appending import append


class Queue(DatabaseBackend):
    """The backend as it comes, but for how a row is written."""

    def _task_to_db_task(self, task: Any, args: Any, kwargs: Any) -> DBTaskResult[Any, Any]:
        row: DBTaskResult[Any, Any] = DBTaskResult(
            id=self._get_id(),
            args_kwargs={"args": list(args), "kwargs": dict(kwargs)},
            priority=task.priority,
            task_path=task.module_path,
            queue_name=task.queue_name,
            run_after=task.run_after or get_date_max(),
            backend_name=self.alias,
        )
        append(row)
        return row
