"""Counts and sums of everyone in a group as of a day.

Thousands of people take a while to read, so it is held until a fingerprint of what it came from is another one. What
waits for the group's answer stands beside it, and is read each time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from planfront.coverage.group.amounts import Amounts, add_amounts
from planfront.coverage.group.standing import KINDS, Kind, Standing, stand
from planfront.coverage.group_reads import fingerprint_of_group, policies_of_group
from planfront.kernel.memory.held import hold
from planfront.members.group_people import Employed, employees_of_group, fingerprint_of_employees

if TYPE_CHECKING:
    from planfront.parties.groups.terms import GroupTerms


@dataclass(frozen=True)
class Roll:
    """``everybody``: ids by name. ``kinds``: those that each count has. ``amounts``: of what is in force. ``classes``:
    how many people of a class have something in force, and what it costs. ``sizes``: how many a class has that haven't
    left. ``by_class``: ids of everyone in a class."""

    everybody: Sequence[int]
    kinds: Mapping[Kind, frozenset[int]]
    amounts: Amounts
    classes: Mapping[int | None, tuple[int, Amounts]]
    sizes: Mapping[int | None, int]
    by_class: Mapping[int | None, frozenset[int]]


def load_roll(terms: GroupTerms, brand_id: int, day: date) -> Roll:
    """Load the roll in three queries, or five where it isn't cached."""
    stamp = (terms, fingerprint_of_employees(brand_id, terms.group_id), fingerprint_of_group(terms.group_id))
    key = f"group-roll:{brand_id}:{terms.group_id}:{day}"
    return hold(key, stamp, lambda: _add_up(_stand_all(terms, brand_id, day)))


def _stand_all(terms: GroupTerms, brand_id: int, day: date) -> list[Standing[Employed]]:
    policies = policies_of_group(terms.group_id)
    return [
        stand(person, terms, policies.get(person.id, ()), day, has_request=False)
        for person in employees_of_group(brand_id, terms.group_id)
    ]


def _add_up(everybody: Sequence[Standing[Employed]]) -> Roll:
    by_class: dict[int | None, list[Standing[Employed]]] = defaultdict(list)
    for row in everybody:
        if row.running:
            by_class[row.own.id if row.own else None].append(row)
    ids: dict[int | None, set[int]] = defaultdict(set)
    for row in everybody:
        ids[row.own.id if row.own else None].add(row.person.id)
    return Roll(
        everybody=[row.person.id for row in everybody],
        kinds={kind: frozenset(row.person.id for row in everybody if kind in row.kinds) for kind in KINDS},
        amounts=add_amounts(row.amounts for row in everybody),
        classes={key: (len(rows), add_amounts(row.amounts for row in rows)) for key, rows in by_class.items()},
        sizes=Counter(row.own.id if row.own else None for row in everybody if not row.left),
        by_class={key: frozenset(people) for key, people in ids.items()},
    )
