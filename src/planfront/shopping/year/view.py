"""Twelve months with a plan: the shopper's premium, the plan's numbers, the brand's typical fees; in words."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.brands.selectors import setting
from planfront.catalog.selectors import PlanCosts, costs_of
from planfront.catalog.snapshot import PlanView
from planfront.catalog.wording import language, pick
from planfront.kernel import money
from planfront.kernel.errors import FieldError, FieldErrors, NotFound
from planfront.kernel.parse import show_date
from planfront.shopping.models import Quote
from planfront.shopping.pricing import listing
from planfront.shopping.pricing.pricer import PlanQuote, Pricer, make_pricer
from planfront.shopping.pricing.sponsorship import Granted
from planfront.shopping.year import schemas as wire
from planfront.shopping.year.cost import (
    Benefit,
    Care,
    Expected,
    Line,
    Outcome,
    PlanNumbers,
    Year,
    benefit_for,
    first_care,
    year_cost,
)

CATEGORIES = ("dental", "vision")
TYPICAL = (
    Care("cleaning", "dental", ("preventive",), Decimal("110.00")),
    Care("dental_exam", "dental", ("preventive",), Decimal("65.00")),
    Care("xrays", "dental", ("preventive",), Decimal("85.00")),
    Care("filling", "dental", ("basic",), Decimal("190.00")),
    Care("extraction", "dental", ("basic",), Decimal("220.00")),
    Care("root_canal", "dental", ("endo", "major"), Decimal("1050.00")),
    Care("crown", "dental", ("major",), Decimal("1250.00")),
    Care("braces", "dental", ("ortho",), Decimal("5200.00"), lifetime=True),
    Care("eye_exam", "vision", ("exam",), Decimal("120.00")),
    Care("frames", "vision", ("frames",), Decimal("160.00"), counts_alone=False),
    Care("lenses", "vision", ("lenses", "frames"), Decimal("130.00"), counts_alone=False),
    Care("contacts", "vision", ("contacts", "frames"), Decimal("220.00"), counts_alone=False),
)
"""What can be expected, with example fees. A brand's own are the site settings ``typical_fee_<code>``."""

NAMES = {
    "cleaning": gettext_lazy("Cleaning"),
    "dental_exam": gettext_lazy("Dental exam"),
    "xrays": gettext_lazy("X-rays"),
    "filling": gettext_lazy("Filling"),
    "extraction": gettext_lazy("Tooth extraction"),
    "root_canal": gettext_lazy("Root canal"),
    "crown": gettext_lazy("Crown"),
    "braces": gettext_lazy("Braces"),
    "eye_exam": gettext_lazy("Eye exam"),
    "frames": gettext_lazy("Glasses: frames"),
    "lenses": gettext_lazy("Glasses: lenses"),
    "contacts": gettext_lazy("Contact lenses"),
}
PEOPLE = {"self": gettext_lazy("You"), "spouse": gettext_lazy("Your spouse"), "child": gettext_lazy("Your child")}
COVERED = {"IO": ("self",), "IS": ("self", "spouse"), "IC": ("self", "child"), "IF": ("self", "spouse", "child")}


def care_of(brand_id: int) -> dict[str, Care]:
    """The services by code, at the brand's typical fees."""
    return {care.code: _with_fee(care, setting(brand_id, f"typical_fee_{care.code}")) for care in TYPICAL}


def _with_fee(care: Care, text: str) -> Care:
    try:
        fee = Decimal(text) if text else care.fee
    except InvalidOperation:
        return care
    if not (fee.is_finite() and 0 <= fee < 100_000):
        return care
    return Care(care.code, care.category, care.classes, money.cents(fee), care.counts_alone, care.lifetime)


def fees_note(brand_id: int) -> str:
    """Where the fees come from: the site setting ``typical_fees_source``, or that they are examples."""
    default = _("The fees are examples for planning. Your dentist or eye doctor may charge more or less.")
    return setting(brand_id, "typical_fees_source") or default


