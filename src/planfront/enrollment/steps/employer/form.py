"""The fields of Employer Information. ``holiday_policy`` is the ticked policies, separated by commas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from planfront.enrollment.forms import kinds, rules
from planfront.enrollment.forms.address import address
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.forms.facts import Entry
from planfront.enrollment.forms.field import AskWhen, Field, Pairs, SummaryRow
from planfront.enrollment.forms.form import Form
from planfront.enrollment.forms.kinds import Kind
from planfront.integrations.states import Purpose

_NOT_IN_NAMES = "<>{}[]|\\^~=*"
_JOB, _ABOUT, _HOLIDAYS = _("Your job"), _("About the employer"), _("Holiday policy")
# AskWhen together or not at all.
_DETAILS = ("emp_industry", "emp_num_employed", "emp_vac_policy", "emp_barg_unit")


def choices(ctx: StepContext, key: str) -> Sequence[Entry]:
    """The entries of a reference list, with their flags."""
    return ctx.facts.lists.get(key, ())


def _named(_ctx: StepContext) -> list[Check]:
    """Return the checks of a company's name: two characters, one of them a letter or digit, and no unusual signs."""
    bad = gettext("Invalid employer information")
    return [
        Check(kind="min_length", value="2", message=bad),
        Check(kind="without", value=_NOT_IN_NAMES, message=bad),
    ]


def _begun(ctx: StepContext) -> list[Check]:
    return [rules.not_before_birth(ctx.shopper.dob + timedelta(days=1)), rules.not_future(ctx.today)]


def _hours(ctx: StepContext) -> list[Check]:
    """Return the checks that refuse work weeks other than the quote's, as prices depend on its hours."""
    quoted = ctx.shopper.hours
    if quoted is None:
        return []
    words = gettext("Your quote says %(hours)s hours a week. Choose the same here, or change the hours in your quote.")
    return [
        Check(kind="not", value=choice["value"], message=words % {"hours": quoted})
        for choice in choices(ctx, "average_work_week")
        if not choice.get("least", 0) <= quoted <= choice.get("most", quoted)
    ]


def _not_refused(ctx: StepContext) -> list[Check]:
    words = gettext("You cannot proceed with retired employer")
    refused = [choice["value"] for choice in choices(ctx, "employment_status") if choice.get("refused")]
    return [Check(kind="not", value=value, message=words) for value in refused]


def _counted(_ctx: StepContext) -> list[Check]:
    return [Check(kind="at_least", value="1", message=gettext("Enter a whole number of 1 or more."))]


def _some_holiday(_ctx: StepContext) -> list[Check]:
    return [Check(kind="required", message=gettext("Select at least one holiday policy"))]


def _of_list(key: str) -> Callable[[StepContext], Pairs]:
    return lambda ctx: [(choice["value"], choice["name"]) for choice in choices(ctx, key)]


def _detail(name: str, label: str | Promise, kind: Kind, *, summary: str | Promise = "", **declared: Any) -> Field:
    """One of those that are asked, and required, together."""
    return Field(
        name,
        label,
        kind,
        required=True,
        ask_with=_DETAILS,
        group=_ABOUT,
        summary=SummaryRow(summary or label),
        **declared,
    )


FORM = Form(
    "employer_info",
    (
        Field(
            "name",
            _("Employer name"),
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            max_length=100,
            autocomplete="organization",
            hint=_("At least 2 characters, without signs such as < > [ ] = *"),
            checks=_named,
            summary=SummaryRow(_("Employer"), 1),
        ),
        Field(
            "phone",
            _("Contact number"),
            kinds.PHONE,
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            autocomplete="off",
            signed=False,
            summary=SummaryRow(_("Phone")),
        ),
        *address(_("Address of the employer"), Purpose.MAIL, complete=False),
        Field(
            "average_work_week",
            _("Average work week"),
            kinds.SELECT,
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            options=_of_list("average_work_week"),
            group=_JOB,
            checks=_hours,
            summary=SummaryRow(_("Average work week")),
        ),
        Field(
            "employment_start_date",
            _("Employment start date"),
            kinds.DATE,
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            group=_JOB,
            checks=_begun,
            summary=SummaryRow(_("Employed since"), 3),
        ),
        Field(
            "occupation",
            _("Occupation"),
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            max_length=80,
            group=_JOB,
            autocomplete="organization-title",
            summary=SummaryRow(_("Occupation"), 2),
        ),
        Field(
            "compensation_type",
            _("Compensation type"),
            kinds.SELECT,
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            options=_of_list("compensation_types"),
            group=_JOB,
            summary=SummaryRow(_("Compensation type")),
        ),
        Field(
            "employment_status",
            _("Employment status"),
            kinds.SELECT,
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            options=_of_list("employment_status"),
            group=_JOB,
            checks=_not_refused,
            summary=SummaryRow(_("Employment status")),
        ),
        _detail("emp_industry", _("Employer industry"), kinds.TEXT, max_length=80),
        _detail(
            "emp_num_employed",
            _("Number of employees (count yourself as 1)"),
            kinds.NUMBER,
            max_length=7,
            checks=_counted,
            summary=_("Number of employees"),
        ),
        _detail("emp_vac_policy", _("Vacation policy"), kinds.SELECT, options=_of_list("vacation_policy")),
        _detail("emp_barg_unit", _("Bargaining unit"), kinds.SELECT, options=_of_list("bargaining_unit")),
        Field(
            "holiday_policy",
            _HOLIDAYS,
            kinds.CHECKBOXES,
            required=True,
            ask_when=AskWhen.WHERE_REQUIRED,
            options=_of_list("holiday_policy"),
            group=_HOLIDAYS,
            checks=_some_holiday,
            summary=SummaryRow(_("Holiday policy")),
        ),
    ),
)
