"""Reading the cart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from planfront.brands.selectors import setting
from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import Catalog, FeeTerm, PlanView
from planfront.catalog.wording import language, pick
from planfront.kernel import money
from planfront.rating.engine import membership_line
from planfront.shopping.models import CartLine, Outcome, PlanAnswers, TempEnrollment
from planfront.shopping.pricing import explanation
from planfront.shopping.pricing.sponsorship import share_of
from planfront.sponsors.shares import Share, split, together

ASSOCIATION = "membership"
_MONTHS = 12


@dataclass(frozen=True)
class SnapshotRider:
    """A chosen rider of a plan's line; its price is a part of the line's."""

    code: str
    name: str
    price: Decimal


@dataclass(frozen=True)
class SnapshotLine:
    """A line of the cart: a plan (``kind`` "plan", ``price`` its monthly premium, riders included) or a fee ("fee").

    ``one_time`` is charged with the first month only. ``plan_id`` of a fee is the plan it belongs to, None for the
    association membership. ``evidence`` (see CartLine) is set while a part of the amount is pending: prices are those
    of the guaranteed part. ``contribution`` (see CartLine): who pays the price. ``referred``: the insurer decides on
    health answers after submission. ``rider_of`` and ``paired_with`` are plan ids.
    """

    kind: str
    code: str
    plan_id: int | None
    plan_name: str
    category: str
    carrier: str
    logo: str
    plan_pricing_id: str
    option: str
    note: str
    price: Decimal
    one_time: Decimal
    removable: bool
    is_premier: bool
    is_membership: bool
    is_insurance: bool
    requirements: tuple[str, ...]
    error_code: str
    proof: dict[str, Any]
    riders: tuple[SnapshotRider, ...] = ()
    evidence: dict[str, Any] = field(default_factory=dict)
    contribution: dict[str, Any] = field(default_factory=dict)
    referred: bool = False
    rider_of: int | None = None
    paired_with: int | None = None
    amount: Decimal | None = None
    """The chosen face amount, None where there is none to choose."""
    fees_monthly: Decimal = money.ZERO
    """Monthly fees of a plan, which have lines of their own."""

    @property
    def base_price(self) -> Decimal:
        """The premium without riders."""
        return self.price - money.total(one.price for one in self.riders)


@dataclass(frozen=True)
class CartSum:
    """A cart in a list: names of its plans and what they and their fees cost a month."""

    plans: tuple[str, ...]
    monthly: str


@dataclass(frozen=True)
class CartSnapshot:
    """The cart with its sums. Lines that can't be sold (``error_code``) count nowhere."""

    lines: tuple[SnapshotLine, ...]
    initial_month_cost: Decimal
    recurring_month_cost: Decimal
    effective_date: date | None
    premier: bool
    version: int

    @property
    def plans(self) -> tuple[SnapshotLine, ...]:
        return tuple(line for line in self.lines if line.kind == "plan")

    @property
    def fees(self) -> tuple[SnapshotLine, ...]:
        return tuple(line for line in self.lines if line.kind == "fee")

    @property
    def total_cost(self) -> Decimal:
        """What is charged at enrollment: the first month."""
        return self.initial_month_cost

    @property
    def once_cost(self) -> Decimal:
        """One-time fees, charged with the first month."""
        return self.initial_month_cost - self.recurring_month_cost

    @property
    def sponsor(self) -> str:
        """The group that pays a part of a plan; "" where none does."""
        return next((str(line.contribution["group"]) for line in self.plans if line.contribution), "")

    @property
    def share(self) -> Share | None:
        """Of the recurring cost, what the group pays and what is left, fees included; None where it pays nothing."""
        sold = [line for line in self.lines if not line.error_code]
        known = [found for line in sold if (found := share_of(line.contribution))]
        if not known:
            return None
        periods = known[0].periods
        return together(share_of(line.contribution) or split(money.ZERO, line.price, periods) for line in sold)

    @property
    def pending_month_cost(self) -> Decimal:
        """What the recurring cost grows by when every pending amount is approved."""
        return money.total(Decimal(line.evidence["more"]) for line in self.plans if line.evidence)

    @property
    def first_year_total(self) -> Decimal:
        """The first twelve months, one-time fees included."""
        return money.cents(self.recurring_month_cost * _MONTHS + self.once_cost)

    @property
    def first_year_own(self) -> Decimal:
        """The first twelve months without what the group pays."""
        paid = self.share.employer if self.share else money.ZERO
        return money.cents(self.first_year_total - paid * _MONTHS)


