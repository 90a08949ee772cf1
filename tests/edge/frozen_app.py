"""An application whose every answer asks the database, behind the edge, for the test beside it."""

import json

import django
from django.db import OperationalError, close_old_connections, connection

from planfront.config.edge import Edge, Limits

django.setup()

from planfront.kernel.observing import health  # noqa: E402 - needs the settings

PATIENCE, THREADS = 3.5, 2


def serve(environ, start_response):
    close_old_connections()
    status, words = "200 OK", b"ok"
    if environ["PATH_INFO"] == "/readyz":
        words = json.dumps({check.name: check.problem for check in health.checks()}).encode()
        close_old_connections()  # as when a request ends
        start_response(status, [("Content-Length", str(len(words)))])
        return [words]
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except OperationalError:
        status, words = "503 Service Unavailable", b"away"
    start_response(status, [("Content-Length", str(len(words)))])
    return [words]


application = Edge(serve, threads=THREADS, proxied=False, limits=Limits(patience=PATIENCE))