def plan_years(
    enrollment: Quote, plans: Sequence[wire.YearPlan], services: Sequence[wire.YearService]
) -> wire.YearCost:
    """Twelve months with each plan and without insurance. Raises NotFound for a plan or option that isn't there."""
    people = COVERED.get(enrollment.tier, COVERED["IO"])
    if any(service.person not in people for service in services):
        raise FieldErrors([FieldError("services", _("Choose somebody whom your price covers."))])
    ids = [plan.plan_id for plan in plans]
    prices, care, costs = make_pricer(enrollment, ids), care_of(enrollment.brand_id), costs_of(ids)
    expected = [Expected(care[service.service], service.month, service.person) for service in services]
    quotes = [_quote(prices, plan) for plan in plans]
    paid = [_granted(prices, quote) for quote in quotes]
    numbers = [numbers_of(quote, costs[quote.view.id], one) for quote, one in zip(quotes, paid, strict=True)]
    without = year_cost(PlanNumbers(money.ZERO), expected)
    return wire.YearCost(
        start=show_date(prices.shopper.effective_date),
        choices=[_choice(care_item) for care_item in care.values() if _any_plan_covers(care_item, numbers, people)],
        people=[wire.YearPerson(value=who, label=str(PEOPLE[who])) for who in people],
        plans=[_result(*each, expected, care, people) for each in zip(quotes, numbers, paid, strict=True)],
        without=money.as_text(without.without),
        without_months=[money.as_text(month.without) for month in without.months],
        fees_note=fees_note(enrollment.brand_id),
        membership_note=listing.membership_note(enrollment.brand_id),
    )


def _quote(prices: Pricer, asked: wire.YearPlan) -> PlanQuote:
    view = listing.visible_plan(asked.plan_id, prices)
    if not asked.option:
        return prices.offer(view)
    option = next((option for option in view.options if option.code == asked.option), None)
    if option is None:
        raise NotFound
    return prices.quote(view, option)


def _granted(prices: Pricer, quote: PlanQuote) -> Granted | None:
    """What the shopper's group pays of a quote."""
    return prices.granted(quote.view, quote.priced.premium) if quote.priced else None


def numbers_of(quote: PlanQuote, costs: PlanCosts, granted: Granted | None = None) -> PlanNumbers | None:
    """What a year is worked out from; None for other categories and for plans whose costs are words only."""
    if quote.view.category not in CATEGORIES or not costs.services:
        return None
    priced = quote.priced
    paid = granted.share.employer if granted else money.ZERO
    own = costs.of(quote.option.code or "")
    return PlanNumbers(
        recurring=priced.recurring - paid if priced else money.ZERO,
        one_time=priced.one_time if priced else money.ZERO,
        deductible=own.deductible_individual if own else None,
        family_deductible=own.deductible_family if own else None,
        annual_maximum=own.annual_maximum if own else None,
        lifetime_maximum=own.orthodontia_maximum if own else None,
        benefits=tuple(
            Benefit(
                row.service,
                row.audience,
                row.covered,
                row.copay_in,
                row.coinsurance_in,
                row.allowance_in,
                row.deductible_in,
                row.waiting_months,
                row.limit_quantity,
                row.limit_unit,
            )
            for row in costs.services
        ),
    )


def _any_plan_covers(care: Care, numbers: Sequence[PlanNumbers | None], people: Sequence[str]) -> bool:
    """Whether any of the plans says something about a service."""
    asked = [Expected(care, 1, who) for who in people]
    return any(benefit_for(number, each) for number in numbers if number is not None for each in asked)


def _choice(care: Care) -> wire.YearChoice:
    return wire.YearChoice(
        service=care.code, label=str(NAMES[care.code]), category=care.category, fee=money.as_text(care.fee)
    )


def _result(
    quote: PlanQuote,
    numbers: PlanNumbers | None,
    granted: Granted | None,
    expected: Sequence[Expected],
    care: dict[str, Care],
    people: Sequence[str],
) -> wire.YearResult:
    view: PlanView = quote.view
    refused = listing.error_of(quote.refusal) if quote.refusal is not None else None
    shown = None if refused or numbers is None else _year(year_cost(numbers, expected))
    return wire.YearResult.model_validate(
        {
            "plan_id": view.id,
            "plan_name": pick(view.i18n, "name", view.name, language()),
            "option": quote.option.code or "",
            "error": refused,
            "year": shown,
            "share": listing.share_info(granted, quote) if quote.priced else None,
            "first_care": _first_care(view.category, numbers, care, people) if numbers else [],
        }
    )


