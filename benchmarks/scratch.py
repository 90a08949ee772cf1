"""Common parts of the rooms' measurements: a database of their own, a median time, a line for each value and bar."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, connections

from planfront.cli.console import say


@contextmanager
def scratch_database() -> Iterator[None]:
    """A database like the tests' one, so that the operator's is not touched."""
    creation, settings = connections["default"].creation, connection.settings_dict
    name = settings["NAME"]
    with tempfile.TemporaryDirectory() as folder:
        if connection.vendor == "sqlite":
            settings["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")  # on disk, as in use
        creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            yield
        finally:
            creation.destroy_test_db(name, verbosity=0)


def show(what: str, value: float, unit: str, bar: float, *, at_most: bool = True) -> bool:
    """Print a value with its bar; whether the bar is kept."""
    kept = value <= bar if at_most else value >= bar
    word = "at most" if at_most else "at least"
    say(f"{what}: {value:.3f} {unit} (bar: {word} {bar:g}) {'ok' if kept else 'MISSED'}")
    return kept


def seconds(work: Callable[[], object], runs: int = 9) -> float:
    """Median time of `work`, after one run to warm up."""
    work()
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)
