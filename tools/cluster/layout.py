"""Parts of a cluster on this machine: its folder, names, ports and passwords, kept from start to start."""

import json
import os
import random
import secrets
import socket
from dataclasses import asdict, dataclass
from pathlib import Path

from planfront.cli.console import CliError
from planfront.config.env import Env
from planfront.config.secrets import new_field_key

HOST = "127.0.0.1"
DATABASES = ("db1", "db2", "db3")
MEMBERS = ("etcd1", "etcd2", "etcd3")
WEBS = ("web1", "web2")
WORKERS = ("worker1", "worker2")
TICKERS = ("tick1", "tick2")
STORE = (*WEBS, *WORKERS, *TICKERS)
EDGE = "nginx"
_SINGLE = (EDGE, "plain", "store", "primary", "replicas", "pgbouncer", "files")
_PORTS = (
    *_SINGLE,
    *WEBS,
    *(f"{name}{part}" for name in DATABASES for part in ("", "_rest")),
    *(f"{name}{part}" for name in MEMBERS for part in ("", "_peer")),
)
_PASSWORDS = ("superuser", "replication", "rewind", "rest", "store")
_NAME = "layout.json"
# Below the ports of outgoing connections, so that none of those takes one while its owner is away.
_LOWEST, _HIGHEST = 20_000, 32_000


@dataclass(frozen=True)
class Layout:
    """``folder`` holds everything. ``ports`` and ``passwords`` by name; ``keys``: SECRET_KEY and FIELD_KEYS."""

    folder: Path
    ports: dict[str, int]
    passwords: dict[str, str]
    keys: dict[str, str]

    def address(self, port: str) -> str:
        return f"{HOST}:{self.ports[port]}"

    def of(self, name: str) -> Path:
        """The folder of a part: its configuration as it is run, and its data."""
        return self.folder / name

    def hold(self, name: str) -> Path:
        """While this file is there, the part isn't started again."""
        return self.folder / "hold" / name

    @property
    def ready(self) -> Path:
        """Is there while the cluster serves."""
        return self.folder / "ready"

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    def database_url(self, port: str, database: str = "planfront") -> str:
        return f"postgres://planfront:{self.passwords['store']}@{self.address(port)}/{database}"


def load(folder: Path, edge: int | None, env: Env) -> Layout:
    """The layout that the folder has, or a new one.

    ``edge``: the port for visitors, else any. A new one takes the keys of ``env``, where it has some."""
    file = folder / _NAME
    if file.exists():
        result = load_kept(folder)
    else:
        result = Layout(
            folder,
            _free_ports(edge),
            {name: secrets.token_hex(16) for name in _PASSWORDS},
            {
                "secret_key": env.secret_key or secrets.token_hex(32),
                "field_keys": env.field_keys or new_field_key("k1"),
            },
        )
    _require_free(result)
    folder.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
        json.dump({**asdict(result), "folder": str(folder)}, stream)
    return result


def load_kept(folder: Path) -> Layout:
    """The layout of a cluster that was started in the folder."""
    facts = json.loads((folder / _NAME).read_text())
    return Layout(folder, facts["ports"], facts["passwords"], facts["keys"])


def _free_ports(edge: int | None) -> dict[str, int]:
    dice, result = random.SystemRandom(), dict[str, int]()
    for name in _PORTS:
        if name == EDGE and edge is not None:
            result[name] = edge
            continue
        while True:
            port = dice.randrange(_LOWEST, _HIGHEST)
            if port not in result.values() and _is_free(port):
                result[name] = port
                break
    return result


def _require_free(layout: Layout) -> None:
    if taken := [f"{port} ({name})" for name, port in layout.ports.items() if not _is_free(port)]:
        raise CliError(f"Ports of the cluster are in use by other programs: {', '.join(taken)}.")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True
