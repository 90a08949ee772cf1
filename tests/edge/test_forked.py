"""Web processes come and go; who asks doesn't notice."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from planfront.cli import environment, ports
from planfront.cli.children import Supervisor
from planfront.cli.process import Child
from tools.stopping import descendants

HERE = "127.0.0.1"


class Visitors:
    """Some who ask again and again, each time with a connection of its own."""

    def __init__(self, port, path="/", count=4):
        self.port, self.path, self.on = port, path, True
        self.answers, self.failed = [], []
        self.threads = [threading.Thread(target=self._ask) for _ in range(count)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.on = False
        for thread in self.threads:
            thread.join()

    def _ask(self):
        while self.on:
            try:
                self.answers.append(ask(self.port, self.path))
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(error)


class Served:
    """Two web processes under a supervisor in this process."""

    def __init__(self, port, supervisor, starts, lines):
        self.port, self.supervisor, self.starts, self.lines = port, supervisor, starts, lines

    @property
    def first(self):
        """The process that forks the others."""
        return self.starts[-1]

    def workers(self):
        return descendants(self.first)

    def wait(self, condition):
        deadline = time.monotonic() + 20
        while not condition():
            assert time.monotonic() < deadline, self.lines
            time.sleep(0.02)


def ask(port, path="/"):
    connection = http.client.HTTPConnection(HERE, port, timeout=20)
    try:
        connection.request("GET", path)
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


@pytest.fixture
def served(tmp_path):
    with ports.listening(HERE, 0) as door:
        starts, lines = [], []
        variables = {ports.LISTENING: str(door.fileno()), "FAILS_FROM": str(tmp_path / "broken")}
        child = Child(
            "web",
            [sys.executable, "-m", "tests.edge.forked", "2"],
            environment.for_child(**variables),
            cwd=str(Path(__file__).parents[2]),
            fds=[door.fileno()],
            takes_over=True,
        )
        supervisor = Supervisor([child], out=lines.append, on_start=lambda _, pid: starts.append(pid))
        # In a thread of its own: a child of it ends when the thread does.
        running = threading.Thread(target=supervisor.run)
        running.start()
        try:
            result = Served(door.getsockname()[1], supervisor, starts, lines)
            ask(result.port)
            yield result
        finally:
            supervisor.stop()
            running.join(20)


def kill(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def test_forked_processes_share_no_chance_and_no_secret(served):
    with Visitors(served.port) as visitors:
        served.wait(lambda: len({answer[1] for answer in visitors.answers}) == 2)
    assert len({answer[2] for answer in visitors.answers}) == len(visitors.answers)
    assert len({answer[3] for answer in visitors.answers}) == len(visitors.answers)


def test_a_web_process_that_dies_is_replaced_at_once_and_the_others_answer(served):
    before = served.workers()
    with Visitors(served.port) as visitors:
        kill(min(before))
        served.wait(lambda: len(served.workers()) == 2 and served.workers() != before)
    # Who was connected to it loses that one request, answered or still waiting there; the next goes to the other.
    assert len(visitors.failed) <= len(visitors.threads)
    assert {answer[0] for answer in visitors.answers} == {served.first}


def test_the_death_of_the_process_that_forks_is_not_noticed(served):
    old = served.first
    with Visitors(served.port) as visitors:
        kill(old)
        served.wait(lambda: served.first != old and any(answer[0] == served.first for answer in visitors.answers))
        time.sleep(1.5)
    assert visitors.failed == []
    assert visitors.answers[-1][0] == served.first


def test_connections_wait_while_no_web_process_is_there(served):
    os.killpg(served.first, signal.SIGKILL)
    assert ask(served.port)[0] == served.first


@pytest.mark.parametrize("path", ["/", "/slow"])
def test_renewing_the_web_processes_loses_no_request(served, path):
    old, workers = served.first, served.workers()
    with Visitors(served.port, path) as visitors:
        served.supervisor.renew()
        served.wait(lambda: served.first != old and not workers & descendants(os.getpid()))
    assert visitors.failed == []
    assert ask(served.port)[0] == served.first


def test_new_web_processes_that_do_not_start_leave_the_old_ones(served, tmp_path):
    old, workers = served.first, served.workers()
    (tmp_path / "broken").touch()
    with Visitors(served.port) as visitors:
        served.supervisor.renew()
        served.wait(lambda: any("the one before goes on" in line for line in served.lines))
    assert visitors.failed == []
    assert (served.first, served.workers()) == (old, workers)


def test_web_processes_that_are_left_alone_end_with_the_supervisor(served):
    workers = served.workers()
    kill(served.first)
    served.supervisor.stop()
    served.wait(lambda: not workers & set(descendants(os.getpid())) and not any(map(alive, workers)))


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


LATER = """
import os, signal, time
from planfront.cli import forks

forks.LATER = 0.3
lifeline, _held = os.pipe()
began = time.monotonic()


def later():
    print("later", time.monotonic() - began >= 0.3, flush=True)
    os.kill(os.getpid(), signal.SIGTERM)


forks.Forks(1, lambda _number: time.sleep(60), lifeline).run(lambda: print("started", flush=True), later)
"""


def test_what_can_wait_is_done_after_the_start():
    done = subprocess.run(
        [sys.executable, "-c", LATER],
        env=environment.for_child(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "started\nlater True\n"
