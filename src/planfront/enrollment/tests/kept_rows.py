"""Rows that the store's own calls made once, put back into the database for later tests.

A wizard that is filled in by its calls costs a third of a second, and 500 tests begin with one; inserting the rows that
the calls left costs a hundredth of that. Django's own ``setUpTestData`` would make them once per class; this makes them
once per process.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection, transaction

from planfront.kernel import clock

Rows = dict[str, list[tuple[Any, ...]]]
"""By table, in the order of its columns that are written."""
LONGEST_USE = 5 * 60.0
"""Seconds. Sessions of people who signed in end when they are not used."""
_KEPT_BY_TRIGGERS = ("catalog_revision", "members_name_trigrams")
"""Beginnings of the names of tables that triggers write, which do so again."""


@dataclass(frozen=True)
class Kept:
    """The rows, what the tests hold of them (ids, clients), and when they were made."""

    rows: Rows
    value: Any
    at: float


_kept: dict[tuple[str, str], Kept] = {}


def make_or_restore(name: str, make: Callable[[], Any]) -> Any:
    """Return what ``make`` returns, with the rows that it adds in the database: from the call the first time, then as
    they were after it.

    They are made anew after some minutes, on another day, and where rows of other fixtures have taken their keys.
    """
    key = (name, str(clock.today()))
    kept = _kept.get(key)
    if kept is None or time.monotonic() - kept.at > LONGEST_USE:
        before = _read_all()
        value = make()
        _kept[key] = Kept(_added(before, _read_all()), copy.deepcopy(value), time.monotonic())
        return value
    try:
        with transaction.atomic():
            _insert(kept.rows)
    except IntegrityError:
        return make()
    return copy.deepcopy(kept.value)


def _read_all() -> Rows:
    rows = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            if table.startswith(_KEPT_BY_TRIGGERS):
                continue
            columns = ", ".join(_columns(table)) or "*"
            cursor.execute(f"SELECT {columns} FROM {connection.ops.quote_name(table)}")  # noqa: S608 - our own tables
            rows[table] = cursor.fetchall()
    return rows


@cache
def _columns(table: str) -> tuple[str, ...]:
    """The columns of a model's table that are written; those that the database works out are left out."""
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.db_table == table]
    fields = models[0]._meta.concrete_fields if models else ()
    return tuple(connection.ops.quote_name(str(field.column)) for field in fields if not field.generated)


def _added(before: Rows, after: Rows) -> Rows:
    """Rows can only be put back if nothing that was there before has changed."""
    for table, rows in before.items():
        assert all(row in after[table] for row in rows), f"{table} had rows that changed"
    added = {table: [row for row in rows if row not in before[table]] for table, rows in after.items()}
    return {table: rows for table, rows in added.items() if rows}


def _insert(rows_by_table: Rows) -> None:
    with connection.cursor() as cursor:
        for table, rows in rows_by_table.items():
            columns, values = ", ".join(_columns(table)), ", ".join(["%s"] * len(rows[0]))
            target = connection.ops.quote_name(table) + (f" ({columns})" if columns else "")
            cursor.executemany(f"INSERT INTO {target} VALUES ({values})", rows)  # noqa: S608 - our own tables
