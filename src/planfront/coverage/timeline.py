"""The timeline of a policy: what is in force on each day, and since when that is known. Pure: no Django, no clock, no
prices of its own.

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
from itertools import zip_longest
from typing import Any

_DAY = timedelta(days=1)
SELF = "self"
"""The key of the subscriber among the people of a policy."""


class Role(StrEnum):
    """The relationship of a covered person to the subscriber."""

    SUBSCRIBER = "subscriber"
    SPOUSE = "spouse"
    PARTNER = "partner"
    CHILD = "child"


SPOUSES = frozenset({Role.SPOUSE, Role.PARTNER})


@dataclass(frozen=True, slots=True)
class Covered:
    """A person whom a policy covers. ``original_date`` is the first day ever: prices by age at issue hang on it.
    ``joined_on`` is the first day of this stay; left out, it is the first day ever."""

    key: str
    role: Role
    birth_date: date
    original_date: date
    joined_on: date = date.min

    def __post_init__(self) -> None:
        if self.joined_on == date.min:
            object.__setattr__(self, "joined_on", self.original_date)


@dataclass(frozen=True, slots=True)
class Place:
    """The subscriber's home."""

    state: str
    zip: str = ""
    county_fips: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms in force: the plan with what was chosen of it, where, for whom, and what it costs a month.

    ``inputs``: what else a price depends on. ``rated_on``: the day whose rates it has. ``premium`` None: not on record.
    ``fees``: a month's, beside the premium. ``share``: the group's and the person's parts of the premium with the rule
    and class they come from (see parties.groups.shares.Granted.stored); {} where the person pays all of it.
    ``shared_on``: the day whose contribution it has, where that isn't the day of the rates: that on which its tier
    began, or that from which the group's new contributions were written. ``group_pays``: the fees beside the price that
    the group pays (see parties.groups.terms); None: as its terms are when the price is made.
    """

    plan_id: int
    tier: str
    place: Place
    covered: tuple[Covered, ...]
    rated_on: date
    amount: Decimal | None = None
    riders: tuple[str, ...] = ()
    inputs: Mapping[str, Any] = field(default_factory=dict)
    premium: Decimal | None = None
    fees: Decimal = Decimal(0)
    proof: Mapping[str, Any] = field(default_factory=dict)
    share: Mapping[str, Any] = field(default_factory=dict)
    shared_on: date | None = None
    group_pays: frozenset[str] | None = None

    @property
    def employer(self) -> Decimal:
        """The group's part of the premium."""
        return Decimal(self.share["employer"]) if self.share else Decimal(0)

    @property
    def own(self) -> Decimal | None:
        """The person's part of the premium; None where the premium isn't on record."""
        return None if self.premium is None else self.premium - self.employer

    @property
    def monthly(self) -> Decimal | None:
        """A month with its fees; None where the premium isn't on record."""
        return None if self.premium is None else self.premium + self.fees

    def person(self, key: str) -> Covered | None:
        return next((person for person in self.covered if person.key == key), None)


Days = tuple[date, date | None]
"""A first and a last day; None: without an end."""


def join_days(periods: Iterable[Days]) -> list[Days]:
    """Return days in their order, as one where no day lies between them."""
    joined: list[Days] = []
    for first, last in periods:
        if joined and joined[-1][1] == first - _DAY:
            first = joined.pop()[0]
        joined.append((first, last))
    return joined


def list_days(steps: Mapping[date, bool]) -> list[Days]:
    """Return the days on which something holds. ``steps``: does it, from each day on."""
    listed = sorted(steps.items())
    return join_days(
        (first, after[0] - _DAY if after else None)
        for (first, holds), after in zip_longest(listed, listed[1:])
        if holds
    )


def subtract(after: Decimal | None, before: Decimal | None) -> Decimal | None:
    """Return after less before, None where one of them isn't on record."""
    return None if after is None or before is None else after - before


def monthly_of(terms: Terms | None) -> Decimal | None:
    """Return a month of terms with their fees: nothing for none, None where the premium isn't on record."""
    return Decimal(0) if terms is None else terms.monthly


def tier_of(covered: Iterable[Covered]) -> str:
    """The tier of those who are covered (see rating.engine.Tier)."""
    roles = {person.role for person in covered}
    spouse, child = bool(roles & SPOUSES), Role.CHILD in roles
    return {(False, False): "IO", (True, False): "IS", (False, True): "IC", (True, True): "IF"}[spouse, child]