def _first_care(
    category: str, numbers: PlanNumbers, care: dict[str, Care], people: Sequence[str]
) -> list[wire.FirstCare]:
    """Each service of the plan's category by itself; braces are a child's where a child is covered."""
    found = []
    for each in care.values():
        if each.category != category:
            continue
        line = first_care(numbers, each, "child" if each.code == "braces" and "child" in people else "self")
        found.append(
            wire.FirstCare(
                service=each.code,
                label=str(NAMES[each.code]),
                category=each.category,
                fee=money.as_text(each.fee),
                own=None if line.outcome is Outcome.UNKNOWN else money.as_text(line.own),
                note=_rule(line, numbers),
                waiting_months=None
                if line.benefit is None or line.outcome is Outcome.NOT_COVERED
                else line.benefit.waiting or 0,
            )
        )
    return found


def _rule(line: Line, plan: PlanNumbers) -> str:
    """The rule behind an amount: "$50 deductible, then 50%", "$345 copay"."""
    benefit = line.benefit
    if benefit is None or line.outcome is Outcome.NOT_COVERED:
        return _("Not covered")
    if line.outcome is Outcome.UNKNOWN:
        return ""
    rule = _share_rule(benefit)
    if line.deductible:
        facts = {"amount": _short(line.deductible), "rule": rule}
        rule = _("%(amount)s deductible, then %(rule)s") % facts
    if line.outcome is Outcome.MAXIMUM:
        lifetime = line.expected.care.lifetime
        most = plan.lifetime_maximum if lifetime else plan.annual_maximum
        limit = (
            _("%(rule)s, at most %(amount)s in a lifetime") if lifetime else _("%(rule)s, at most %(amount)s a year")
        )
        rule = limit % {"rule": rule, "amount": _short(most or money.ZERO)}
    return rule


def _share_rule(benefit: Benefit) -> str:
    """The shopper's own part in the plan's terms."""
    share = Decimal(benefit.share or 0) / 100
    parts = []
    if benefit.copay is not None and (benefit.copay or not benefit.share):
        parts.append(_("%(amount)s copay") % {"amount": _short(benefit.copay)})
    if share:
        parts.append(f"{share.normalize():f}%")
    if benefit.allowance is not None:
        parts.append(_("what is above %(amount)s") % {"amount": _short(benefit.allowance)})
    return ", ".join(parts) or _("the plan pays all of it")


def _short(amount: Decimal) -> str:
    return money.display(amount).removesuffix(".00")


def _year(year: Year) -> wire.PlanYear:
    return wire.PlanYear(
        premium=money.as_text(year.premium),
        own=money.as_text(year.own),
        plan_pays=money.as_text(year.plan_pays),
        total=money.as_text(year.total),
        months=[
            wire.YearMonth(
                premium=money.as_text(month.premium), own=money.as_text(month.own), total=money.as_text(month.total)
            )
            for month in year.months
        ],
        lines=[_line(line) for line in year.lines],
    )


def _line(line: Line) -> wire.YearLine:
    expected = line.expected
    return wire.YearLine(
        service=expected.care.code,
        label=str(NAMES[expected.care.code]),
        month=expected.month,
        person=expected.person,
        fee=money.as_text(line.fee),
        plan_pays=money.as_text(line.plan_pays),
        own=money.as_text(line.own),
        outcome=line.outcome.value,
        note=_note(line),
    )


def _note(line: Line) -> str:
    """Why the shopper pays what they pay, when it isn't just their share."""
    if line.outcome is Outcome.WAITING and line.benefit is not None:
        return _("Waiting period: covered from month %(month)s") % {"month": (line.benefit.waiting or 0) + 1}
    lifetime = line.expected.care.lifetime
    notes = {
        Outcome.NOT_COVERED: _("Not covered"),
        Outcome.LIMIT: _("More often than the plan pays for"),
        Outcome.UNKNOWN: _("Covered; the plan's papers tell the amount"),
        Outcome.MAXIMUM: _("Lifetime maximum reached") if lifetime else _("Annual maximum reached"),
    }
    if line.deductible and line.outcome is Outcome.PAID:
        return _("With %(amount)s deductible") % {"amount": money.display(line.deductible)}
    return notes.get(line.outcome, "")
