"""Answers that change the quote: a new price has to be accepted before anything is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.kernel.errors import BusinessError, FieldErrors
from planfront.kernel.money import display
from planfront.shopping.cart.checkout import replay_cart
from planfront.shopping.cart.repricing import reprice_cart

if TYPE_CHECKING:
    from planfront.enrollment.application.store import OpenDraft
    from planfront.shopping.cart.repricing import Reprice
    from planfront.shopping.cart.selectors import CartRows
    from planfront.shopping.models import Quote


def apply_changes(opened: OpenDraft, changes: dict[str, Any], *, accepted: bool, because: str) -> tuple[str, ...]:
    """Change the quote. Raises BusinessError ``priceChanged`` when that changes a price that wasn't ``accepted``.

    Returns what the person should be told. Inside the transaction of the save.
    """
    result = reprice_cart(quote=opened.quote, changes=changes, apply=False)
    if result.changed and not accepted:
        raise price_changed(result, because)
    reprice_cart(quote=opened.quote, changes=changes, apply=True)
    opened.requote()
    if not result.changed:
        return ()
    return (_("Your new total is %(total)s a month.") % {"total": display(result.new_total)},)


def reprice_or_refuse(locked: Quote, cart: CartRows) -> Reprice:
    """Return what the cart costs today. Raise FieldErrors on ``cart_info`` when it can't be bought as it is."""
    stop, result = replay_cart(locked, cart)
    if stop:
        raise FieldErrors.single("cart_info", str(stop.message))
    if refused := result.refused:
        raise FieldErrors.single("cart_info", f"{refused.plan_name}: {refused.message}")
    return result


def price_changed(reprice: Reprice, because: str) -> BusinessError:
    """The answer that shows old and new prices, line by line."""
    return BusinessError("priceChanged", because, reprice.wire())
