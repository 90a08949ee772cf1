"""Spans go to an OpenTelemetry collector when one is named, and say nothing of a person."""

import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from planfront.kernel.jobs import tasks
from planfront.kernel.observing import traces
from planfront.kernel.outgoing.calls import attempt

pytestmark = pytest.mark.django_db
TRACE = "0af7651916cd43dd8448eb211c80319c"


@tasks.job()
def fail(number):
    raise ValueError(f"ssn is {number}")


@pytest.fixture
def collector(monkeypatch):
    """A collector on this machine: ``collector()`` are the spans that it has by now, by name."""
    bodies = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv(traces.ENDPOINT, f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
    traces._provider.cache_clear()

    def spans():
        traces.provider(os.getpid()).force_flush()
        requests = [ExportTraceServiceRequest.FromString(body) for body in bodies]
        assert b"4821" not in b"".join(bodies)
        return {
            span.name: span
            for request in requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        }

    yield spans
    traces.provider(os.getpid()).shutdown()
    traces._provider.cache_clear()
    server.shutdown()
    server.server_close()


def facts(span):
    return {fact.key: fact.value.string_value or fact.value.int_value for fact in span.attributes}


def test_a_request_is_a_span_by_its_route_in_the_callers_trace(visitor, collector):
    visitor.headers = {"X-Request-ID": "call-0123456789", "traceparent": f"00-{TRACE}-b7ad6b7169203331-01"}
    visitor.get("get-plan-detail/4711", secret="512-44-4821")
    span = collector()["GET api/v1/get-plan-detail/<plan_id>"]
    assert span.trace_id.hex() == TRACE
    text = facts(span)
    assert (text["http.response.status_code"], text["http.route"]) == (404, "api/v1/get-plan-detail/<plan_id>")
    assert text["planfront.request_id"] == "call-0123456789"
    assert text["planfront.queries"] > 0
    assert "4711" not in str(span)


def test_a_job_that_fails_is_a_span_with_the_class_of_its_failure(collector):
    fail.enqueue("512-44-4821")
    tasks.run_pending()
    span = collector()[f"job {__name__}.fail"]
    assert (span.status.message, list(span.events)) == ("JobFailed", [])


def test_an_outgoing_call_is_a_span(collector):
    assert attempt(lambda: 7, peer="bank") == 7
    assert facts(collector()["outgoing call"])["planfront.peer"] == "bank"


def test_health_probes_make_no_spans(client, collector):
    client.get("/healthz")
    assert collector() == {}


def test_without_a_collector_nothing_is_loaded():
    code = "import planfront.kernel.observing.traces, sys; print('opentelemetry' in sys.modules)"
    environment = {name: value for name, value in os.environ.items() if name != traces.ENDPOINT}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
