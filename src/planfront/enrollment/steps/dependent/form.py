"""The fields of a dependent, besides the questions about their health."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.eligibility.joining import PersonQuestion
from planfront.enrollment.forms import kinds, rules
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.forms.common import MEASURES, SUFFIX, is_name
from planfront.enrollment.forms.field import Field, SummaryRow
from planfront.enrollment.forms.form import Form
from planfront.enrollment.steps import family
from planfront.enrollment.steps.dependent.answers import CHILD, SPOUSE, DependentAnswers
from planfront.enrollment.steps.people_step import DATE_FORMAT, number_fields
from planfront.kernel.text import texts

RELATIONSHIPS = ((SPOUSE, _("Spouse")), (CHILD, _("Child")))
QUESTIONS = tuple((question.value, "") for question in PersonQuestion)
SEXES = rules.GENDERS[:2]


def _birth_checks(ctx: StepContext) -> list[Check]:
    return family.birth_checks(ctx, ctx.read(DependentAnswers).dependents)


def _full_name(_ctx: StepContext, person: Mapping[str, Any]) -> str:
    return rules.full_name(person)


FORM = Form(
    DependentAnswers.key,
    (
        Field("dependent_id", kind=kinds.HIDDEN),
        Field(
            "first_name",
            _("First Name"),
            kinds.NAME,
            required=True,
            checks=is_name(texts.FIRST_NAME),
            summary=SummaryRow(_("Name"), 1, _full_name),
        ),
        Field("middle_name", _("Middle Name"), kinds.NAME, checks=is_name(texts.MIDDLE_NAME)),
        Field("last_name", _("Last Name"), kinds.NAME, required=True, checks=is_name(texts.LAST_NAME)),
        SUFFIX,
        Field(
            "birthdate",
            _("Date of Birth"),
            kinds.DATE,
            required=True,
            hint=DATE_FORMAT,
            checks=_birth_checks,
            summary=SummaryRow(_("Date of Birth"), 3),
        ),
        Field(
            "gender",
            _("Gender"),
            kinds.RADIO,
            required=True,
            options=SEXES,
            segmented=True,
            summary=SummaryRow(_("Gender"), 4),
        ),
        *number_fields(newborns=True),
        # Which of the two is added is chosen before the form opens.
        Field(
            "relationship",
            _("Relationship"),
            kinds.SELECT,
            required=True,
            read_only=True,
            options=RELATIONSHIPS,
            summary=SummaryRow(_("Relationship"), 2),
        ),
        Field("confirmed", kind=kinds.CHECKBOXES, options=QUESTIONS, on_page=False),
        *MEASURES,
    ),
)
