"""Renewal runs: what becomes of each policy, who agrees, what members choose, and that nothing is written twice.

Prices by hand. 2026, a month: member 36.85, with spouse 71.75. 2027: member 38.00, with spouse 74.10.
"""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.audit.services import SYSTEM
from planfront.catalog.models import PlanServiceArea
from planfront.catalog.tests.factories import make_carrier
from planfront.coverage import engine
from planfront.coverage.authors import Author, By
from planfront.coverage.ledger import refresh_due
from planfront.coverage.models import Change, Policy, RenewalItem, RenewalRun, Version
from planfront.coverage.order_kinds import Order
from planfront.coverage.reason_codes import find_code
from planfront.coverage.renewal import choices, reads, runs, working
from planfront.coverage.renewal.reasons import explain_items
from planfront.coverage.renewal.runs import Follows, NewRun
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Place, Role
from planfront.coverage.withdrawals import withdraw_order
from planfront.kernel.errors import BusinessError, Conflict, FieldErrors
from planfront.kernel.jobs.tasks import run_pending
from planfront.kernel.security.ids import new_uuid
from planfront.letters.models import Letter
from planfront.members.services import add_relative_once, create_member
from planfront.rating.engine import cell
from planfront.shopping.tests.factories import approve, dental, make_plan, rate_by_age, rate_by_tier

NEW_YEAR = date(2027, 1, 1)
RATES_2027 = {"IO": "38.00", "IS": "74.10", "IC": "72.00", "IF": "108.00"}
FIRST_DAY = date(2026, 1, 1)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2026-10-14T15:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def robin(db):
    return User.objects.create_user("robin@demo.test", "planfront-demo", role="staff", is_staff=True)


@pytest.fixture
def kit(db):
    return User.objects.create_user("kit@demo.test", "planfront-demo", role="staff", is_staff=True)


@pytest.fixture
def plan(db):
    plan = dental()
    rate_by_tier(plan, RATES_2027, since=NEW_YEAR)
    return plan


@pytest.fixture
def other_plan(db):
    """Costs 20.00 and 40.00 in any year."""
    plan = dental("Brightwater Dental")
    rate_by_tier(plan, {"IO": "20.00", "IS": "40.00"}, since=NEW_YEAR)
    return plan


@pytest.fixture
def policy(brand, plan):
    return issue(brand, number="P-1", plan_id=plan.pk)


def make_run(plan, *rows, by=None, **more):
    new = NewRun(NEW_YEAR, date(2026, 12, 15), date(2026, 12, 28), (plan.pk,), rows=rows, **more)
    return runs.create_run(new, by=by)


def preview(run):
    runs.start_preview(run_id=run.pk)
    run_pending()
    run.refresh_from_db()
    return {item.policy.number: item for item in run.items.select_related("policy")}


def agreed_run(plan, *rows, robin, kit):
    run = make_run(plan, *rows, by=robin)
    preview(run)
    return runs.agree_run(run_id=run.pk, by=kit)


def write(run, clock):
    clock.move_to("2026-12-28T15:00:00Z")
    runs.write_due_runs()
    run_pending()
    run.refresh_from_db()
    return {item.policy.number: item for item in run.items.select_related("policy")}


def in_force(policy, day):
    row = Version.objects.filter(policy=policy, effective__lte=day).order_by("effective", "recorded").last()
    return (row.plan_id, str(row.premium)) if row.in_force else None


def test_a_preview_says_what_each_policy_will_cost_and_writes_nothing(brand, plan, policy):
    maria = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, email="m@demo.test"
    )
    daniel = add_relative_once(
        maria.pk, new_uuid(), relationship="spouse", last_name="Santos", birth_date=date(1987, 9, 2)
    )
    spouse = Covered(str(daniel.pk), Role.SPOUSE, daniel.birth_date, FIRST_DAY)
    issue(brand, spouse, number="P-2", plan_id=plan.pk, tier="IS", premium="71.75", member_id=maria.pk)
    run = make_run(plan)
    items = preview(run)
    assert run.state == "previewed"
    shown = {key: (item.outcome, str(item.before), str(item.after), item.points) for key, item in items.items()}
    assert shown == {"P-1": ("same_plan", "36.85", "38.00", 312), "P-2": ("same_plan", "71.75", "74.10", 328)}
    assert Change.objects.exclude(kind="issue").count() == 0
    summary = reads.summarize(run)
    assert (summary.total, str(summary.before), str(summary.after)) == (2, "108.60", "112.10")
    assert [move.count for move in summary.moves] == [0, 0, 0, 0, 2, 0, 0, 0]
    assert [item.policy.number for item in reads.list_worst(run)] == ["P-2", "P-1"]


