"""./run bench scale: requests a second with more web processes, the share of what shoppers read that comes from a
replica, and jobs a second with more workers, on PostgreSQL.

Clients, servers and the database share the machine's processors, so figures stop rising where those end; what a request
or a job takes of processor time is the figure to compare.
"""

import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from benchmarks import visits
from benchmarks.by_name import ROWS
from benchmarks.servers import Server, store
from planfront.cli import demo_world, environment
from planfront.cli.children import Supervisor
from planfront.cli.console import say
from planfront.cli.process import Child
from tools import postgres

SIZES = (1, 2, 4)
CLIENTS, SECONDS, JOBS = 8, 8.0, 100_000
PATH = "/"
SHOPPERS, THINK = 40, 0.05
"""How many people walk the store, and seconds between two of the calls of one: less than anybody needs to look."""
READS_BAR = 0.8
TICKERS = 2
_WATCH = """
    CREATE TABLE IF NOT EXISTS bench_lease_taken (name text, holder text, at timestamptz);
    CREATE OR REPLACE FUNCTION bench_note_lease() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO bench_lease_taken VALUES (NEW.name, NEW.holder, clock_timestamp()); RETURN NULL; END $$;
    CREATE OR REPLACE TRIGGER bench_note_lease AFTER UPDATE ON kernel_lease FOR EACH ROW
        WHEN (NEW.holder <> '' AND NEW.holder <> OLD.holder) EXECUTE FUNCTION bench_note_lease();
"""
_TAKEN_AGAIN = """
    SELECT count(*) FROM django_tasks_database_dbtaskresult
    WHERE status <> 'READY' AND jsonb_array_length(worker_ids) <> 1
"""
_AT_ONCE = 1_000


