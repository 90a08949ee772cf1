"""Reads of the cart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import BigIntegerField, Exists, OuterRef, QuerySet, UUIDField

from planfront.brands.selectors import setting
from planfront.catalog import revision
from planfront.catalog.fee_names import association_name, fee_name, plain_fee_name
from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import Catalog, FeeTerm, PlanView
from planfront.catalog.wording import language, pick
from planfront.coverage import owed_fees
from planfront.coverage.fee_wording import dues_note, paid_by_group
from planfront.coverage.fees import read_dues
from planfront.coverage.owed_fees import SoldFee
from planfront.kernel import clock, money
from planfront.kernel.database.prepared import Param, Prepared
from planfront.members.selectors import find_families
from planfront.parties.groups.terms import DUES, ONE_TIME
from planfront.rating.engine import membership_line
from planfront.shopping.cart.lines import Cart, PricedLine, PricedRider
from planfront.shopping.models import CartLine, Outcome, PlanAnswers, Quote, Status
from planfront.shopping.pricing import explanation
from planfront.shopping.pricing.sponsorship import FeePayer, fee_payer_of

if TYPE_CHECKING:
    from planfront.shopping.pricing.pricer import PlanPrice, Pricer


@dataclass(frozen=True)
class CartSum:
    """A cart in a list: names of its plans, and their monthly cost with fees."""

    plans: tuple[str, ...]
    monthly: str


@dataclass(frozen=True)
class CartRows:
    """A cart as stored. ``referred``: plans whose answers the insurer decides on; ``membership``: the association's
    monthly fee; ``payer``: the group that pays fees for the shopper."""

    lines: list[CartLine]
    catalog: Catalog
    referred: set[int]
    membership: Decimal
    payer: FeePayer | None = None


def association_fee(brand_id: int) -> Decimal:
    """Return the monthly association membership of a brand's carts ($5.00 unless the site says otherwise)."""
    default = membership_line().amount
    try:
        amount = Decimal(setting(brand_id, "association_fee") or default)
    except InvalidOperation:
        return default
    return money.cents(amount) if amount.is_finite() and 0 <= amount < 1000 else default


def association_dues(brand_id: int) -> SoldFee:
    """Return the association's dues as policies of a brand are sold with them."""
    return SoldFee(owed_fees.DUES, association_fee(brand_id))


def owes_per_household(brand_id: int) -> bool:
    """Return whether a family owes the association's dues of a brand once."""
    return setting(brand_id, "association_fee_per") == "household"


def cart_dues(quote: Quote) -> Decimal:
    """Return the monthly association membership that a quote's cart brings: nothing where the member or, by the brand's
    rule, the family pays it already, or did so when a submitted cart was bought."""
    fee = association_fee(quote.brand_id)
    if not fee or quote.member_id is None:
        return fee
    known = None if quote.status == Status.DRAFT else quote.checked_out_at or quote.created_at
    return money.ZERO if _find_paid([quote], known) else fee


def own_dues(quote: Quote) -> Decimal:
    """Return the monthly association membership that a quote's cart brings and the shopper pays."""
    payer = fee_payer_of(quote)
    return money.ZERO if payer and DUES in payer.pays else cart_dues(quote)


def _find_paid(quotes: Sequence[Quote], known: datetime | None = None) -> set[UUID]:
    """Return those quotes of a brand whose members, or their families where a household owes them once, pay the
    association's dues already."""
    members = {quote.member_id for quote in quotes if quote.member_id is not None}
    if not members:
        return set()
    dues = read_dues(members, known)
    families = find_families(members) if owes_per_household(quotes[0].brand_id) else {}
    shared = read_dues(set().union(*families.values()), known, of_households=True) if families else {}
    paid: set[UUID] = set()
    for quote in quotes:
        day, key = quote.effective_date or clock.today(), quote.member_id or 0
        owed = [*dues.get(key, ()), *(fee for other in families.get(key, ()) for fee in shared.get(other, ()))]
        if any(fee.owed_on(day) for fee in owed):
            paid.add(quote.pk)
    return paid


