"""Which ZIPs ask for the county, and what the answer changes."""

from __future__ import annotations

from datetime import date

import pytest

from planfront.catalog.models import PlanServiceArea
from planfront.catalog.tests.factories import make_plan
from planfront.integrations.services import load_zip_counties, save_counties
from planfront.integrations.zips import Place
from planfront.rating.engine import cell
from planfront.rating.models import AreaMap
from planfront.shopping.tests.factories import BASICS, add, approve, cart, dental, rate_by_tier, start

ZIP = "04260"
PLACES = [Place("ME", "Cumberland", "New Gloucester", "23005"), Place("ME", "Androscoggin", "", "23001")]


@pytest.fixture(autouse=True)
def _two_counties(db):
    load_zip_counties(zip_code=ZIP, places=PLACES)
    AreaMap.objects.bulk_create(
        AreaMap(scheme="cms", state="ME", county_fips=fips, area=area, eff_from=date(2014, 1, 1))
        for fips, area in (("23005", "ME-1"), ("23001", "ME-3"))
    )


def by_area(rates: dict[str, str], **settings):
    plan = make_plan("Brightwater Choice 3000")
    rows = [cell(rate, tier="IO", area=area) for area, rate in rates.items()]
    approve(plan, rows, method="TIER", area_scheme="cms", **settings)
    return plan


def error_code(client, **changes):
    answer = client.post("add-filter-for-new-user", {**BASICS, "zip": ZIP, **changes}).json()
    return answer.get("errorCode", "")


def both_say(client, required: bool):
    data = client.get("validate-zip-code", zip_code=ZIP).json()["data"]
    assert client.post("service/validate-zip-code", {"zip": ZIP}).json()["data"] == data
    assert (data["county_required"], len(data["counties"])) == (required, 2 if required else 0)
    assert error_code(client) == ("countyRequired" if required else "")


def test_the_county_is_not_asked_when_no_plan_depends_on_it(visitor):
    dental()
    both_say(visitor, required=False)


def test_the_county_is_asked_when_a_rate_table_depends_on_its_area(visitor):
    by_area({"ME-1": "30.00"})
    both_say(visitor, required=True)


def test_a_table_of_another_state_does_not_make_the_county_asked(visitor):
    by_area({"TX-8": "30.00"})
    both_say(visitor, required=False)


def test_an_ended_table_does_not_make_the_county_asked(visitor):
    plan = by_area({"ME-1": "30.00", "ME-3": "33.00"})
    plan.rate_tables.update(eff_to=date(2025, 12, 31))
    both_say(visitor, required=False)


def test_next_year_s_table_makes_the_county_asked(visitor):
    by_area({"ME-1": "30.00", "ME-3": "33.00"}, since=date(2027, 1, 1))
    both_say(visitor, required=True)


def test_the_county_is_asked_when_a_service_area_depends_on_it(visitor):
    plan = dental()
    PlanServiceArea.objects.create(plan=plan, state="ME", county_fips="23001")
    both_say(visitor, required=True)


def test_plans_of_another_brand_or_state_do_not_count(visitor, other_brand):
    for offer in ({"brand": other_brand}, {"states": ["TX"]}):
        plan = dental(offer=offer)
        PlanServiceArea.objects.create(plan=plan, state="ME", county_fips="23001")
    both_say(visitor, required=False)


@pytest.mark.parametrize("county", ["23001", "Androscoggin", "androscoggin county", "Androscoggin, ME"])
def test_the_county_may_be_a_name_or_a_code(visitor, county):
    by_area({"ME-1": "30.00", "ME-3": "33.00"})
    key = start(visitor, zip=ZIP, county=county)
    info = visitor.get("get-enrollment-temp-info", enrollment_id=key).json()["data"]["result"]
    assert (info["county"], info["county_fips"]) == ("Androscoggin", "23001")
    assert info["counties"] == [
        {"county": "Cumberland", "state": "ME", "fips": "23005"},
        {"county": "Androscoggin", "state": "ME", "fips": "23001"},
    ]


def test_a_county_that_the_zip_does_not_have_asks_again(visitor):
    by_area({"ME-1": "30.00", "ME-3": "33.00"})
    assert error_code(visitor, county="York") == "countyRequired"
    assert error_code(visitor, county="23031") == "countyRequired"


