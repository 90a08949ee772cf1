"""PostgreSQL: pg_dump and pg_restore. Rows are counted in the snapshot that is dumped; a restore is one transaction."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planfront.cli import debian
from planfront.cli.console import CliError
from planfront.cli.keeping.state import MIGRATIONS, State

if TYPE_CHECKING:
    import psycopg

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
_EXTENSIONS = (
    "SELECT extname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE nspname = 'public'"
)
_EMPTY = "DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public;"
# What only the owner of the schema or the extension may say.
_OF_THE_SCHEMA = re.compile(
    r"^\d+; \d+ \d+ (SCHEMA - public|ACL - SCHEMA public|COMMENT - SCHEMA public|COMMENT - EXTENSION)\b"
)
_ENVIRONMENT = {"NAME": "PGDATABASE", "USER": "PGUSER", "PASSWORD": "PGPASSWORD", "HOST": "PGHOST", "PORT": "PGPORT"}
_OPTIONS = {"sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "sslcert": "PGSSLCERT", "sslkey": "PGSSLKEY"}


class PostgresCopy:
    file, engine = "database.dump", "postgresql"

    def __init__(self, database: dict[str, Any]) -> None:
        options = database["OPTIONS"]
        self.env = {
            **{name: database[key] for key, name in _ENVIRONMENT.items() if database[key]},
            **{name: options[key] for key, name in _OPTIONS.items() if key in options},
            "PGCONNECT_TIMEOUT": "10",
        }

    def save(self, path: Path) -> State:
        with self._connected() as connection:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            snapshot = _value(connection, "SELECT pg_export_snapshot()")
            whole = ["--schema=public", *(f"--extension={name}" for (name,) in connection.execute(_EXTENSIONS))]
            self._run("pg_dump", "--format=custom", *whole, f"--snapshot={snapshot}", f"--file={path}")
            return _state(connection)

    def is_empty(self) -> bool:
        with self._connected() as connection:
            return connection.execute(_TABLES).fetchone() is None

    def load(self, path: Path) -> None:
        with tempfile.TemporaryDirectory(prefix="planfront-restore-") as folder:
            contents, script = Path(folder) / "contents", Path(folder) / "script.sql"
            listed = self._run("pg_restore", "--list", str(path))
            entries = [line for line in listed.splitlines() if not _OF_THE_SCHEMA.match(line)]
            contents.write_text("\n".join(entries), encoding="utf-8")
            self._run(
                "pg_restore", "--no-owner", "--no-privileges", f"--use-list={contents}", f"--file={script}", str(path)
            )
            # Whoever still works in the database is waited for, but not for ever.
            first = "SET lock_timeout = '30s'; SET client_min_messages = warning;"
            if not self.is_empty():
                first += _EMPTY
            in_one = ("--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
            self._run("psql", "--no-psqlrc", *in_one, f"--command={first}", f"--file={script}")

    def state(self) -> State:
        with self._connected() as connection:
            return _state(connection)

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection]:
        import psycopg

        names = {"PGDATABASE": "dbname", "PGUSER": "user", "PGPASSWORD": "password", "PGHOST": "host", "PGPORT": "port"}
        parameters = {name: self.env[key] for key, name in names.items() if key in self.env}
        secured = {name: self.env[key] for name, key in _OPTIONS.items() if key in self.env}
        try:
            connection = psycopg.connect("", **parameters, **secured, connect_timeout=10)
        except psycopg.OperationalError as error:
            raise CliError(f"The database can't be reached: {str(error).strip()}") from None
        with connection:
            yield connection

    def _run(self, tool: str, *arguments: str) -> str:
        env = {**os.environ, **self.env, "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            [_find(tool), *arguments], env=env, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise CliError(f"{tool} failed:\n{done.stderr.strip()[-2000:]}")
        return done.stdout


def _find(tool: str) -> str:
    """Return the newest of the machine's tools, which can read every older server; installed if there is none."""
    for _try in range(2):
        versions = [path for path in Path("/usr/lib/postgresql").glob(f"*/bin/{tool}") if _version(path)]
        if versions:
            return str(max(versions, key=_version))
        if on_path := shutil.which(tool):
            return on_path
        debian.install(["postgresql-client"], why=f"{tool} is missing")
    raise CliError(f"{tool} is needed and was not found.")


def _version(path: Path) -> int:
    name = path.parent.parent.name
    return int(name) if name.isdigit() else 0


def _value(connection: psycopg.Connection, query: str) -> Any:
    row = connection.execute(query.encode()).fetchone()
    return row[0] if row else None


def _state(connection: psycopg.Connection) -> State:
    names = [row[0] for row in connection.execute(_TABLES)]
    tables = {name: _value(connection, f'SELECT count(*) FROM public."{name}"') for name in names}  # noqa: S608 - names come from the database
    result: Sequence[Any] = connection.execute(MIGRATIONS).fetchall() if "django_migrations" in names else []
    return State(str(_value(connection, "SHOW server_version")), [row[0] for row in result], tables)
