"""Counts of a store's processes for Prometheus: names, routes, statuses and codes, never personal data.

Each process counts in memory. Started by ``./run``, it reports over a socket to its supervisor (planfront.cli.counts),
which adds the reports up: no file is mapped, so a full disk can't end a process, and counts outlive their process.
Without a supervisor the counts are this process's own.
"""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BufferedIOBase
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Summary,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

SOCKET, PATTERN = "PLANFRONT_COUNTS_SOCKET", "counts*.sock"
"""The environment variable that names the supervisor's socket, and the names of such sockets in one folder."""
EVERY = 5.0
"""Seconds from report to report."""
_PATIENCE = 2.0
_LONGEST_ADDRESS = 100
OWN = CollectorRegistry()
disable_created_metrics()  # type: ignore[no-untyped-call]
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

Series = tuple[str, str, tuple[tuple[str, str], ...]]
"""Metric, sample and labels."""
Counts = Mapping[Series, float]

REQUESTS = Counter("planfront_requests", "Requests answered.", ["route", "method", "status"], registry=OWN)
REQUEST_SECONDS = Histogram(
    "planfront_request_seconds",
    "From the first look at a request to its answer, by the part of the store that gave it.",
    ["part"],
    buckets=_SECONDS,
    registry=OWN,
)
ROUTE_SECONDS = Summary("planfront_route_seconds", "The same by route.", ["route"], registry=OWN)
ROUTE_QUERIES = Summary("planfront_route_queries", "Database queries by route.", ["route"], registry=OWN)
REPEATED = Counter(
    "planfront_requests_repeated", "Requests made again as the database had given them up.", registry=OWN
)
READS = Counter(
    "planfront_reads",
    "Requests that only read, by where their lists are from: replica or primary.",
    ["where"],
    registry=OWN,
)
READ_STATEMENTS = Counter(
    "planfront_read_statements",
    "Statements that read, by where they ran, and of what: requests that read or that write. Without replicas none.",
    ["where", "of"],
    registry=OWN,
)
IN_PROGRESS = Gauge(
    "planfront_requests_in_progress",
    "Requests in the threads that answer.",
    registry=OWN,
)
TURNED_AWAY = Counter(
    "planfront_turned_away",
    "Requests that the server turned away itself: in bad form, too slow, too large, or no room for them.",
    ["status"],
    registry=OWN,
)
JOBS = Counter("planfront_jobs", "Jobs that ended: done, retried or failed.", ["job", "result"], registry=OWN)
JOB_SECONDS = Histogram("planfront_job_seconds", "How long jobs ran.", ["job"], buckets=_SECONDS, registry=OWN)
MAILS = Counter("planfront_mails", "Mails by what became of them.", ["kind", "result"], registry=OWN)
OUTSIDE_CALLS = Counter(
    "planfront_outside_calls",
    "Calls to outside services by what became of them: answered, kept (no call was needed), or why not.",
    ["service", "outcome"],
    registry=OWN,
)
OUTSIDE_SECONDS = Histogram(
    "planfront_outside_seconds",
    "How long callers waited for outside services.",
    ["service"],
    buckets=_SECONDS,
    registry=OWN,
)
EVENTS = Counter("planfront_events", "Events of the audit record, by their names.", ["event"], registry=OWN)


def exposition(collectors: Iterable[Collector] = ()) -> bytes:
    """Return every count in Prometheus's text format; ``collectors`` add values read at this moment."""
    registry = CollectorRegistry()
    registry.register(_OfMachine())
    for collector in collectors:
        registry.register(collector)
    return generate_latest(registry)


