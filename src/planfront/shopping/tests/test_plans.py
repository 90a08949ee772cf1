from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.brands.models import SiteSetting
from planfront.catalog.models import Carrier, Plan, PlanFee, PlanOffer, PlanOption, PlanServiceArea, PlanSwitch
from planfront.catalog.tests.factories import SINCE, make_plan
from planfront.kernel.memory.caches import clear_all
from planfront.parties.groups.models import Portal
from planfront.rating.engine import cell
from planfront.shopping.pricing.pricer import Pricer, Tables
from planfront.shopping.pricing.sale_areas import SaleAreas
from planfront.shopping.tests.factories import (
    TIERS,
    add,
    approve,
    copied,
    dental,
    rate_by_age,
    rate_by_tier,
    rate_flat,
    start,
)


def listing(client, key, **query):
    return client.get("get-filtered-plans", enrollment_id=key, **query).json()["data"]["result"]


def detail(client, key, pid):
    return client.get("get-plan-pricing-detail", pid=pid, enrollment_id=key).json()


def test_listing_has_prices_and_facts(visitor):
    plan = dental(badges=["PPO"])
    key = start(visitor, tier="IF")
    item = listing(visitor, key)[0]
    assert (item["pid"], item["plan_price"], item["plan_category"]) == (plan.pk, "104.85", "dental")
    assert item["facts"] == [{"label": "Deductible", "value": "$50 / $150"}]
    assert item["badges"] == ["PPO"]
    assert (item["carrier_name"], item["in_cart"], item["error"]) == ("Halden Dental", False, None)
    assert item["plan_logo"] == "/static/art/carrier/halden-dental.svg"
    add(visitor, key, plan.pk, item["ppid"])
    assert listing(visitor, key)[0]["in_cart"] is True


def test_listing_keeps_what_has_no_price_with_its_reason(visitor):
    dental(rule={"needs_tobacco": True})
    key = start(visitor)
    item = listing(visitor, key)[0]
    assert item["plan_price"] is None
    error = item["error"]
    assert error["message"] == "Tobacco usage required. Please choose tobacco usage by clicking here."
    assert (error["errorCode"], error["fix"]) == ("smokerError", ["is_smoker"])
    assert (error["remedy"]["action"], error["remedy"]["field"]) == ("tobacco", "is_smoker")
    assert error["remedy"]["text"] == "Tell us whether you use tobacco."


def test_listing_filters_by_category_and_leaves_memberships_out(visitor):
    dental()
    rate_flat(make_plan("Vision Essential", category="vision"), "15.95")
    rate_flat(make_plan("Wellness", category="lifestyle", is_membership=True), "9.00")
    key = start(visitor)
    assert [plan["plan_category"] for plan in listing(visitor, key)] == ["dental", "vision"]
    assert [plan["plan_price"] for plan in listing(visitor, key, categories="vision")] == ["15.95"]
    assert listing(visitor, key, categories="pet") == []
    side = visitor.get("get-left-side-filter-fields", enrollment_id=key).json()["data"]["result"]["categories"]
    assert side == [
        {"key": "dental", "label": "Dental Plans", "count": 1},
        {"key": "vision", "label": "Vision Plans", "count": 1},
    ]


def many(count: int) -> None:
    carrier = Carrier.objects.get_or_create(key="many", name="Many")[0]
    for number in range(count):
        plan = make_plan(f"Plan {number}", carrier=carrier, rule={"max_age": 99})
        rate_by_tier(plan)


def count_queries(client, key, **query) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get("get-filtered-plans", enrollment_id=key, **query).status_code == 200
    return len(queries)


def count_at_30_and_300(client, key) -> tuple[list[int], list[int]]:
    """Queries of a listing with nothing held, and again: of the 30 plans there are, and with nine copies of each."""
    cold, warm = [], []
    for more in (0, 9):
        copied(Plan.objects.all(), more)
        clear_all()
        cold.append(count_queries(client, key))
        warm.append(count_queries(client, key))
    return cold, warm


