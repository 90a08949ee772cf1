"""A disk that is full while people shop: pages are read, what can't be written is refused in words, nothing ends."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from planfront.kernel.observing import metrics
from tests.kills.conftest import DATABASES
from tests.kills.store import Store

pytestmark = pytest.mark.skipif(not os.environ.get("PLANFRONT_KILLS"), reason="PLANFRONT_KILLS says how many")
BASICS = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}
REFUSED = "We can't answer right now. Nothing you entered is lost; please try again in a moment."
LARGE = 2 << 20
"""Bytes of a body that waits in a file."""


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("Mounting a disk isn't allowed here.")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(disk: Path) -> Path:
    """Write until not a byte is left."""
    filler = disk / "filler"
    with filler.open("ab", buffering=0) as stream, contextlib.suppress(OSError):
        for size in (1 << 20, 1 << 12, 1):
            with contextlib.suppress(OSError):
                while stream.write(b"x" * size):
                    pass
    return filler


def wait_until_empty(disk: Path) -> None:
    """The file of a body may outlive its answer by a moment, and leave room when it goes."""
    deadline = time.monotonic() + 20
    while (used := shutil.disk_usage(disk).used) >= LARGE and time.monotonic() < deadline:
        time.sleep(0.1)
    assert used < LARGE


@pytest.fixture(params=DATABASES)
def full(request, tmp_path):
    """A store whose data folder and temporary folder lie on small disks, which ``fill`` fills."""
    with small_disk(tmp_path / "var", 400) as var, small_disk(tmp_path / "temporary", 4) as temporary:
        store = Store(request.param, var, TMPDIR=str(temporary), WEB_WORKERS="1")
        try:
            yield store, var, temporary
        finally:
            store.stop()


def begin_visit(store: Store) -> dict[str, str]:
    status, answer = store.call("POST", "/api/v1/session", {}, {})
    assert status == 200, answer
    return {"Authorization": f"Bearer {answer['data']['token']}"}


def ask(store: Store, path: str) -> int:
    began = time.monotonic()
    status, _answer = store.call("GET", path, {}, None)
    assert time.monotonic() - began < 5, path
    return status


def write(store: Store, visit: dict[str, str]) -> tuple[int, str]:
    status, answer = store.call("POST", "/api/v1/add-filter-for-new-user", visit, BASICS)
    return status, answer["message"]


def send_much(store: Store, visit: dict[str, str]) -> int:
    """The status; 503 also when the server stops reading, since it may close before its answer is read."""
    body = {**BASICS, "zip": "x" * LARGE}
    try:
        return store.call("POST", "/api/v1/add-filter-for-new-user", visit, body)[0]
    except ConnectionError:
        return 503


def may_write(store: Store, visit: dict[str, str]) -> bool:
    """Say that a write is refused in words on SQLite, whose files lie on the full disk, and done on PostgreSQL."""
    status, words = write(store, visit)
    return status == 200 if store.database == "postgres" else (status, words) == (503, REFUSED)


def kill_the_processes(store: Store) -> None:
    """New ones have to come up on the full disk."""
    children = store._children()
    for name in ("web", "worker"):
        os.killpg(children[name], signal.SIGKILL)
    time.sleep(1)
    store.wait()
    assert store.process.poll() is None


def plans_counted(store: Store) -> float:
    _status, text = store.call("GET", "/metrics", {}, None)
    lines = [line for line in text.decode().splitlines() if line.startswith("planfront_requests_total{")]
    return sum(float(line.rpartition(" ")[2]) for line in lines if 'route="page"' in line)


def test_a_full_data_folder_stops_only_what_it_has_to_hold(full):
    store, var, _temporary = full
    visit = begin_visit(store)
    before = plans_counted(store)
    filler = fill(var)
    for _restart in range(2):
        assert [ask(store, path) for path in ("/healthz", "/", "/plans", "/metrics")] == [200] * 4
        assert ask(store, "/readyz") == 503  # less than 200 MB are left
        assert may_write(store, visit)
        time.sleep(2 * metrics.EVERY)  # what was counted is reported
        kill_the_processes(store)
    deadline = time.monotonic() + 20
    while (counted := plans_counted(store)) != before + 2 and time.monotonic() < deadline:
        time.sleep(0.5)
    assert counted == before + 2, "the counts of killed processes are gone"
    filler.unlink()
    assert write(store, visit)[0] == 200
    assert write(store, begin_visit(store))[0] == 200


def test_a_full_temporary_folder_stops_only_large_bodies(full):
    store, _var, temporary = full
    visit = begin_visit(store)
    assert send_much(store, visit) == 422  # the folder is chosen when it is first needed: a full one isn't
    wait_until_empty(temporary)
    filler = fill(temporary)
    assert [ask(store, path) for path in ("/healthz", "/", "/plans", "/metrics")] == [200] * 4
    assert write(store, visit)[0] == 200  # SQLite keeps what is passing in memory
    assert send_much(store, visit) == 503
    kill_the_processes(store)
    assert [ask(store, path) for path in ("/healthz", "/", "/plans", "/metrics")] == [200] * 4
    filler.unlink()
    assert write(store, visit)[0] == 200
    assert send_much(store, visit) == 422
