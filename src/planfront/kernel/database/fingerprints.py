"""Fingerprints of many rows, made by the database: the same as long as no row is added, removed or changed."""

from __future__ import annotations

import hashlib
from typing import Any

from django.db.models import Aggregate, CharField, F, QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce


class _Joined(Aggregate):
    """A column of all rows as one text, in the order of their keys; PostgreSQL sends the hash only."""

    name = "Joined"
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **_more: Any) -> Any:
        # In the order in which the rows are read, which is the same for all columns.
        sql, params = compiler.compile(self.source_expressions[0])
        return f"GROUP_CONCAT({sql})", params

    def as_postgresql(self, compiler: Any, connection: Any, **_more: Any) -> Any:
        sql, params = compiler.compile(self.source_expressions[0])
        key, more = compiler.compile(self.source_expressions[1])
        return f"MD5(STRING_AGG({sql}, ',' ORDER BY {key}))", (*params, *more)


def fingerprint(rows: QuerySet[Any], *columns: str) -> str:
    """Return a digest of some columns of all rows, in one query."""
    joined = {
        f"joined_{column}": _Joined(Coalesce(Cast(column, CharField()), Value("")), F("pk")) for column in columns
    }
    return hashlib.blake2b(repr(rows.order_by().aggregate(**joined)).encode(), digest_size=16).hexdigest()
