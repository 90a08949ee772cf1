"""The arithmetic of a year, to the cent, and what must hold for every plan and every choice."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from planfront.shopping.year.cost import Benefit, Care, Expected, PlanNumbers, limit_period, year_cost

CLEANING = Care("cleaning", "dental", ("preventive",), Decimal("110.00"))
FILLING = Care("filling", "dental", ("basic",), Decimal("190.00"))
ROOT_CANAL = Care("root_canal", "dental", ("endo", "major"), Decimal("1050.00"))
CROWN = Care("crown", "dental", ("major",), Decimal("1250.00"))
FRAMES = Care("frames", "vision", ("frames",), Decimal("160.00"), counts_alone=False)
CONTACTS = Care("contacts", "vision", ("contacts", "frames"), Decimal("220.00"), counts_alone=False)

PREVENTIVE = Benefit(
    "preventive", share=0, after_deductible=False, waiting=0, limit=Decimal(2), limit_unit="Visit(s) per Year"
)
BASIC = Benefit("basic", share=2000, after_deductible=True, waiting=3)
MAJOR = Benefit("major", share=5000, after_deductible=True, waiting=6)
PPO = PlanNumbers(
    recurring=Decimal("36.85"),
    one_time=Decimal("15.00"),
    deductible=Decimal(50),
    family_deductible=Decimal(150),
    annual_maximum=Decimal(1500),
    benefits=(PREVENTIVE, BASIC, MAJOR),
)


def paid(plan: PlanNumbers, *services: Expected) -> list[str]:
    return [f"{line.plan_pays:.2f} {line.outcome}" for line in year_cost(plan, services).lines]


def test_premium_is_twelve_months_and_the_one_time_fee():
    year = year_cost(PPO, [])
    assert (year.premium, year.own, year.total, year.without) == (Decimal("457.20"), 0, Decimal("457.20"), 0)
    assert [month.premium for month in year.months] == [Decimal("51.85"), *[Decimal("36.85")] * 11]


def test_the_deductible_is_used_once_a_year():
    year = year_cost(PPO, [Expected(FILLING, 5), Expected(FILLING, 4)])
    assert [(line.expected.month, line.deductible, line.own) for line in year.lines] == [
        (4, Decimal(50), Decimal("78.00")),
        (5, Decimal(0), Decimal("38.00")),
    ]
    assert (year.months[3].own, year.months[3].without) == (Decimal("78.00"), Decimal("190.00"))


def test_a_family_deductible_ends_it_for_everybody():
    plan = replace(PPO, family_deductible=Decimal(75))
    people = [Expected(FILLING, 4, who) for who in ("self", "spouse", "child")]
    assert [line.deductible for line in year_cost(plan, people).lines] == [50, 25, 0]


def test_the_plan_pays_nothing_in_the_waiting_period():
    assert paid(PPO, Expected(CROWN, 6), Expected(CROWN, 7)) == ["0.00 waiting", "600.00 paid"]


def test_the_annual_maximum_is_each_persons():
    crowns = [Expected(CROWN, 8), Expected(CROWN, 9), Expected(CROWN, 10), Expected(CROWN, 11)]
    assert paid(PPO, *crowns) == ["600.00 paid", "625.00 paid", "275.00 maximum", "0.00 maximum"]
    assert paid(PPO, *crowns[:3], Expected(CROWN, 12, "spouse"))[3] == "600.00 paid"


def test_a_root_canal_is_major_where_the_plan_has_no_row_for_it():
    assert paid(PPO, Expected(ROOT_CANAL, 12)) == ["500.00 paid"]


def test_services_without_a_row_or_excluded_are_not_covered():
    refused = replace(PPO, benefits=(Benefit("basic", covered=False),))
    assert paid(refused, Expected(FILLING, 9), Expected(CROWN, 9)) == ["0.00 not_covered", "0.00 not_covered"]


def test_a_third_cleaning_is_not_paid():
    assert paid(PPO, *[Expected(CLEANING, month) for month in (1, 6, 12)]) == [
        "110.00 paid",
        "110.00 paid",
        "0.00 limit",
    ]


def test_two_benefits_of_the_same_numbers_share_no_count():
    children, adults = replace(PREVENTIVE, audience="child"), replace(PREVENTIVE, audience="adult")
    plan = replace(PPO, benefits=(children, adults))
    assert paid(plan, Expected(CLEANING, 1), Expected(CLEANING, 1, "child")) == ["110.00 paid", "110.00 paid"]


def test_copays_and_allowances_are_applied():
    copay = PlanNumbers(Decimal("14.95"), benefits=(Benefit("basic", copay=Decimal(28), after_deductible=False),))
    assert paid(copay, Expected(FILLING, 1)) == ["162.00 paid"]
    eyes = Benefit("frames", allowance=Decimal(130), limit=Decimal(1), limit_unit="Item(s) per 2 Years")
    vision = PlanNumbers(Decimal("9.00"), benefits=(eyes,))
    assert paid(vision, Expected(FRAMES, 1), Expected(CONTACTS, 9)) == ["130.00 paid", "0.00 limit"]
    both = Benefit("basic", copay=Decimal(40), share=2000, after_deductible=False)
    assert paid(PlanNumbers(Decimal(1), benefits=(both,)), Expected(FILLING, 1)) == ["120.00 paid"]


def test_a_covered_service_without_amounts_is_paid_by_the_shopper():
    assert paid(PlanNumbers(Decimal(1), benefits=(Benefit("basic"),)), Expected(FILLING, 1)) == ["0.00 unknown"]


def test_limits_are_counted_within_their_period():
    units = [
        "Visit(s) per 6 Months",
        "Item(s) per 2 Years",
        "Visits per Benefit Period",
        "Dollars per Year",
        "Lifetime",
    ]
    result = [limit_period(Benefit("basic", limit_unit=unit)) for unit in units]
    assert result == [6, 12, 12, None, None]
    half = Benefit("preventive", share=0, limit=Decimal(1), limit_unit="Visit(s) per 6 Months")
    plan = PlanNumbers(Decimal(1), benefits=(half,))
    assert paid(plan, *[Expected(CLEANING, month) for month in (5, 6, 7)]) == [
        "110.00 paid",
        "0.00 limit",
        "110.00 paid",
    ]


def up_to(dollars: int) -> st.SearchStrategy[Decimal]:
    return st.integers(0, dollars * 100).map(lambda cents: Decimal(cents) / 100)


money = up_to(3000)
benefits = st.builds(
    Benefit,
    service=st.sampled_from(["preventive", "basic", "endo", "major"]),
    audience=st.sampled_from(["", "adult", "child"]),
    covered=st.booleans(),
    copay=st.none() | up_to(400),
    share=st.none() | st.integers(0, 10_000),
    allowance=st.none() | money,
    after_deductible=st.none() | st.booleans(),
    waiting=st.none() | st.integers(0, 24),
    limit=st.none() | st.integers(0, 4).map(Decimal),
    limit_unit=st.sampled_from(["", "Visit(s) per Year", "Visit(s) per 6 Months", "Dollars per Year"]),
)
plans = st.builds(
    PlanNumbers,
    recurring=money,
    one_time=money,
    deductible=st.none() | up_to(500),
    family_deductible=st.none() | up_to(900),
    annual_maximum=st.none() | money,
    benefits=st.lists(benefits, max_size=6).map(tuple),
)
cares = st.sampled_from([CLEANING, FILLING, ROOT_CANAL, CROWN])
services = st.builds(Expected, cares, st.integers(1, 12), st.sampled_from(["self", "spouse", "child"]))
PEOPLE = ("self", "spouse", "child")


@given(plans, st.lists(services, max_size=12))
def test_no_limit_is_ever_exceeded(plan, chosen):
    year = year_cost(plan, chosen)
    for line in year.lines:
        assert 0 <= line.own <= line.fee
        assert line.plan_pays == 0 or line.benefit is not None
        if line.benefit and line.expected.month <= (line.benefit.waiting or 0):
            assert line.plan_pays == 0
    for who in PEOPLE:
        own = [line for line in year.lines if line.expected.person == who]
        assert sum(line.deductible for line in own) <= (plan.deductible or 0)
        if plan.annual_maximum is not None:
            assert sum(line.plan_pays for line in own) <= plan.annual_maximum
    if plan.family_deductible is not None:
        assert sum(line.deductible for line in year.lines) <= plan.family_deductible


@given(plans, st.lists(services, max_size=12))
def test_months_and_lines_sum_to_the_year(plan, chosen):
    year = year_cost(plan, chosen)
    assert sum(month.total for month in year.months) == year.total == year.premium + year.own
    assert sum(month.without for month in year.months) == year.without == year.own + year.plan_pays
    assert year.premium == plan.recurring * 12 + plan.one_time


@given(plans, st.lists(services, max_size=10), services)
def test_more_care_never_lowers_what_the_shopper_pays(plan, chosen, more):
    before, after = year_cost(plan, chosen), year_cost(plan, [*chosen, more])
    assert before.own <= after.own <= before.own + after.without
