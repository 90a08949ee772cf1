"""A WSGI application with one thread behind the edge, for the tests beside it."""

import json
import time
from dataclasses import replace
from functools import partial

from django.conf import settings

from planfront.config.edge import Edge, Limits

if not settings.configured:
    settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})
LIMITS = Limits(first=5.0, whole=100_000, upload=300_000, in_memory=1_000, senders=20, patience=5.0)
LARGE = 8 << 20


def serve(environ, start_response):
    if environ["PATH_INFO"] == "/large":
        start_response("200 OK", [("Content-Length", str(LARGE))])
        return (b"x" * 65_536 for _ in range(LARGE // 65_536))
    if environ["PATH_INFO"] == "/hangs":
        time.sleep(LIMITS.patience + 1)
    body = environ["wsgi.input"].read()
    heard = {name: value for name, value in environ.items() if isinstance(value, str)}
    answer = json.dumps({**heard, "body": body.decode(), "length": len(body)}).encode()
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(answer)))])
    return [answer]


edge = partial(
    Edge, serve, threads=1, proxied=False, transport="max-age=60", uploads=lambda cookies: "staff=1" in cookies
)
application = edge(limits=LIMITS)
patient = edge(limits=replace(LIMITS, first=120.0, patience=120.0))
"""Gives nobody up for the machine's slowness, only for a fault."""
