"""Steps in dollars that add up to a plan's price, however it is rated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import prod
from typing import Any

from django.utils.translation import gettext as _

from planfront.catalog.snapshot import PlanView
from planfront.eligibility.texts import tier_name
from planfront.kernel import money
from planfront.parties.groups.shares import Granted
from planfront.rating import engine
from planfront.rating.selectors import tables_by_id
from planfront.shopping.pricing import explanation
from planfront.shopping.pricing.pricer import PlanPrice, Pricer
from planfront.shopping.pricing.rate_by_age import rate_by_age
from planfront.shopping.pricing.schemas import TablePrint, TierPrice, Why, WhyLine, WhyStep

TIERS = ("IO", "IC", "IS", "IF")
_PATHS = {"IO": ("IO",), "IS": ("IO", "IS"), "IC": ("IO", "IC"), "IF": ("IO", "IS", "IF")}
"""Through which tiers a tier's price grows, one kind of person at a time."""


def explain_price(prices: Pricer, plan_price: PlanPrice, granted: Granted | None = None) -> Why:
    """Return the steps of a price, its inputs, rate table and shares, and the price of every other tier."""
    proof = plan_price.price.proof
    table, rates = proof["table"], prices.tables[plan_price.view.id]
    tiers = _prices_by_tier(prices, plan_price)
    ages = {_("Your age"), _("Spouse's age")}
    lines = explanation.proof_lines(proof, plan_price.view)
    return Why(
        lines=[*lines, *(explanation.share_lines(granted) if granted else ())],
        steps=price_steps(_rate_alternatives(prices, plan_price, tiers), lines),
        inputs=[used for used in explanation.proof_inputs(proof) if rates.aged or used.label not in ages],
        ignores=_list_ignored(rates),
        table=TablePrint(
            id=table["id"], version=table.get("version", 1), since=explanation.readable_date(table["eff_from"])
        ),
        tiers=_tier_prices(prices, plan_price, tiers),
        ages=rate_by_age(prices, plan_price),
    )


def _list_ignored(rates: engine.CompiledTable) -> list[str]:
    """Return inputs that people expect in a price and that the table doesn't use."""
    inputs = [(rates.aged, _("Age")), (rates.sex_rated, _("Gender")), (rates.tobacco_rated, _("Tobacco use"))]
    return [*(name for used, name in inputs if not used), _("Health")]


def _prices_by_tier(prices: Pricer, plan_price: PlanPrice) -> dict[str, PlanPrice]:
    own = prices.shopper.tier
    return {
        tier: plan_price if tier == own else prices.for_tier(tier).price_plan(plan_price.view, plan_price.option)
        for tier in TIERS
    }


def _tier_prices(prices: Pricer, plan_price: PlanPrice, plan_prices: Mapping[str, PlanPrice]) -> list[TierPrice]:
    """Return the monthly price of each tier."""
    own = prices.shopper.tier
    return [
        TierPrice(
            tier=tier,
            label=tier_name(tier, premier=plan_price.view.is_premier),
            amount=money.as_text(other.priced.premium) if other.priced else None,
            recurring=money.as_text(other.priced.recurring) if other.priced else None,
            current=tier == own,
        )
        for tier, other in plan_prices.items()
    ]


@dataclass(frozen=True)
class Rated:
    """A price with its alternatives, as far as there are any: ``by_tier`` for others covered, ``plain`` without tobacco
    use. ``aged``: whether the table goes by age."""

    view: PlanView | None
    tier: str
    price: engine.PricedPlan
    plain: engine.PricedPlan
    by_tier: Mapping[str, engine.PricedPlan]
    aged: bool


def _rate_alternatives(prices: Pricer, plan_price: PlanPrice, tiers: Mapping[str, PlanPrice]) -> Rated:
    return Rated(
        plan_price.view,
        prices.shopper.tier,
        plan_price.price,
        _without_tobacco(prices, plan_price),
        {tier: other.priced for tier, other in tiers.items() if other.priced},
        aged=bool(prices.tables[plan_price.view.id].aged),
    )


