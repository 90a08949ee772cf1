"""Figures of the home page's sections: prices by the engine, care by the plans' own numbers. Nothing is stored."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.brands import selectors as brands
from planfront.catalog import selectors as catalog_selectors
from planfront.catalog.selectors import FEATURED_AT_HOME
from planfront.catalog.snapshot import Catalog
from planfront.catalog.wording import language, pick
from planfront.integrations.states import is_state
from planfront.kernel import clock, money
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.rating.engine import Tier
from planfront.shopping.cart.selectors import association_fee, list_memberships
from planfront.shopping.home import schemas
from planfront.shopping.home.person import person_of
from planfront.shopping.models import Quote
from planfront.shopping.plans.plan_cost import Membership, PlanCost
from planfront.shopping.pricing import explanation
from planfront.shopping.pricing.from_prices import NEITHER, youngest_birthday
from planfront.shopping.pricing.pricer import PlanPrice, Pricer, make_pricer
from planfront.shopping.year.care import NAMES, care_of
from planfront.shopping.year.cost import MONTHS, Care, Expected, Line, Outcome, PlanNumbers, first_care, year_cost
from planfront.shopping.year.groups import is_checkup
from planfront.shopping.year.numbers import numbers_of

if TYPE_CHECKING:
    from planfront.brands.models import Brand

_PARENT = 38
_CHILDREN = 2
_IN_ORDER = 3
_DESK = (
    ("dental", "cleaning"),
    ("vision", "eye_exam"),
    ("vision", "lenses"),
    ("vision", "frames"),
    ("dental", "crown"),
)
_HARD_YEAR = (
    ("cleaning", 2),
    ("dental_exam", 2),
    ("xrays", 2),
    ("eye_exam", 3),
    ("frames", 4),
    ("lenses", 4),
    ("cleaning", 8),
    ("dental_exam", 8),
    ("crown", 9),
)
"""Care and the month of the plan's year: late enough for what has to be waited for."""
_WAITS = {"basic_months": "filling", "major_months": "crown", "orthodontia_months": "braces"}


@dataclass(frozen=True)
class _Stage:
    """One brand's featured plans in one state."""

    brand_id: int
    place: str
    plans: Catalog

    @cached_property
    def featured(self) -> list[int]:
        portal, group = (brands.setting_id(self.brand_id, key) for key in ("default_portal_id", "default_group_id"))
        plans = catalog_selectors.featured_plans(self.brand_id, portal, group, limit=FEATURED_AT_HOME)
        return [plan.plan_id for plan in plans]

    def pricer(self, **shopper: object) -> Pricer:
        usual = {"dob": youngest_birthday(clock.today()), "gender": NEITHER, "tier": Tier.IO, "tobacco": False}
        quote = Quote(brand_id=self.brand_id, state=self.place, **{**usual, **shopper})
        return make_pricer(quote, self.featured, catalog=self.plans)

    def priced(self, prices: Pricer) -> list[PlanPrice]:
        """Return the featured plans that the shopper can have, in their order."""
        plan_prices = (prices.price_plan(self.plans.plans[plan_id]) for plan_id in self.featured)
        return [plan_price for plan_price in plan_prices if plan_price.priced is not None]

    @cached_property
    def adult(self) -> list[PlanPrice]:
        """Return prices for one adult of 18 without tobacco, as the from-prices are."""
        return self.priced(self.pricer())

    @cached_property
    def known(self) -> dict[str, tuple[PlanPrice, PlanNumbers]]:
        """Return the adult's first plan of each category whose costs are known as numbers."""
        costs = catalog_selectors.costs_of([plan_price.view.id for plan_price in self.adult])
        result: dict[str, tuple[PlanPrice, PlanNumbers]] = {}
        for plan_price in self.adult:
            numbers = numbers_of(plan_price, costs[plan_price.view.id], PlanCost())
            if numbers is not None:
                result.setdefault(plan_price.view.category, (plan_price, numbers))
        return result

    @cached_property
    def care(self) -> dict[str, Care]:
        return care_of(self.brand_id)

    @cached_property
    def membership(self) -> Decimal:
        """Return the monthly membership, which comes once with any cart."""
        return association_fee(self.brand_id)


def home_sections(
    *, brand: Brand, names: Collection[str], place: str, before_work: Callable[[], None] = lambda: None
) -> schemas.HomeSections:
    """Return the sections ``names``. Raises FieldErrors for an unknown state; without a state nothing has a price.

    ``before_work`` is called before prices are worked out; cached figures cost nothing.
    """
    if place and not is_state(place):
        raise FieldErrors([FieldError("place", "Write a state as two letters, such as OH.")])
    return schemas.HomeSections(
        place=place,
        person=person_of(brand) if "person" in names else None,
        **_read_figures(brand.pk, names if place else (), place, before_work),
    )


def _read_figures(brand_id: int, names: Collection[str], place: str, before_work: Callable[[], None]) -> dict[str, Any]:
    """Return figures by section, cached by the brand's rows, the catalog's edition, the language and the day."""
    plans = catalog_selectors.catalog(brand_id)
    chosen = frozenset(names).intersection(_SECTIONS)
    made_of = (brands.hold(brand_id, "rows", object), plans.edition.rates, plans.edition.texts)
    key = ("home", brand_id, place, chosen, language(), clock.today(), *made_of)

    def work_out() -> dict[str, Any]:
        if chosen:
            before_work()
        return _work_out(_Stage(brand_id, place, plans), chosen)

    return plans.memo.get(key, work_out)


def _work_out(stage: _Stage, chosen: Collection[str]) -> dict[str, Any]:
    return {name: section(stage) if name in chosen else None for name, section in _SECTIONS.items()}


