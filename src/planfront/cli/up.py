"""./run up: prepare everything, then serve it with supervised children until Ctrl-C."""

import argparse
import http.client
import sys
import threading
import time

from planfront.cli import environment, frontend, ports, prepare
from planfront.cli.children import Child, Supervisor
from planfront.cli.claim import Claim
from planfront.cli.console import paint, say
from planfront.config.env import Env


def command(_options: argparse.Namespace) -> int:
    started = time.monotonic()
    env = environment.load()
    claim = Claim(env.var_dir)
    claim.take(env.port)
    try:
        ports.require_free(env.host, env.port)
        frontend.build_if_stale()
        prepare.database(env)
        supervisor = Supervisor(children(env), on_start=claim.child_started)
        announce_when_ready(env, started)
        return supervisor.run()
    finally:
        claim.release()


def children(env: Env) -> list[Child]:
    """Return the three processes of a running store."""
    variables = environment.for_child()
    return [Child("web", web_server(env), variables), *background(variables)]


def background(variables: dict[str, str]) -> list[Child]:
    return [
        Child("worker", environment.planfront("work"), variables),
        Child("ticker", environment.planfront("tick"), variables),
    ]


def web_server(env: Env) -> list[str]:
    return [
        *(sys.executable, "-m", "granian"),
        *("--interface", "rsgi", "--host", env.host, "--port", str(env.port)),
        *("--workers", "1", "--loop", "asyncio", "--no-ws"),
        # Connections are cheap at the edge: thousands of half-open ones leave room for the others.
        *("--backlog", "4096", "--backpressure", "8192", "--http1-header-read-timeout", "15000"),
        *("--workers-kill-timeout", "5", "--log-level", "warning"),
        "planfront.cli.served:application",
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
