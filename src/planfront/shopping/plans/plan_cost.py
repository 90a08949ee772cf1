"""The cost of a plan with everything that is charged with it, given the cart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from planfront.catalog.snapshot import Catalog, PlanView
from planfront.kernel import money
from planfront.parties.groups.shares import Granted
from planfront.shopping.cart.selectors import cart_outline, own_dues, sells_without
from planfront.shopping.models import CartLine, Quote
from planfront.shopping.plans import schemas
from planfront.shopping.pricing.pricer import PlanPrice

MONTHS = 12


@dataclass(frozen=True)
class PlanCost:
    """A plan's cost without the group's share: the monthly ``price`` with its own fees, the monthly ``membership`` that
    it brings (zero where another plan of the cart brings it), and fees charged once."""

    price: Decimal = money.ZERO
    membership: Decimal = money.ZERO
    one_time: Decimal = money.ZERO

    @property
    def monthly(self) -> Decimal:
        return self.price + self.membership

    @property
    def first_month(self) -> Decimal:
        return self.monthly + self.one_time

    @property
    def first_year(self) -> Decimal:
        """Return the first twelve months, as the cart adds them up."""
        return self.monthly * MONTHS + self.one_time

    def wire(self) -> schemas.PlanCost:
        return schemas.PlanCost(
            membership=money.as_text(self.membership),
            monthly=money.as_text(self.monthly),
            first_month=money.as_text(self.first_month),
            first_year=money.as_text(self.first_year),
        )


class Membership:
    """The membership that plans bring into one cart. Make it with ``read_membership``."""

    def __init__(self, fee: Decimal, lines: Sequence[CartLine], catalog: Catalog) -> None:
        self.fee = fee
        self._lines, self._catalog = lines, catalog
        self._by_kind: dict[str, Decimal] = {}

    def brought_by(self, view: PlanView) -> Decimal:
        """Return the membership that a plan brings. Plans of one kind replace each other, so each brings what the one
        in the cart does."""
        kind = view.category
        if kind not in self._by_kind:
            self._by_kind[kind] = money.ZERO if sells_without(self._lines, kind, self._catalog) else self.fee
        return self._by_kind[kind]

    def cost_of(self, plan_price: PlanPrice, granted: Granted | None = None) -> PlanCost:
        """Return the cost of a priced plan. ``granted``: the group's share of it."""
        paid = granted.share.employer if granted else money.ZERO
        return PlanCost(plan_price.price.recurring - paid, self.brought_by(plan_price.view), plan_price.price.one_time)

    def note(self, view: PlanView) -> str:
        """Return the note on a plan's page."""
        return membership_note(self.fee, paid=not self.brought_by(view))


def read_membership(quote: Quote, catalog: Catalog, lines: Sequence[CartLine] | None = None) -> Membership:
    """Read the membership of a quote's cart. ``lines``: the cart's, when already read. At most one query."""
    carted = cart_outline(quote) if lines is None else lines
    return Membership(own_dues(quote), carted, catalog)


def membership_note(fee: Decimal, *, paid: bool = False) -> str:
    """Return the note on the membership that comes once with any cart. ``paid``: the cart has it already."""
    if not fee:
        return ""
    text = _("Plus a %(amount)s monthly membership, the same however many plans you choose.")
    if paid:
        text = _("Your cart already includes the %(amount)s monthly membership.")
    return text % {"amount": money.display(fee)}
