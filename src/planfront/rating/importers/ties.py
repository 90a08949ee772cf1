"""Rows of a rate file that tie. Stored rates don't remember their rows, so the file is read again, only then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from planfront.rating.importers.bulk import COLUMNS, Overlap
from planfront.rating.importers.rows import Rejected
from planfront.rating.importers.tables import TableKey
from planfront.rating.importers.transform import Row, Transformer

_NAMED = 6
_AT = {name: at for at, name in enumerate(COLUMNS)}
_OLDEST = 999
_ALIKE = ("component", "role", "kids_lo", "sex", "tobacco", "option")


def tied_rows(
    source: Iterator[Row], plans: dict[str, int], tables: Mapping[TableKey, int], ties: Iterable[Overlap]
) -> dict[Overlap, list[int]]:
    """The rows of the file that give the rates of each tie, in order."""
    ties_by_table: dict[tuple[Any, ...], list[Overlap]] = {}
    for tie in ties:
        ties_by_table.setdefault((tie.rate_table_id, tie.area, tie.tier), []).append(tie)
    alike: dict[Overlap, dict[tuple[Any, ...], list[int]]] = {}
    transform = Transformer(plans, lambda key: tables.get(key, 0))
    for row in source:
        try:
            values = transform.rows(row) or []
        except Rejected:
            continue
        for value in values:
            for tie in ties_by_table.get((value[_AT["rate_table_id"]], value[_AT["area"]], value[_AT["tier"]]), ()):
                if _age_matches(value, tie.age):
                    key = tuple(value[_AT[name]] for name in _ALIKE)
                    alike.setdefault(tie, {}).setdefault(key, []).append(row.line)
    return {
        tie: sorted({number for numbers in groups.values() if len(numbers) > 1 for number in numbers})
        for tie, groups in alike.items()
    }


def _age_matches(value: Sequence[Any], age: int) -> bool:
    low, high = value[_AT["age_lo"]], value[_AT["age_hi"]]
    return (low or 0) <= age <= (_OLDEST if high is None else high)


def listed_rows(numbers: Sequence[int]) -> str:
    """`Rows 3 and 17`."""
    texts = [f"{number:,}" for number in numbers[:_NAMED]]
    if len(numbers) > _NAMED:
        return f"Rows {', '.join(texts)} and {len(numbers) - _NAMED} more"
    return f"Rows {', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else f"Row {texts[0]}"
