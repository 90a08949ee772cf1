"""The amounts that a group and a person pay before and after a change, as they are stored with a change that waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from planfront.catalog.selectors import catalog
from planfront.coverage.group.amounts import Amounts, Payer, add_amounts
from planfront.kernel.money import as_text
from planfront.members.group_people import person_of_group
from planfront.parties.groups.selectors import terms_of_id
from planfront.parties.groups.shares import share_of, stored_share

if TYPE_CHECKING:
    from planfront.coverage.engine import Outcome
    from planfront.coverage.timeline import Terms

BEFORE, AFTER = "before", "after"


def store_splits(group_id: int | None, member_id: int, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """A month's amounts of what can change, {} for who is in no group."""
    person = person_of_group(group_id, member_id) if group_id else None
    if group_id is None or person is None:
        return {}
    terms = terms_of_id(group_id)
    payer = Payer(terms, terms.class_of(person.class_id), catalog().plans)
    possible = [outcome for outcome in outcomes if outcome.entry is not None]

    def add(priced_terms: Sequence[Terms | None]) -> dict[str, Any]:
        return _store_amounts(
            add_amounts(
                payer.amounts_of(priced, outcome.policy.category, outcome.policy.contribution)
                for outcome, priced in zip(possible, priced_terms, strict=True)
            )
        )

    return {
        BEFORE: add([outcome.before for outcome in possible]),
        AFTER: add([outcome.after for outcome in possible]),
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