def main() -> int:
    """1 where too few reads come from the replica. Speeds have no bar: processors and what else runs decide. SQLite has
    nothing to scale."""
    from django.core.management import call_command
    from django.db import connection

    if connection.vendor != "postgresql":
        say("SQLite has one writer: more workers only wait for each other. Measured on PostgreSQL.")
        return 0
    call_command("migrate", interactive=False, verbosity=0)
    demo_world.load().seed(False, say)
    with TemporaryDirectory(prefix="planfront-scale-") as name:
        folder = Path(name)
        say(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        say(f"{'web processes':>14} {'requests/s':>11} {'ms of CPU each':>15}")
        for size in SIZES:
            rate, spent = _requests(folder / f"web{size}", size)
            say(f"{size:>14} {rate:>11.0f} {spent:>15.2f}")
        kept = _show_reads(folder / "reads")
        jobs = int(os.environ.get(ROWS) or JOBS)
        say(f"{'workers':>14} {'jobs/s':>11} {'slowest tenth':>15}   ({jobs:,} jobs)")
        watch_duties()
        for size in SIZES:
            rate, slowest = _jobs(folder / f"worker{size}", size, jobs)
            say(f"{size:>14} {rate:>11.0f} {slowest:>15.0f}")
        done, twice = duties_done()
        say(f"{TICKERS} tickers beside them did {done} duties, {len(twice)} of them twice within its interval.")
    return 0 if kept and not twice else 1


def watch_duties() -> None:
    """Let the database note each time that a lease is taken."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_WATCH)


def duties_done() -> tuple[int, list[str]]:
    """(how many duties were begun since ``watch_duties``, those that were begun again within their interval)."""
    from django.db import connection

    from planfront.kernel.jobs.duties import DUTIES

    intervals = {duty.function: duty.interval for duty in DUTIES if not duty.condition and not duty.each_node}
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, at FROM bench_lease_taken ORDER BY name, at")
        taken = [row for row in cursor.fetchall() if row[0] in intervals]
    return len(taken), taken_too_soon(taken, intervals)


def taken_too_soon(taken: list[tuple[str, datetime]], intervals: dict[str, timedelta]) -> list[str]:
    """Names that were taken twice within their interval. ``taken``: in order of names and times."""
    by_name = ((name, [at for _name, at in rows]) for name, rows in groupby(taken, itemgetter(0)))
    return [name for name, times in by_name if any(b - a < intervals[name] for a, b in pairwise(times))]


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


def _show_reads(folder: Path) -> bool:
    """Say which share of reads a replica served while people walked; whether the bar is kept."""
    counted = _count_reads(folder)
    calls = share(counted, "planfront_reads_total")
    own = share(counted, "planfront_read_statements_total", 'of="reads"')
    every = share(counted, "planfront_read_statements_total")
    say(f"{SHOPPERS} shoppers walk: a replica serves {calls:.0%} of the calls that read, and {own:.0%} of their")
    say(f"statements (bar: at least {READS_BAR:.0%}); with what calls that write read for it, {every:.0%} of all.")
    return own >= READS_BAR


def share(counted: dict[str, float], name: str, label: str = "") -> float:
    """Return the part of the counters of a name, and with a label, that is a replica's."""
    values = {key: value for key, value in counted.items() if key.startswith(name) and label in key}
    return sum(value for key, value in values.items() if 'where="replica"' in key) / max(sum(values.values()), 1)


def _count_reads(folder: Path) -> dict[str, float]:
    """Return what a store with a replica counted while people walked, by the name of the counter with its labels."""
    from django.db import connection

    primary = connection.settings_dict
    url = f"postgres://{primary['USER']}@/{primary['NAME']}?host={primary['HOST']}"
    with (
        postgres.standby(url) as replica,
        store(folder, _variables(folder, DATABASE_REPLICA_URLS=replica)) as server,
    ):
        visits.walk(server.port, 1, 1, THINK)  # what a process makes once is made
        before = _counters(server)
        visits.walk(server.port, SHOPPERS, CLIENTS, THINK)
        return {key: value - before.get(key, 0.0) for key, value in _counters(server).items()}


def _counters(server: Server) -> dict[str, float]:
    text, _headers = server.ask("GET", "/metrics")
    rows = re.findall(r"^(planfront_read\w*_total\{.*\}) (\S+)$", text.decode(), re.MULTILINE)
    return {key: float(value) for key, value in rows}


def _jobs(folder: Path, size: int, count: int) -> tuple[float, float]:
    """(jobs a second over all, the same of the slowest tenth) with so many worker processes. Two tickers go on beside
    them. RuntimeError when a job was taken twice."""
    from django.db import connection, transaction
    from django_tasks_db.models import DBTaskResult

    from planfront.messaging.tasks import mail_send

    DBTaskResult.objects.all().delete()
    for start in range(0, count, _AT_ONCE):
        with transaction.atomic():
            for _number in range(start, min(start + _AT_ONCE, count)):
                mail_send.enqueue(str(uuid4()))  # of a mail that is gone: what the queue itself takes
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # as the server's upkeep does within a minute

    def left() -> int:
        return DBTaskResult.objects.ready().count()

    with _working(folder, size):
        while left() >= count:
            time.sleep(0.05)
        marks, started = [(0, 0.0)], time.monotonic()
        while (rest := left()) > 0:
            if (count - rest) - marks[-1][0] >= count / 10:
                marks.append((count - rest, time.monotonic() - started))
            time.sleep(0.5)
        marks.append((count, time.monotonic() - started))
    with connection.cursor() as cursor:
        cursor.execute(_TAKEN_AGAIN)
        if wrong := cursor.fetchone()[0]:
            raise RuntimeError(f"{wrong} jobs were taken more than once")
    rates = [(n - m) / max(t - s, 0.001) for (m, s), (n, t) in pairwise(marks) if n > m]
    return count / marks[-1][1], min(rates)


@contextmanager
def _working(folder: Path, size: int) -> Iterator[None]:
    """Run so many workers, and tickers as on machines of their own."""
    settings = {"WORKERS": str(size), "LOG_LEVEL": "ERROR"}
    children = [Child("worker", environment.planfront("worker"), _variables(folder, **settings))]
    for number in range(TICKERS):
        own = _variables(folder / f"tick{number}", LOG_LEVEL="ERROR")
        children.append(Child(f"tick{number}", environment.planfront("tick"), own))
    supervisor = Supervisor(children, out=lambda _line: None)
    thread = threading.Thread(target=supervisor.run)
    thread.start()
    try:
        yield
    finally:
        supervisor.stop()
        thread.join()