def test_on_its_day_a_run_writes_the_new_rates_and_the_book_shows_them_from_the_new_year(
    plan, policy, robin, kit, clock
):
    run = agreed_run(plan, robin=robin, kit=kit)
    items = write(run, clock)
    assert (run.state, items["P-1"].state) == ("done", "written")
    assert in_force(policy, date(2026, 12, 31)) == (plan.pk, "36.85")
    assert in_force(policy, NEW_YEAR) == (plan.pk, "38.00")
    change = Change.objects.get(kind="renewal")
    assert (change.effective, str(change.before), str(change.after), change.by) == (
        NEW_YEAR,
        "36.85",
        "38.00",
        "system",
    )
    assert items["P-1"].change == change
    clock.move_to("2027-01-01T15:00:00Z")
    refresh_due()
    policy.refresh_from_db()
    assert str(policy.monthly) == "38.00"


def test_a_run_that_is_worked_on_again_renews_nothing_twice(plan, policy, robin, kit, clock):
    run = agreed_run(plan, robin=robin, kit=kit)
    write(run, clock)
    RenewalRun.objects.update(state="writing")
    RenewalItem.objects.update(state="waiting")
    assert working.work_on(run.pk) is False
    assert Change.objects.filter(kind="renewal").count() == 1
    assert RenewalItem.objects.get().state == "over"


def test_a_policy_is_in_one_run_of_a_day_only(plan, policy):
    preview(make_run(plan))
    assert preview(make_run(plan)) == {}


def test_whoever_made_a_run_cant_agree_to_it(plan, policy, robin, kit):
    run = make_run(plan, by=robin)
    preview(run)
    with pytest.raises(BusinessError) as refused:
        runs.agree_run(run_id=run.pk, by=robin)
    assert refused.value.error_code == "samePerson"
    assert runs.agree_run(run_id=run.pk, by=kit).state == "agreed"


def test_a_preview_whose_rates_have_changed_cant_be_agreed_to(brand, kit):
    plan = dental()
    issue(brand, number="P-1", plan_id=plan.pk)
    run = make_run(plan)
    assert str(preview(run)["P-1"].after) == "36.85"
    rate_by_tier(plan, {**RATES_2027, "IO": "39.00"}, since=NEW_YEAR)
    with pytest.raises(BusinessError) as refused:
        runs.agree_run(run_id=run.pk, by=kit)
    assert refused.value.error_code == "stale"
    assert str(preview(run)["P-1"].after) == "39.00"
    assert runs.agree_run(run_id=run.pk, by=kit).state == "agreed"


def test_a_run_without_agreement_writes_nothing_on_its_day(plan, policy, clock):
    run = make_run(plan)
    preview(run)
    write(run, clock)
    assert run.state == "previewed"
    assert Change.objects.filter(kind="renewal").count() == 0


def test_a_plan_that_follows_takes_its_own_price_and_name(plan, other_plan, policy, robin, kit, clock):
    run = agreed_run(plan, Follows(plan.pk, other_plan.pk), robin=robin, kit=kit)
    item = write(run, clock)["P-1"]
    assert (item.outcome, str(item.after), item.plan_id) == ("successor", "20.00", other_plan.pk)
    assert in_force(policy, NEW_YEAR) == (other_plan.pk, "20.00")
    clock.move_to("2027-01-01T15:00:00Z")
    refresh_due()
    policy.refresh_from_db()
    assert (policy.plan_name, str(policy.monthly)) == ("Brightwater Dental", "20.00")


