"""Tobacco use, gender, income and hours change with a preview, and prices follow from the day of the event's rule."""

from datetime import date
from decimal import Decimal

import pytest
import time_machine

from planfront.catalog.tests.factories import make_plan
from planfront.coverage.models import Change, CoverageEvent, Version
from planfront.coverage.tests.policies import send
from planfront.kernel.jobs.tasks import run_pending
from planfront.letters.models import Letter
from planfront.members.models import Member, PersonVersion, RosterState
from planfront.members.person_history import facts_of
from planfront.members.roster.services import (
    map_roster,
    start_applying_roster,
    start_undoing_roster,
    upload_roster,
)
from planfront.rating.engine import cell
from planfront.shopping.tests.factories import approve

TOBACCO = {"kind": "facts", "event": "tobacco", "happened_on": "03/10/2027", "tobacco": "yes"}
WORK = {"kind": "facts", "event": "work", "happened_on": "03/10/2027"}


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


def life_by_tobacco():
    """20.00 a month, 30.00 with tobacco."""
    plan = make_plan("Halden Life 20", category="term_life")
    approve(plan, [cell("20.00", tobacco=False), cell("30.00", tobacco=True)], method="FLAT")
    return plan


def disability_by_income():
    """A thousandth of a week's income a month."""
    plan = make_plan("Halden Income 60", category="di")
    unit = {"unit_base": "WEEKLY_BENEFIT", "unit_size": Decimal(10), "benefit_pct": Decimal(60)}
    approve(plan, [cell("0.50")], method="UNIT", **unit)
    return plan


@pytest.fixture
def life(world, owen):
    return world.policy(
        owen,
        "L-1",
        plan=life_by_tobacco(),
        name="Life",
        category="term_life",
        premium="20.00",
        inputs={"tobacco": False},
        agent_id=owen.agent_id,
    )


@pytest.mark.parametrize("who", ["owen", "rep1", "staff"])
def test_tobacco_reprices_the_policies_that_hang_on_it_and_stands_on_record(sign_in, owen, life, who):
    order = TOBACCO if who == "owen" else {**TOBACCO, "member_id": owen.pk}
    shown, done = send(sign_in(f"{who}@demo.test"), order)
    rows = {row["policy_number"]: row for row in shown["rows"]}
    assert [rows["L-1"][name] for name in ("possible", "effective", "before", "after", "difference")] == [
        True,
        "04/01/2027",
        "20.00",
        "30.00",
        "+10.00",
    ]
    assert (rows["P-1"]["possible"], rows["P-1"]["problem"]) == (False, "Nothing would change.")
    assert (shown["before"], shown["after"], shown["difference"]) == ("20.00", "30.00", "+10.00")
    change = Change.objects.get(kind="facts")
    assert (change.policy.number, change.effective, change.facts) == (
        "L-1",
        date(2027, 4, 1),
        {"inputs": {"tobacco": True}},
    )
    version = Version.objects.get(change=change)
    assert (version.premium, version.inputs) == (Decimal("30.00"), {"tobacco": True})
    owen.refresh_from_db()
    assert owen.is_smoker is True
    assert [facts_of(owen, date(2027, 3, day))["is_smoker"] for day in (9, 10)] == [None, True]
    row = PersonVersion.objects.get(member=owen, kind="change")
    assert (row.effective, row.cause, str(row.order)) == (date(2027, 3, 10), "tobacco", done["order_id"])
    assert [event.kind for event in CoverageEvent.objects.filter(order=change.order).order_by("pk")] == [
        "facts",
        "person",
    ]


def test_what_no_price_hangs_on_is_recorded_alone(sign_in, owen):
    shown, done = send(sign_in("owen@demo.test"), TOBACCO)
    assert (shown["possible"], shown["person_alone"], shown["asks"]) == (True, True, False)
    assert not Change.objects.filter(kind="facts").exists()
    owen.refresh_from_db()
    assert owen.is_smoker is True
    client = sign_in("owen@demo.test")
    assert client.post("withdraw-change", {"order_id": done["order_id"]}).status_code == 200
    owen.refresh_from_db()
    assert owen.is_smoker is None


def test_a_change_of_tobacco_is_taken_back_with_its_price(sign_in, owen, life):
    client = sign_in("owen@demo.test")
    _shown, done = send(client, TOBACCO)
    assert client.post("withdraw-change", {"order_id": done["order_id"]}).status_code == 200
    owen.refresh_from_db()
    assert owen.is_smoker is None
    assert [version.premium for version in life.versions.order_by("pk")] == [
        Decimal("20.00"),
        Decimal("30.00"),
        Decimal("20.00"),
    ]


