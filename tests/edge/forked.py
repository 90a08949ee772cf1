"""A small application behind the edge in forked processes, as `planfront.cli.web` serves the store.

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

from planfront.cli import web
from planfront.cli.forks import Forks
from planfront.cli.ports import LISTENING
from planfront.cli.process import LIFELINE, READY
from planfront.config.edge import Edge

GENERATION = os.getpid()


def serve(environ, start_response):
    if environ["PATH_INFO"] == "/slow":
        time.sleep(0.5)
    answer = json.dumps([GENERATION, os.getpid(), random.random(), secrets.token_hex(8)]).encode()
    start_response("200 OK", [("Content-Length", str(len(answer)))])
    return [answer]


def work(listening, lifeline, number):
    edge = Edge(serve, threads=2, proxied=False)
    web.Server(listening).answer(number, web.Served(edge, listening, lifeline))


if __name__ == "__main__":
    web.warm = lambda *_: None
    door, line, news = (int(os.environ[name]) for name in (LISTENING, LIFELINE, READY))
    if os.environ.get("FAILS_FROM") and os.path.exists(os.environ["FAILS_FROM"]):  # noqa: PTH110
        sys.exit(3)
    start = partial(work, socket.socket(fileno=door), line)
    Forks(int(sys.argv[1]), start, line).run(lambda: os.write(news, b"1"))
