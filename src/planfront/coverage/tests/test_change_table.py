"""Each change by each rule of the shipped life events, by everybody who may report it and by who may not.

Today is 03/17/2027. By hand, a month: member 36.85, with spouse 71.75, with children 69.95, family 104.85. A dash
stands for a refusal, whose words follow.
"""

from datetime import date

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.coverage.models import LifeEvent, Version
from planfront.coverage.tests.policies import COLUMBUS, issue
from planfront.coverage.timeline import Covered, Role
from planfront.members.services import add_relative_once, create_member
from planfront.parties.groups.services import create_group
from planfront.parties.reps.services import create_agent
from planfront.shopping.tests.factories import dental

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
SPOUSE, CHILD = "5a0f6c1e-9a55-4f57-8c1d-0f6c1f5f7f01", "5a0f6c1e-9a55-4f57-8c1d-0f6c1f5f7f02"
FIRST = date(2026, 1, 1)
EVERYBODY = "member rep group staff"
# who may | change | event | happened | first day, of an end the last one | before | after, or why not
TABLE = """
member rep group staff | child joins   | birth           | 03/02/2027 | 03/02/2027 | 36.85  | 69.95
member rep group staff | child joins   | birth           | 03/17/2027 | 03/17/2027 | 36.85  | 69.95
member rep group staff | child joins   | birth           | 01/16/2027 | 01/16/2027 | 36.85  | 69.95
member rep group staff | child joins   | birth           | 01/15/2027 | -          |        | 61 days; 60 are allowed. The last day was 03/16/2027.
member rep group staff | child joins   | birth           | 03/18/2027 | -          |        | Too early: you can report it starting 03/18/2027.
member rep group staff | child joins   | adoption        | 03/05/2027 | 03/05/2027 | 36.85  | 69.95
member rep group staff | child joins   | adoption        | 01/10/2027 | -          |        | 66 days; 60 are allowed. The last day was 03/11/2027.
member rep group staff | spouse joins  | marriage        | 03/10/2027 | 04/01/2027 | 36.85  | 71.75
member rep group staff | spouse joins  | marriage        | 01/16/2027 | 04/01/2027 | 36.85  | 71.75
member rep group staff | spouse joins  | marriage        | 01/10/2027 | -          |        | 66 days; 60 are allowed. The last day was 03/11/2027.
member rep group staff | spouse joins  | coverage-lost   | 02/20/2027 | 04/01/2027 | 36.85  | 71.75
member rep group staff | spouse joins  | coverage-lost   | 04/20/2027 | 05/01/2027 | 36.85  | 71.75
member rep group staff | spouse joins  | coverage-lost   | 05/20/2027 | -          |        | Too early: you can report it starting 03/21/2027.
member rep staff       | spouse leaves | divorce         | 03/10/2027 | 04/01/2027 | 104.85 | 69.95
member rep staff       | spouse leaves | divorce         | 01/10/2027 | -          |        | 66 days; 60 are allowed. The last day was 03/11/2027.
staff                  | spouse leaves | death           | 03/10/2027 | 03/11/2027 | 104.85 | 69.95
member rep group staff | child leaves  | coverage-gained | 03/05/2027 | 03/01/2027 | 104.85 | 71.75
member rep group staff | spouse leaves | medicare        | 04/01/2027 | 04/01/2027 | 104.85 | 69.95
member rep group staff | spouse leaves | medicare        | 07/01/2027 | -          |        | Too early: you can report it starting 04/02/2027.
member rep group staff | family moves  | move            | 03/10/2027 | 04/01/2027 | 104.85 | 104.85
member rep group staff | family moves  | move            | 01/10/2027 | -          |        | 66 days; 60 are allowed. The last day was 03/11/2027.
staff                  | it ends       | death           | 03/10/2027 | 03/10/2027 | 104.85 | 0.00
rep group staff        | it ends       | left-work       | 03/12/2027 | 03/31/2027 | 104.85 | 0.00
member rep group staff | it ends       | coverage-gained | 03/05/2027 | 02/28/2027 | 104.85 | 0.00
"""  # noqa: E501
JOINS = {"child joins": ("Mateo", "child"), "spouse joins": ("Daniel", "spouse")}
BORN = {"spouse": "09/02/1987"}
CASES = [
    (who, *(cell.strip() for cell in line.split("|")))
    for line in TABLE.strip().splitlines()
    for who in EVERYBODY.split()
]


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


