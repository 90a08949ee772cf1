"""Twelve months with a plan: the shopper's premium, the plan's numbers, the brand's typical fees; in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from planfront.catalog.selectors import PlanCosts, costs_of
from planfront.catalog.wording import language, pick
from planfront.kernel import money
from planfront.kernel.errors import FieldError, FieldErrors, NotFound
from planfront.kernel.text.parse import show_date
from planfront.parties.groups.shares import Granted
from planfront.shopping.models import Quote
from planfront.shopping.plans import listing
from planfront.shopping.plans.plan_cost import Membership, PlanCost, read_membership
from planfront.shopping.pricing import explanation
from planfront.shopping.pricing.pricer import PlanPrice, Pricer, make_pricer
from planfront.shopping.pricing.refusal_answers import plan_error
from planfront.shopping.year import schemas as wire
from planfront.shopping.year.care import NAMES, care_of, fees_note
from planfront.shopping.year.cost import (
    MONTHS,
    Care,
    Expected,
    Line,
    Outcome,
    PlanNumbers,
    Year,
    benefit_for,
    deciding_line,
    first_care,
    year_cost,
)
from planfront.shopping.year.groups import Group, groups_of, is_checkup
from planfront.shopping.year.numbers import numbers_of
from planfront.shopping.year.remarks import BetterAlternative, PlanWithYear, remark_on
from planfront.shopping.year.usual import (
    COVERED,
    EVERYONE,
    PRESETS,
    UsualService,
    people_of,
    person_name,
    preset_services,
    preset_text,
    spread_services,
)
from planfront.shopping.year.words import note_of, rule_of


@dataclass(frozen=True)
class _Household:
    """The people of a year, and the fees of their care."""

    start: date
    people: list[str]
    care: dict[str, Care]


@dataclass(frozen=True)
class _PricedYear:
    """A plan of the answer with its price and its year; None: no price, or costs in words only."""

    plan_price: PlanPrice
    granted: Granted | None
    numbers: PlanNumbers | None
    year: Year | None

    @property
    def name(self) -> str:
        return pick(self.plan_price.view.i18n, "name", self.plan_price.view.name, language())

    @property
    def with_year(self) -> PlanWithYear | None:
        return PlanWithYear(self.name, self.numbers, self.year) if self.numbers and self.year else None


def plan_years(
    quote: Quote,
    plans: Sequence[wire.YearPlan],
    services: Sequence[wire.YearService],
    care: wire.PlanYearCare | None = None,
    children: int | None = None,
) -> wire.YearCost:
    """Return twelve months with each plan and without insurance, for the quote's children or for ``children``.

    Raises NotFound for an unknown plan or option, and FieldErrors for a person who isn't covered.
    """
    ids = [plan.plan_id for plan in plans]
    prices, costs = make_pricer(quote, ids), costs_of(ids)
    own = (quote.children or 1) if "child" in COVERED.get(quote.tier, ()) else None
    counted_children = own and (children or own)
    if counted_children != own:
        prices = prices.changed(children=counted_children)
    people = people_of(quote.tier, counted_children)
    home = _Household(prices.shopper.effective_date, people, care_of(quote.brand_id))
    plan_prices = [_price_plan(prices, plan) for plan in plans]
    presets = _list_presets(plan_prices[0].view.category if plan_prices else "", home)
    counted = care if care in {preset.value for preset in presets} else presets[0].value if care and presets else None
    expected = _list_expected(services, counted, presets, home)
    membership = read_membership(quote, prices.catalog)
    answers = [
        _price_year(prices, plan_price, costs[plan_price.view.id], expected, membership) for plan_price in plan_prices
    ]
    numbers = [each.numbers for each in answers]
    groups, without = groups_of(expected), year_cost(PlanNumbers(money.ZERO), expected)
    return wire.YearCost(
        start=show_date(home.start),
        care=counted,
        presets=presets,
        choices=[_build_choice(item) for item in home.care.values() if _any_plan_covers(item, numbers, home.people)],
        people=_list_people(home.people),
        children=counted_children,
        own_children=own,
        groups=[_build_group(group, home) for group in groups],
        plans=[_build_result(each, groups, home, usual=counted is not None) for each in answers],
        remark=_find_remark(quote, prices, answers, home),
        without=money.as_text(without.without),
        without_months=[money.as_text(month.without) for month in without.months],
        fees_note=fees_note(quote.brand_id),
        membership_note=membership.note(plan_prices[0].view) if plan_prices else "",
    )


def _list_presets(category: str, home: _Household) -> list[wire.YearPreset]:
    return [
        wire.YearPreset.model_validate(
            {
                "value": kind,
                "label": str(label),
                "text": preset_text(kind, category, home.people),
                "services": [
                    each._asdict() for each in preset_services(kind, category, home.care, home.people, home.start)
                ],
            }
        )
        for kind, label in PRESETS.get(category, {}).items()
    ]


def _list_expected(
    services: Sequence[wire.YearService],
    care: wire.PlanYearCare | None,
    presets: Sequence[wire.YearPreset],
    home: _Household,
) -> list[Expected]:
    preset = next((preset for preset in presets if preset.value == care), None)
    services = preset.services if preset else services
    if any(service.person not in (*home.people, EVERYONE) for service in services):
        raise FieldErrors([FieldError("services", _("Choose someone covered by your price."))])
    usual = [UsualService(service.service, service.month, service.person) for service in services]
    return spread_services(usual, home.care, home.people)


def _list_people(people: Sequence[str]) -> list[wire.YearPerson]:
    everyone = [wire.YearPerson(value=EVERYONE, label=_("Everyone"))] if len(people) > 1 else []
    return [*(wire.YearPerson(value=person, label=person_name(person, people)) for person in people), *everyone]


def _price_year(
    prices: Pricer, plan_price: PlanPrice, costs: PlanCosts, expected: Sequence[Expected], membership: Membership
) -> _PricedYear:
    granted = prices.granted(plan_price.view, plan_price.priced.premium) if plan_price.priced else None
    cost = membership.cost_of(plan_price, granted) if plan_price.priced else PlanCost()
    numbers = numbers_of(plan_price, costs, cost)
    return _PricedYear(
        plan_price, granted, numbers, year_cost(numbers, expected) if numbers and plan_price.priced else None
    )


def _find_remark(
    quote: Quote, prices: Pricer, plans: Sequence[_PricedYear], home: _Household
) -> wire.YearRemark | None:
    years = [each.with_year for each in plans]
    if not years or years[0] is None:
        return None
    line = deciding_line(years[0].year)
    unpaid = line is not None and line.outcome is Outcome.NOT_COVERED
    eyes = unpaid and line is not None and line.expected.care.category == "vision"
    alternative = _find_vision_plan(quote, prices, years[0].year.lines) if eyes else None
    return remark_on(years[0], years[1] if len(years) > 1 else None, home.start, alternative)


def _find_vision_plan(quote: Quote, prices: Pricer, lines: Sequence[Line]) -> BetterAlternative | None:
    """Return the vision plan whose year costs least with the vision care among these lines."""
    services = [line.expected for line in lines if line.expected.care.category == "vision"]
    plan_prices = [
        plan_price for plan_price in listing.price_store_plans(quote, prices, {"vision"}) if plan_price.priced
    ]
    costs = costs_of([plan_price.view.id for plan_price in plan_prices])
    # It comes beside the plan of the page, which brings the membership.
    brought = Membership(money.ZERO, (), prices.catalog)
    answers = [
        _price_year(prices, plan_price, costs[plan_price.view.id], services, brought) for plan_price in plan_prices
    ]
    candidates = [
        BetterAlternative(each.name, each.numbers.recurring, each.year)
        for each in answers
        if each.numbers and each.year
    ]
    return min(candidates, key=lambda plan: (plan.year.total, plan.name), default=None)


def _build_group(group: Group, home: _Household) -> wire.YearGroup:
    return wire.YearGroup(label=group.label(home.start), note=group.note(home.people), fee=money.as_text(group.fee))


def _price_plan(prices: Pricer, plan: wire.YearPlan) -> PlanPrice:
    view = listing.visible_plan(plan.plan_id, prices)
    if not plan.option:
        return prices.offer(view)
    option = next((option for option in view.options if option.code == plan.option), None)
    if option is None:
        raise NotFound
    return prices.price_plan(view, option)


def _any_plan_covers(care: Care, numbers: Sequence[PlanNumbers | None], people: Sequence[str]) -> bool:
    """Return whether any of the plans has a row for a service."""
    expected = [Expected(care, 1, person) for person in people]
    return any(benefit_for(number, each) for number in numbers if number is not None for each in expected)


def _build_choice(care: Care) -> wire.YearChoice:
    return wire.YearChoice(
        service=care.code, label=str(NAMES[care.code]), category=care.category, fee=money.as_text(care.fee)
    )


def _build_result(plan: _PricedYear, groups: Sequence[Group], home: _Household, *, usual: bool) -> wire.YearResult:
    plan_price = plan.plan_price
    view, year = plan_price.view, plan.year
    refused = plan_error(plan_price.refusal) if plan_price.refusal is not None else None
    numbers = plan.numbers
    return wire.YearResult.model_validate(
        {
            "plan_id": view.id,
            "plan_name": plan.name,
            "plan_logo": view.logo,
            "carrier_name": view.carrier_name,
            "option": plan_price.option.code or "",
            "error": refused,
            "year": _build_year(plan_price, numbers, year, groups, usual=usual) if numbers and year else None,
            "share": listing.share_info(plan.granted, plan_price) if plan_price.priced else None,
            "first_care": _list_first_care(view.category, numbers, home.care, home.people) if numbers else [],
        }
    )


def _list_first_care(
    category: str, numbers: PlanNumbers, care: dict[str, Care], people: Sequence[str]
) -> list[wire.FirstCare]:
    """Return each service of the plan's category apart; braces are a child's where a child is covered."""
    results = []
    for each in care.values():
        if each.category != category:
            continue
        line = first_care(numbers, each, "child" if each.code == "braces" and "child" in people else "self")
        results.append(
            wire.FirstCare(
                service=each.code,
                label=str(NAMES[each.code]),
                category=each.category,
                fee=money.as_text(each.fee),
                own=None if line.outcome is Outcome.UNKNOWN else money.as_text(line.own),
                note=rule_of(line, numbers),
                waiting_months=None
                if line.benefit is None or line.outcome is Outcome.NOT_COVERED
                else line.benefit.waiting or 0,
            )
        )
    return results


def _build_year(
    plan_price: PlanPrice, numbers: PlanNumbers, year: Year, groups: Sequence[Group], *, usual: bool
) -> wire.PlanYear:
    less = year.without - year.total
    beside = [line for line in year.lines if not is_checkup(line.expected)]
    nothing = bool(beside) and not any(line.plan_pays for line in beside)
    return wire.PlanYear(
        premium=money.as_text(year.premium),
        monthly=money.as_text(numbers.recurring),
        recurring=money.as_text(numbers.recurring * MONTHS),
        membership=money.as_text(numbers.membership),
        membership_year=money.as_text(numbers.membership * MONTHS),
        one_time=money.as_text(numbers.one_time),
        one_time_name=", ".join(fee.name for fee in explanation.fee_lines(plan_price) if fee.once),
        own=money.as_text(year.own),
        own_by_group=[money.as_text(group.own(year)) for group in groups],
        plan_pays=money.as_text(year.plan_pays),
        total=money.as_text(year.total),
        difference=money.as_text(less),
        ahead_from=year.ahead_from,
        from_checkups=usual and nothing and less > 0,
        months=[
            wire.YearMonth(
                premium=money.as_text(month.premium), own=money.as_text(month.own), total=money.as_text(month.total)
            )
            for month in year.months
        ],
        lines=[_build_line(line) for line in year.lines],
    )


def _build_line(line: Line) -> wire.YearLine:
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
        note=note_of(line),
    )
