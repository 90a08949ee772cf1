"""Probes of a store: liveness, readiness and metrics.

Everyone may read ``/healthz`` and the status of ``/readyz``. Details and ``/metrics`` are for callers who send
``METRICS_TOKEN`` as bearer token, or without such a token for calls from the machine itself.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from django_tasks_db.models import DBTaskResult
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from planfront.kernel.jobs.processes import is_leaving, process_ids
from planfront.kernel.observing import health
from planfront.kernel.observing.health import Check
from planfront.kernel.observing.metrics import exposition
from planfront.kernel.outgoing.service import breaker_states
from planfront.messaging.selectors import count_by_status

_HELD_SECONDS = 1.0
_MACHINE = frozenset({"127.0.0.1", "::1"})
_OF_PROXIES = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")
_EXPOSITION = "text/plain; version=0.0.4; charset=utf-8"


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answers on any host once the process serves requests."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


class _Readiness:
    """The last look at the checks, for a second: probes of several balancers cost one look, and one at a time looks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._checks: list[Check] = []
        self._until = 0.0

    def checks(self) -> list[Check]:
        with self._lock:
            if time.monotonic() >= self._until:
                self._checks = health.run_checks()
                self._until = time.monotonic() + _HELD_SECONDS
            return self._checks

    def forget(self) -> None:
        self._until = 0.0


readiness = _Readiness()


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the store can do its work, else 503, also when it is about to leave. Faults that aren't vital
    are only named."""
    checks = readiness.checks()
    ready = all(check.ok or not check.vital for check in checks) and not is_leaving()
    body: dict[str, object] = {"ready": ready}
    if _may_look(request):
        body["checks"] = {check.name: check.problem or "ok" for check in checks}
    return JsonResponse(body, status=200 if ready else 503, headers={"Cache-Control": "no-store"})


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    if not _may_look(request):
        raise Http404
    return HttpResponse(exposition([_CurrentCounts()]), content_type=_EXPOSITION, headers={"Cache-Control": "no-store"})


def _may_look(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        sent = request.headers.get("Authorization", "")
        return constant_time_compare(sent, f"Bearer {settings.METRICS_TOKEN}")
    # A proxy on this machine asks from here as well, and says for whom.
    return request.META.get("REMOTE_ADDR") in _MACHINE and not any(name in request.headers for name in _OF_PROXIES)


class _CurrentCounts(Collector):
    """Counts that are read when they are asked for: queue, mails, processes."""

    def collect(self) -> Iterable[Metric]:
        jobs = GaugeMetricFamily("planfront_queue_jobs", "Jobs in the queue.", labels=["status"])
        rows = DBTaskResult.objects.order_by().values_list("status").annotate(count=Count("pk"))
        for status, count in rows:
            jobs.add_metric([str(status).lower()], count)
        waited = health.oldest_wait()
        age = GaugeMetricFamily("planfront_queue_oldest_seconds", "How long the oldest job that is due has waited.")
        age.add_metric([], waited.total_seconds() if waited else 0)
        mails = GaugeMetricFamily("planfront_outbox_mails", "Mails in the outbox.", labels=["status"])
        for status, count in count_by_status().items():
            mails.add_metric([status.lower()], count)
        yield from (jobs, age, mails, _breakers(), *_processes())


def _breakers() -> Metric:
    breakers = GaugeMetricFamily(
        "planfront_outside_breaker",
        "Circuit breakers of outside services: 1 is the state.",
        labels=["service", "state"],
    )
    for name, states in breaker_states().items():
        for state, holds in states.items():
            breakers.add_metric([name, state], float(holds))
    return breakers


def _processes() -> Iterable[Metric]:
    memory = GaugeMetricFamily("planfront_process_resident_bytes", "Memory of a process.", labels=["process"])
    cpu = CounterMetricFamily("planfront_process_cpu_seconds", "Processor time of a process.", labels=["process"])
    names = {pid: name for name, pid in process_ids().items()}
    pages, ticks = Counter[str](), Counter[str]()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        # Of proc(5): 5 is the group, which each child of the supervisor leads; 14 and 15 its own time, 24 its pages.
        if name := names.get(int(fields[2])):
            pages[name] += int(fields[21])
            ticks[name] += int(fields[11]) + int(fields[12])
    for name in sorted(pages):
        memory.add_metric([name], pages[name] * os.sysconf("SC_PAGE_SIZE"))
        cpu.add_metric([name], ticks[name] / os.sysconf("SC_CLK_TCK"))
    return memory, cpu