@pytest.mark.counts_queries
def test_listing_takes_the_same_queries_for_30_and_300_plans(visitor):
    many(30)
    key = start(visitor)
    cold, warm = count_at_30_and_300(visitor, key)
    assert len(listing(visitor, key)) == 300
    assert cold[0] == cold[1] <= 26
    assert warm[0] == warm[1] <= 12


def membership_note(amount):
    return f"Plus a {amount} monthly membership, the same however many plans you choose."


def page_of(client, key, **query):
    data = client.get("get-filtered-plans", enrollment_id=key, **query).json()["data"]
    assert data.pop("membership_note") == membership_note("$5.00")
    return data.pop("result"), data


def test_pages_have_the_plans_of_the_whole_listing_in_its_order(visitor):
    many(4)
    dental(rule={"needs_tobacco": True})
    first, variant = dental("Halden Dental PPO 1500"), dental("Halden Dental PPO 2500")
    PlanSwitch.objects.create(plan=first, attr="tier", value="IO", to_plan=variant)
    rate_flat(make_plan("Vision Essential", category="vision"), "15.95")
    key = start(visitor)
    whole, numbers = page_of(visitor, key)
    assert (len(whole), numbers) == (7, {})
    pages = [page_of(visitor, key, page=number, per_page=3) for number in (1, 2, 3)]
    assert [item for items, _numbers in pages for item in items] == whole
    assert pages[1][1] == {"total": 7, "more": False, "page": 2, "pages": 3, "per_page": 3}
    assert page_of(visitor, key, page=9, per_page=3) == pages[2]
    assert page_of(visitor, key, page=1)[1] == {"total": 7, "more": False, "page": 1, "pages": 1, "per_page": 100}
    vision = page_of(visitor, key, page=1, per_page=3, categories="vision")
    assert (vision[0], vision[1]["total"]) == (whole[-1:], 1)
    assert page_of(visitor, key, per_page=3) == (whole, {})
    nothing, numbers = page_of(visitor, key, page=1, categories="pet")
    assert (nothing, numbers["total"], numbers["pages"]) == ([], 0, 1)


def test_a_list_says_what_comes_once_with_any_cart(visitor, brand):
    dental()
    key = start(visitor)
    for amount, note in [("7.50", membership_note("$7.50")), ("0", "")]:
        SiteSetting.objects.update_or_create(brand=brand, key="association_fee", defaults={"value": amount})
        clear_all()
        for query in ({}, {"page": 1}):
            answer = visitor.get("get-filtered-plans", enrollment_id=key, **query).json()["data"]
            assert (len(answer["result"]), answer["membership_note"]) == (1, note)


@pytest.mark.parametrize(
    "query", [{"page": 0}, {"page": "x"}, {"page": 1, "per_page": 0}, {"page": 1, "per_page": 101}]
)
def test_an_impossible_page_of_plans_is_refused(visitor, query):
    assert visitor.get("get-filtered-plans", enrollment_id=start(visitor), **query).status_code == 422


@pytest.mark.counts_queries
def test_of_a_page_only_its_plans_are_priced(visitor, monkeypatch):
    priced, tables = [], []
    offer, load = Pricer.offer, Tables.load
    monkeypatch.setattr(Pricer, "offer", lambda prices, view: priced.append(view.id) or offer(prices, view))
    monkeypatch.setattr(Tables, "load", lambda held, ids: tables.extend(ids) or load(held, ids))
    many(12)
    key = start(visitor)
    items, _numbers = page_of(visitor, key, page=2, per_page=5)
    assert priced == tables == [item["pid"] for item in items]
    assert len(priced) == 5
    clear_all()
    of_a_page = count_queries(visitor, key, page=2, per_page=5)
    clear_all()
    assert count_queries(visitor, key) == of_a_page