def test_the_row_of_a_county_decides_before_that_of_its_state(brand, plan, other_plan, robin, kit, clock):
    issue(brand, number="P-DAL", plan_id=plan.pk, place=Place("TX", "75201", "48113"))
    issue(brand, number="P-TX", plan_id=plan.pk, place=Place("TX", "78701", "48453"))
    issue(brand, number="P-OH", plan_id=plan.pk, place=Place("OH", "43004", "39049"))
    rows = [Follows(plan.pk, None, state="TX"), Follows(plan.pk, other_plan.pk, state="TX", county_fips="48113")]
    items = write(agreed_run(plan, *rows, robin=robin, kit=kit), clock)
    outcomes = {number: item.outcome for number, item in items.items()}
    assert outcomes == {"P-DAL": "successor", "P-TX": "ends", "P-OH": "same_plan"}


def test_the_row_for_some_ages_decides_before_the_one_for_all(brand, plan, other_plan, robin, kit, clock):
    """The subscriber's age on the first day of the new year counts."""
    for number, born in (("P-64", date(1962, 1, 2)), ("P-65", date(1962, 1, 1)), ("P-70", date(1957, 1, 1))):
        issue(brand, number=number, plan_id=plan.pk, born=born)
    rows = [Follows(plan.pk, other_plan.pk, ages=(65, 69)), Follows(plan.pk, None, ages=(70, 120))]
    items = write(agreed_run(plan, *rows, robin=robin, kit=kit), clock)
    outcomes = {number: (item.outcome, item.after and str(item.after)) for number, item in items.items()}
    assert outcomes == {"P-64": ("same_plan", "38.00"), "P-65": ("successor", "20.00"), "P-70": ("ends", None)}


def test_the_row_of_a_place_decides_before_that_of_an_age_elsewhere(brand, plan, other_plan):
    born = date(1957, 1, 1)
    for number, place in (("P-TX", Place("TX", "75201")), ("P-OH", Place("OH", "43004"))):
        issue(brand, number=number, plan_id=plan.pk, born=born, place=place)
    rows = [Follows(plan.pk, plan.pk, state="TX"), Follows(plan.pk, other_plan.pk, ages=(65, 120))]
    items = preview(make_run(plan, *rows))
    assert {number: str(item.after) for number, item in items.items()} == {"P-TX": "38.00", "P-OH": "20.00"}


def test_an_age_without_a_row_is_set_aside(brand, plan, other_plan, policy):
    run = make_run(plan)
    runs.set_crosswalk(run_id=run.pk, rows=[Follows(plan.pk, other_plan.pk, ages=(65, 120))])
    assert preview(run)["P-1"].problem == "no_row"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            [{"ages": (60, 64)}, {"ages": (64, 120)}],
            "Two rows of Halden Dental PPO 1500 overlap: 60 to 64 and 64 and over.",
        ),
        (
            [{"state": "TX", "ages": (0, 18)}, {"state": "TX", "ages": (18, 18)}],
            "Two rows of Halden Dental PPO 1500 in TX overlap: up to 18 and 18.",
        ),
        ([{}, {}], "There are two rows of Halden Dental PPO 1500 for all ages."),
        ([{"ages": (70, 65)}], "Ages run from 0 to 120, the younger one first."),
        ([{"ages": (65, 121)}], "Ages run from 0 to 120, the younger one first."),
    ],
)
def test_ages_that_cant_be_are_refused_in_words(plan, rows, words):
    run = make_run(plan)
    with pytest.raises(FieldErrors) as refused:
        runs.set_crosswalk(run_id=run.pk, rows=[Follows(plan.pk, None, **row) for row in rows])
    assert [str(error.error_message) for error in refused.value.errors] == [words]
    assert [(row.age_from, row.age_to, row.follows_id) for row in run.crosswalk.all()] == [(0, 120, plan.pk)]


def reasons_of(run, number="P-1"):
    item = run.items.select_related("policy", "change").get(policy__number=number)
    reasons = explain_items([item])[item.pk]
    assert sum(reason.more for reason in reasons) == item.difference
    return [(str(reason.kind), str(reason.more)) for reason in reasons]


