"""Renewal in the worker: some seconds of it at a time, so that a run that is stopped or killed goes on where it was."""

from __future__ import annotations

from planfront.coverage.renewal import working
from planfront.kernel.jobs.tasks import HEAVY, job


@job(retries=5, queue=HEAVY)
def work_on_run(run_id: int) -> None:
    """Preview or write some more policies of a run, and come again while there are any left."""
    if working.work_on(run_id, seconds=working.AT_A_TIME):
        work_on_run.enqueue(run_id)
