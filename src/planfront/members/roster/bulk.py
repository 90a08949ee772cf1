"""Writing some columns of many rows: one statement, run for each row. Django's bulk_update takes minutes for 10,000."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection, models


def update_rows(rows: Sequence[models.Model], names: Sequence[str]) -> None:
    """Write the named columns of saved rows of one model; not for sealed ones."""
    if not rows:
        return
    meta: Any = rows[0]._meta
    fields: list[Any] = [meta.get_field(name) for name in names]
    quote = connection.ops.quote_name
    sets = ", ".join(f"{quote(field.column)} = %s" for field in fields)
    key = meta.pk
    sql = f"UPDATE {quote(meta.db_table)} SET {sets} WHERE {quote(key.column)} = %s"  # noqa: S608 - names of columns
    values = [
        [
            *(field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields),
            key.get_db_prep_value(row.pk, connection),
        ]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(sql, values)