@pytest.fixture
def by_age(db):
    """2026: up to 49 40.00, up to 64 50.00, then 60.00. 2027: 41.00, 52.00 and 63.00."""
    plan = make_plan("ByAge Dental")
    for since, rates in ((FIRST_DAY, ("40.00", "50.00", "60.00")), (NEW_YEAR, ("41.00", "52.00", "63.00"))):
        bands = [(low, high, rate) for (low, high), rate in zip(((0, 49), (50, 64), (65, 120)), rates, strict=True)]
        rate_by_age(plan, bands, since=since)
    return plan


@pytest.mark.parametrize(
    ("born", "before", "reasons"),
    [
        (date(1961, 6, 1), "50.00", [("turned_65", "11.00"), ("rates", "2.00")]),
        (date(1976, 6, 1), "40.00", [("band", "11.00"), ("rates", "1.00")]),
        (date(1989, 4, 17), "40.00", [("rates", "1.00")]),
    ],
)
def test_the_reasons_tell_an_age_from_the_new_rates(brand, by_age, robin, kit, clock, born, before, reasons):
    issue(brand, number="P-1", plan_id=by_age.pk, born=born, premium=before)
    run = agreed_run(by_age, robin=robin, kit=kit)
    assert reasons_of(run) == reasons
    write(run, clock)
    assert reasons_of(run) == reasons


def test_the_reasons_name_a_family_that_changes_with_the_year(brand, plan, robin, kit, clock):
    maria = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, email="m@demo.test"
    )
    leo = add_relative_once(maria.pk, new_uuid(), relationship="child", last_name="Santos", birth_date=date(2015, 5, 5))
    child = Covered(str(leo.pk), Role.CHILD, leo.birth_date, FIRST_DAY)
    policy = issue(brand, child, number="P-1", plan_id=plan.pk, tier="IC", premium="69.95", member_id=maria.pk)
    days = {policy.pk: NEW_YEAR}
    order = Order(Kind.DROP_PERSON, Author(By.STAFF, 1), [policy.pk], days=days, key=child.key)
    engine.apply_order(order, engine.digest_of(engine.preview_order(order)))
    run = agreed_run(plan, robin=robin, kit=kit)
    item = run.items.get()
    assert (str(item.before), str(item.after)) == ("69.95", "38.00")
    assert reasons_of(run) == [("family", "-33.10"), ("rates", "1.15")]


def test_the_reasons_name_a_move_to_where_the_plan_costs_something_else(brand, robin, kit):
    plan = make_plan("By state")
    for since, texas, ohio in ((FIRST_DAY, "30.00", "34.00"), (NEW_YEAR, "31.00", "36.00")):
        rows = [cell(texas, area="TX"), cell(ohio, area="OH")]
        approve(plan, rows, method="FLAT", since=since, area_scheme="state")
    policy = issue(brand, number="P-1", plan_id=plan.pk, premium="30.00")
    days = {policy.pk: NEW_YEAR}
    order = Order(Kind.PLACE, Author(By.STAFF, 1), [policy.pk], days=days, place=Place("OH", "43004"))
    engine.apply_order(order, engine.digest_of(engine.preview_order(order)))
    run = agreed_run(plan, robin=robin, kit=kit)
    assert reasons_of(run) == [("moved", "4.00"), ("rates", "2.00")]


def has_both(brand, plan, other_plan):
    """A member with the plan and, in a second policy, the plan that follows it."""
    maria = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, email="m@demo.test"
    )
    issue(brand, number="P-1", plan_id=plan.pk, member_id=maria.pk)
    return issue(brand, number="P-2", plan_id=other_plan.pk, member_id=maria.pk, premium="20.00")