def test_each_card_has_a_price_with_its_proof(visitor):
    plan = dental()
    PlanFee.objects.create(plan=plan, code="enrollment_fee", label="Enrollment fee", amount="25", first_only=True)
    key = start(visitor, tier="IF")
    data = detail(visitor, key, plan.pk)["data"]
    card = data["plans"][0]
    assert (card["price"], card["recurring"], card["one_time"], card["first_month"]) == (
        "104.85",
        "104.85",
        "25.00",
        "129.85",
    )
    assert card["earliest_start"] == "12/01/2026"
    assert card["fees"] == [
        {
            "code": "enrollment_fee",
            "name": "Enrollment fee",
            "amount": "25.00",
            "note": "Once, with the first month",
            "once": True,
        }
    ]
    assert {tier["tier"]: tier["amount"] for tier in card["proof"]["tiers"]} == TIERS
    assert [tier["tier"] for tier in card["proof"]["tiers"] if tier["current"]] == ["IF"]
    amounts = {line["key"]: line["amount"] for line in card["proof"]["lines"] if line["amount"]}
    assert amounts["premium"] == "104.85"
    assert amounts["monthly"] == "104.85"
    assert card["proof"]["table"]["since"] == "01/01/2020"


def test_a_page_can_ask_for_the_same_prices_without_their_proofs(visitor):
    plan = dental()
    key = start(visitor, tier="IF")
    (card,) = detail(visitor, key, plan.pk)["data"]["plans"]
    query = {"pid": plan.pk, "enrollment_id": key}
    (bare,) = visitor.get("get-plan-pricing-detail", **query, explain="false").json()["data"]["plans"]
    assert bare == {**card, "proof": None}
    refused = visitor.get("get-plan-pricing-detail", **query, explain="perhaps")
    wrong = [{"target_element": "explain", "error_message": "This value is not valid."}]
    assert (refused.status_code, refused.json()["data"]) == (422, wrong)


def test_each_option_is_a_card(visitor):
    plan = make_plan()
    PlanOption.objects.create(plan=plan, code="1000", label="$1,000 a year", sort_order=1)
    PlanOption.objects.create(plan=plan, code="1500", label="$1,500 a year", sort_order=2, is_default=True)
    approve(plan, [cell("83.40", option="1000"), cell("104.85", option="1500")], method="FLAT")
    key = start(visitor)
    cards = detail(visitor, key, plan.pk)["data"]["plans"]
    assert [(card["option"]["code"], card["price"], card["is_default"]) for card in cards] == [
        ("1000", "83.40", False),
        ("1500", "104.85", True),
    ]
    assert listing(visitor, key)[0]["plan_price"] == "104.85"


def test_premier_plan_carries_three_per_cent(visitor):
    plan = make_plan(category="term_life", is_premier=True)
    rate_flat(plan, "27.00")
    card = detail(visitor, start(visitor), plan.pk)["data"]["plans"][0]
    assert (card["price"], card["recurring"]) == ("27.00", "27.81")
    assert card["fees"][0]["amount"] == "0.81"
    assert card["fees"][0]["note"] == "3% of the premium"


def test_the_listing_shows_spanish_where_translated(visitor):
    dental(i18n={"es": {"short_text": "Limpiezas cubiertas", "facts": [{"label": "Deducible", "value": "$50"}]}})
    visitor.headers["Accept-Language"] = "es"
    item = listing(visitor, start(visitor))[0]
    assert item["plan_short_text"] == "Limpiezas cubiertas"
    assert item["facts"] == [{"label": "Deducible", "value": "$50"}]
    assert item["plan_name"] == "Halden Dental PPO 1500"
    assert item["category_label"] == "Planes dentales"


def code_of(visitor, plan, **changes):
    return detail(visitor, start(visitor, **changes), plan.pk).get("errorCode", "")