@dataclass(frozen=True)
class CartRows:
    """A cart as it is stored. ``referred``: plans whose answers the insurer decides on; ``membership``: the
    association's monthly fee."""

    lines: list[CartLine]
    catalog: Catalog
    referred: set[int]
    membership: Decimal


def association_fee(brand_id: int) -> Decimal:
    """The monthly association membership of a brand's carts ($5.00 unless the site says otherwise)."""
    default = membership_line().amount
    try:
        amount = Decimal(setting(brand_id, "association_fee") or default)
    except InvalidOperation:
        return default
    return money.cents(amount) if amount.is_finite() and 0 <= amount < 1000 else default


def cart_lines(enrollment: TempEnrollment) -> list[CartLine]:
    rows = CartLine.objects.filter(enrollment=enrollment).select_related("plan__carrier")
    return list(rows.order_by("added_at", "id"))


def cart_count(enrollment: TempEnrollment) -> int:
    return CartLine.objects.filter(enrollment=enrollment).count()


def premier_in_cart(enrollment: TempEnrollment) -> bool:
    return CartLine.objects.filter(enrollment=enrollment, plan__is_premier=True).exists()


def is_in_cart(enrollment: TempEnrollment, plan_id: int, pricing_id: str = "") -> bool:
    """Whether the plan is in the cart (at this pricing id, when one is given)."""
    found = CartLine.objects.filter(enrollment=enrollment, plan_id=plan_id)
    return (found.filter(plan_pricing_id=pricing_id) if pricing_id else found).exists()


def cart_snapshot(enrollment: TempEnrollment) -> CartSnapshot:
    """Lines, fees and sums as stored; nothing is priced again here."""
    return snapshot_of(enrollment, cart_read(enrollment))


def cart_read(enrollment: TempEnrollment) -> CartRows:
    """What the database has of a cart. Four queries."""
    rows, fee = cart_lines(enrollment), association_fee(enrollment.brand_id)
    return CartRows(rows, catalog(), _referred(enrollment), fee)


def snapshot_of(enrollment: TempEnrollment, cart: CartRows) -> CartSnapshot:
    """A cart that was read, in the active language."""
    rows, views = cart.lines, cart.catalog.plans
    tied: dict[UUID | None, int] = {row.pk: row.plan_id for row in rows}
    plans = [_plan_line(row, views.get(row.plan_id), tied, row.plan_id in cart.referred) for row in rows]
    fees = [fee for row in rows if not row.error_code for fee in _fee_lines(row, views.get(row.plan_id))]
    sold = [line for line in plans if not line.error_code]
    if sold and cart.membership > 0:
        fees.append(_association(cart.membership))
    recurring = money.total(line.price for line in (*sold, *fees))
    one_time = money.total(line.one_time for line in (*sold, *fees))
    return CartSnapshot(
        lines=(*plans, *fees),
        initial_month_cost=money.cents(recurring + one_time),
        recurring_month_cost=recurring,
        effective_date=enrollment.effective_date,
        premier=any(line.is_premier for line in plans),
        version=enrollment.version,
    )


def cart_sums(brand_id: int, enrollments: Iterable[UUID]) -> dict[UUID, CartSum]:
    """Carts of many enrollments of a brand by enrollment, as ``cart_snapshot`` adds them up."""
    carts: dict[UUID, list[CartLine]] = {}
    lines = CartLine.objects.filter(enrollment__in=list(enrollments)).select_related("plan")
    for line in lines.order_by("added_at", "id"):
        carts.setdefault(line.enrollment_id, []).append(line)
    membership = association_fee(brand_id)
    return {key: _cart_sum(found, membership) for key, found in carts.items()}


