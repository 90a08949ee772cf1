"""For any shopper and any plan, doing what the remedies say ends in a price, or where nothing is said to help."""

import random
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import translation

from planfront.audit.services import SYSTEM
from planfront.brands.models import Brand
from planfront.eligibility.remedies import Choice, Remedy
from planfront.eligibility.rules import MAX_HOPS, ORDER, resolve_variant
from planfront.kernel import clock
from planfront.shopping.models import Outcome, PlanAnswers, Quote
from planfront.shopping.pricing import remedies
from planfront.shopping.pricing.pricer import PlanPrice, make_pricer
from planfront.shopping.quote.parties import PartyIds
from planfront.shopping.quoting.services import change_quote
from planfront_demo.plans import PLANS

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 21)
MOST_STEPS = 9
ACME = "101"
_ZIPS = (
    "AL35203 AK99501 AZ85004 AR72201 CA90012 CO80202 CT06103 DE19801 DC20001 FL33101 GA30303 HI96813 ID83702 IL60601 "
    "IN46204 IA50309 KS67202 KY40202 LA70112 ME04101 MD21201 MA02108 MI48226 MN55401 MS39201 MO63101 MT59101 NE68102 "
    "NV89101 NH03101 NJ07102 NM87102 NY10001 NC28202 ND58102 OH43215 OK73102 OR97204 PA19103 RI02903 SC29201 SD57104 "
    "TN37203 TX75201 UT84101 VT05401 VA23219 WA98101 WV25301 WI53202 WY82001"
)
ZIPS = {entry[:2]: entry[2:] for entry in _ZIPS.split()}
HARD = ("12801", "10001", "75201", "43215", "33101")


@pytest.fixture(autouse=True)
def _today():
    with time_machine.travel("2026-11-21T17:00:00Z", tick=True), translation.override("en"):
        yield


def born(age: int) -> date:
    return TODAY - timedelta(days=int(age * 365.25) + 40)


def random_shopper(dice: random.Random) -> Quote:
    state, zip_code = dice.choice([*ZIPS.items()])
    if dice.random() < 0.5:
        zip_code = dice.choice(HARD)
        state = {"12801": "NY", "10001": "NY", "75201": "TX", "43215": "OH", "33101": "FL"}[zip_code]
    now = clock.now()
    return Quote.objects.create(
        brand=Brand.objects.get(key="planfront"),
        created_at=now,
        updated_at=now,
        expires_at=now + timedelta(days=30),
        zip=zip_code,
        state=state,
        dob=born(dice.randint(18, 90)),
        gender=dice.randint(0, 2),
        tier=dice.choice(["IO", "IS", "IC", "IF"]),
        tobacco=dice.choice([None, True, False]),
        income=dice.choice([None, 50, 9_000, 48_000, 250_000]),
        hours=dice.choice([None, 8, 40]),
        spouse_dob=dice.choice([None, born(dice.randint(18, 90))]),
        children=dice.choice([None, 1, 3, 8]),
        portal_id=dice.choice([None, 1, 2, 3]),
    )


def age_in(choice: Choice) -> date:
    low, _dash, high = choice.value.partition("-")
    first = max(18, int(low or 0))
    return born(min(first + 1, int(high)) if high else first + 1)


def entered(remedy: Remedy) -> dict[str, str]:
    """What the shopper sends to change-filter-info because of a remedy."""
    if remedy.send:
        return {remedy.field: remedy.value}
    item = remedy.choices[0] if remedy.choices else None
    if remedy.action == "zip" and item is not None:
        return {"zip": ZIPS.get(item.value, item.value)}
    if remedy.action in ("dob", "spouse_dob"):
        day = age_in(item) if item else born(35)
        return {remedy.field: day.strftime("%m/%d/%Y")}
    if remedy.action == "income":
        return {"annual_income": "48000"}
    if remedy.action == "hours":
        return {"working_hours": "40"}
    assert item is not None
    return {remedy.field: item.value}


