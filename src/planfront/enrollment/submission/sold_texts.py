"""Texts of a cart that its confirmation keeps: names in every language, member cards, and who pays how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from planfront.catalog.selectors import catalog
from planfront.catalog.wording import pick
from planfront.kernel.text.parse import show_date, show_phone
from planfront.parties.groups.shares import stored_share
from planfront.shopping.cart import selectors as carts
from planfront.shopping.pricing.explanation import fees_text
from planfront.shopping.pricing.sponsorship import first_pay_day

if TYPE_CHECKING:
    from planfront.catalog.snapshot import PlanView
    from planfront.shopping.cart.lines import Cart, PricedLine
    from planfront.shopping.cart.selectors import CartRows
    from planfront.shopping.models import Quote

Words = dict[str, Any]


def share_kept(quote: Quote, cart: Cart) -> Words:
    """Return who pays how much of the cart a month, as a receipt keeps it, with the first pay day of the coverage where
    that is known; {} where the group pays nothing."""
    if cart.share is None or cart.effective_date is None:
        return {}
    first_on = show_date(first_pay_day(quote, cart.effective_date))
    return {**stored_share(cart.sponsor, cart.share), "first_on": first_on}


def sold_texts(quote: Quote, cart: CartRows) -> list[tuple[dict[str, Words], Words]]:
    """Return, for each line of the cart in its order, its name in every language of the store and what its member card
    says, {} for fees."""
    views = catalog(quote.brand_id).plans
    result: list[dict[str, Words]] = []
    lines: Sequence[PricedLine] = ()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            lines = carts.build_cart(quote, cart).lines
            fees = [_fees_text(line, lines, _view(line, views)) for line in lines]
        result = result or [{} for _line in lines]
        for words, line, included in zip(result, lines, fees, strict=True):
            riders = {rider.code: rider.name for rider in line.riders}
            words[code] = {"name": line.plan_name, "note": line.note, "riders": riders, "fees": included}
    return [(words, _card(line, _view(line, views))) for words, line in zip(result, lines, strict=True)]


def _view(line: PricedLine, views: Mapping[int, PlanView]) -> PlanView | None:
    return None if line.is_fee else views.get(line.plan_id)


def _fees_text(line: PricedLine, lines: Sequence[PricedLine], view: PlanView | None) -> str:
    """Return which monthly fees are shown in the price of a plan; "" for none, and for fees."""
    fees = [(fee.code, fee.price) for fee in lines if fee.is_fee and fee.plan_id == line.plan_id and fee.price]
    return fees_text(view, fees)


def _card(line: PricedLine, view: PlanView | None) -> Words:
    """Return what a member card says of a line."""
    if view is None:
        return {}
    # Facts of a plan are about its usual level; a card of another one names the level.
    usual = not line.option or line.option == view.default_option.code
    facts = {code: list(pick(view.i18n, "facts", view.facts, code)) for code, _name in settings.LANGUAGES}
    if not usual:
        facts = {code: _level_facts(view, line.option, code) for code, _name in settings.LANGUAGES}
    return {"carrier": view.carrier_name, "phone": show_phone(view.carrier_phone), "facts": facts}


def _level_facts(view: PlanView, code: str, language: str) -> list[Mapping[str, str]]:
    """Return what a plan says of one of its levels."""
    option = next((option for option in view.options if option.code == code), None)
    if option is None:
        return []
    with translation.override(language):
        labels = (_("Your option"), _("With it"))
    words = (pick(option.i18n, "label", option.label, language), pick(option.i18n, "detail", option.detail, language))
    return [{"label": label, "value": value} for label, value in zip(labels, words, strict=True) if value]
