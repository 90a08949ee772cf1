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

MOST_OVERLAPS = 50


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


class _Texts(dict[Any, str]):
    """Values as COPY reads them. True and 1 are one key: both columns take `1`."""

    def __missing__(self, value: Any) -> str:
        if len(self) >= MOST_TEXTS:
            self.clear()
        text = "\\N" if value is None else str(int(value)) if isinstance(value, bool) else str(value)
        self[value] = text
        return text


MOST_TEXTS = 50_000
_TEXTS = _Texts()


def _copy_line(row: tuple[Any, ...]) -> str:
    """Texts are codes and numbers checked by the transformer, so nothing needs escaping."""
    return "\t".join(map(_TEXTS.__getitem__, row)) + "\n"


class Overlap(NamedTuple):
    """Two rows of one table that fit the same age."""

    rate_table_id: int
    area: str
    tier: str
    age: int


_ALIKE = "rate_table_id, component, role, area, tier, kids_lo, sex, tobacco, option"
_OVERLAPS = """
SELECT DISTINCT rate_table_id, area, tier, age FROM (
    SELECT rate_table_id, area, tier, COALESCE(age_lo, 0) AS age,
        LAG(COALESCE(age_hi, 999)) OVER (PARTITION BY {alike} ORDER BY age_lo) AS reached
    FROM rating_raterow WHERE rate_table_id IN ({ids})
) AS bands WHERE reached >= age LIMIT 50
"""
_PAGE = 200


def find_overlapping(table_ids: Sequence[int]) -> list[Overlap]:
    """Rows that would tie because they fit the same age, at most 50."""
    overlaps: list[Overlap] = []
    for start in range(0, len(table_ids), _PAGE):
        page = list(table_ids[start : start + _PAGE])
        query = _OVERLAPS.format(alike=_ALIKE, ids=", ".join(["%s"] * len(page)))
        with connection.cursor() as cursor:
            cursor.execute(query, page)
            overlaps += [Overlap(*row) for row in cursor.fetchall()]
        if len(overlaps) >= MOST_OVERLAPS:
            break
    return overlaps[:MOST_OVERLAPS]
