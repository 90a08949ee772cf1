"""The store's web server and the floor, each a process of its own on the loopback interface, and what they use."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from planfront.cli import environment, ports
from planfront.cli.process import die_with_parent
from tools.stopping import descendants

Call = Callable[[], object]
STORE_ROLE = "web"
_PATIENCE, _IDLE, _TAIL = 120.0, 1.0, 0.003  # seconds
_CLOCK_OF_PROCESS = 2  # CPUCLOCK_SCHED, as clock_getcpuclockid(3) puts it beside the process id
_HEALTH = "/healthz"


class Server:
    """A server that answers. ``root`` gives the process that it and all of its processes come from."""

    def __init__(self, port: int, root: Callable[[], int]) -> None:
        self.port, self._root, self._last_request = port, root, 0.0
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)

    def ask(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> tuple[bytes, http.client.HTTPMessage]:
        """Raises RuntimeError for every answer but 200."""
        if time.monotonic() > self._last_request + _IDLE:
            self._connection.close()  # the server may have done so already
        self._last_request = time.monotonic()
        sent = None if body is None else json.dumps(body)
        head = {"Host": "localhost", "Content-Type": "application/json", **(headers or {})}
        self._connection.request(method, path, sent, head)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status != http.client.OK:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:500]!r}")
        return text, answer.headers

    def reconnect(self) -> None:
        """A fresh connection, over which something was asked already."""
        self._connection.close()
        self.ask("GET", _HEALTH)

    def spent(self, calls: list[Call]) -> float:
        """Milliseconds of processor time that a call takes of the server's processes, on average."""
        self.reconnect()
        time.sleep(_TAIL)
        before = self.processor_time()
        for call in calls:
            call()
        time.sleep(_TAIL)  # what is done after the answer was sent
        return (self.processor_time() - before) * 1000 / len(calls)

    def processor_time(self) -> float:
        """Seconds that the server's living processes have used so far, to the nanosecond (Linux)."""
        root = self._root()
        return sum(_used(pid) for pid in (root, *descendants(root)))

    def wait(self, still_there: Callable[[], bool], why: Callable[[], str]) -> None:
        """Until it answers."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                self.ask("GET", _HEALTH)
            except (OSError, http.client.HTTPException, RuntimeError):
                self._connection.close()
                if time.monotonic() > deadline or not still_there():
                    raise RuntimeError(why()) from None
                time.sleep(0.01)
            else:
                return

    def settle(self) -> None:
        """Until it is idle: what it does beside its first answers is done."""
        before, quiet = self.processor_time(), 0
        while quiet < 3:
            time.sleep(0.1)
            now = self.processor_time()
            quiet, before = (quiet + 1 if now - before < 0.01 else 0), now


def _used(pid: int) -> float:
    try:
        return time.clock_gettime((~pid << 3) | _CLOCK_OF_PROCESS)
    except OSError:
        return 0.0


@contextmanager
def store(folder: Path, env: Mapping[str, str], processes: int = 1) -> Iterator[Server]:
    """The web server as ``./run web`` starts it, with so many processes that answer."""
    port = ports.free_port()
    variables = {**env, "PORT": str(port), "WEB_WORKERS": str(processes), "SESSIONS_PER_ADDRESS": "0"}
    claim = folder / "run" / f"{STORE_ROLE}.json"
    with _process(environment.planfront(STORE_ROLE), variables, folder / "bench-store.log") as (process, why):
        server = Server(port, lambda: int(json.loads(claim.read_text())["children"][STORE_ROLE]))
        server.wait(lambda: process.poll() is None, why)
        yield server


@contextmanager
def floor(folder: Path, env: Mapping[str, str]) -> Iterator[Server]:
    """Plain Django on waitress, with one process and as many threads as the store's."""
    port = ports.free_port()
    argv = [sys.executable, "-m", "waitress", f"--listen=127.0.0.1:{port}", "--threads=4"]
    argv += ["benchmarks.floor:application"]
    with _process(argv, env, folder / "bench-floor.log") as (process, why):
        server = Server(port, lambda: process.pid)
        server.wait(lambda: process.poll() is None, why)
        yield server


@contextmanager
def both(folder: Path, env: Mapping[str, str]) -> Iterator[tuple[Server, Server]]:
    """(store, floor), when both are idle."""
    with ExitStack() as stack:
        servers = stack.enter_context(store(folder, env)), stack.enter_context(floor(folder, env))
        for server in servers:
            server.settle()
        yield servers


@contextmanager
def _process(
    argv: list[str], env: Mapping[str, str], log: Path
) -> Iterator[tuple[subprocess.Popen[bytes], Callable[[], str]]]:
    """A process that ends with this one, and its log's last words."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            argv,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent(),
        )
    try:
        yield process, lambda: f"{argv}:\n{log.read_text(errors='replace')[-3000:]}"
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
