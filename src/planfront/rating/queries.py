"""Reads stored rows as the engine's dataclasses."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import connection

from planfront.kernel.malformed import MALFORMED
from planfront.rating import engine

RATE_STEP = Decimal(1).scaleb(-engine.RATE_PLACES)
CELL_FIELDS = engine.RateCell._fields
_SAME = (
    "id",
    "plan_id",
    "version",
    "digest",
    "eff_from",
    "eff_to",
    "area_scheme",
    "max_children_rated",
    "child_cap_under",
    "child_age",
    "spouse_on_own_age",
    "children_only",
    "unit_size",
    "benefit_pct",
    "benefit_min",
    "benefit_max",
    "earn_cap",
    "default_amount",
    "modal_factor",
    "earn_round",
    "benefit_round",
    "unit_round",
    "factor_round",
    "component_round",
    "premium_round",
)


SPEC_FIELDS = ("method", "age_basis", "age_mode", "unit_base", "components", "unisex_states", "age_reductions", *_SAME)


def to_spec(table: Any) -> engine.TableSpec:
    """The settings of a table, or of a named row of SPEC_FIELDS, which is read in a third of the time. Raises
    RateTableError when its JSON columns are malformed."""
    try:
        return engine.TableSpec(
            method=engine.Method(table.method),
            age_basis=engine.AgeBasis(table.age_basis),
            age_mode=engine.AgeMode(table.age_mode),
            unit_base=engine.UnitBase(table.unit_base) if table.unit_base else None,
            components=tuple(_component(part) for part in table.components) or (engine.Component(),),
            unisex_states=tuple(map(str, table.unisex_states)),
            age_reductions=tuple((int(age), Decimal(str(percent))) for age, percent in table.age_reductions),
            **{name: getattr(table, name) for name in _SAME},
        )
    except MALFORMED as error:
        raise engine.RateTableError(f"table {table.id}: {error}") from error


def _component(part: dict[str, Any]) -> engine.Component:
    amount_pct = Decimal(str(part.get("amount_pct", 100)))
    return engine.Component(**{**part, "role": part.get("role") or None, "amount_pct": amount_pct})


def to_cell(row: tuple[Any, ...]) -> engine.RateCell:
    """A cell from the values of CELL_FIELDS; an empty text fits everyone, as None does."""
    return engine.RateCell._make(None if value == "" else value for value in row)


def stored_rows(table_id: int) -> Iterator[tuple[Any, ...]]:
    """A table's rows in file order as values of CELL_FIELDS without the id.

    By cursor: reviews and digests of a million rows spend their time here. SQLite keeps rates as floats.
    """
    columns = ", ".join(f'"{name}"' for name in CELL_FIELDS[1:])
    query = f"SELECT {columns} FROM rating_raterow WHERE rate_table_id = %s ORDER BY id"  # noqa: S608
    rates: dict[Any, Decimal] = {}
    with connection.cursor() as cursor:
        cursor.execute(query, [table_id])
        while page := cursor.fetchmany(5000):
            if connection.vendor == "postgresql":
                yield from page
                continue
            for row in page:
                rate = rates.get(row[-1])
                if rate is None:
                    rate = rates[row[-1]] = Decimal(repr(row[-1])).quantize(RATE_STEP)
                yield (*row[:-3], None if row[-3] is None else bool(row[-3]), row[-2], rate)


_KEYS = ", ".join(f'"{name}"' for name in CELL_FIELDS[1:-1])
_RATE = {
    "postgresql": f"(rate * {10**engine.RATE_PLACES})::bigint",
    "sqlite": f"CAST(ROUND(rate * {10**engine.RATE_PLACES}) AS INTEGER)",
}
_JOINED = {
    "postgresql": (
        f"string_agg(id::text, ',' ORDER BY id), string_agg({_RATE['postgresql']}::text, ',' ORDER BY id), "
        f"json_agg(json_build_array({_KEYS}) ORDER BY id)::text"
    ),
    # Joined in the order of ids, too: the index that the groups are made by has them so.
    "sqlite": f"group_concat(id), group_concat({_RATE['sqlite']}), json_group_array(json_array({_KEYS}))",
}


class StoredCells(NamedTuple):
    """The cells of a table in one area ("": everywhere).

    ``ids`` and ``rates``, ten-thousandths: numbers with commas between. ``keys``: a JSON list, see ``read_keys``.
    """

    table_id: int
    area: str
    ids: str
    rates: str
    keys: str


def stored_cells(table_ids: Collection[int], areas: Collection[str]) -> Iterator[StoredCells]:
    """Rates of tables that hold everywhere or in one of the areas, by table. One query.

    Joined by the database: a listing after a start waits for a hundred thousand of them.
    """
    ids, places = list(table_ids), ["", *areas]
    of_ids, of_places = (", ".join(["%s"] * len(values)) for values in (ids, places))
    query = (
        f"SELECT rate_table_id, area, {_JOINED[connection.vendor]} FROM rating_raterow "  # noqa: S608
        f"WHERE rate_table_id IN ({of_ids}) AND area IN ({of_places}) "
        "GROUP BY rate_table_id, area ORDER BY rate_table_id, area"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [*ids, *places])
        while page := cursor.fetchmany(500):
            yield from map(StoredCells._make, page)


def read_keys(text: str, area: str) -> list[engine.Key]:
    """The keys in StoredCells of a table's area."""
    return [engine.key_of(stored, area) for stored in json.loads(text)]


def to_factor(kind: str, key: str, factor: Decimal) -> engine.Factor:
    """Return a factor from its columns. Raises RateTableError for an unknown kind."""
    try:
        return engine.Factor(engine.FactorKind(kind), key, factor)
    except ValueError as error:
        raise engine.RateTableError(str(error)) from error
