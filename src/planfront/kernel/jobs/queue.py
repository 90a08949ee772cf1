"""The queue of jobs: the table of django-tasks-db, to which a call adds its jobs in one statement."""

from __future__ import annotations

from typing import Any

from django_tasks.signals import task_enqueued
from django_tasks_db.backend import DatabaseBackend
from django_tasks_db.models import DBTaskResult, get_date_max

from planfront.kernel.database.appending import append


class Queue(DatabaseBackend):
    """The backend of django-tasks-db, except for the way it writes a row."""

    def enqueue(self, task: Any, args: Any, kwargs: Any) -> Any:
        self.validate_task(task)
        row: DBTaskResult[Any, Any] = DBTaskResult(
            args_kwargs={"args": list(args), "kwargs": dict(kwargs)},
            priority=task.priority,
            task_path=task.module_path,
            queue_name=task.queue_name,
            run_after=task.run_after or get_date_max(),
            backend_name=self.alias,
        )
        append(row)
        task_enqueued.send(type(self), task_result=row.task_result)
        return row.task_result
