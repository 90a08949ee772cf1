"""Tickers and workers in processes of their own, as on several nodes."""

import json
import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection
from django_tasks_db.models import DBTaskResult

from planfront.kernel.jobs import leases, tasks
from planfront.kernel.models import Lease
from tests.concurrency.test_submit import at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]
HOLD = timedelta(seconds=30)
TICKER = """
import json, os, sys, time
from datetime import timedelta
from planfront.cli import environment, ticker
from planfront.kernel.jobs.duties import Duty
environment.setup_django()
def note(what):
    with open(sys.argv[1], "a") as file:
        file.write(json.dumps([what, os.getpid(), time.monotonic()]) + "\\n")
def work():
    note("begin")
    time.sleep(0.1)
    note("end")
sys.modules["work_of_ticker"] = sys.modules["__main__"]
due = {Duty("work_of_ticker:work", timedelta(seconds=0.5)): 0.0}
ends = time.monotonic() + float(sys.argv[2])
while time.monotonic() < ends:
    ticker._look_again(due)
    ticker.tick(due, time.monotonic())
    time.sleep(0.005)
"""
WORKER = """
import os, sys
from planfront.cli import environment
environment.setup_django()
from planfront.kernel.jobs.worker import RetryingWorker
worker = RetryingWorker(sys.argv[1], ["default", "heavy"], {"heavy": 1}, interval=0.05)
worker.configure_signals()
worker.run()
"""


def database_url(name: str = "") -> str:
    facts = connection.settings_dict
    user = quote(facts["USER"]) + (f":{quote(facts['PASSWORD'])}" if facts["PASSWORD"] else "")
    return f"postgres://{user}@/{name or facts['NAME']}?host={quote(facts['HOST'], safe='')}&port={facts['PORT']}"


def start(code, *arguments):
    env = {**os.environ, "DATABASE_URL": database_url(), "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], env=env)


def wait_for(what, seconds=60.0):
    ends = time.monotonic() + seconds
    while not (result := what()):
        assert time.monotonic() < ends, "it didn't happen in time"
        time.sleep(0.05)
    return result


def events(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_of_many_who_want_a_lease_one_gets_it():
    answers = at_once([lambda n=n: leases.take("x", f"holder {n}", HOLD) for n in range(8)])
    assert sorted(answers) == [False] * 7 + [True]


def test_tickers_of_several_nodes_never_do_a_duty_twice(tmp_path):
    log = tmp_path / "log"
    tickers = [start(TICKER, log, 6.0) for _number in range(4)]
    assert [ticker.wait(60) for ticker in tickers] == [0] * 4
    seen = events(log)
    assert len(seen) >= 8
    begins, ends = seen[::2], seen[1::2]
    assert {what for what, _pid, _at in begins} == {"begin"}
    assert [pid for _what, pid, _at in begins] == [pid for _what, pid, _at in ends]
    gaps = [after[2] - before[2] for before, after in pairwise(begins)]
    assert min(gaps) >= 0.5


def test_a_duty_whose_ticker_was_killed_is_done_by_another(tmp_path):
    log = tmp_path / "log"
    first = start(TICKER.replace("time.sleep(0.1)", "time.sleep(60)"), log, 60)
    wait_for(lambda: events(log))
    first.send_signal(signal.SIGKILL)
    first.wait()
    second = start(TICKER, log, 4.0)
    time.sleep(2.0)
    assert len(events(log)) == 1  # the lease still runs
    Lease.objects.filter(name="work_of_ticker:work").update(until="2000-01-01T00:00:00Z")
    second.wait(60)
    assert [what for what, _pid, _at in events(log)][1:3] == ["begin", "end"]


def test_a_ticker_that_lost_its_lease_stops_at_once(tmp_path):
    log = tmp_path / "log"
    code = TICKER.replace("time.sleep(0.1)", "time.sleep(60)").replace(
        "environment.setup_django()",
        "environment.setup_django()\nfrom planfront.kernel.jobs import leases\n"
        "keep = leases.renewing\n"
        "leases.renewing = lambda *a, **k: keep(*a, **k, length=timedelta(seconds=0.6))",
    )
    ticker = start(code, log, 60)
    wait_for(lambda: events(log))
    Lease.objects.filter(name="work_of_ticker:work").update(holder="another")
    assert ticker.wait(60) == 75
    assert [what for what, _pid, _at in events(log)] == ["begin"]


@tasks.job(queue=tasks.HEAVY)
def sleep_on_a_file(path: str, seconds: int) -> None:
    for what, pause in (("begin", seconds), ("end", 0)):
        with Path(path).open("a") as file:
            file.write(json.dumps([what, os.getpid(), time.monotonic()]) + "\n")
        time.sleep(pause)


def test_a_queue_with_a_limit_runs_no_more_jobs_at_once(tmp_path):
    log = tmp_path / "log"
    for _number in range(3):
        sleep_on_a_file.enqueue(str(log), 0)
    workers = [start(WORKER, f"worker-{number}") for number in range(3)]
    try:
        wait_for(lambda: DBTaskResult.objects.filter(status="SUCCESSFUL").count() == 3)
        wait_for(lambda: Lease.objects.filter(name__startswith=tasks.lease_of("worker-")).count() == 3)
    finally:
        for worker in workers:
            worker.terminate()
    assert [worker.wait(60) for worker in workers] == [0, 0, 0]
    assert [what for what, _pid, _at in events(log)] == ["begin", "end"] * 3
    assert not Lease.objects.exclude(holder="").exists()  # nor does one of them seem to live


def test_a_worker_killed_over_its_job_loses_it_to_another(tmp_path):
    log = tmp_path / "log"
    sleep_on_a_file.enqueue(str(log), 60)
    first = start(WORKER, "first")
    wait_for(lambda: events(log))
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert tasks.reap() == 0  # it may be alive
    Lease.objects.filter(name=tasks.lease_of("first")).update(until="2000-01-01T00:00:00Z")
    assert tasks.reap() == 1
    row = DBTaskResult.objects.get()
    assert (row.status, row.started_at) == ("READY", None)
    assert not Lease.objects.filter(name=tasks.lease_of("first")).exists()


def test_a_job_is_given_back_at_once_by_who_sees_its_worker_end(tmp_path):
    sleep_on_a_file.enqueue(str(tmp_path / "log"), 60)
    first = start(WORKER, "first")
    wait_for(lambda: events(tmp_path / "log"))
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert tasks.give_back("first") == 1
    assert DBTaskResult.objects.get().status == "READY"
    assert not Lease.objects.exclude(holder="").exists()