def test_changing_the_county_prices_again(visitor):
    plan = by_area({"ME-1": "30.00", "ME-3": "33.00"})
    key = start(visitor, zip=ZIP, county="23005")
    add(visitor, key, plan.pk)
    assert cart(visitor, key)["result"][0]["price"] == "30.00"
    changed = visitor.put(f"change-filter-info/{key}", {"county": "23001"}).json()["data"]
    assert [(line["old"], line["new"]) for line in changed["cart_lines"]] == [("30.00", "33.00")]
    assert cart(visitor, key)["result"][0]["price"] == "33.00"
    # The same ZIP without a county changes nothing.
    assert visitor.put(f"change-filter-info/{key}", {"zip": ZIP}).json()["data"]["changed"] == []


def test_a_name_without_a_code_gets_its_area_by_the_county_table(visitor):
    """The library names the county of 75201, and has no code for it."""
    save_counties(counties={"48113": ("TX", "Dallas")})
    AreaMap.objects.create(scheme="cms", state="TX", county_fips="48113", area="TX-8", eff_from=date(2014, 1, 1))
    plan = by_area({"TX-8": "31.00"})
    key = start(visitor)
    answer = visitor.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()
    assert answer["data"]["plans"][0]["price"] == "31.00"


def test_a_zip_in_two_states_always_asks(visitor):
    load_zip_counties(
        zip_code="42223", places=[Place("KY", "Christian", "", "21047"), Place("TN", "Montgomery", "", "47125")]
    )
    data = visitor.get("validate-zip-code", zip_code="42223").json()["data"]
    assert [county["state"] for county in data["counties"]] == ["KY", "TN"]
    assert visitor.get("lookup-zip-state", zip="42223").json()["data"]["states"] == ["KY", "TN"]
    assert start(visitor, zip="42223", county="Montgomery")


# --- what helps where a plan isn't sold


def remedy(client, key, plan):
    return client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()["data"]["remedy"]


def test_another_county_of_the_same_zip_is_the_nearest_remedy(visitor):
    plan = by_area({"ME-3": "33.00"})
    key = start(visitor, zip=ZIP, county="23005")
    result = remedy(visitor, key, plan)
    assert (result["action"], result["changes"], result["label"]) == (
        "county",
        {"county": "23001"},
        "Change county to Androscoggin",
    )
    assert visitor.put(f"change-filter-info/{key}", result["changes"]).json()["status"] == "success"
    assert visitor.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()["status"] == "success"


def test_another_county_of_the_state_is_the_next_remedy(visitor):
    save_counties(counties={"23005": ("ME", "Cumberland"), "23001": ("ME", "Androscoggin")})
    plan = by_area({"ME-3": "33.00"})
    key = start(visitor, zip="04101")
    result = remedy(visitor, key, plan)
    assert result["text"] == "Sold in these counties of ME: Androscoggin."
    assert result["choices"] == [{"value": "23001", "label": "Androscoggin"}]


def test_other_states_are_the_last_remedy(visitor):
    AreaMap.objects.create(scheme="cms", state="TX", county_fips="48113", area="TX-8", eff_from=date(2014, 1, 1))
    plan = by_area({"TX-8": "31.00"})
    result = remedy(visitor, start(visitor, zip="04101"), plan)
    assert result["text"] == "Sold in TX."


def test_a_plan_that_serves_nowhere_says_so(visitor):
    plan = by_area({"XX-1": "31.00"})
    result = remedy(visitor, start(visitor, zip="04101"), plan)
    assert (result["action"], result["text"]) == ("none", "Changing your answers here won't make this plan available.")


def test_a_plan_sold_almost_everywhere_names_the_states_where_it_is_not(visitor):
    from planfront.catalog.models import PlanOffer
    from planfront.catalog.tests.factories import SINCE

    plan = make_plan()
    rate_by_tier(plan)
    PlanOffer.objects.create(plan=plan, eff_from=SINCE, states=["ME", "NH"], allowed=False)
    result = remedy(visitor, start(visitor, zip="04101"), plan)
    assert result["text"] == "Sold everywhere except in ME, NH."
    assert len(result["choices"]) == 49


def test_a_preview_says_no_price_that_the_county_decides(visitor):
    plan = by_area({"ME-1": "30.00", "ME-3": "33.00"})
    plan.offers.update(featured=True)

    def price(**answers):
        data = visitor.post("preview-price", {"zip": ZIP, "tier": "IO", **answers}).json()["data"]
        return [row["price"] for row in data["plans"]]

    assert (price(), price(county="Androscoggin"), price(county="23005")) == ([None], ["33.00"], ["30.00"])
