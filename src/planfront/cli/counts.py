"""The supervisor's end of the counts that its processes report (``planfront.kernel.observing.metrics``)."""

import socketserver
import threading
from contextlib import suppress
from pathlib import Path

from planfront.cli.console import say
from planfront.kernel.observing import metrics
from planfront.kernel.observing.metrics import Series


def gather(var: Path, role: str = "") -> dict[str, str]:
    """Take reports from now on, and return the environment that tells children where.

    Without a socket, on a full disk for one, each process keeps its counts to itself."""
    path = var / "run" / (f"counts-{role}.sock" if role else "counts.sock")
    try:
        path.unlink(missing_ok=True)
        with metrics.address_of(path) as address:
            server = _Server(address)
        path.chmod(0o600)
    except OSError as error:
        say(f"Counts of single processes only: {path} can't be made ({error.strerror}).")
        return {}
    threading.Thread(target=server.serve_forever, name="counts", daemon=True).start()
    return {metrics.SOCKET: str(path)}


class _Server(socketserver.ThreadingUnixStreamServer):
    """``current``: the last report of each process that is connected. ``ended``: the sum of those that have ended."""

    daemon_threads = True

    def __init__(self, address: str) -> None:
        super().__init__(address, _Reports)
        self.lock = threading.Lock()
        self.current: dict[_Reports, dict[Series, float]] = {}
        self.ended: dict[Series, float] = {}

    def totals(self) -> dict[Series, float]:
        result = dict(self.ended)
        for counts in self.current.values():
            metrics.add_counts(result, counts)
        return result


class _Reports(socketserver.StreamRequestHandler):
    """Reports of one process until its end."""

    server: _Server

    def handle(self) -> None:
        with suppress(OSError, ValueError):
            while line := metrics.read_line(self.rfile):
                counts, ask = line
                with self.server.lock:
                    self.server.current[self] = counts
                    totals = self.server.totals() if ask else {}
                if ask:
                    metrics.write_line(self.wfile, totals)

    def finish(self) -> None:
        with self.server.lock:
            metrics.add_counts(self.server.ended, metrics.drop_gauges(self.server.current.pop(self, {})))
        super().finish()