def load_tables(proofs: Iterable[Mapping[str, Any]]) -> Mapping[int, engine.CompiledTable]:
    """Return the rate tables of proofs of one place, by id, as far as they are still kept."""
    ids, areas = set[int](), dict[str, str]()
    for proof in proofs:
        if table := proof.get("table"):
            ids.add(table["id"])
            areas |= engine.inputs_of(dict(proof)).areas
    return tables_by_id(ids, areas) if ids else {}


def steps_of_sale(
    proof: Mapping[str, Any], view: PlanView | None, tables: Mapping[int, engine.CompiledTable]
) -> list[WhyStep]:
    """Return the steps of an agreed price, from its proof; [] without a proof that gives its price.

    ``tables``: see ``load_tables``. Without its table a price by tier is one step.
    """
    if not proof.get("table"):
        return []
    sold = dict(proof)
    try:
        price, inputs, fees = engine.replay(sold), engine.inputs_of(sold), engine.fees_of(sold)
    except engine.ProofError:
        return []
    table = tables.get(sold["table"]["id"])

    def priced(**changes: Any) -> engine.PricedPlan | None:
        try:
            return engine.price(table, replace(inputs, **changes), fees) if table else None
        except engine.RatingError:
            return None

    replayed = priced()
    if replayed is None or replayed.premium != price.premium:
        table = None
    plain = priced(tobacco=False) if inputs.tobacco and table and table.tobacco_rated else None
    tier = inputs.tier or ""
    by_tier = {other: tier_price for other in TIERS if (tier_price := price if other == tier else priced(tier=other))}
    rated = Rated(view, tier, price, plain or price, by_tier, aged=table is None or bool(table.aged))
    return price_steps(rated, explanation.proof_lines(sold, view))


def price_steps(rated: Rated, lines: Sequence[WhyLine]) -> list[WhyStep]:
    """Return people, amounts and tobacco at the rates of the table, then its factors, then monthly fees.

    ``lines``: the proof of the price in words. The amounts add up to ``recurring``: factors and rounding are one step.
    """
    price, tier = rated.price, rated.tier
    by_tier = len(price.proof["cells"]) == 1 and any(line.key == f"tier_{tier.lower()}" for line in lines)
    if by_tier and rated.plain is price:
        parts = list(_tier_parts(rated))
    else:
        proof = lines if rated.plain is price else explanation.proof_lines(rated.plain.proof, rated.view)
        parts = _part_steps(rated.plain, proof, aged=rated.aged)
    steps = [*parts, *_tobacco_step(rated)]
    at_rates = money.total(Decimal(step.amount) for step in steps)
    return [*steps, *_factor_step(price, price.premium - at_rates), *_fee_steps(price, rated.view)]


def _without_tobacco(prices: Pricer, plan_price: PlanPrice) -> engine.PricedPlan:
    """Return the price for a person who uses no tobacco; the price itself when that makes no difference."""
    table = prices.tables.get(plan_price.view.id)
    if not prices.shopper.tobacco or table is None or not table.tobacco_rated:
        return plan_price.price
    return prices.changed(tobacco=False).price_plan(plan_price.view, plan_price.option).priced or plan_price.price


def _part_steps(price: engine.PricedPlan, lines: Sequence[WhyLine], *, aged: bool) -> list[WhyStep]:
    """Return each person, or each amount, at the rates of the table."""
    proof = price.proof
    parts = [line for line in lines if line.kind == "part"]
    return [
        WhyStep(
            key=f"{line.key}_{number}",
            label=line.label,
            note=line.note if aged or line.key != "rate" else "",
            amount=money.as_text(_before_factors(used, proof)),
        )
        for number, (line, used) in enumerate(zip(parts, proof["cells"], strict=True))
    ]