def test_each_reason_without_a_price_has_its_error_code(visitor, brand):
    portal = Portal.objects.create(code="GRP", name="Group Benefits")
    portal.brands.add(brand)
    assert code_of(visitor, dental(offer={"portal": portal})) == "portalError"
    assert code_of(visitor, dental(offer={"eff_from": date(2027, 1, 1)})) == "portalError"
    assert code_of(visitor, dental(offer={"states": ["NY"]})) == "stateError"
    assert code_of(visitor, dental(rule={"max_age": 30})) == "planAgeError"
    assert code_of(visitor, make_plan("no rates")) == "planAgeError"
    assert code_of(visitor, dental(rule={"needs_tobacco": True})) == "smokerError"
    assert code_of(visitor, dental(rule={"min_income": "15000"})) == "salaryError"
    assert code_of(visitor, dental(rule={"min_hours": 20})) == "hourError"
    assert code_of(visitor, dental(tiers="IS IF")) == "tierError"
    area = dental()
    PlanServiceArea.objects.create(plan=area, state="TX", county_fips="48113")
    assert code_of(visitor, area) == "metError"
    young = make_plan()
    rate_by_age(young, [(18, 30, "20.00")])
    assert code_of(visitor, young) == "ageError"
    assert code_of(visitor, young, dob="04/17/2000") == ""


def test_a_tier_without_a_price_names_the_tiers_sold(visitor):
    plan = make_plan()
    rate_by_tier(plan, {"IO": "20.00", "IS": "40.00"})
    result = detail(visitor, start(visitor, tier="IC"), plan.pk)
    assert result["errorCode"] == "tierError"
    assert result["message"].startswith("Plan not available for this tier.")
    assert result["data"]["remedy"]["text"] == "Available for “You”, “You and your spouse”."


def test_smokers_are_led_to_the_tobacco_variant(visitor):
    smokers = dental("Smoker plan", listed=False)
    plan = dental("Plain plan", rule={"needs_tobacco": True})
    PlanSwitch.objects.create(plan=plan, attr="tobacco", value=True, to_plan=smokers)
    key = start(visitor)
    assert detail(visitor, key, plan.pk)["errorCode"] == "smokerError"
    visitor.put(f"change-filter-info/{key}", {"is_smoker": 1})
    moved = detail(visitor, key, plan.pk)
    assert (moved["status"], moved["errorCode"], moved["data"]["pid"]) == ("changePid", "changePid", smokers.pk)
    assert [item["pid"] for item in listing(visitor, key)] == [smokers.pk]
    assert detail(visitor, key, smokers.pk)["data"]["plans"][0]["price"] == "36.85"


def test_another_brands_plan_is_not_found(visitor, other_brand):
    plan = dental(offer={"brand": other_brand})
    key = start(visitor)
    assert visitor.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).status_code == 404
    assert visitor.get(f"get-plan-detail/{plan.pk}").status_code == 404
    assert listing(visitor, key) == []


def test_inactive_plan_is_not_found(visitor):
    plan = dental(active=False)
    assert visitor.get(f"get-plan-detail/{plan.pk}").status_code == 404
    assert visitor.get("get-plan-detail/999999999999999999999").status_code == 422


def test_plan_detail_has_its_texts(visitor):
    benefits = {"columns": ["In network"], "rows": [{"name": "Exams", "note": "Preventive", "values": ["100%"]}]}
    example = {"title": "A $1,240 crown", "parts": [{"role": "you", "label": "You", "amount": "595.00"}]}
    plan = dental(description={"body_text": "Long text"}, benefits=benefits, example=example)
    data = visitor.get(f"get-plan-detail/{plan.pk}").json()["data"]
    assert data["plan_desc"]["body_text"] == "Long text"
    assert data["benefits"]["rows"][0]["values"] == ["100%"]
    assert data["example"]["parts"][0]["amount"] == "595.00"
    assert visitor.get("get-plan-detail", plan_id=plan.pk).json()["data"] == data


def test_changes_to_the_catalog_show_at_once(visitor):
    plan = dental()
    assert visitor.get(f"get-plan-detail/{plan.pk}").json()["data"]["plan_name"] == plan.name
    plan.name = "Renamed"
    plan.save()
    assert visitor.get(f"get-plan-detail/{plan.pk}").json()["data"]["plan_name"] == "Renamed"
    PlanOffer.objects.filter(plan=plan).delete()
    assert visitor.get(f"get-plan-detail/{plan.pk}").status_code == 404


