"""./run up: prepare everything, then serve it with supervised children until Ctrl-C."""

import argparse
import http.client
import socket
import threading
import time

from planfront.cli import counts, environment, frontend, ports, prepare
from planfront.cli.children import Supervisor
from planfront.cli.claim import Claim
from planfront.cli.console import paint, say
from planfront.cli.process import Child
from planfront.config.env import Env


def command(_options: argparse.Namespace) -> int:
    started = time.monotonic()
    environment.keep_bytecode()
    env = environment.load()
    claim = Claim(env.var_dir)
    claim.take(env.port)
    try:
        ports.require_free(env.host, env.port)
        frontend.build_if_stale()
        prepare.database(env, history=True)
        with ports.door(env.host, env.port) as door:
            settings = variables(env)
            children = [web(door, settings), *background(settings)]
            announce_when_ready(env, started)
            return Supervisor(
                children, on_start=claim.child_started, grace=env.grace, leave=env.leave, on_leave=claim.leave
            ).run()
    finally:
        claim.release()


def variables(env: Env, role: str = "") -> dict[str, str]:
    """Return the environment of children of ``./run``, or of the supervisor of one role."""
    return environment.for_child(**counts.gather(env.var_dir, role))


def web(door: socket.socket, variables: dict[str, str]) -> Child:
    listening = {**variables, ports.LISTENING: str(door.fileno())}
    return Child("web", environment.planfront("web-child"), listening, fds=[door.fileno()], takes_over=True)


def worker(variables: dict[str, str]) -> Child:
    return Child("worker", environment.planfront("worker-child"), variables, takes_over=True)


def ticker(variables: dict[str, str]) -> Child:
    return Child("ticker", environment.planfront("ticker-child"), variables)


def background(variables: dict[str, str]) -> list[Child]:
    return [worker(variables), ticker(variables)]


def announce_when_ready(env: Env, started: float, *, world: bool = True) -> None:
    """Print the address once the server answers; with ``world``, also what a person needs to try the demo."""
    threading.Thread(target=_announce, args=(env, started, world), daemon=True).start()


def _announce(env: Env, started: float, world: bool) -> None:
    while not _is_answering(env.host, env.port):
        time.sleep(0.1)
    say()
    say(paint(f"Planfront is ready ({time.monotonic() - started:.1f} s).", "bold", "green"))
    for line in _describe_store(env, world):
        say(line)
    say(paint("Ctrl-C stops it.", "dim"))


def _describe_store(env: Env, world: bool) -> list[str]:
    """Return the store's address, and what a person needs to go on."""
    if env.production:
        return prepare.opening_lines(env)
    return prepare.demo_lines(env.port) if world else []


def _is_answering(host: str, port: int) -> bool:
    reachable = "127.0.0.1" if host in ("0.0.0.0", "") else host  # noqa: S104 - compared, not bound
    connection = http.client.HTTPConnection(reachable, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
