"""./run web, worker and tick as processes of their own: they start, are replaced and end, and nobody's work is lost."""

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from django.db import connection

from planfront.cli import environment, ports
from planfront.cli.process import die_with_parent
from tests.concurrency.test_leases import database_url, wait_for
from tools import migrated
from tools.stopping import descendants

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).parents[2]


AS_SYSTEMD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
os.execv(sys.executable, [sys.executable, "-m", "planfront", "web"])
"""


class Node:
    """A machine: a data folder and a port of its own, beside others that have the same database."""

    def __init__(self, folder, database, **variables):
        self.port = ports.free_port()
        self.folder = folder
        self.env = environment.for_child(
            PLANFRONT_VAR=str(folder),
            DATABASE_URL=database,
            PORT=str(self.port),
            SECRET_KEY="the same on every machine, and long enough",
            **variables,
        )
        self.env["PYTHONPATH"] += os.pathsep + str(ROOT)

    def run(self, *arguments, seconds=120):
        return subprocess.run(
            environment.planfront(*arguments),
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds,
        )

    def python(self, code):
        done = self.run("manage", "shell", "--no-imports", "-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    @contextmanager
    def running(self, role, argv=None, **options):
        log = (self.folder / f"{role}.log").open("ab")
        process = subprocess.Popen(
            argv or environment.planfront(role),
            env=self.env,
            stdout=log,
            stderr=log,
            preexec_fn=die_with_parent(),
            **options,
        )
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.terminate()
            process.wait(60)
            log.close()

    def ask(self, path):
        """The status of an answer, waited for as long as a busy machine takes to start a server; 0 without one."""
        there = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            there.request("GET", path)
            return there.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            there.close()

    def children(self, role):
        with suppress(OSError, ValueError):
            return json.loads((self.folder / "run" / f"{role}.json").read_text())["children"]
        return {}


@contextmanager
def visitors(node, path="/healthz", count=3):
    """Some who ask again and again; yields the statuses that they got."""
    seen, stop = [], threading.Event()

    def ask():
        while not stop.is_set():
            seen.append(node.ask(path))

    threads = [threading.Thread(target=ask) for _number in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield seen
    finally:
        stop.set()
        for thread in threads:
            thread.join()


@pytest.fixture(scope="module")
def empty_store(tmp_path_factory):
    """An SQLite file with all tables."""
    folder = tmp_path_factory.mktemp("empty")
    file = folder / "planfront.sqlite3"
    migrated.copy_sqlite(file)
    done = Node(folder, f"sqlite:///{file}").run("migrate")
    assert done.returncode == 0, done.stderr
    return file


@pytest.fixture
def node(request, tmp_path):
    if connection.vendor == "postgresql":
        return Node(tmp_path, database_url())
    file = tmp_path / "planfront.sqlite3"
    shutil.copy(request.getfixturevalue("empty_store"), file)
    return Node(tmp_path, f"sqlite:///{file}")


def test_no_role_runs_on_a_database_that_is_older_than_the_program(tmp_path):
    node = Node(tmp_path, f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    for role in ("worker", "tick"):
        done = node.run(role)
        assert done.returncode == 1
        assert done.stderr.startswith("The database is older than this program (")
        assert done.stderr.endswith("migrations are missing). First: ./run migrate\n")


def test_web_processes_are_renewed_and_no_request_is_lost(node):
    with node.running("web"):
        wait_for(lambda: node.ask("/healthz") == 200, 60)
        before = node.children("web")["web"]
        with visitors(node) as seen:
            done = node.run("renew")
            assert (done.returncode, done.stderr) == (0, "")
        assert node.children("web")["web"] != before
    assert len(seen) > 20
    assert set(seen) == {200}


def test_who_leaves_says_so_first_and_answers_meanwhile(node):
    node.env["LEAVE_SECONDS"] = "3"
    with node.running("web") as process:
        wait_for(lambda: node.ask("/readyz") == 200, 60)
        process.terminate()
        wait_for(lambda: node.ask("/readyz") == 503)
        with visitors(node) as seen:
            time.sleep(1)
        assert set(seen) == {200}
        assert process.wait(60) == 0


def test_a_socket_that_systemd_holds_outlives_the_server(node):
    """What asks while there is no server waits for the next one."""
    with socket.create_server(("127.0.0.1", node.port), backlog=128) as door:
        door.set_inheritable(True)
        argv = [sys.executable, "-c", AS_SYSTEMD, str(door.fileno())]
        options = {"pass_fds": [door.fileno()]}
        with ExitStack() as servers:
            servers.enter_context(node.running("web", argv, **options))
            wait_for(lambda: node.ask("/healthz") == 200, 60)
            with visitors(node, count=2) as seen:
                for _restart in range(2):
                    servers.close()
                    answered = len(seen)
                    servers.enter_context(node.running("web", argv, **options))
                    wait_for(lambda answered=answered: len(seen) > answered + 10, 120)
    assert set(seen) == {200}


def queue(node, log, milliseconds):
    node.python(f"from tests.edge.work import slow; slow.enqueue({str(log)!r}, {milliseconds})")


def statuses(node):
    code = (
        "from django_tasks_db.models import DBTaskResult as rows\n"
        "print(','.join(rows.objects.values_list('status', flat=True)))"
    )
    return node.python(code)


def lines(log):
    return [line.split() for line in log.read_text().splitlines()] if log.exists() else []


@pytest.mark.pg
def test_a_job_in_hand_is_finished_before_the_worker_ends(node, tmp_path):
    log = tmp_path / "log"
    queue(node, log, 2000)
    with node.running("worker") as process:
        wait_for(lambda: lines(log), 60)
        process.terminate()
        assert process.wait(60) == 0
    assert [what for what, _pid in lines(log)] == ["begin", "end"]
    assert statuses(node) == "SUCCESSFUL"


@pytest.mark.pg
def test_a_job_that_takes_longer_than_the_grace_is_given_back(node, tmp_path):
    log = tmp_path / "log"
    node.env["GRACE_SECONDS"] = "3"
    queue(node, log, 60_000)
    with node.running("worker") as process:
        wait_for(lambda: lines(log), 60)
        process.terminate()
        assert process.wait(60) == 0
    assert statuses(node) == "READY"
    with node.running("worker"):
        wait_for(lambda: len(lines(log)) == 3, 60)
    assert statuses(node) == "SUCCESSFUL"


@pytest.mark.pg
def test_a_job_whose_worker_is_killed_runs_again_at_once(node, tmp_path):
    log = tmp_path / "log"
    queue(node, log, 60_000)
    with node.running("worker"):
        wait_for(lambda: lines(log), 60)
        os.kill(int(lines(log)[0][1]), signal.SIGKILL)
        wait_for(lambda: len(lines(log)) == 3, 20)
        wait_for(lambda: statuses(node) == "SUCCESSFUL", 20)
    first, second, last = lines(log)
    assert (first[0], second[0], last[0]) == ("begin", "begin", "end")
    assert first[1] != second[1] == last[1]


@pytest.mark.pg
def test_a_worker_is_renewed_and_its_job_is_finished_beside_the_new_one(node, tmp_path):
    log = tmp_path / "log"
    with node.running("worker"):
        wait_for(lambda: node.children("worker").get("worker"), 60)
        before = node.children("worker")["worker"]
        wait_for(lambda: descendants(before), 20)
        queue(node, log, 6000)
        wait_for(lambda: lines(log), 20)
        assert node.run("renew").returncode == 0
        wait_for(lambda: node.children("worker")["worker"] != before, 20)
        wait_for(lambda: len(lines(log)) == 2, 20)
    (first, pid), (second, same) = lines(log)
    assert (first, second, pid) == ("begin", "end", same)


def test_each_role_runs_once_in_a_folder(node):
    with node.running("tick"):
        wait_for(lambda: node.children("tick").get("ticker"), 60)
        done = node.run("tick")
        assert done.returncode == 1
        assert "already running from this folder" in done.stderr
