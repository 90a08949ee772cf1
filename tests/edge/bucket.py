"""An S3 service on this machine with a bucket in it, and a door in front of it that can be shut."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import boto3

from planfront.cli import ports
from planfront.cli.process import die_with_parent
from tests.concurrency.test_leases import wait_for

NAME = "store-files"


class Bucket:
    """``variables`` are those of a node; ``shut`` lets nobody in until ``open`` is called."""

    def __init__(self, behind: int) -> None:
        self.port, self._behind = ports.free_port(), behind
        self._there: socket.socket | None = None
        self._ways: list[socket.socket] = []
        self.client = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{behind}", **_KEYS)

    @property
    def variables(self) -> dict[str, str]:
        url = f"s3://{NAME}/shop?endpoint=http://127.0.0.1:{self.port}&region=us-east-1"
        return {"FILES_URL": url, "FILES_KEY_ID": "key", "FILES_SECRET_KEY": "secret"}

    def names(self) -> set[str]:
        return {row["Key"] for row in self.client.list_objects_v2(Bucket=NAME).get("Contents", ())}

    def open(self) -> None:
        self._there = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._there,), daemon=True).start()

    def shut(self) -> None:
        if self._there is not None:
            self._there.shutdown(socket.SHUT_RDWR)
            self._there.close()
        for way in self._ways:
            with suppress(OSError):
                way.shutdown(socket.SHUT_RDWR)
        self._there, self._ways = None, []

    def _accept(self, there: socket.socket) -> None:
        with suppress(OSError):
            while True:
                outside, _address = there.accept()
                inside = socket.create_connection(("127.0.0.1", self._behind))
                self._ways += [outside, inside]
                for source, target in ((outside, inside), (inside, outside)):
                    threading.Thread(target=_pass_on, args=(source, target), daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while block := source.recv(65536):
            target.sendall(block)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


_KEYS = {"aws_access_key_id": "key", "aws_secret_access_key": "secret", "region_name": "us-east-1"}


@contextmanager
def running() -> Iterator[Bucket]:
    port = ports.free_port()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, preexec_fn=die_with_parent(), **quiet)  # type: ignore[call-overload]
    bucket = Bucket(port)
    try:
        wait_for(lambda: _answers(port), 60)
        bucket.client.create_bucket(Bucket=NAME)
        bucket.open()
        yield bucket
    finally:
        bucket.shut()
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
