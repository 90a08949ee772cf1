"""An application whose every answer asks the database, behind the edge, for the test beside it."""

import django
from django.db import OperationalError, close_old_connections, connection

from planfront.config.edge import Edge, Limits

django.setup()
PATIENCE, THREADS = 1.5, 2


def serve(environ, start_response):
    close_old_connections()
    status, words = "200 OK", b"ok"
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except OperationalError:
        status, words = "503 Service Unavailable", b"away"
    start_response(status, [("Content-Length", str(len(words)))])
    return [words]


application = Edge(serve, threads=THREADS, proxied=False, limits=Limits(patience=PATIENCE))
