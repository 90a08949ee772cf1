"""./run bench scale: requests a second with more web processes, and jobs a second with more workers, on PostgreSQL.

Clients, servers and the database share the machine's processors, so figures stop rising where those end; what a request
or a job takes of processor time is the figure to compare.
"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from planfront.bench.rooms import ROWS
from planfront.bench.servers import Server, store
from planfront.cli import environment
from planfront.cli.children import Supervisor
from planfront.cli.console import say
from planfront.cli.process import Child

SIZES = (1, 2, 4)
CLIENTS, SECONDS, JOBS = 8, 8.0, 100_000
PATH = "/"


def main() -> int:
    """0, for there is no bar: processors and what else runs decide. SQLite has nothing to scale."""
    from django.core.management import call_command
    from django.db import connection

    if connection.vendor != "postgresql":
        say("SQLite has one writer: more workers only wait for each other. Measured on PostgreSQL.")
        return 0
    call_command("migrate", interactive=False, verbosity=0)
    from planfront.demo.seed import seed_if_empty

    seed_if_empty()
    with TemporaryDirectory(prefix="planfront-scale-") as name:
        folder = Path(name)
        say(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        say(f"{'web processes':>14} {'requests/s':>11} {'ms of CPU each':>15}")
        for size in SIZES:
            rate, spent = _requests(folder / f"web{size}", size)
            say(f"{size:>14} {rate:>11.0f} {spent:>15.2f}")
        jobs = int(os.environ.get(ROWS) or JOBS)
        say(f"{'workers':>14} {'jobs/s':>11} {'slowest tenth':>15}   ({jobs:,} jobs)")
        for size in SIZES:
            rate, slowest = _jobs(folder / f"worker{size}", size, jobs)
            say(f"{size:>14} {rate:>11.0f} {slowest:>15.0f}")
    return 0


def _variables(folder: Path, **more: str) -> dict[str, str]:
    folder.mkdir(parents=True, exist_ok=True)
    keys = {"SECRET_KEY": "the same for all that is measured, and long enough"}
    return environment.for_child(PLANFRONT_VAR=str(folder), **keys, **more)


def _requests(folder: Path, size: int) -> tuple[float, float]:
    """(requests a second, milliseconds of processor time of the store for each) with so many web processes."""
    with store(folder, _variables(folder), processes=size) as server:
        port, counts, stop = server.port, [0] * CLIENTS, threading.Event()

        def ask(place: int) -> None:
            own = Server(port, lambda: 0)
            while not stop.is_set():
                own.ask("GET", PATH)
                counts[place] += 1

        threads = [threading.Thread(target=ask, args=(place,)) for place in range(CLIENTS)]
        for thread in threads:
            thread.start()
        time.sleep(1.0)  # each process has warmed up
        done, before, started = sum(counts), server.processor_time(), time.monotonic()
        time.sleep(SECONDS)
        done, used, seconds = sum(counts) - done, server.processor_time() - before, time.monotonic() - started
        stop.set()
        for thread in threads:
            thread.join()
    return done / seconds, used * 1000 / max(done, 1)


def _jobs(folder: Path, size: int, count: int) -> tuple[float, float]:
    """(jobs a second over all, the same of the slowest tenth) with so many worker processes."""
    from django_tasks_db.models import DBTaskResult

    from planfront.messaging.tasks import mail_send

    DBTaskResult.objects.all().delete()
    for _number in range(count):
        mail_send.enqueue(str(uuid4()))  # of a mail that is gone: what the queue itself takes

    def left() -> int:
        return DBTaskResult.objects.ready().count()

    with _workers(folder, size):
        while left() == count:
            time.sleep(0.05)
        marks, started = [(0, 0.0)], time.monotonic()
        while (rest := left()) > 0:
            if (count - rest) - marks[-1][0] >= count / 10:
                marks.append((count - rest, time.monotonic() - started))
            time.sleep(0.1)
        marks.append((count, time.monotonic() - started))
    rates = [(n - m) / max(t - s, 0.001) for (m, s), (n, t) in pairwise(marks) if n > m]
    return count / marks[-1][1], min(rates)


@contextmanager
def _workers(folder: Path, size: int) -> Iterator[None]:
    child = Child("worker", environment.planfront("worker"), _variables(folder, WORKERS=str(size), LOG_LEVEL="ERROR"))
    supervisor = Supervisor([child], out=lambda _line: None)
    thread = threading.Thread(target=supervisor.run)
    thread.start()
    try:
        yield
    finally:
        supervisor.stop()
        thread.join()
