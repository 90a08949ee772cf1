"""Checks of dependents' birth dates in the application."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

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
    bounds = [
        Check(
            kind=bound.kind,
            value=show_date(bound.day),
            only_if={"field": "relationship", "eq": kind},
            message=bound.message,
        )
        for kind in _KINDS
        for bound in birth_bounds(kind, parents, ctx.today)
    ]
    return [*rules.birth_checks(ctx.today), *bounds]
