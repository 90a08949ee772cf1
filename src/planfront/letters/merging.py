"""Letters go along when a member's second record is merged into the first."""

from __future__ import annotations

from typing import Any

from planfront.kernel.database.moves import Move
from planfront.kernel.text.parse import show_date
from planfront.letters.models import Letter


def _describe(row: Any) -> str:
    return f"{row.get_kind_display()}, {show_date(row.day)}"


LETTERS = Move(6, Letter, "Letters", _describe, ("kind", "day"))
