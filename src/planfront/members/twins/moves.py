"""Which rows go along when a member's second record is merged into the first. Rooms above connect theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import Model

from planfront.kernel.hooks import Hook
from planfront.kernel.parse import show_date

BEFORE, AFTER = "before", "after"
IDENTITY, RELATIVE, POLICY = "members.identity", "members.relative", "book.policy"


@dataclass(frozen=True)
class Move:
    """Rows of ``table`` whose ``column`` is a member's id.

    ``describe`` says one in a few words, by the columns that it ``shows``. ``steady``: columns that must be the same
    for the row to go back. ``locked``: BEFORE or AFTER the members, as others who change such rows do. ``follows``: a
    table that moves, and the column that points to its rows; these rows then go wherever those do.
    """

    table: str
    column: str
    title: str
    describe: Callable[[Any], str]
    shows: tuple[str, ...] = ()
    steady: tuple[str, ...] = ()
    locked: str = ""
    follows: tuple[str, str] | None = None

    @property
    def model(self) -> type[Model]:
        return apps.get_model(self.table)

    def rows_of(self, member_ids: Iterable[int]) -> Any:
        return self.model._default_manager.filter(**{f"{self.column}__in": list(member_ids)}).order_by("pk")


MOVES: Hook[Move] = Hook("members.moves")


def list_moves() -> list[Move]:
    """All, those that people look for first."""
    return [*_OWN, *MOVES]


def _describe_policy(row: Any) -> str:
    ends = f" to {show_date(row.end_date)}" if row.end_date else ""
    return f"{row.number}, {row.plan_name}, {str(row.state.label).lower()}, {show_date(row.effective_date)}{ends}"


def _describe_relative(row: Any) -> str:
    name = " ".join(filter(None, (row.first_name, row.last_name)))
    return f"{name}, {show_date(row.birth_date)}, {row.relationship}"


def _describe_letter(row: Any) -> str:
    return f"{row.get_kind_display()}, {show_date(row.day)}"


def _describe_number(_row: Any) -> str:
    return "The number on record"


_POLICY_COLUMNS = ("number", "plan_name", "effective_date", "end_date", "awaits_decision", "monthly")
_OWN = (
    Move(POLICY, "member_id", "Policies, with their cards", _describe_policy, _POLICY_COLUMNS, locked=AFTER),
    Move(
        RELATIVE,
        "member_id",
        "Family and beneficiaries on record",
        _describe_relative,
        ("kind", "relationship", "first_name", "last_name", "birth_date"),
    ),
    Move(IDENTITY, "member_id", "Social Security number", _describe_number),
    Move("letters.letter", "member_id", "Letters", _describe_letter, ("kind", "day")),
)