@pytest.fixture
def parties(brand):
    """A rep, a group and its administrator, staff, and Maria with Daniel and Iris on record."""
    accounts = {
        who: User.objects.create_user(f"{who}@demo.test", "planfront-demo", role=who)
        for who in ("member", "rep", "group")
    }
    User.objects.create_user("staff@demo.test", "planfront-demo", role="staff", is_staff=True, is_superuser=True)
    agent = create_agent(
        code="R1", brands=[brand], first_name="Jordan", last_name="Lee", email="r@demo.test", user=accounts["rep"]
    )
    group = create_group(code="ACME", name="Acme", brands=[brand], user=accounts["group"])
    maria = create_member(
        brand=brand,
        user=accounts["member"],
        agent=agent,
        group=group,
        first_name="Maria",
        last_name="Santos",
        birth_date=date(1989, 4, 17),
        gender=1,
        email="member@demo.test",
        state="TX",
        zip="75201",
    )
    return agent, group, maria


def cover(parties, change):
    """Maria alone where somebody joins, else with Daniel and Iris."""
    agent, group, maria = parties
    plan, people, tier, premium = dental(), [], "IO", "36.85"
    if change not in JOINS:
        born = {SPOUSE: date(1987, 9, 2), CHILD: date(2017, 5, 21)}
        for key, role in ((SPOUSE, "spouse"), (CHILD, "child")):
            add_relative_once(maria.pk, key, relationship=role, last_name="Santos", birth_date=born[key])
            people.append(Covered(key, Role(role), born[key], FIRST))
        tier, premium = "IF", "104.85"
    return issue(
        maria.brand,
        *people,
        number="P-1",
        plan_id=plan.pk,
        member_id=maria.pk,
        group_id=group.pk,
        agent_id=agent.pk,
        tier=tier,
        premium=premium,
    )


def order_of(change, event, happened):
    order = {"event": event, "happened_on": happened, "policies": ["P-1"]}
    if change in JOINS:
        name, role = JOINS[change]
        born = BORN.get(role, happened if event == "birth" else "03/01/2027")
        person = {"first_name": name, "last_name": "Santos", "birth_date": born, "gender": 0, "role": role}
        return {**order, "kind": "add_person", "person": person}
    if change == "family moves":
        return {**order, "kind": "place", **COLUMBUS}
    if change == "it ends":
        return {**order, "kind": "end"}
    return {**order, "kind": "drop_person", "person_id": SPOUSE if change == "spouse leaves" else CHILD}


@pytest.mark.parametrize(
    ("who", "may", "change", "event", "happened", "day", "before", "after"),
    CASES,
    ids=[f"{case[0]}: {case[2]}, {case[3]} {case[4]}" for case in CASES],
)
@pytest.mark.thorough
def test_the_table(make_client, parties, who, may, change, event, happened, day, before, after):
    policy = cover(parties, change)
    client = make_client("shop.test")
    client.sign_in(f"{who}@demo.test")
    order = order_of(change, event, happened)
    if who != "member":
        order["member_id"] = policy.member_id
    answer = client.post("preview-change", order).json()
    if who not in may.split():
        assert (answer["status"], answer["errorCode"]) == ("error", "changeRefused")
        return
    if answer["status"] == "error":
        assert (day, answer["data"][0]["target_element"]) == ("-", "person.birth_date")
        return
    (row,) = answer["data"]["rows"]
    if day == "-":
        assert (row["possible"], row["problem"]) == (False, after)
        return
    assert (row["effective"], row["before"], row["after"], row["problem"]) == (day, before, after, "")
    sent = client.post("submit-change", {**order, "digest": answer["data"]["digest"]}).json()
    assert sent["status"] == "success"
    version = Version.objects.filter(policy=policy).order_by("effective", "recorded").last()
    assert (str(version.premium) if version.in_force else "0.00") == after


def test_every_shipped_event_that_changes_people_or_ends_is_in_the_table():
    events = {case[3] for case in CASES}
    wanted = LifeEvent.objects.filter(active=True).values_list("key", flat=True)
    assert set(wanted) - events == {"work", "tobacco", "gender"}  # they open facts, plans and amounts only
    assert len(CASES) == 96
