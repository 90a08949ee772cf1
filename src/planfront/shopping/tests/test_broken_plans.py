"""A plan with a bad table, area, rule or text costs that plan; the listing and the other plans go on."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from planfront.catalog.models import (
    Plan,
    PlanBlackout,
    PlanFee,
    PlanOffer,
    PlanOption,
    PlanRule,
    PlanServiceArea,
    PlanSwitch,
)
from planfront.catalog.tests.factories import SINCE, make_plan
from planfront.imports.services import approve_run, import_file, take_run_live
from planfront.kernel import clock
from planfront.rating.engine import cell
from planfront.rating.models import AreaMap, RateFactor, RateRow, RateTable
from planfront.shopping.tests.factories import add, approve, cart, dental, plans_in, rate_flat, start

Break = Callable[[Plan], object]


def _table(**columns: Any) -> Break:
    return lambda plan: RateTable.objects.filter(plan=plan).update(**columns)


def _row(**columns: Any) -> Break:
    def write(plan: Plan) -> None:
        table = RateTable.objects.get(plan=plan)
        RateRow.objects.create(rate_table=table, **{"rate": "9.00", **columns})

    return write


def _factors(*factors: tuple[str, str]) -> Break:
    def write(plan: Plan) -> None:
        table = RateTable.objects.get(plan=plan)
        for kind, key in factors:
            RateFactor.objects.create(rate_table=table, kind=kind, key=key, factor="1.5")

    return write


def _plan(**columns: Any) -> Break:
    return lambda plan: Plan.objects.filter(pk=plan.pk).update(**columns)


def _part(model: Any, **columns: Any) -> Break:
    return lambda plan: model.objects.create(plan=plan, **columns)


def _offer(**columns: Any) -> Break:
    return lambda plan: PlanOffer.objects.filter(plan=plan).update(**columns)


def _switch(attr: str, op: str, value: Any) -> Break:
    return lambda plan: PlanSwitch.objects.create(
        plan=plan, attr=attr, op=op, value=value, to_plan=make_plan("Variant", listed=False)
    )


REFUSED: dict[str, Break] = {
    "no rows": lambda plan: RateRow.objects.filter(rate_table__plan=plan).delete(),
    "rows that tie": _row(tier="IO"),
    "a component that isn't declared": _row(component="GHOST"),
    "components that are no list": _table(components=5),
    "components that are no objects": _table(components=["BASE"]),
    "a component with an unknown key": _table(components=[{"code": "BASE", "colour": "red"}]),
    "a component whose code is a list": _table(components=[{"code": ["BASE"]}]),
    "a component whose share is no number": _table(components=[{"code": "BASE", "amount_pct": "half"}]),
    "a component without rates": _table(components=[{"code": "BASE"}, {"code": "MORE"}]),
    "a rounding rule that is none": _table(premium_round="NEAREST:1"),
    "a rounding step that is too small": _table(component_round="HALF_UP:1E-99"),
    "an unknown method": _table(method="GUESS"),
    "an unknown age basis": _table(age_basis="moon"),
    "age reductions that are no pairs": _table(age_reductions=[70]),
    "unisex states that are no list": _table(unisex_states=5),
    "units without an amount": _table(method="UNIT", unit_base="FACE", unit_size=1),
    "units of an unknown base": _table(method="UNIT", unit_base="DOZEN", unit_size=1, default_amount=1000),
    "a premium of nothing": lambda plan: RateRow.objects.filter(rate_table__plan=plan).update(rate="0.0001"),
    "a factor of an unknown kind": _factors(("MOON", "*")),
    "a group size that is no number": _factors(("GROUP_SIZE", "many")),
    "group sizes that are turned round": _factors(("GROUP_SIZE", "-2"), ("GROUP_SIZE", "2-")),
    "payment modes without the month": _factors(("MODE", "WEEKLY")),
    "a fee of an unknown kind": _part(PlanFee, code="fee", label="Fee", kind="GIFT", amount=1),
    "ages that are turned round": _part(PlanRule, min_age=80, max_age=20),
    "an area scheme nobody maps": _table(area_scheme="nowhere"),
    "a service area that is no ZIP": _part(PlanServiceArea, state="TX", zip="ABCDE"),
    "a service area of a county nobody knows": _part(PlanServiceArea, state="TX", county_fips="99999"),
    "a service area in no state": _part(PlanServiceArea, state="ZZ"),
}
LEFT_OUT: dict[str, Break] = {
    "facts that are texts": _plan(facts=["$50"]),
    "facts that are no list": _plan(facts={"Deductible": "$50"}),
    "badges that are numbers": _plan(badges=[1]),
    "coverages that are no list": _plan(coverages=7),
    "an unknown category": _plan(category="moon"),
    "translations that are a list": _plan(i18n=["es"]),
    "translated facts of another shape": _plan(i18n={"es": {"facts": ["$50"]}}),
    "a translated name that is a number": _plan(i18n={"es": {"name": 5}}),
    "states that are a number": _offer(states=48),
    "an option's translations": _part(PlanOption, code="1", label="One", i18n=[1]),
    "a fee's translations": _part(PlanFee, code="fee", label="Fee", amount=1, i18n="es"),
    "a blackout's translations": _part(
        PlanBlackout, starts="2020-01-01", ends="2020-01-02", message="Closed", i18n={"es": "Cerrado"}
    ),
}
HARMLESS: dict[str, Break] = {
    "a switch on something unknown": _switch("moon", "eq", 1),
    "a switch with an unknown comparison": _switch("state", "??", "TX"),
    "a switch that compares with a list": _switch("age", "ge", [18]),
    "a switch without a value": _switch("state", "in", "null"),
    "states that don't exist": lambda plan: PlanOffer.objects.create(plan=plan, eff_from=SINCE, states=["ZZ"]),
}


@pytest.fixture
def good(brand):
    return dental("Sound")


@pytest.fixture
def bad(brand):
    return dental("Broken")


def the_store_goes_on(client, good) -> dict[int, Any]:
    """Every list of plans and the other plan's own page and cart, in both languages; the listing by plan."""
    key = start(client)
    add(client, key, good.pk)
    assert [line["plan_id"] for line in plans_in(cart(client, key))] == [good.pk]
    for language in ("es", "en"):
        client.headers["Accept-Language"] = language
        answer = client.get("get-filtered-plans", enrollment_id=key)
        assert answer.status_code == 200, answer.content
        result = {item["pid"]: item for item in answer.json()["data"]["result"]}
        assert result[good.pk]["plan_price"] == "36.85"
        for path in ("get-menu-filtered-plans", "get-common-menu", "get-featured-plans"):
            assert client.get(path).status_code == 200
        assert client.get("get-left-side-filter-fields", enrollment_id=key).status_code == 200
    return result


