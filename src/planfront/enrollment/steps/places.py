"""What steps that ask for an address share: its fields, their checks, its one line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from planfront.enrollment.steps import rules
from planfront.enrollment.steps.base import Answers, FieldDef, Problems
from planfront.integrations.states import STATES
from planfront.kernel import texts
from planfront.kernel.parse import us_phone, zip5


def fields(group: str, *, complete: bool) -> list[FieldDef]:
    """Street to city, and the tick for the Postal Service's check. ``complete``: the browser may fill them in."""

    def token(name: str) -> str:
        return name if complete else "off"

    states = rules.options((code, code) for code in STATES)
    return [
        FieldDef(field_name="address1", label=_("Street Address 1"), autocomplete=token("address-line1"),
                 max_length=80, group=group),
        FieldDef(field_name="address2", label=_("Street Address 2"), autocomplete=token("address-line2"),
                 max_length=80, group=group),
        FieldDef(field_name="zip", type="zip", label=_("Zip"), autocomplete=token("postal-code"),
                 input_mode="numeric", max_length=5, group=group, width="small"),
        FieldDef(field_name="state", type="state", label=_("State"), autocomplete=token("address-level1"),
                 max_length=2, group=group, options=states, width="small", hint=_("State filled in")),
        FieldDef(field_name="city", label=_("City"), autocomplete=token("address-level2"), max_length=60, group=group),
        FieldDef(field_name="with_validation", type="checkbox", label=_("USPS Address Validation"), group=group,
                 hint=_("We check the address with the Postal Service and suggest the standard form.")),
    ]  # fmt: skip


def split_zip(given: str) -> tuple[str, str]:
    """A ZIP+4 in its two parts; ("", "") for what is none."""
    match = re.fullmatch(r"([0-9]{5})[- ]?([0-9]{4})", given)
    return (match.group(1), match.group(2)) if match else ("", "")


def check_zip4(clean: Answers, found: Problems) -> None:
    """Move the four digits of a ZIP+4 to ``zip4``, before the ZIP itself is checked."""
    _five, four = split_zip(clean.get("zip", ""))
    clean["zip4"] = four or clean.get("zip4", "")
    if clean["zip4"] and not re.fullmatch(r"[0-9]{4}", clean["zip4"]):
        found.add("zip4", _("Enter the four digits after the ZIP code."))


def check(clean: Answers, found: Problems) -> None:
    """Normalize ``zip`` and ``state`` in place; add what is wrong with them."""
    if clean.get("zip"):
        code = zip5(clean["zip"])
        if code is None:
            found.add("zip", texts.ZIP_WIZARD)
        clean["zip"] = code or ""
    if clean.get("state"):
        clean["state"] = clean["state"].upper()
        if clean["state"] not in STATES:
            found.add("state", texts.CHOICE)


def check_phone(clean: Answers, found: Problems, name: str) -> None:
    """Normalize a number to its ten digits in place."""
    if clean.get(name):
        number = us_phone(clean[name])
        if number is None:
            found.add(name, texts.PHONE)
        clean[name] = number or ""


def line(saved: Mapping[str, Any]) -> str:
    """``88 Lindenhall Ave, Unit 3B, Columbus, OH 43215-1234``."""
    street = [rules.text(saved, "address1"), rules.text(saved, "address2"), rules.text(saved, "city")]
    code = "-".join(part for part in (rules.text(saved, "zip"), rules.text(saved, "zip4")) if part)
    place = " ".join(part for part in (rules.text(saved, "state"), code) if part)
    return ", ".join(part for part in (*street, place) if part)
