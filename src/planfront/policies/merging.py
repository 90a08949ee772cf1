"""What waits for a group goes along when a member's second record is merged into the first."""

from __future__ import annotations

from typing import Any

from planfront.kernel.database.moves import Move
from planfront.kernel.text.parse import show_date
from planfront.policies.models import HeldChange


def _describe(row: Any) -> str:
    return f"{row.get_state_display()}, {show_date(row.asked_on)}"


HELD_CHANGES = Move(8, HeldChange, "Changes that a group agrees to", _describe, ("state", "asked_on"))