def page(client, plan):
    return client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=start(client))


@pytest.mark.thorough
@pytest.mark.parametrize("write", REFUSED.values(), ids=REFUSED)
def test_a_plan_that_can_not_be_priced_keeps_its_place_without_a_price(visitor, good, bad, write):
    write(bad)
    result = the_store_goes_on(visitor, good)[bad.pk]
    assert (result["plan_price"], result["error"]["errorCode"] != "") == (None, True)
    assert result["error"]["remedy"]["text"]
    answer = page(visitor, bad)
    assert (answer.status_code, answer.json()["errorCode"]) == (200, result["error"]["errorCode"])


@pytest.mark.thorough
@pytest.mark.parametrize("write", LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_plan_that_can_not_be_shown_is_left_out(visitor, good, bad, write):
    write(bad)
    assert bad.pk not in the_store_goes_on(visitor, good)
    assert page(visitor, bad).status_code == 404


@pytest.mark.thorough
@pytest.mark.parametrize("write", HARMLESS.values(), ids=HARMLESS)
def test_an_empty_rule_changes_nothing(visitor, good, bad, write):
    write(bad)
    assert the_store_goes_on(visitor, good)[bad.pk]["plan_price"] == "36.85"


def test_an_oversized_amount_takes_only_its_plan_out(visitor, good):
    plan = make_plan("Endless", category="term_life")
    PlanOption.objects.create(plan=plan, code="1", label="All", amount=Decimal("9999999999.99"))
    endless = [cell("99999999.9999")]
    finest = "HALF_UP:0.000001"
    approve(plan, endless, method="UNIT", unit_base="FACE", unit_size=Decimal("0.01"), premium_round=finest)
    assert plan.pk in the_store_goes_on(visitor, good)


# --- areas


AREAS = {
    "three digits of a ZIP": {"zip3": "787"},
    "five digits": {"zip5": "78701"},
    "letters for a ZIP": {"zip5": "7X7O1"},
    "letters for three digits": {"zip3": "7X"},
    "one digit": {"zip3": "7"},
    "a county": {"county_fips": "48453"},
    "a county nobody knows": {"county_fips": "ABCDE"},
    "the state": {},
}


@pytest.mark.thorough
@pytest.mark.parametrize("keys", AREAS.values(), ids=AREAS)
def test_a_plan_without_a_rate_where_the_shopper_lives_says_where_it_has_one(visitor, good, keys):
    plan = make_plan("Elsewhere")
    approve(plan, [cell("30.00", tier="IO", area="TX-9")], method="TIER", area_scheme="cms")
    AreaMap.objects.create(scheme="cms", state="TX", area="TX-9", eff_from=SINCE, **keys)
    AreaMap.objects.create(scheme="cms", state="TX", zip5="75201", area="TX-1", eff_from=SINCE)
    result = the_store_goes_on(visitor, good)[plan.pk]
    assert result["error"]["errorCode"] == "metError"
    assert page(visitor, plan).json()["data"]["remedy"] == result["error"]["remedy"]


def test_three_digit_areas_are_named_nearest_first(visitor):
    plan = make_plan("Bay State Dental")
    approve(plan, [cell("30.00", tier="IO", area="MA-1")], method="TIER", area_scheme="cms")
    for zip3, area in (("010", "MA-1"), ("013", "MA-1"), ("021", "MA-5")):
        AreaMap.objects.create(scheme="cms", state="MA", zip3=zip3, area=area, eff_from=SINCE)
    result = page_of(visitor, plan, "02108")
    remedy = result["data"]["remedy"]
    assert (result["errorCode"], remedy["text"]) == ("metError", "Sold in ZIP codes that begin with 013, 010.")
    assert [choice["value"] for choice in remedy["choices"]] == ["013", "010"]
    assert page_of(visitor, plan, "01002")["data"]["plans"][0]["price"] == "30.00"


def page_of(client, plan, zip_code):
    return client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=start(client, zip=zip_code)).json()