def _cart_sum(lines: list[CartLine], membership: Decimal) -> CartSum:
    sold = [line for line in lines if not line.error_code]
    fees = [Decimal(fee["amount"]) for line in sold for fee in line.fees if not fee["once"]]
    monthly = money.total([*(line.premium for line in sold), *fees, membership if sold else money.ZERO])
    names = tuple(pick(line.plan.i18n, "name", line.plan.name, language()) for line in lines)
    return CartSum(names, money.as_text(monthly))


def _referred(enrollment: TempEnrollment) -> set[int]:
    """Plans whose answers the insurer decides on."""
    found = PlanAnswers.objects.filter(enrollment=enrollment, outcome=Outcome.REFERRED)
    return set(found.values_list("plan_id", flat=True))


def _plan_line(row: CartLine, view: PlanView | None, tied: Mapping[UUID | None, int], referred: bool) -> SnapshotLine:
    lang, plan = language(), row.plan
    option = next((one for one in view.options if (one.code or "") == row.option), None) if view else None
    return SnapshotLine(
        kind="plan",
        code="",
        plan_id=row.plan_id,
        plan_name=pick(plan.i18n, "name", plan.name, lang),
        category=plan.category,
        carrier=plan.carrier.name,
        logo=plan.shown_logo,
        plan_pricing_id=row.plan_pricing_id,
        option=row.option,
        note=pick(option.i18n, "label", option.label, lang) if option else "",
        price=row.premium,
        one_time=money.ZERO,
        removable=True,
        is_premier=plan.is_premier,
        is_membership=plan.is_membership,
        is_insurance=plan.is_insurance,
        requirements=tuple(plan.requirements),
        error_code=row.error_code,
        proof=row.proof,
        riders=tuple(
            SnapshotRider(one["code"], rider_name(view, one["code"]), Decimal(one["amount"])) for one in row.riders
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
    """What a rider is called; its code when the plan has it no more."""
    found = next((one for one in view.riders if one.code == code), None) if view else None
    return pick(found.i18n, "label", found.label, language()) if found else code


def _fee_lines(row: CartLine, view: PlanView | None) -> list[SnapshotLine]:
    terms = {term.code: term for term in view.fees} if view else {}
    return [_fee_line(row, fee, terms.get(fee["code"])) for fee in row.fees]


def _fee_line(row: CartLine, fee: dict[str, Any], term: FeeTerm | None) -> SnapshotLine:
    amount, plan_name = Decimal(fee["amount"]), pick(row.plan.i18n, "name", row.plan.name, language())
    name = explanation.fee_name(term) if term else _("Fee")
    return _fee(
        code=fee["code"],
        plan_id=row.plan_id,
        plan_name=f"{name}: {plan_name}",
        note=explanation.fee_note(term) if term else "",
        price=money.ZERO if fee["once"] else amount,
        one_time=amount if fee["once"] else money.ZERO,
    )


def _association(amount: Decimal) -> SnapshotLine:
    return _fee(
        code=ASSOCIATION,
        plan_id=None,
        plan_name=_("Association membership"),
        note=_("Monthly membership fee, charged once for all plans"),
        price=amount,
        one_time=money.ZERO,
    )


def _fee(
    *, code: str, plan_id: int | None, plan_name: str, note: str, price: Decimal, one_time: Decimal
) -> SnapshotLine:
    return SnapshotLine(
        kind="fee",
        code=code,
        plan_id=plan_id,
        plan_name=plan_name,
        category="",
        carrier="",
        logo="",
        plan_pricing_id="",
        option="",
        note=note,
        price=price,
        one_time=one_time,
        removable=False,
        is_premier=False,
        is_membership=False,
        is_insurance=False,
        requirements=(),
        error_code="",
        proof={},
    )


def quotes_with_plan_answers(enrollments: QuerySet[Any]) -> QuerySet[TempEnrollment]:
    """Of the quotes whose ids ``enrollments`` gives, those with answers to plans' questions."""
    return TempEnrollment.objects.filter(pk__in=enrollments, plan_answers__isnull=False).distinct()
