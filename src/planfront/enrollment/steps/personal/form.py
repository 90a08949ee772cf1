"""The fields of Personal Information."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from planfront.enrollment.forms import kinds, rules
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.forms.common import MEASURES, SUFFIX, YES_NO, is_name
from planfront.enrollment.forms.field import AskWhen, Field, Pairs, SummaryRow
from planfront.enrollment.forms.form import Form
from planfront.enrollment.steps import following
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date

MARITAL = (("0", _("Single")), ("1", _("Married")), ("2", _("Divorced")), ("3", _("Widowed")))
PRIOR = (("0", _("No prior Health Coverage")), ("1", _("Have had Insurance Carrier")))
REPLACES = "replaces_coverage"
"""The question about replacing life insurance in force, asked where a profile requires it, as states demand."""
_REPLACED: dict[str, Any] = {"field": REPLACES, "eq": "1"}
_COVERED: dict[str, Any] = {"field": "prior_coverage_flag", "eq": "1"}
_ABOUT, _PRIOR, _LIFE = _("About you"), _("Prior coverage"), _("Life insurance you have")
_QUOTED = _("This comes from your quote. Edit your quote to change it.")


def code_accepted(ctx: StepContext) -> bool:
    """Return whether an enroller's code was accepted for the group that the enrollment has now."""
    return ctx.answers("enroller_code").get("group_id") == (ctx.shopper.group_id or 0)


def _needs_code(ctx: StepContext) -> bool:
    return ctx.parties.enroller_code or ctx.shopper.eprocess == "rep"


def _code_hint(ctx: StepContext) -> str:
    return gettext("Code accepted.") if code_accepted(ctx) else gettext("Your enroller gives you this code.")


def _number_hint(ctx: StepContext) -> str:
    words = gettext("Insurers need it to issue coverage. We encrypt it and show only the last four digits.")
    return " ".join(filter(None, (words, following.number_hint(ctx))))


def _full_name(_ctx: StepContext, saved: Mapping[str, Any]) -> str:
    return rules.full_name(saved)


def _past(ctx: StepContext) -> list[Check]:
    return [rules.not_before_birth(ctx.shopper.dob), rules.not_future(ctx.today)]


def _ethnic_groups(ctx: StepContext) -> Pairs:
    return [(str(choice["value"]), choice["name"]) for choice in ctx.facts.lists.get("ethnic_category", ())]


def _in_own_words(ctx: StepContext) -> dict[str, Any]:
    """Shown with the ethnic groups that ask for a text."""
    wordy = [choice["value"] for choice in ctx.facts.lists.get("ethnic_category", ()) if choice.get("needs_text")]
    return {"field": "ethnic_category", "in": wordy}


def _ethnic_group(ctx: StepContext, saved: Mapping[str, Any]) -> str:
    labels = {value: str(name) for value, name in _ethnic_groups(ctx)}
    return saved.get("ethnic_category_other_type") or labels.get(str(saved.get("ethnic_category")), "")


FORM = Form(
    "primary_info",
    (
        Field(
            "enrollerCode",
            _("Enroller code"),
            kinds.ENROLLER_CODE,
            required=lambda ctx: ctx.parties.enroller_code and not code_accepted(ctx),
            ask_if=_needs_code,
            hint=_code_hint,
            shows=lambda ctx: "accepted" if code_accepted(ctx) else "",
            stored=False,
        ),
        Field(
            "first_name",
            _("First name"),
            kinds.NAME,
            required=True,
            autocomplete="given-name",
            checks=is_name(texts.FIRST_NAME),
            summary=SummaryRow(_("Name"), 1, _full_name),
        ),
        Field(
            "middle_name",
            _("Middle name"),
            kinds.NAME,
            autocomplete="additional-name",
            checks=is_name(texts.MIDDLE_NAME),
        ),
        Field(
            "last_name",
            _("Last name"),
            kinds.NAME,
            required=True,
            autocomplete="family-name",
            checks=is_name(texts.LAST_NAME),
        ),
        SUFFIX,
        Field(
            "birthdate",
            _("Date of birth"),
            kinds.DATE,
            required=True,
            hint=_QUOTED,
            autocomplete="bday",
            fixed=lambda ctx: show_date(ctx.shopper.dob),
            summary=SummaryRow(_("Born"), 2),
        ),
        Field(
            "gender",
            _("Gender"),
            kinds.RADIO,
            required=True,
            hint=_QUOTED,
            options=rules.GENDERS,
            segmented=True,
            fixed=lambda ctx: str(ctx.shopper.gender),
            summary=SummaryRow(_("Gender")),
        ),
        Field(
            "marital_status",
            _("Marital status"),
            kinds.SELECT,
            required=True,
            options=MARITAL,
            summary=SummaryRow(_("Marital status"), 4),
        ),
        Field(
            "ssn",
            _("Social Security Number"),
            kinds.SSN,
            required=True,
            hint=_number_hint,
            checks=following.number_checks,
            summary=SummaryRow(_("SSN"), 3),
        ),
        *MEASURES,
        Field(
            "ethnic_category",
            _("Ethnic group"),
            kinds.SELECT,
            options=_ethnic_groups,
            group=_ABOUT,
            summary=SummaryRow(_("Ethnic group"), show=_ethnic_group),
        ),
        Field(
            "ethnic_category_other_type",
            _("Please tell us your ethnic group"),
            required=True,
            max_length=60,
            group=_ABOUT,
            show_if=_in_own_words,
        ),
        Field(
            "prior_coverage_flag",
            _("Prior health coverage"),
            kinds.RADIO,
            options=PRIOR,
            default="0",
            group=_PRIOR,
            summary=SummaryRow(_("Prior coverage")),
        ),
        Field(
            "prior_carrier_name",
            _("Carrier name"),
            required=True,
            max_length=80,
            group=_PRIOR,
            show_if=_COVERED,
            summary=SummaryRow(_("Carrier name")),
        ),
        Field(
            "prior_effective_date",
            _("Effective date"),
            kinds.DATE,
            required=True,
            group=_PRIOR,
            show_if=_COVERED,
            checks=_past,
            summary=SummaryRow(_("Effective date")),
        ),
        Field(
            "prior_term_date",
            _("Date of termination"),
            kinds.DATE,
            group=_PRIOR,
            hint=_("Leave this blank if the coverage continues."),
            show_if=_COVERED,
            checks=_past,
            summary=SummaryRow(_("Date of termination")),
        ),
        Field(
            REPLACES,
            _("Will this coverage replace life insurance or an annuity that is in force now?"),
            kinds.RADIO,
            required=True,
            ask_when=AskWhen.WHERE_REQUIRED,
            options=YES_NO,
            group=_LIFE,
            hint=_("Your state requires this question. Keep your current coverage until the new coverage begins."),
            summary=SummaryRow(_("Replaces life insurance")),
        ),
        Field(
            "replaced_carrier_name",
            _("Insurer of what is replaced"),
            required=True,
            ask_with=(REPLACES,),
            max_length=80,
            group=_LIFE,
            show_if=_REPLACED,
            summary=SummaryRow(_("Insurer of what is replaced")),
        ),
        Field(
            "replaced_policy_number",
            _("Policy number of what is replaced"),
            required=True,
            ask_with=(REPLACES,),
            max_length=40,
            group=_LIFE,
            show_if=_REPLACED,
            summary=SummaryRow(_("Policy number of what is replaced")),
        ),
    ),
)