class Kind(StrEnum):
    """The effect of a change. RENEWAL takes other rates, and where it says so another plan, from its day on, if the
    policy is in force that day; SHARES the group's contribution of its day, likewise. FACTS: of the subscriber, which
    prices depend on."""

    ISSUE = "issue"
    ADD_PERSON = "add_person"
    DROP_PERSON = "drop_person"
    PLAN = "plan"
    AMOUNT = "amount"
    RIDERS = "riders"
    PLACE = "place"
    FACTS = "facts"
    CORRECTION = "correction"
    RENEWAL = "renewal"
    SHARES = "shares"
    END = "end"
    CANCEL = "cancel"
    REINSTATE = "reinstate"


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happens to a policy. ``effective``: the first day on which it holds; of END the last day of cover.

    What else it says depends on its kind: ``terms`` of ISSUE; ``person`` of ADD_PERSON and, with the same key,
    CORRECTION; ``key`` of DROP_PERSON; ``plan_id``, ``amount``, ``riders`` and ``place`` of those they are named
    after; ``inputs``: those that become other ones, of FACTS and any of these. Whoever joins, leaves or moves may
    choose another plan, amount and riders with it. ``first_days`` of ISSUE: the first days ever, by key, of people whom
    the policy before covered. A CANCEL ends a policy from its first day, whatever its own. A
    REINSTATE leaves no gap. An END takes the place of one that was recorded before it. What was to begin only after
    an END that was recorded later never begins; without that END it does. ``shared_on``, set by the replay alone: the
    day from which the group's new contributions were written, for another tier that begins after it. ``group_pays`` of
    RENEWAL and SHARES: as in Terms, by the group's terms when the change was written.
    """

    id: str
    kind: Kind
    effective: date
    recorded: datetime
    terms: Terms | None = None
    person: Covered | None = None
    key: str = ""
    plan_id: int | None = None
    amount: Decimal | None = None
    riders: tuple[str, ...] | None = None
    place: Place | None = None
    inputs: Mapping[str, Any] | None = None
    first_days: Mapping[str, date] | None = None
    group_pays: frozenset[str] | None = None
    shared_on: date | None = field(default=None, compare=False)

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
    """The reason why a change can't be. FOLLOWED: another plan or policy follows on days that it would be for."""

    NOT_IN_FORCE = "not_in_force"
    ALREADY_COVERED = "already_covered"
    NOT_COVERED = "not_covered"
    SUBSCRIBER_STAYS = "subscriber_stays"
    NEVER_ENDED = "never_ended"
    GAP = "gap"
    SAME = "same"
    FOLLOWED = "followed"


class ChangeRefused(Exception):
    """A change that can't be. ``change_id`` names the one that can't: another than the new one where that, reaching
    back, leaves a later change nothing to stand on."""

    def __init__(self, why: Refused, change_id: str) -> None:
        super().__init__(f"{why}: {change_id}")
        self.why, self.change_id = why, change_id


Price = Callable[[Terms], Terms]
"""The terms with their premium and its proof."""


def replay(changes: Iterable[Change], price: Price) -> list[tuple[date, str, Terms | None]]:
    """The terms from each day on which they change, with the change that made them so, by day.

    Changes of one day hold together from that day on, in the order in which they were recorded. A person who comes back
    keeps the first day ever. Raises ChangeRefused.
    """
    states: dict[date, tuple[str, Terms | None]] = {}
    terms: Terms | None = None
    last: _Ended | None = None
    first_days: dict[str, date] = {}
    shared_on: date | None = None
    listed = list(changes)
    replaced = replaced_ends(listed)
    standing = [change for change in listed if change.id not in replaced]
    ordered = sorted(standing, key=lambda change: (change.first_day, change.recorded, change.id))
    cancelled = [change for change in ordered if change.kind is Kind.CANCEL]
    for change in ordered:
        if change.kind is Kind.CANCEL:
            continue
        step = replace(_keep_first_day(change, first_days), shared_on=shared_on)
        terms, last = _apply_step(step, terms, last, price)
        shared_on = _find_shared_day(change, terms, shared_on)
        first_days |= change.first_days or {}
        for person in terms.covered if terms else ():
            first_days.setdefault(person.key, person.original_date)
        states[change.first_day] = (change.id, terms)
    if cancelled:
        if not states:
            raise ChangeRefused(Refused.NOT_IN_FORCE, cancelled[0].id)
        return [(min(states), cancelled[0].id, None)]
    return [(day, change_id, result) for day, (change_id, result) in sorted(states.items())]


