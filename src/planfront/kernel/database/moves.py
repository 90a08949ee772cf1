"""Rows that go along when a member's second record is merged into the first. Each room connects its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model

from planfront.kernel.hooks import Hook

BEFORE, AFTER = "before", "after"


@dataclass(frozen=True)
class Move:
    """Rows whose ``column`` is a member's id. ``rank``: their place among what people read, from 1 on.

    ``describe`` says one in a few words, by the columns that it ``shows``. ``steady``: columns that must be the same
    for the row to go back. ``locked``: BEFORE or AFTER the members, as others who change such rows do. ``follows``: a
    table that moves, and the column that points to its rows; these rows then go wherever those do.
    ``after``: called with the keys of rows that went to a member.
    """

    rank: int
    model: type[Model]
    title: str
    describe: Callable[[Any], str]
    shows: tuple[str, ...] = ()
    column: str = "member_id"
    steady: tuple[str, ...] = ()
    locked: str = ""
    follows: tuple[str, str] | None = None
    after: Callable[[Sequence[str], int], None] | None = None

    @property
    def table(self) -> str:
        return self.model._meta.label_lower

    def rows_of(self, member_ids: Iterable[int]) -> Any:
        return self.model._default_manager.filter(**{f"{self.column}__in": list(member_ids)}).order_by("pk")


MOVES: Hook[Move] = Hook("kernel.moves")


def list_moves() -> list[Move]:
    return sorted(MOVES, key=lambda move: move.rank)
