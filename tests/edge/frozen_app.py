"""An application whose every answer asks the database, behind the edge, for the test beside it."""

import django
from django.db import OperationalError, close_old_connections, connection

from planfront.config.edge import Edge, Limits

django.setup()
PATIENCE = 1.5


def serve(environ, start_response):
    close_old_connections()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]
    except OperationalError:
        start_response("503 Service Unavailable", [("Content-Length", "4")])
        return [b"away"]


application = Edge(serve, threads=2, proxied=False, limits=Limits(patience=PATIENCE))
