"""The three catalog files from upload to live and back."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from planfront.catalog.models import Plan, PlanBenefit, PlanCostShare, PlanFiling, PlanServiceArea
from planfront.catalog.tests.factories import make_carrier, make_plan
from planfront.catalog.tests.files import AREA, BENEFIT, PLAN, area_template, write
from planfront.imports.models import ImportRun, State
from planfront.imports.services import approve_run, import_file, roll_back_run, take_run_live
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
SAMPLES = Path(__file__).parents[4].parent / "shared" / "data" / "rates"


@pytest.fixture
def carrier(brand):
    return make_carrier("pine", name="Pine State Dental", hios_issuer_id="50165")


def staged(path, kind, **given):
    return import_file(kind=kind, path=path, given=given)


def live(run):
    assert run.state == State.STAGED, [str(issue) for issue in run.issues.all()]
    approve_run(run_id=run.pk, by=None, go_live_on=clock.today())
    take_run_live(run_id=run.pk)


def changes(run):
    return {change.subject: (change.action, change.before, change.after) for change in run.changes.all()}


def issues(run):
    return [(issue.row, issue.code) for issue in run.issues.all()]


# Plan attributes


def test_a_filed_plan_starts_as_a_draft(carrier, tmp_path):
    off = {**PLAN, "PlanId": "50165ME0160001-00", "PlanMarketingName": "Pine State Dental High (off)"}
    other = {**PLAN, "PlanId": "99999ME0010001-01", "IssuerId": "99999"}
    live(run := staged(write(tmp_path / "plans.csv", [PLAN, off, other]), "plan-attributes"))
    assert run.review["counts"] == {"new": 1, "changed": 0, "ended": 0}
    assert run.review["warnings"] == [
        {"code": "otherIssuers", "text": "1 row is of an issuer that no insurer here has: it was left out."}
    ]
    plan = Plan.objects.get(hios_plan_id="50165ME0160001")
    assert (plan.name, plan.category, plan.carrier, plan.active) == (off["PlanMarketingName"], "dental", carrier, False)
    filing = plan.filing
    assert filing.variants == ["00", "01"]
    assert (filing.metal_level, filing.service_area_id, filing.guaranteed_rate) == ("High", "MES001", True)
    assert (filing.effective_date, filing.expiration_date) == (date(2026, 1, 1), date(2026, 12, 31))
    assert filing.texts["PlanBrochure"] == "https://pine.example/high.pdf"
    cost = plan.cost_shares.get()
    assert (cost.deductible_individual, cost.deductible_family) == (Decimal("50.00"), Decimal("150.00"))
    # DEHB is the drug side: its $9,999 is never a dental limit.
    assert (cost.out_of_pocket_individual, cost.out_of_pocket_family) == (Decimal("350.00"), Decimal("700.00"))
    assert cost.out_deductible_individual is None
    assert cost.texts["MEHBInnTier1FamilyPerGroupMOOP"] == "$700 per group"


def test_rolling_back_takes_the_draft_away_again(carrier, tmp_path):
    live(run := staged(write(tmp_path / "plans.csv", [PLAN]), "plan-attributes"))
    roll_back_run(run_id=run.pk)
    assert not Plan.objects.exists()
    assert not PlanFiling.objects.exists()


def test_a_plan_on_sale_keeps_its_texts_and_shows_estimates(carrier, tmp_path, visitor):
    plan = make_plan("Our own name", hios_plan_id="50165ME0160001", carrier=carrier)
    PlanCostShare.objects.create(plan=plan, annual_maximum=1500, deductible_individual=25)
    old = {
        "BusinessYear": "2015",
        "DentalOnly": "Yes",
        "PlanEffectiveDate": "1/1/2015",
        "PlanExpirationDate": "1/1/2016",
    }
    row = {key: value for key, value in PLAN.items() if key not in ("DentalOnlyPlan", "PlanEffictiveDate")}
    row |= old | {"IsGuaranteedRate": "Estimated Rate", "MEHBDedInnTier1FamilyPerGroup": ""}
    run = staged(write(tmp_path / "plans.csv", [row]), "plan-attributes")
    (shown,) = run.review["changes"]
    assert shown["what"] == f"Plan {plan.pk} Our own name, 50165ME0160001 (changed)"
    assert "estimated rate: no" in shown["before"]
    assert "estimated rate: yes" in shown["after"]
    live(run)
    plan.refresh_from_db()
    assert (plan.name, plan.active, plan.rate_is_estimate) == ("Our own name", True, True)
    cost = plan.cost_shares.get()
    assert (cost.annual_maximum, cost.deductible_individual, cost.deductible_family) == (1500, 50, None)
    detail = visitor.get(f"get-plan-detail/{plan.pk}").json()["data"]
    assert detail["rate_is_estimate"] is True
    assert detail["rate_note"] == "This price is the insurer's estimate. The insurer may charge a different one."
    assert detail["cost_shares"][0]["deductible_individual"] == "50.00"
    roll_back_run(run_id=run.pk)
    plan = Plan.objects.get()
    assert (plan.rate_is_estimate, hasattr(plan, "filing")) == (False, False)
    assert plan.cost_shares.get().deductible_individual == 25


def test_a_plan_no_longer_filed_ends(carrier, tmp_path):
    second = {**PLAN, "PlanId": "50165ME0170001-01", "PlanMarketingName": "Pine Low", "MetalLevel": "Low"}
    live(staged(write(tmp_path / "one.csv", [PLAN, second]), "plan-attributes"))
    Plan.objects.update(active=True, updated_at=clock.now())
    foreign = make_plan("Untouched", carrier=make_carrier("other", hios_issuer_id="60000"))
    live(run := staged(write(tmp_path / "two.csv", [PLAN]), "plan-attributes"))
    assert [(subject, action) for subject, (action, *_rest) in changes(run).items()] == [
        ("plan:50165ME0170001", "ended")
    ]
    assert Plan.objects.get(hios_plan_id="50165ME0170001").active is False
    assert Plan.objects.get(pk=foreign.pk).active is True
    roll_back_run(run_id=run.pk)
    assert Plan.objects.get(hios_plan_id="50165ME0170001").active is True


def test_a_carrier_may_have_several_issuer_ids(carrier, tmp_path):
    carrier.hios_issuer_id = "60000, 50165"
    carrier.full_clean()
    carrier.save()
    live(staged(write(tmp_path / "plans.csv", [PLAN]), "plan-attributes"))
    assert Plan.objects.get().carrier == carrier
    carrier.hios_issuer_id = "60000 50165"
    with pytest.raises(ValidationError):
        carrier.full_clean()


def test_a_draft_with_offers_stays(carrier, tmp_path):
    live(run := staged(write(tmp_path / "plans.csv", [PLAN]), "plan-attributes"))
    plan = Plan.objects.get()
    plan.offers.create(eff_from=date(2026, 1, 1))
    from planfront.imports.errors import CanNotRollBack

    with pytest.raises(CanNotRollBack):
        roll_back_run(run_id=run.pk)
    assert Plan.objects.filter(pk=plan.pk).exists()


def test_every_bad_row_is_named_and_nothing_changes(carrier, tmp_path):
    rows = [
        PLAN,
        {**PLAN, "PlanId": "50165ME01"},
        {**PLAN, "MetalLevel": "Rhodium"},
        {**PLAN, "IsGuaranteedRate": "Maybe"},
        {**PLAN, "PlanExpirationDate": "2025-12-31"},
        {**PLAN, "PlanEffictiveDate": "soon"},
        {**PLAN, "DentalOnlyPlan": ""},
        {**PLAN, "StateCode": "NH"},
        {**PLAN, "PlanMarketingName": " "},
        {**PLAN, "MEHBDedInnTier1Individual": "$10,000,000"},
    ]
    run = staged(write(tmp_path / "plans.csv", rows), "plan-attributes")
    assert run.state == State.REFUSED
    assert issues(run) == [
        (3, "badPlanId"),
        (4, "badMetal"),
        (5, "badGuarantee"),
        (6, "datesSwapped"),
        (7, "badDate"),
        (8, "noDentalFlag"),
        (9, "otherState"),
        (10, "noName"),
        (11, "badAmount"),
    ]
    assert not Plan.objects.exists()


def test_files_without_a_carrier_here_or_without_headings_are_refused(brand, tmp_path):
    run = staged(write(tmp_path / "plans.csv", [PLAN]), "plan-attributes")
    assert (run.state, issues(run)) == (State.REFUSED, [(0, "noCarrier")])
    run = staged(write(tmp_path / "bad.csv", [{"PlanId": "x", "StateCode": "ME"}]), "plan-attributes")
    assert (run.state, issues(run)) == (State.REFUSED, [(1, "noHeading")])
    assert "PlanMarketingName" in run.issues.get().message


def test_headings_of_state_exchanges_work(carrier, tmp_path):
    row = {"PLAN ID": "PlanId", "HIOS ISSUER ID": "IssuerId", "STATE CODE": "StateCode"}
    spaced = {key: PLAN[source] for key, source in row.items()}
    spaced |= {"PLAN MARKETING NAME": "Pine High", "DENTAL ONLY PLAN": "YES", "METAL LEVEL": "low"}
    run = staged(write(tmp_path / "sbe.csv", [spaced], encoding="latin-1"), "plan-attributes")
    (_action, _before, after) = changes(run)["plan:50165ME0160001"]
    assert (after["name"], after["filed metal_level"], after["filed dental_only"]) == ("Pine High", "Low", True)


# Benefits


def test_benefits_become_services_and_the_shoppers_table(carrier, tmp_path, visitor):
    plan = make_plan("Pine High", hios_plan_id="50165ME0160001", carrier=carrier)
    rows = [
        BENEFIT,
        {
            **BENEFIT,
            "BenefitName": "Dental Check-Up for Children",
            "CopayInnTier1": "No Charge",
            "CoinsInnTier1": "No Charge",
            "CoinsOutofNet": "20%",
            "LimitQty": "1.0",
            "LimitUnit": "Visit(s) per 6 months",
            "Explanation": "",
        },
        {
            **BENEFIT,
            "BenefitName": "Orthodontia - Child",
            "CoinsInnTier1": "50%, medically\nnecessary only",
            "CoinsOutofNet": "100%",
            "Explanation": "24 month wait, if medically necessary",
        },
        {**BENEFIT, "BenefitName": "Orthodontia - Adult", "IsCovered": "not covered", "CoinsInnTier1": ""},
        {**BENEFIT, "PlanId": "50165ME0160001-04", "CoinsInnTier1": "5%"},
        {**BENEFIT, "PlanId": "50165ME9990001-00", "StandardComponentId": "50165ME9990001"},
    ]
    run = staged(write(tmp_path / "benefits.csv", rows), "benefits")
    assert {warning["code"] for warning in run.review["warnings"]} == {"otherPlans", "variants"}
    live(run)
    services = {row.name: row for row in plan.services.all()}
    basic = services["Basic Dental Care - Child"]
    assert (basic.service, basic.audience, basic.waiting_months, basic.conditional) == ("basic", "child", 6, False)
    assert (basic.coinsurance_in, basic.deductible_in, basic.coinsurance_out, basic.copay_in) == (
        2000,
        True,
        5000,
        None,
    )
    check = services["Dental Check-Up for Children"]
    assert (check.copay_in, check.coinsurance_in, check.limit_quantity, check.limit_unit) == (
        0,
        0,
        1,
        "Visit(s) per 6 Months",
    )
    ortho = services["Orthodontia - Child"]
    assert (ortho.coinsurance_in, ortho.waiting_months, ortho.conditional) == (None, None, True)
    assert ortho.texts["CoinsInnTier1"] == "50%, medically necessary only"
    assert services["Orthodontia - Adult"].covered is False
    table = visitor.get(f"get-plan-detail/{plan.pk}").json()["data"]["benefits"]
    assert table["columns"] == ["You pay in network", "You pay out of network", "Limits"]
    assert [(row["name"], row["values"]) for row in table["rows"]] == [
        (
            "Basic Dental Care - Child",
            ["20% after the deductible", "50% after the deductible", "6-month waiting period"],
        ),
        ("Dental Check-Up for Children", ["No charge", "20%", "1 visits in 6 months"]),
        ("Orthodontia - Child", ["50%, medically necessary only", "Not covered", "–"]),
        ("Orthodontia - Adult", ["Not covered", "Not covered", "–"]),
    ]
    roll_back_run(run_id=run.pk)
    plan.refresh_from_db()
    assert (plan.benefits, plan.services.count()) == ({}, 0)


def test_own_rows_and_an_edited_table_are_kept(carrier, tmp_path):
    table = {"columns": ["In"], "rows": [{"name": "Ours", "values": ["80%"]}]}
    plan = make_plan("Pine High", hios_plan_id="50165ME0160001", carrier=carrier, benefits=table)
    PlanBenefit.objects.create(plan=plan, name="Whitening", covered=False)
    live(staged(write(tmp_path / "one.csv", [BENEFIT]), "benefits"))
    plan.refresh_from_db()
    assert plan.benefits == table
    second = {**BENEFIT, "BenefitName": "Major Dental Care - Child"}
    live(run := staged(write(tmp_path / "two.csv", [second]), "benefits"))
    assert set(plan.services.values_list("name", flat=True)) == {"Whitening", "Major Dental Care - Child"}
    roll_back_run(run_id=run.pk)
    assert set(plan.services.values_list("name", flat=True)) == {"Whitening", "Basic Dental Care - Child"}


def test_every_bad_benefit_row_is_named(carrier, tmp_path):
    make_plan("Pine High", hios_plan_id="50165ME0160001", carrier=carrier)
    rows = [
        BENEFIT,
        {**BENEFIT, "IsCovered": "maybe"},
        {**BENEFIT, "LimitQty": "two"},
        {**BENEFIT, "BenefitName": ""},
        {**BENEFIT, "CopayInnTier1": "$99,999,999,999"},  # more than a column holds: it would break every later read
    ]
    run = staged(write(tmp_path / "benefits.csv", rows), "benefits")
    assert run.state == State.REFUSED
    assert issues(run) == [(3, "badCovered"), (4, "badLimit"), (5, "badName"), (6, "badAmount")]
    assert not PlanBenefit.objects.exists()


# Service areas


@pytest.fixture
def filed(carrier):
    plan = make_plan("Pine High", hios_plan_id="50165ME0160001", carrier=carrier)
    PlanFiling.objects.create(plan=plan, issuer_id="50165", state="ME", service_area_id="MES001")
    return plan


def places(plan):
    return list(plan.service_areas.order_by("state", "county_fips", "zip").values_list("state", "county_fips", "zip"))


def test_service_areas_are_imported_and_rolled_back(filed, tmp_path):
    make_plan("Elsewhere", carrier=filed.carrier)
    rows = [
        AREA,
        {**AREA, "County": "23001.0", "PartialCounty": "Yes", "ZipCodes": "4210, 04240"},
        {**AREA, "ServiceAreaId": "MES002", "CoverEntireState": "Yes", "County": "", "PartialCounty": ""},
        {**AREA, "IssuerId": "60000", "County": "23031"},
        {**AREA, "BusinessYear": "2025", "County": "23031"},
    ]
    PlanServiceArea.objects.create(plan=filed, state="ME", zip="04101")
    live(run := staged(write(tmp_path / "areas.csv", rows), "service-areas"))
    assert places(filed) == [("ME", "23001", "04210"), ("ME", "23001", "04240"), ("ME", "23005", "")]
    assert {warning["code"] for warning in run.review["warnings"]} == {"otherIssuers", "otherYears"}
    assert PlanServiceArea.objects.exclude(plan=filed).count() == 0
    roll_back_run(run_id=run.pk)
    assert places(filed) == [("ME", "", "04101")]


def test_a_carriers_service_area_template_is_imported(filed, tmp_path):
    rows = [
        ["MES001", "South", "No", "Cumberland - 23005", "No"],
        ["MES001", "South", "No", "York - 23031", "Yes", "03901, 03902"],
        ["MES003", "All", "Yes"],
    ]
    live(staged(area_template(tmp_path / "areas.xlsx", rows), "service-areas"))
    assert places(filed) == [("ME", "23005", ""), ("ME", "23031", "03901"), ("ME", "23031", "03902")]


def test_plans_without_a_filing_are_named_at_upload(carrier, tmp_path):
    plan = make_plan("Ours")
    path = write(tmp_path / "areas.csv", [AREA])
    live(run := staged(path, "service-areas", plans=f"me 50165 mes001: {plan.pk}"))
    assert places(plan) == [("ME", "23005", "")]
    assert run.review["warnings"] == [
        {
            "code": "nowLimited",
            "text": "Ours was sold wherever its offers name a state; with areas it is sold only in them.",
        }
    ]
    from planfront.kernel.errors import FieldErrors

    with pytest.raises(FieldErrors):
        staged(path, "service-areas", plans="ME 50165 MES001: 999999")
    with pytest.raises(FieldErrors):
        staged(path, "service-areas", plans=f"ME 50165 MES001: {10**20}")


def test_zip_codes_without_quotes_are_not_cut_to_the_first(filed, tmp_path):
    path = write(tmp_path / "areas.csv", [{**AREA, "PartialCounty": "Yes", "ZipCodes": "04101, 04102"}])
    path.write_text(path.read_text().replace('"', ""))
    run = staged(path, "service-areas")
    assert (run.state, issues(run)) == (State.REFUSED, [(2, "longRow")])


def test_every_bad_service_area_row_is_named(filed, tmp_path):
    rows = [
        AREA,
        {**AREA, "County": "29027"},
        {**AREA, "PartialCounty": "Yes"},
        {**AREA, "PartialCounty": "Yes", "ZipCodes": "4101, many"},
        {**AREA, "CoverEntireState": ""},
        {**AREA, "StateCode": "XX"},
        {**AREA, "ServiceAreaId": ""},
    ]
    run = staged(write(tmp_path / "areas.csv", rows), "service-areas")
    assert run.state == State.REFUSED
    assert issues(run) == [
        (3, "otherState"),
        (4, "noZips"),
        (5, "badZip"),
        (6, "noExtent"),
        (7, "badState"),
        (8, "badArea"),
    ]
    assert places(filed) == []


# The published files


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the published samples aren't on this machine")
class TestPublishedFiles:
    def test_benefits(self, brand):
        carrier = make_carrier("tx", hios_issuer_id="73751")
        plan = make_plan("ND", hios_plan_id="73751ND0080005", carrier=carrier)
        run = staged(SAMPLES / "BenefitsCostSharing_2014-16_dental_vision_sample.csv", "benefits")
        assert run.state == State.STAGED
        assert set(changes(run)) == {f"benefits:{plan.pk}"}
        row = changes(run)[f"benefits:{plan.pk}"][2]["service Routine Eye Exam for Children"]
        assert (row["copay_in"], row["coinsurance_out"], row["deductible_out"]) == ("60.00", 5000, True)

    def test_service_areas_are_imported_and_rolled_back(self, brand):
        plan = make_plan("MO", carrier=make_carrier("mo", hios_issuer_id="32753"))
        PlanFiling.objects.create(plan=plan, issuer_id="32753", state="MO", service_area_id="MOS001")
        path = SAMPLES / "ServiceArea_2014-16_sample.csv"
        run = staged(path, "service-areas")
        assert (run.state, issues(run)[:1]) == (State.STAGED, [])

    def test_the_template(self, brand):
        plan = make_plan("ME", carrier=make_carrier("me", hios_issuer_id="12345"))
        PlanFiling.objects.create(plan=plan, issuer_id="12345", state="ME", service_area_id="MES01")
        live(staged(SAMPLES / "service_area_template_2022.xlsx", "service-areas"))
        assert places(plan) == [("ME", "23001", "")]


def test_an_import_run_without_changes_is_kept(carrier, tmp_path):
    staged(write(tmp_path / "plans.csv", [PLAN]), "plan-attributes")
    assert ImportRun.objects.get().counts == {}
