"""A temporary PostgreSQL cluster for checks: fast, private, gone afterwards.

It listens on a Unix socket in its own folder only. PostgreSQL refuses to run as root, so root hands it to
`postgres` or `nobody`. Nothing is synced to disk: the cluster lives as long as the check.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs, urlsplit

from planfront.cli import debian
from planfront.cli.console import CliError
from planfront.cli.process import die_with_parent

_SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
    "jit": "off",
    "listen_addresses": "",
    "shared_buffers": "128MB",
    "max_connections": "100",
    "max_wal_size": "2GB",
    "timezone": "UTC",
}
AS_IN_USE = {"autovacuum": "on", "synchronous_commit": "on"}
"""For measurements of what hangs on the server's own upkeep, and on when a commit goes to a standby."""
ROLE = "planfront"


@contextmanager
def temporary_cluster(**settings: str) -> Iterator[str]:
    """Start a cluster, yield a DATABASE_URL for an empty database in it, stop and delete it. ``settings`` of the server
    go before those of every check."""
    binaries = find_binaries()
    folder = Path(tempfile.mkdtemp(prefix="planfront-pg-"))
    try:
        user = unprivileged_user()
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        initdb = [str(binaries / "initdb"), "-D", str(folder / "data"), "-U", ROLE, "-A", "trust"]
        _call([*initdb, "-E", "UTF8", "--locale=C", "--no-sync"], folder, user)
        with _server(binaries, folder, user, settings):
            _call([str(binaries / "createdb"), "-h", str(folder), "-U", ROLE, ROLE], folder, user)
            yield url(folder, ROLE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def standby(primary: str) -> Iterator[str]:
    """Start a copy of a temporary cluster that follows it, yield the address of the same database there, delete it."""
    binaries, place = find_binaries(), urlsplit(primary)
    folder = Path(tempfile.mkdtemp(prefix="planfront-pg-"))
    try:
        user = unprivileged_user()
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        copy = [str(binaries / "pg_basebackup"), "-h", parse_qs(place.query)["host"][0], "-U", ROLE]
        _call([*copy, "-D", str(folder / "data"), "-R", "--checkpoint=fast", "--no-sync"], folder, user)
        with _server(binaries, folder, user):
            yield url(folder, place.path.removeprefix("/"))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _server(
    binaries: Path, folder: Path, user: pwd.struct_passwd | None, own: Mapping[str, str] = MappingProxyType({})
) -> Iterator[None]:
    settings = [word for name, value in {**_SETTINGS, **own}.items() for word in ("-c", f"{name}={value}")]
    log = folder / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [str(binaries / "postgres"), "-D", str(folder / "data"), "-k", str(folder), *settings],
            **_as_user(user, folder),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGINT),
        )
    try:
        _wait_until_ready(binaries, folder, process, log)
        yield
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(30)


def _wait_until_ready(binaries: Path, folder: Path, process: "subprocess.Popen[bytes]", log: Path) -> None:
    probe = [str(binaries / "pg_isready"), "-q", "-h", str(folder), "-t", "1"]
    deadline = time.monotonic() + 60
    while subprocess.run(probe, check=False).returncode != 0:
        if process.poll() is not None or time.monotonic() > deadline:
            raise CliError(f"The temporary PostgreSQL did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)


def url(folder: Path, database: str) -> str:
    return f"postgres://{ROLE}@/{database}?host={folder}"


def find_binaries() -> Path:
    """Return the folder with initdb and pg_ctl of the newest PostgreSQL (15 or later), installed if it must be."""
    result = _installed()
    if result is None:
        debian.install(["postgresql"], why="PostgreSQL is missing")
        result = _installed()
    if result is None:
        raise CliError("PostgreSQL 15 or newer is needed for the checks, and none was found.")
    return result


def _installed() -> Path | None:
    debian_style = [
        path
        for path in Path("/usr/lib/postgresql").glob("*/bin")
        if path.parent.name.isdigit() and int(path.parent.name) >= 15 and (path / "initdb").exists()
    ]
    if debian_style:
        return max(debian_style, key=lambda path: int(path.parent.name))
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def unprivileged_user() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise CliError("PostgreSQL can't run as root, and there is no user `postgres` or `nobody`.")


def _as_user(user: pwd.struct_passwd | None, folder: Path) -> dict[str, Any]:
    """Return Popen's arguments to run as `user` (None: as ourselves) inside `folder`."""
    who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
    return {**who, "cwd": folder, "env": {**os.environ, "LC_ALL": "C", "HOME": str(folder)}}


def _call(command: Sequence[str], folder: Path, user: pwd.struct_passwd | None) -> None:
    done = subprocess.run(
        command,
        **_as_user(user, folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CliError(f"{Path(command[0]).name} failed:\n{done.stdout}")