def test_nobody_gets_a_plan_by_renewal_that_another_policy_has(brand, plan, other_plan, robin, kit, clock):
    other = has_both(brand, plan, other_plan)
    run = make_run(plan, Follows(plan.pk, other_plan.pk), by=robin)
    item = preview(run)["P-1"]
    assert (item.state, item.problem, item.plan_id, item.after) == ("aside", "has_plan", other_plan.pk, None)
    end = Order(Kind.END, Author(By.STAFF, 1), [other.pk], last_day=date(2026, 12, 31))
    engine.apply_order(end, engine.digest_of(engine.preview_order(end)))
    runs.give_up_run(run_id=run.pk)
    run = agreed_run(plan, Follows(plan.pk, other_plan.pk), robin=robin, kit=kit)
    items = write(run, clock)
    assert (items["P-1"].state, items["P-1"].outcome) == ("written", "successor")
    assert in_force(Policy.objects.get(number="P-1"), NEW_YEAR) == (other_plan.pk, "20.00")


def test_a_plan_that_another_policy_got_since_the_preview_is_seen_when_it_is_written(
    brand, plan, other_plan, robin, kit, clock
):
    third = dental("Coral Dental")
    rate_by_tier(third, {"IO": "15.00"}, since=FIRST_DAY)
    has_both(brand, plan, other_plan)
    run = agreed_run(plan, Follows(plan.pk, third.pk, others=(other_plan.pk,)), robin=robin, kit=kit)
    assert [(choice.plan.id, choice.problem) for choice in choices.load_offer(run.items.get()).others] == [
        (other_plan.pk, "has_plan")
    ]
    order = Order(Kind.PLAN, Author(By.STAFF, 1), [Policy.objects.get(number="P-2").pk])
    order = replace(order, plans={order.policies[0]: third.pk})
    engine.apply_order(order, engine.digest_of(engine.preview_order(order)))
    item = write(run, clock)["P-1"]
    assert (item.state, item.problem) == ("aside", "has_plan")
    assert in_force(Policy.objects.get(number="P-1"), NEW_YEAR) == (plan.pk, "36.85")


def test_two_plans_with_one_successor_give_a_member_one_of_it(brand, plan, other_plan, robin, kit, clock):
    third = dental("Coral Dental")
    rate_by_tier(third, {"IO": "15.00"}, since=FIRST_DAY)
    has_both(brand, plan, other_plan)
    rows = (Follows(plan.pk, third.pk), Follows(other_plan.pk, third.pk))
    new = NewRun(NEW_YEAR, date(2026, 12, 15), date(2026, 12, 28), (plan.pk, other_plan.pk), rows=rows)
    run = runs.create_run(new, by=robin)
    assert sorted(item.problem for item in preview(run).values()) == ["", "has_plan"]
    runs.agree_run(run_id=run.pk, by=kit)
    items = write(run, clock)
    assert sorted(item.state for item in items.values()) == ["aside", "written"]
    was = {"P-1": (plan.pk, "36.85"), "P-2": (other_plan.pk, "20.00")}
    for number, item in items.items():
        expected = (third.pk, "15.00") if item.state == "written" else was[number]
        assert in_force(item.policy, NEW_YEAR) == expected


def test_the_reasons_name_the_plan_that_follows_and_the_one_that_was_chosen(
    plan, other_plan, policy, robin, kit, clock
):
    run = agreed_run(plan, Follows(plan.pk, plan.pk, others=(other_plan.pk,)), robin=robin, kit=kit)
    assert reasons_of(run) == [("rates", "1.15")]
    choose(run.items.get(), "change", other_plan.pk)
    write(run, clock)
    assert reasons_of(run) == [("choice", "-16.85")]


def test_without_a_plan_that_follows_a_policy_ends_with_the_year(plan, policy, robin, kit, clock):
    run = agreed_run(plan, Follows(plan.pk, None), robin=robin, kit=kit)
    write(run, clock)
    policy.refresh_from_db()
    assert policy.end_date == date(2026, 12, 31)
    assert Change.objects.get(kind="end").reason.key == "plan-ended"


def test_a_price_that_stays_is_counted_on_its_own(brand, db, robin, kit):
    plan = dental()
    issue(brand, number="P-1", plan_id=plan.pk)
    assert preview(make_run(plan))["P-1"].outcome == "price_stays"


