"""Checks of a rate table before it goes into force: faults, days it shares with others, its digest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import islice
from typing import Any

from planfront.rating import engine
from planfront.rating.anomalies import Rate, describe_rate
from planfront.rating.models import RateTable
from planfront.rating.queries import stored_rows
from planfront.rating.selectors import compile_table

MAX_PROBLEMS = 20


def table_problems(table: RateTable) -> list[str]:
    """Return the reasons why a table can't go into force: no rows, malformed settings, rows that tie."""
    try:
        compiled = compile_table(table)
    except engine.RateTableError as error:
        return [error.detail]
    if not compiled.cells:
        return ["the table has no rows"]
    if compiled.spec.unisex_states and all(cell.sex is not None for cell in compiled.cells):
        return ["the unisex states need rows without a sex"]
    return [
        f"{describe_row(first)} and {describe_row(second)} tie: both fit the same person"
        for first, second in islice(compiled.ties(), MAX_PROBLEMS)
    ]


def describe_row(row: engine.RateCell) -> str:
    """A row in words, with its rate: `member only, age 30 (12.50)`."""
    values = (getattr(row, name) for name in Rate._fields)
    return f"{describe_rate(Rate(*values))} ({row.rate.normalize():f})"


def share_a_day(rate_table: RateTable, other: RateTable) -> bool:
    """Return whether there is a day that both tables cover."""
    starts_before = rate_table.eff_to is None or other.eff_from <= rate_table.eff_to
    return starts_before and (other.eff_to is None or rate_table.eff_from <= other.eff_to)


def table_digest(table: RateTable, stored: Iterable[tuple[Any, ...]] | None = None) -> str:
    """SHA-256 over rows and factors, without their ids: equal rates give equal digests. `stored`: rows already read."""
    # Sorted here: a database would compare texts by its own collation, and take longer over it.
    rows = sorted("\t".join(map(str, row)) for row in (stored_rows(table.pk) if stored is None else stored))
    total = hashlib.sha256("\n".join(rows).encode())
    for factor in table.factors.order_by("kind", "key").values_list("kind", "key", "factor"):
        total.update(repr([str(value) for value in factor]).encode())
    return total.hexdigest()