def cart_lines(quote: Quote) -> list[CartLine]:
    return _LINES.rows(enrollment=quote.pk)


def _cart_rows() -> QuerySet[CartLine]:
    rows = CartLine.objects.filter(enrollment=Param("enrollment", UUIDField())).select_related("plan__carrier")
    return rows.order_by("added_at", "id")


def _cart_with_facts() -> QuerySet[Any]:
    """Return lines with ``refers`` and ``edition``."""
    answers = PlanAnswers.objects.filter(
        enrollment=Param("enrollment", UUIDField()), plan=OuterRef("plan"), outcome=Outcome.REFERRED
    )
    edition = revision.column(Param("brand", BigIntegerField()))
    return _cart_rows().annotate(refers=Exists(answers), edition=edition)


_LINES = Prepared(_cart_rows)
_OUTLINE = Prepared(
    lambda: (
        CartLine.objects.filter(enrollment=Param("enrollment", UUIDField()))
        .only("plan_id", "option", "error_code", "paired_with_id", "rider_of_id")
        .order_by()
    )
)
_CART: Prepared[Any] = Prepared(_cart_with_facts)


def cart_outline(quote: Quote) -> list[CartLine]:
    """Return lines in no order with few columns: plan, option, whether they can be sold, and their links. One query."""
    return _OUTLINE.rows(enrollment=quote.pk)


def chosen_options(lines: Iterable[CartLine]) -> set[tuple[int, str]]:
    """Return plans of a cart with the codes of their options."""
    return {(line.plan_id, line.option) for line in lines}


def sells_without(lines: Sequence[CartLine], category: str, catalog: Catalog) -> bool:
    """Return whether a cart has a plan to sell once those of a category, and what hangs on them, have left it."""
    going = {
        linked.pk
        for line in lines
        if (view := catalog.plans.get(line.plan_id)) is not None and view.category == category
        for linked in linked_lines(line, lines)
    }
    return any(line.pk not in going and not line.error_code and line.plan_id in catalog.plans for line in lines)


def count_cart_lines(quote: Quote) -> int:
    return CartLine.objects.filter(enrollment=quote).count()


def premier_in_cart(quote: Quote) -> bool:
    return CartLine.objects.filter(enrollment=quote, plan__is_premier=True).exists()


def is_in_cart(quote: Quote, plan_id: int, pricing_id: str = "") -> bool:
    """Return whether the plan is in the cart (at this pricing id, when one is given)."""
    rows = CartLine.objects.filter(enrollment=quote, plan_id=plan_id)
    return (rows.filter(plan_pricing_id=pricing_id) if pricing_id else rows).exists()


def list_memberships(prices: Pricer) -> list[PlanPrice]:
    """Return memberships that the shopper can buy, priced."""
    views = membership_views(prices.catalog)
    prices.tables.load(view.id for view in views)
    return [plan_price for plan_price in map(prices.price_plan, views) if plan_price.priced is not None]


def membership_views(catalog: Catalog) -> list[PlanView]:
    return catalog.memo.get("memberships", lambda: [view for view in catalog.plans.values() if view.is_membership])


def linked_lines(line: CartLine, lines: Sequence[CartLine]) -> list[CartLine]:
    """Return the line and those that leave the cart with it: its riders, premier plans tied to it, and a membership
    that no other plan needs."""
    going = [line]
    for item in going:
        linked = (other for other in lines if item.pk in (other.paired_with_id, other.rider_of_id))
        going += [other for other in linked if other not in going]
    partners = [item for item in lines if item.pk in {line.paired_with_id for line in going} and item not in going]
    stay = [line for line in lines if line not in going]
    return going + [partner for partner in partners if all(other.paired_with_id != partner.pk for other in stay)]


