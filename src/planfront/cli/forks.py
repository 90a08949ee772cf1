"""A process that forks others, each a copy of everything it has loaded, and forks another when one dies.

It must have no other thread when it forks, and nothing open that two processes can't share (database connections).
"""

import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn

from planfront.cli.pause import Pause
from planfront.cli.process import DRAIN

_STOP = (signal.SIGTERM, signal.SIGINT)
_CAUGHT = (*_STOP, signal.SIGCHLD)
LATER = 10.0  # seconds after the start


@dataclass
class _Slot:
    number: int
    pid: int = 0
    started: float = 0.0
    pause: Pause = field(default_factory=Pause)


class Forks:
    """``count`` processes that run ``work`` with their number (from 1).

    SIGTERM ends them (within ``grace`` seconds; the supervisor waits one more). When ``lifeline`` is closed at its
    other end, ``work`` must end (within DRAIN). ``on_end`` gets the id of each process that has ended.
    """

    def __init__(
        self,
        count: int,
        work: Callable[[int], None],
        lifeline: int,
        on_end: Callable[[int], None] = lambda _pid: None,
        *,
        grace: float = 9.0,
    ) -> None:
        self._slots = [_Slot(number) for number in range(1, count + 1)]
        self._work, self._lifeline, self._on_end, self._grace = work, lifeline, on_end, grace
        self._stop = False
        self._leaving = False
        self._woken, self._waker = os.pipe()
        self._later: Callable[[], None] | None = None
        self._later_due = 0.0

    def run(self, when_started: Callable[[], None], later: Callable[[], None] | None = None) -> int:
        """Run until the end. Calls ``when_started`` once all processes run, and ``later`` when they have had LATER
        seconds for their first requests."""
        self._catch_signals()
        self._fill()
        when_started()
        self._later, self._later_due = later, time.monotonic() + LATER
        while not self._stop:
            self._sleep()
            self._bury(os.WNOHANG)
            if not self._stop:
                self._fill()
                self._do_later()
        self._end()
        return 0

    def _catch_signals(self) -> None:
        os.set_blocking(self._woken, False)
        os.set_blocking(self._waker, False)
        signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        for number in _STOP:
            signal.signal(number, self._on_stop_signal)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def _on_stop_signal(self, *_: object) -> None:
        self._stop = True

    def _fill(self) -> None:
        for slot in self._slots:
            if not slot.pid and slot.pause.over():
                slot.pid, slot.started = self._fork(slot.number), time.monotonic()

    def _do_later(self) -> None:
        if self._later is not None and time.monotonic() >= self._later_due:
            later, self._later = self._later, None
            later()

    def _sleep(self) -> None:
        """Wait for a signal, the end of the lifeline, or the moment when a process may be started again or later work
        is due."""
        waiting = [slot.pause.due for slot in self._slots if not slot.pid]
        if self._later is not None:
            waiting.append(self._later_due)
        patience = max(0.0, min(waiting) - time.monotonic()) if waiting else None
        readable = select.select([self._woken, self._lifeline], [], [], patience)[0]
        if self._lifeline in readable:
            self._stop = self._leaving = True
        if self._woken in readable:
            os.read(self._woken, 4096)

    def _bury(self, options: int) -> None:
        for slot in self._slots:
            if slot.pid and os.waitpid(slot.pid, options)[0]:
                self._on_end(slot.pid)
                slot.pid = 0
                slot.pause.after(slot.started)

    def _fork(self, number: int) -> int:
        signal.pthread_sigmask(signal.SIG_BLOCK, _CAUGHT)
        try:
            if pid := os.fork():
                return pid
            self._become(number)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _CAUGHT)

    def _become(self, number: int) -> NoReturn:
        """Live as a forked process, which never returns to its parent's work."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            os.close(self._woken)
            os.close(self._waker)
            for caught in _CAUGHT:
                signal.signal(caught, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _CAUGHT)
            self._work(number)
            status = 0
        except BaseException:  # noqa: BLE001 - logged here, since no caller is left
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def _end(self) -> None:
        deadline = time.monotonic() + (DRAIN if self._leaving else self._grace)
        if not self._leaving:  # then they see it themselves
            self._signal(signal.SIGTERM)
        while any(slot.pid for slot in self._slots) and time.monotonic() < deadline:
            select.select([self._woken], [], [], 0.1)
            self._bury(os.WNOHANG)
        self._signal(signal.SIGKILL)
        self._bury(0)

    def _signal(self, number: signal.Signals) -> None:
        for slot in self._slots:
            if slot.pid:
                os.kill(slot.pid, number)
