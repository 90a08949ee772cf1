"""Steps whose answers are those of a form. Anything else that a step does is in its own class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from planfront.enrollment.forms.base import Answers, FieldDef, Problems, Step, StepContext, Summary, masked
from planfront.enrollment.forms.form import Form


class FormStep(Step):
    """A subclass names its ``form``; masks, drafts and what is required by default follow."""

    form: ClassVar[Form]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not hasattr(cls, "form"):
            return
        cls.key = cls.form.key
        cls.sensitive = cls.form.secret
        cls.required_fields = cls.form.required_by_default
        cls.unsigned = cls.form.unsigned

    def values(self, ctx: StepContext) -> Answers:
        """Return the values the form opens with, secret ones masked."""
        initial = self.initial_answers(ctx)
        values = {**initial, **ctx.drafts.get(self.key, {})}
        return {**values, **{name: masked(str(initial.get(name) or "")) for name in self.sensitive}}

    def fields(self, ctx: StepContext) -> list[FieldDef]:
        return self.form.definitions(ctx, self.values(ctx))

    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        problems = Problems()
        answers = self.form.clean(ctx, self.prepared(data), problems)
        self.check(ctx, answers, problems)
        problems.stop()
        return answers

    def prepared(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the submitted data, with a value that one field gives for another put in its place."""
        return data

    def check(self, ctx: StepContext, answers: Answers, problems: Problems) -> None:
        """Rules beyond single fields: adds to ``problems``."""

    def summary(self, ctx: StepContext) -> Summary:
        saved = ctx.answers(self.key)
        return self.form.summary(ctx, saved) if saved else Summary()
