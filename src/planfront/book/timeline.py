"""What is in force, since when, and since when that is known. Pure: no Django, no clock, no prices of its own.

A policy is its changes. Put in the order of their effective days they give its terms from each day on; the versions are
these terms as rows. Nothing is ever rewritten: a change that reaches back adds a row for its own day, and one for each
later day whose terms it makes other ones. So one question answers "on day D, as known at K": of the rows recorded by K,
those of the latest day up to D, and of these the one that was recorded last.

Who previews a change and who applies it do the same: ``plan_change`` says which rows it adds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Any

_DAY = timedelta(days=1)


class Role(StrEnum):
    SUBSCRIBER = "subscriber"
    SPOUSE = "spouse"
    PARTNER = "partner"
    CHILD = "child"


@dataclass(frozen=True, slots=True)
class Covered:
    """A person whom a policy covers. ``original_date`` is the first day ever: prices by age at issue hang on it."""

    key: str
    role: Role
    birth_date: date
    original_date: date


@dataclass(frozen=True, slots=True)
class Terms:
    """What is in force: the plan with what was chosen of it, where, for whom, and what it costs a month."""

    plan_id: int
    tier: str
    zip: str
    covered: tuple[Covered, ...]
    amount: Decimal | None = None
    riders: tuple[str, ...] = ()
    premium: Decimal = Decimal(0)
    proof: Mapping[str, Any] = field(default_factory=dict)

    def person(self, key: str) -> Covered | None:
        return next((person for person in self.covered if person.key == key), None)


class Kind(StrEnum):
    """What a change does. RENEWAL takes other rates, and where it says so another plan, from its day on."""

    ISSUE = "issue"
    ADD_PERSON = "add_person"
    DROP_PERSON = "drop_person"
    PLAN = "plan"
    AMOUNT = "amount"
    RIDERS = "riders"
    PLACE = "place"
    CORRECTION = "correction"
    RENEWAL = "renewal"
    END = "end"
    CANCEL = "cancel"
    REINSTATE = "reinstate"


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happens to a policy. ``effective``: the first day on which it holds; of END the last day of cover.

    What else it says depends on its kind: ``terms`` of ISSUE; ``person`` of ADD_PERSON and, with the same key,
    CORRECTION; ``key`` of DROP_PERSON; ``plan_id``, ``amount``, ``riders`` and ``zip`` of those they are named after.
    ``tier``: of whatever changes who is covered. A CANCEL ends a policy from its first day, whatever its own.
    """

    id: str
    kind: Kind
    effective: date
    recorded: datetime
    terms: Terms | None = None
    person: Covered | None = None
    key: str = ""
    plan_id: int | None = None
    tier: str = ""
    amount: Decimal | None = None
    riders: tuple[str, ...] | None = None
    zip: str = ""

    @property
    def first_day(self) -> date:
        """The first day on which something is different."""
        return self.effective + _DAY if self.kind is Kind.END else self.effective


@dataclass(frozen=True, slots=True)
class Version:
    """Terms from a day on, since when that is known, and the change that it came of. None: nothing is in force."""

    effective: date
    recorded: datetime
    change_id: str
    terms: Terms | None


class Refused(StrEnum):
    NOT_IN_FORCE = "not_in_force"
    ALREADY_COVERED = "already_covered"
    NOT_COVERED = "not_covered"
    SUBSCRIBER_STAYS = "subscriber_stays"
    NEVER_ENDED = "never_ended"
    SAME = "same"


class ChangeRefused(Exception):
    """A change that can't be. ``change_id`` names the one that can't: another than the new one where that, reaching
    back, leaves a later change nothing to stand on."""

    def __init__(self, why: Refused, change_id: str) -> None:
        super().__init__(f"{why}: {change_id}")
        self.why, self.change_id = why, change_id


Price = Callable[[Terms, date], Terms]
"""The terms with the premium and its proof for a day on which they begin, change or are renewed."""


def replay(changes: Iterable[Change], price: Price) -> list[tuple[date, str, Terms | None]]:
    """The terms from each day on which they change, with the change that made them so, by day.

    Changes of one day hold together from that day on, in the order in which they were recorded. Raises ChangeRefused.
    """
    states: dict[date, tuple[str, Terms | None]] = {}
    terms, last = None, None
    ordered = sorted(changes, key=lambda change: (change.first_day, change.recorded, change.id))
    cancelled = [change for change in ordered if change.kind is Kind.CANCEL]
    for change in ordered:
        if change.kind is Kind.CANCEL:
            continue
        terms, last = _step(change, terms, last, price)
        states[change.first_day] = (change.id, terms)
    if cancelled:
        if not states:
            raise ChangeRefused(Refused.NOT_IN_FORCE, cancelled[0].id)
        return [(min(states), cancelled[0].id, None)]
    return [(day, change_id, result) for day, (change_id, result) in sorted(states.items())]