def linked_plans(*, enrollment_id: UUID, plan_id: int, others: Collection[int]) -> list[int]:
    """Return those of ``others`` that would leave the quote's cart with the plan, were nothing else in it."""
    lines = list(CartLine.objects.filter(enrollment=enrollment_id, plan_id__in=[plan_id, *others]))
    line = next((line for line in lines if line.plan_id == plan_id), None)
    return [item.plan_id for item in linked_lines(line, lines) if item is not line] if line else []


def load_cart(quote: Quote) -> Cart:
    """Return lines, fees and sums as stored; nothing is priced again."""
    return build_cart(quote, read_cart(quote))


def read_cart(quote: Quote) -> CartRows:
    """Read the stored cart, and the catalog of its edition. One query; two for an empty cart."""
    brand_id = quote.brand_id
    rows = _CART.rows(enrollment=quote.pk, brand=brand_id)
    revision.adopt_edition(brand_id, rows)
    referred = {row.plan_id for row in rows if row.refers}
    return CartRows(rows, catalog(brand_id), referred, cart_dues(quote), fee_payer_of(quote))


def build_cart(quote: Quote, cart: CartRows) -> Cart:
    """Return a cart that was read, in the active language."""
    rows, views = cart.lines, cart.catalog.plans
    tied: dict[UUID | None, int] = {row.pk: row.plan_id for row in rows}
    if quote.status == Status.DRAFT:
        _refuse_gone(rows, views)
    plans = [_build_plan_line(row, views.get(row.plan_id), tied, row.plan_id in cart.referred) for row in rows]
    sellable = [row for row in rows if not row.error_code]
    fees = [fee for row in sellable for fee in _build_fee_lines(row, views.get(row.plan_id), cart.payer)]
    sold = [line for line in plans if not line.error_code]
    if sold and cart.membership > 0:
        fees.append(_build_association_line(cart.membership, cart.payer))
    recurring = money.total(line.price for line in (*sold, *fees))
    one_time = money.total(line.one_time for line in (*sold, *fees))
    return Cart(
        lines=(*plans, *fees),
        first_month=money.cents(recurring + one_time),
        monthly=recurring,
        effective_date=quote.effective_date,
        premier=any(line.is_premier for line in plans),
        version=quote.version,
    )


def is_gone(row: CartLine, view: PlanView | None) -> bool:
    """Return whether the store no longer has a line's plan, or its option."""
    return view is None or all((option.code or "") != row.option for option in view.options)


def _refuse_gone(rows: Iterable[CartLine], views: Mapping[int, PlanView]) -> None:
    """Mark, in memory, lines whose plan was withdrawn since they were priced, so that checkout stops at them."""
    for row in rows:
        if not row.error_code and is_gone(row, views.get(row.plan_id)):
            row.error_code = "portalError"


def cart_sums(brand_id: int, enrollments: Iterable[UUID]) -> dict[UUID, CartSum]:
    """Return carts of many quotes of a brand by quote, as ``build_cart`` adds them up."""
    carts: dict[UUID, list[CartLine]] = {}
    lines = CartLine.objects.filter(enrollment__in=list(enrollments)).select_related("plan")
    for line in lines.order_by("added_at", "id"):
        carts.setdefault(line.enrollment_id, []).append(line)
    fee, paid = association_fee(brand_id), _pay_already(carts)
    return {key: _cart_sum(cart, money.ZERO if key in paid else fee) for key, cart in carts.items()}


def _pay_already(enrollments: Iterable[UUID]) -> set[UUID]:
    """Return the quotes whose members pay the association's dues already."""
    quotes = Quote.objects.filter(pk__in=list(enrollments), member__isnull=False, status=Status.DRAFT)
    return _find_paid(list(quotes.only("brand", "member", "effective_date")))


def _cart_sum(lines: list[CartLine], membership: Decimal) -> CartSum:
    sold = [line for line in lines if not line.error_code]
    fees = [Decimal(fee["amount"]) for line in sold for fee in line.fees if not fee["once"]]
    monthly = money.total([*(line.premium for line in sold), *fees, membership if sold else money.ZERO])
    names = tuple(pick(line.plan.i18n, "name", line.plan.name, language()) for line in lines)
    return CartSum(names, money.as_text(monthly))


