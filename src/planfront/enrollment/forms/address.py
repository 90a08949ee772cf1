"""An address on a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from planfront.enrollment.forms import kinds, places
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.forms.field import AskWhen, Field, SummaryRow
from planfront.integrations.states import PLACES, Purpose


def _line(_ctx: StepContext, saved: Mapping[str, Any]) -> str:
    return places.line(saved)


def address(group: str | Promise, purpose: Purpose, *, complete: bool, place: int = 0) -> tuple[Field, ...]:
    """Return the fields from street to city, and the tick for the Postal Service's check.

    ``complete``: the browser may fill them in. ``place``: that of the address on the review card. Signatures rely only
    on the ZIP and the state that prices depend on, which the step names.
    """

    def token(name: str) -> str:
        return name if complete else "off"

    return (
        Field(
            "address1",
            _("Street Address 1"),
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            max_length=80,
            group=group,
            autocomplete=token("address-line1"),
            signed=False,
            summary=SummaryRow(_("Address"), place, _line),
        ),
        Field(
            "address2",
            _("Street Address 2"),
            ask_when=AskWhen.BY_PROFILE,
            max_length=80,
            group=group,
            autocomplete=token("address-line2"),
            signed=False,
        ),
        Field(
            "zip",
            _("Zip"),
            kinds.ZIP,
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            group=group,
            width="small",
            autocomplete=token("postal-code"),
        ),
        Field(
            "state",
            _("State"),
            kinds.STATE,
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            options=[(code, code) for code in sorted(PLACES[purpose])],
            group=group,
            width="small",
            hint=_("State filled in"),
            autocomplete=token("address-level1"),
        ),
        Field(
            "city",
            _("City"),
            required=True,
            ask_when=AskWhen.BY_PROFILE,
            max_length=60,
            group=group,
            autocomplete=token("address-level2"),
            signed=False,
        ),
        Field(
            "with_validation",
            _("USPS Address Validation"),
            kinds.CHECKBOX,
            ask_when=AskWhen.BY_PROFILE,
            group=group,
            hint=_("We check the address with the Postal Service and suggest the standard form."),
            signed=False,
        ),
    )