def count() -> dict[Series, float]:
    """Return what this process has counted."""
    return {
        (metric.name, sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for metric in OWN.collect()
        for sample in metric.samples
    }


def add_counts(totals: dict[Series, float], more: Counts) -> None:
    for series, value in more.items():
        totals[series] = totals.get(series, 0.0) + value


def drop_gauges(counts: Counts) -> dict[Series, float]:
    """Return the counts that outlive their process: all but those of current work."""
    current = {metric.name for metric in OWN.collect() if metric.type == "gauge"}
    return {series: value for series, value in counts.items() if series[0] not in current}


def write_line(stream: BufferedIOBase, counts: Counts, *, ask: bool = False) -> None:
    """Send counts; with ``ask`` the other side answers with its totals."""
    stream.write(json.dumps({"ask": ask, "counts": [[*series, value] for series, value in counts.items()]}).encode())
    stream.write(b"\n")
    stream.flush()


def read_line(stream: BufferedIOBase) -> tuple[dict[Series, float], bool] | None:
    """Return what `write_line` sent; None at the end."""
    line = stream.readline()
    if not line:
        return None
    sent = json.loads(line)
    counts = {
        (metric, sample, tuple((name, value) for name, value in labels)): float(number)
        for metric, sample, labels, number in sent["counts"]
    }
    return counts, bool(sent["ask"])


@contextmanager
def address_of(path: Path) -> Iterator[str]:
    """Give the address to bind or connect to; a path too long for a socket is reached through its folder (Linux)."""
    if len(os.fsencode(path)) <= _LONGEST_ADDRESS:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


@contextmanager
def reporting() -> Iterator[None]:
    """Report this process's counts to the supervisor meanwhile, and for the last time at the end."""
    global _reporter
    if not os.environ.get(SOCKET):
        yield
        return
    _reporter = _Reporter(Path(os.environ[SOCKET]))
    _reporter.start()
    try:
        yield
    finally:
        _reporter.ask()


class _Reporter(threading.Thread):
    """One connection to the supervisor for the life of the process: its end tells that the process has ended.

    The supervisor may be slow or gone; this thread alone waits for it."""

    def __init__(self, path: Path) -> None:
        super().__init__(name="counts", daemon=True)
        self.path = path
        self._inherited = count()  # counts of the process that forked this one
        self._wanted, self._answered = threading.Event(), threading.Event()
        self._totals: dict[Series, float] | None = None

    def ask(self) -> dict[Series, float] | None:
        """Report, and return the supervisor's totals; None while it doesn't answer."""
        self._totals = None
        if not self.is_alive():
            return None
        self._answered.clear()
        self._wanted.set()
        self._answered.wait(_PATIENCE)
        return self._totals

    def run(self) -> None:
        with suppress(OSError, ValueError), _connected(self.path) as stream:
            while True:
                ask = self._wanted.wait(EVERY)
                self._wanted.clear()
                write_line(stream, self._own(), ask=ask)
                if ask:
                    answer = read_line(stream)
                    self._totals = answer[0] if answer else None
                    self._answered.set()

    def _own(self) -> dict[Series, float]:
        return {series: value - self._inherited.get(series, 0.0) for series, value in count().items()}


_reporter: _Reporter | None = None


@contextmanager
def _connected(path: Path, patience: float | None = None) -> Iterator[BufferedIOBase]:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(patience)
        with address_of(path) as address:
            connection.connect(address)
        with connection.makefile("rwb") as stream:
            yield stream


class _OfMachine(Collector):
    """The counts of all supervisors on this machine, one for each role, whose sockets lie side by side."""

    def collect(self) -> Iterable[Metric]:
        totals = _totals()
        for metric in OWN.collect():
            result = Metric(metric.name, metric.documentation, metric.type)
            for (name, sample, labels), value in totals.items():
                if name == metric.name:
                    result.add_sample(sample, dict(labels), value)
            yield result


def _totals() -> dict[Series, float]:
    """Return the sums; nothing while the supervisor doesn't answer, since lower ones would pass for a new beginning."""
    if _reporter is None:
        return count()
    own = _reporter.ask()
    if own is None:
        return {}
    for path in sorted(_reporter.path.parent.glob(PATTERN)):
        if path != _reporter.path:
            with suppress(OSError, ValueError), _connected(path, _PATIENCE) as stream:
                write_line(stream, {}, ask=True)
                if answer := read_line(stream):
                    add_counts(own, answer[0])
    return own