def _step(change: Change, terms: Terms | None, last: Terms | None, price: Price) -> tuple[Terms | None, Terms | None]:
    """The terms after a change, and the last ones that were in force."""
    if change.kind is Kind.ISSUE:
        if terms is not None or change.terms is None:
            raise ChangeRefused(Refused.SAME, change.id)
        terms = price(change.terms, change.effective)
        return terms, terms
    if change.kind is Kind.REINSTATE:
        if terms is not None or last is None:
            raise ChangeRefused(Refused.NEVER_ENDED, change.id)
        return last, last
    if terms is None:
        raise ChangeRefused(Refused.NOT_IN_FORCE, change.id)
    if change.kind is Kind.END:
        return None, terms
    changed = _EFFECTS[change.kind](change, terms)
    terms = price(changed, change.effective)
    return terms, terms


def _add_person(change: Change, terms: Terms) -> Terms:
    person = change.person
    if person is None or terms.person(person.key):
        raise ChangeRefused(Refused.ALREADY_COVERED, change.id)
    return replace(terms, covered=(*terms.covered, person), tier=change.tier or terms.tier)


def _drop_person(change: Change, terms: Terms) -> Terms:
    person = terms.person(change.key)
    if person is None:
        raise ChangeRefused(Refused.NOT_COVERED, change.id)
    if person.role is Role.SUBSCRIBER:
        raise ChangeRefused(Refused.SUBSCRIBER_STAYS, change.id)
    kept = tuple(other for other in terms.covered if other.key != change.key)
    return replace(terms, covered=kept, tier=change.tier or terms.tier)


def _correct_person(change: Change, terms: Terms) -> Terms:
    person = change.person
    if person is None or terms.person(person.key) is None:
        raise ChangeRefused(Refused.NOT_COVERED, change.id)
    return replace(terms, covered=tuple(person if other.key == person.key else other for other in terms.covered))


def _choose(change: Change, terms: Terms) -> Terms:
    """What a change names of the plan, its amount, riders and place."""
    return replace(
        terms,
        plan_id=change.plan_id or terms.plan_id,
        tier=change.tier or terms.tier,
        amount=terms.amount if change.amount is None else change.amount,
        riders=terms.riders if change.riders is None else change.riders,
        zip=change.zip or terms.zip,
    )


_EFFECTS: dict[Kind, Callable[[Change, Terms], Terms]] = {
    Kind.ADD_PERSON: _add_person,
    Kind.DROP_PERSON: _drop_person,
    Kind.CORRECTION: _correct_person,
    **dict.fromkeys((Kind.PLAN, Kind.AMOUNT, Kind.RIDERS, Kind.PLACE, Kind.RENEWAL), _choose),
}


def find_terms(versions: Iterable[Version], day: date, known: datetime | None = None) -> Terms | None:
    """What is in force on a day, as it was known at an instant (None: as it is known by now)."""
    version = find_version(versions, day, known)
    return version.terms if version else None


def find_version(versions: Iterable[Version], day: date, known: datetime | None = None) -> Version | None:
    """The row that says what is in force on a day; None before the first day."""
    reached = [row for row in versions if row.effective <= day and (known is None or row.recorded <= known)]
    return max(reached, key=lambda row: (row.effective, row.recorded), default=None)


def plan_change(history: Sequence[Change], versions: Sequence[Version], change: Change, price: Price) -> list[Version]:
    """The rows that a change adds to those of the history: one for each day from which on the terms become other ones.

    Raises ChangeRefused where it can't be, or where it changes nothing.
    """
    return _plan(replay([*history, change], price), versions, change)


def plan_withdrawal(
    history: Sequence[Change], versions: Sequence[Version], change: Change, recorded: datetime, price: Price
) -> list[Version]:
    """The rows that take a change back. Raises ChangeRefused where a later one stands on it."""
    kept = [other for other in history if other.id != change.id]
    return _plan(replay(kept, price), versions, replace(change, recorded=recorded))


def _plan(states: list[tuple[date, str, Terms | None]], versions: Sequence[Version], change: Change) -> list[Version]:
    days = sorted({day for day, _change_id, _terms in states} | {row.effective for row in versions})
    added: list[Version] = []
    for day in days:
        change_id, terms = next(((by, kept) for first, by, kept in reversed(states) if first <= day), (change.id, None))
        if find_terms([*versions, *added], day) != terms:
            added.append(Version(day, change.recorded, change_id, terms))
    if not added:
        raise ChangeRefused(Refused.SAME, change.id)
    return added
