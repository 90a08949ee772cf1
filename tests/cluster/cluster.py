"""A cluster as ./run cluster starts it, whose parts can be killed for good and brought back."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import ssl
import subprocess
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from planfront.cli import environment
from planfront.cli.paths import ROOT
from planfront.cli.process import die_with_parent
from tests.kills.store import MailServer
from tools.cluster import parts
from tools.cluster.layout import DATABASES, EDGE, MEMBERS, WEBS, WORKERS, Layout, load_kept
from tools.main import command_line
from tools.stopping import descendants

START = 420.0
_STATES = ("/primary", "/replica", "/synchronous")


class Cluster:
    """``answered``: calls to the edge by status (0: none came). ``kills``: by part."""

    def __init__(self, world: str, variables: dict[str, str]) -> None:
        self.mail = MailServer()
        self.var = Path(tempfile.mkdtemp(prefix="planfront-cluster-"))
        self.var.chmod(0o711)
        self.log = (self.var / "output").open("ab")
        self.env = environment.for_child(PLANFRONT_VAR=str(self.var), SMTP_URL=self.mail.url, **variables)
        argv = command_line("cluster", "--for-tests", *(["--world", world] if world else []))
        self.process = subprocess.Popen(
            argv,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent(),
        )
        self.kills: Counter[str] = Counter()
        self.answered: Counter[int] = Counter()
        folder = self.var / "cluster"
        try:
            self._wait_for(lambda: (folder / "ready").exists(), START)
        except AssertionError:
            self.stop()
            raise
        self.layout: Layout = load_kept(folder)
        self.trusted = ssl.create_default_context(cafile=str(self.layout.certificate))

    def stop(self) -> None:
        """At once: nobody needs what they would still write."""
        for pid in (self.process.pid, *descendants(self.process.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.log.close()
        self.mail.shutdown()
        self.mail.server_close()
        shutil.rmtree(self.var, ignore_errors=True)

    def _wait_for(self, holds: Callable[[], bool], seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise AssertionError(self.log_tail())
            time.sleep(0.1)

    def log_tail(self) -> str:
        """The end of what the cluster and its parts have written."""
        texts = [(self.var / "output"), (self.var / "cluster" / "log")]
        return "\n".join(text.read_text(errors="replace")[-6000:] for text in texts if text.exists())

    # --- asking -------------------------------------------------------------------------------------------------------

    def call(self, method: str, path: str, headers: dict[str, str], body: Any) -> tuple[int, Any]:
        """(status, JSON) from the edge on. Raises OSError or HTTPException without an answer."""
        connection = http.client.HTTPSConnection("localhost", self.layout.ports[EDGE], timeout=60, context=self.trusted)
        status = 0
        try:
            status, answer = self._ask(connection, method, path, headers, body)
            return status, answer
        finally:
            self.answered[status] += 1

    def call_node(self, name: str, method: str, path: str, headers: dict[str, str], body: Any) -> tuple[int, Any]:
        """The same of one web node, as its proxy asks."""
        connection = http.client.HTTPConnection("127.0.0.1", self.layout.ports[name], timeout=60)
        proxied = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7", **headers}
        return self._ask(connection, method, path, proxied, body)

    def _ask(
        self, connection: http.client.HTTPConnection, method: str, path: str, headers: dict[str, str], body: Any
    ) -> tuple[int, Any]:
        try:
            sent = None if body is None else json.dumps(body)
            connection.request(method, path, sent, {"Host": "localhost", "Content-Type": "application/json", **headers})
            answer = connection.getresponse()
            text = answer.read()
            is_json = "json" in (answer.headers.get("Content-Type") or "")
            return answer.status, json.loads(text) if is_json else text
        finally:
            connection.close()

    def python(self, code: str) -> Any:
        """What a piece of Python prints as JSON, run with this cluster's database."""
        argv = environment.planfront("manage", "shell", "--no-imports", "-c", code)
        env = {**self.env, **parts.store_environment(self.layout, WEBS[0])}
        done = subprocess.run(argv, env=env, cwd=ROOT, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout.strip().splitlines()[-1])

    def run(self, *arguments: str, source: Path) -> subprocess.CompletedProcess[str]:
        """A command of the release in a folder, on the first web node, past the pooler."""
        env = {**self.env, **parts.store_environment(self.layout, WEBS[0]), "PYTHONPATH": str(source / "src")}
        argv = environment.planfront(*arguments)
        return subprocess.run(argv, env=env, cwd=source, check=False, capture_output=True, text=True)

    def replace(self, name: str, source: Path) -> None:
        """Let a node leave in good order and start with the release in a folder; wait until it serves."""
        settings = self.layout.of(name) / "planfront.env"
        settings.write_text(f"{settings.read_text()}PYTHONPATH={source / 'src'}\n")
        before = self.child(name)
        os.kill(before, signal.SIGTERM)
        self.wait_until(lambda: self.child(name) != before, 90)
        if name in WEBS:
            self.wait_until(lambda: self._ready(name), 180)

    def source_of(self, name: str) -> str:
        """Where the sources lie that a node runs from."""
        variables = Path(f"/proc/{self.child(name)}/environ").read_bytes().split(b"\0")
        return dict(variable.decode().split("=", 1) for variable in variables if variable)["PYTHONPATH"]

    def writable(self) -> bool:
        """Whether the port of the primary takes a write."""
        with suppress(psycopg.Error), psycopg.connect(self.layout.database_url("primary"), connect_timeout=2) as there:
            there.execute("SET statement_timeout = '2s'")
            there.execute("CREATE TEMPORARY TABLE probe (id int)")
            return True
        return False

    # --- killing ------------------------------------------------------------------------------------------------------

    def primary(self) -> str:
        """The name of the node that is the primary; "" while there is none."""
        return next((name for name in DATABASES if parts.rest(self.layout, name, "/primary") == 200), "")

    def find(self, part: str) -> str:
        """The name of a web node, worker, standby (the one that has every commit), of PgBouncer or of etcd's leader."""
        if part == "standby":
            return next(name for name in DATABASES if parts.rest(self.layout, name, "/synchronous") == 200)
        if part == "etcd leader":
            return next(name for name in MEMBERS if self._leads(name))
        return {"web": WEBS[0], "worker": WORKERS[0]}.get(part, part)

    def _leads(self, name: str) -> bool:
        with urllib.request.urlopen(f"http://{self.layout.address(name)}/metrics", timeout=5) as answer:
            return b"\netcd_server_is_leader 1\n" in answer.read()

    def whole(self) -> bool:
        """Whether there is a primary with two standbys, one of which has every commit, and both web nodes are ready."""
        states = [{path for path in _STATES if parts.rest(self.layout, name, path) == 200} for name in DATABASES]
        return (
            sorted(map(len, states)) == [1, 1, 2]
            and sum("/primary" in state for state in states) == 1
            and all(self._ready(name) for name in WEBS)
        )

    def _ready(self, name: str) -> bool:
        with suppress(OSError, http.client.HTTPException):
            return self.call_node(name, "GET", "/readyz", {}, None)[0] == 200
        return False

    def kill(self, name: str, *, stays_away: bool = True) -> None:
        """SIGKILL for a part with all it started. One that ``stays_away`` isn't started again until ``bring_back``."""
        if stays_away:
            self.layout.hold(name).touch()
        self.kills[name.rstrip("123456789")] += 1
        top = {self.child(name)}
        if name in DATABASES and (pid := parts.postmaster(self.layout, name)):
            top.add(pid)
        for pid in top | {below for above in top for below in descendants(above)}:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def pause(self, name: str) -> None:
        """A part hangs: it takes connections and answers nothing, until ``resume``."""
        self._signal(name, signal.SIGSTOP)

    def resume(self, name: str) -> None:
        self._signal(name, signal.SIGCONT)

    def _signal(self, name: str, number: signal.Signals) -> None:
        for pid in {self.child(name), *descendants(self.child(name))}:
            os.kill(pid, number)

    def send_away(self, name: str) -> None:
        """Let a part leave in good order, until ``bring_back``."""
        self.layout.hold(name).touch()
        os.kill(self.child(name), signal.SIGTERM)

    def bring_back(self, name: str) -> None:
        self.layout.hold(name).unlink(missing_ok=True)

    def child(self, name: str) -> int:
        return int(json.loads((self.var / "run" / "cluster.json").read_text())["children"][name])

    def wait_until(self, holds: Callable[[], bool], seconds: float = 60.0) -> float:
        """Wait, and return for how many seconds."""
        started = time.monotonic()
        self._wait_for(holds, seconds)
        return time.monotonic() - started
