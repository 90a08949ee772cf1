"""What comes by itself: children who reach the age limit of their plan, and anniversaries of plans priced by age.

By hand, a month: member 36.85, with children 69.95. By age: 40.00 up to 37, 45.50 from 38 on.
"""

from dataclasses import replace
from datetime import date

import pytest
import time_machine

from planfront.audit.services import SYSTEM as NOBODY
from planfront.catalog.models import PlanRule
from planfront.coverage.age_bands import find_anniversaries, rate_due
from planfront.coverage.age_limits import drop_due, find_ageing_out, keep_child, last_day_of
from planfront.coverage.authors import Author, By
from planfront.coverage.ledger import refresh_due
from planfront.coverage.models import Change, CoveredPerson, Version
from planfront.coverage.reason_codes import find_code
from planfront.coverage.renewal.runs import NewRun, create_run
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Role
from planfront.coverage.withdrawals import withdraw_order
from planfront.kernel.security.ids import new_uuid
from planfront.members.services import add_relative_once
from planfront.shopping.tests.factories import dental, make_plan, rate_by_age

FIRST_DAY = date(2026, 1, 1)
IRIS_BORN = date(2000, 6, 12)
"""26 on 06/12/2026: with a limit of 25 covered until 06/30/2026."""


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2026-04-30T15:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def plan(db):
    plan = dental()
    PlanRule.objects.create(plan=plan, role="CHILD", max_age=25)
    return plan


def cover_child(maria, plan, born=IRIS_BORN, number="P-1"):
    child = add_relative_once(maria.pk, new_uuid(), relationship="child", last_name="Santos", birth_date=born)
    covered = Covered(str(child.pk), Role.CHILD, born, FIRST_DAY)
    return issue(maria.brand, covered, number=number, plan_id=plan.pk, member_id=maria.pk, tier="IC", premium="69.95")


@pytest.fixture
def policy(maria, plan):
    return cover_child(maria, plan)


def in_force(policy, day):
    row = Version.objects.filter(policy=policy, effective__lte=day).order_by("effective", "recorded").last()
    return (row.tier, str(row.premium))


@pytest.mark.parametrize(
    ("born", "today", "last_day"),
    [
        (date(2000, 6, 12), date(2026, 4, 24), date(2026, 6, 30)),
        (date(2000, 6, 30), date(2026, 5, 1), date(2026, 6, 30)),
        (date(2000, 6, 12), date(2026, 5, 1), date(2026, 6, 30)),
        (date(2000, 6, 12), date(2026, 5, 2), date(2026, 7, 31)),
        (date(2000, 2, 29), date(2025, 12, 1), date(2026, 3, 31)),
        (date(1998, 1, 1), date(2026, 5, 2), date(2026, 7, 31)),
    ],
    ids=["in time", "born on the last", "just in time", "a day late", "leap day", "long over"],
)
def test_cover_ends_with_the_month_of_the_birthday_and_never_before_the_notice_is_over(born, today, last_day):
    assert last_day_of(born, 25, today) == last_day


def test_a_child_is_taken_off_ahead_of_time_from_the_first_of_the_month_after(policy):
    assert drop_due() == 1
    change = Change.objects.get(kind="drop_person")
    assert (change.effective, change.by, str(change.before), str(change.after)) == (
        date(2026, 7, 1),
        "system",
        "69.95",
        "36.85",
    )
    assert (change.reason.key, find_code(change)) == ("reached-age", "07")
    assert in_force(policy, date(2026, 6, 30)) == ("IC", "69.95")
    assert in_force(policy, date(2026, 7, 1)) == ("IO", "36.85")
    assert CoveredPerson.objects.get(role="child").end_date == date(2026, 6, 30)


def test_nobody_is_taken_off_twice(policy, clock):
    drop_due()
    assert drop_due() == 0
    clock.move_to("2026-06-15T15:00:00Z")
    assert drop_due() == 0
    assert Change.objects.filter(kind="drop_person").count() == 1


def test_nobody_is_taken_off_before_it_is_time(policy, clock):
    clock.move_to("2026-04-22T15:00:00Z")
    assert find_ageing_out(date(2026, 4, 22)) == []
    assert drop_due() == 0


def test_what_would_be_done_is_told_without_doing_it(policy):
    (out,) = find_ageing_out(date(2026, 4, 30))
    assert (out.person.policy, out.last_day) == (policy, date(2026, 6, 30))
    assert Change.objects.filter(kind="drop_person").count() == 0


def test_a_child_who_stays_is_left_alone(policy):
    keep_child(person_id=CoveredPerson.objects.get(role="child").pk, stays=True, origin=NOBODY)
    assert drop_due() == 0


def test_a_notice_is_withdrawn_where_the_child_stays_after_all(policy):
    drop_due()
    keep_child(person_id=CoveredPerson.objects.get(role="child").pk, stays=True, origin=NOBODY)
    assert in_force(policy, date(2026, 7, 1)) == ("IC", "69.95")
    assert CoveredPerson.objects.get(role="child").end_date is None
    assert drop_due() == 0