def _plan_name(plan_price: PlanPrice) -> str:
    return pick(plan_price.view.i18n, "name", plan_price.view.name, language())


def _build_statement(stage: _Stage) -> schemas.SampleOrder | None:
    today = clock.today()
    born = today.replace(year=today.year - _PARENT, day=1)
    family = stage.priced(stage.pricer(tier=Tier.IF, dob=born, spouse_dob=born, children=_CHILDREN))[:_IN_ORDER]
    if not family:
        return None
    monthly = money.total(plan_price.price.recurring for plan_price in family) + stage.membership
    once = money.total(plan_price.price.one_time for plan_price in family)
    return schemas.SampleOrder(
        lines=[
            schemas.OrderLine(
                plan_id=plan_price.view.id,
                plan_name=_plan_name(plan_price),
                amount=money.as_text(plan_price.price.recurring),
                note=explanation.plan_fees_text(plan_price),
            )
            for plan_price in family
        ],
        membership=money.as_text(stage.membership),
        once=money.as_text(once),
        monthly=money.as_text(monthly),
        first_month=money.as_text(monthly + once),
    )


def _build_desk(stage: _Stage) -> list[schemas.DeskPrice] | None:
    prices = []
    for category, code in _DESK:
        if category not in stage.known:
            continue
        plan_price, numbers = stage.known[category]
        line = first_care(numbers, stage.care[code])
        if line.outcome not in (Outcome.NOT_COVERED, Outcome.UNKNOWN):
            prices.append(_desk_price(plan_price, line))
    return prices or None


def _desk_price(plan_price: PlanPrice, line: Line) -> schemas.DeskPrice:
    care = line.expected.care
    return schemas.DeskPrice(
        code=care.code,
        name=str(NAMES[care.code]),
        plan_name=_plan_name(plan_price),
        fee=money.as_text(line.fee),
        own=money.as_text(line.own),
        deductible=money.as_text(line.deductible),
        waiting_months=line.benefit.waiting if line.benefit else None,
    )


def _build_passbook(stage: _Stage) -> schemas.Passbook | None:
    if not stage.known:
        return None
    entries: dict[str, schemas.BookEntry] = {}
    paid_out = premiums = once = money.ZERO
    for category, (plan_price, numbers) in stage.known.items():
        premiums += MONTHS * plan_price.price.recurring
        once += plan_price.price.one_time
        expected = [
            Expected(stage.care[code], month) for code, month in _HARD_YEAR if stage.care[code].category == category
        ]
        for line in year_cost(numbers, expected).lines:
            if line.plan_pays > 0:
                paid_out += line.plan_pays
                _add_entry(entries, plan_price, line)
    paid_in = premiums + MONTHS * stage.membership + once
    return schemas.Passbook(
        plans=[
            schemas.BookPlan(
                plan_id=plan_price.view.id,
                plan_name=_plan_name(plan_price),
                price=money.as_text(plan_price.price.recurring),
            )
            for plan_price, _numbers in stage.known.values()
        ],
        premiums=money.as_text(premiums),
        membership=money.as_text(stage.membership),
        membership_year=money.as_text(MONTHS * stage.membership),
        once=money.as_text(once),
        paid_in=money.as_text(paid_in),
        entries=list(entries.values()),
        paid_out=money.as_text(paid_out),
        kept=money.as_text(paid_out - paid_in),
    )


def _add_entry(entries: dict[str, schemas.BookEntry], plan_price: PlanPrice, line: Line) -> None:
    """Add a line's payment to the entries. Checkups of a plan go on one line."""
    code, name = line.expected.care.code, str(NAMES[line.expected.care.code])
    if line.expected.care.category == "dental" and is_checkup(line.expected):
        code, name = "checkups", _("Checkups and X-rays")
    before = entries.get(code)
    entries[code] = schemas.BookEntry(
        code=code,
        name=name,
        plan_name=_plan_name(plan_price),
        fee=money.as_text(line.fee + (Decimal(before.fee) if before else money.ZERO)),
        paid=money.as_text(line.plan_pays + (Decimal(before.paid) if before else money.ZERO)),
        month=0 if before else line.expected.month,
    )


def _build_talk(stage: _Stage) -> schemas.Candid | None:
    if "dental" not in stage.known:
        return None
    plan_price, numbers = stage.known["dental"]
    lowest = min(stage.adult, key=lambda plan_price: plan_price.price.recurring)
    waits = {name: _waiting_months(numbers, stage.care[code]) for name, code in _WAITS.items()}
    return schemas.Candid(
        plan_name=_plan_name(plan_price),
        membership=money.as_text(stage.membership),
        lowest=money.as_text(lowest.price.recurring),
        lowest_year=money.as_text(Membership(stage.membership, (), stage.plans).cost_of(lowest).first_year),
        **waits,
    )


def _waiting_months(numbers: PlanNumbers, care: Care) -> int | None:
    benefit = first_care(numbers, care).benefit
    return benefit.waiting if benefit and benefit.covered else None


def _build_board(stage: _Stage) -> list[schemas.BoardMembership] | None:
    return [_build_membership(plan_price) for plan_price in list_memberships(stage.pricer())] or None


def _build_membership(plan_price: PlanPrice) -> schemas.BoardMembership:
    price = money.as_text(plan_price.price.recurring)
    return schemas.BoardMembership(plan_id=plan_price.view.id, plan_name=_plan_name(plan_price), price=price)


_SECTIONS: dict[str, Callable[[_Stage], object]] = {
    "statement": _build_statement,
    "desk": _build_desk,
    "passbook": _build_passbook,
    "talk": _build_talk,
    "board": _build_board,
}
