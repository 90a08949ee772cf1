"""An end in good order for a command that has made folders and processes: nothing of it may be left behind."""

import contextlib
import ctypes
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

GRACE = 5.0
_NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_PR_SET_CHILD_SUBREAPER = 36


@dataclass
class Stop:
    """The request to end a command (`by`). The command looks at it between two steps, and undoes what it made."""

    by: signal.Signals | None = None

    def __bool__(self) -> bool:
        return self.by is not None

    @property
    def status(self) -> int:
        """The exit status by which a shell knows which signal ended the command."""
        return 128 + self.by if self.by is not None else 0


@contextlib.contextmanager
def catching_stop_signals() -> Iterator[Stop]:
    """While it is entered, SIGINT, SIGTERM and SIGHUP set the yielded `Stop` and interrupt nothing, however often."""
    stop = Stop()

    def handle(number: int, _frame: FrameType | None) -> None:
        stop.by = stop.by or signal.Signals(number)

    before = {number: signal.signal(number, handle) for number in _NUMBERS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def scratch(prefix: str) -> Iterator[Path]:
    """Yield a throw-away folder in which all temporary files of this process and its children lie, too.

    At the end every process that came from this one is ended (Linux), and then the folder is deleted.
    """
    before, variable = tempfile.tempdir, os.environ.get("TMPDIR")
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # a server that runs as another user has its folder in here
        adopt_orphans()
        tempfile.tempdir = os.environ["TMPDIR"] = folder
        try:
            yield Path(folder)
        finally:
            end_descendants()
            tempfile.tempdir = before
            os.environ.pop("TMPDIR") if variable is None else os.environ.update(TMPDIR=variable)


def end_descendants(grace: float = GRACE) -> None:
    """Wait until no process that came from this one lives: after `grace` seconds, with SIGKILL."""
    signalled, deadline = False, time.monotonic() + grace
    while alive := descendants(os.getpid()):
        late = time.monotonic() > deadline
        for pid in alive if late or not signalled else ():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL if late else signal.SIGTERM)
        signalled = True
        time.sleep(0.05)
    _bury()


def _bury() -> None:
    """Take note of the dead: where init does not, they would stay in the process table."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def descendants(ancestor: int) -> set[int]:
    """Return the living processes below `ancestor`; none where there is no /proc."""
    parents = {pid: parent for pid, parent, dead in _processes() if not dead}
    result: set[int] = set()
    while more := {pid for pid, parent in parents.items() if parent in result | {ancestor}} - result:
        result |= more
    return result


def bury_orphans(own: Callable[[], Collection[int]]) -> None:
    """Take note of dead processes that this one has adopted: to others they are there until then. ``own``: those that
    it has started, and whose end it looks after itself."""
    ended = [pid for pid, parent, dead in _processes() if dead and parent == os.getpid()]
    for pid in set(ended).difference(own()):
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


def _processes() -> Iterator[tuple[int, int, bool]]:
    """Yield (process, parent, whether it is dead) of all."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError):
            state, parent = status.read_text(errors="replace").rpartition(")")[2].split()[:2]
            yield int(status.parent.name), int(parent), state in "ZX"


def adopt_orphans() -> None:
    """Let processes whose parent has died become children of this one instead of init's (Linux)."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
