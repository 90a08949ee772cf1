"""The card of Billing Information, and where its holder lives.

A card is given in one of four ways: typed (number and code are in the answers of that one entry only), as a token of
the gateway, as a card of the vault (``card``, put there by the services), or not at all when one is stored already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Annotated, Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import BeforeValidator
from pydantic import Field as Limit

from planfront.billing import cardrules
from planfront.enrollment.forms import kinds, places, rules
from planfront.enrollment.forms.address import address
from planfront.enrollment.forms.base import Answers, Problems, StepContext, is_mask
from planfront.enrollment.forms.body import as_text
from planfront.enrollment.forms.common import is_name
from planfront.enrollment.forms.field import AskWhen, Field, Pairs, SummaryRow, resolve
from planfront.enrollment.steps.billing.answers import CARD, BillingAnswers
from planfront.enrollment.steps.billing.ways import is_way, shown_for
from planfront.enrollment.steps.contact.answers import ContactAnswers
from planfront.integrations.cards import HOSTED_ONLY, CardFacts, EmbeddedGateway
from planfront.integrations.states import Purpose
from planfront.kernel.text import texts
from planfront.kernel.text.parse import NAME_LENGTH, zip5

NAMES = ("first_name_on_cc", "last_name_on_cc")
ADDRESS = ("address1", "address2", "city", "state", "zip")
KEPT = ("card_brand", "card_last4", "expiration_month", "expiration_year")
# Whose vault a card is in, where it isn't the embedded gateway's.
_GATEWAY = "card_gateway"
NO_CARD_HERE = _("Please don't enter a card number here.")
_GROUP = _("Card")
_PLACE = _("Billing address")
_TOKENS = {
    "address1": "address-line1",
    "address2": "address-line2",
    "zip": "postal-code",
    "state": "address-level1",
    "city": "address-level2",
}
_NUMBER_KIND = kinds.Kind("card_number", secret=True, input_mode="numeric", autocomplete="cc-number", max_length=31)
_CODE_KIND = kinds.Kind("security_code", secret=True, input_mode="numeric", autocomplete="cc-csc", max_length=4)
_TOKEN_KIND = kinds.Kind("hidden", secret=True, wire=Annotated[str, BeforeValidator(as_text), Limit(max_length=500)])
# Like the number it is no part of a draft, but it is shown as it is.
_EXPIRATION_KIND = kinds.Kind("select", listed=True, undrafted=True)
_NAME_KIND = kinds.Kind("text", max_length=NAME_LENGTH)


def _by_card(ctx: StepContext) -> bool:
    return is_way(ctx, CARD)


def _typed(ctx: StepContext) -> bool:
    """Return whether number, code and date are fields of the form: a card processor has its own."""
    return _by_card(ctx) and ctx.facts.billing.typed


def _months(_ctx: StepContext) -> Pairs:
    return [(f"{month:02}", f"{month:02}") for month in range(1, 13)]


def _years(ctx: StepContext) -> Pairs:
    years = range(ctx.today.year, ctx.today.year + cardrules.YEARS_AHEAD + 1)
    return [(str(year), str(year)) for year in years]


def card_line(answers: BillingAnswers) -> str:
    """``Visa ending 4242, expires 12/2030``; "" without a card."""
    if not answers.card_last4:
        return ""
    return gettext("%(brand)s ending %(last4)s, expires %(month)s/%(year)s") % {
        "brand": answers.card_brand,
        "last4": answers.card_last4,
        "month": answers.expiration_month,
        "year": answers.expiration_year,
    }


def _line(_ctx: StepContext, saved: Mapping[str, Any]) -> str:
    answers = BillingAnswers.read(saved)
    return card_line(answers) if answers.by_card else ""


def _name_on_card(_ctx: StepContext, saved: Mapping[str, Any]) -> str:
    return " ".join(saved.get(part, "") for part in NAMES) if BillingAnswers.read(saved).by_card else ""


def _address_line(ctx: StepContext, saved: Mapping[str, Any]) -> str:
    return places.line(address_of(ctx, saved)) if BillingAnswers.read(saved).by_card else ""


def _on_card(
    name: str, label: Promise, kind: kinds.Kind, ask_if: Callable[[StepContext], bool] = _by_card, **more: Any
) -> Field:
    """A field of the card itself."""
    return Field(
        name, label, kind, required=True, ask_if=ask_if, group=_GROUP, part="card", show_if=shown_for(CARD), **more
    )


CARD_FIELDS = (
    _on_card(
        "first_name_on_cc",
        _("First name on card"),
        _NAME_KIND,
        autocomplete="cc-given-name",
        checks=is_name(texts.FIRST_NAME),
        summary=SummaryRow(_("Name on card"), show=_name_on_card),
    ),
    _on_card(
        "last_name_on_cc",
        _("Last name on card"),
        _NAME_KIND,
        autocomplete="cc-family-name",
        checks=is_name(texts.LAST_NAME),
    ),
    _on_card("card_number", _("Card number"), _NUMBER_KIND, _typed, summary=SummaryRow(_("Card"), 2, _line)),
    _on_card("security_code", _("Security code"), _CODE_KIND, _typed),
    _on_card(
        "expiration_month",
        _("Expiration month"),
        _EXPIRATION_KIND,
        _typed,
        options=_months,
        autocomplete="cc-exp-month",
    ),
    _on_card(
        "expiration_year", _("Expiration year"), _EXPIRATION_KIND, _typed, options=_years, autocomplete="cc-exp-year"
    ),
    # In place of number and code, from the call that made it.
    Field("card_token", kind=_TOKEN_KIND, on_page=False, ask_if=_by_card),
)


def _is_required(name: str) -> bool | Callable[[StepContext], bool]:
    """Return whether a line of the address is required: all but the second, which a profile may require."""

    def by_profile(ctx: StepContext) -> bool:
        hidden = ctx.requirements.flag(BillingAnswers.key, name, "hidden")
        return not hidden and ctx.requirements.flag(BillingAnswers.key, name, "required")

    return by_profile if name == "address2" else True


def _address_field(field: Field) -> Field:
    line = SummaryRow(_PLACE, show=_address_line) if field.name == "address1" else None
    return replace(
        field,
        kind=kinds.TEXT if field.name == "zip" else field.kind,
        max_length=5 if field.name == "zip" else field.max_length,
        required=_is_required(field.name),
        ask_when=AskWhen.ALWAYS,
        ask_if=_by_card,
        hint="",
        part="address",
        autocomplete=f"billing {_TOKENS[field.name]}",
        show_if=shown_for(CARD),
        signed=False,
        summary=line,
    )


def _home_line(ctx: StepContext) -> str:
    return places.line(home_of(ctx))


ADDRESS_FIELDS = tuple(
    _address_field(field) for field in address(_PLACE, Purpose.MAIL, complete=True) if field.name in ADDRESS
)
PLACE_FIELDS = (
    # Takes the address of Contact Information, where there is one.
    Field(
        "is_physical_address",
        _("Choose physical address"),
        kinds.CHECKBOX,
        ask_if=lambda ctx: is_way(ctx, CARD) and bool(home_of(ctx)),
        group=_PLACE,
        part="address",
        hint=_home_line,
        show_if=shown_for(CARD),
        signed=False,
    ),
    *ADDRESS_FIELDS,
)


def address_values(ctx: StepContext, values: Answers) -> Answers:
    """Return the billing address on the form: that of Contact Information while the tick is on."""
    home = home_of(ctx)
    copied = bool(home) and is_home(values)
    billing_address = home if copied else {name: values.get(name, "") for name in ADDRESS}
    return {**billing_address, "is_physical_address": "1" if copied else "0"}


def home_of(ctx: StepContext) -> Answers:
    """The address of Contact Information; empty before it was given."""
    saved = ctx.answers(ContactAnswers.key)
    return {name: rules.text(saved, name) for name in ADDRESS} if saved.get("address1") else {}


def is_home(values: Mapping[str, Any]) -> bool:
    return rules.text(values, "is_physical_address").lower() in {"1", "yes", "true"}


def check(
    ctx: StepContext, saved: Answers, data: Mapping[str, Any], problems: Problems, *, addressed: bool = True
) -> Answers:
    """Clean answers of a card. Number and code, or the token, are in them when they were given. ``addressed``: whether
    the address has to be complete."""
    number = rules.text(data, "card_number")
    if is_mask(number, saved.get("card_last4", "")):
        number, data = "", {**data, "card_number": ""}
    keeps = not number and not data.get("card_token") and not data.get("card") and _same_card(ctx, saved, data)
    if keeps:
        stored = (*NAMES, *ADDRESS, "is_physical_address", *KEPT)
        data = {**{name: saved.get(name, "") for name in stored}, **data, _GATEWAY: saved.get(_GATEWAY, "")}
    names = [field for field in CARD_FIELDS if field.name in NAMES]
    clean = {field.name: field.clean(ctx, data, {}, problems, required=True) for field in names}
    clean.update(_card(ctx.today, data, problems, keeps=keeps, typed=ctx.facts.billing.typed))
    clean.update(_address(ctx, data, problems, required=addressed))
    return clean


def _same_card(ctx: StepContext, saved: Answers, data: Mapping[str, Any]) -> bool:
    """Return whether the submitted data fits the stored card, and the gateway in use has it."""
    if not saved.get("card_last4") or saved.get(_GATEWAY, EmbeddedGateway.name) != ctx.facts.billing.gateway:
        return False
    return all(rules.text(data, name) in {"", saved[name]} for name in ("expiration_month", "expiration_year"))


def _card(today: date, data: Mapping[str, Any], problems: Problems, *, keeps: bool, typed: bool) -> Answers:
    if isinstance(card := data.get("card"), CardFacts):
        return {
            "card_brand": card.brand,
            "card_last4": card.last4,
            "expiration_month": f"{card.expiration_month:02}",
            "expiration_year": str(card.expiration_year),
            **({} if typed else {_GATEWAY: card.gateway}),
        }
    if not typed and any(rules.text(data, name) for name in ("card_number", "security_code")):
        problems.add("card_number", HOSTED_ONLY)
        return {}
    if token := rules.text(data, "card_token"):
        return {"card_token": token}
    if not typed and not keeps:
        problems.add("card_number", texts.REQUIRED)
        return {}
    for name, message in cardrules.expiry(data, today) if keeps else cardrules.problems(data, today):
        problems.add(name, message)
    clean = {name: rules.text(data, name) for name in (KEPT if keeps else cardrules.FIELDS)}
    return {**clean, **{name: data[name] for name in (_GATEWAY,) if keeps and data.get(name)}}


def _address(ctx: StepContext, data: Mapping[str, Any], problems: Problems, *, required: bool) -> Answers:
    """The typed address; of one that is Contact Information's only that it is, so that it follows when that changes."""
    for name in (*ADDRESS, *NAMES):
        if cardrules.holds_number(rules.text(data, name)):
            problems.add(name, NO_CARD_HERE)
    if is_home(data) and home_of(ctx):
        return {"is_physical_address": "yes"}
    clean = {
        field.name: field.clean(ctx, data, {}, problems, required=required and resolve(field.required, ctx))
        for field in ADDRESS_FIELDS
    }
    if clean["zip"]:
        clean["zip"] = zip5(clean["zip"]) or clean["zip"]
        places.check_zip(clean, ctx.facts.zip_states, problems)
    return {**clean, "is_physical_address": "no"}


def address_of(ctx: StepContext, answers: Mapping[str, Any]) -> Answers:
    """The billing address in full, wherever it comes from."""
    if answers.get("is_physical_address") == "yes":
        return home_of(ctx)
    return {name: rules.text(answers, name) for name in ADDRESS}
