"""The web server: a process that has loaded the application, and those that it forks to answer.

All accept from one listening socket, which the supervisor holds: while none is there, connections wait.
"""

import argparse
import gc
import importlib
import logging
import os
import socket
import threading
from contextlib import suppress
from functools import partial
from io import BytesIO
from operator import attrgetter
from typing import Any

from planfront.cli import environment
from planfront.cli.forks import Forks
from planfront.cli.ports import BACKLOG, LISTENING
from planfront.cli.process import DRAIN, LIFELINE, READY
from planfront.config.env import Env
from planfront.config.server import Application, Server, Wsgi
from planfront.kernel.observing import metrics

logger = logging.getLogger(__name__)
# Slow reads ("package.module:name", called without arguments). FIRST: before the fork, reads that stop every other
# thread or that each process would repeat. WARM: again beside the first requests, if they failed then. LATER: after the
# first rush, for processes that are forked after it.
WARM = ("planfront.catalog.snapshot:load",)
FIRST = ("planfront.integrations.zips:warm", *WARM)
LATER = ("planfront.config.urls:back_office.reverse_dict.keys",)


def command(_options: argparse.Namespace) -> int:
    env = environment.load()
    listening = socket.socket(fileno=int(os.environ[LISTENING]))
    lifeline, ready = int(os.environ[LIFELINE]), int(os.environ[READY])
    application = load()
    work = partial(serve, env, listening, lifeline, application)

    def when_started() -> None:
        with suppress(BrokenPipeError):
            os.write(ready, b"1")
        os.close(ready)

    forks = Forks(env.workers, work, lifeline, grace=env.grace - 1)
    return forks.run(when_started, later=partial(warm, *LATER))


def load() -> Wsgi:
    """Return the application, with everything loaded that its first request needs, and nothing open."""
    gc.disable()  # loaded modules are never freed
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "planfront.config.settings")
    application: Wsgi = importlib.import_module("planfront.config.wsgi").application
    answer = application(_first_request(), lambda *_: None)
    answer.close()  # type: ignore[attr-defined]
    warm(*FIRST)
    gc.freeze()  # loaded objects stay shared between the processes
    gc.enable()
    return application


def _first_request() -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/healthz",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.input": BytesIO(),
        "wsgi.url_scheme": "http",
    }


def warm(*functions: str) -> None:
    """Call functions that fill caches. One that fails is called again by the first request that needs it."""
    for function in functions:
        module, _, name = function.partition(":")
        try:
            attrgetter(name)(importlib.import_module(module))()
        except Exception as error:  # noqa: BLE001 - a database that is away, say
            logger.warning("%s failed: %s", function, type(error).__name__)
    _let_go_of_databases()


def _let_go_of_databases() -> None:
    from django.db import connections

    connections.close_all()


def serve(env: Env, listening: socket.socket, lifeline: int, application: Wsgi, _number: int) -> None:
    """Answer requests until SIGTERM or the end of the lifeline, and then those that have begun."""
    from planfront.accounts.uploaders import may_upload
    from planfront.kernel.http.headers import transport_security

    served = Application(application, transport=transport_security(), may_upload=may_upload)
    server = Server(served, listening, threads=env.threads, backlog=BACKLOG)
    threading.Thread(target=warm, args=WARM, name="warm-up", daemon=True).start()
    with metrics.reporting():
        server.run(lifeline, DRAIN)
