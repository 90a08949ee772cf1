"""What an import would change, told before anybody approves it."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from planfront.catalog.models import Plan
from planfront.integrations.models import County
from planfront.rating.engine import cell
from planfront.rating.models import AreaMap
from planfront.rating.review import review_tables
from planfront.rating.services import approve_table, create_table

OLD, NEW = date(2026, 1, 1), date(2027, 1, 1)


@pytest.fixture
def table():
    def make(plan, rows, *, start=NEW, end=None, approve=False, method="TIER", **more):
        result = create_table(plan_id=plan.pk, method=method, eff_from=start, eff_to=end, rows=rows, **more)
        return approve_table(table_id=result.pk) if approve else result

    return make


def tiers(**rates):
    return [cell(rate, tier=tier) for tier, rate in rates.items()]


def ages(*rates, **more):
    return [cell(rate, age_lo=low, age_hi=low + 9, **more) for low, rate in zip(range(20, 99, 10), rates, strict=False)]


def codes(review):
    return [warning["code"] for warning in review["warnings"]]


def texts(review, code):
    return [warning["text"] for warning in review["warnings"] if warning["code"] == code]


def test_new_changed_and_ended_rates_are_counted(make_plan, table):
    plan = make_plan("Dental High")
    table(plan, tiers(IO="10.00", IS="20.00", IC="30.00"), start=OLD, approve=True)
    review = review_tables([table(plan, tiers(IO="11.00", IS="19.00", IF="41.00")).pk])
    assert review["counts"] == {
        "rates": 3,
        "new": 1,
        "ended": 1,
        "changed": 2,
        "unchanged": 0,
        "newPlans": 0,
        "plansNotInFile": 0,
        "tables": 1,
    }
    assert review["headline"] == (
        "3 rates in 1 table; 2 rates in force would change by -5.00 % to +10.00 %, +2.50 % on average"
    )
    assert review["percent"] == {"least": "-5.00", "most": "+10.00", "average": "+2.50"}
    assert review["changes"][0] == {
        "what": f"Dental High ({plan.pk}): member only",
        "plan_id": plan.pk,
        "area": "",
        "tier": "IO",
        "age": "",
        "before": "10.00",
        "after": "11.00",
        "percent": "+10.00",
    }
    assert texts(review, "missingTier") == [f"Dental High ({plan.pk}): no rate for member and children"]
    assert texts(review, "ended") == [
        f"Dental High ({plan.pk}): member and children: 30.00 so far, no rate from now on"
    ]


def test_a_table_for_a_plan_without_rates_is_all_new(make_plan, table):
    review = review_tables([table(make_plan(), tiers(IO="10.00")).pk])
    assert (review["headline"], review["counts"]["newPlans"], review["warnings"]) == ("1 rate in 1 table", 1, [])


def test_whoever_approves_the_first_rates_of_a_plan_sees_ten_of_them(make_plan, table):
    plan = make_plan()
    by_age = [cell(str(20 + age), age_lo=age, age_hi=age) for age in range(30, 45)]
    (first, *rest) = review_tables([table(plan, by_age, method="MEMBER").pk])["changes"]
    assert (first["what"], first["before"], first["after"], first["percent"]) == (
        f"Dental High ({plan.pk}): age 30",
        None,
        "50.00",
        None,
    )
    assert [line["after"] for line in rest] == [f"{50 + step}.00" for step in range(1, 10)]


def test_days_without_rates_are_reported(make_plan, table):
    plan, shorter = make_plan("One"), make_plan("Two")
    table(plan, tiers(IO="1.00"), start=OLD, end=date(2026, 11, 30), approve=True)
    table(shorter, tiers(IO="1.00"), start=OLD, end=date(2027, 12, 31), approve=True)
    drafts = [table(plan, tiers(IO="1.00")), table(shorter, tiers(IO="1.00"), end=date(2027, 6, 30))]
    review = review_tables([draft.pk for draft in drafts])
    assert texts(review, "gap") == [
        f"Plan {plan.pk} from 01/01/2027: no rates from 12/01/2026 to 12/31/2026",
        f"Plan {shorter.pk} from 01/01/2027: no rates from 07/01/2027 to 12/31/2027",
    ]
    assert texts(review, "cutShort") == [
        f"Plan {shorter.pk} from 01/01/2027: rates from 01/01/2026 to 12/31/2027 end on 12/31/2026"
    ]


def test_tables_in_force_that_are_replaced_or_conflict_are_reported(make_plan, table):
    item, two, usual = make_plan("One"), make_plan("Two"), make_plan("Usual")
    table(item, tiers(IO="1.00"), start=NEW, end=date(2027, 12, 31), approve=True)
    table(two, tiers(IO="1.00"), start=date(2027, 3, 1), approve=True)
    table(usual, tiers(IO="1.00"), start=OLD, approve=True)
    drafts = [table(plan, tiers(IO="2.00"), end=date(2027, 12, 31)) for plan in (item, two, usual)]
    review = review_tables([draft.pk for draft in drafts])
    assert [(w["code"], w["text"]) for w in review["warnings"]] == [
        (
            "overlap",
            f"Plan {two.pk} from 01/01/2027: rates from 03/01/2027 on cover some of these days; it can't go live",
        ),
        ("replaced", f"Plan {item.pk} from 01/01/2027: rates from 01/01/2027 to 12/31/2027 are withdrawn"),
    ]


def test_rates_for_past_days_are_reported(make_plan, table):
    plan = make_plan()
    table(plan, tiers(IO="1.00"), start=date(2020, 1, 1), approve=True)
    review = review_tables([table(plan, tiers(IO="2.00"), start=date(2021, 1, 1)).pk])
    assert codes(review) == ["backdated"]


def test_refiled_rates_in_force_are_not_reported_as_changes(make_plan, table):
    plan = make_plan()
    for start, end in ((OLD, date(2026, 12, 31)), (NEW, date(2027, 12, 31))):
        table(plan, tiers(IO="1.00"), start=start, end=end, approve=True)
    drafts = [
        table(plan, tiers(IO="1.00"), start=OLD, end=date(2026, 12, 31)),
        table(plan, tiers(IO="1.00"), start=NEW, end=date(2027, 12, 31)),
    ]
    review = review_tables([draft.pk for draft in drafts])
    assert (codes(review), review["counts"]["unchanged"], review["counts"]["newPlans"]) == ([], 2, 0)


def test_overlapping_drafts_of_one_file_are_reported(make_plan, table):
    plan = make_plan()
    drafts = [table(plan, tiers(IO="1.00"), end=date(2027, 12, 31)), table(plan, tiers(IO="2.00"), end=NEW)]
    assert codes(review_tables([draft.pk for draft in drafts])) == ["overlap"]


def test_areas_and_plans_missing_from_the_file_are_reported(make_plan, table):
    plan, left_out = make_plan("Here"), make_plan("Left out")
    both = [cell("1.00", tier="IO", area=area) for area in ("ME-1", "ME-2")]
    table(plan, both, start=OLD, approve=True, area_scheme="state")
    table(left_out, tiers(IO="1.00"), start=OLD, approve=True)
    review = review_tables([table(plan, both[:1], area_scheme="state").pk])
    assert texts(review, "missingArea") == [f"Here ({plan.pk}): no rate in area ME-2"]
    assert texts(review, "endedPlan") == [f"Left out ({left_out.pk}) is not in the file: its rates stay as they are"]


def test_public_files_end_only_plans_of_the_same_issuer_and_state(make_plan, table):
    plan, same = make_plan("Here", "12345ME0160001"), make_plan("Same", "12345ME0170001")
    for other in (same, make_plan("Elsewhere", "12345TX0170001"), make_plan("Own")):
        table(other, tiers(IO="1.00"), start=OLD, end=date(2026, 12, 31), approve=True)
    review = review_tables([table(plan, [cell("1.00", tier="IO", area="ME-1")], area_scheme="cms").pk])
    assert texts(review, "endedPlan") == [f"Same ({same.pk}) is not in the file: its rates end on 12/31/2026"]


def test_missing_ages_and_falling_or_leaping_rates_are_reported(make_plan, table):
    plan = make_plan()
    rows = ages("10.00", "9.40", "15.00", "9.99")
    rows += [cell("9.99", age_lo=70, age_hi=None)]
    review = review_tables([table(plan, rows, method="MEMBER").pk])
    name = f"Dental High ({plan.pk})"
    assert texts(review, "ageAnomaly") == [
        f"{name}: age 30-39: the rate falls by 6.0 % from age 20-29",
        f"{name}: age 40-49: the rate rises by 59.6 % from age 30-39",
        f"{name}: age 50-59: the rate falls by 33.4 % from age 40-49",
    ]
    assert texts(review, "ageGap") == [f"{name}: age 70 and over: no rate at age 60-69"]


def test_repeats_across_areas_and_quarters_are_reported_once(make_plan, table):
    plan, quarters = make_plan(), [date(2027, month, 1) for month in (1, 4)]
    rows = [age for area in ("ME", "TX", "VT") for age in ages("10.00", "20.00", area=area)]
    drafts = [
        table(plan, rows, start=start, end=start + timedelta(days=80), method="MEMBER", area_scheme="state")
        for start in quarters
    ]
    review = review_tables([draft.pk for draft in drafts])
    (text,) = texts(review, "ageAnomaly")
    assert text.startswith(f"Dental High ({plan.pk}): age 30-39: the rate rises by 100.0 % from age 20-29 (3 areas; ")
    assert text.endswith("; rates from 01/01/2027 and 04/01/2027)")
    assert (review["counts"]["newPlans"], review["counts"]["tables"]) == (1, 2)


def test_a_setting_that_changes_in_every_quarter_is_reported_once(make_plan, table):
    plan = make_plan("Dental")
    table(plan, tiers(IO="1.00"), start=OLD, approve=True)
    starts = (date(2027, 1, 1), date(2027, 4, 1))
    drafts = [table(plan, ages("1.00"), start=day, end=day + timedelta(days=80), method="MEMBER") for day in starts]
    assert texts(review_tables([draft.pk for draft in drafts]), "settings") == [
        f"Dental ({plan.pk}): method changes from TIER to MEMBER (rates from 01/01/2027 and 04/01/2027)"
    ]


def test_the_step_from_child_to_adult_rates_is_not_reported_as_a_leap(make_plan, table):
    bands = ((0, 20, "63.50"), (21, 24, "100.00"), (25, 29, "100.40"))
    rows = [cell(rate, age_lo=low, age_hi=high) for low, high, rate in bands]
    dental = [cell(rate, age_lo=low, age_hi=high) for low, high, rate in ((0, 18, "40.00"), (19, 64, "30.00"))]
    review = review_tables([table(make_plan(), part, method="MEMBER").pk for part in (rows, dental)])
    assert texts(review, "ageAnomaly") == []
    leap = [cell("60.00", age_lo=0, age_hi=20), cell("100.00", age_lo=21, age_hi=64)]
    assert len(texts(review_tables([table(make_plan(), leap, method="MEMBER").pk]), "ageAnomaly")) == 1


def test_areas_without_any_zip_are_reported(make_plan, table):
    AreaMap.objects.create(scheme="cms", state="MA", zip3="021", area="MA-1", eff_from=date(2014, 1, 1))
    AreaMap.objects.create(scheme="cms", state="MA", county_fips="25003", area="MA-2", eff_from=date(2014, 1, 1))
    areas = [*(f"MA-{number}" for number in range(1, 8)), "ME-1"]
    draft = table(make_plan(), [cell("1.00", tier="IO", area=area) for area in areas], area_scheme="cms").pk
    before = texts(review_tables([draft]), "unreachable")
    assert [text.partition(", so")[0] for text in before] == [
        "No ZIP code belongs to areas MA-2, MA-3, MA-4, MA-5 and 2 more",
        "No ZIP code belongs to area ME-1",
    ]
    assert before[0].endswith(
        ", so these rates can't be quoted to anyone. Import the rating areas of scheme “cms” first; where areas are "
        "counties, "
        "ZIP codes and counties too."
    )
    County.objects.create(fips="25003", state="MA", name="Berkshire", key="berkshire")
    AreaMap.objects.create(scheme="cms", state="ME", zip5="04101", area="ME-1", eff_from=date(2014, 1, 1))
    after = texts(review_tables([draft]), "unreachable")
    assert [text.partition(", so")[0] for text in after] == [
        "No ZIP code belongs to areas MA-3, MA-4, MA-5, MA-6 and 1 more"
    ]
    states = table(make_plan(), [cell("1.00", tier="IO", area=area) for area in ("TX", "TX-1")], area_scheme="state")
    assert texts(review_tables([states.pk]), "unreachable")[0].startswith("No ZIP code belongs to area TX-1, so")


def test_lower_rates_for_tobacco_users_or_families_are_reported(make_plan, table):
    plan, family = make_plan("Medical"), make_plan("Family")
    rows = ages("10.00", tobacco=False) + ages("9.00", tobacco=True)
    kids = [cell("9.00", tier="IF", kids_lo=1, kids_hi=1), cell("8.00", tier="IF", kids_lo=3)]
    drafts = [table(plan, rows, method="MEMBER"), table(family, [*tiers(IO="10.00"), *kids])]
    review = review_tables([draft.pk for draft in drafts])
    assert texts(review, "tobaccoCheaper") == [
        f"Medical ({plan.pk}): age 20-29, tobacco: 9.0000 is less than without tobacco"
    ]
    assert texts(review, "familyCheaper") == [
        f"Family ({family.pk}): family (3 or more): 8.0000 is less than with fewer children",
        f"Family ({family.pk}): family (3 or more): 8.0000 is less than the member alone",
    ]
    assert texts(review, "missingTier") == [f"Family ({family.pk}): family (3 or more): no rate with 2 children"]


def test_estimates_and_changed_settings_are_reported(make_plan, table):
    plan = make_plan("Dental", rate_is_estimate=True)
    table(plan, ages("10.00"), start=OLD, method="MEMBER", max_children_rated=3, approve=True)
    review = review_tables([table(plan, ages("10.00"), method="MEMBER").pk])
    assert texts(review, "settings") == [f"Dental ({plan.pk}): max children rated changes from 3 to nothing"]
    assert codes(review) == ["estimated", "settings"]


def test_a_review_shows_the_first_fifty_and_counts_the_rest(make_plan, table):
    plan = make_plan()
    before = [cell("1.00", tier="IO", option=str(number)) for number in range(300)]
    table(plan, before, start=OLD, approve=True)
    after = [item._replace(rate=Decimal("1.10")) for item in before[:150]]
    review = review_tables([table(plan, after).pk])
    assert (len(review["changes"]), review["counts"]["changed"], review["counts"]["ended"]) == (50, 150, 150)
    assert [w["text"] for w in review["warnings"]][-1] == "… and 130 more of this kind."
    assert len(texts(review, "ended")) == 21


def test_an_import_without_tables_changes_nothing(db):
    assert review_tables([])["headline"] == "0 rates in 0 tables"
    assert Plan.objects.count() == 0
