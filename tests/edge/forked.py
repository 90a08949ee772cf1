"""A small application in forked processes, as `planfront.cli.web` serves the store.

Arguments: how many processes. The environment names the socket, the lifeline and the pipe that says "ready".
"""

import json
import os
import random
import secrets
import socket
import sys
import time
from functools import partial

from django.conf import settings

from planfront.cli.forks import Forks
from planfront.cli.ports import LISTENING
from planfront.cli.process import LIFELINE, READY
from planfront.config.server import Application, Server

settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})
GENERATION = os.getpid()


def serve(environ, start_response):
    if environ["PATH_INFO"] == "/slow":
        time.sleep(0.5)
    answer = json.dumps([GENERATION, os.getpid(), random.random(), secrets.token_hex(8)]).encode()
    start_response("200 OK", [("Content-Length", str(len(answer)))])
    return (part for part in [answer])


def work(listening, lifeline, _number):
    Server(Application(serve), listening, threads=2, backlog=1024).run(lifeline, 30.0)


if __name__ == "__main__":
    door, line, news = (int(os.environ[name]) for name in (LISTENING, LIFELINE, READY))
    if os.environ.get("FAILS_FROM") and os.path.exists(os.environ["FAILS_FROM"]):  # noqa: PTH110
        sys.exit(3)
    start = partial(work, socket.socket(fileno=door), line)
    Forks(int(sys.argv[1]), start, line).run(lambda: os.write(news, b"1"))
