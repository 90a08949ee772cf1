"""A plan of an association never goes on without its membership: the same answer at every door.

Maria has the plan P-1, which needs the membership M-1; both began on 01/01/2026. Today is 10/14/2026.
"""

from datetime import date

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.audit.services import Origin
from planfront.catalog.models import Plan
from planfront.coverage import engine, people, withdrawals
from planfront.coverage.authors import Author, By
from planfront.coverage.deaths import Death, Family, preview_death
from planfront.coverage.models import Policy, RenewalItem
from planfront.coverage.order_kinds import Order
from planfront.coverage.overlaps import PlanDays
from planfront.coverage.renewal import choices, runs, working
from planfront.coverage.renewal.runs import Follows, NewRun
from planfront.coverage.selectors import reason_of
from planfront.coverage.tests.policies import issue
from planfront.coverage.tests.test_renewal import agreed_run, in_force, make_run, preview, write
from planfront.coverage.timeline import SELF, Covered, Kind, Role
from planfront.kernel.errors import FieldErrors
from planfront.kernel.security.ids import new_uuid
from planfront.shopping.tests.factories import dental, rate_by_tier

RATES = {"IO": "36.85", "IS": "71.75", "IC": "69.95", "IF": "104.85"}
NEEDS = "needs_membership"
WITHOUT = "without_membership"
END_OF_YEAR = date(2026, 12, 31)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2026-10-14T15:00:00Z", tick=True) as traveller:
        yield traveller


@pytest.fixture
def plan(db):
    plan = dental("Term Life")
    rate_by_tier(plan, RATES, since=date(2027, 1, 1))
    Plan.objects.filter(pk=plan.pk).update(is_premier=True)
    return plan


@pytest.fixture
def club(db):
    club = dental("Club")
    rate_by_tier(club, RATES, since=date(2027, 1, 1))
    Plan.objects.filter(pk=club.pk).update(is_membership=True)
    return club


@pytest.fixture
def policies(maria, plan, club):
    return {
        "P-1": issue(maria.brand, number="P-1", name="Term Life", plan_id=plan.pk, member_id=maria.pk),
        "M-1": issue(maria.brand, number="M-1", name="Club", plan_id=club.pk, member_id=maria.pk),
    }


@pytest.fixture
def staff(db):
    return [
        User.objects.create_user(f"{name}@demo.test", "planfront-demo", role="staff", is_staff=True)
        for name in ("robin", "kit")
    ]


def order(policies, *numbers, kind=Kind.END, by=By.STAFF, day=END_OF_YEAR):
    keys = {Kind.CANCEL: ("never-paid", "cancel"), Kind.REINSTATE: ("paid-up", "reinstate")}
    reason = reason_of(*keys[kind]) if kind in keys else None
    chosen = [policies[number].pk for number in numbers]
    return Order(kind, Author(by), chosen, reason=reason, last_day=day if kind is Kind.END else None)


def problems(outcomes):
    return {outcome.policy.number: outcome.problem for outcome in outcomes}


def make(policies, *numbers, **more):
    wanted = order(policies, *numbers, **more)
    (entry, *_others) = engine.apply_order(wanted, engine.digest_of(engine.preview_order(wanted)))
    return entry.change.order


# which are ordered together -> why each can't be, "" where it can
MATRIX = [
    (("M-1",), {"M-1": NEEDS}),
    (("P-1",), {"P-1": ""}),
    (("M-1", "P-1"), {"M-1": "", "P-1": ""}),
]


@pytest.mark.parametrize("by", [By.MEMBER, By.REP, By.GROUP, By.STAFF, By.SYSTEM])
@pytest.mark.parametrize(("numbers", "answers"), MATRIX)
def test_an_end_by_anyone(policies, by, numbers, answers):
    assert problems(engine.preview_order(order(policies, *numbers, by=by))) == answers


@pytest.mark.parametrize(("numbers", "answers"), MATRIX)
def test_a_cancellation(policies, numbers, answers):
    assert problems(engine.preview_by_two(order(policies, *numbers, kind=Kind.CANCEL))[1]) == answers


