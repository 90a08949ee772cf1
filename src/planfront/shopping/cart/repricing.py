"""The cart at today's prices, compared with the stored ones."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.catalog.snapshot import Catalog, PlanView
from planfront.catalog.wording import language, pick
from planfront.eligibility import texts as refusal_texts
from planfront.eligibility.rules import Refusal
from planfront.kernel import clock, money
from planfront.shopping.cart.line_price import PRICE_COLUMNS, LinePrice, price_option, write_price
from planfront.shopping.cart.price_changes import Part, parts_of, table_move
from planfront.shopping.cart.selectors import cart_dues, cart_lines
from planfront.shopping.models import CartLine, Quote
from planfront.shopping.pricing.pricer import PlanPrice, Pricer, answered_sets, make_pricer
from planfront.shopping.quote import fields as quote_fields
from planfront.shopping.quote.places import locate
from planfront.shopping.quote.state import lock_quote, touch_quote


@dataclass(frozen=True)
class RepricedLine:
    """A line's monthly amount (premium and monthly fees) before and now; ``new`` None: not available any more.

    ``old_once`` and ``new_once``: charged with the first month only. ``parts``: the same, line by line, with the
    reasons of each move; ``table``: the rate tables of both prices.
    """

    plan_id: int
    plan_name: str
    old: Decimal
    new: Decimal | None
    error_code: str = ""
    message: str = ""
    old_once: Decimal = money.ZERO
    new_once: Decimal = money.ZERO
    parts: tuple[Part, ...] = ()
    table: Mapping[str, Any] | None = None

    @property
    def changed(self) -> bool:
        """Return whether an amount charged, pending or paid by the group has changed."""
        amounts = self.old != self.new or self.old_once != self.new_once
        return amounts or any(part.changed for part in self.parts if part.kind in _CHARGED)

    def wire(self) -> dict[str, Any]:
        new = None if self.new is None else money.as_text(self.new)
        return {
            "plan_id": self.plan_id,
            "plan_name": self.plan_name,
            "old": money.as_text(self.old),
            "new": new,
            "old_one_time": money.as_text(self.old_once),
            "new_one_time": money.as_text(self.new_once),
            "error_code": self.error_code,
            "message": self.message,
            "parts": [part.wire() for part in self.parts],
            "table": self.table,
        }


_CHARGED = frozenset({"premium", "rider", "fee", "pending", "contribution"})


@dataclass(frozen=True)
class Reprice:
    """The whole cart before and now. ``membership``: the association's monthly fee, which no answer changes."""

    lines: tuple[RepricedLine, ...]
    membership: Decimal = money.ZERO

    @classmethod
    def nothing(cls) -> Reprice:
        return cls(())

    @property
    def old_total(self) -> Decimal:
        return money.total([*(line.old for line in self.lines), self.membership])

    @property
    def new_total(self) -> Decimal:
        """Return the recurring cost as the cart shows it: zero once no plan is left that can be sold."""
        sold = [line.new for line in self.lines if line.new is not None]
        return money.total([*sold, self.membership]) if sold else money.ZERO

    @property
    def old_once(self) -> Decimal:
        return money.total(line.old_once for line in self.lines)

    @property
    def new_once(self) -> Decimal:
        return money.total(line.new_once for line in self.lines)

    @property
    def changed(self) -> bool:
        return any(line.changed for line in self.lines)

    @property
    def refused(self) -> RepricedLine | None:
        return next((line for line in self.lines if line.new is None), None)

    def wire(self) -> dict[str, Any]:
        """Return the data of the business error ``priceChanged``."""
        return {
            "old_total": money.as_text(self.old_total),
            "new_total": money.as_text(self.new_total),
            "old_one_time": money.as_text(self.old_once),
            "new_one_time": money.as_text(self.new_once),
            "lines": [line.wire() for line in self.lines if line.changed],
        }


def stored_monthly(line: CartLine) -> Decimal:
    """Return the premium and monthly fees of a line as stored."""
    fees = (Decimal(fee["amount"]) for fee in line.fees if not fee["once"])
    return money.total([line.premium, *fees])


def stored_one_time(line: CartLine) -> Decimal:
    """Return a line's stored fees that come with the first month only."""
    return money.total(Decimal(fee["amount"]) for fee in line.fees if fee["once"])


def price_line(prices: Pricer, line: CartLine, unanswered: Collection[int] = ()) -> LinePrice | None:
    """Price a stored line today; None when the plan or its option is gone.

    ``unanswered``: plans whose current questions aren't answered.
    """
    view = prices.catalog.plans.get(line.plan_id)
    if view is None:
        return None
    option = next((option for option in view.options if (option.code or "") == line.option), None)
    if option is None:
        return None
    priced = price_option(prices, view, option, [rider["code"] for rider in line.riders])
    if priced.plan_price.priced is not None and line.plan_id in unanswered:
        return LinePrice(PlanPrice(view, option, Refusal("newQuestionsError", fix=("questions",))))
    return priced


def no_longer_offered() -> str:
    """Return the sentence on a line whose plan, or option, the store no longer has."""
    return _("This plan is no longer offered.")


