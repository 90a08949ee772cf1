"""A WSGI application with one thread, for the tests beside it. Arguments: the port, and the name of the limits."""

import json
import os
import sys
from dataclasses import replace
from tempfile import TemporaryFile

from django.conf import settings

if not settings.configured:
    settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})

from planfront.cli.ports import listening
from planfront.config.server import Application, Limits, Server

SHORT = Limits(first=5.0, whole=100_000, upload=300_000, in_memory=1_000)
LIMITS = {"short": SHORT, "patient": replace(SHORT, first=120.0, pace=1)}
"""The patient ones give nobody up for the machine's slowness, only for a fault."""
LARGE = 8 << 20
FILE = 40 << 20


def serve(environ, start_response):
    if environ["PATH_INFO"] == "/large":
        start_response("200 OK", [("Content-Length", str(LARGE))])
        return (b"x" * 65_536 for _ in range(LARGE // 65_536))
    if environ["PATH_INFO"] == "/file":
        file = TemporaryFile()  # noqa: SIM115 - the server closes it
        file.truncate(FILE)
        file.seek(0)
        start_response("200 OK", [("Content-Length", str(FILE))])
        return environ["wsgi.file_wrapper"](file)
    body = environ["wsgi.input"].read()
    heard = {name: value for name, value in environ.items() if isinstance(value, str)}
    answer = json.dumps({**heard, "body": body.decode(), "length": len(body)}).encode()
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(answer)))])
    return (part for part in [answer])


def run(application, port, threads):
    line, _held = os.pipe()
    with listening("127.0.0.1", port) as door:
        Server(application, door, threads=threads, backlog=1024).run(line, 30.0)


if __name__ == "__main__":
    application = Application(
        serve, limits=LIMITS[sys.argv[2]], transport="max-age=60", may_upload=lambda cookies: "staff=1" in cookies
    )
    run(application, int(sys.argv[1]), 1)