def test_an_end_of_one_of_two_memberships(maria, policies):
    other = dental("Other Club")
    Plan.objects.filter(pk=other.pk).update(is_membership=True)
    policies["M-2"] = issue(maria.brand, number="M-2", name="Other Club", plan_id=other.pk, member_id=maria.pk)
    assert problems(engine.preview_order(order(policies, "M-1"))) == {"M-1": ""}
    assert problems(engine.preview_order(order(policies, "M-1", "M-2"))) == {"M-1": NEEDS, "M-2": NEEDS}


def test_a_plan_that_ends_earlier_needs_its_membership_no_longer(policies):
    make(policies, "P-1", day=date(2026, 11, 30))
    assert problems(engine.preview_order(order(policies, "M-1", day=date(2026, 11, 29)))) == {"M-1": NEEDS}
    assert problems(engine.preview_order(order(policies, "M-1", day=date(2026, 11, 30)))) == {"M-1": ""}


def test_an_end_that_is_put_off_behind_the_membership(policies):
    make(policies, "M-1", "P-1", day=date(2026, 11, 30))
    assert problems(engine.preview_order(order(policies, "P-1"))) == {"P-1": WITHOUT}
    assert problems(engine.preview_order(order(policies, "M-1"))) == {"M-1": ""}
    assert problems(engine.preview_order(order(policies, "M-1", "P-1"))) == {"M-1": "", "P-1": ""}


def test_a_return(policies):
    make(policies, "M-1", "P-1", day=date(2026, 11, 30))
    back = {"kind": Kind.REINSTATE}
    assert problems(engine.preview_order(order(policies, "P-1", **back))) == {"P-1": WITHOUT}
    assert problems(engine.preview_order(order(policies, "M-1", **back))) == {"M-1": ""}
    assert problems(engine.preview_order(order(policies, "M-1", "P-1", **back))) == {"M-1": "", "P-1": ""}


def test_an_undo(policies):
    first, second = make(policies, "P-1"), make(policies, "M-1")
    with pytest.raises(withdrawals.CannotWithdraw) as refused:
        withdrawals.withdraw_order(first, Author(By.STAFF))
    assert refused.value.why == NEEDS
    withdrawals.withdraw_order(second, Author(By.STAFF))
    withdrawals.withdraw_order(first, Author(By.STAFF))
    assert list(Policy.objects.values_list("end_date", flat=True)) == [None, None]


def test_a_roster_ends_both(policies):
    last = dict.fromkeys([policy.pk for policy in policies.values()], END_OF_YEAR)
    people.set_last_days(last, new_uuid())
    assert set(Policy.objects.values_list("end_date", flat=True)) == {END_OF_YEAR}


@pytest.mark.parametrize(
    ("with_family", "family", "fates"),
    [
        (False, Family.ASK, {"M-1": ("ends", "10/10/2026"), "P-1": ("ends", "10/10/2026")}),
        (True, Family.ASK, {"M-1": ("waits", "10/31/2026"), "P-1": ("waits", "10/31/2026")}),
        (True, Family.END, {"M-1": ("ends_for_all", "10/31/2026"), "P-1": ("ends_for_all", "10/31/2026")}),
    ],
)
def test_a_death(maria, plan, club, with_family, family, fates):
    spouse = Covered("6f1f2f0a-0000-5000-8000-000000000002", Role.SPOUSE, date(1988, 2, 2), date(2026, 1, 1))
    daniel = maria.relatives.create(
        pk=spouse.key, kind="dependent", relationship="spouse", first_name="Daniel", birth_date=spouse.birth_date
    )
    tier, covered = ("IS", [spouse]) if with_family else ("IO", [])
    policy = issue(maria.brand, *covered, number="P-1", plan_id=plan.pk, member_id=daniel.member_id, tier=tier)
    issue(maria.brand, number="M-1", plan_id=club.pk, member_id=maria.pk)
    death = Death(maria.pk, SELF, date(2026, 10, 10), "Certificate", Author(By.STAFF), {policy.pk: family})
    outcomes = {row.policy.number: (row.fate.value, f"{row.last_day:%m/%d/%Y}") for row in preview_death(death)}
    assert outcomes == fates


