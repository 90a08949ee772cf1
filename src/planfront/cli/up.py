"""./run up: prepare everything, then serve it with supervised children until Ctrl-C."""

import argparse
import http.client
import shutil
import socket
import threading
import time
from pathlib import Path

from planfront.cli import environment, frontend, ports, prepare
from planfront.cli.children import Supervisor
from planfront.cli.claim import Claim
from planfront.cli.console import paint, say
from planfront.cli.process import Child
from planfront.config.env import Env
from planfront.kernel import metrics


def command(_options: argparse.Namespace) -> int:
    started = time.monotonic()
    environment.keep_bytecode()
    env = environment.load()
    claim = Claim(env.var_dir)
    claim.take(env.port)
    try:
        ports.require_free(env.host, env.port)
        frontend.build_if_stale()
        prepare.database(env)
        with ports.listening(env.host, env.port) as door:
            supervisor = Supervisor(children(door, env.var_dir), on_start=claim.child_started)
            announce_when_ready(env, started)
            return supervisor.run()
    finally:
        claim.release()


def children(door: socket.socket, var: Path) -> list[Child]:
    """Return the three children of a running store."""
    variables = environment.for_child(**{metrics.FOLDER: str(empty_metrics_folder(var))})
    listening = {**variables, ports.LISTENING: str(door.fileno())}
    web = Child("web", environment.planfront("web"), listening, fds=[door.fileno()], takes_over=True)
    return [web, *background(variables)]


def empty_metrics_folder(var: Path) -> Path:
    """Where the processes keep their counts, which begin anew with each start."""
    folder = var / "run" / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def background(variables: dict[str, str]) -> list[Child]:
    return [
        Child("worker", environment.planfront("work"), variables),
        Child("ticker", environment.planfront("tick"), variables),
    ]


def announce_when_ready(env: Env, started: float) -> None:
    """Print the addresses once the server answers."""
    threading.Thread(target=_announce, args=(env, started), daemon=True).start()


def _announce(env: Env, started: float) -> None:
    while not _answers(env.host, env.port):
        time.sleep(0.1)
    say()
    say(paint(f"Planfront is ready ({time.monotonic() - started:.1f} s).", "bold", "green"))
    for line in [] if env.production else prepare.demo_lines(env.port):
        say(line)
    say(paint("Ctrl-C stops it.", "dim"))


def _answers(host: str, port: int) -> bool:
    reachable = "127.0.0.1" if host in ("0.0.0.0", "") else host  # noqa: S104 - compared, not bound
    connection = http.client.HTTPConnection(reachable, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
