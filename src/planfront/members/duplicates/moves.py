"""The rows of this room that a merge moves, and the table of policies among those of others."""

from __future__ import annotations

from typing import Any

from planfront.kernel.database.moves import Move
from planfront.kernel.text.parse import show_date
from planfront.members.models import Death, Identity, Leaving, Relative

POLICY = "coverage.policy"


def _describe_relative(row: Any) -> str:
    name = " ".join(filter(None, (row.first_name, row.last_name)))
    return f"{name}, {show_date(row.birth_date)}, {row.relationship}"


def _describe_number(_row: Any) -> str:
    return "The number on record"


RELATIVES = Move(
    2,
    Relative,
    "Family and beneficiaries on record",
    _describe_relative,
    ("kind", "relationship", "first_name", "last_name", "birth_date"),
)


def _describe_leaving(row: Any) -> str:
    return show_date(row.last_day) + (", taken back" if row.withdrawn_at else "")


LEAVINGS = Move(
    9, Leaving, "Last days of work that the group reported", _describe_leaving, ("last_day", "withdrawn_at")
)


def _describe_death(row: Any) -> str:
    return show_date(row.died_on)


DEATHS = Move(10, Death, "Deaths in the family", _describe_death, ("died_on",))
IDENTITIES = Move(3, Identity, "Social Security number", _describe_number)
