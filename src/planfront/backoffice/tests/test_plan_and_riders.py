"""Staff move a policy to another plan, and add or drop riders. Prices by hand.

Dental, a month: member 36.85; the other plan: member 20.00, with spouse 40.00. Life of $100,000: 27.00, accidental
death 5.00 more, waiver of premium 1.30 more.
"""

from datetime import date
from decimal import Decimal

import pytest

from planfront.backoffice.tests.test_policy_changes import (  # noqa: F401
    hidden,
    lines,
    maria,
    open_form,
    page_of,
    policy,
    preview,
    refusal,
    robin,
    staff,
    tidy,
    today,
    write,
)
from planfront.catalog.models import PlanRider, PlanServiceArea, PlanTier
from planfront.catalog.tests.factories import make_plan
from planfront.coverage.models import Policy, Version
from planfront.coverage.tests.policies import issue
from planfront.rating.engine import cell
from planfront.shopping.tests.factories import approve, rate_by_tier

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
COMPONENTS = [{"code": "BASE"}, {"code": "AD", "optional": True}, {"code": "WP", "optional": True}]


@pytest.fixture
def other_plan(policy):  # noqa: F811
    plan = make_plan("Brightwater Dental")
    rate_by_tier(plan, {"IO": "20.00", "IS": "40.00"})
    return plan


@pytest.fixture
def life(maria):  # noqa: F811
    plan = make_plan("SteadyTerm 100", category="term_life")
    rows = [cell("0.27"), cell("0.05", component="AD"), cell("0.013", component="WP")]
    approve(
        plan, rows, method="UNIT", unit_base="FACE", unit_size="1000", default_amount="100000", components=COMPONENTS
    )
    PlanRider.objects.create(plan=plan, code="AD", component="AD", position=1, label="Accidental death")
    PlanRider.objects.create(plan=plan, code="WP", component="WP", position=2, label="Waiver of premium")
    return issue(
        maria.brand,
        number="L-1",
        plan_id=plan.pk,
        name=plan.name,
        category="term_life",
        member_id=maria.pk,
        premium="27.00",
        amount=Decimal(100_000),
    )


def last_version(of):
    row = Version.objects.filter(policy=of).order_by("effective", "recorded").last()
    return row.plan_id, str(row.premium), list(row.riders), row.rated_on


def test_another_plan_has_the_rates_of_its_first_day(staff, policy, other_plan):  # noqa: F811
    page = preview(staff, policy, "plan", plan=other_plan.pk, day="04/01/2027")
    days = "From 04/01/2027, Halden Dental PPO 1500 → Brightwater Dental"
    assert lines(page) == [[days, "Member $36.85", "Member $20.00", "-$16.85"]]
    write(staff, policy, "plan", plan=other_plan.pk, day="03/17/2027")
    assert last_version(policy) == (other_plan.pk, "20.00", [], date(2027, 3, 17))
    policy.refresh_from_db()
    assert (policy.plan_name, str(policy.monthly)) == ("Brightwater Dental", "20.00")


def test_plans_of_other_categories_and_the_same_plan_are_not_offered(staff, policy, other_plan, life):  # noqa: F811
    page = open_form(staff, policy, "plan")
    assert "Brightwater Dental" in page
    offered = page.split('name="plan"')[1].split("</select>")[0]
    assert "SteadyTerm" not in offered
    assert "Halden Dental PPO" not in offered


def test_a_plan_that_the_member_has_already_is_refused(staff, policy, other_plan):  # noqa: F811
    second = issue(policy.brand, number="P-2", plan_id=other_plan.pk, member_id=policy.member_id, premium="20.00")
    page = preview(staff, policy, "plan", plan=other_plan.pk, day="04/01/2027")
    assert "The member already has an active policy for this plan." in refusal(page)
    second.end_date = date(2027, 3, 1)
    second.save()
    assert lines(preview(staff, policy, "plan", plan=other_plan.pk, day="04/01/2027"))


def test_a_plan_that_is_not_sold_for_these_people_or_that_place_is_refused(staff, policy, other_plan):  # noqa: F811
    tier = PlanTier.objects.create(plan=other_plan, tier="IS")
    assert "This plan isn't sold for these people together." in refusal(
        preview(staff, policy, "plan", plan=other_plan.pk, day="04/01/2027")
    )
    tier.delete()
    PlanServiceArea.objects.create(plan=other_plan, state="OH")
    assert "This plan doesn't serve that place." in refusal(
        preview(staff, policy, "plan", plan=other_plan.pk, day="04/01/2027")
    )
    assert Policy.objects.get(pk=policy.pk).plan_id != other_plan.pk


def test_a_rider_comes_and_goes_with_its_price(staff, life):  # noqa: F811
    page = preview(staff, life, "riders", rider="+AD", day="04/01/2027")
    assert lines(page) == [
        [
            "From 04/01/2027, with Accidental death",
            "Member, $100,000.00 $27.00",
            "Member, $100,000.00 $32.00",
            "+$5.00",
        ]
    ]
    write(staff, life, "riders", rider="+AD", day="03/17/2027")
    life.refresh_from_db()
    assert life.riders == [{"code": "AD", "name": "Accidental death"}]
    write(staff, life, "riders", rider="+WP", day="04/01/2027")
    assert last_version(life)[1:3] == ("33.30", ["AD", "WP"])
    page = preview(staff, life, "riders", rider="-AD", day="05/01/2027")
    assert lines(page)[0][0] == "From 05/01/2027, without Accidental death"
    assert lines(page)[0][3] == "-$5.00"
    write(staff, life, "riders", rider="-AD", day="05/01/2027")
    assert last_version(life)[1:3] == ("28.30", ["WP"])


def test_a_plan_without_riders_offers_none(staff, policy, life):  # noqa: F811
    assert "Add or drop a rider" not in tidy(staff.get(page_of(policy)).content.decode())
    assert "Add or drop a rider" in tidy(staff.get(page_of(life)).content.decode())
    assert "Add Accidental death" in open_form(staff, life, "riders")