def test_a_listed_plan_has_its_check_call(visitor):
    plan = dental(is_premier=True)
    key = start(visitor, tier="IS")
    name = listing(visitor, key)[0]["hash"]
    data = visitor.get(name, enrollment_id=key, plan_id=plan.pk).json()["data"]
    assert data == {"status": True, "depdob": True, "needs": ["spouse_dob"]}
    assert visitor.get(name, enrollment_id=key, plan_id=dental("Other").pk).status_code == 404
    plain = visitor.get("check-prudential-plan", enrollment_id=key, plan_id=dental("Third").pk).json()["data"]
    assert plain["status"] is False


def test_disability_check_asks_for_income_and_hours(visitor):
    plan = dental(is_disability=True, rule={"min_income": "15000", "min_hours": 20})
    data = visitor.get("check-disability-plan", enrollment_id=start(visitor), plan_id=plan.pk).json()["data"]
    assert data == {"status": True, "depdob": False, "needs": ["annual_incode", "working_hours"]}


def test_featured_plans_menu_and_related_plans_are_listed(visitor, brand):
    plan, other = dental("One", offer={"featured": True, "featured_rank": 2}), dental("Two")
    PlanOffer.objects.create(plan=other, brand=brand, eff_from=SINCE, featured=True, featured_rank=9)
    data = visitor.get("get-featured-plans").json()["data"]
    assert [item["plan_name"] for item in data] == ["Two", "One"]
    related = visitor.get("get-related-plans", plan_id=plan.pk).json()["data"]
    assert [item["pid"] for item in related] == [other.pk]
    menu = visitor.get("get-menu-filtered-plans", category="dental", portal_id="").json()["data"]["result"]
    assert [(item["pid"], item["plan_price"]) for item in menu] == [(plan.pk, None), (other.pk, None)]


@pytest.mark.counts_queries
def test_remedies_of_a_listing_take_the_same_queries_for_30_and_300_plans(visitor):
    """Areas, service areas, tiers, ages, later tables: everything that remedies look up."""
    carrier = Carrier.objects.get_or_create(key="many", name="Many")[0]

    for number in range(30):
        plan = make_plan(f"Refused {number}", carrier=carrier, tiers="IS IF" if number % 5 == 0 else "")
        if number % 5 == 1:
            rate_by_age(plan, [(60, 64, "20.00")])
        elif number % 5 == 2:
            rate_by_tier(plan, since=date(2027, 1, 1))
        else:
            approve(plan, [cell("9.00", area="ME-1")], method="FLAT", area_scheme="cms")
        if number % 5 == 3:
            PlanServiceArea.objects.create(plan=plan, state="TX", county_fips="48439")
    key = start(visitor)
    cold, warm = count_at_30_and_300(visitor, key)
    items = listing(visitor, key)
    assert {item["error"]["errorCode"] for item in items} == {"tierError", "ageError", "planAgeError", "metError"}
    assert len(items) == 300
    assert all(item["error"]["remedy"]["text"] for item in items)
    assert cold[0] == cold[1]
    assert warm[0] == warm[1]
    for item in items[:30]:  # each alone says what it says among the others
        alone = detail(visitor, key, item["pid"])
        assert (alone["errorCode"], alone["message"], alone["data"]["remedy"]) == (
            item["error"]["errorCode"],
            item["error"]["message"],
            item["error"]["remedy"],
        )


def test_places_and_trials_are_looked_up_once_for_plans_that_are_alike(visitor, monkeypatch):
    carrier = Carrier.objects.get_or_create(key="many", name="Many")[0]
    for number in range(8):
        plan = make_plan(f"Refused {number}", carrier=carrier, tiers="IS IF" if number % 2 else "")
        approve(plan, [cell("9.00", area="ME-1")], method="FLAT", area_scheme="cms")
    counted = Counter()
    for room, name in ((SaleAreas, "_counties_of"), (SaleAreas, "_offered_by"), (Pricer, "for_tier")):
        own = getattr(room, name)
        monkeypatch.setattr(room, name, lambda *args, own=own, name=name: counted.update([name]) or own(*args))
    items = listing(visitor, start(visitor))
    assert Counter(item["error"]["errorCode"] for item in items) == {"metError": 4, "tierError": 4}
    assert counted == {"_counties_of": 1, "_offered_by": 1, "for_tier": 3}
