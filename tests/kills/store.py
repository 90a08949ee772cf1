"""A real store as ./run starts it, on a fresh copy of the demo world, whose processes can be killed."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import shutil
import signal
import socketserver
import subprocess
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from planfront.cli import environment, ports
from planfront.cli.process import die_with_parent
from tools import trial
from tools.stopping import descendants

START = 240.0


class MailServer(socketserver.ThreadingTCPServer):
    """Takes every mail and counts it by recipient and Message-ID. ``codes``: the last to sign with, by recipient."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.taken: Counter[tuple[str, str, str]] = Counter()
        self.codes: dict[str, str] = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class _Conversation(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        with suppress(OSError):
            self._talk()

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())

    def _talk(self) -> None:
        self._say("220 here")
        to = ""
        while line := self.rfile.readline().decode(errors="replace").strip():
            verb = line[:4].upper()
            if verb == "RCPT":
                to = line.partition("<")[2].partition(">")[0]
            if verb == "DATA":
                self._say("354 go on")
                self._take(to)
            self._say("221 bye" if verb == "QUIT" else "250 ok")

    def _take(self, to: str) -> None:
        facts = {"message-id": "", "subject": ""}
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            if code := re.fullmatch(rb"\s+([0-9]{6})\s+", line):
                self.server.codes[to] = code[1].decode()
            name, _, value = line.decode(errors="replace").partition(":")
            if name.lower() in facts and not facts[name.lower()]:
                facts[name.lower()] = value.strip()
        self.server.taken[to, facts["subject"], facts["message-id"]] += 1


class Store:
    """``database``: sqlite or postgres. ``kill`` ends processes with SIGKILL; the supervisor starts them again."""

    def __init__(self, database: str, place: Path | None = None, **variables: str) -> None:
        """``place``: the folder to hold the store's own; ``variables``: settings beside those of a trial."""
        self.database, self.mail = database, MailServer()
        self.folder = Path(tempfile.mkdtemp(prefix="planfront-kill-", dir=place))
        self.port = ports.free_port()
        self.env = {
            **trial.copy_of_the_world(database, self.folder),
            "PORT": str(self.port),
            "SMTP_URL": self.mail.url,
            **variables,
        }
        self.kills: Counter[str] = Counter()
        self.answered = 0
        self.start()
        self.wait()

    def start(self) -> None:
        self.log = (self.folder / "kill.log").open("ab")
        self.process = subprocess.Popen(
            environment.planfront("up"),
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent(),
        )

    def stop(self) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(60)
        self.process.kill()
        self.process.wait()
        self.log.close()
        self.mail.shutdown()
        self.mail.server_close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def wait(self) -> None:
        """Until the server answers."""
        deadline = time.monotonic() + START
        while not self.answers():
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise AssertionError((self.folder / "kill.log").read_text(errors="replace")[-3000:])
            time.sleep(0.05)

    def answers(self) -> bool:
        with suppress(OSError, http.client.HTTPException):
            return self.call("GET", "/healthz", {}, None)[0] == 200
        return False

    def call(self, method: str, path: str, headers: dict[str, str], body: Any) -> tuple[int, Any]:
        """(status, JSON). Raises OSError or HTTPException when the server goes away meanwhile."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            sent = None if body is None else json.dumps(body)
            connection.request(method, path, sent, {"Host": "localhost", "Content-Type": "application/json", **headers})
            answer = connection.getresponse()
            text = answer.read()
            self.answered += 1
            return answer.status, json.loads(text) if "json" in (answer.headers.get("Content-Type") or "") else text
        finally:
            connection.close()

    def kill(self, name: str, dice: random.Random) -> None:
        """``web`` or ``worker`` with all it started, ``web process`` (one that answers), ``web forker`` (the one that
        forks them), ``everything``: the supervisor, too, and ./run again."""
        self.kills[name] += 1
        children = self._children()
        with suppress(ProcessLookupError, KeyError, IndexError):
            if name == "web process":
                os.kill(dice.choice(sorted(descendants(children["web"]))), signal.SIGKILL)
            elif name == "web forker":
                os.kill(children["web"], signal.SIGKILL)
            elif name != "everything":
                os.killpg(children[name], signal.SIGKILL)
        if name == "everything":
            self.process.kill()
            for pid in children.values():
                with suppress(ProcessLookupError):
                    os.killpg(pid, signal.SIGKILL)
            self.process.wait()
            self.log.close()
            self.start()

    def _children(self) -> dict[str, int]:
        """Process ids by name; none of a store that is just starting."""
        with suppress(OSError, ValueError):
            facts = json.loads((self.folder / "run" / "planfront.json").read_text())
            if facts["pid"] == self.process.pid:
                return dict(facts["children"])
        return {}

    def python(self, code: str) -> Any:
        """What a piece of Python prints as JSON, run with this store's database."""
        argv = environment.planfront("manage", "shell", "--no-imports", "-c", code)
        done = subprocess.run(argv, env=self.env, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout.strip().splitlines()[-1])
