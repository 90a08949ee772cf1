"""Traces for OpenTelemetry, of requests, jobs and outgoing calls.

They are off, and nothing is loaded, unless ``OTEL_EXPORTER_OTLP_ENDPOINT`` says where they go (the other variables of
OpenTelemetry count, too). A span has names, routes, numbers and the classes of exceptions, never the contents of an
address, a body or an exception.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from planfront.kernel.observing.tracing import current_request_id

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
Value = str | int | float
_lock = Lock()


class Span:
    """The name and the facts of a piece of work, once it is done."""

    def __init__(self) -> None:
        self.name = ""
        self.facts: dict[str, Value] = {}


@contextmanager
def span(
    name: str, facts: Mapping[str, Value] | None = None, *, parent: Mapping[str, str] | None = None
) -> Iterator[Span]:
    """Record a span of a piece of work. ``parent``: headers that may hold a caller's ``traceparent``."""
    result = Span()
    result.facts.update(facts or {})
    if not os.environ.get(ENDPOINT):
        yield result
        return
    from opentelemetry.trace import Status, StatusCode
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    context = TraceContextTextMapPropagator().extract(dict(parent)) if parent else None
    tracer = provider(os.getpid()).get_tracer("planfront")
    # An exception's text may quote a person's data: its class only.
    with tracer.start_as_current_span(name, context, record_exception=False, set_status_on_exception=False) as created:
        try:
            yield result
        except BaseException as error:
            created.set_status(Status(StatusCode.ERROR, type(error).__name__))
            raise
        finally:
            created.update_name(result.name or name)
            created.set_attributes({**result.facts, "planfront.request_id": current_request_id()})


def provider(process: int) -> TracerProvider:
    """Return the provider that sends this process's spans. The first span makes it, since its thread doesn't survive a
    fork."""
    with _lock:
        return _provider(process)


@lru_cache(maxsize=1)
def _provider(_process: int) -> TracerProvider:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    result = TracerProvider(
        resource=Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME", "planfront")})
    )
    result.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return result
