"""Which tests `./run test` repeats on PostgreSQL: enough for each SQL statement of the SQLite runs to run there, too.

A run on SQLite records the statements of each test, without their values. The run on PostgreSQL takes the fewest tests
that have them all, and those marked `both_databases`, whose outcome hangs on more than the statement.
`./run prove tests` runs every test on both databases.
"""

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

RECORD_TO = "PLANFRONT_STATEMENTS_TO"
"""Path of the file that a run on SQLite writes: {test: [statement]}."""
READ_FROM = "PLANFRONT_STATEMENTS_FROM"
"""Paths of such files, with a colon between them."""

_LISTS = re.compile(r"\((?:%s|NULL|N|, )+\)")
_ROWS = re.compile(r"\(V\)(?:, \(V\))+")


def shape(sql: str) -> str:
    """Return a short name of a statement that is the same for any values, numbers and lengths of lists."""
    plain = re.sub(r"\d+", "N", sql)
    plain = _ROWS.sub("(V)", _LISTS.sub("(V)", plain))
    return blake2b(plain.encode(), digest_size=8).hexdigest()


class Recorder:
    """A plugin of pytest that writes down the statements of each test and its fixtures, in every thread."""

    def __init__(self, path: Path) -> None:
        self._path, self._test = path, ""
        self._statements: dict[str, set[str]] = {}
        self._shapes: dict[str, str] = {}

    def pytest_collection_finish(self) -> None:
        from django.db import connection
        from django.db.backends.signals import connection_created

        self._watch(connection)
        connection_created.connect(self._watch)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._test = nodeid
        self._statements[nodeid] = set()

    def pytest_sessionfinish(self) -> None:
        self._path.write_text(json.dumps({test: sorted(shapes) for test, shapes in self._statements.items()}))

    def _watch(self, connection: Any, **_signal: Any) -> None:
        if self._record not in connection.execute_wrappers:
            connection.execute_wrappers.append(self._record)

    def _record(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql not in self._shapes:
            self._shapes[sql] = shape(sql)
        self._statements[self._test].add(self._shapes[sql])
        return execute(sql, params, many, context)


def read_records(paths: Iterable[Path]) -> dict[str, list[str]]:
    """Return the statements of each test in the files; a file that isn't there holds none."""
    return {test: shapes for path in paths if path.exists() for test, shapes in json.loads(path.read_text()).items()}


def choose(statements: Mapping[str, Collection[str]]) -> set[str]:
    """Return few tests that together run every statement: again and again the one that adds most."""
    left = {test: set(shapes) for test, shapes in sorted(statements.items())}
    chosen = set()
    while left:
        best = max(left, key=lambda test: len(left[test]))
        covered = left.pop(best)
        if not covered:
            break
        chosen.add(best)
        left = {test: rest for test, shapes in left.items() if (rest := shapes - covered)}
    return chosen


def recorded() -> dict[str, list[str]] | None:
    """Return the records that the environment names, or None where it names none."""
    if not (paths := os.environ.get(READ_FROM)):
        return None
    return read_records(Path(path) for path in paths.split(":"))
