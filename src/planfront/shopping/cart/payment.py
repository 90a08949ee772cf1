"""Payment of a cart. The room with the rules of payment connects to ``USUAL_PAYMENT``."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from planfront.kernel.hooks import Hook
from planfront.parties.groups.deductions import Deduction, deduction_of

if TYPE_CHECKING:
    from planfront.shopping.cart.lines import Cart
    from planfront.shopping.models import Quote

Way = Callable[["Quote", Collection[int]], str]
# The usual way to pay for plans, by their ids.
USUAL_PAYMENT: Hook[Way] = Hook("shopping.usual_payment")


def deduction_from(quote: Quote, cart: Cart, client: str = "") -> Deduction | None:
    """Return the deduction of a cart from pay; None where the person is charged. One query where the group pays a part.

    ``client``: see ``parties.groups.wording``.
    """
    if cart.share is None:
        return None
    plans = {line.plan_id for line in cart.plans if line.plan_id}
    way = next((way(quote, plans) for way in USUAL_PAYMENT), "")
    return deduction_of(cart.sponsor, cart.share, way, once=cart.once_own, client=client)