def _compare_line(line: CartLine, priced: LinePrice | None, view: PlanView | None, name: str) -> RepricedLine:
    old, once = stored_monthly(line), stored_one_time(line)
    plan_price = priced.plan_price if priced else None
    parts, table = parts_of(line, view, priced), table_move(line, priced)
    if plan_price is not None and plan_price.priced is not None:
        new, new_once = money.cents(plan_price.priced.recurring), money.cents(plan_price.priced.one_time)
        return RepricedLine(line.plan_id, name, old, new, "", "", once, new_once, parts, table)
    if plan_price is not None and plan_price.refusal is not None:
        code, message = plan_price.refusal.code, refusal_texts.message(plan_price.refusal)
    else:
        code, message = "portalError", no_longer_offered()
    return RepricedLine(line.plan_id, name, old, None, code, message, once, money.ZERO, parts, table)


def unanswered_plans(quote: Quote, prices: Pricer, lines: Sequence[CartLine]) -> frozenset[int]:
    """Return plans of the lines whose current questions, or those of their riders, aren't answered."""
    questionnaires = {
        line.plan_id: _asked_questionnaires(line, prices.catalog.plans.get(line.plan_id), lines) for line in lines
    }
    if not any(questionnaires.values()):
        return frozenset()
    accepted = answered_sets(quote)
    return frozenset(
        plan for plan, sets in questionnaires.items() if any((plan, *item) not in accepted for item in sets)
    )


def _asked_questionnaires(line: CartLine, view: PlanView | None, lines: Sequence[CartLine]) -> set[tuple[int, int]]:
    """Return (questionnaire, version) of every question set of a line with its riders."""
    if view is None:
        return set()
    codes = {rider["code"] for rider in line.riders}
    plans = {item.plan_id for item in lines if item.rider_of_id == line.pk}
    riders = (rider for rider in view.riders if rider.code in codes or rider.plan_id in plans)
    return {(ref.id, ref.version) for ref in view.question_sets} | {rider.asks for rider in riders if rider.asks}


@dataclass(frozen=True)
class _Line:
    """A stored line and its price now."""

    stored: CartLine
    priced: LinePrice | None
    repriced: RepricedLine


@dataclass(frozen=True)
class PricedCart:
    """Lines at the prices of one moment. ``reprice``: what moved. Nothing is stored before ``write``."""

    lines: tuple[_Line, ...]
    reprice: Reprice

    def write(self) -> None:
        """Store the prices. A line that can't be sold gets the reason."""
        now = clock.now()
        for line in self.lines:
            if line.priced is not None and line.priced.plan_price.priced is not None:
                write_price(line.stored, line.priced, now)
            else:
                line.stored.error_code = line.repriced.error_code
        CartLine.objects.bulk_update([line.stored for line in self.lines], PRICE_COLUMNS)


def price_cart(locked: Quote) -> PricedCart:
    """Price the cart of a locked quote, as the quote is in memory."""
    return price_lines(locked, cart_lines(locked))


def price_lines(
    quote: Quote, lines: Sequence[CartLine], *, on: date | None = None, catalog: Catalog | None = None
) -> PricedCart:
    """Price lines, in the cart or not, for an effective date. ``catalog``: the one of this call."""
    if not lines:
        return PricedCart((), Reprice.nothing())
    prices = make_pricer(quote, [line.plan_id for line in lines], on=on, catalog=catalog)
    unanswered = unanswered_plans(quote, prices, lines)
    priced_lines = tuple(_price_stored_line(line, prices, unanswered) for line in lines)
    return PricedCart(priced_lines, Reprice(tuple(item.repriced for item in priced_lines), cart_dues(quote)))


def _price_stored_line(line: CartLine, prices: Pricer, unanswered: Collection[int]) -> _Line:
    priced = price_line(prices, line, unanswered)
    name = pick(line.plan.i18n, "name", line.plan.name, language())
    return _Line(line, priced, _compare_line(line, priced, prices.catalog.plans.get(line.plan_id), name))


@transaction.atomic
def reprice_cart(*, quote: Quote, changes: Mapping[str, Any], apply: bool) -> Reprice:
    """Return the moves that ``changes`` would cause in the cart. ``apply`` writes them.

    Keys: zip and county (texts), or columns of the quote with checked values (spouse_dob, children, tier, dob, …).
    Raises FieldErrors for the ZIP and ``countyRequired``.
    """
    locked = lock_quote(enrollment_id=quote.pk)
    columns = _read_columns(locked, changes)
    changed = [name for name, value in columns.items() if getattr(locked, name) != value]
    target = locked if apply else copy.copy(locked)
    for name in changed:
        setattr(target, name, columns[name])
    if apply and changed:
        touch_quote(quote=locked, fields=changed)
        for name in (*changed, "version"):
            setattr(quote, name, getattr(locked, name))
    cart = price_cart(target)
    if apply:
        cart.write()
    return cart.reprice


def _read_columns(locked: Quote, changes: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: value for name, value in changes.items() if name not in ("zip", "county")}
    code, county = str(changes.get("zip") or ""), str(changes.get("county") or "")
    if (code and code != locked.zip) or county:
        reader = quote_fields.Reader(clock.today())
        reader.take("zip", code or locked.zip, quote_fields.zip_info)
        values |= locate(reader.done()["zip"], county, reader.today, locked.brand_id).columns()
    return values
