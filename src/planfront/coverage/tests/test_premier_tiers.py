"""A premier plan covers one child beside a member, and more of them as a family: so after every change.

Today is 03/17/2027. Owen has the premier plan P-2. By hand, a month with the fee of 3 percent: member alone
36.85 + 1.11, with children 69.95 + 2.10.
"""

from datetime import date

import pytest
import time_machine

from planfront.audit.services import SYSTEM
from planfront.catalog.models import Plan, PlanRule, PlanTier
from planfront.coverage.age_limits import drop_due
from planfront.coverage.authors import Author, By
from planfront.coverage.deaths import Death, digest_of_death, preview_death, record_death
from planfront.coverage.models import RenewalItem
from planfront.coverage.renewal import runs
from planfront.coverage.renewal.runs import Follows, NewRun
from planfront.coverage.tests.policies import send
from planfront.coverage.timeline import Covered, Role
from planfront.kernel.jobs.tasks import run_pending
from planfront.kernel.security.ids import new_uuid
from planfront.members.services import add_relative_once
from planfront.shopping.tests.factories import dental, rate_by_tier

FIRST = date(2026, 1, 1)
NEW_YEAR = date(2028, 1, 1)
ANA, BO = date(2015, 3, 3), date(2018, 6, 6)
CY = {"first_name": "Cy", "last_name": "Hale", "birth_date": "03/02/2027", "role": "child"}
NOT_SOLD = "This plan isn't sold for these people."
WITH_FAMILIES, ONE_CHILD = ["IO", "IC", "IF"], ["IO", "IC"]


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True) as traveller:
        yield traveller


def make_premier(name, tiers):
    plan = dental(name)
    Plan.objects.filter(pk=plan.pk).update(is_premier=True)
    PlanTier.objects.bulk_create([PlanTier(plan=plan, tier=row, max_children={"IC": 1}.get(row)) for row in tiers])
    return plan


@pytest.fixture
def cover(world, owen):
    """Cover children born on days by the premier plan, which is sold in some tiers; returns the policy."""

    def cover(tiers, *births):
        children = []
        for name, born in zip(("Ana", "Bo"), births, strict=False):
            row = add_relative_once(
                owen.pk, new_uuid(), relationship="child", first_name=name, last_name="Hale", birth_date=born
            )
            children.append(Covered(str(row.pk), Role.CHILD, born, FIRST))
        plan = make_premier("Term Life", tiers)
        tier, premium = ("IC", "69.95") if children else ("IO", "36.85")
        return world.policy(owen, "P-2", *children, plan=plan, agent_id=owen.agent_id, tier=tier, premium=premium)

    return cover


def key_of(policy, born):
    return policy.people.get(birth_date=born).key


def takes_off(policy, born=ANA):
    key = key_of(policy, born)
    return {"kind": "drop_person", "event": "coverage-gained", "happened_on": "03/05/2027", "person_id": key}


def adds():
    return {"kind": "add_person", "event": "birth", "happened_on": "03/02/2027", "person": CY}


def chooses(tiers):
    plan = make_premier("Other Life", tiers)
    return {"kind": "plan", "event": "marriage", "happened_on": "03/10/2027", "plans": {"P-2": plan.pk}}


@pytest.fixture
def preview(sign_in, owen):
    def preview(order):
        answer = sign_in("owen@demo.test").post("preview-change", {**order, "policies": ["P-2"]}).json()
        (row,) = answer["data"]["rows"]
        return row["problem"] or row["after"]

    return preview


@pytest.mark.parametrize(
    ("tiers", "births", "answer"),
    [
        (WITH_FAMILIES, [], "72.05"),
        (WITH_FAMILIES, [ANA], "72.05"),
        (WITH_FAMILIES, [ANA, BO], "72.05"),
        (ONE_CHILD, [], "72.05"),
        (ONE_CHILD, [ANA], NOT_SOLD),
    ],
)
def test_a_child_joins(cover, preview, tiers, births, answer):
    cover(tiers, *births)
    assert preview(adds()) == answer


@pytest.mark.parametrize(
    ("tiers", "births", "answer"),
    [
        (WITH_FAMILIES, [ANA, BO], "72.05"),
        (WITH_FAMILIES, [ANA], "37.96"),
        (ONE_CHILD, [ANA], "37.96"),
        (["IO", "IF"], [ANA, BO], NOT_SOLD),
        (["IC", "IF"], [ANA], NOT_SOLD),
    ],
)
def test_a_child_leaves(cover, preview, tiers, births, answer):
    assert preview(takes_off(cover(tiers, *births))) == answer


