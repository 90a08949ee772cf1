"""The merge of a member's two records: quotes of the second go along."""

from __future__ import annotations

from typing import Any

from planfront.kernel import clock
from planfront.kernel.database.moves import BEFORE, Move
from planfront.kernel.text.parse import show_date
from planfront.shopping.models import Quote


def _describe(row: Any) -> str:
    return f"Begun {show_date(clock.local(row.created_at).date())}, {str(row.get_stage_display()).lower()}"


# A submission locks its enrollment before the member.
QUOTES = Move(
    4,
    Quote,
    "Enrollments and carts",
    _describe,
    ("created_at", "stage"),
    steady=("status",),
    locked=BEFORE,
)
