"""Another plan and riders by each rule of the shipped life events that opens them, alone and with people and places, by
everybody who may report it and by who may not.

Today is 03/17/2027. By hand, a month: dental by tier 36.85 (member), 71.75 (with spouse), 69.95 (with children), 104.85
(family); Brightwater, the other dental plan, 20.00, 40.00, 38.00 and 57.00. Life of $100,000 is 0.27 for each thousand:
27.00; accidental death 0.05 more: 5.00. A dash stands for a refusal, whose words follow.
"""

from datetime import date
from decimal import Decimal

import pytest

from planfront.catalog.models import PlanRider
from planfront.catalog.tests.factories import make_plan
from planfront.coverage.models import LifeEvent, Version
from planfront.coverage.tests.policies import issue
from planfront.coverage.tests.test_change_table import EVERYBODY, cover, order_of, parties, today  # noqa: F401
from planfront.rating.engine import cell
from planfront.shopping.tests.factories import approve, rate_by_tier

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
# who may | change | event | happened | first day | before | after, or why not
TABLE = """
member rep group staff | plan                | birth           | 03/02/2027 | 03/02/2027 | 36.85  | 20.00
member rep group staff | plan                | adoption        | 03/05/2027 | 03/05/2027 | 36.85  | 20.00
member rep group staff | plan                | marriage        | 03/10/2027 | 04/01/2027 | 36.85  | 20.00
member rep group staff | plan                | marriage        | 01/10/2027 | -          |        | 66 days; 60 are allowed. The last day was 03/11/2027.
member rep group staff | plan                | coverage-lost   | 02/20/2027 | 04/01/2027 | 36.85  | 20.00
member rep group staff | plan                | coverage-gained | 03/05/2027 | 03/01/2027 | 36.85  | 20.00
member rep group staff | plan                | move            | 03/10/2027 | 04/01/2027 | 36.85  | 20.00
rep group staff        | plan                | work            | 03/10/2027 | 04/01/2027 | 36.85  | 20.00
rep group staff        | plan                | work            | 02/10/2027 | -          |        | 35 days; 30 are allowed. The last day was 03/12/2027.
member rep group staff | plan                | medicare        | 04/01/2027 | 04/01/2027 | 36.85  | 20.00
nobody                 | plan                | divorce         | 03/10/2027 |            |        |
nobody                 | plan                | death           | 03/10/2027 |            |        |
nobody                 | plan                | left-work       | 03/12/2027 |            |        |
member rep group staff | spouse joins, plan  | marriage        | 03/10/2027 | 04/01/2027 | 36.85  | 40.00
member rep group staff | child joins, plan   | birth           | 03/02/2027 | 03/02/2027 | 36.85  | 38.00
member rep group staff | family moves, plan  | move            | 03/10/2027 | 04/01/2027 | 104.85 | 57.00
member rep group staff | child leaves, plan  | coverage-gained | 03/05/2027 | 03/01/2027 | 104.85 | 40.00
nobody                 | spouse leaves, plan | divorce         | 03/10/2027 |            |        |
member rep group staff | rider comes         | birth           | 03/02/2027 | 03/02/2027 | 27.00  | 32.00
member rep group staff | rider comes         | marriage        | 03/10/2027 | 04/01/2027 | 27.00  | 32.00
member rep group staff | rider comes         | adoption        | 01/10/2027 | -          |        | 66 days; 60 are allowed. The last day was 03/11/2027.
member rep group staff | rider goes          | coverage-lost   | 02/20/2027 | 04/01/2027 | 32.00  | 27.00
rep group staff        | rider comes         | work            | 03/10/2027 | 04/01/2027 | 27.00  | 32.00
rep group staff        | rider goes          | work            | 03/10/2027 | 04/01/2027 | 32.00  | 27.00
nobody                 | rider comes         | move            | 03/10/2027 |            |        |
nobody                 | rider comes         | coverage-gained | 03/05/2027 |            |        |
nobody                 | rider goes          | medicare        | 04/01/2027 |            |        |
"""  # noqa: E501
CASES = [
    (who, *(cell.strip() for cell in line.split("|")))
    for line in TABLE.strip().splitlines()
    for who in EVERYBODY.split()
]


