"""Monthly prices of one adult at each age, and the next step of each person, for plans rated by age."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import groupby

from django.utils.translation import gettext as _

from planfront.eligibility import amounts
from planfront.kernel import money
from planfront.kernel.days.months import months_later
from planfront.kernel.text.parse import show_date
from planfront.rating import engine
from planfront.rating.selectors import fees_of
from planfront.shopping.pricing.pricer import PlanPrice, Pricer
from planfront.shopping.pricing.schemas import AgeStep, NextAgeStep, RateByAge

ADULTS = range(18, 100)
_FEW = 2
"""Fewer steps than this say nothing."""


@dataclass(frozen=True)
class _Step:
    """Ages with one monthly price."""

    first: int
    last: int
    amount: Decimal

    def has(self, age: int | None) -> bool:
        return age is not None and self.first <= age <= self.last


def rate_by_age(prices: Pricer, plan_price: PlanPrice) -> RateByAge | None:
    """Return the monthly prices of one adult with everything else unchanged; None when age doesn't move them."""
    table = prices.tables[plan_price.view.id]
    if not table.aged or table.spec.children_only:
        return None
    steps = list(_yield_steps(prices, plan_price, table))
    if len(steps) < _FEW:
        return None
    ages = prices.inputs.ages(table.spec.age_basis, table.spec.age_mode)
    with_spouse = prices.shopper.covers_spouse and table.spec.method is engine.Method.MEMBER
    spouse = ages.spouse if with_spouse else None
    return RateByAge(
        text=_describe_steps(steps, ages.subscriber, spouse),
        steps=[
            AgeStep(
                first=step.first,
                last=step.last if step.last < ADULTS[-1] else None,
                amount=money.as_text(step.amount),
                own=step.has(ages.subscriber) or step.has(spouse),
            )
            for step in steps
        ],
        stays=table.spec.age_mode is engine.AgeMode.ISSUE,
        next=list(_next_steps(prices, table.spec, steps, with_spouse=with_spouse)),
    )


def _yield_steps(prices: Pricer, plan_price: PlanPrice, table: engine.CompiledTable) -> Iterator[_Step]:
    """Yield steps of neighboring ages from 18 on. Ages that aren't sold end a step."""
    issued = amounts.issued_now(plan_price.view, plan_price.option)
    person = prices.changed(tier="IO", without_spouse=False).inputs
    alone = replace(person, option=issued.code, amount=issued.amount)
    fees = fees_of(plan_price.view.fees)
    bands = ((band, _price_at(table, alone, fees, band.start)) for band in table.age_bands(ADULTS))
    priced = [(age, amount) for band, amount in bands if amount is not None for age in band]
    # Neighbours have the same distance to their place in the list.
    for (_gap, amount), same in groupby(enumerate(priced), key=lambda each: (each[1][0] - each[0], each[1][1])):
        ages = [age for _place, (age, _amount) in same]
        yield _Step(ages[0], ages[-1], amount)


def _price_at(
    table: engine.CompiledTable, alone: engine.RatingInputs, fees: tuple[engine.Fee, ...], age: int
) -> Decimal | None:
    try:
        return engine.price(table, replace(alone, fixed_ages=engine.Ages(age)), fees).recurring
    except engine.RatingError:
        return None


def _describe_steps(steps: Sequence[_Step], own: int | None, spouse: int | None) -> str:
    """Return a sentence on the steps that the covered people are in."""
    mine = next((step for step in steps if step.has(own)), None)
    theirs = next((step for step in steps if step.has(spouse)), None)
    alone = _("The monthly price for one adult.")
    if mine is None:
        return alone
    if theirs is None:
        return f"{alone} " + _("You're in the age group %(ages)s.") % {"ages": _show_ages(mine)}
    if mine == theirs:
        return f"{alone} " + _("You and your spouse are both in the age group %(ages)s.") % {"ages": _show_ages(mine)}
    facts = {"own": _show_ages(mine), "spouse": _show_ages(theirs)}
    return f"{alone} " + _("You're in the age group %(own)s, your spouse in %(spouse)s.") % facts


def _show_ages(step: _Step) -> str:
    if step.last >= ADULTS[-1]:
        return _("%(age)s and older") % {"age": step.first}
    return str(step.first) if step.first == step.last else _("%(first)s to %(last)s") % vars(step)


def _next_steps(
    prices: Pricer, spec: engine.TableSpec, steps: Sequence[_Step], *, with_spouse: bool
) -> Iterator[NextAgeStep]:
    """Yield the next step of each adult. An age fixed at issue has none."""
    if spec.age_mode is engine.AgeMode.ISSUE:
        return
    ages = prices.inputs.ages(spec.age_basis, spec.age_mode)
    people = [(_("You"), prices.shopper.dob, ages.subscriber)]
    if with_spouse and prices.shopper.spouse_dob is not None:
        people.append((_("Your spouse"), prices.shopper.spouse_dob, ages.spouse))
    for person, dob, age in people:
        at = next((place for place, step in enumerate(steps) if step.has(age)), None)
        if at is None or at + 1 >= len(steps):
            continue
        own, after = steps[at], steps[at + 1]
        yield NextAgeStep(
            person=person,
            age=after.first,
            more=money.as_text(after.amount - own.amount),
            since=show_date(_find_anniversary(dob, prices.shopper.effective_date, after.first, spec.age_basis)),
        )


def _find_anniversary(dob: date, start: date, age: int, basis: engine.AgeBasis) -> date:
    """Return the first anniversary of the plan at which a person is counted at an age."""
    days = (months_later(start, 12 * year) for year in range(1, 100))
    return next(day for day in days if (engine.age_on(dob, day, basis) or 0) >= age)
