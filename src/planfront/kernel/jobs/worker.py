"""The worker of background jobs: its choice of jobs, and the lease by which others see that it lives.

A long write of another process, such as an import going live, doesn't end it. On a signal to stop it finishes its job.
A job that is cut off all the same goes back to the queue (``tasks.give_back``, ``tasks.reap``).
"""

from __future__ import annotations

import logging
import select
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from types import FrameType
from typing import Any

from django.db import OperationalError, close_old_connections, connection
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult
from django_tasks_db.utils import exclusive_transaction, is_locked_database_exception

from planfront.kernel.jobs import leases
from planfront.kernel.jobs.sqlite_retry import retry_while_locked
from planfront.kernel.jobs.tasks import lease_of

logger = logging.getLogger(__name__)
INTERVAL = 0.5
ALIVE = timedelta(seconds=60)
"""A worker that says nothing for so long is taken for dead, on PostgreSQL. SQLite's one writer may keep it waiting for
longer; there the worker lives on one machine with its parent, which sees its death."""
_SLOT_ON_SQLITE = timedelta(minutes=10)


class RetryingWorker(Worker):
    """Works through ``queues`` until asked to stop, or ``lifeline`` (a file descriptor) is closed at its other end.

    ``limits``: how many jobs of a queue all workers of all nodes may run at once. ``batch``: end when nothing is due.
    """

    def __init__(
        self,
        worker: str,
        queues: Sequence[str],
        limits: Mapping[str, int] | None = None,
        *,
        interval: float = INTERVAL,
        batch: bool = False,
        lifeline: int | None = None,
    ) -> None:
        super().__init__(
            queue_names=list(queues),
            interval=interval,
            batch=batch,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=worker,
            excluded_queue_names=[],
        )
        self._limits, self._lifeline = limits or {}, lifeline

    def shutdown(self, signum: int, frame: FrameType | None) -> None:
        """Finish the current job, however often this is called. A supervisor that can't wait kills the worker, and
        gives the job back."""
        self.running = False

    def run(self) -> None:
        with self._living():
            retry_while_locked(self._work)

    def _work(self) -> None:
        while self.running and not self._left():
            close_old_connections()
            slot: list[str] = []
            row = self._claim(slot)
            if row is not None:
                self._run(row, slot)
            elif self.batch:
                return
            close_old_connections()
            if row is None and self.running:
                self._rest()

    def _run(self, row: DBTaskResult[Any, Any], slot: Sequence[str]) -> None:
        if not slot:
            self.run_task(row)
            return
        try:
            with leases.renewing(slot, self.worker_id, on_lost=lambda: None):
                self.run_task(row)
        finally:
            retry_while_locked(lambda: [leases.release(name, self.worker_id) for name in slot])

    def _claim(self, slot: list[str]) -> DBTaskResult[Any, Any] | None:
        """Take the next job that is due, and a slot of its queue where there is a limit. None when there is none."""
        full: set[str] = set()
        while True:
            rows = DBTaskResult.objects.ready().filter(backend_name=self.backend_name)
            rows = rows.filter(queue_name__in=[name for name in self.queue_names if name not in full])
            with exclusive_transaction(rows.db):
                try:
                    row = rows.get_locked()
                    if row is None:
                        return None
                    if self._has_room(row.queue_name, slot):
                        row.claim(self.worker_id)
                        return row
                except OperationalError as error:
                    if is_locked_database_exception(error):
                        return None
                    raise
            full.add(row.queue_name)

    def _has_room(self, queue: str, slot: list[str]) -> bool:
        length = _SLOT_ON_SQLITE if connection.vendor == "sqlite" else leases.LENGTH
        if queue not in self._limits:
            return True
        names = [f"queue {queue} {number}" for number in range(1, self._limits[queue] + 1)]
        taken = leases.not_due(dict.fromkeys(names, timedelta(0)))
        for name in names:
            if name not in taken and leases.take(name, self.worker_id, length):
                slot.append(name)
                return True
        return False

    def run_task(self, db_task_result: DBTaskResult[Any, Any]) -> None:
        row: Any = db_task_result
        row.set_successful = partial(_note, row.set_successful)
        row.set_failed = partial(_note, row.set_failed)
        super().run_task(row)

    def _rest(self) -> None:
        if self._lifeline is None:
            time.sleep(self.interval)
        else:
            select.select([self._lifeline], [], [], self.interval)

    def _left(self) -> bool:
        return self._lifeline is not None and bool(select.select([self._lifeline], [], [], 0)[0])

    def configure_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
            signal.signal(number, self.shutdown)

    @contextmanager
    def _living(self) -> Iterator[None]:
        if connection.vendor == "sqlite":
            yield
            return
        name = lease_of(self.worker_id)
        leases.take(name, self.worker_id, ALIVE)
        try:
            with leases.renewing([name], self.worker_id, on_lost=self._on_lease_lost, length=ALIVE):
                yield
        finally:
            leases.forget(name)

    def _on_lease_lost(self) -> None:
        """End this worker, whose job was given to another: at worst a job is done twice."""
        logger.error("this worker was taken for dead; it ends after its job")
        self.running = False


def _note(write: Any, outcome: Any) -> None:
    retry_while_locked(partial(write, outcome))
