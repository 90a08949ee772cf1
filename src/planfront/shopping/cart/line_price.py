"""The price of a cart's line: the plan, its riders, and the part that waits for evidence of insurability."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from planfront.catalog.snapshot import Option, PlanView
from planfront.catalog.terms import Rider
from planfront.eligibility import amounts
from planfront.eligibility.rules import Refusal, age_at
from planfront.kernel import money
from planfront.parties.groups.shares import Granted
from planfront.rating import engine
from planfront.shopping.models import CartLine
from planfront.shopping.pricing import schemas
from planfront.shopping.pricing.pricer import PlanPrice, Pricer


@dataclass(frozen=True)
class RiderPrice:
    """A chosen rider and what it adds to the premium."""

    code: str
    component: str
    amount: Decimal


@dataclass(frozen=True)
class Pending:
    """The part of an amount that waits for a decision. ``full``: the price of the whole amount."""

    guaranteed: Decimal
    requested: Decimal
    full: engine.PricedPlan
    more: Decimal
    """The monthly cost of the whole amount above the guaranteed part, fees included."""

    def stored(self) -> dict[str, Any]:
        """Return the pending part as a cart line keeps it."""
        return {
            "guaranteed": money.as_text(self.guaranteed),
            "requested": money.as_text(self.requested),
            "pending": money.as_text(self.requested - self.guaranteed),
            "premium": money.as_text(self.full.premium),
            "recurring": money.as_text(self.full.recurring),
            "more": money.as_text(self.more),
            "proof": self.full.proof,
        }


@dataclass(frozen=True)
class LinePrice:
    """A plan's price with riders, pending part and the group's share. ``gone``: chosen riders that can't be had."""

    plan_price: PlanPrice
    riders: tuple[RiderPrice, ...] = ()
    gone: tuple[str, ...] = ()
    pending: Pending | None = None
    granted: Granted | None = None

    @property
    def base_premium(self) -> Decimal:
        """Return the premium without riders."""
        return self.plan_price.price.premium - sum((rider.amount for rider in self.riders), Decimal(0))


def price_option(prices: Pricer, view: PlanView, option: Option, codes: Collection[str] = ()) -> LinePrice:
    """Price an option with the riders of ``codes``. A refused plan has no riders.

    A rider's price is the growth of the premium when it is added, one after the other in the plan's order: so base and
    riders sum to the premium however it is rounded.
    """
    plan_price = prices.price_plan(view, option)
    if plan_price.priced is None:
        return LinePrice(plan_price)
    chosen = [rider for rider in view.riders if rider.component and rider.code in codes]
    offered = {rider.code for rider in view.riders}
    riders: list[RiderPrice] = []
    gone = [code for code in codes if code not in offered]
    for rider in chosen:
        more = _add_rider(prices, plan_price, rider, riders)
        if more is None:
            gone.append(rider.code)
            continue
        riders.append(RiderPrice(rider.code, rider.component, more.price.premium - plan_price.price.premium))
        plan_price = more
    pending, refusal = _price_pending(prices, plan_price, riders)
    if refusal is not None:
        return LinePrice(PlanPrice(view, option, refusal))
    return LinePrice(plan_price, tuple(riders), tuple(gone), pending, prices.granted(view, plan_price.price.premium))


def _add_rider(prices: Pricer, plan_price: PlanPrice, rider: Rider, riders: Iterable[RiderPrice]) -> PlanPrice | None:
    """Price the plan with one rider more; None when the rider can't be had."""
    if refused_age(prices, rider) or not _in_table(prices, plan_price.view, rider.component):
        return None
    parts = frozenset([*(rider.component for rider in riders), rider.component])
    more = prices.price_plan(plan_price.view, plan_price.option, parts)
    return more if more.priced is not None and more.price.premium > plan_price.price.premium else None


def _in_table(prices: Pricer, view: PlanView, component: str) -> bool:
    table = prices.tables.get(view.id)
    return table is not None and any(part.code == component and part.optional for part in table.spec.components)


def refused_age(prices: Pricer, rider: Rider) -> bool:
    """Return whether the applicant is too young or too old for the rider."""
    return not rider.ages.holds(age_at(prices.shopper.dob, prices.shopper.effective_date))


