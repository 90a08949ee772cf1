"""The programs of a cluster, and Caddy as another proxy of one machine, from Debian's packages."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from planfront.cli import debian
from tools import postgres

PACKAGES: Mapping[str, str] = {
    "patroni": "patroni",
    "etcd": "etcd-server",
    "etcdctl": "etcd-client",
    "haproxy": "haproxy",
    "pgbouncer": "pgbouncer",
    "nginx": "nginx",
    "pgbackrest": "pgbackrest",
    "caddy": "caddy",
}
"""By program: the package that has it."""
_FOLDERS = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])


def find() -> dict[str, str]:
    """The path of each program and of the folder ``postgres``; what is missing is installed, or CliError says what."""
    binaries = postgres.find_binaries()
    if missing := [package for name, package in PACKAGES.items() if not path_of(name)]:
        debian.install(missing, why="Programs of the cluster are missing", start=False)
    paths = {name: str(path_of(name)) for name in PACKAGES}
    return {**paths, "postgres": str(binaries), "psql": str(Path(binaries) / "psql")}


def can_be_had() -> bool:
    """Return True when the packages are there or the command can install them."""
    return debian.can_install() or all(path_of(name) for name in PACKAGES)


def path_of(name: str) -> str | None:
    """Return the path of a program, None where it isn't installed."""
    return shutil.which(name, path=_FOLDERS)
