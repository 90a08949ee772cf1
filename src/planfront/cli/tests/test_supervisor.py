"""The supervisor restarts what dies, stops everything, and leaves nothing behind."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from planfront.cli import pause
from planfront.cli.children import Supervisor
from planfront.cli.process import Child

LEAVE_A_CHILD = (
    "import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); print(p.pid)"
)


def python(code: str) -> list[str]:
    return [sys.executable, "-u", "-c", code]


def wait_for(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "timed out"
        time.sleep(0.02)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    # A dead process whose new parent doesn't care stays a zombie.
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


class Running:
    def __init__(self, supervised: list[Child], grace: float = 5.0) -> None:
        self.lines: list[str] = []
        self.starts: list[tuple[str, int]] = []
        self.supervisor = Supervisor(
            supervised,
            out=self.lines.append,
            on_start=lambda name, pid: self.starts.append((name, pid)),
            grace=grace,
        )
        self.thread = threading.Thread(target=self.supervisor.run)
        self.thread.start()

    def stop(self) -> None:
        self.supervisor.stop()
        self.thread.join(20)
        assert not self.thread.is_alive()


@contextlib.contextmanager
def supervised(*argvs: list[str], grace: float = 5.0) -> Iterator[Running]:
    running = Running([Child(f"c{number}", argv) for number, argv in enumerate(argvs)], grace)
    try:
        yield running
    finally:
        running.stop()


def test_lines_carry_the_name_of_their_child():
    with supervised(python("print('hello'); import time; time.sleep(60)")) as running:
        wait_for(lambda: "    c0 | hello" in running.lines)


def test_a_killed_child_is_started_again():
    with supervised(python("import time; time.sleep(60)")) as running:
        wait_for(lambda: len(running.starts) == 1)
        os.kill(running.starts[0][1], signal.SIGKILL)
        wait_for(lambda: len(running.starts) == 2)
        assert any("was killed (SIGKILL), starting it again" in line for line in running.lines)


def test_a_child_that_keeps_failing_is_restarted_more_and_more_slowly(monkeypatch):
    monkeypatch.setattr(pause, "FIRST_DELAY", 0.05)
    with supervised(python("raise SystemExit(3)")) as running:
        time.sleep(2.0)
    assert 2 <= len(running.starts) <= 7
    assert "c0 stopped with status 3, starting it again" in running.lines


def test_stop_ends_all_children_and_theirs():
    nest = LEAVE_A_CHILD + "; import time; time.sleep(60)"
    with supervised(python(nest), python("import time; time.sleep(60)")) as running:
        wait_for(lambda: len(running.lines) == 1)
        pids = [int(running.lines[0].rpartition(" ")[2]), *(pid for _, pid in running.starts)]
    wait_for(lambda: not any(alive(pid) for pid in pids))


def test_a_child_that_ignores_sigterm_is_killed_after_the_grace_time():
    stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up'); time.sleep(60)"
    with supervised(python(stubborn), grace=0.3) as running:
        wait_for(lambda: bool(running.lines))
        started = time.monotonic()
    assert time.monotonic() - started < 3
    assert not alive(running.starts[0][1])


def child_numbers(running) -> list[int]:
    """The numbers of processes that children printed; the supervisor's own lines may come before."""
    last = [line.rpartition(" ")[2] for line in running.lines]
    return [int(word) for word in last if word.isdigit()]


def test_what_a_dead_child_left_running_is_ended_before_the_restart():
    with supervised(python(LEAVE_A_CHILD)) as running:
        wait_for(lambda: len(running.starts) >= 2 and bool(child_numbers(running)))
        left = child_numbers(running)[0]
        wait_for(lambda: not alive(left))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="PR_SET_PDEATHSIG is Linux's")
def test_children_die_with_a_killed_parent():
    code = (
        "from planfront.cli.children import Supervisor\n"
        "from planfront.cli.process import Child\n"
        "import sys\n"
        "child = Child('c', [sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "Supervisor([child], on_start=lambda name, pid: print(pid, flush=True)).run()\n"
    )
    parent = subprocess.Popen(python(code), stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout:
        pid = int(parent.stdout.readline())
        parent.kill()
        parent.wait()
        wait_for(lambda: not alive(pid))


def test_sigterm_stops_the_supervisor_with_status_0():
    code = (
        "from planfront.cli.children import Supervisor\n"
        "from planfront.cli.process import Child\n"
        "import sys\n"
        "child = Child('c', [sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "sys.exit(Supervisor([child], on_start=lambda name, pid: print(pid, flush=True)).run())\n"
    )
    parent = subprocess.Popen(python(code), stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout:
        pid = int(parent.stdout.readline())
        parent.terminate()
        assert parent.wait(60) == 0
        assert not alive(pid)
