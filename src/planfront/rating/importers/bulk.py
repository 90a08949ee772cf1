"""Writing many rate rows at once: COPY on PostgreSQL, one prepared INSERT on SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection

COLUMNS = (
    "rate_table_id",
    "component",
    "role",
    "tier",
    "kids_lo",
    "kids_hi",
    "area",
    "age_lo",
    "age_hi",
    "sex",
    "tobacco",
    "option",
    "rate",
)
_NAMES = ", ".join(f'"{name}"' for name in COLUMNS)
COPY = f"COPY rating_raterow ({_NAMES}) FROM STDIN"
INSERT = f"INSERT INTO rating_raterow ({_NAMES}) VALUES ({', '.join(['%s'] * len(COLUMNS))})"  # noqa: S608


def insert_rows(rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows given as values of COLUMNS, inside the caller's transaction."""
    if not rows:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(COPY) as copy:
                copy.write("".join(map(_copy_line, rows)))
        else:
            cursor.executemany(INSERT, rows)


def _copy_line(row: tuple[Any, ...]) -> str:
    """Texts are codes and numbers checked by the transformer, so nothing needs escaping."""
    return "\t".join("\\N" if value is None else str(value) for value in row) + "\n"


class Overlap(NamedTuple):
    """Two rows of one table that fit the same age."""

    rate_table_id: int
    age: int
    area: str


_OVERLAPS = """
SELECT rate_table_id, age, area FROM (
    SELECT rate_table_id, area, COALESCE(age_lo, 0) AS age, LAG(COALESCE(age_hi, 999)) OVER (
        PARTITION BY rate_table_id, area, tier, kids_lo, tobacco ORDER BY age_lo
    ) AS reached
    FROM rating_raterow WHERE rate_table_id >= %s AND rate_table_id <= %s
    AND rate_table_id IN (SELECT id FROM rating_ratetable WHERE source_id = %s)
) AS bands WHERE reached >= age LIMIT 50
"""


def find_overlaps(import_id: int, table_ids: Sequence[int]) -> list[Overlap]:
    """Rows of an import that would tie, at most 50."""
    if not table_ids:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_OVERLAPS, [min(table_ids), max(table_ids), import_id])
        return [Overlap(*row) for row in cursor.fetchall()]