def test_one_plans_remedy_does_not_depend_on_another_plan(visitor, good):
    """The places of all refused plans are read together."""
    plan = make_plan("Elsewhere")
    approve(plan, [cell("30.00", tier="IO", area="TX-9")], method="TIER", area_scheme="cms")
    AreaMap.objects.create(scheme="cms", state="TX", zip3="787", area="TX-9", eff_from=SINCE)
    other = make_plan("Nowhere")
    rate_flat(other, "12.00")
    PlanServiceArea.objects.create(plan=other, state="TX", zip="O1234")
    the_store_goes = the_store_goes_on(visitor, good)
    assert the_store_goes[plan.pk]["error"]["remedy"]["text"] == "Sold in ZIP codes that begin with 787."
    assert the_store_goes[other.pk]["error"]["errorCode"] == "metError"


GEO = Path(__file__).resolve().parents[5] / "shared" / "data" / "geo"
ELSEWHERE = [
    ("02108", "MA-1"),
    ("01101", "MA-5"),
    ("99801", "AK-1"),
    ("83702", "ID-1"),
    ("68102", "NE-3"),
    ("90012", "CA-15"),
]


@pytest.mark.thorough
@pytest.mark.skipif(not GEO.is_dir(), reason="the public files of rating areas are not here")
def test_places_in_the_public_area_files_have_a_listing(visitor, good, settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"
    for name in ("county_rating_area.csv", "zip3_rating_area.csv"):
        run = import_file(kind="rating-areas", path=GEO / name)
        approve_run(run_id=run.pk, by=None, go_live_on=clock.today())
        take_run_live(run_id=run.pk)
    plans = {}
    for _zip_code, area in ELSEWHERE:
        plans[area] = make_plan(f"Sold in {area}")
        approve(plans[area], [cell("30.00", tier="IO", area=area)], method="TIER", area_scheme="cms")
    for zip_code, area in ELSEWHERE:
        answer = visitor.get("get-filtered-plans", enrollment_id=start(visitor, zip=zip_code))
        assert answer.status_code == 200, zip_code
        result = {item["pid"]: item for item in answer.json()["data"]["result"]}
        assert result[good.pk]["plan_price"] == "36.85"
        assert result[plans[area].pk]["error"]["remedy"]["text"].startswith("Sold in "), zip_code
