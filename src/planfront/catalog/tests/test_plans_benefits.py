"""Carriers' Plans & Benefits templates, as XML."""

from datetime import date
from decimal import Decimal

import pytest
from openpyxl import Workbook

from planfront.catalog.models import Plan, PlanBenefit
from planfront.catalog.tests.factories import make_carrier
from planfront.catalog.tests.files import plans_benefits
from planfront.catalog.tests.test_imports import SAMPLES, issues, live, staged

pytestmark = pytest.mark.django_db


@pytest.fixture
def carrier(brand):
    return make_carrier("pine", name="Pine State Dental", hios_issuer_id="50165")


@pytest.fixture
def template(tmp_path):
    def template(kind, text):
        path = tmp_path / "plans.xml"
        path.write_text(text)
        return staged(path, kind)

    return template


def test_plans_match_those_of_the_public_file(carrier, template):
    live(template("plan-attributes", plans_benefits("00", "01")))
    plan = Plan.objects.get()
    assert (plan.hios_plan_id, plan.name, plan.category, plan.carrier, plan.active) == (
        "50165ME0160001",
        "Pine State Dental High",
        "dental",
        carrier,
        False,
    )
    filing, cost = plan.filing, plan.cost_shares.get()
    assert (filing.variants, filing.metal_level, filing.plan_type, filing.service_area_id, filing.business_year) == (
        ["00", "01"],
        "High",
        "PPO",
        "MES001",
        2026,
    )
    assert (filing.market, filing.guaranteed_rate, filing.expiration_date) == ("Individual", True, date(2026, 12, 31))
    assert (cost.deductible_individual, cost.deductible_family) == (Decimal(50), Decimal(150))
    assert (cost.out_of_pocket_individual, cost.out_of_pocket_family) == (Decimal(350), Decimal(700))


def test_benefits_are_read_for_their_plan(carrier, template):
    text = plans_benefits("00", "01", benefit="6 month waiting period")
    live(template("plan-attributes", text))
    live(template("benefits", text))
    basic = PlanBenefit.objects.get(name="Basic Dental Care - Child")
    assert (basic.covered, basic.coinsurance_in, basic.coinsurance_out, basic.copay_in) == (True, 2_000, 5_000, None)
    assert (basic.limit_quantity, basic.limit_unit, basic.waiting_months) == (2, "Visit(s) per Year", 6)
    assert PlanBenefit.objects.get(name="Orthodontia - Adult").covered is False


def test_the_same_template_again_changes_nothing(carrier, template):
    live(template("plan-attributes", plans_benefits("00")))
    run = template("plan-attributes", plans_benefits("00") + " ")
    assert run.review["headline"] == "Nothing would change."


def test_errors_name_the_row_of_the_sheet(carrier, template):
    run = template("plan-attributes", plans_benefits("00", "X1"))
    assert [(issue.row, issue.code) for issue in run.issues.all()] == [(5, "badPlanId")]
    run = template("benefits", plans_benefits("00", visit="9" * 20 + "%"))
    assert run.state == "staged"  # words of a share are kept; here of a plan that isn't in the catalog


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (plans_benefits(root="rates"), "otherXml", "it begins with rates"),
        (plans_benefits()[:-40], "badXml", "can't be read as XML"),
        (plans_benefits(header='<!DOCTYPE a [<!ENTITY b "c">]>'), "badXml", "can't be read as XML"),
    ],
)
def test_other_xml_is_refused(carrier, template, text, code, message):
    run = template("plan-attributes", text)
    assert issues(run) == [(0, code)]
    assert message in run.issues.get().message


def test_a_workbook_is_refused_and_the_message_names_the_accepted_file(carrier, tmp_path):
    book = Workbook()
    book.active.title = "Benefits Package 1"
    book.save(tmp_path / "plans.xlsx")
    run = staged(tmp_path / "plans.xlsx", "benefits")
    assert "Export it as XML" in run.issues.get().message


@pytest.mark.skipif(not SAMPLES.exists(), reason="the sample files are not here")
def test_a_real_filing_is_imported_with_costs_and_services(brand, tmp_path):
    make_carrier("altus", hios_issuer_id="11111")
    sample = SAMPLES / "plans_benefits_MA_dental.xml"
    live(staged(sample, "plan-attributes"))
    live(staged(sample, "benefits"))
    plan = Plan.objects.get()
    assert (plan.name, plan.filing.variants, plan.filing.market) == (
        "Altus Dental High Plan",
        ["00", "01"],
        "SHOP (Small Group)",
    )
    assert plan.cost_shares.get().out_of_pocket_family == 700
    shares = dict(plan.services.values_list("name", "coinsurance_out"))
    assert (len(shares), shares["Routine Dental Services (Adult)"]) == (9, 2_000)
