"""The parts of a cluster as processes: their commands, environments and users."""

import http.client
import os
import pwd
import ssl
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from planfront.cli import environment
from planfront.cli.paths import ROOT, VENV
from planfront.cli.process import Child
from tools import postgres
from tools.cluster.files import BUCKET, FILES_KEY
from tools.cluster.layout import DATABASES, EDGE, HOST, MEMBERS, STORE, TICKERS, WEBS, WORKERS, Layout

FILES = "files"
_ROLES = {**dict.fromkeys(WEBS, "web"), **dict.fromkeys(WORKERS, "worker"), **dict.fromkeys(TICKERS, "tick")}
_STAND_IN = VENV / "bin" / "moto_server"
# A part whose file in hold/ is there waits. The store's nodes then read their settings, as systemd does.
_WAIT = 'while [ -e "$0" ]; do sleep 0.2; done; exec "$@"'
_WAIT_AND_READ = 'while [ -e "$0" ]; do sleep 0.2; done; set -a; . "$1"; shift; exec "$@"'


def children(layout: Layout, programs: Mapping[str, str], user: pwd.struct_passwd | None) -> list[Child]:
    argvs: dict[str, list[str]] = {
        **{name: [programs["etcd"], f"--config-file={layout.of(name) / 'etcd.yml'}"] for name in MEMBERS},
        **{name: [programs["patroni"], str(layout.of(name) / "patroni.yml")] for name in DATABASES},
        "haproxy": [programs["haproxy"], "-db", "-f", str(layout.of("haproxy") / "haproxy.cfg")],
        "pgbouncer": [programs["pgbouncer"], str(layout.of("pgbouncer") / "pgbouncer.ini")],
        EDGE: [programs["nginx"], "-p", str(layout.of(EDGE)), "-c", str(layout.of(EDGE) / "nginx.conf")],
    }
    services = [
        Child(
            name,
            ["sh", "-c", _WAIT, str(layout.hold(name)), *as_service(user), *argv],
            service_environment(layout, name),
            str(layout.of(name)),
        )
        for name, argv in argvs.items()
    ]
    return [*services, *_stand_in(layout), *(_node(layout, name) for name in STORE)]


def _stand_in(layout: Layout) -> list[Child]:
    argv = [str(_STAND_IN), "-H", HOST, "-p", str(layout.ports[FILES])]
    return [Child(FILES, argv, environment.for_child(), str(ROOT))] if has_stand_in() else []


def _node(layout: Layout, name: str) -> Child:
    settings = str(layout.of(name) / "planfront.env")
    argv = ["sh", "-c", _WAIT_AND_READ, str(layout.hold(name)), settings, *environment.planfront(_ROLES[name])]
    return Child(name, argv, environment.for_child(), str(ROOT))


def store_environment(layout: Layout, name: str) -> dict[str, str]:
    """The environment of a node, for commands on it. The database is reached past the pooler."""
    settings = environment.for_child()
    for line in (layout.of(name) / "planfront.env").read_text().splitlines():
        key, mark, value = line.partition("=")
        if mark and not key.startswith("#"):
            settings[key] = value
    return {**settings, "DATABASE_URL": settings["DATABASE_DIRECT_URL"], "DATABASE_POOLER": "none"}


def service_environment(layout: Layout, name: str) -> dict[str, str]:
    """Return a service's environment, with nothing of the store's own."""
    folder = layout.of(name)
    return {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin") + os.pathsep + "/usr/sbin",
        "LC_ALL": "C",
        "HOME": str(folder),
        "PGPASSFILE": str(folder / "pgpass"),
    }


def as_service(user: pwd.struct_passwd | None = None) -> list[str]:
    """The words before a command of a service: it doesn't run as root, and ends with whoever started it."""
    user = user or postgres.unprivileged_user()
    return [*as_user(user.pw_name), "--pdeathsig=TERM"] if user else []


def as_user(user: str) -> list[str]:
    group = pwd.getpwnam(user).pw_gid
    return ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"]


def make_bucket(layout: Layout) -> bool:
    """Make the bucket of the store's files; whether it is there. The stand-in believes every signature."""
    connection = http.client.HTTPConnection(HOST, layout.ports[FILES], timeout=5)
    credential = f"Credential={FILES_KEY}/20260101/us-east-1/s3/aws4_request"
    try:
        connection.request("PUT", f"/{BUCKET}", headers={"Authorization": f"AWS4-HMAC-SHA256 {credential}"})
        return connection.getresponse().status in {200, 409}
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def has_stand_in() -> bool:
    """Return True when there is a stand-in for S3: it comes with the tools of the checks."""
    return _STAND_IN.exists()


def rest(layout: Layout, name: str, path: str) -> int:
    """The status that Patroni's REST interface of a database node answers; 0 without an answer."""
    connection = http.client.HTTPConnection(HOST, layout.ports[f"{name}_rest"], timeout=3)
    with suppress(OSError, http.client.HTTPException):
        connection.request("OPTIONS", path)
        return connection.getresponse().status
    return 0


def answers(layout: Layout, path: str) -> bool:
    """Return True when the store answers with 200 from the edge on."""
    trusted = ssl.create_default_context(cafile=str(layout.certificate))
    connection = http.client.HTTPSConnection("localhost", layout.ports[EDGE], timeout=5, context=trusted)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def postmaster(layout: Layout, name: str) -> int | None:
    """The process id of a node's PostgreSQL, which is not Patroni's child."""
    with suppress(OSError, ValueError, IndexError):
        return int((Path(layout.of(name)) / "data" / "postmaster.pid").read_text().split()[0])
    return None
