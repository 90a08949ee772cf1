"""Facts of the mails of a quote and of a saved cart."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.eligibility.texts import own_tier_name
from planfront.kernel import clock
from planfront.kernel.text.parse import show_date, show_phone
from planfront.parties.groups.wording import share_text
from planfront.parties.reps.selectors import licence_label
from planfront.shopping.cart import view as cart_view
from planfront.shopping.cart.payment import deduction_from
from planfront.shopping.pricing.sponsorship import stored_text

if TYPE_CHECKING:
    from planfront.shopping.cart.lines import Cart, PricedLine
    from planfront.shopping.models import Quote
    from planfront.shopping.quote.sender import Sender


def quote_facts(
    quote: Quote, cart: Cart, start: date | None, sender: Sender, *, sent: date, until: date
) -> dict[str, Any]:
    """Return the cart and the sender as ``messaging.contexts.Quote`` takes them."""
    licence = licence_label(sender.agent_id, quote.state, clock.today()) if sender.agent_id else ""
    phone = sender.phone or quote.brand.phone
    return {
        "sender": {"name": sender.name, "phone": show_phone(phone), "email": sender.email, "licence": licence},
        "covered": describe_people(quote),
        "people": _("%(people)s, ZIP %(zip)s") % {"people": own_tier_name(quote.tier), "zip": quote.zip},
        "lines": tuple(_line_facts(line) for line in cart.lines if not line.error_code),
        "initial_month_cost": cart.first_month,
        "recurring_month_cost": cart.monthly,
        "first_year_total": cart.first_year_total,
        "share": share_text(cart.sponsor, cart.share) if cart.share else "",
        "from_pay": deduction_from(quote, cart) is not None,
        "effective_date": show_date(start),
        "sent_on": show_date(sent),
        "valid_until": show_date(until),
        "notes": tuple(note.text for note in cart_view.list_notes(cart)),
    }


def saved_cart_facts(quote: Quote, cart: Cart) -> dict[str, Any]:
    """Return the cart as ``messaging.contexts.SavedCart`` takes it."""
    return {
        "covered": describe_people(quote),
        "lines": tuple(_line_facts(line) for line in cart.lines if not line.error_code),
        "initial_month_cost": cart.first_month,
        "recurring_month_cost": cart.monthly,
        "share": share_text(cart.sponsor, cart.share) if cart.share else "",
        "effective_date": show_date(quote.effective_date),
    }


def _line_facts(line: PricedLine) -> dict[str, Any]:
    once = line.one_time > 0 and not line.price
    return {
        "name": line.plan_name,
        "price": line.one_time if once else line.price,
        "note": line.note,
        "share": stored_text(line.contribution),
        "carrier": line.carrier,
        "parts": tuple({"name": rider.name, "price": rider.price} for rider in line.riders),
        "is_fee": line.is_fee,
        "is_insurance": line.is_insurance,
        "once": once,
    }


def describe_people(quote: Quote) -> str:
    """Return a sentence on the people and the ZIP of a cart's prices."""
    words = {
        "IO": _("For you in %(zip)s."),
        "IS": _("For you and your spouse in %(zip)s."),
        "IC": _("For you and your children in %(zip)s."),
        "IF": _("For you, your spouse and your children in %(zip)s."),
    }
    return words[quote.tier] % {"zip": quote.zip}
