"""The reasons why a policy costs something else in the new year, each with its amount, in the order in which they
apply. Family and place first, at the old rates; then the plan or its rates, at the old ages; then the ages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Any

from planfront.coverage import ledger
from planfront.coverage.ledger import Ledger
from planfront.coverage.models import Choice, RenewalItem
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.timeline import Role, Terms, find_terms, monthly_of
from planfront.kernel.money import ZERO
from planfront.kernel.text.parse import age_on
from planfront.rating import engine
from planfront.rating.selectors import plans_by_attained_age

_DAY = timedelta(days=1)
_INSTANT = timedelta(microseconds=1)
_MEDICARE = 65


class ReasonKind(StrEnum):
    """CHANGED: an amount, a rider or a plan that somebody changed to the same day. BAND: another price by age."""

    FAMILY = "family"
    MOVED = "moved"
    CHANGED = "changed"
    PLAN = "plan"
    CHOICE = "choice"
    RATES = "rates"
    FEES = "fees"
    TURNED_65 = "turned_65"
    BAND = "band"


@dataclass(frozen=True)
class Reason:
    """``more``: what it adds to a month."""

    kind: ReasonKind
    more: Decimal


def explain_items(items: Iterable[RenewalItem]) -> Mapping[Any, tuple[Reason, ...]]:
    """The reasons of items with two prices, the largest first, by item. Their sum is the item's difference."""
    listed = list(items)
    if not listed:
        return {}
    ledgers = {record.policy.pk: record for record in ledger.load_ledgers([item.policy for item in listed])}
    pricing, aged = Pricing(), plans_by_attained_age(listed[0].first_day)
    return {item.pk: _explain(item, ledgers[item.policy_id], pricing, aged) for item in listed}


def _explain(item: RenewalItem, record: Ledger, pricing: Pricing, aged: set[int]) -> tuple[Reason, ...]:
    """Explain what is written, as it was known just before."""
    known_at = item.change.recorded - _INSTANT if item.change else None
    first = find_terms(record.versions, item.first_day, known_at)
    old = find_terms(record.versions, item.first_day - _DAY, known_at) or first
    if first is None or old is None or item.plan_id is None or item.after is None:
        return ()
    parts = [*_changed(old, first, pricing), *_renewed(item, first, pricing, aged)]
    relevant = [reason for reason in parts if reason.more]
    return tuple(sorted(relevant, key=lambda reason: -abs(reason.more)))


def _changed(old: Terms, first: Terms, pricing: Pricing) -> Iterator[Reason]:
    """Yield the changes that take effect on the first day of the new year."""
    family = {person.key for person in old.covered} != {person.key for person in first.covered}
    moved = old.place != first.place
    before, after = _month(old), _month(first)
    if family and moved:
        there = _price(replace(first, place=old.place), pricing, otherwise=after)
        yield Reason(ReasonKind.FAMILY, there - before)
        yield Reason(ReasonKind.MOVED, after - there)
    else:
        kind = ReasonKind.FAMILY if family else ReasonKind.MOVED if moved else ReasonKind.CHANGED
        yield Reason(kind, after - before)


def _renewed(item: RenewalItem, first: Terms, pricing: Pricing, aged: set[int]) -> Iterator[Reason]:
    after = item.after or ZERO
    terms = replace(first, plan_id=item.plan_id or first.plan_id, rated_on=item.first_day)
    ages = ZERO
    if terms.plan_id in aged:
        basis = pricing.age_basis(terms)
        people = (_as_old_as(person, first.rated_on, item.first_day, basis) for person in terms.covered)
        young = replace(terms, covered=tuple(people))
        ages = after - _price(young, pricing, otherwise=after)
        yield Reason(ReasonKind.TURNED_65 if _turned(first, item.first_day) else ReasonKind.BAND, ages)
    rest = after - ages - _month(first)
    if item.choice == Choice.CHANGE:
        yield Reason(ReasonKind.CHOICE, rest)
    elif terms.plan_id != first.plan_id:
        yield Reason(ReasonKind.PLAN, rest)
    else:
        fees = _fees(terms, pricing, otherwise=first.fees) - first.fees
        yield Reason(ReasonKind.FEES, fees)
        yield Reason(ReasonKind.RATES, rest - fees)


def _as_old_as(person: Any, then: date, now: date, basis: engine.AgeBasis) -> Any:
    """Return a person who has on one day the age that the person had on another one."""
    age = engine.age_on(person.birth_date, then, basis) or 0
    nearest = basis is engine.AgeBasis.NEAREST
    born = _years_before(now, age) if nearest else date(now.year - age, 1, 1)
    return replace(person, birth_date=born)


def _years_before(day: date, years: int) -> date:
    return (day - _DAY if (day.month, day.day) == (2, 29) else day).replace(year=day.year - years)


def _turned(terms: Terms, day: date) -> bool:
    """Return whether an adult turned 65 since the terms were rated."""
    adults = [person.birth_date for person in terms.covered if person.role is not Role.CHILD]
    return any(age_on(born, terms.rated_on) < _MEDICARE <= age_on(born, day) for born in adults)


def _month(terms: Terms) -> Decimal:
    return monthly_of(terms) or ZERO


def _price(terms: Terms, pricing: Pricing, *, otherwise: Decimal) -> Decimal:
    try:
        return _month(pricing(terms))
    except PriceRefused:
        return otherwise


def _fees(terms: Terms, pricing: Pricing, *, otherwise: Decimal) -> Decimal:
    try:
        return pricing(terms).fees
    except PriceRefused:
        return otherwise
