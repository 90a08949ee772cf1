"""The record of each request: its time, its queries and its result, as counts and as a line of the log.

A request goes by its route (``api/v1/get-plan-detail/{plan_id}``), never by its address: addresses hold ids and codes.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse

from planfront.kernel.observing import metrics, traces

logger = logging.getLogger("planfront.access")
GetResponse = Callable[[HttpRequest], HttpResponse]
_PAGE = r"^(?P<path>(?s:.*))\Z"
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked by machines, every few seconds."""
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_PARTS = frozenset({"api", "backoffice", "page", "files"})


class QueryCounter:
    """Counts and times the queries of a connection while it is entered by ``connection.execute_wrapper``."""

    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.count += 1
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.seconds += time.perf_counter() - began


def route_of(request: HttpRequest) -> str:
    """Return the route that took a request; "files" for what the server reads from a folder, "refused" before any
    route."""
    match = request.resolver_match
    if match is None:
        return "files" if request.path.startswith(settings.STATIC_URL) else "refused"
    return "page" if match.route == _PAGE else match.route or "/"


def observe(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        queries = QueryCounter()
        if request.path in PROBES:
            return answer(request, queries)
        with traces.span("request", parent={"traceparent": request.headers.get("traceparent", "")}) as span:
            response = answer(request, queries)
            span.name = f"{_method_of(request)} {route_of(request)}"
            span.facts |= {
                "http.request.method": _method_of(request),
                "http.route": route_of(request),
                "http.response.status_code": response.status_code,
                "planfront.queries": queries.count,
                "planfront.query_milliseconds": round(queries.seconds * 1000, 1),
            }
        return response

    def answer(request: HttpRequest, queries: QueryCounter) -> HttpResponse:
        began, status = time.perf_counter(), 500
        metrics.IN_PROGRESS.inc()
        try:
            with connection.execute_wrapper(queries):
                response = get_response(request)
            status = response.status_code
        finally:
            metrics.IN_PROGRESS.dec()
            _note(request, status, time.perf_counter() - began, queries.count)
        return response

    return middleware


def count(route: str, method: str, status: int, seconds: float, queries: int) -> None:
    metrics.REQUESTS.labels(route, method, str(status)).inc()
    metrics.REQUEST_SECONDS.labels(_part_of(route)).observe(seconds)
    metrics.ROUTE_SECONDS.labels(route).observe(seconds)
    metrics.ROUTE_QUERIES.labels(route).observe(queries)


def _part_of(route: str) -> str:
    first = route.partition("/")[0]
    return first if first in _PARTS else "other"


def _method_of(request: HttpRequest) -> str:
    return request.method if request.method in _METHODS else "OTHER"


def _note(request: HttpRequest, status: int, seconds: float, queries: int) -> None:
    route, method = route_of(request), _method_of(request)
    count(route, method, status, seconds, queries)
    if not settings.ACCESS_LOG:
        return
    milliseconds, brand = round(seconds * 1000, 1), getattr(getattr(request, "brand", None), "key", "")
    logger.info(
        "%s %s %d %s ms %d queries",
        method,
        route,
        status,
        milliseconds,
        queries,
        extra={
            "method": method,
            "route": route,
            "status": status,
            "milliseconds": milliseconds,
            "queries": queries,
            "brand": brand,
        },
    )