def test_a_successor_that_isnt_sold_where_they_live_sets_the_policy_aside(plan, other_plan, policy):
    PlanServiceArea.objects.create(plan=other_plan, state="OH")
    item = preview(make_run(plan, Follows(plan.pk, other_plan.pk)))["P-1"]
    assert (item.outcome, item.state, item.problem) == ("aside", "aside", "place")


def test_a_policy_without_a_price_on_record_is_set_aside(brand, plan):
    issue(brand, number="P-1", plan_id=plan.pk, tier="", premium=None)
    assert preview(make_run(plan))["P-1"].problem == "unpriced"


def test_a_policy_that_the_insurer_has_yet_to_decide_on_is_set_aside(brand, plan):
    issue(brand, number="P-1", plan_id=plan.pk, awaits_decision=True)
    assert preview(make_run(plan))["P-1"].problem == "undecided"


def test_only_policies_in_force_up_to_the_new_year_are_in_a_run(brand, plan, policy):
    issue(brand, number="P-OVER", plan_id=plan.pk, ends_on=date(2026, 11, 30))
    issue(brand, number="P-NEXT", plan_id=plan.pk, first=NEW_YEAR)
    assert list(preview(make_run(plan))) == ["P-1"]


def test_a_run_of_anniversaries_leaves_the_others_alone(brand, plan, policy):
    issue(brand, number="P-MAR", plan_id=plan.pk, first=date(2026, 3, 1))
    assert list(preview(make_run(plan, anniversaries=True))) == ["P-1"]


def test_somebody_who_moved_after_the_preview_is_set_aside_and_renewed_once_somebody_agrees(
    plan, policy, robin, kit, clock
):
    run = agreed_run(plan, robin=robin, kit=kit)
    clock.move_to("2026-11-10T15:00:00Z")
    order = Order(Kind.PLACE, Author(By.STAFF, 1), [policy.pk], place=Place("OH", "43004"))
    engine.apply_order(order, engine.digest_of(engine.preview_order(order)))
    item = write(run, clock)["P-1"]
    assert (run.state, item.state, item.problem) == ("done", "aside", "moved")
    assert Change.objects.filter(kind="renewal").count() == 0
    with pytest.raises(BusinessError):
        runs.take_back_aside(run_id=run.pk, item_ids=[item.pk], by=robin)
    assert runs.take_back_aside(run_id=run.pk, item_ids=[item.pk], by=kit) == 1
    run_pending()
    run.refresh_from_db()
    item.refresh_from_db()
    assert (run.state, item.state, str(item.after)) == ("done", "written", "38.00")
    assert in_force(policy, NEW_YEAR) == (plan.pk, "38.00")


def test_a_price_that_is_another_one_than_previewed_is_set_aside(brand, robin, kit, clock):
    plan = dental()
    issue(brand, number="P-1", plan_id=plan.pk)
    run = agreed_run(plan, robin=robin, kit=kit)
    rate_by_tier(plan, {**RATES_2027, "IO": "39.00"}, since=NEW_YEAR)
    assert write(run, clock)["P-1"].problem == "price"


def test_a_policy_that_came_after_the_preview_is_set_aside_as_late(brand, plan, policy, robin, kit, clock):
    run = agreed_run(plan, robin=robin, kit=kit)
    issue(brand, number="P-LATE", plan_id=plan.pk, first=date(2026, 12, 1))
    items = write(run, clock)
    assert {number: (item.state, item.problem) for number, item in items.items()} == {
        "P-1": ("written", ""),
        "P-LATE": ("aside", "late"),
    }


def test_a_policy_that_ended_meanwhile_is_not_needed_any_more(plan, policy, robin, kit, clock):
    run = agreed_run(plan, robin=robin, kit=kit)
    order = Order(Kind.END, Author(By.STAFF, 1), [policy.pk], last_day=date(2026, 11, 30))
    engine.apply_order(order, engine.digest_of(engine.preview_order(order)))
    assert write(run, clock)["P-1"].state == "over"


