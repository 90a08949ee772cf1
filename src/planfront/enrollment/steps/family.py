"""Checks of dependents' birth dates in the application."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.conf import settings

from planfront.catalog.selectors import catalog
from planfront.eligibility.births import Kind, Parents, birth_bounds
from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.steps.dependent.answers import Dependent
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.kernel.text.parse import show_date

_KINDS: tuple[Kind, ...] = ("spouse", "child")
_MARRIED = "1"


def spouse_born(ctx: StepContext, people: Iterable[Dependent]) -> date | None:
    """Return the spouse's birth date: of the list, else of the quote."""
    listed = (person.birthdate for person in people if person.is_spouse)
    return next((born for born in listed if born), ctx.shopper.spouse_dob)


def birth_checks(ctx: StepContext, people: Iterable[Dependent]) -> list[Check]:
    """Return the checks of a dependent's birth date, given all dependents in ``people``."""
    married = ctx.read(PersonalAnswers).marital_status == _MARRIED
    parents = Parents(ctx.shopper.dob, spouse_born(ctx, people), spouse_unknown=married)
    first_day = max(ctx.cart.effective_date or ctx.today, ctx.today)
    terms = catalog().terms
    ages = [terms[line.plan_id].child_until for line in ctx.cart.plans if line.plan_id in terms]
    until = min(ages, default=settings.ENV.max_dependent_age)
    bounds = [
        Check(
            kind=bound.kind,
            value=show_date(bound.day),
            only_if={"field": "relationship", "eq": kind},
            message=bound.message,
        )
        for kind in _KINDS
        for bound in birth_bounds(kind, parents, first_day, until)
    ]
    return [*rules.birth_checks(ctx.today), *bounds]