def _find_shared_day(change: Change, terms: Terms | None, before: date | None) -> date | None:
    """Return the day from which the group's new contributions were written; None before any, and once a renewal or
    another plan has shares of its own."""
    if change.kind is Kind.SHARES and terms is not None:
        return change.effective
    return None if change.kind is Kind.RENEWAL or change.plan_id is not None else before


def replaced_ends(changes: Sequence[Change]) -> frozenset[str]:
    """Return the ids of ends whose place a later one took: it was brought forward or put off."""
    reinstated = _reinstated_ends(changes)
    ends = [change for change in changes if change.kind is Kind.END]
    newest = max(ends, key=lambda change: (change.recorded, change.id), default=None)
    return frozenset(change.id for change in ends if change is not newest and change.id not in reinstated)


def _reinstated_ends(changes: Sequence[Change]) -> frozenset[str]:
    """Return the ids of ends after which a policy was reinstated."""
    ids: set[str] = set()
    for back in sorted(changes, key=lambda change: (change.recorded, change.id)):
        if back.kind is Kind.REINSTATE:
            ends = [
                change
                for change in changes
                if change.kind is Kind.END
                and change.first_day == back.effective
                and change.recorded <= back.recorded
                and change.id not in ids
            ]
            ids |= {max(ends, key=lambda change: (change.recorded, change.id)).id} if ends else set()
    return frozenset(ids)


def idle_ends(changes: Sequence[Change]) -> frozenset[str]:
    """Return the ids of ends that end nothing any more: another one took their place, or the policy was reinstated."""
    return replaced_ends(changes) | _reinstated_ends(changes)


def standing_end(changes: Sequence[Change]) -> Change | None:
    """Return the end that a policy has, None where it goes on."""
    idle = idle_ends(changes)
    return next((change for change in changes if change.kind is Kind.END and change.id not in idle), None)


def _keep_first_day(change: Change, first_days: Mapping[str, date]) -> Change:
    """Return the change with the first day ever of a person who comes back."""
    person = change.person
    if change.kind is not Kind.ADD_PERSON or person is None or person.key not in first_days:
        return change
    return replace(change, person=replace(person, original_date=first_days[person.key]))


@dataclass(frozen=True, slots=True)
class _Ended:
    """The terms that were in force last, the first day without them, and when their end was recorded."""

    day: date
    terms: Terms
    recorded: datetime


def _apply_step(
    change: Change, terms: Terms | None, last: _Ended | None, price: Price
) -> tuple[Terms | None, _Ended | None]:
    """The terms after a change, and the last ones that were in force."""
    if change.kind is Kind.ISSUE:
        if terms is not None or change.terms is None:
            raise ChangeRefused(Refused.SAME, change.id)
        return price(change.terms), None
    if change.kind is Kind.REINSTATE:
        if terms is not None or last is None:
            raise ChangeRefused(Refused.NEVER_ENDED, change.id)
        if change.effective != last.day:
            raise ChangeRefused(Refused.GAP, change.id)
        return last.terms, None
    if terms is None and (change.kind in (Kind.RENEWAL, Kind.SHARES) or _falls_away(change, last)):
        return terms, last
    if terms is None:
        raise ChangeRefused(Refused.NOT_IN_FORCE, change.id)
    if change.kind is Kind.END:
        return None, _Ended(change.first_day, terms, change.recorded)
    return price(EFFECTS[change.kind](change, _apply_choices(change, terms))), None


def _falls_away(change: Change, last: _Ended | None) -> bool:
    """Return whether a change was to begin only after an end that was recorded later, so that it never begins."""
    return last is not None and change.kind in EFFECTS and change.recorded < last.recorded


def _add_person(change: Change, terms: Terms) -> Terms:
    person = change.person
    if person is None or terms.person(person.key):
        raise ChangeRefused(Refused.ALREADY_COVERED, change.id)
    return _with_covered(change, terms, (*terms.covered, person))