@pytest.mark.parametrize("who", ["rep1", "group", "staff"])
def test_income_reprices_by_the_rates_of_the_policy(sign_in, world, owen, who):
    """60 % of 52,000.00 a year are 600.00 a week: 60 units of 0.50; of 41,600.00 they are 480.00: 48 units."""
    world.policy(
        owen,
        "D-1",
        plan=disability_by_income(),
        name="Income",
        category="di",
        premium="30.00",
        inputs={"income": "52000.00"},
        agent_id=owen.agent_id,
    )
    order = {**WORK, "member_id": owen.pk, "annual_salary": "$41,600", "weekly_hours": "32"}
    shown, _done = send(sign_in(f"{who}@demo.test"), order)
    rows = {row["policy_number"]: row for row in shown["rows"]}
    assert (rows["D-1"]["before"], rows["D-1"]["after"], rows["D-1"]["difference"]) == ("30.00", "24.00", "-6.00")
    owen.refresh_from_db()
    assert (owen.annual_salary, owen.weekly_hours) == (Decimal("41600.00"), Decimal(32))
    assert Change.objects.get(kind="facts").facts == {"inputs": {"income": "41600.00"}}


def test_members_report_neither_income_nor_hours_and_groups_no_tobacco(sign_in, owen, life):
    for email, order in (
        ("owen@demo.test", {**WORK, "weekly_hours": "32"}),
        ("group@demo.test", {**TOBACCO, "member_id": owen.pk}),
        ("owen@demo.test", {**TOBACCO, "weekly_hours": "32"}),
    ):
        answer = sign_in(email).post("preview-change", order)
        assert (answer.status_code, answer.json()["errorCode"]) == (200, "changeRefused")
    assert not PersonVersion.objects.exists()


def test_hours_below_what_a_plan_takes_are_said_before_they_are_written(sign_in, world, owen):
    plan = make_plan("Halden Vision", category="vision", rule={"min_hours": 30})
    approve(plan, [cell("9.95")], method="FLAT")
    more = {"name": "Vision", "category": "vision", "premium": "9.95", "inputs": {"hours": 40}}
    world.policy(owen, "V-1", plan=plan, agent_id=owen.agent_id, **more)
    client = sign_in("rep1@demo.test")
    order = {**WORK, "member_id": owen.pk, "weekly_hours": "28"}
    lost = (
        "Vision: This plan requires more working hours than we have on record. Call us, and we'll review it. "
        "It goes on until it is ended."
    )
    assert client.post("preview-change", order).json()["data"]["consequences"] == [lost]
    enough = client.post("preview-change", {**order, "weekly_hours": "30"}).json()["data"]
    assert enough["consequences"] == []


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"tobacco": ""}, "tobacco", "Field is required"),
        ({"tobacco": "", "weekly_hours": "many"}, "weekly_hours", "Enter a number."),
        ({"tobacco": "", "weekly_hours": "101"}, "weekly_hours", "Enter at most 100."),
        ({"tobacco": "", "annual_salary": "1000000000"}, "annual_salary", "Enter at most 99,999,999."),
        ({"tobacco": "", "gender": 1}, "gender", "This is on record already."),
    ],
)
def test_facts_are_read_or_refused_at_their_field(sign_in, owen, typed, field, words):
    answer = sign_in("owen@demo.test").post("preview-change", {**TOBACCO, **typed})
    assert answer.status_code == 422
    assert (field in str(answer.json()), words in str(answer.json())) == (True, True)


def test_another_plan_is_priced_with_what_changed_since_it_was_sold(sign_in, world, owen):
    """Dental was sold to somebody without tobacco, on which its price didn't hang."""
    world.policy(owen, "D-2", plan=world.another_plan(), name="Dental 2", inputs={"tobacco": False})
    send(sign_in("owen@demo.test"), TOBACCO)
    plan = make_plan("Tobacco Dental")
    approve(plan, [cell("20.00", tobacco=False), cell("30.00", tobacco=True)], method="FLAT")
    moved = {"member_id": owen.pk, "kind": "plan", "plans": {"D-2": plan.pk}, "event": "", "happened_on": ""}
    shown = sign_in("staff@demo.test").post("preview-change", moved).json()["data"]
    assert shown["rows"][0]["after"] == "30.00"


