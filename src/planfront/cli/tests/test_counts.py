"""Counts of several processes, added up by their supervisors."""

import json
import os
import subprocess
import sys
import time

import pytest

from planfront.cli import counts
from planfront.cli.claim import Claim

PROCESS = """
import json, sys
from planfront.kernel.observing import metrics
metrics.JOBS.labels("job", "done").inc(100)  # what the process that forks the others had counted
with metrics.reporting():
    metrics.JOBS.labels("job", "done").inc(2)
    metrics.IN_PROGRESS.inc(5)
    for _question in sys.stdin:
        lines = metrics.exposition().decode().splitlines()
        values = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        done, current = 'planfront_jobs_total{job="job",result="done"}', "planfront_requests_in_progress"
        print(json.dumps([float(values[done]), float(values[current])]), flush=True)
"""


@pytest.fixture
def start(tmp_path):
    """Starts a process of a role; each role has a supervisor, and all of them one folder, with a long name."""
    var, variables, processes = tmp_path / ("long" * 25), {}, []
    (var / "run").mkdir(parents=True)

    def begin(role=""):
        if role not in variables:
            variables[role] = counts.gather(var, role)
        env = {**os.environ, **variables[role]}
        process = subprocess.Popen(
            [sys.executable, "-c", PROCESS], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        processes.append(process)
        return process

    yield begin
    for process in processes:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def ask(process):
    """(jobs done, requests in progress) as a process tells them of all."""
    process.stdin.write("\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def ask_until(process, expected):
    deadline = time.monotonic() + 10
    while (answer := ask(process)) != expected and time.monotonic() < deadline:
        time.sleep(0.05)
    return answer


def test_counts_of_all_processes_are_added_up_and_outlive_them(start):
    first, second = start(), start()
    assert ask(first) == [2, 5] or ask(first) == [4, 10]
    assert ask_until(second, [4, 10]) == [4, 10]
    first.kill()  # what it counted was reported, what it was at is over
    assert ask_until(second, [4, 5]) == [4, 5]
    third = start()
    second.stdin.close()  # an end in good order
    second.wait(10)
    assert ask_until(third, [6, 5]) == [6, 5]


def test_roles_on_one_machine_are_added_up(start):
    web, worker = start("web"), start("worker")
    ask(worker)
    assert ask_until(web, [4, 10]) == [4, 10]


def test_without_a_socket_each_process_counts_for_itself(tmp_path, capsys):
    assert counts.gather(tmp_path) == {}
    assert "can't be made (No such file or directory)" in capsys.readouterr().out


def test_a_disk_that_is_full_doesn_t_end_the_supervisor(tmp_path, monkeypatch):
    def write(*_arguments):
        raise OSError(28, "No space left on device")

    claim = Claim(tmp_path)
    claim.take(8123)
    monkeypatch.setattr(os, "pwrite", write)
    claim.child_started("web", 4711)
    monkeypatch.undo()
    claim.child_started("worker", 4712)
    assert claim.holder()["children"] == {"web": 4711, "worker": 4712}
    claim.release()
