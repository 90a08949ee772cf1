"""Supervised child processes: prefixed logs, restarts, one way to renew them and one to stop them all.

Every child leads its own process group. A child whose parent dies gets SIGTERM from the kernel (Linux). When a child
dies, the rest of its group is killed before it is started again, or serves until the new one is ready.
"""

import contextlib
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import IO

from planfront.cli.console import paint, say
from planfront.cli.pause import Pause
from planfront.cli.process import Child, Process, signal_group

GRACE = 10.0
RENEW = signal.SIGUSR1
_LOOK = 0.1


@dataclass
class _Place:
    """The processes of one child: ``before`` are those that it takes over from when it is ready, ``leaving`` those that
    end."""

    child: Child
    process: Process | None = None
    before: list[Process] = field(default_factory=list)
    leaving: list[Process] = field(default_factory=list)
    pause: Pause = field(default_factory=Pause)

    def all(self) -> list[Process]:
        return [*self.before, *self.leaving, *([self.process] if self.process else [])]


@dataclass
class Supervisor:
    """Keep children alive until `stop` (or SIGINT, SIGTERM, SIGHUP), then end them all within GRACE seconds.

    With `leave`, they go on for so many seconds after `on_leave` was called, or until the second signal: balancers
    that ask `/readyz` send nothing more by then.

    `renew` (or SIGUSR1) replaces them: one that takes over is started first, any other ends first."""

    children: Sequence[Child]
    out: Callable[[str], None] = say
    on_start: Callable[[str, int], None] | None = None
    grace: float = GRACE
    leave: float = 0.0
    on_leave: Callable[[], None] = lambda: None
    _stopping: threading.Event = field(default_factory=threading.Event)
    _renewing: threading.Event = field(default_factory=threading.Event)
    _ends: float = 0.0

    def run(self) -> int:
        """Block until asked to stop; return the exit status."""
        places = [_Place(child) for child in self.children]
        before = self._catch_signals()
        try:
            while not self._is_over():
                if self._renewing.is_set():
                    self._renewing.clear()
                    for place in places:
                        self._renew(place)
                for place in places:
                    self._tend(place)
                time.sleep(_LOOK) if self._ends else self._stopping.wait(_LOOK)
        finally:
            self._end([process for place in places for process in place.all()])
            for number, handler in before.items():
                signal.signal(number, handler)
        return 0

    def _is_over(self) -> bool:
        if not self._stopping.is_set():
            return False
        if not self._ends:
            self._ends = time.monotonic() + self.leave
            if self.leave:
                self.on_leave()
        return time.monotonic() >= self._ends

    def stop(self) -> None:
        """End; the second time without waiting any longer."""
        if self._stopping.is_set():
            self.leave = 0.0
            self._ends = min(self._ends, time.monotonic())
        self._stopping.set()

    def renew(self) -> None:
        self._renewing.set()

    def _catch_signals(self) -> "dict[signal.Signals, signal._HANDLER]":
        def handle(number: int, _frame: FrameType | None) -> None:
            self.renew() if number == RENEW else self.stop()

        if threading.current_thread() is not threading.main_thread():
            return {}
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, RENEW)
        return {number: signal.signal(number, handle) for number in numbers}

    def _tend(self, place: _Place) -> None:
        process = place.process
        if process is None:
            if place.pause.over():
                self._start(place)
        elif not process.alive:
            self._ended(place, process)
        elif place.before and process.ready:
            for item in place.before:
                item.retire()
            place.leaving += place.before
            place.before = []
        place.leaving = [item for item in place.leaving if not item.has_ended()]

    def _start(self, place: _Place) -> None:
        place.process = process = Process(place.child)
        assert process.popen.stdout is not None  # noqa: S101 - PIPE
        threading.Thread(target=self._relay, args=(place.child.name, process.popen.stdout), daemon=True).start()
        self._notify(place)

    def _notify(self, place: _Place) -> None:
        if self.on_start is not None and place.process is not None:
            self.on_start(place.child.name, place.process.popen.pid)

    def _ended(self, place: _Place, process: Process) -> None:
        name, how = place.child.name, _ending(process.popen.returncode)
        serving = [item for item in place.before if item.alive]
        if serving and not process.ready:
            process.retire()
            place.process = serving[-1]
            place.before.remove(serving[-1])
            self.out(paint(f"the new {name} {how}, the one before goes on", "yellow"))
            self._notify(place)
            return
        self.out(paint(f"{name} {how}, starting it again", "yellow"))
        if place.child.takes_over:
            place.before.append(process)
        else:
            signal_group(process.popen, signal.SIGKILL)
        place.process = None
        place.pause.after(process.started)

    def _renew(self, place: _Place) -> None:
        if place.process is None or place.before:
            return  # on its way
        if place.child.takes_over:
            place.before.append(place.process)
            self._start(place)
        else:
            place.process.popen.terminate()

    def _relay(self, name: str, stream: IO[str]) -> None:
        prefix = paint(f"{name:>6} | ", "dim")
        with stream, contextlib.suppress(ValueError):
            for line in stream:
                self.out(prefix + line.rstrip("\n"))

    def _end(self, processes: Sequence[Process]) -> None:
        for process in processes:
            signal_group(process.popen, signal.SIGTERM)
        deadline = time.monotonic() + self.grace
        for process in processes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.popen.wait(max(0.0, deadline - time.monotonic()))
            signal_group(process.popen, signal.SIGKILL)
            process.popen.wait()


def _ending(status: int) -> str:
    if status < 0:
        return f"was killed ({signal.Signals(-status).name})"
    return f"stopped with status {status}"
