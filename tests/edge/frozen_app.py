"""An application whose every answer but one asks the database, for the test beside it. Argument: the port."""

import json
import sys

import django
from django.db import OperationalError, close_old_connections, connection

from planfront.config.server import Application, Limits

django.setup()

from planfront.kernel.observing import health  # noqa: E402 - needs the settings
from tests.edge.app import run  # noqa: E402 - makes settings of its own otherwise

PATIENCE, THREADS = 3.5, 2


def serve(environ, start_response):
    close_old_connections()
    status, words = "200 OK", b"ok"
    if environ["PATH_INFO"] == "/readyz":
        words = json.dumps({check.name: check.problem for check in health.run_checks()}).encode()
        close_old_connections()  # as when a request ends
        start_response(status, [("Content-Length", str(len(words)))])
        return (part for part in [words])
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except OperationalError:
        status, words = "503 Service Unavailable", b"away"
    start_response(status, [("Content-Length", str(len(words)))])
    return (part for part in [words])


if __name__ == "__main__":
    run(Application(serve, limits=Limits(patience=PATIENCE)), int(sys.argv[1]), THREADS)
