"""Checks of dependents in the application, by the one rule of who may be covered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from planfront.eligibility.joining import (
    Family,
    Finding,
    Kind,
    Parents,
    Person,
    PersonQuestion,
    birth_bounds,
    check_identity,
    is_same_person,
    list_questions,
)
from planfront.eligibility.joining_texts import explain
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
    """Return the checks of a dependent's birth date, given all dependents in ``people``: ages on the first day of
    coverage, by the strictest plan of the cart."""
    married = ctx.read(PersonalAnswers).marital_status == _MARRIED
    parents = Parents(ctx.shopper.dob, spouse_born(ctx, people), spouse_unknown=married)
    limits = ctx.facts.family_limits
    bounds = [
        Check(
            kind=bound.kind,
            value=show_date(bound.day),
            only_if={"field": "relationship", "eq": kind},
            message=explain(bound.finding),
        )
        for kind in _KINDS
        for bound in birth_bounds(kind, parents, ctx.cart.effective_date or ctx.today, limits)
    ]
    return [*rules.birth_checks(ctx.today), *bounds]


def identity_problem(ctx: StepContext, person: Dependent) -> Finding | None:
    """Return why somebody can't be that person: the applicant as a dependent."""
    newcomer = _as_person(person)
    if newcomer is None:
        return None
    return check_identity(newcomer, _family_of(ctx))


def list_open_questions(ctx: StepContext, person: Dependent, people: Iterable[Dependent]) -> list[PersonQuestion]:
    """Return what is still to be asked about a dependent, given all dependents in ``people``."""
    newcomer = _as_person(person)
    if newcomer is None:
        return []
    spouses = [spouse for other in people if other.is_spouse and (spouse := _as_person(other))]
    on = ctx.cart.effective_date or ctx.today
    return list_questions(newcomer, _family_of(ctx, spouses), on, person.confirmed.split(","))


def _family_of(ctx: StepContext, covered: Sequence[Person] = ()) -> Family:
    applicant = ctx.read(PersonalAnswers)
    return Family(Parents(ctx.shopper.dob), applicant.first_name, applicant.last_name, covered=covered)


def _as_person(person: Dependent) -> Person | None:
    if person.birthdate is None or not (person.is_spouse or person.is_child):
        return None
    kind: Kind = "spouse" if person.is_spouse else "child"
    return Person(kind, person.birthdate, person.first_name, person.last_name, person.ssn)


def is_same_child(person: Dependent, other: Dependent) -> bool:
    """Return whether two children of a list are one. Of two spouses the tier says that only one is taken."""
    left, right = _as_person(person), _as_person(other)
    if not (person.is_child and other.is_child):
        return False
    return left is not None and right is not None and is_same_person(left, right)
