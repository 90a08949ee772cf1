"""Databases as the migrations leave them: ./run test makes one of each kind, and copies it for whoever starts fresh.

The variables name the copy's source; without them everyone migrates an empty database. Whoever has a copy still calls
`migrate`, which finds nothing left to do.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

SQLITE = "PLANFRONT_MIGRATED_SQLITE"
"""Path of a file."""
POSTGRES = "PLANFRONT_MIGRATED_POSTGRES"
"""Name of a database of the checks' server that nobody is connected to."""
TEST_DATABASE = "PLANFRONT_TEST_DATABASE"
"""Name of the test database on PostgreSQL, where several checks share a server."""
_IN_MEMORY = "file:memorydb_default?mode=memory&cache=shared"
"""Where Django has the test database."""


def copy_sqlite(target: Path) -> None:
    """Make ``target`` a migrated database, if there is one to copy."""
    if source := os.environ.get(SQLITE):
        with contextlib.closing(sqlite3.connect(target)) as copy:
            _fill(copy, source)


def postgres_template() -> str:
    """Return the database that a new one is made from."""
    return os.environ.get(POSTGRES) or "template0"


@contextlib.contextmanager
def under_the_tests() -> Iterator[None]:
    """While it is entered, Django's test database begins as a copy."""
    from django.db import connection

    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"] |= {
            "TEMPLATE": os.environ.get(POSTGRES),
            "NAME": os.environ.get(TEST_DATABASE),
        }
        yield
        return
    # Lives in memory as long as somebody is connected, and is the same for all who are.
    with contextlib.closing(sqlite3.connect(_IN_MEMORY, uri=True)) as copy:
        if source := os.environ.get(SQLITE):
            _fill(copy, source)
        yield


def _fill(copy: sqlite3.Connection, source: str) -> None:
    with contextlib.closing(sqlite3.connect(source)) as original:
        original.backup(copy)
