"""A job that takes its time, and says in a file when it begins and ends."""

from __future__ import annotations

import os
import time
from pathlib import Path

from planfront.kernel.jobs.tasks import job


@job()
def slow(path: str, milliseconds: int) -> None:
    """Sleeps the first time it runs, and not when it runs again."""
    again = Path(path).exists()
    _note(path, "begin")
    if not again:
        time.sleep(milliseconds / 1000)
    _note(path, "end")


def _note(path: str, what: str) -> None:
    with Path(path).open("a") as file:
        file.write(f"{what} {os.getpid()}\n")
