"""The step Personal Information: the enroller's code, and rules about two dates."""

from __future__ import annotations

from django.utils.translation import gettext as _

from planfront.enrollment.forms.base import Answers, Problems, StepContext
from planfront.enrollment.forms.common import is_earlier
from planfront.enrollment.forms.step import FormStep
from planfront.enrollment.steps.personal.form import FORM, code_accepted


class PersonalStep(FormStep):
    form = FORM
    slug = "personal-info"
    by_default = True
    form_call = "get-form-fields-personal-info"
    save_call = "save-personal-info"
    form_call_about = "Fields of Personal Information. Date of birth and gender come from the quote and are read-only."
    save_call_about = "Save Personal Information. An empty ``ssn`` keeps the stored one."
    minutes = 2

    def title(self) -> str:
        return _("Personal Information")

    def description(self, ctx: StepContext) -> str:
        return _("Name, number, marital status. To know who is insured.")

    def card_title(self) -> str:
        return _("Personal Info")

    def lead(self, ctx: StepContext) -> str:
        return _("Tell us about the person who is applying.")

    def check(self, ctx: StepContext, answers: Answers, problems: Problems) -> None:
        if ctx.parties.enroller_code and not code_accepted(ctx):
            problems.add("enrollerCode", _("Enroller code is required"))
        if is_earlier(answers.get("prior_term_date", ""), answers.get("prior_effective_date", "")):
            words = _("The date of termination can't be before the effective date.")
            problems.add("prior_term_date", words)
