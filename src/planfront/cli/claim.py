"""One server, or one of each role, per data folder: a locked pid file that also tells where it and its children are."""

import fcntl
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from planfront.cli.console import CliError


class Claim:
    """Holds the lock on var/run/planfront.json while the process lives; the kernel drops it at its death.

    ``name``: of a role (web, worker, tick), which has a file of its own."""

    def __init__(self, var: Path, name: str = "planfront") -> None:
        self.path = var / "run" / f"{name}.json"
        self.facts: dict[str, Any] = {"pid": os.getpid(), "children": {}}
        self._stream: IO[str] | None = None

    def take(self, port: int) -> None:
        """Claim the folder, or raise CliError naming the server that has it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch()
        stream = self.path.open("r+")
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stream.seek(0)
            raise CliError(_already_running(stream.read())) from None
        self._stream = stream
        self.facts["port"] = port
        self._write()

    def holder(self) -> dict[str, Any] | None:
        """Return the facts of the store that runs from the folder: pid, port, children. None when there is none."""
        try:
            with self.path.open() as stream:
                try:
                    fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    facts: dict[str, Any] = json.load(stream)
                    return facts
        except (FileNotFoundError, ValueError):
            pass
        return None

    def child_started(self, name: str, pid: int) -> None:
        self.facts["children"][name] = pid
        self._write()

    def leave(self) -> None:
        """Note that the process will end soon, so that ``/readyz`` says so."""
        self.facts["leaving"] = True
        self._write()

    def release(self) -> None:
        if self._stream is not None:
            self.path.unlink(missing_ok=True)
            self._stream.close()
            self._stream = None

    def _write(self) -> None:
        if self._stream is not None:
            # In place: on a full disk the file's own block is still there. Without one the store goes on all the same.
            with suppress(OSError):
                written = os.pwrite(self._stream.fileno(), json.dumps(self.facts).encode(), 0)
                self._stream.truncate(written)


def _already_running(text: str) -> str:
    try:
        facts = json.loads(text)
        where = f" (process {facts['pid']}, port {facts['port']})"
    except (ValueError, KeyError, TypeError):
        where = ""
    return (
        f"Planfront is already running from this folder{where}. Stop it with Ctrl-C, "
        "or give the second one its own PLANFRONT_VAR, DATABASE_URL and PORT."
    )
