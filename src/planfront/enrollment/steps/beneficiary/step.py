"""The step Beneficiary Information: the number of beneficiaries and the sum of their shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, Block, Row, StepContext, Summary
from planfront.enrollment.steps import following
from planfront.enrollment.steps.beneficiary.answers import ESTATE, Beneficiary, BeneficiaryAnswers
from planfront.enrollment.steps.beneficiary.form import FORM, WHOLE, relationships
from planfront.enrollment.steps.people import clean_people
from planfront.enrollment.steps.people_step import PeopleStep
from planfront.kernel.errors import FieldErrors

MAX = 3


def total(people: Iterable[Beneficiary]) -> int:
    """The shares together, in per cent."""
    return sum(person.beneficiary_percentage or 0 for person in people)


class BeneficiaryStep(PeopleStep):
    form = FORM
    slug = "beneficiary-info"
    form_call = "get-form-fields-beneficiary-info"
    save_call = "save-beneficiary-info"
    form_call_about = "Fields of the form for one beneficiary."
    picture = "beneficiary_info"
    plan_option = "Beneficiary tab"
    minutes = 2

    def title(self) -> str:
        return _("Beneficiary Information")

    def description(self, ctx: StepContext) -> str:
        return _("Who receives the benefit, in percent.")

    def card_title(self) -> str:
        return _("Beneficiary Info")

    def lead(self, ctx: StepContext) -> str:
        return _("Name up to 3 people to receive the benefit. Their shares must add up to 100%.")

    def person(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        """One beneficiary, clean. Raises FieldErrors with bare field names."""
        clean, problems = self.clean_person(ctx, data)
        problems.stop()
        return clean

    def people(self, ctx: StepContext, listed: Sequence[Mapping[str, Any]]) -> list[Answers]:
        """The whole list, clean. Errors are named ``beneficiaries.N.field``; too many, or too much, stops it too."""
        done = clean_people(listed, partial(self._listed, ctx), name="beneficiaries")
        self.check_room(Beneficiary.each(done))
        return done

    def _listed(self, ctx: StepContext, data: Mapping[str, Any], before: Sequence[Answers]) -> Answers:
        clean = self.person(ctx, data)
        self.check_one_estate(Beneficiary.read(clean), Beneficiary.each(before))
        return clean

    def check_one_estate(self, person: Beneficiary, others: Iterable[Beneficiary]) -> None:
        """Raises FieldErrors for a second estate."""
        if person.kind == ESTATE and any(other.kind == ESTATE for other in others):
            raise FieldErrors.single("relationship", _("The estate is already on the list."))

    def check_room(self, people: Sequence[Beneficiary]) -> None:
        """Raises FieldErrors when there are more than three, or their shares are more than the whole."""
        if len(people) > MAX:
            raise FieldErrors.single("beneficiaries", _("Maximum allowed number of beneficiaries is 3"))
        if total(people) > WHOLE:
            words = _("Your total Beneficiary Percentage is %(total)s and it Should not be more than 100%%")
            raise FieldErrors.single("beneficiaries", words % {"total": total(people)})

    def check_whole(self, people: Sequence[Beneficiary]) -> None:
        """Raises FieldErrors on ``beneficiaries`` while the shares don't make up the whole."""
        if not people:
            raise FieldErrors.single("beneficiaries", _("Please add your beneficiaries before continuing."))
        if total(people) < WHOLE:
            words = _("Your total Beneficiary Percentage is %(total)s and it Should not be less than 100%%")
            raise FieldErrors.single("beneficiaries", words % {"total": total(people)})

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        people = self.people(ctx, list(data.get("beneficiaries") or []))
        self.check_whole(Beneficiary.each(people))
        return {"beneficiaries": people, "confirmed": True}

    def missing(self, ctx: StepContext) -> int:
        return super().missing(ctx) if ctx.read(BeneficiaryAnswers).confirmed else 1

    def summary(self, ctx: StepContext) -> Summary:
        people = ctx.read(BeneficiaryAnswers).beneficiaries
        rows = [
            Row(
                label=self.name_of(ctx, person.stored),
                value=following.note_missing_number(
                    f"{self.relation(ctx, person.stored)}, {person.beneficiary_percentage}%", person
                ),
            )
            for person in people
        ]
        details = [
            Block(title=_("Beneficiary #%(number)s") % {"number": number}, rows=self.rows_of(ctx, person.stored))
            for number, person in enumerate(people, 1)
        ]
        return Summary(rows=rows, details=details)

    def name_of(self, ctx: StepContext, person: Mapping[str, Any]) -> str:
        """Return the name of a beneficiary on lists."""
        return rules.full_name(person) or person.get("trust_name", "") or self.relation(ctx, person)

    def relation(self, ctx: StepContext, person: Mapping[str, Any]) -> str:
        return rules.label_of(relationships(ctx), person["relationship"])
