"""The card view of Billing Information: its fields and their checks.

A card is given in one of four ways: typed (number and code are in the answers of that one entry only), as a token of
the gateway, as a card of the vault (``card``, put there by the services), or not at all when one is stored already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.billing import cardrules
from planfront.enrollment.forms.address import address
from planfront.enrollment.steps import places, rules
from planfront.enrollment.steps.base import Answers, FieldDef, Problems, StepContext, is_mask
from planfront.enrollment.steps.names import NAME_LENGTH
from planfront.integrations.cards import CardFacts
from planfront.integrations.states import STATES, state_name
from planfront.kernel import texts
from planfront.kernel.parse import zip5

NAMES = ("first_name_on_cc", "last_name_on_cc")
ADDRESS = ("address1", "address2", "city", "state", "zip")
KEPT = ("card_brand", "card_last4", "expiration_month", "expiration_year")
# Given for one save, never part of the answers.
PASSING = ("card_number", "security_code", "card_token")
NO_CARD_HERE = gettext_lazy("Please don't enter a card number here.")
NAME_MESSAGES = {"first_name_on_cc": rules.FIRST_NAME, "last_name_on_cc": rules.LAST_NAME}
_LENGTHS = {"address1": 80, "address2": 80, "city": 60}
_TOKENS = {
    "address1": "address-line1",
    "address2": "address-line2",
    "zip": "postal-code",
    "state": "address-level1",
    "city": "address-level2",
}


def fields(values: Answers, today: date, show_if: dict[str, Any]) -> list[FieldDef]:
    """Names, number, code and expiration."""
    months = rules.options((f"{month:02}", f"{month:02}") for month in range(1, 13))
    years = rules.options((year, year) for year in range(today.year, today.year + cardrules.YEARS_AHEAD + 1))
    result = [
        FieldDef(
            field_name="first_name_on_cc",
            label=_("First name on card"),
            autocomplete="cc-given-name",
            max_length=NAME_LENGTH,
            checks=rules.is_named(rules.FIRST_NAME),
        ),
        FieldDef(
            field_name="last_name_on_cc",
            label=_("Last name on card"),
            autocomplete="cc-family-name",
            max_length=NAME_LENGTH,
            checks=rules.is_named(rules.LAST_NAME),
        ),
        FieldDef(
            field_name="card_number",
            type="card_number",
            label=_("Card number"),
            autocomplete="cc-number",
            input_mode="numeric",
            max_length=31,
            sensitive=True,
        ),
        FieldDef(
            field_name="security_code",
            type="security_code",
            label=_("Security code"),
            autocomplete="cc-csc",
            input_mode="numeric",
            max_length=4,
            sensitive=True,
        ),
        FieldDef(
            field_name="expiration_month",
            type="select",
            label=_("Expiration month"),
            options=months,
            autocomplete="cc-exp-month",
            sensitive=True,
        ),
        FieldDef(
            field_name="expiration_year",
            type="select",
            label=_("Expiration year"),
            options=years,
            autocomplete="cc-exp-year",
            sensitive=True,
        ),
    ]
    shown = {**values, "card_number": rules.ending(str(values.get("card_last4", "")))}
    return [
        item.model_copy(
            update={
                "value": str(shown.get(item.field_name, "")),
                "required": True,
                "group": _("Card"),
                "show_if": show_if,
            }
        )
        for item in result
    ]


def address_fields(
    ctx: StepContext, values: Answers, home: Answers, *, must: Mapping[str, bool], show_if: dict[str, Any]
) -> list[FieldDef]:
    """The billing address, and the tick that takes it from ``home``, which is offered when there is one."""
    group = _("Billing address")
    copied = bool(home) and _is_home(values)
    value = home if copied else values
    listed = [field.definition(ctx, {}) for field in address(group, complete=True) if field.name in ADDRESS]
    result = [
        item.model_copy(
            update={
                "value": str(value.get(item.field_name, "")),
                "read_only": copied,
                "show_if": show_if,
                "hint": "",
                "required": must.get(item.field_name, False),
                "autocomplete": f"billing {_TOKENS[item.field_name]}",
                "type": "text" if item.field_name == "zip" else item.type,
            }
        )
        for item in listed
    ]
    if not home:
        return result
    tick = FieldDef(
        field_name="is_physical_address",
        type="checkbox",
        label=_("Choose physical address"),
        group=group,
        hint=places.line(home),
        value="1" if copied else "0",
        show_if=show_if,
    )
    return [tick, *result]


def home_of(ctx: StepContext) -> Answers:
    """The address of Contact Information; empty before it was given."""
    saved = ctx.answers("contact_info")
    return {name: rules.text(saved, name) for name in ADDRESS} if saved.get("address1") else {}


def _is_home(values: Mapping[str, Any]) -> bool:
    return rules.text(values, "is_physical_address").lower() in {"1", "yes", "true"}


def check(
    ctx: StepContext, saved: Answers, data: Mapping[str, Any], problems: Problems, must: Mapping[str, bool]
) -> Answers:
    """Clean answers of a card. Number and code, or the token, are in them when they were given."""
    number = rules.text(data, "card_number")
    if is_mask(number, saved.get("card_last4", "")):
        number, data = "", {**data, "card_number": ""}
    keeps = not number and not data.get("card_token") and not data.get("card") and _same_card(saved, data)
    if keeps:
        data = {**{name: saved.get(name, "") for name in (*NAMES, *ADDRESS, "is_physical_address", *KEPT)}, **data}
    clean = {name: rules.name(problems, data, name, NAME_MESSAGES[name]) for name in NAMES}
    clean.update(_card(ctx.today, data, problems, keeps=keeps))
    clean.update(_address(ctx, data, problems, must))
    return clean


def _same_card(saved: Answers, data: Mapping[str, Any]) -> bool:
    """Whether nothing that was sent contradicts the stored card."""
    if not saved.get("card_last4"):
        return False
    return all(rules.text(data, name) in {"", saved[name]} for name in ("expiration_month", "expiration_year"))


def _card(today: date, data: Mapping[str, Any], problems: Problems, *, keeps: bool) -> Answers:
    if isinstance(card := data.get("card"), CardFacts):
        return {
            "card_brand": card.brand,
            "card_last4": card.last4,
            "expiration_month": f"{card.expiration_month:02}",
            "expiration_year": str(card.expiration_year),
        }
    if token := rules.text(data, "card_token"):
        return {"card_token": token}
    for name, message in cardrules.expiry(data, today) if keeps else cardrules.problems(data, today):
        problems.add(name, message)
    return {name: rules.text(data, name) for name in (KEPT if keeps else cardrules.FIELDS)}


def _address(ctx: StepContext, data: Mapping[str, Any], problems: Problems, must: Mapping[str, bool]) -> Answers:
    """The typed address; of one that is Contact Information's only that it is, so that it follows when that changes."""
    for name in (*ADDRESS, *NAMES):
        if cardrules.holds_number(rules.text(data, name)):
            problems.add(name, NO_CARD_HERE)
    if _is_home(data) and home_of(ctx):
        return {"is_physical_address": "yes"}
    clean = {name: rules.text(data, name) for name in ADDRESS}
    for name, value in clean.items():
        if not value and must.get(name):
            problems.add(name, texts.REQUIRED)
        rules.check_length(problems, value, name, _LENGTHS.get(name, 254))
    clean["state"] = clean["state"].upper()
    if clean["state"] and clean["state"] not in STATES:
        problems.add("state", texts.CHOICE)
    if clean["zip"]:
        clean["zip"] = zip5(clean["zip"]) or ""
        _check_zip(clean["zip"], clean["state"], ctx.facts.zip_states, problems)
    return {**clean, "is_physical_address": "no"}


def _check_zip(code: str, state: str, states_of: Callable[[str], tuple[str, ...]], problems: Problems) -> None:
    states = states_of(code) if code else ()
    if not states:
        problems.add("zip", texts.ZIP_BANNER)
    elif state in STATES and state not in states:
        problems.add("zip", _("ZIP code %(zip)s is not in %(state)s.") % {"zip": code, "state": state_name(state)})


def address_of(ctx: StepContext, answers: Mapping[str, Any]) -> Answers:
    """The billing address in full, wherever it comes from."""
    if answers.get("is_physical_address") == "yes":
        return home_of(ctx)
    return {name: rules.text(answers, name) for name in ADDRESS}
