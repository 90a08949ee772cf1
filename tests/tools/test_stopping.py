"""Whoever stops the checks finds the machine as it was: no temporary folder, no process."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from planfront.cli import environment
from tools import postgres

NEST = """
import subprocess, sys, tempfile, time
tempfile.mkdtemp(prefix="planfront-inner-")
sleeper = [sys.executable, "-c", "import time; time.sleep(300)"]
print(subprocess.Popen(sleeper, start_new_session=True).pid, flush=True)
time.sleep(300)
"""
CHECKS = """
import os, sys, time
from pathlib import Path
from tools import postgres, runner, stopping
top = Path(sys.argv[1])
with stopping.catching_stop_signals() as stop, stopping.scratch("planfront-test-"):
    check = runner.Check("nest", "nest", [sys.executable, "-c", sys.argv[2]], dict(os.environ), top)
    def report(*_): pass
    def started():
        print("running", flush=True)
        return bool(stop)
    def run(): runner.Runner(top / "logs", 2, report).run([check], started)
    if sys.argv[3]:
        with postgres.temporary_cluster(): run()
    else: run()
sys.exit(stop.status)
"""


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder that the user of a temporary cluster may enter, unlike pytest's."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


def start(temporary: Path, var: Path, *command: str) -> "subprocess.Popen[str]":
    env = {**os.environ, "TMPDIR": str(temporary), "PLANFRONT_VAR": str(var)}
    return subprocess.Popen([sys.executable, *command], env=env, stdout=subprocess.PIPE, text=True)


def stopped(process: "subprocess.Popen[str]", line: str, number: signal.Signals) -> int:
    assert process.stdout is not None
    with process.stdout:
        while not (read := process.stdout.readline()).startswith(line):
            assert read, "the process ended too early"
        time.sleep(0.5)
        process.send_signal(number)
        process.send_signal(number)
        process.stdout.read()
    return process.wait(60)


def below(folder: Path) -> list[str]:
    """The processes that were given `folder` for their temporary files."""
    result = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            content = environ.read_bytes()
        except OSError:
            continue
        if str(folder).encode() in content:
            result.append((environ.parent / "cmdline").read_text())
    return result


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_run_of_the_checks_leaves_nothing(temporary: Path, tmp_path: Path, number):
    process = start(temporary, tmp_path, "-m", "tools", "test", "--only", "types")
    assert stopped(process, "Running 1 checks", number) == 128 + number
    assert list(temporary.iterdir()) == []
    assert below(temporary) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="orphans are found in /proc")
def test_processes_that_left_their_group_are_ended_too(temporary: Path, tmp_path: Path):
    cluster = "cluster" if postgres._installed() else ""
    process = start(temporary, tmp_path, "-c", CHECKS, str(tmp_path), NEST, cluster)
    assert stopped(process, "running", signal.SIGTERM) == 143
    assert list(temporary.iterdir()) == []
    assert below(temporary) == []
    sleeper = int((tmp_path / "logs" / "nest.log").read_text())
    assert not Path(f"/proc/{sleeper}").exists()


ADOPTED = """
import os, subprocess, sys, time
from pathlib import Path
from tools import stopping

stopping.adopt_orphans()
orphan = int(subprocess.run(["sh", "-c", "sleep 0.1 >/dev/null & echo $!"], capture_output=True, check=True).stdout)
own = subprocess.Popen(["sh", "-c", "exit 3"])
time.sleep(1)
there = lambda: [Path(f"/proc/{pid}").exists() for pid in (orphan, own.pid)]
before = there()
stopping.bury_orphans(lambda: [own.pid])
print(before, there(), own.wait())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="orphans are found in /proc")
def test_a_dead_process_that_was_adopted_is_gone_and_an_own_one_keeps_its_status():
    done = subprocess.run(
        [sys.executable, "-c", ADOPTED], env=environment.for_child(), capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[True, True] [False, True] 3\n", "")
