"""What many tests begin with is made by the store's own calls once; later its rows are put back as they were."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, connection, transaction

from planfront.kernel import clock

_Rows = dict[str, list[tuple[Any, ...]]]
# Sessions of people who signed in end when they are not used.
_MINUTES = 5


@dataclass(frozen=True)
class _Kept:
    rows: _Rows
    made: Any
    at: float


_kept: dict[tuple[str, str], _Kept] = {}


def standing(name: str, make: Callable[[], Any]) -> Any:
    """Return what ``make`` returns, with the rows it makes in the database.

    It only adds rows. Where those of another fixture have taken their keys, it is made anew, and so it is after some
    minutes.
    """
    key = (name, str(clock.today()))
    if key in _kept and time.monotonic() - _kept[key].at < _MINUTES * 60:
        try:
            with transaction.atomic():
                _put_back(_kept[key].rows)
        except IntegrityError:
            return make()
        return copy.deepcopy(_kept[key].made)
    before = _rows()
    result = make()
    _kept[key] = _Kept(_added(before, _rows()), copy.deepcopy(result), time.monotonic())
    return result


def _rows() -> _Rows:
    result = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 - our own tables
            result[table] = cursor.fetchall()
    return result


def _added(before: _Rows, after: _Rows) -> _Rows:
    for table, rows in before.items():
        assert all(row in after[table] for row in rows), f"{table} had rows that changed"
    added = {table: [row for row in rows if row not in before[table]] for table, rows in after.items()}
    return {table: rows for table, rows in added.items() if rows}


def _put_back(kept: _Rows) -> None:
    with connection.cursor() as cursor:
        for table, rows in kept.items():
            places = ", ".join(["%s"] * len(rows[0]))
            cursor.executemany(f"INSERT INTO {connection.ops.quote_name(table)} VALUES ({places})", rows)  # noqa: S608