def test_a_stopped_run_writes_nothing_until_it_goes_on(plan, policy, robin, kit, clock):
    run = agreed_run(plan, robin=robin, kit=kit)
    runs.stop_run(run_id=run.pk)
    assert write(run, clock)["P-1"].state == "waiting"
    assert runs.go_on(run_id=run.pk).state == "writing"
    run_pending()
    run.refresh_from_db()
    assert run.state == "done"
    assert in_force(policy, NEW_YEAR) == (plan.pk, "38.00")


def test_a_run_that_was_given_up_leaves_its_policies_to_another_one(plan, policy, robin, kit, clock):
    run = agreed_run(plan, robin=robin, kit=kit)
    runs.give_up_run(run_id=run.pk)
    assert list(preview(make_run(plan))) == ["P-1"]
    with pytest.raises(Conflict):
        runs.agree_run(run_id=run.pk, by=kit)


def test_a_run_of_which_something_is_written_cant_be_given_up(plan, policy, robin, kit, clock):
    run = agreed_run(plan, robin=robin, kit=kit)
    write(run, clock)
    with pytest.raises(Conflict):
        runs.give_up_run(run_id=run.pk)


@pytest.mark.parametrize(
    ("answer_by", "write_on", "field"),
    [
        (date(2026, 10, 13), date(2026, 12, 28), "answer_by"),
        (date(2026, 12, 28), date(2026, 12, 28), "answer_by"),
        (date(2026, 12, 15), date(2027, 1, 2), "write_on"),
    ],
)
def test_days_of_a_run_that_cant_be_are_refused(plan, answer_by, write_on, field):
    with pytest.raises(FieldErrors) as refused:
        runs.create_run(NewRun(NEW_YEAR, answer_by, write_on, (plan.pk,)), by=None)
    assert [error.target_element for error in refused.value.errors] == [field]


def choose(item, choice, plan_id=None):
    return choices.choose(item.pk, choice, plan_id, SYSTEM)


def test_a_member_who_chooses_another_plan_gets_it_at_the_price_that_was_offered(
    plan, other_plan, policy, robin, kit, clock
):
    run = agreed_run(plan, Follows(plan.pk, plan.pk, others=(other_plan.pk,)), robin=robin, kit=kit)
    item = run.items.get()
    offer = choices.load_offer(item)
    assert (str(offer.before), str(offer.keep.monthly)) == ("36.85", "38.00")
    assert [(other.plan.name, str(other.monthly)) for other in offer.others] == [("Brightwater Dental", "20.00")]
    choose(item, "change", other_plan.pk)
    write(run, clock)
    assert in_force(policy, NEW_YEAR) == (other_plan.pk, "20.00")


def test_a_member_who_declines_is_covered_until_the_end_of_the_year(plan, policy, robin, kit, clock):
    run = agreed_run(plan, robin=robin, kit=kit)
    choose(run.items.get(), "decline")
    item = write(run, clock)["P-1"]
    policy.refresh_from_db()
    assert (item.state, item.outcome, policy.end_date) == ("written", "ends", date(2026, 12, 31))
    assert Change.objects.get(kind="end").reason.key == "own-choice"


def test_a_later_answer_takes_the_place_of_an_earlier_one(plan, policy, robin, kit, clock):
    run = agreed_run(plan, robin=robin, kit=kit)
    choose(run.items.get(), "decline")
    choose(run.items.get(), "keep")
    write(run, clock)
    assert in_force(policy, NEW_YEAR) == (plan.pk, "38.00")


def test_an_answer_is_taken_until_its_last_day(plan, policy, robin, kit, clock):
    item = agreed_run(plan, robin=robin, kit=kit).items.get()
    clock.move_to("2026-12-15T15:00:00Z")
    assert choose(item, "keep").choice == "keep"
    clock.move_to("2026-12-16T15:00:00Z")
    with pytest.raises(BusinessError) as refused:
        choose(item, "decline")
    assert refused.value.error_code == "choiceClosed"


def test_a_plan_that_isnt_offered_cant_be_chosen(plan, other_plan, policy, robin, kit):
    item = agreed_run(plan, robin=robin, kit=kit).items.get()
    with pytest.raises(FieldErrors):
        choose(item, "change", other_plan.pk)
    assert RenewalItem.objects.get().choice == ""