def _with_covered(change: Change, terms: Terms, covered: tuple[Covered, ...]) -> Terms:
    """Return terms for other people. Another tier has the shares of the day on which it begins; once the group's new
    contributions were written, of the day from which they were."""
    tier = tier_of(covered)
    if tier == terms.tier:
        return replace(terms, covered=covered)
    return replace(terms, covered=covered, tier=tier, share={}, shared_on=change.shared_on or change.effective)


def _drop_person(change: Change, terms: Terms) -> Terms:
    person = terms.person(change.key)
    if person is None:
        raise ChangeRefused(Refused.NOT_COVERED, change.id)
    if person.role is Role.SUBSCRIBER:
        raise ChangeRefused(Refused.SUBSCRIBER_STAYS, change.id)
    return _with_covered(change, terms, tuple(other for other in terms.covered if other.key != change.key))


def _correct_person(change: Change, terms: Terms) -> Terms:
    """Put a birth date right; without a person only what prices depend on is put right."""
    person = change.person
    if person is None and change.inputs is not None:
        return terms
    if person is None or terms.person(person.key) is None:
        raise ChangeRefused(Refused.NOT_COVERED, change.id)
    return replace(
        terms,
        covered=tuple(
            replace(other, birth_date=person.birth_date) if other.key == person.key else other
            for other in terms.covered
        ),
    )


def _apply_choices(change: Change, terms: Terms) -> Terms:
    """Apply the plan, amount, riders and place that a change names. Another plan has the rates of its first day, and
    shares of its own."""
    return replace(
        terms,
        plan_id=change.plan_id or terms.plan_id,
        amount=terms.amount if change.amount is None else change.amount,
        riders=terms.riders if change.riders is None else change.riders,
        place=change.place or terms.place,
        inputs=terms.inputs if change.inputs is None else {**terms.inputs, **change.inputs},
        rated_on=terms.rated_on if change.plan_id is None else change.effective,
        share=terms.share if change.plan_id is None else {},
        shared_on=terms.shared_on if change.plan_id is None else None,
    )


def _renew_rates(change: Change, terms: Terms) -> Terms:
    """A renewal has the rates and shares of its own day, also of the same plan; everything else keeps those it has."""
    return replace(terms, rated_on=change.effective, share={}, shared_on=None, group_pays=change.group_pays)


def _renew_shares(change: Change, terms: Terms) -> Terms:
    return replace(terms, share={}, shared_on=change.effective, group_pays=change.group_pays)


def _as_chosen(_change: Change, terms: Terms) -> Terms:
    """Return the terms as chosen, as the change does nothing else."""
    return terms


EFFECTS: dict[Kind, Callable[[Change, Terms], Terms]] = {
    Kind.ADD_PERSON: _add_person,
    Kind.DROP_PERSON: _drop_person,
    Kind.CORRECTION: _correct_person,
    Kind.RENEWAL: _renew_rates,
    Kind.SHARES: _renew_shares,
    **dict.fromkeys((Kind.PLAN, Kind.AMOUNT, Kind.RIDERS, Kind.PLACE, Kind.FACTS), _as_chosen),
}


def find_terms(versions: Iterable[Version], day: date, known: datetime | None = None) -> Terms | None:
    """Return the terms in force on a day, as they were known at an instant (None: as they are known by now)."""
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
    return _plan_versions(replay([*history, change], price), versions, change)


def plan_withdrawal(
    history: Sequence[Change], versions: Sequence[Version], change: Change, recorded: datetime, price: Price
) -> list[Version]:
    """The rows that take a change back. Raises ChangeRefused where a later one stands on it."""
    remaining = [other for other in history if other.id != change.id]
    return _plan_versions(replay(remaining, price), versions, replace(change, recorded=recorded))


def _plan_versions(
    states: list[tuple[date, str, Terms | None]], versions: Sequence[Version], change: Change
) -> list[Version]:
    days = sorted({day for day, _change_id, _terms in states} | {row.effective for row in versions})
    added: list[Version] = []
    for day in days:
        change_id, terms = next(((by, kept) for first, by, kept in reversed(states) if first <= day), (change.id, None))
        if find_terms([*versions, *added], day) != terms:
            added.append(Version(day, change.recorded, change_id, terms))
    if not added:
        raise ChangeRefused(Refused.SAME, change.id)
    return added