def _before_factors(used: Mapping[str, Any], proof: Mapping[str, Any]) -> Decimal:
    """Return the amount of a cell before the table's factors: its rate where that is it to the cent."""
    amount, rate = Decimal(used["amount"]), Decimal(used["cell"]["rate"])
    factor = prod((Decimal(value) for _kind, _key, value in proof["factors"]), start=Decimal(1))
    before = amount / factor if factor else amount
    return money.cents(rate if abs(rate - before) < money.CENT else before)


def _at_rates(price: engine.PricedPlan) -> Decimal:
    """Return the sum of the rates before any factor."""
    return money.total(_before_factors(used, price.proof) for used in price.proof["cells"])


_WORDS: dict[str, Callable[[], tuple[str, str]]] = {
    "IO": lambda: (_("You"), _("The price for one person")),
    "IS": lambda: (_("Your spouse"), _("What a second person adds")),
    "IC": lambda: (_("Your children"), _("The same for any number of children")),
    "IF": lambda: (_("Your children"), _("The same for any number of children")),
}


def _tier_parts(rated: Rated) -> Iterator[WhyStep]:
    """Yield the differences between the tiers on the way to one. A tier that isn't sold is left out."""
    before = money.ZERO
    for step in _PATHS.get(rated.tier, (rated.tier,)):
        other = rated.price if step == rated.tier else rated.by_tier.get(step)
        if other is None:
            continue
        reached = _at_rates(other)
        first = step != "IO" and not before
        label, note = (tier_name(step), _("One price for everyone this covers")) if first else _WORDS[step]()
        if not first and _counts_children(other):
            note = ""
        yield WhyStep(key=f"tier_{step.lower()}", label=label, note=note, amount=money.as_text(reached - before))
        before = reached


def _counts_children(price: engine.PricedPlan) -> bool:
    """Return whether the rate of a price depends on the number of children."""
    return any({"kids_lo", "kids_hi"} & row["cell"].keys() for row in price.proof["cells"])


def _tobacco_step(rated: Rated) -> Iterator[WhyStep]:
    if rated.plain is rated.price:
        return
    more = _at_rates(rated.price) - _at_rates(rated.plain)
    if more:
        note = _("Rates are higher for people who use tobacco")
        yield WhyStep(key="tobacco", label=_("Tobacco use"), note=note, amount=money.as_text(more))


def _factor_step(price: engine.PricedPlan, amount: Decimal) -> Iterator[WhyStep]:
    """Yield the step of factors and rounding."""
    if not amount:
        return
    proof = price.proof
    factors = [(kind, key, Decimal(value)) for kind, key, value in proof["factors"]]
    if len(factors) == 1 and factors[0][0] == "AREA":
        _kind, _key, value = factors[0]
        percent = f"{abs(value - 1) * 100:.2f}".rstrip("0").rstrip(".")
        note = _("Prices are %(percent)s%% higher here") if value > 1 else _("Prices are %(percent)s%% lower here")
        label, words = _("Your area"), note % {"percent": percent}
    elif factors:
        names = [explanation.factor_name(kind) for kind, _key, _value in factors if kind != "MODE"]
        label, words = _("Other factors"), ", ".join(dict.fromkeys(names))
    else:
        label, words = _("Rounding"), ""
    if any(kind == "MODE" for kind, _key, _value in factors) or any(step[0] == "modal" for step in proof["steps"]):
        words = ", ".join([*([words] if words else []), _("converted to a monthly price")])
    yield WhyStep(key="factors", label=label, note=words, amount=money.as_text(amount))


def _fee_steps(price: engine.PricedPlan, view: PlanView | None) -> Iterator[WhyStep]:
    for fee in price.fees:
        if not fee.once:
            line = explanation.fee_in_words(fee.code, view, fee.amount)
            yield WhyStep(key=line.key, label=line.label, note=line.note, amount=money.as_text(fee.amount))
