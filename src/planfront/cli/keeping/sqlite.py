"""SQLite: its online backup, which sees one state of the file and its write-ahead log and holds up nobody."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from planfront.cli.console import CliError
from planfront.cli.keeping.state import MIGRATIONS, State

# Without those of a search index, which holds nothing of its own.
_TABLES = (
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' "
    "ORDER BY name"
)


class SqliteCopy:
    file, engine = "database.sqlite3", "sqlite"

    def __init__(self, path: Path) -> None:
        self.path = path

    def save(self, path: Path) -> State:
        if not self.path.is_file():
            raise CliError(f"There is no database at {self.path}.")
        with contextlib.closing(_open(self.path)) as source, contextlib.closing(sqlite3.connect(path)) as copy:
            source.backup(copy)  # in one step: a reader's snapshot, which writers in WAL mode don't wait for
            copy.execute("PRAGMA journal_mode=DELETE")
            _check(copy, path)
            return _state(copy)

    def is_empty(self) -> bool:
        if not self.path.exists():
            return True
        with contextlib.closing(_open(self.path)) as connection:
            return connection.execute(_TABLES).fetchone() is None

    def load(self, path: Path) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_name(f"{self.path.name}.restoring")
        draft.unlink(missing_ok=True)
        try:
            with contextlib.closing(_open(path)) as source, contextlib.closing(sqlite3.connect(draft)) as copy:
                source.backup(copy)
                _check(copy, path)
            with draft.open("rb") as written:
                os.fsync(written.fileno())
            # A log of the file before would be read as the new one's.
            for ending in ("-wal", "-shm", "-journal"):
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
            draft.replace(self.path)
        finally:
            draft.unlink(missing_ok=True)

    def state(self) -> State:
        with contextlib.closing(_open(self.path)) as connection:
            return _state(connection)


def _open(path: Path) -> sqlite3.Connection:
    """Open a file that is there; one that is no database is a CliError."""
    connection = sqlite3.connect(path, timeout=30)
    try:
        connection.execute(_TABLES).fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        raise CliError(f"{path} can't be read: {error}.") from None
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    if (answer := connection.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
        raise CliError(f"{path} is damaged: {answer}")


def _state(connection: sqlite3.Connection) -> State:
    names = [name for (name,) in connection.execute(_TABLES)]
    count = 'SELECT count(*) FROM "{}"'
    tables = {name: connection.execute(count.format(name)).fetchone()[0] for name in names}
    migrations = [name for (name,) in connection.execute(MIGRATIONS)] if "django_migrations" in names else []
    return State(sqlite3.sqlite_version, migrations, tables)