def test_a_change_that_staff_withdrew_isnt_made_again(policy):
    drop_due()
    withdraw_order(Change.objects.get(kind="drop_person").order, Author(By.STAFF, 1))
    assert drop_due() == 0
    assert in_force(policy, date(2026, 7, 1)) == ("IC", "69.95")


@pytest.mark.parametrize(("age", "dropped"), [(None, 1), (26, 1), (27, 0)])
def test_a_child_leaves_at_the_plans_age_else_at_the_operators(maria, age, dropped):
    plan = dental()
    PlanRule.objects.create(plan=plan, role="SELF", max_dependent_age=age)
    policy = cover_child(maria, plan)
    assert drop_due() == dropped
    assert CoveredPerson.objects.get(policy=policy, role="child").end_date == (date(2026, 6, 30) if dropped else None)


def test_the_operator_says_the_age_of_plans_that_say_none(maria, settings):
    settings.ENV = replace(settings.ENV, child_age=25)
    cover_child(maria, dental())
    (out,) = find_ageing_out(date(2026, 4, 30))
    assert out.last_day == date(2026, 6, 30)
    settings.ENV = replace(settings.ENV, child_age=30)
    assert find_ageing_out(date(2026, 4, 30)) == []


def test_the_youngest_child_leaves_the_tier_as_it_is_for_the_others(maria, plan):
    born = date(2010, 1, 1)
    other = add_relative_once(maria.pk, new_uuid(), relationship="child", last_name="Santos", birth_date=born)
    iris = add_relative_once(maria.pk, new_uuid(), relationship="child", last_name="Santos", birth_date=IRIS_BORN)
    children = [Covered(str(row.pk), Role.CHILD, row.birth_date, FIRST_DAY) for row in (other, iris)]
    policy = issue(maria.brand, *children, plan_id=plan.pk, member_id=maria.pk, tier="IC", premium="69.95")
    assert drop_due() == 1
    assert in_force(policy, date(2026, 7, 1)) == ("IC", "69.95")
    assert CoveredPerson.objects.filter(role="child", end_date=None).get().key == str(other.pk)


@pytest.fixture
def plan_by_age(db):
    plan = make_plan("SteadyTerm")
    rate_by_age(plan, [(0, 37, "40.00"), (38, 120, "45.50")])
    return plan


def test_an_anniversary_takes_the_band_of_the_age_by_then(brand, plan_by_age, clock):
    """Born 04/17/1989: 36 at the first day, 37 on 05/20/2026, 38 on 05/20/2027."""
    policy = issue(brand, number="P-1", plan_id=plan_by_age.pk, first=date(2025, 5, 20), premium="40.00")
    assert rate_due() == 1
    assert in_force(policy, date(2026, 5, 20)) == ("IO", "40.00")
    clock.move_to("2027-05-01T15:00:00Z")
    assert rate_due() == 1
    change = Change.objects.filter(kind="renewal").latest("effective")
    assert (change.effective, str(change.before), str(change.after)) == (date(2027, 5, 20), "40.00", "45.50")
    assert in_force(policy, date(2027, 5, 19)) == ("IO", "40.00")
    clock.move_to("2027-05-20T15:00:00Z")
    refresh_due()
    policy.refresh_from_db()
    assert str(policy.monthly) == "45.50"
    assert rate_due() == 0


def test_an_anniversary_is_rated_once(brand, plan_by_age):
    issue(brand, number="P-1", plan_id=plan_by_age.pk, first=date(2025, 5, 20), premium="40.00")
    assert (rate_due(), rate_due()) == (1, 0)


def test_plans_priced_by_tier_and_by_age_at_issue_keep_their_price(brand, plan):
    by_issue = make_plan("By issue")
    rate_by_age(by_issue, [(0, 37, "40.00"), (38, 120, "45.50")], age_mode="issue")
    issue(brand, number="P-1", plan_id=plan.pk, first=date(2025, 5, 20))
    issue(brand, number="P-2", plan_id=by_issue.pk, first=date(2025, 5, 20), premium="40.00")
    assert rate_due() == 0


def test_policies_of_a_renewal_run_take_their_rates_from_it(brand, plan_by_age):
    issue(brand, number="P-1", plan_id=plan_by_age.pk, first=date(2025, 5, 20), premium="40.00")
    days = date(2026, 5, 5), date(2026, 5, 10), (plan_by_age.pk,)
    create_run(NewRun(date(2026, 5, 15), *days), by=None)
    assert rate_due() == 0


@pytest.mark.parametrize(
    ("first", "day", "is_anniversary"),
    [
        (date(2024, 2, 29), date(2025, 3, 1), True),
        (date(2024, 2, 29), date(2025, 2, 28), False),
        (date(2024, 2, 29), date(2028, 2, 29), True),
        (date(2024, 2, 29), date(2028, 3, 1), False),
        (date(2024, 3, 1), date(2025, 3, 1), True),
        (date(2024, 3, 1), date(2024, 3, 1), False),
    ],
)
def test_what_began_on_a_leap_day_has_its_anniversary_on_march_1(brand, plan_by_age, first, day, is_anniversary):
    issue(brand, number="P-1", plan_id=plan_by_age.pk, first=first, premium="40.00")
    assert find_anniversaries(day).exists() is is_anniversary
