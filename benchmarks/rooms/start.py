"""The time that the store is away: a start, and the first answer after kill -9 of web processes, beside a bare Django.

Processor time counts (the bar), since other programs run on the machine; the clock is shown beside it. Linux only.
"""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from planfront.cli import environment, frontend, ports
from planfront.cli.console import paint, say
from planfront.cli.process import die_with_parent
from tools.stopping import descendants

TIMES = 5
AFTER_ONE, START = 0.5, 2.0  # seconds by the clock after the death of one; seconds of processor time of a start
_PATIENCE = 120.0
_TICKS = os.sysconf("SC_CLK_TCK")
_FLOOR = """
from django.conf import settings
settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="floor")
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
urlpatterns = [path("healthz", lambda request: HttpResponse("ok"))]
application = get_wsgi_application()
"""


class Took(NamedTuple):
    """Seconds by the clock, and of processor time of the processes in question."""

    clock: float
    processor: float


def main() -> int:
    frontend.build_if_stale()
    with tempfile.TemporaryDirectory(prefix="planfront-start-") as folder:
        floor = [_floor(Path(folder)) for _ in range(TIMES)]
        with _store(Path(folder)) as store:
            item = [_after(store, _kill_one, new=False) for _ in range(TIMES)]
            forker = [_after(store, _kill_forker, new=False) for _ in range(TIMES)]
            everything = [_after(store, _kill_all, new=True) for _ in range(TIMES)]
            page = [_after(store, _kill_all, new=True, path="/") for _ in range(TIMES)]
    _tell("a bare Django on waitress: start to first answer", floor)
    dead = _tell("one web process killed: first answer", item)
    forking = _tell("the web process that forks killed: first answer", forker)
    start = _tell("all web processes killed: first answer", everything)
    _tell("all web processes killed: first page", page)
    return int(max(dead.clock, forking.clock) > AFTER_ONE or start.processor > START)


def _tell(words: str, took: list[Took]) -> Took:
    middle = Took(median(item.clock for item in took), median(item.processor for item in took))
    used = f", {middle.processor:.2f} s of processor time" if middle.processor else ""
    say(f"{words:<50} {paint(f'{middle.clock:.2f} s', 'bold')} (at most {max(item.clock for item in took):.2f}){used}")
    return middle


def _floor(folder: Path) -> Took:
    (folder / "floor.py").write_text(_FLOOR)
    port, started = ports.free_port(), time.monotonic()
    argv = [sys.executable, "-m", "waitress", f"--listen=127.0.0.1:{port}", "--threads=4"]
    command = [*argv, "floor:application"]
    with subprocess.Popen(command, cwd=folder, preexec_fn=die_with_parent()) as server:
        _wait_for_answer(port, "/healthz")
        took = Took(time.monotonic() - started, _processor_time({server.pid, *descendants(server.pid)}))
        server.terminate()
    return took


class Store(NamedTuple):
    port: int
    folder: Path

    @property
    def web(self) -> int:
        """The web process that forks the others."""
        facts = json.loads((self.folder / "run" / "planfront.json").read_text())
        return int(facts["children"]["web"])


@contextlib.contextmanager
def _store(folder: Path) -> Iterator[Store]:
    """./run up on DATABASE_URL with the demo world."""
    port = ports.free_port()
    env = environment.for_child(PLANFRONT_VAR=str(folder), HOST="127.0.0.1", PORT=str(port), DEMO_HISTORY="0")
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            environment.planfront("up"), env=env, stdout=log, stderr=log, preexec_fn=die_with_parent()
        )
        try:
            _wait_for_answer(port, "/healthz")
            yield Store(port, folder)
        finally:
            server.terminate()
            server.wait(20)


def _kill_one(store: Store) -> None:
    os.kill(min(descendants(store.web)), signal.SIGKILL)


def _kill_forker(store: Store) -> None:
    os.kill(store.web, signal.SIGKILL)


def _kill_all(store: Store) -> None:
    os.killpg(store.web, signal.SIGKILL)


def _after(store: Store, kill: Callable[[Store], None], *, new: bool, path: str = "/healthz") -> Took:
    """``new``: the answer comes from new processes, whose processor time until then is told."""
    _settle(store)
    started = time.monotonic()
    kill(store)
    _wait_for_answer(store.port, path)
    clock = time.monotonic() - started
    return Took(clock, _processor_time({store.web, *descendants(store.web)}) if new else 0.0)


def _settle(store: Store) -> None:
    """Until a full set of web processes has been there for a moment."""
    deadline, since = time.monotonic() + _PATIENCE, 0.0
    before: set[int] = set()
    while time.monotonic() < deadline:
        now = {store.web, *descendants(store.web)}
        since = time.monotonic() if now != before else since
        before = now
        if len(now) > 1 and time.monotonic() > since + 2.0:
            return
        time.sleep(0.1)
    raise AssertionError((store.folder / "log").read_text())


def _wait_for_answer(port: int, path: str) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        try:
            connection.request("GET", path, headers={"Host": "localhost"})
            if connection.getresponse().status == 200:
                return
        except (OSError, http.client.HTTPException):
            time.sleep(0.005)
        finally:
            connection.close()
    raise AssertionError(f"No answer from {path}")


def _processor_time(processes: set[int]) -> float:
    """Seconds that living processes have used. A forked one begins at zero."""
    used = 0
    for pid in processes:
        with contextlib.suppress(OSError):
            facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            used += int(facts[11]) + int(facts[12])
    return used / _TICKS
