"""Tests that `./run test` repeats on PostgreSQL: enough for each SQL statement of the SQLite runs to run there, too.

A run on SQLite records the statements of each test, without their values, and the test's processor time. The run on
PostgreSQL takes the cheapest tests that have all statements between them, and those marked `both_databases`, whose
outcome hangs on more than the statement. Plain reads are left out: they mean the same on any database.
`./run prove tests` runs every test on both databases.
"""

import heapq
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

RECORD_TO = "PLANFRONT_STATEMENTS_TO"
"""Path of the file that a run on SQLite writes: the Record of each test, by its name."""
READ_FROM = "PLANFRONT_STATEMENTS_FROM"
"""Paths of such files, with a colon between them."""

_SET_UP = 0.03
"""Seconds that any test takes on PostgreSQL, whatever it does."""

_LISTS = re.compile(r"\((?:%s|NULL|N|, )+\)")
_PLAIN = re.compile(
    r"""SELECT\ (?:"\w+"|%s|\d+|[.,()=<>\ ]|COUNT\(\*\)|
    \b(?:AS|FROM|INNER|LEFT|OUTER|JOIN|ON|WHERE|AND|OR|NOT|IS|NULL|IN|ORDER|BY|ASC|DESC|LIMIT|OFFSET)\b)*""",
    re.VERBOSE,
)
_ROWS = re.compile(r"\(V\)(?:, \(V\))+")


@dataclass
class Record:
    """The work of a test on SQLite: processor time, and the shapes of its statements. `both`: it is marked to run on
    PostgreSQL, too."""

    seconds: float = 0.0
    statements: set[str] = field(default_factory=set)
    both: bool = False


def shape(sql: str) -> str:
    """Return a short name of a statement that is the same for any values, numbers and lengths of lists."""
    plain = re.sub(r"\d+", "N", sql)
    plain = _ROWS.sub("(V)", _LISTS.sub("(V)", plain))
    return blake2b(plain.encode(), digest_size=8).hexdigest()


def is_plain_read(sql: str) -> bool:
    """Return True for a statement that reads columns or counts rows by joins and comparisons alone: without functions,
    groups, subqueries or locks."""
    return _PLAIN.fullmatch(sql) is not None


class Recorder:
    """A plugin of pytest that writes down the statements of each test and its fixtures, in every thread."""

    def __init__(self, path: Path) -> None:
        self._path, self._record_of_test = path, Record()
        self._started = 0.0
        self._records: dict[str, Record] = {}
        self._never_chosen: set[str] = set()
        self._shapes: dict[str, str] = {}
        """By statement; "" for a plain read."""

    def pytest_collection_finish(self, session: Any) -> None:
        from django.db import connection
        from django.db.backends.signals import connection_created

        for test in session.items:
            if not test.get_closest_marker("counts_queries"):
                self._records[test.nodeid] = Record(
                    both=any(test.get_closest_marker(name) for name in ("both_databases", "pg"))
                )
            if test.get_closest_marker("postgres_at_length"):
                self._never_chosen.add(test.nodeid)
        self._watch(connection)
        connection_created.connect(self._watch)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        offered = nodeid in self._records and nodeid not in self._never_chosen
        self._record_of_test = self._records[nodeid] if offered else Record()
        self._started = time.process_time()

    def pytest_runtest_logfinish(self) -> None:
        # Generated tests share a name, and with it a record.
        self._record_of_test.seconds += round(time.process_time() - self._started, 3)

    def pytest_sessionfinish(self) -> None:
        self._path.write_text(
            json.dumps({test: asdict(record) for test, record in self._records.items()}, default=sorted)
        )

    def _watch(self, connection: Any, **_signal: Any) -> None:
        if self._record not in connection.execute_wrappers:
            connection.execute_wrappers.append(self._record)

    def _record(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql not in self._shapes:
            self._shapes[sql] = "" if is_plain_read(sql) else shape(sql)
        if shape_of_statement := self._shapes[sql]:
            self._record_of_test.statements.add(shape_of_statement)
        return execute(sql, params, many, context)


def read_records(paths: Iterable[Path]) -> dict[str, Record]:
    """Return the records of the tests in the files; a file that isn't there holds none."""
    return {
        test: Record(record["seconds"], set(record["statements"]), record["both"])
        for path in paths
        if path.exists()
        for test, record in json.loads(path.read_text()).items()
    }


def choose(records: Mapping[str, Record]) -> set[str]:
    """Return tests that together run every statement, at little cost: those marked `both_databases`, and then again and
    again the one that adds most for its time."""
    chosen = {test for test, record in records.items() if record.both}
    covered = {shape for test in chosen for shape in records[test].statements}
    # What a test adds only shrinks, so an entry whose worth is still true is the best one.
    waiting = [(float("-inf"), test) for test in sorted(records)]
    while waiting:
        worth, test = heapq.heappop(waiting)
        added = records[test].statements - covered
        true_worth = -len(added) / (records[test].seconds + _SET_UP)
        if not added:
            continue
        if worth == true_worth:
            chosen.add(test)
            covered |= added
        else:
            heapq.heappush(waiting, (true_worth, test))
    return chosen


def recorded() -> dict[str, Record] | None:
    """Return the records that the environment names, or None where it names none."""
    if not (paths := os.environ.get(READ_FROM)):
        return None
    return read_records(Path(path) for path in paths.split(":"))
