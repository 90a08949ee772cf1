"""A child of the supervisor: a process group, its output, and the pipes that control it.

A child that another takes over from has two pipes. The supervisor holds one end of its lifeline: when that is closed,
by `retire` or by the supervisor's death, the child and its forks end in good order. Through the other pipe it says that
it is ready.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

LIFELINE, READY = "PLANFRONT_LIFELINE_FD", "PLANFRONT_READY_FD"
DRAIN = 40.0  # seconds; longer than a request may take
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Child:
    """A program that is kept running. ``fds``: open files that it inherits. ``takes_over``: a new process starts beside
    the one before, which serves until the new one is ready."""

    name: str
    argv: Sequence[str]
    env: Mapping[str, str] | None = None
    cwd: str | None = None
    fds: Sequence[int] = ()
    takes_over: bool = False


class Process:
    """One run of a child. Start it from the main thread: its death is the child's end."""

    def __init__(self, child: Child) -> None:
        self.child, self.started, self.retired = child, time.monotonic(), 0.0
        self._lifeline = self._news = -1
        self._ready = not child.takes_over
        env, theirs = dict(child.env if child.env is not None else os.environ), []
        if child.takes_over:
            hold, self._lifeline = os.pipe()
            self._news, tell = os.pipe()
            theirs = [hold, tell]
            env |= {LIFELINE: str(hold), READY: str(tell)}
        self.popen = subprocess.Popen(
            list(child.argv),
            env=env,
            cwd=child.cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=die_with_parent(),
            pass_fds=(*child.fds, *theirs),
        )
        for fd in theirs:
            os.close(fd)

    @property
    def ready(self) -> bool:
        if not self._ready and self._news >= 0 and select.select([self._news], [], [], 0)[0]:
            self._ready = bool(os.read(self._news, 1))
            self._close("_news")
        return self._ready

    @property
    def alive(self) -> bool:
        return self.popen.poll() is None

    def retire(self) -> None:
        """Let the child finish its requests and end. Its forks do so even when it is dead already."""
        self.retired = time.monotonic()
        self._close("_lifeline")
        self._close("_news")

    def has_ended(self) -> bool:
        """Return True when it ended after `retire`. A process that stays too long is killed."""
        if self.alive and time.monotonic() > self.retired + DRAIN:
            signal_group(self.popen, signal.SIGKILL)
        return not self.alive

    def _close(self, name: str) -> None:
        if (fd := getattr(self, name)) >= 0:
            os.close(fd)
            setattr(self, name, -1)


def signal_group(process: "subprocess.Popen[Any]", number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


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