def test_a_renewal_that_ends_the_membership_is_set_aside(policies, plan, club):
    items = preview(make_run(club, Follows(club.pk, None)))
    assert {number: (item.outcome, item.problem) for number, item in items.items()} == {"M-1": ("aside", NEEDS)}


@pytest.mark.parametrize("first", ["M-1", "P-1"], ids=["membership is worked out first", "plan is worked out first"])
def test_a_renewal_that_ends_both_ends_both(maria, plan, club, staff, clock, first):
    for number in sorted(["M-1", "P-1"], key=lambda number: number != first):
        key = club.pk if number == "M-1" else plan.pk
        issue(maria.brand, number=number, plan_id=key, member_id=maria.pk)
    robin, kit = staff
    run = agreed_run_of([plan, club], Follows(club.pk, None), Follows(plan.pk, None), robin=robin, kit=kit)
    items = write(run, clock)
    assert {number: item.outcome for number, item in items.items()} == {"M-1": "ends", "P-1": "ends"}
    assert set(Policy.objects.values_list("end_date", flat=True)) == {END_OF_YEAR}


@pytest.mark.parametrize("first", ["M-1", "P-1"], ids=["membership is worked out first", "plan is worked out first"])
@pytest.mark.parametrize("batch", [1, 500])
def test_a_plan_renews_beside_its_membership_that_is_set_aside(
    maria, plan, club, staff, clock, monkeypatch, first, batch
):
    """The membership was to end; it stays as the plan needs it, however many policies are worked out together."""
    monkeypatch.setattr(working, "BATCH", batch)
    for number in sorted(["M-1", "P-1"], key=lambda number: number != first):
        key = club.pk if number == "M-1" else plan.pk
        issue(maria.brand, number=number, plan_id=key, member_id=maria.pk)
    robin, kit = staff
    run = agreed_run_of([plan, club], Follows(club.pk, None), Follows(plan.pk, plan.pk), robin=robin, kit=kit)
    items = write(run, clock)
    answers = {number: (item.outcome, item.problem) for number, item in items.items()}
    assert answers == {"M-1": ("aside", NEEDS), "P-1": ("same_plan", "")}
    assert list(Policy.objects.values_list("end_date", flat=True)) == [None, None]


@pytest.mark.parametrize("batch", [1, 500])
def test_two_memberships_that_would_end_are_both_set_aside(policies, maria, plan, club, staff, monkeypatch, batch):
    monkeypatch.setattr(working, "BATCH", batch)
    other = dental("Other Club")
    Plan.objects.filter(pk=other.pk).update(is_membership=True)
    issue(maria.brand, number="M-2", name="Other Club", plan_id=other.pk, member_id=maria.pk)
    rows = [Follows(club.pk, None), Follows(other.pk, None), Follows(plan.pk, plan.pk)]
    robin, kit = staff
    items = agreed_run_of([plan, club, other], *rows, robin=robin, kit=kit).items.select_related("policy")
    problems_of_items = {item.policy.number: item.problem for item in items}
    assert problems_of_items == {"M-1": NEEDS, "M-2": NEEDS, "P-1": ""}


@pytest.mark.parametrize(("awaits", "problem"), [(True, ""), (False, NEEDS)])
def test_a_plan_that_becomes_one_of_an_association_needs_a_membership_that_stays(
    maria, plan, club, staff, monkeypatch, awaits, problem
):
    """A membership that its insurer has yet to decide on is set aside, so it doesn't end."""
    monkeypatch.setattr(working, "BATCH", 1)
    before = dental("Term Life of before")
    policy = issue(maria.brand, number="P-1", plan_id=before.pk, member_id=maria.pk)
    issue(maria.brand, number="M-1", plan_id=club.pk, member_id=maria.pk)
    Policy.objects.filter(number="M-1").update(awaits_decision=awaits)
    robin, kit = staff
    run = agreed_run_of([before, club], Follows(before.pk, plan.pk), Follows(club.pk, None), robin=robin, kit=kit)
    assert run.items.get(policy=policy).problem == problem


