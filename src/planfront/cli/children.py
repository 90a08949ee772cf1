"""Supervised child processes: prefixed logs, restart with back-off, one way to stop them all.

Every child leads its own process group. A child whose parent dies gets SIGTERM from the kernel (Linux);
when a child dies, what is left of its group is killed before it is started again.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import IO, Any

from planfront.cli.console import paint, say

FIRST_DELAY = 0.25
LONGEST_DELAY = 5.0
STABLE_AFTER = 10.0
GRACE = 10.0
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Child:
    name: str
    argv: Sequence[str]
    env: Mapping[str, str] | None = None
    cwd: str | None = None


@dataclass
class _Running:
    child: Child
    process: "subprocess.Popen[str] | None" = None
    started: float = 0.0
    delay: float = FIRST_DELAY
    due: float = 0.0


@dataclass
class Supervisor:
    """Keep children alive until `stop` (or SIGINT, SIGTERM), then end them all within GRACE seconds."""

    children: Sequence[Child]
    out: Callable[[str], None] = say
    on_start: Callable[[str, int], None] | None = None
    grace: float = GRACE
    _stopping: threading.Event = field(default_factory=threading.Event)

    def run(self) -> int:
        """Block until asked to stop; return the exit status."""
        running = [_Running(child) for child in self.children]
        before = self._catch_signals()
        try:
            while not self._stopping.is_set():
                for one in running:
                    self._tend(one)
                self._stopping.wait(0.1)
        finally:
            self._end(running)
            for number, handler in before.items():
                signal.signal(number, handler)
        return 0

    def stop(self) -> None:
        self._stopping.set()

    def _catch_signals(self) -> "dict[signal.Signals, signal._HANDLER]":
        def handle(_number: int, _frame: FrameType | None) -> None:
            self._stopping.set()

        if threading.current_thread() is not threading.main_thread():
            return {}
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        return {number: signal.signal(number, handle) for number in numbers}

    def _tend(self, one: _Running) -> None:
        now = time.monotonic()
        if one.process is None:
            if now >= one.due:
                self._start(one, now)
        elif (status := one.process.poll()) is not None:
            signal_group(one.process, signal.SIGKILL)
            one.process = None
            one.delay = FIRST_DELAY if now - one.started >= STABLE_AFTER else one.delay
            one.due = now + one.delay
            self.out(paint(f"{one.child.name} {_ending(status)}, starting it again", "yellow"))
            one.delay = min(one.delay * 2, LONGEST_DELAY)

    def _start(self, one: _Running, now: float) -> None:
        child = one.child
        one.process = subprocess.Popen(
            list(child.argv),
            env=dict(child.env) if child.env is not None else None,
            cwd=child.cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=die_with_parent(),
        )
        one.started = now
        assert one.process.stdout is not None  # noqa: S101 - PIPE above
        threading.Thread(target=self._relay, args=(child.name, one.process.stdout), daemon=True).start()
        if self.on_start is not None:
            self.on_start(child.name, one.process.pid)

    def _relay(self, name: str, stream: IO[str]) -> None:
        prefix = paint(f"{name:>6} | ", "dim")
        with stream, contextlib.suppress(ValueError):
            for line in stream:
                self.out(prefix + line.rstrip("\n"))

    def _end(self, running: Sequence[_Running]) -> None:
        alive = [one.process for one in running if one.process is not None]
        for process in alive:
            signal_group(process, signal.SIGTERM)
        deadline = time.monotonic() + self.grace
        for process in alive:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, deadline - time.monotonic()))
            signal_group(process, signal.SIGKILL)
            process.wait()


def signal_group(process: "subprocess.Popen[Any]", number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def _ending(status: int) -> str:
    if status < 0:
        return f"was killed ({signal.Signals(-status).name})"
    return f"stopped with status {status}"


def die_with_parent(number: signal.Signals = signal.SIGTERM, parent: int | None = None) -> Callable[[], None] | None:
    """Return the `preexec_fn` with which a child gets a signal when its parent dies (Linux), else None.

    It counts the parent's thread that started the child, so start children from the main thread.
    """
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    expected = parent or os.getpid()

    def ask() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, number)
        if os.getppid() != expected:
            os._exit(1)

    return ask
