"""The people on an application's lists, and those on an existing member's record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planfront.eligibility.joining import PersonQuestion
from planfront.enrollment.forms.named import NamedPerson
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.beneficiary.answers import Beneficiary, BeneficiaryAnswers
from planfront.enrollment.steps.dependent.answers import Dependent, DependentAnswers
from planfront.enrollment.steps.dependent.step import has_spouse, split_by_tier
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.enrollment.steps.registry import BENEFICIARY, DEPENDENT
from planfront.kernel.text.parse import show_date
from planfront.members import selectors as members

if TYPE_CHECKING:
    from planfront.eligibility.shopper import Shopper
    from planfront.enrollment.forms.base import Answers, StepContext


def dependents_on_record(shopper: Shopper) -> tuple[Dependent, ...]:
    """Dependents of an existing member."""
    return Dependent.each(_dependent_answers(shopper))


def _dependent_answers(shopper: Shopper) -> Iterator[Answers]:
    for relative in members.relatives(shopper.member_id, "dependent") if shopper.member_id else ():
        yield {
            "dependent_id": relative.id,
            "first_name": relative.first_name,
            "middle_name": relative.middle_name,
            "last_name": relative.last_name,
            "suffix": relative.suffix,
            "birthdate": show_date(relative.birth_date),
            "gender": "" if relative.gender is None else str(relative.gender),
            "ssn": relative.ssn,
            "relationship": relative.relationship.lower(),
            "confirmed": ",".join(PersonQuestion),
            "employed": "0",
        }


def beneficiaries_on_record(shopper: Shopper) -> tuple[Beneficiary, ...]:
    """Beneficiaries of an existing member."""
    return Beneficiary.each(_beneficiary_answers(shopper))


def _beneficiary_answers(shopper: Shopper) -> Iterator[Answers]:
    for relative in members.relatives(shopper.member_id, "beneficiary") if shopper.member_id else ():
        yield {
            "beneficiary_id": relative.id,
            "first_name": relative.first_name,
            "middle_name": relative.middle_name,
            "last_name": relative.last_name,
            "birthdate": show_date(relative.birth_date),
            "ssn": relative.ssn,
            "relationship": relative.relationship.lower(),
            "beneficiary_percentage": str(relative.percentage or ""),
        }


def listed_dependents(ctx: StepContext) -> tuple[list[Dependent], list[Dependent]]:
    """Return (the list that fits the tier, everyone else who can be taken back)."""
    answers = ctx.read(DependentAnswers)
    listed = answers.dependents if ctx.answers(DEPENDENT.key) else dependents_on_record(ctx.shopper)
    fitting, extra = split_by_tier(ctx, listed)
    if has_spouse(fitting) and answers.spouse_choice == "no":
        spouse = fitting[:1]
        fitting, extra = fitting[1:], [*spouse, *extra]
    return fitting, [*extra, *answers.set_aside]


def known_dependents(ctx: StepContext) -> dict[str, Dependent]:
    """Return dependents by the ids that may come back: on the list, set aside, or on the member's record."""
    answers = ctx.read(DependentAnswers)
    people = (*dependents_on_record(ctx.shopper), *answers.set_aside, *answers.dependents)
    return {person.dependent_id: person for person in people}


def listed_beneficiaries(ctx: StepContext) -> list[Beneficiary]:
    """The stored list; before there is one, what is on record of the member."""
    stored = ctx.answers(BENEFICIARY.key)
    listed = ctx.read(BeneficiaryAnswers).beneficiaries if stored else beneficiaries_on_record(ctx.shopper)
    return [person for person in listed if person.beneficiary_percentage]


@dataclass(frozen=True)
class Listed:
    """A person on one of an application's lists, with the key of the tab and their id there."""

    tab: str
    person_id: str
    person: Dependent | Beneficiary


def people_asked_for(ctx: StepContext) -> list[Listed]:
    """The dependents and beneficiaries of the tabs that are asked."""
    required = {step.key for step in registry.STEPS if step.required(ctx)}
    listed: list[Listed] = []
    if DEPENDENT.key in required:
        people = ctx.read(DependentAnswers).dependents
        listed += [Listed(DEPENDENT.key, person.dependent_id, person) for person in people]
    if BENEFICIARY.key in required:
        shares = ctx.read(BeneficiaryAnswers).beneficiaries
        listed += [Listed(BENEFICIARY.key, person.beneficiary_id, person) for person in shares]
    return listed


def people_named(ctx: StepContext) -> list[NamedPerson]:
    """Return the applicant and everyone on the required lists."""
    return [ctx.read(PersonalAnswers), *(listed.person for listed in people_asked_for(ctx))]


def outstanding_of(ctx: StepContext) -> list[Listed]:
    """Return the people whose number follows later."""
    return [listed for listed in people_asked_for(ctx) if listed.person.ssn_later]