def agreed_run_of(plans, *rows, robin, kit):
    new = NewRun(date(2027, 1, 1), date(2026, 12, 15), date(2026, 12, 28), tuple(plan.pk for plan in plans), rows=rows)
    run = runs.create_run(new, by=robin)
    preview(run)
    return runs.agree_run(run_id=run.pk, by=kit)


@pytest.fixture
def offers(policies, plan, club, staff):
    robin, kit = staff
    run = agreed_run_of([plan, club], robin=robin, kit=kit)
    return {item.policy.number: item.pk for item in run.items.select_related("policy")}


def choose(offers, number, choice):
    return choices.choose(offers[number], choice, None, Origin("member"))


def test_answers_to_a_renewal(offers):
    for number, choice in (("P-1", "decline"), ("M-1", "decline")):
        choose(offers, number, choice)
    with pytest.raises(FieldErrors) as refused:
        choose(offers, "P-1", "keep")
    words = ["A plan would continue without the membership it needs. Answer that one first."]
    assert [str(error.error_message) for error in refused.value.errors] == words
    for number in ("M-1", "P-1"):
        choose(offers, number, "keep")
    with pytest.raises(FieldErrors):
        choose(offers, "M-1", "decline")


def test_declined_together_both_end(offers, policies, clock):
    choose(offers, "P-1", "decline")
    choose(offers, "M-1", "decline")
    run = RenewalItem.objects.get(pk=offers["P-1"]).run
    items = write(run, clock)
    assert {number: item.outcome for number, item in items.items()} == {"M-1": "ends", "P-1": "ends"}
    assert in_force(policies["P-1"], date(2027, 1, 1)) is None


def test_a_plan_bought_after_its_membership_was_declined_keeps_it(maria, club, plan, staff, clock):
    issue(maria.brand, number="M-1", plan_id=club.pk, member_id=maria.pk)
    robin, kit = staff
    run = agreed_run(club, robin=robin, kit=kit)
    choose({"M-1": run.items.get().pk}, "M-1", "decline")
    issue(maria.brand, number="P-1", plan_id=plan.pk, member_id=maria.pk, first=date(2026, 11, 1))
    items = write(run, clock)
    assert (items["M-1"].state, items["M-1"].problem) == ("aside", NEEDS)
    assert Policy.objects.get(number="M-1").end_date is None


def test_a_plan_without_a_membership_on_record_isnt_bound(maria, plan):
    policies = {"P-1": issue(maria.brand, number="P-1", plan_id=plan.pk, member_id=maria.pk)}
    make(policies, "P-1", day=date(2026, 11, 30))
    assert problems(engine.preview_order(order(policies, "P-1"))) == {"P-1": ""}


@pytest.mark.parametrize(
    ("own", "other", "left"),
    [
        (("01/01", "12/31"), ("03/01", "03/31"), [("01/01", "02/28"), ("04/01", "12/31")]),
        (("01/01", "12/31"), ("01/01", "06/30"), [("07/01", "12/31")]),
        (("01/01", "06/30"), ("06/30", "12/31"), [("01/01", "06/29")]),
        (("01/01", "06/30"), ("07/01", "12/31"), [("01/01", "06/30")]),
        (("03/01", "03/31"), ("01/01", "12/31"), []),
    ],
)
def test_days_that_another_plan_doesnt_have(own, other, left):
    def days(plan_id, pair):
        first, last = (date(2027, *map(int, text.split("/"))) for text in pair)
        return PlanDays(plan_id, first, last)

    assert days(1, own).without(days(2, other)) == [days(1, pair) for pair in left]
