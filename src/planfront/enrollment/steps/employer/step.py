"""The step Employer Information."""

from __future__ import annotations

from django.utils.translation import gettext as _

from planfront.enrollment.forms import places
from planfront.enrollment.forms.base import Answers, Problems, StepContext
from planfront.enrollment.forms.step import FormStep
from planfront.enrollment.steps.employer.form import FORM


class EmployerStep(FormStep):
    form = FORM
    slug = "employer-info"
    form_call = "get-form-fields-employer-info"
    save_call = "save-employer-info"
    has_consequences = True
    form_call_about = "Fields of Employer Information, filled with what is known of the group."
    picture = "employer_info"
    plan_option = "Employer tab"
    minutes = 2

    def title(self) -> str:
        return _("Employer Information")

    def description(self, ctx: StepContext) -> str:
        return _("Workplace, hours and pay. Some plans depend on them.")

    def card_title(self) -> str:
        return _("Employer Info")

    def lead(self, ctx: StepContext) -> str:
        return _("Some of your plans depend on where and how much you work.")

    def check(self, ctx: StepContext, answers: Answers, problems: Problems) -> None:
        if (name := answers.get("name")) and not any(ch.isalnum() for ch in name):
            problems.add("name", _("Invalid employer information"))
        places.check_zip(answers, ctx.facts.zip_states, problems)
