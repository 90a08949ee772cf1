"""What the processes of a store count, for Prometheus. Names, routes, statuses and codes only: nothing of a person.

Several processes serve one store, so each keeps its counts in files of ``PROMETHEUS_MULTIPROC_DIR``, which ``./run``
sets and empties; ``exposition`` adds them up. Without that folder the counts are this process's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

FOLDER, NAME = "PROMETHEUS_MULTIPROC_DIR", "metrics"
OWN = CollectorRegistry()
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_QUERIES = (0, 2, 5, 10, 20, 40, 80, 160)

REQUESTS = Counter("planfront_requests", "Requests answered.", ["route", "method", "status"], registry=OWN)
REQUEST_SECONDS = Histogram(
    "planfront_request_seconds",
    "From the first look at a request to its answer.",
    ["route", "method"],
    buckets=_SECONDS,
    registry=OWN,
)
REQUEST_QUERIES = Histogram(
    "planfront_request_queries",
    "Database queries of a request.",
    ["route", "method"],
    buckets=_QUERIES,
    registry=OWN,
)
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
    multiprocess_mode="livesum",
)
TURNED_AWAY = Counter(
    "planfront_turned_away",
    "Requests that the edge answered itself: too slow, too large, too many, or given up.",
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
    """Every count in Prometheus's text format; ``collectors`` add what is looked up now."""
    registry = CollectorRegistry()
    if os.environ.get(FOLDER):
        registry.register(_OfMachine())
    else:
        registry.register(_Own())
    for collector in collectors:
        registry.register(collector)
    return generate_latest(registry)


def forget_process(pid: int) -> None:
    """A process has ended: its current work no longer counts; its finished work does."""
    if os.environ.get(FOLDER):
        mark_process_dead(pid)  # type: ignore[no-untyped-call]


class _OfMachine(Collector):
    """What the processes of every role on this machine have counted, which keep it in folders side by side."""

    def collect(self) -> Iterable[Metric]:
        place = Path(os.environ[FOLDER]).parent
        files = [str(file) for file in sorted(place.glob(f"{NAME}*/*.db"))]
        merged: Iterable[Metric] = MultiProcessCollector.merge(files, accumulate=True)  # type: ignore[no-untyped-call]
        return merged


class _Own(Collector):
    def collect(self) -> Iterable[Metric]:
        return OWN.collect()
