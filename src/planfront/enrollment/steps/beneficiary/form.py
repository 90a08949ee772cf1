"""The fields of a beneficiary: names, birth date and number of a person; name, trustee and date of a trust; only the
share of an estate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.enrollment.forms import kinds, rules
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.forms.common import is_name
from planfront.enrollment.forms.field import Field, Pairs, SummaryRow
from planfront.enrollment.forms.form import Form
from planfront.enrollment.steps.beneficiary.answers import ESTATE, PERSON, TRUST, BeneficiaryAnswers
from planfront.enrollment.steps.people_step import DATE_FORMAT, number_fields
from planfront.kernel.text import texts

WHOLE = 100
_BAD_SHARE = _("Beneficiary percentage should not be 0 or more than 100")
_TRUST_LENGTH = 120


def _clean_share(value: str) -> kinds.Cleaned:
    """A whole number of up to three digits."""
    plain = value.isascii() and value.isdigit() and len(value) <= 3
    return value if plain else "", _BAD_SHARE


_SHARE = kinds.Kind("number", _clean_share, lambda value: f"{value}%", input_mode="numeric", max_length=3)


def _share_limits(_ctx: StepContext) -> list[Check]:
    return [
        Check(kind="at_least", value="1", message=str(_BAD_SHARE)),
        Check(kind="at_most", value=str(WHOLE), message=str(_BAD_SHARE)),
    ]


def relationships(ctx: StepContext) -> Pairs:
    return [(choice["value"], choice["name"]) for choice in ctx.facts.lists.get("beneficiary_relationships", ())]


def _asking_for(ctx: StepContext, kind: str) -> list[str]:
    """The relationships that ask what ``kind`` asks."""
    choices = ctx.facts.lists.get("beneficiary_relationships", ())
    return [choice["value"] for choice in choices if choice.get("asks", PERSON) == kind]


def _of_person(ctx: StepContext) -> dict[str, Any]:
    not_people = [*_asking_for(ctx, TRUST), *_asking_for(ctx, ESTATE)]
    return {"not": {"field": "relationship", "in": not_people}}


def _of_trust(ctx: StepContext) -> dict[str, Any]:
    return {"field": "relationship", "in": _asking_for(ctx, TRUST)}


def _not_future(ctx: StepContext) -> list[Check]:
    return [rules.not_future(ctx.today)]


def _birth_checks(ctx: StepContext) -> list[Check]:
    return rules.birth_checks(ctx.today)


def _full_name(_ctx: StepContext, person: Mapping[str, Any]) -> str:
    return rules.full_name(person)


# The relationship stands first, since the rest follows from it.
FORM = Form(
    BeneficiaryAnswers.key,
    (
        Field("beneficiary_id", kind=kinds.HIDDEN),
        Field(
            "relationship",
            _("Relationship"),
            kinds.SELECT,
            required=True,
            options=relationships,
            summary=SummaryRow(_("Relationship"), 2),
        ),
        Field(
            "trust_name",
            _("Name of the trust"),
            required=True,
            max_length=_TRUST_LENGTH,
            show_if=_of_trust,
            summary=SummaryRow(_("Name of the trust"), 1),
        ),
        Field(
            "trustee",
            _("Trustee"),
            kinds.LONG_NAME,
            required=True,
            max_length=_TRUST_LENGTH,
            show_if=_of_trust,
            summary=SummaryRow(_("Trustee")),
        ),
        Field(
            "trust_date",
            _("Date of the trust"),
            kinds.DATE,
            required=True,
            hint=DATE_FORMAT,
            show_if=_of_trust,
            checks=_not_future,
            summary=SummaryRow(_("Date of the trust")),
        ),
        Field(
            "first_name",
            _("First Name"),
            kinds.NAME,
            required=True,
            show_if=_of_person,
            checks=is_name(texts.FIRST_NAME),
            summary=SummaryRow(_("Name"), 1, _full_name),
        ),
        # Known of members on record; nobody is asked for it.
        Field("middle_name", kind=kinds.NAME, on_page=False, show_if=_of_person, checks=is_name(texts.MIDDLE_NAME)),
        Field(
            "last_name",
            _("Last Name"),
            kinds.NAME,
            required=True,
            show_if=_of_person,
            checks=is_name(texts.LAST_NAME),
        ),
        Field(
            "birthdate",
            _("Date of Birth"),
            kinds.DATE,
            required=True,
            hint=DATE_FORMAT,
            show_if=_of_person,
            checks=_birth_checks,
            summary=SummaryRow(_("Date of Birth")),
        ),
        *number_fields(shown=_of_person),
        Field(
            "beneficiary_percentage",
            _("Beneficiary Percentage (Upto 100%)"),
            _SHARE,
            required=True,
            unit="%",
            checks=_share_limits,
            summary=SummaryRow(_("Beneficiary Percentage")),
        ),
    ),
)
