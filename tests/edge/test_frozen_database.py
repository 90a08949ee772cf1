"""A database whose host lives but which answers nothing any more, as after a freeze of its processes."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from planfront.cli.ports import free_port
from tests.edge.frozen_app import PATIENCE, THREADS
from tools.postgres import temporary_cluster

HERE = "127.0.0.1"
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def database():
    with temporary_cluster() as url:
        yield url


@pytest.fixture(scope="module")
def port(database):
    """Where a store with two threads listens."""
    number = free_port()
    command = [sys.executable, "-m", "tests.edge.frozen_app", str(number)]
    settings = {
        "DATABASE_URL": f"{database}&application_name=store&connect_timeout=2",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "PYTHONPATH": str(ROOT / "src"),
    }
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | settings) as server:
        try:
            wait_until_served(number)
            yield number
        finally:
            server.terminate()
            server.wait(60)


def wait_until_served(port):
    for _ in range(300):
        try:
            if ask(port)[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("The server doesn't answer.")


def ask(port):
    """Status of an answer, and the seconds that it took."""
    began = time.monotonic()
    connection = http.client.HTTPConnection(HERE, port, timeout=60)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status, time.monotonic() - began
    finally:
        connection.close()


def ask_whether_ready(port):
    """Problems by check, and the seconds that it took to find them."""
    began = time.monotonic()
    connection = http.client.HTTPConnection(HERE, port, timeout=60)
    try:
        connection.request("GET", "/readyz")
        return json.loads(connection.getresponse().read()), time.monotonic() - began
    finally:
        connection.close()


def processes(url):
    """The cluster's first process, and those that serve the store."""
    with psycopg.connect(url) as watching:
        backends = watching.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'store'").fetchall()
        folder = watching.execute("SHOW data_directory").fetchone()[0]
    return int((Path(folder) / "postmaster.pid").read_text().splitlines()[0]), [pid for (pid,) in backends]


def connect_every_thread(url, port):
    """The processes that serve the store, once each of its threads has one: a busy machine may leave all to one."""
    for _ in range(100):
        with ThreadPoolExecutor(4) as people:
            list(people.map(ask, [port] * 8))
        _first, backends = processes(url)
        if len(backends) == THREADS:
            return backends
    raise AssertionError(f"{len(backends)} of {THREADS} threads are connected.")


def children(pid):
    """Process ids of a process's own children, as Linux has them."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


@contextmanager
def frozen(pids):
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def test_probes_learn_within_three_seconds_that_the_database_is_silent(database, port):
    first, _backends = processes(database)
    assert "answered" not in ask_whether_ready(port)[0]["database"]
    with frozen([first]), frozen(children(first)):
        problems, took = ask_whether_ready(port)
    assert took < 3
    silence = "The database has not answered for 2 seconds."
    assert {name for name, problem in problems.items() if problem == silence} == {
        "database",
        "migrations",
        "queue",
        "replicas",
    }


def test_connections_that_hang_are_given_up_and_their_threads_serve_others_again(database, port):
    with frozen(connect_every_thread(database, port)), ThreadPoolExecutor(THREADS) as people:
        for status, took in people.map(ask, [port] * THREADS):
            # Django looks at a connection before it uses it, and takes a new one in time.
            assert (status in {200, 503}, PATIENCE <= took < PATIENCE + 10) == (True, True)
        # The frozen ones are still frozen: the threads have connected anew.
        assert [ask(port)[0] for _time in range(4)] == [200] * 4


def test_while_all_of_it_hangs_everybody_is_told_so_in_time_and_served_right_after(database, port):
    first, _backends = processes(database)
    # Once the first process stands still it forks no more: a connection made meanwhile is among its children.
    with frozen([first]), frozen(children(first)), ThreadPoolExecutor(8) as people:
        answers = list(people.map(ask, [port] * 16))
        assert {status for status, _took in answers} == {503}
        assert max(took for _status, took in answers) < 3 * PATIENCE + 10
    statuses = [ask(port)[0] for _time in range(8)]
    assert statuses[-4:] == [200] * 4