def _build_plan_line(
    row: CartLine, view: PlanView | None, tied: Mapping[UUID | None, int], referred: bool
) -> PricedLine:
    lang, plan = language(), row.plan
    option = next((option for option in view.options if (option.code or "") == row.option), None) if view else None
    return PricedLine(
        plan_id=row.plan_id,
        plan_name=pick(plan.i18n, "name", plan.name, lang),
        category=plan.category,
        carrier=plan.carrier.name,
        logo=plan.shown_logo,
        plan_pricing_id=row.plan_pricing_id,
        option=row.option,
        note=pick(option.i18n, "label", option.label, lang) if option else "",
        price=row.premium,
        removable=True,
        is_premier=plan.is_premier,
        is_membership=plan.is_membership,
        is_insurance=plan.is_insurance,
        requirements=tuple(plan.requirements),
        error_code=row.error_code,
        proof=row.proof,
        riders=tuple(
            PricedRider(rider["code"], rider_name(view, rider["code"]), Decimal(rider["amount"]))
            for rider in row.riders
        ),
        evidence=row.evidence,
        contribution=row.contribution,
        referred=referred,
        rider_of=tied[row.rider_of_id] if row.rider_of_id else None,
        paired_with=tied[row.paired_with_id] if row.paired_with_id else None,
        amount=option.amount if option else None,
        fees_monthly=money.total(Decimal(fee["amount"]) for fee in row.fees if not fee["once"]),
    )


def rider_name(view: PlanView | None, code: str) -> str:
    """Return a rider's label; its code when the plan no longer has it."""
    rider = next((rider for rider in view.riders if rider.code == code), None) if view else None
    return pick(rider.i18n, "label", rider.label, language()) if rider else code


def _build_fee_lines(row: CartLine, view: PlanView | None, payer: FeePayer | None) -> list[PricedLine]:
    terms = {term.code: term for term in view.fees} if view else {}
    return [_build_fee_line(row, fee, terms.get(fee["code"]), payer if fee["once"] else None) for fee in row.fees]


def _build_fee_line(row: CartLine, fee: dict[str, Any], term: FeeTerm | None, payer: FeePayer | None) -> PricedLine:
    granted = payer.grant(ONE_TIME, money.ZERO) if payer else {}
    amount, plan_name = Decimal(fee["amount"]), pick(row.plan.i18n, "name", row.plan.name, language())
    name = fee_name(term) if term else plain_fee_name(fee["code"])
    return PricedLine(
        plan_id=row.plan_id,
        plan_name=f"{name}: {plan_name}",
        category="",
        price=money.ZERO if fee["once"] else amount,
        one_time=amount if fee["once"] else money.ZERO,
        is_fee=True,
        code=fee["code"],
        note=explain_payer(explanation.fee_note(term) if term else "", granted),
        contribution=granted,
    )


def _build_association_line(amount: Decimal, payer: FeePayer | None) -> PricedLine:
    granted = payer.grant(DUES, amount) if payer else {}
    return PricedLine(
        plan_id=0,
        plan_name=association_name(),
        category="",
        price=amount,
        is_fee=True,
        code=owed_fees.DUES,
        note=explain_payer(dues_note(), granted),
        contribution=granted,
    )


def explain_payer(note: str, granted: Mapping[str, Any]) -> str:
    """Return the note on a fee with the group that pays it, where one does."""
    return ". ".join(filter(None, (note, paid_by_group(granted["group"])))) if granted else note


def quotes_with_plan_answers(enrollments: QuerySet[Any]) -> QuerySet[Quote]:
    """Return the quotes with ids of ``enrollments`` that have answers to plans' questions."""
    return Quote.objects.filter(pk__in=enrollments, plan_answers__isnull=False).distinct()
