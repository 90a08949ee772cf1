"""Background jobs of imports."""

from __future__ import annotations

from django.db import OperationalError

from planfront.imports.errors import ImportBusy
from planfront.imports.staging import clear_ended, run_review, stage_file
from planfront.kernel.jobs.tasks import HEAVY, job

__all__ = ["clear_ended", "review_run", "stage_run"]


@job(retry_on=(OperationalError,), queue=HEAVY)
def stage_run(run_id: int) -> None:
    """Read an uploaded file. Another process that has taken it over finishes it."""
    try:
        stage_file(run_id=run_id)
    except ImportBusy:
        return


@job(retry_on=(OperationalError,), queue=HEAVY)
def review_run(run_id: int) -> None:
    """Renew a review after something else went into force."""
    run_review(run_id=run_id)