def follow(quote: Quote, remedy: Remedy, plan_id: int) -> int:
    """Do what a remedy says; the plan to look at then."""
    if remedy.action == "plan":
        return int(remedy.value)
    if remedy.action == "questions":
        answer(quote, plan_id)
        return plan_id
    raw = {"group_id": ACME} if remedy.action == "group_code" else entered(remedy)
    portal, group = raw.pop("platform_group_id", None), raw.pop("group_id", None)
    parties = PartyIds(None, int(group) if group else None, int(portal) if portal else None)
    change_quote(quote=quote, raw=raw, parties=parties, origin=SYSTEM)
    return plan_id


def answer(quote: Quote, plan_id: int) -> None:
    view = make_pricer(quote, [plan_id]).catalog.plans[plan_id]
    for ref in view.question_sets:
        PlanAnswers.objects.update_or_create(
            enrollment=quote,
            plan_id=plan_id,
            question_set_id=ref.id,
            defaults={"version": ref.version, "outcome": Outcome.ACCEPTED, "answered_at": clock.now()},
        )


def price_for(quote: Quote, plan_id: int) -> PlanPrice:
    fresh = Quote.objects.select_related("group").get(pk=quote.pk)
    prices = make_pricer(fresh, [plan_id])
    return prices.price_plan(prices.catalog.plans[plan_id])


def walk(quote: Quote, plan_id: int) -> list[str]:
    """The codes met on the way; the last is "" for a price, or "none" where nothing helps."""
    codes: list[str] = []
    for _step in range(MOST_STEPS):
        refusal = price_for(quote, plan_id).refusal
        if refusal is None:
            return [*codes, ""]
        remedy = remedies.remedy_of(refusal)
        assert remedy.text
        assert (remedy.action == "none") == (not remedy.field and remedy.action != "questions"), remedy
        codes.append(refusal.code)
        if remedy.action == "none":
            return [*codes, "none"]
        before = plan_id
        plan_id = follow(quote, remedy, plan_id)
        after = price_for(quote, plan_id).refusal
        same = after is not None and after.code == refusal.code and before == plan_id
        # A second question of one code (spouse, then children) is progress; the same again is not.
        assert not same or after.reason != refusal.reason, (plan_id, refusal, remedy)
    raise AssertionError((plan_id, codes))


def seeds(first: int, amount: int) -> list[Any]:
    """Each throws its own shoppers: the first two in every run."""
    rest = [pytest.param(seed, marks=pytest.mark.at_length) for seed in range(first + 2, first + amount)]
    return [first, first + 1, *rest]


@pytest.mark.parametrize("seed", seeds(0, 6))
def test_remedies_lead_to_a_price(world, seed):
    dice = random.Random(seed)
    ends = []
    for plan in dice.sample(PLANS, 40):
        codes = walk(random_shopper(dice), plan.id)
        ends.append((codes[-1], plan.id, codes))
    stuck = [end for end in ends if end[0] == "none"]
    assert stuck == []


@pytest.mark.parametrize("seed", seeds(100, 4))
def test_the_first_code_in_the_promised_order_is_the_answer(world, seed):
    """Taking away what an answer complains of never brings up an earlier code, portal and variant apart."""
    dice = random.Random(seed)
    for plan in dice.sample(PLANS, 40):
        quote = random_shopper(dice)
        refusal = price_for(quote, plan.id).refusal
        if refusal is None or refusal.code in ("portalError", "changePid", "stateError"):
            continue
        remedy = remedies.remedy_of(refusal)
        if remedy.action not in ("tobacco", "income", "hours", "questions"):
            continue
        follow(quote, remedy, plan.id)
        after = price_for(quote, plan.id).refusal
        if after is not None and after.code != "changePid":
            assert ORDER.index(after.code) > ORDER.index(refusal.code)


def test_variants_never_run_in_circles(world):
    dice = random.Random(7)
    for _round in range(40):
        prices = make_pricer(random_shopper(dice), [])
        terms = prices.catalog.terms
        for plan_id in terms:
            target, hops = plan_id, 0
            while (further := resolve_variant(prices.shopper, target, terms)) != target:
                target, hops = further, hops + 1
                assert hops <= MAX_HOPS
            assert resolve_variant(prices.shopper, target, terms) == target
