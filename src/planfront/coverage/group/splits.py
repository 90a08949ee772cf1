"""The amounts that a group and a person pay before and after a change, as they are stored with a change that waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from planfront.coverage.group.amounts import Amounts, add_amounts, amounts_of
from planfront.kernel.money import as_text
from planfront.members.group_people import person_of_group
from planfront.parties.groups.shares import share_of, stored_share

if TYPE_CHECKING:
    from planfront.coverage.engine import Outcome

BEFORE, AFTER = "before", "after"


def store_splits(group_id: int | None, member_id: int, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """A month's amounts of what can change, {} for who is in no group."""
    if group_id is None or person_of_group(group_id, member_id) is None:
        return {}
    possible = [outcome for outcome in outcomes if outcome.entry is not None]
    return {
        BEFORE: _store_amounts(add_amounts(amounts_of(outcome.before) for outcome in possible)),
        AFTER: _store_amounts(add_amounts(amounts_of(outcome.after) for outcome in possible)),
    }


def read_split(stored: Mapping[str, Any], when: str) -> Amounts:
    """Return the amounts before or after; unknown where none were stored."""
    amounts = stored.get(when)
    if amounts is None:
        return Amounts(known=False)
    premium, employer, own = (Decimal(amounts[name]) for name in ("premium", "employer", "own"))
    return Amounts(premium, employer, own, share_of(amounts["taken"]), amounts["known"])


def _store_amounts(amounts: Amounts) -> dict[str, Any]:
    return {
        "premium": as_text(amounts.premium),
        "employer": as_text(amounts.employer),
        "own": as_text(amounts.own),
        "taken": stored_share("", amounts.taken) if amounts.taken else {},
        "known": amounts.known,
    }
