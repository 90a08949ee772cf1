"""Health Questions about the applicant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from planfront.enrollment.forms import rules
from planfront.enrollment.forms.base import Answers, Block, FieldDef, Problems, Step, StepContext, Summary
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.steps.health import form as health_form


def questions_of(ctx: StepContext) -> tuple[health_form.Question, ...]:
    return ctx.health.applicant if ctx.health else ()


class HealthStep(Step):
    key = "primary_health_info"
    slug = "health-questions"
    form_call = "get-health-questions-primary-health-info"
    form_has_more = True
    save_call = "save-primary-health-info"
    picture = "health_info"
    plan_option = "Health tab"
    minutes = 3

    def title(self) -> str:
        return _("Health Questions")

    def heading(self) -> str:
        return _("Primary Health Questions")

    def description(self, ctx: StepContext) -> str:
        return _("Conditions, treatments, medications. The insurer asks everyone.")

    def card_title(self) -> str:
        return self.title()

    def lead(self, ctx: StepContext) -> str:
        words = _("The insurer asks everyone these questions. Your answers are stored encrypted.")
        if not self.from_record(ctx):
            return words
        return f"{words} {_('Your answers from last time are filled in. Please check each of them.')}"

    def from_record(self, ctx: StepContext) -> bool:
        """Return whether an existing member's earlier answers are still on the form, unconfirmed."""
        return self.key in ctx.prefill and self.key not in ctx.saved

    def required(self, ctx: StepContext) -> bool:
        """Only while there is something to ask."""
        return super().required(ctx) and bool(questions_of(ctx))

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        values = {**health_form.flatten(self.initial_answers(ctx)), **ctx.drafts.get(self.key, {})}
        if self.key in ctx.saved and self.missing(ctx):
            values.pop(health_form.CONFIRMED, None)  # it stood for other questions
        fields = health_form.fields(ctx, questions_of(ctx), values, self._dated(ctx), confirm=self._confirm(ctx))
        return [field.model_copy(update={"order": index}) for index, field in enumerate(fields)]

    def _confirm(self, ctx: StepContext) -> str:
        if ctx.shopper.eprocess in {"rep", "group"}:
            return _("I asked the client every question. Each answer is the client's, also where it says No.")
        return _("I read every question. Each answer is true, also where it says No.")

    def _dated(self, ctx: StepContext) -> list[Check]:
        return [rules.not_before_birth(ctx.shopper.dob), rules.not_future(ctx.today)]

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        problems = Problems()
        answers = health_form.clean(ctx, questions_of(ctx), data, self._dated(ctx), problems)
        problems.stop()
        return answers

    def save(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        return self.validate(ctx, data)

    def invalid_answers(self, ctx: StepContext) -> dict[str, str]:
        questions = ctx.answers(self.key).get("condition_questions", [])
        return {health_form.by_id(name, questions): words for name, words in super().invalid_answers(ctx).items()}

    def as_form(self, answers: Mapping[str, Any]) -> Answers:
        return dict(health_form.flatten(answers))

    def summary(self, ctx: StepContext) -> Summary:
        saved = ctx.answers(self.key)
        blocks: list[Block] = health_form.blocks(ctx, saved, questions_of(ctx))
        return Summary(rows=health_form.rows(saved), details=blocks)
