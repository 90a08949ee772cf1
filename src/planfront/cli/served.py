"""The application as the supervised server loads it, behind its edge: a worker process that ends with its parent.

Granian's main process ends its workers in good order, but not when it is killed; a worker left behind would
keep the port and answer with old code.
"""

import multiprocessing

from planfront.cli.children import die_with_parent
from planfront.config.edge import Edge
from planfront.config.settings import ENV
from planfront.config.wsgi import application as wsgi

application = Edge(wsgi, threads=ENV.threads, proxied=ENV.https)


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    ask = die_with_parent(parent=server.pid) if server is not None else None
    if ask is not None:
        ask()


_end_with_the_server()