def test_a_birth_reported_later_from_an_earlier_day_keeps_the_price_with_tobacco(sign_in, owen, life):
    client = sign_in("owen@demo.test")
    send(client, TOBACCO)
    child = {"first_name": "Ash", "last_name": "Hale", "birth_date": "03/02/2027", "role": "child"}
    send(client, {"kind": "add_person", "event": "birth", "happened_on": "03/02/2027", "person": child})
    prices = {row.effective: (str(row.premium), row.tier) for row in life.versions.order_by("pk")}
    assert prices[date(2027, 3, 2)] == ("20.00", "IC")
    assert prices[date(2027, 4, 1)] == ("30.00", "IC")


# --- a roster, which states the same facts of many ---


@pytest.fixture
def income(world, owen):
    return world.policy(
        owen,
        "D-1",
        plan=disability_by_income(),
        name="Income",
        category="di",
        premium="30.00",
        inputs={"income": "52000.00"},
        agent_id=owen.agent_id,
    )


@pytest.fixture
def roster_of(brand, world, owen):
    """A roster of Owen alone, checked."""
    owen.employee_number = "7"
    owen.save()

    def roster_of(salary, hours="40"):
        text = f"Emp #,Last,First,DOB,Sex,Salary,Hours\n7,Hale,Owen,04/17/1989,F,{salary},{hours}\n"
        roster = upload_roster(
            brand_id=brand.pk, group_id=world.group.pk, file_name="pay.csv", blocks=[text.encode()], by=None
        )
        map_roster(roster_id=roster.pk, mapping=roster.mapping)
        return worked(roster)

    return roster_of


def worked(roster):
    run_pending()
    roster.refresh_from_db()
    return roster


def start(step, roster):
    step(roster_id=roster.pk)
    return worked(roster)


def prices(policy):
    return [(row.effective, row.premium) for row in policy.versions.order_by("recorded", "effective")]


@pytest.mark.both_databases
def test_income_of_a_roster_is_previewed_reprices_the_policy_and_is_undone_with_it(owen, income, roster_of):
    roster = roster_of("41600")
    said = "Income (D-1): $24.00 a month from 04/01/2027, instead of $30.00."
    assert [(row.field, row.message, row.fatal) for row in roster.issues.filter(code="priced")] == [
        ("annual_salary", said, False)
    ]
    assert not Change.objects.filter(kind="facts").exists()
    start(start_applying_roster, roster)
    owen.refresh_from_db()
    assert (roster.state, owen.annual_salary) == (RosterState.APPLIED, Decimal("41600.00"))
    change = Change.objects.get(kind="facts")
    assert (change.order, change.by, change.facts) == (roster.pk, "staff", {"inputs": {"income": "41600.00"}})
    row = PersonVersion.objects.get(member=owen, kind="change")
    assert (row.order, row.cause, row.effective) == (roster.pk, "roster", date(2027, 3, 17))
    assert Letter.objects.get().policies == ["D-1"]
    assert prices(income) == [(date(2026, 1, 1), Decimal("30.00")), (date(2027, 4, 1), Decimal("24.00"))]
    start(start_undoing_roster, roster)
    owen.refresh_from_db()
    assert (roster.state, owen.annual_salary) == (RosterState.UNDONE, None)
    assert prices(income)[-1] == (date(2027, 4, 1), Decimal("30.00"))


def test_a_roster_row_whose_price_could_not_follow_is_held_with_the_reason(world, owen, roster_of):
    more = {"name": "Income", "category": "di", "premium": "30.00", "inputs": {"income": "52000.00"}}
    world.policy(owen, "D-1", plan=disability_by_income(), awaits_decision=True, **more)
    roster = roster_of("41600")
    said = "Income (D-1): The insurer has yet to decide on this plan. Change it on the policy's page."
    assert [(row.message, row.fatal) for row in roster.issues.filter(code="priced")] == [(said, True)]
    assert (roster.outcomes, roster.changes.count()) == ({"2": "held"}, 0)


def test_a_roster_is_not_applied_where_the_price_became_another_one_meanwhile(sign_in, owen, income, roster_of):
    roster = roster_of("41600")
    send(sign_in("staff@demo.test"), {**WORK, "member_id": owen.pk, "annual_salary": "78000"})
    Member.objects.update(annual_salary=None)  # the record alone is as it was
    start(start_applying_roster, roster)
    assert roster.problem == "People in this roster have changed since it was checked. Check it again."
    assert Change.objects.filter(order=roster.pk).count() == 0


def test_income_that_no_price_hangs_on_is_written_alone(owen, roster_of):
    roster = start(start_applying_roster, roster_of("41600"))
    owen.refresh_from_db()
    assert (roster.state, owen.annual_salary) == (RosterState.APPLIED, Decimal("41600.00"))
    assert not Change.objects.filter(kind="facts").exists()
    assert not roster.issues.filter(code="priced").exists()