def test_a_plan_without_a_successor_cant_be_kept(plan, other_plan, policy, robin, kit):
    run = agreed_run(plan, Follows(plan.pk, None, others=(other_plan.pk,)), robin=robin, kit=kit)
    offer = choices.load_offer(run.items.get())
    assert offer.keep is None
    with pytest.raises(FieldErrors):
        choose(run.items.get(), "keep")
    assert choose(run.items.get(), "change", other_plan.pk).chosen_plan_id == other_plan.pk


def test_a_run_of_one_brand_leaves_the_other_brands_alone(plan, policy, other_brand):
    issue(other_brand, number="P-J", plan_id=plan.pk)
    assert list(preview(make_run(plan, brand_id=other_brand.pk))) == ["P-J"]


def test_many_policies_are_previewed_and_written_batch_by_batch(brand, plan, robin, kit, clock, monkeypatch):
    monkeypatch.setattr(working, "BATCH", 3)
    for number in range(8):
        issue(brand, number=f"P-{number}", plan_id=plan.pk)
    run = agreed_run(plan, robin=robin, kit=kit)
    write(run, clock)
    assert Policy.objects.filter(changes__kind="renewal").count() == 8
    assert run.items.filter(state="written", after=Decimal("38.00")).count() == 8


@pytest.fixture
def brightwater(db):
    """A plan of another insurer that costs 20.00 and 40.00 in any year."""
    plan = dental("Brightwater Dental", carrier=make_carrier("brightwater", name="Brightwater"))
    rate_by_tier(plan, {"IO": "20.00", "IS": "40.00"}, since=NEW_YEAR)
    return plan


@pytest.mark.both_databases
@pytest.mark.parametrize("by", ["crosswalk", "choice"])
def test_a_year_with_another_insurer_is_a_new_policy_once(plan, brightwater, policy, maria, robin, kit, clock, by):
    Policy.objects.filter(pk=policy.pk).update(member=maria)
    row = Follows(plan.pk, brightwater.pk) if by == "crosswalk" else Follows(plan.pk, plan.pk, others=(brightwater.pk,))
    run = agreed_run(plan, row, robin=robin, kit=kit)
    if by == "choice":
        choices.choose(run.items.get().pk, "change", brightwater.pk, SYSTEM)
    items = write(run, clock)
    shown = (items["P-1"].state, items["P-1"].outcome, str(items["P-1"].before), str(items["P-1"].after))
    assert shown == ("written", "successor", "36.85", "20.00")
    assert Policy.objects.get(number="P-1").end_date == date(2026, 12, 31)
    following = Policy.objects.get(number="P-1-S")
    assert (following.predecessor, following.member, following.effective_date) == (policy, maria, NEW_YEAR)
    assert in_force(following, NEW_YEAR) == (brightwater.pk, "20.00")
    assert items["P-1"].change.policy == following
    moved = Change.objects.filter(effective__gte=date(2026, 12, 31)).order_by("policy__number")
    assert [(change.kind, find_code(change)) for change in moved] == [("end", "22"), ("issue", "22")]
    (letter,) = Letter.objects.exclude(kind__in=["renewal_offer", "discontinued"])
    assert (letter.kind, letter.policies) == ("change", ["P-1-S"])
    RenewalRun.objects.filter(pk=run.pk).update(state="writing")
    working.work_on(run.pk)
    assert {item.state for item in run.items.all()} == {"written"}
    assert Policy.objects.count() == 2


def test_a_renewal_with_another_insurer_that_is_undone_leaves_the_old_policy(
    plan, brightwater, policy, maria, robin, kit, clock
):
    Policy.objects.filter(pk=policy.pk).update(member=maria)
    write(agreed_run(plan, Follows(plan.pk, brightwater.pk), robin=robin, kit=kit), clock)
    following = Policy.objects.get(number="P-1-S")
    withdraw_order(following.changes.get().order, Author(By.STAFF, kit.pk), maria.pk)
    assert in_force(policy, NEW_YEAR) == (plan.pk, "36.85")
    following.refresh_from_db()
    assert following.state == "cancelled"
