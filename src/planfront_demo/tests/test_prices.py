"""Every plan can be bought somewhere, every pricing answer can be met, and five prices are exact."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from planfront.brands.models import Brand
from planfront.kernel import clock
from planfront.shopping.models import Outcome, PlanAnswers, Quote
from planfront.shopping.pricing.pricer import Pricer, make_pricer
from planfront_demo.places import WORKS_EVERYWHERE
from planfront_demo.plans import BY_ID, PLANS
from planfront_demo.tests.showcase import SHOPPER, SHOWS

pytestmark = pytest.mark.django_db
START = date(2027, 1, 1)
TIERS = ("IO", "IS", "IC", "IF")


@pytest.fixture(autouse=True)
def _today(monkeypatch):
    """The prices depend on ages: hold the day."""
    monkeypatch.setattr(clock, "today", lambda: date(2026, 11, 21))


def quote(**profile) -> Quote:
    now = clock.now()
    values = SHOPPER | profile
    stamps = {"created_at": now, "updated_at": now, "expires_at": now + timedelta(days=30)}
    brand = Brand.objects.get(key="planfront")
    return Quote.objects.create(brand=brand, effective_date=START, **values, **stamps)


def prices(*, answered: bool = False, **profile) -> Pricer:
    shopper = quote(**profile)
    result = make_pricer(shopper)
    if answered:
        for view in result.catalog.plans.values():
            for ref in view.question_sets:
                PlanAnswers.objects.create(
                    enrollment=shopper,
                    plan_id=view.id,
                    question_set_id=ref.id,
                    version=ref.version,
                    outcome=Outcome.ACCEPTED,
                    answered_at=clock.now(),
                )
        result = make_pricer(shopper)
    return result


def code(pricer: Pricer, plan_id: int) -> str:
    refusal = pricer.price_plan(pricer.catalog.plans[plan_id]).refusal
    return refusal.code if refusal else ""


def profile_for(plan_id: int) -> dict[str, object]:
    """What a plan needs beyond the usual shopper."""
    seed = BY_ID[plan_id]
    result: dict[str, object] = {"portal_id": 2} if seed.portals == ("group",) else {}
    if (seed.rule.min_age or 0) > 37:
        result["dob"] = date(1960, 1, 1)
    if plan_id == 1502:
        result["tobacco"] = True
    return result


@pytest.mark.parametrize("zip_code", WORKS_EVERYWHERE)
def test_every_plan_has_a_price_where_it_is_sold(world, zip_code):
    state = WORKS_EVERYWHERE[zip_code]
    kinds = {tuple(sorted(profile_for(plan.id).items())) for plan in PLANS}
    shoppers = {kind: prices(answered=True, zip=zip_code, state=state, children=1, **dict(kind)) for kind in kinds}
    missing, sold_elsewhere = [], []
    for plan in PLANS:
        result = shoppers[tuple(sorted(profile_for(plan.id).items()))]
        codes = {code(result.for_tier(tier), plan.id) for tier in TIERS}
        if plan.states and state not in plan.states:
            sold_elsewhere.append(plan.id)
            assert codes == {"stateError"}
            assert "stateError" in plan.shows
        elif "" not in codes:
            missing.append((plan.name, codes))
    assert missing == []
    assert sold_elsewhere == []


@pytest.mark.parametrize("show", SHOWS, ids=lambda show: show.code)
def test_every_pricing_answer_can_be_met(world, show):
    result = prices(**show.profile)
    assert code(result, show.plan_id) == show.code
    assert show.code in BY_ID[show.plan_id].shows


def test_the_tobacco_variant_is_the_plan_it_leads_to(world):
    refusal = prices(tobacco=True).price_plan(prices().catalog.plans[1501]).refusal
    assert refusal.new_pid == 1502
    smoker = prices(tobacco=True)
    assert smoker.price_plan(smoker.catalog.plans[1502]).priced.premium == Decimal("15.90")


@pytest.mark.parametrize(
    ("plan_id", "tier", "profile", "premium"),
    [
        (1002, "IF", {}, "104.85"),  # tier table, option $1,500, Ohio
        (1005, "IF", {}, "148.20"),  # family columns: couple and two children
        (1401, "IF", {}, "27.00"),  # 100 units x 0.270, the applicant alone
        (1801, "IO", {"income": 35_400}, "10.61"),  # 35,400 / 52 = 681, 60 % = 408, 40.8 units x 0.260
        (1009, "IF", {"zip": "10001", "state": "NY"}, "117.02"),  # 35.56 + 35.56 + 2 x 22.95, each x 1.162
    ],
)
def test_premiums_are_exact(world, plan_id, tier, profile, premium):
    result = prices(answered=True, tier=tier, **profile)
    assert result.price_plan(result.catalog.plans[plan_id]).priced.premium == Decimal(premium)


def test_the_premier_fee_is_its_own_line(world):
    result = prices(answered=True)
    priced = result.price_plan(result.catalog.plans[1401]).priced
    assert [(line.code, line.amount) for line in priced.lines][1:] == [("admin_fee", Decimal("0.81"))]
    assert priced.recurring == Decimal("27.81")


def test_the_dental_ppo_has_three_levels(world):
    created = prices(tier="IF")
    view = created.catalog.plans[1002]
    result = {option.code: created.price_plan(view, option).priced.premium for option in view.options}
    assert result == {"1000": Decimal("83.40"), "1500": Decimal("104.85"), "2500": Decimal("131.10")}
    assert view.default_option.code == "1500"


def test_brightsmile_sells_dental_and_vision_only(world):
    result = prices(answered=True)
    brightsmile = Brand.objects.get(key="brightsmile")
    result = replace(result, shopper=replace(result.shopper, brand_id=brightsmile.pk))
    sold = {BY_ID[view.id].category for view in result.catalog.plans.values() if not code(result, view.id)}
    assert sold == {"dental", "vision"}
