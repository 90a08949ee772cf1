"""Checkout of the cart with an effective date."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import PlanView
from planfront.kernel import clock, money
from planfront.kernel.errors import BusinessError, FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date, us_date
from planfront.shopping.cart.repricing import Reprice, price_lines
from planfront.shopping.cart.selectors import CartRows, cart_lines
from planfront.shopping.models import Quote
from planfront.shopping.pricing.availability import cart_stop, sale_stop, views_of
from planfront.shopping.pricing.sponsorship import list_start_dates
from planfront.shopping.quote.state import lock_quote, touch_quote


def effective_choices(quote: Quote, views: Iterable[PlanView]) -> list[date]:
    """Return days on which every plan of the cart can start."""
    return list_start_dates(quote, [view.terms for view in views])


@transaction.atomic
def checkout_cart(
    *, quote: Quote, effective_date: str, accept_price: bool, origin: Origin, accepted_total: str = ""
) -> Quote:
    """Fix the effective date. Prices are recomputed for it; a difference stops until it is accepted.

    ``accepted_total``, when given, is the new monthly total that was accepted: another one stops again.

    Raises FieldErrors for the date, and the business errors ``emptyCart``, ``priceChanged`` (data: old and new),
    ``blackout``, ``alreadyActive`` or the refusal of a plan that can't be sold any more.
    """
    locked = lock_quote(enrollment_id=quote.pk)
    lines, plans = cart_lines(locked), catalog(locked.brand_id)
    if not lines:
        raise BusinessError("emptyCart", _("Your cart is empty. Please add a plan first."))
    if not effective_date.strip():
        raise FieldErrors.single("effective_date", texts.REQUIRED)
    day = us_date(effective_date)
    if day is None:
        raise FieldErrors.single("effective_date", texts.explain_date(effective_date))
    views = views_of(lines, plans)
    if day not in effective_choices(locked, views):
        raise FieldErrors.single("effective_date", _("Please choose one of the listed effective dates."))
    if stop := sale_stop(locked, views):
        raise stop
    priced = price_lines(locked, lines, on=day, catalog=plans)
    reprice = priced.reprice
    if refused := reprice.refused:
        raise BusinessError(refused.error_code, refused.message, reprice.wire())
    taken = accept_price and accepted_total.strip() in ("", money.as_text(reprice.new_total))
    if reprice.changed and not taken:
        raise BusinessError("priceChanged", _change_words(reprice), reprice.wire())
    if locked.checked_out_at and locked.effective_date == day and not reprice.changed:
        return locked
    locked.effective_date, locked.checked_out_at = day, clock.now()
    touch_quote(quote=locked, fields=["effective_date", "checked_out_at"])
    priced.write()
    record(
        "cart.checked_out",
        origin=origin,
        subject_type="enrollment",
        subject_id=locked.pk,
        meta={"effective_date": show_date(day), "total": money.as_text(reprice.new_total)},
    )
    return locked


def replay_cart(locked: Quote, cart: CartRows) -> tuple[BusinessError | None, Reprice]:
    """Return the reason why a locked quote's cart can't be submitted, and today's price of every line. Nothing is
    written.

    The reason is one beside its prices. ``cart``: as it was read after the lock.
    """
    lines, plans = cart.lines, cart.catalog
    stop = cart_stop(locked, views_of(lines, plans))
    return stop, price_lines(locked, lines, catalog=plans).reprice


def _change_words(reprice: Reprice) -> str:
    if reprice.old_total == reprice.new_total and reprice.old_once != reprice.new_once:
        words = _("The fees of your first month have changed from %(old)s to %(new)s.")
        return words % {"old": money.display(reprice.old_once), "new": money.display(reprice.new_once)}
    return _("The price of your cart has changed. Please review the new price before you go on.")
