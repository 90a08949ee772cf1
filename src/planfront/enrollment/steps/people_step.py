"""Steps that list people: the number that may follow, and how each person is asked and cleaned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from planfront.enrollment.forms import kinds
from planfront.enrollment.forms.base import Answers, Problems, Row, StepContext
from planfront.enrollment.forms.field import Field, SummaryRow
from planfront.enrollment.forms.step import FormStep
from planfront.enrollment.steps import following
from planfront.enrollment.steps.personal.answers import PersonalAnswers

DATE_FORMAT = _("mm/dd/yyyy")
Shown = Callable[[StepContext], dict[str, Any]]


def number_fields(*, shown: Shown | None = None, newborns: bool = False) -> tuple[Field, Field]:
    """Return the number and the tick that it follows later, which hides the number, where it may follow. ``newborns``:
    only theirs may."""

    def conditions(ctx: StepContext) -> list[dict[str, Any]]:
        return [shown(ctx)] if shown is not None else []

    def fits(ctx: StepContext) -> list[dict[str, Any]]:
        return [following.is_newborn(ctx)] if newborns else []

    def show_number(ctx: StepContext) -> dict[str, Any] | None:
        if not following.newborn_days(ctx):
            return shown(ctx) if shown is not None else None
        ticked = {"field": following.LATER, "eq": "1"}
        return {"all": [*conditions(ctx), {"not": {"all": [ticked, *fits(ctx)]}}]}

    def show_tick(ctx: StepContext) -> dict[str, Any] | None:
        together = [*conditions(ctx), *fits(ctx)]
        return {"all": together} if together else None

    return (
        Field(
            "ssn",
            _("Social Security Number"),
            kinds.SSN,
            required=True,
            hint=following.number_hint,
            show_if=show_number,
            checks=following.number_checks,
            summary=SummaryRow(_("Social Security Number"), show=lambda _ctx, person: following.number_shown(person)),
        ),
        Field(
            following.LATER,
            _("I don't have the Social Security Number yet; I'll add it later"),
            kinds.CHECKBOX,
            ask_if=lambda ctx: following.newborn_days(ctx) > 0,
            show_if=show_tick,
        ),
    )


class PeopleStep(FormStep):
    """A step whose form asks about one person of a list."""

    has_consequences = True

    def values(self, ctx: StepContext) -> Answers:
        """Return what was typed into the add or edit form and not submitted yet."""
        return ctx.drafts.get(self.key, {})

    def clean_person(self, ctx: StepContext, data: Mapping[str, Any]) -> tuple[Answers, Problems]:
        """Return (a person of the list, clean; what is wrong with the answers)."""
        problems = Problems()
        answers = self.form.clean_shown(ctx, following.prefer_number(data), problems)
        following.settle_number(answers)
        self.check(ctx, answers, problems)
        return answers, problems

    def check(self, ctx: StepContext, answers: Answers, problems: Problems) -> None:
        if answers.get("ssn") and answers["ssn"] == ctx.read(PersonalAnswers).ssn:
            problems.add("ssn", gettext("This is the applicant's Social Security Number."))

    def rows_of(self, ctx: StepContext, person: Mapping[str, Any]) -> list[Row]:
        """Return the lines about a person, the number masked."""
        return self.form.rows(ctx, person)

    def ssn_label(self) -> str:
        return next(str(field.label) for field in self.form.fields if field.name == "ssn")
