"""The fields of Contact Information."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from planfront.enrollment.forms import kinds, places
from planfront.enrollment.forms.address import address
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.forms.field import AskWhen, Field, Pairs, SummaryRow
from planfront.enrollment.forms.form import Form
from planfront.integrations.states import ABROAD, Purpose, birth_place_name, birth_place_names, mail_place_names

NOT_THE_REPS = _("Must be the client's email, not the rep's.")
# Where somebody else types, whose address is wanted; a rep may have handed the application over to the client.
WHOSE_EMAIL = {"rep": NOT_THE_REPS, "group": _("Must be the client's email.")}
_BIRTH = _("Place of birth")
DIFFERS = "mailing_differs"


def _birth_places(_ctx: StepContext) -> Pairs:
    places = birth_place_names().items()
    return [(code, name if code == ABROAD else f"{name} ({code})") for code, name in places]


def _birth_place(_ctx: StepContext, saved: Mapping[str, Any]) -> str:
    return birth_place_name(saved.get("birth_state", ""))


_MAILING = _("Mailing address")
_ELSEWHERE: dict[str, Any] = {"field": DIFFERS, "eq": "1"}


def _mail_places(_ctx: StepContext) -> Pairs:
    return [(code, f"{name} ({code})") for code, name in mail_place_names().items()]


def _mailing_line(_ctx: StepContext, saved: Mapping[str, Any]) -> str:
    return places.line(saved, "mailing_")


def _mailing(name: str, label: Promise, token: str, **more: Any) -> Field:
    """Make a field of the mailing address. It isn't signed: no price relies on where letters go."""
    return Field(
        f"mailing_{name}",
        label,
        group=_MAILING,
        show_if=_ELSEWHERE,
        signed=False,
        autocomplete=f"shipping {token}",
        **{"required": True, **more},
    )


MAILING = (
    Field(
        DIFFERS,
        _("My mailing address is different"),
        kinds.CHECKBOX,
        ask_when=AskWhen.BY_PROFILE,
        group=_MAILING,
        hint=_("Letters and documents go there. Your home address sets your prices."),
        signed=False,
    ),
    _mailing(
        "address1",
        _("Mailing Street Address 1"),
        "address-line1",
        max_length=80,
        hint=_("Street, PO box, or military unit."),
        summary=SummaryRow(_MAILING, 4, _mailing_line),
    ),
    _mailing("address2", _("Mailing Street Address 2"), "address-line2", max_length=80, required=False),
    _mailing("zip", _("Mailing Zip"), "postal-code", kind=kinds.ZIP, width="small"),
    _mailing("state", _("Mailing State"), "address-level1", kind=kinds.CODE, options=_mail_places, width="small"),
    _mailing("city", _("Mailing City"), "address-level2", max_length=60),
)


def _four_digits(_ctx: StepContext) -> list[Check]:
    words = gettext("Enter the four digits after the ZIP code.")
    return [
        Check(kind="digits", message=words),
        Check(kind="min_length", value="4", message=words),
        Check(kind="max_length", value="4", message=words),
    ]


FORM = Form(
    "contact_info",
    (
        Field(
            "email_address",
            _("Email"),
            kinds.EMAIL,
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            hint=lambda ctx: WHOSE_EMAIL[ctx.shopper.eprocess] if ctx.client else _("Your email address."),
            signed=False,
            summary=SummaryRow(_("Email"), 1),
        ),
        Field(
            "phone_number",
            _("Contact number"),
            kinds.PHONE,
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            autocomplete="tel-national",
            signed=False,
            summary=SummaryRow(_("Phone"), 2),
        ),
        *address(_("Home address"), Purpose.HOME, complete=True, place=3),
        *MAILING,
        # Comes with a ZIP+4, or from the Postal Service's check; nobody is asked for it.
        Field("zip4", kind=kinds.HIDDEN, ask_when=AskWhen.BY_PROFILE, checks=_four_digits, signed=False),
        Field(
            "birth_state",
            _("Birth state"),
            kinds.CODE,
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            options=_birth_places,
            group=_BIRTH,
            hint=_("Insurers ask for it to confirm who you are."),
            summary=SummaryRow(_("Birth state"), show=_birth_place),
        ),
        Field(
            "birth_country",
            _("Birth country"),
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            max_length=60,
            group=_BIRTH,
            show_if={"field": "birth_state", "eq": ABROAD},
            summary=SummaryRow(_("Birth country")),
        ),
        Field(
            "birth_city",
            _("Birth city"),
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            max_length=60,
            group=_BIRTH,
            summary=SummaryRow(_("Birth city")),
        ),
    ),
)
