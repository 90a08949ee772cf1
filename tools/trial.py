"""A throw-away store for one browser journey: fresh data folder, fresh seeded database, free port.

The world is seeded once per cache folder and copied for every trial. The first line printed is JSON with the
address and the data folder; then the output of `up` follows until the process is stopped.
"""

import argparse
import fcntl
import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from planfront.cli import environment, ports
from planfront.cli.console import CliError, say
from planfront.cli.process import die_with_parent
from tools import migrated

_WORLD = "world"
CACHE, SERVER = "PLANFRONT_TRIAL_CACHE", "PLANFRONT_TRIAL_POSTGRES"
"""Where the world is made once, and the PostgreSQL server of worlds."""


def command(options: argparse.Namespace) -> int:
    _end_with_the_journey()
    folder = Path(tempfile.mkdtemp(prefix="planfront-trial-"))
    try:
        env = copy_of_the_world(options.database, folder)
        port = ports.free_port()
        say(json.dumps({"port": port, "var": str(folder), "database": env["DATABASE_URL"]}))
        return _serve({**env, "PORT": str(port)})
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _end_with_the_journey() -> None:
    """A killed test runner must not leave its store behind."""
    if ask := die_with_parent(parent=os.getppid()):
        ask()


def _serve(env: dict[str, str]) -> int:
    process = subprocess.Popen(
        environment.planfront("up"), env=env, preexec_fn=die_with_parent(), stdin=subprocess.DEVNULL
    )
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: process.terminate())
    return process.wait()


def copy_of_the_world(database: str, folder: Path) -> dict[str, str]:
    """Return the environment of a store whose data folder and database are fresh copies."""
    cache = Path(os.environ.get(CACHE) or folder / "cache") / database
    with _locked(cache):
        world = cache / _WORLD
        if not (cache / "ready").exists():
            _seed(_alike(_environment(database, world, _WORLD)), world)
            (cache / "ready").touch()
        shutil.copytree(world, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("run", "cache"))
        if database == "postgres":
            _clone_database(folder.name.replace("-", "_"))
    return _environment(database, folder, folder.name.replace("-", "_"))


def _environment(database: str, folder: Path, name: str) -> dict[str, str]:
    url = f"sqlite:///{folder}/planfront.sqlite3"
    if database == "postgres":
        url = _named(name)
    return environment.for_child(PLANFRONT_VAR=str(folder), DATABASE_URL=url, HOST="127.0.0.1")


def _alike(env: dict[str, str]) -> dict[str, str]:
    """The world is every trial's, so it comes from no settings of one."""
    return {name: value for name, value in env.items() if name != "CARD_GATEWAY" and not name.startswith("STRIPE_")}


def _seed(env: dict[str, str], world: Path) -> None:
    world.mkdir(parents=True, exist_ok=True)
    if env["DATABASE_URL"].startswith("postgres"):
        _create_database(_WORLD, migrated.postgres_template())
    else:
        migrated.copy_sqlite(world / "planfront.sqlite3")
    done = subprocess.run(environment.planfront("seed"), env=env, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise CliError(f"Seeding the trial world failed:\n{done.stdout}{done.stderr}")


def _clone_database(name: str) -> None:
    _create_database(name, _WORLD)


def _create_database(name: str, template: str) -> None:
    import psycopg

    with psycopg.connect(_server(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())


def _server() -> str:
    url = os.environ.get(SERVER)
    if not url:
        raise CliError("PLANFRONT_TRIAL_POSTGRES must name a PostgreSQL server: use ./run e2e or ./run test.")
    return url


def _named(database: str) -> str:
    """Return the server's URL with another database name."""
    parts = urlsplit(_server())
    return urlunsplit((parts.scheme, parts.netloc, f"/{database}", parts.query, ""))


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