def _price_pending(
    prices: Pricer, plan_price: PlanPrice, riders: Iterable[RiderPrice]
) -> tuple[Pending | None, Refusal | None]:
    limit, amount = plan_price.view.terms.gi_limit, plan_price.option.amount
    if not amounts.is_pending(plan_price.view.terms, amount) or limit is None or amount is None:
        return None, None
    full, refusal = prices.rate_option(
        plan_price.view, plan_price.option, frozenset(rider.component for rider in riders)
    )
    if full is None:
        return None, refusal
    return Pending(limit, amount, full, money.cents(full.recurring - plan_price.price.recurring)), None


@dataclass(frozen=True)
class RiderOffer:
    """A rider as the cart offers it: its monthly price, or why it can't be had."""

    rider: Rider
    selected: bool
    price: Decimal | None
    needs_questions: bool = False
    refusal: Refusal | None = None


def list_rider_offers(
    prices: Pricer,
    view: PlanView,
    option: Option,
    codes: Collection[str],
    carted: Collection[int],
    answered: Collection[tuple[int, int]],
) -> list[RiderOffer]:
    """Return every rider of a plan with the chosen ones (``codes``, and plans in ``carted``).

    ``answered``: (questionnaire, version) pairs that were answered for this plan.
    """
    priced = price_option(prices, view, option, codes)
    chosen = {rider.code: rider.amount for rider in priced.riders}
    offered = []
    for rider in view.riders:
        needs_answers = rider.asks is not None and rider.asks not in answered
        if rider.plan_id is not None:
            offered.append(_offer_plan(prices, rider, rider.plan_id in carted, needs_answers))
            continue
        price = chosen.get(rider.code)
        if price is None and priced.plan_price.priced is not None:
            more = _add_rider(prices, priced.plan_price, rider, priced.riders)
            price = more.price.premium - priced.plan_price.price.premium if more else None
        refusal = None if price is not None else Refusal("ageError" if refused_age(prices, rider) else "planAgeError")
        offered.append(RiderOffer(rider, rider.code in chosen, price, needs_answers, refusal))
    return offered


def _offer_plan(prices: Pricer, rider: Rider, selected: bool, needs_questions: bool) -> RiderOffer:
    view = prices.catalog.plans.get(rider.plan_id or 0)
    if view is None or refused_age(prices, rider):
        refusal = Refusal("portalError" if view is None else "ageError")
        return RiderOffer(rider, selected, None, needs_questions, refusal)
    plan_price = prices.price_plan(view)
    price = plan_price.priced.premium if plan_price.priced else None
    return RiderOffer(rider, selected, price, needs_questions, plan_price.refusal)


def evidence_text(evidence: Mapping[str, Any]) -> str:
    """Return a stored pending part in words."""
    words = _("%(guaranteed)s is issued now. %(pending)s needs medical approval: decision within 5-10 days.")
    return words % {name: money.display_round(Decimal(evidence[name])) for name in ("guaranteed", "pending")}


def evidence_info(evidence: Mapping[str, Any], current: Decimal) -> schemas.Evidence | None:
    """Return the wire form of a stored pending part. ``current``: the line's monthly cost until the decision, fees
    included."""
    if not evidence:
        return None
    return schemas.Evidence(
        guaranteed=evidence["guaranteed"],
        requested=evidence["requested"],
        pending=evidence["pending"],
        price_now=money.as_text(current),
        price_pending=evidence["more"],
        price_approved=evidence["recurring"],
        text=evidence_text(evidence),
    )


def write_price(line: CartLine, priced: LinePrice, now: Any) -> None:
    """Put price, fees, riders, pending part and proof on the line, without saving it."""
    plan_price = priced.plan_price
    line.plan_pricing_id, line.option = plan_price.pricing_id, plan_price.option.code or ""
    line.premium = plan_price.price.premium
    line.fees = [
        {"code": fee.code, "amount": money.as_text(fee.amount), "once": fee.once} for fee in plan_price.price.fees
    ]
    line.riders = [
        {"code": rider.code, "component": rider.component, "amount": money.as_text(rider.amount)}
        for rider in priced.riders
    ]
    line.evidence = priced.pending.stored() if priced.pending else {}
    line.contribution = priced.granted.stored() if priced.granted else {}
    line.proof, line.error_code, line.priced_at = plan_price.price.proof, "", now


PRICE_COLUMNS = (
    "plan_pricing_id",
    "option",
    "premium",
    "fees",
    "riders",
    "evidence",
    "contribution",
    "proof",
    "error_code",
    "priced_at",
)