@pytest.mark.parametrize(
    ("tiers", "births", "answer"),
    [
        (WITH_FAMILIES, [ANA, BO], "72.05"),
        (ONE_CHILD, [ANA, BO], NOT_SOLD),
        (ONE_CHILD, [ANA], "72.05"),
        (["IO", "IF"], [ANA], NOT_SOLD),
        (["IO", "IF"], [ANA, BO], "72.05"),
    ],
)
def test_another_premier_plan_is_chosen(cover, preview, tiers, births, answer):
    cover(WITH_FAMILIES, *births)
    assert preview(chooses(tiers)) == answer


@pytest.mark.parametrize(
    ("tiers", "births", "answer"),
    [
        (WITH_FAMILIES, [ANA, BO], ("waiting", "")),
        (ONE_CHILD, [ANA, BO], ("aside", "tier")),
        (ONE_CHILD, [ANA], ("waiting", "")),
    ],
)
def test_another_premier_plan_follows_at_a_renewal(cover, tiers, births, answer):
    plan_id, other = cover(WITH_FAMILIES, *births).plan_id, make_premier("Other Life", tiers)
    rate_by_tier(other, since=NEW_YEAR)
    days = (NEW_YEAR, date(2027, 12, 15), date(2027, 12, 28))
    run = runs.create_run(NewRun(*days, (plan_id,), rows=(Follows(plan_id, other.pk),)), by=None)
    runs.start_preview(run_id=run.pk)
    run_pending()
    item = RenewalItem.objects.get(policy__number="P-2")
    assert (item.state, item.problem) == answer


@pytest.mark.parametrize(("tiers", "refused"), [(WITH_FAMILIES, False), (ONE_CHILD, True)])
def test_a_child_does_not_come_back_beside_one_who_joined_since(cover, sign_in, tiers, refused):
    policy = cover(tiers, ANA)
    client = sign_in("owen@demo.test")
    _shown, left = send(client, {**takes_off(policy), "policies": ["P-2"]})
    send(client, {**adds(), "policies": ["P-2"], "effective": {"P-2": "03/02/2027"}})
    answer = client.post("withdraw-change", {"order_id": left["order_id"]}).json()
    if refused:
        words = "The plan doesn't cover these people together with those who have joined since."
        assert (answer["errorCode"], answer["message"]) == ("withdrawRefused", words)
    else:
        assert answer["status"] == "success", answer
    policy.refresh_from_db()
    assert (policy.people.filter(role="child", end_date=None).count(), str(policy.monthly)) == (
        (1, "72.05") if refused else (2, "72.05")
    )


@pytest.mark.parametrize("births", [[ANA], [ANA, BO]])
def test_a_child_who_joined_is_taken_back(cover, sign_in, births):
    policy = cover(WITH_FAMILIES, *births)
    client = sign_in("owen@demo.test")
    _shown, joined = send(client, {**adds(), "policies": ["P-2"]})
    assert client.post("withdraw-change", {"order_id": joined["order_id"]}).json()["status"] == "success"
    assert policy.people.filter(role="child", end_date=None).count() == len(births)


@pytest.mark.parametrize("tiers", [WITH_FAMILIES, ONE_CHILD, ["IO", "IF"]])
def test_one_of_two_children_reaches_the_age_and_the_other_stays(cover, tiers, clock):
    """What nobody chooses is never refused, whatever the plan is sold for."""
    policy = cover(tiers, date(2001, 5, 20), BO)
    PlanRule.objects.create(plan_id=policy.plan_id, role="SELF", max_dependent_age=26)
    clock.move_to("2027-03-25T17:00:00Z")
    assert drop_due() == 1
    after = policy.versions.order_by("recorded").last()
    assert (after.effective, after.tier, str(after.premium), str(after.fees)) == (
        date(2027, 6, 1),
        "IC",
        "69.95",
        "2.10",
    )


@pytest.mark.parametrize("tiers", [WITH_FAMILIES, ["IO", "IF"]])
def test_one_of_two_children_dies_and_the_other_stays(cover, owen, tiers):
    policy = cover(tiers, ANA, BO)
    death = Death(owen.pk, key_of(policy, ANA), date(2027, 3, 10), "Death certificate", Author(By.STAFF))
    record_death(death, digest_of_death(death, preview_death(death)), SYSTEM)
    after = policy.versions.order_by("recorded").last()
    assert (after.effective, after.tier, str(after.premium)) == (date(2027, 3, 11), "IC", "69.95")
    assert key_of(policy, BO) in {person["key"] for person in after.covered}