def make_brightwater():
    plan = make_plan("Brightwater Dental")
    rate_by_tier(plan, {"IO": "20.00", "IS": "40.00", "IC": "38.00", "IF": "57.00"})
    return plan


def make_life(name="SteadyTerm 100", **fields):
    """Life of $100,000 with a rider."""
    plan = make_plan(name, category="term_life", **fields)
    rows = [cell("0.27"), cell("0.05", component="AD")]
    components = [{"code": "BASE"}, {"code": "AD", "optional": True}]
    settings = {"unit_base": "FACE", "unit_size": "1000", "default_amount": "100000"}
    approve(plan, rows, method="UNIT", components=components, **settings)
    PlanRider.objects.create(plan=plan, code="AD", component="AD", label="Accidental death")
    return plan


def insure(parties, *riders):  # noqa: F811
    """Maria's life, with or without the rider."""
    agent, group, maria = parties
    plan = make_life()
    return issue(
        maria.brand,
        number="P-1",
        name=plan.name,
        category="term_life",
        plan_id=plan.pk,
        member_id=maria.pk,
        group_id=group.pk,
        agent_id=agent.pk,
        premium="32.00" if riders else "27.00",
        amount=Decimal(100_000),
        riders=riders,
    )


def ask(parties, change, event, happened):  # noqa: F811
    """The policy, and what is asked for it."""
    if change.startswith("rider"):
        comes = change == "rider comes"
        policy = insure(parties, *(() if comes else ("AD",)))
        order = {"event": event, "happened_on": happened, "policies": ["P-1"], "kind": "riders"}
        return policy, {**order, "riders": {"P-1": ["AD"] if comes else []}}
    with_it = change.split(", ")[0]
    policy, other = cover(parties, "spouse joins" if change == "plan" else with_it), make_brightwater()
    order = order_of(with_it, event, happened) if change != "plan" else {"kind": "plan", "policies": ["P-1"]}
    return policy, {**order, "event": event, "happened_on": happened, "plans": {"P-1": other.pk}}


@pytest.mark.parametrize(
    ("who", "may", "change", "event", "happened", "day", "before", "after"),
    CASES,
    ids=[f"{case[0]}: {case[2]}, {case[3]} {case[4]}" for case in CASES],
)
@pytest.mark.thorough
def test_the_table(make_client, parties, who, may, change, event, happened, day, before, after):  # noqa: F811
    policy, order = ask(parties, change, event, happened)
    client = make_client("shop.test")
    client.sign_in(f"{who}@demo.test")
    if who != "member":
        order["member_id"] = policy.member_id
    answer = client.post("preview-change", order).json()
    if who not in may.split():
        assert (answer["status"], answer["errorCode"]) == ("error", "changeRefused")
        return
    (row,) = answer["data"]["rows"]
    if day == "-":
        assert (row["possible"], row["problem"]) == (False, after)
        return
    assert (row["effective"], row["before"], row["after"], row["problem"]) == (day, before, after, "")
    assert row["new_plan"] == ("Brightwater Dental" if "plan" in change else "")
    sent = client.post("submit-change", {**order, "digest": answer["data"]["digest"]}).json()
    assert sent["status"] == "success"
    version = Version.objects.filter(policy=policy).order_by("effective", "recorded").last()
    assert (str(version.premium), version.effective) == (after, date.fromisoformat(_iso(day)))
    assert version.proof["table"]["plan_id"] == version.plan_id
    undone = client.post(
        "withdraw-change", {"member_id": order.get("member_id"), "order_id": sent["data"]["order_id"]}
    ).json()
    assert undone["status"] == "success"
    back = Version.objects.filter(policy=policy).order_by("effective", "recorded").last()
    assert (str(back.premium), back.plan_id) == (before, policy.plan_id)


def _iso(day):
    month, number, year = day.split("/")
    return f"{year}-{month}-{number}"


def test_every_shipped_event_is_in_the_table():
    shipped = set(LifeEvent.objects.filter(active=True).values_list("key", flat=True))
    assert shipped - {case[3] for case in CASES} == {"tobacco", "gender"}  # they open neither a plan nor a rider
    assert len(CASES) == 108
