"""The web server: a process that has loaded the application, and those that it forks to answer.

All accept from one listening socket, which the supervisor holds: while none is there, connections wait.
"""

import argparse
import asyncio
import gc
import importlib
import logging
import os
import signal
import socket
import threading
from contextlib import suppress
from functools import partial
from io import BytesIO
from operator import attrgetter
from typing import Any

from granian.constants import HTTPModes, Interfaces, Loops, RuntimeModes
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.net import SocketHolder  # type: ignore[attr-defined]
from granian.server.mp import MPServer

from planfront.cli import environment
from planfront.cli.forks import Forks
from planfront.cli.ports import BACKLOG, LISTENING
from planfront.cli.process import DRAIN, LIFELINE, READY
from planfront.config.edge import Edge, Limits, Wsgi
from planfront.config.env import Env
from planfront.kernel.observing import metrics

logger = logging.getLogger(__name__)
# Connections are cheap at the edge: thousands of half-open ones leave room for the others.
BACKPRESSURE, HEADERS_WITHIN = 8192, 15_000
# Seconds for what connections are sending when the process leaves: to another that took over, or as it was told to end.
LAST_WORDS, LAST_WORDS_AT_END = 1.0, 0.3
_FEWEST_SENDERS = 8
# What takes a while to read ("package.module:name", called without arguments). Before the fork: what stops every other
# thread meanwhile, and what each process would read for itself. Beside the first requests, what couldn't be read then.
# And later, when the first rush is over, for processes that are forked then.
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
    """The application, with all that its first request would load, and nothing open."""
    gc.disable()  # nothing of what is loaded goes away again
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "planfront.config.settings")
    application: Wsgi = importlib.import_module("planfront.config.wsgi").application
    answer = application(_first_request(), lambda *_: None)
    answer.close()  # type: ignore[attr-defined]
    warm(*FIRST)
    gc.freeze()  # what is loaded stays shared between the processes
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
    """What fails here is tried again by whoever needs it."""
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


def serve(env: Env, listening: socket.socket, lifeline: int, application: Wsgi, number: int) -> None:
    """Answer requests until SIGTERM or the end of the lifeline, and then those that have begun."""
    from planfront.kernel.http.headers import transport_security

    limits = Limits(senders=max(Limits.senders // env.workers, _FEWEST_SENDERS))
    transport = transport_security()
    edge = Edge(
        application,
        threads=env.threads,
        proxied=env.https,
        limits=limits,
        transport=transport,
        uploads=_may_upload,
    )
    with metrics.reported():
        Server(listening).answer(number, Served(edge, listening, lifeline))


def _may_upload(cookies: str) -> bool:
    from django.db import close_old_connections

    from planfront.accounts.uploaders import may_upload

    close_old_connections()
    return may_upload(cookies)


class Served:
    """An edge as Granian calls it, which warms up beside its first requests and leaves when its lifeline ends."""

    def __init__(self, edge: Edge, listening: socket.socket, lifeline: int) -> None:
        self._edge, self._listening, self._lifeline = edge, listening, lifeline
        self.__rsgi__ = edge.__rsgi__

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.add_reader(self._lifeline, self._leave, loop, LAST_WORDS)
        loop.add_signal_handler(signal.SIGTERM, self._leave, loop, LAST_WORDS_AT_END)
        threading.Thread(target=warm, args=WARM, name="warm-up", daemon=True).start()

    def _leave(self, loop: asyncio.AbstractEventLoop, last_words: float) -> None:
        """Take no more connections, and end when those that are there had the time to send what they are sending.

        Asked to end at once, by SIGINT here, Granian closes connections that it has accepted and not read from."""
        loop.remove_reader(self._lifeline)
        loop.add_signal_handler(signal.SIGTERM, lambda: None)
        signal.alarm(int(DRAIN))  # what hangs by then ends with the process
        self._edge.leave()
        with socket.create_server(("127.0.0.1", 0)) as nobody:
            nobody.setblocking(False)
            os.dup2(nobody.fileno(), self._listening.fileno())
        loop.call_later(last_words, os.kill, os.getpid(), signal.SIGINT)


class Server(MPServer):
    """One of Granian's workers, on a socket that listens already. Granian itself would open one for each, and lose the
    connections that wait in the one of a worker that dies."""

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(
            "",
            interface=Interfaces.RSGI,
            runtime_mode=RuntimeModes.st,
            loop=Loops.asyncio,
            http=HTTPModes.auto,
            websockets=False,
            backlog=BACKLOG,
            backpressure=BACKPRESSURE,
            http1_settings=HTTP1Settings(header_read_timeout=HEADERS_WITHIN),
            log_level=LogLevels.warning,
        )
        self._sso = None
        self._shd: Any = SocketHolder(listening.fileno(), False, BACKLOG)  # type: ignore[call-arg]

    def answer(self, number: int, target: Served) -> None:
        """Run a worker here, in this process."""
        self._spawn_worker(number, self._spawn_rsgi_worker, lambda: target).inner.run()
