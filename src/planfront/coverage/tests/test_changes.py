"""Changes of coverage through the calls: who, which day, which price. Prices are worked out by hand from TIERS."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.db import transaction
from django.db.models import Sum

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.catalog.models import Plan, PlanRule, PlanTier
from planfront.coverage import issuing, ledger
from planfront.coverage.changes import designate
from planfront.coverage.ledger import Cause, refresh_due
from planfront.coverage.models import Change, CoveredPerson, Policy, RuleEdition, Version
from planfront.coverage.tests.policies import COLUMBUS, issue
from planfront.coverage.timeline import Covered, Role
from planfront.kernel.tests.spellings import LATIN, NO_NAMES, READ, UNPRINTABLE
from planfront.members.models import Member, Relative
from planfront.members.selectors import dependents_without_number
from planfront.members.services import create_member
from planfront.parties.groups.services import create_group
from planfront.parties.reps.services import create_agent
from planfront.shopping.tests.factories import dental, rate_by_tier

# A month, by tier: member 36.85, with spouse 71.75, with children 69.95, family 104.85.
TODAY = "2027-03-17T17:00:00Z"
MATEO = {"first_name": "Mateo", "last_name": "Santos", "birth_date": "03/02/2027", "gender": 0, "role": "child"}
DANIEL = {"first_name": "Daniel", "last_name": "Santos", "birth_date": "09/02/1987", "gender": 0, "role": "spouse"}


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(TODAY, tick=True):
        yield


@pytest.fixture
def agent(brand):
    user = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    return create_agent(
        code="REP1001", first_name="Jordan", last_name="Lee", email="rep@demo.test", brands=[brand], user=user
    )


@pytest.fixture
def maria(brand, agent):
    user = User.objects.create_user("member@demo.test", "planfront-demo", role="member")
    return create_member(
        brand=brand,
        user=user,
        agent=agent,
        first_name="Maria",
        last_name="Santos",
        birth_date=date(1989, 4, 17),
        gender=1,
        email="member@demo.test",
        state="TX",
        zip="75201",
    )


@pytest.fixture
def plan():
    return dental()


@pytest.fixture
def policy(maria, plan):
    return issue(maria.brand, number="P-1", plan_id=plan.pk, member_id=maria.pk)


@pytest.fixture
def sign_in(make_client, policy):
    def sign_in(who):
        client = make_client("shop.test")
        client.sign_in(f"{who}@demo.test")
        return client

    return sign_in


@pytest.fixture
def member(sign_in):
    return sign_in("member")


def birth(**more):
    return {"kind": "add_person", "event": "birth", "happened_on": "03/02/2027", "person": MATEO, **more}


def marriage(day="03/10/2027", **more):
    return {"kind": "add_person", "event": "marriage", "happened_on": day, "person": DANIEL, **more}


def preview(client, order):
    answer = client.post("preview-change", order)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def send(client, order):
    shown = preview(client, order)
    assert shown["possible"], shown
    answer = client.post("submit-change", {**order, "digest": shown["digest"]}).json()
    assert answer["status"] == "success", answer
    return answer["data"]


def add(policy, *people):
    """The policy covers these, too, from its first day on."""
    known = [
        Covered(
            str(Relative.objects.create(member=policy.member, kind="dependent", **fields).pk),
            role,
            fields["birth_date"],
            policy.effective_date,
        )
        for role, fields in people
    ]
    number, plan_id, member = policy.number, policy.plan_id, policy.member
    policy.erasing = True
    policy.save()
    policy.delete()
    tier = {("spouse",): "IS", ("child",): "IC", ("spouse", "child"): "IF"}[tuple(role.value for role, _f in people)]
    price = {"IS": "71.75", "IC": "69.95", "IF": "104.85"}[tier]
    return issue(member.brand, *known, number=number, plan_id=plan_id, member_id=member.pk, tier=tier, premium=price)


SPOUSE = (
    Role.SPOUSE,
    {"first_name": "Daniel", "last_name": "Santos", "birth_date": date(1987, 9, 2), "relationship": "spouse"},
)
CHILD = (
    Role.CHILD,
    {"first_name": "Iris", "last_name": "Santos", "birth_date": date(2017, 5, 21), "relationship": "child"},
)


def test_a_newborn_is_covered_from_birth_at_the_price_that_was_previewed(member, policy):
    shown = preview(member, birth())
    assert shown["window"] == {
        "first_day": "03/02/2027",
        "last_day": "05/01/2027",
        "today": "03/17/2027",
        "is_open": True,
    }
    (row,) = shown["rows"]
    assert (row["before"], row["after"], row["difference"], row["effective"]) == (
        "36.85",
        "69.95",
        "+33.10",
        "03/02/2027",
    )
    assert row["days"] == [
        {"day": "03/02/2027", "reason": "It counts from the day it happened, 03/02/2027, and that day itself counts."}
    ]
    assert (row["joins"], row["tier_before"], row["tier_after"]) == ("Mateo", "You", "You and your children")
    assert not Change.objects.exclude(kind="issue").exists(), "a preview writes nothing"
    assert not Relative.objects.exists()
    done = send(member, birth())
    policy.refresh_from_db()
    assert (str(policy.monthly), policy.tier) == ("69.95", "IC")
    mateo = CoveredPerson.objects.get(role="child")
    assert (mateo.relative.first_name, mateo.original_date, mateo.effective_date) == (
        "Mateo",
        date(2027, 3, 2),
        date(2027, 3, 2),
    )
    change = Change.objects.get(kind="add_person")
    assert (change.by, str(change.before), str(change.after), change.event.key) == (
        "member",
        "36.85",
        "69.95",
        "birth",
    )
    benefits = done["coverage"]
    assert [(person["first_name"], person["age"]) for person in benefits["people"]] == [("Maria", 37), ("Mateo", 0)]
    assert [(row["title"], row["after"], row["may_withdraw"]) for row in benefits["changes"]] == [
        ("Mateo joined", "69.95", True),
        ("Coverage began", "36.85", False),
    ]


CASES = [
    # what, who, order, effective, before, after, problem
    ("marriage, the first of the next month", "member", marriage(), "04/01/2027", "36.85", "71.75", ""),
    ("marriage, by the rep", "rep", marriage(), "04/01/2027", "36.85", "71.75", ""),
    (
        "birth, reported too late",
        "member",
        birth(happened_on="01/15/2027", person={**MATEO, "birth_date": "01/15/2027"}),
        "",
        "",
        "",
        "61 days; 60 are allowed. The last day was 03/16/2027.",
    ),
    (
        "birth, on the last day",
        "member",
        birth(happened_on="01/16/2027", person={**MATEO, "birth_date": "01/16/2027"}),
        "01/16/2027",
        "36.85",
        "69.95",
        "",
    ),
    (
        "birth, before it happened",
        "member",
        birth(happened_on="03/20/2027"),
        "",
        "",
        "",
        "Too early: you can report it starting 03/20/2027.",
    ),
    (
        "adoption counts from its day",
        "member",
        birth(event="adoption", happened_on="03/05/2027"),
        "03/05/2027",
        "36.85",
        "69.95",
        "",
    ),
    (
        "end on a day",
        "member",
        {"kind": "end", "policies": ["P-1"], "last_day": "03/31/2027"},
        "03/31/2027",
        "36.85",
        "0.00",
        "",
    ),
    (
        "end today",
        "member",
        {"kind": "end", "policies": ["P-1"], "last_day": "03/17/2027"},
        "03/17/2027",
        "36.85",
        "0.00",
        "",
    ),
    (
        "end in the past, by staff",
        "staff",
        {"kind": "end", "policies": ["P-1"], "last_day": "02/28/2027"},
        "02/28/2027",
        "36.85",
        "0.00",
        "",
    ),
    (
        "reinstatement of what hasn't ended",
        "staff",
        {"kind": "reinstate", "policies": ["P-1"], "reason": "paid-up"},
        "03/18/2027",
        "36.85",
        "",
        "This plan hasn't ended.",
    ),
    (
        "a move within what the plan serves",
        "member",
        {"kind": "place", "event": "move", "happened_on": "03/10/2027", **COLUMBUS},
        "04/01/2027",
        "36.85",
        "36.85",
        "",
    ),
    (
        "nobody to drop",
        "member",
        {"kind": "drop_person", "event": "divorce", "happened_on": "03/10/2027", "person_id": "nobody"},
        "04/01/2027",
        "36.85",
        "",
        "This plan doesn't cover this person.",
    ),
    (
        "the subscriber can't be dropped",
        "member",
        {"kind": "drop_person", "event": "divorce", "happened_on": "03/10/2027", "person_id": "self"},
        "04/01/2027",
        "36.85",
        "",
        "The policyholder can't leave the plan. End the plan instead.",
    ),
]


@pytest.mark.parametrize(
    ("who", "order", "effective", "before", "after", "problem"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
@pytest.mark.thorough
def test_each_change_has_its_day_and_price(sign_in, maria, who, order, effective, before, after, problem):
    if who == "staff":
        User.objects.create_user("staff@demo.test", "planfront-demo", role="staff", is_staff=True, is_superuser=True)
    client = sign_in(who)
    body = order if who == "member" else {**order, "member_id": maria.pk}
    (row,) = preview(client, body)["rows"]
    assert (row["effective"], row["before"], row["after"], row["problem"]) == (effective, before, after, problem)
    assert row["possible"] is (problem == "")
    if not problem:
        send(client, body)
        change = Change.objects.exclude(kind="issue").get()
        assert change.by == who
        version = Version.objects.order_by("recorded").last()
        assert version.in_force is (order["kind"] != "end")
        assert order["kind"] == "end" or str(version.premium) == after


def test_what_reaches_back_too_far_waits_for_a_second_person_also_of_staff(sign_in, maria):
    User.objects.create_user("staff@demo.test", "planfront-demo", role="staff", is_staff=True, is_superuser=True)
    client = sign_in("staff")
    order = {"kind": "end", "policies": ["P-1"], "last_day": "01/15/2027", "member_id": maria.pk}
    shown = preview(client, order)
    (row,) = shown["rows"]
    assert (row["effective"], row["before"], row["after"], shown["asks"]) == ("01/15/2027", "36.85", "0.00", True)
    assert send(client, order)["waits_for"] == "Shop"
    assert not Change.objects.exclude(kind="issue").exists()


def test_a_child_leaves_a_family_at_the_end_of_the_month(sign_in, policy):
    policy = add(policy, SPOUSE, CHILD)
    iris = Relative.objects.get(first_name="Iris")
    order = {"kind": "drop_person", "event": "divorce", "happened_on": "03/10/2027", "person_id": str(iris.pk)}
    RuleEdition.objects.filter(event__key="divorce").update(effect="ends", base="event", step="end_of_month")
    member = sign_in("member")
    shown = preview(member, order)
    (row,) = shown["rows"]
    assert (row["effective"], row["before"], row["after"], row["difference"]) == (
        "04/01/2027",
        "104.85",
        "71.75",
        "-33.10",
    )
    send(member, order)
    policy.refresh_from_db()
    child = CoveredPerson.objects.get(role="child")
    assert (child.end_date, policy.end_date) == (date(2027, 3, 31), None)
    # What will be from April on isn't what the list of today shows.
    assert (policy.tier, str(policy.monthly)) == ("IF", "104.85")
    assert refresh_due() == 0
    with time_machine.travel("2027-04-03T17:00:00Z", tick=True):  # the ticker stood still for two days
        assert refresh_due() == 1
        policy.refresh_from_db()
        assert (policy.tier, str(policy.monthly)) == ("IS", "71.75")
        assert refresh_due() == 0


def test_the_plans_own_limits_hold_at_a_change_as_at_sale(member, plan):
    PlanRule.objects.create(plan=plan, role="CHILD", min_age=1, max_age=25)
    answer = member.post("preview-change", birth())
    assert answer.json()["data"] == [
        {"target_element": "person.birth_date", "error_message": "This plan covers children aged 1 to 25."}
    ]


def test_a_tier_that_is_not_sold_is_refused(member, plan):
    PlanTier.objects.create(plan=plan, tier="IO")
    assert preview(member, marriage())["rows"][0]["problem"] == "This plan isn't sold for these people."


def test_a_preview_says_who_owes_what_for_months_that_have_begun(member, policy, sign_in, maria):
    child = {**MATEO, "birth_date": "02/10/2027"}
    order = birth(happened_on="02/10/2027", person=child)
    # February and March: 69.95 less 36.85.
    (row,) = preview(member, order)["rows"]
    assert row["past"] == ["Dental: you owe 2 months × $33.10 = $66.20."]
    (row,) = preview(sign_in("rep"), {**order, "member_id": maria.pk})["rows"]
    assert row["past"] == ["Dental: the member owes 2 months × $33.10 = $66.20."]
    (row,) = preview(member, marriage())["rows"]
    assert (row["effective"], row["past"]) == ("04/01/2027", [])


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        # 19 of 28 days are 22.46, 21 of 30 are 23.17, 19 of 30 are 20.96.
        ("daily", "Dental: you owe 1 month × $22.46 + 1 month × $33.10 = $55.56."),
        ("thirty", "Dental: you owe 1 month × $23.17 + 1 month × $33.10 = $56.27."),
        ("thirtieths", "Dental: you owe 1 month × $20.96 + 1 month × $33.10 = $54.06."),
        ("fifteenth", "Dental: you owe 2 months × $33.10 = $66.20."),
    ],
)
@pytest.mark.parametrize("on_sale", [True, False])
def test_a_part_of_a_month_is_charged_by_the_rule_of_the_plan(member, plan, policy, rule, text, on_sale):
    plan.part_month, plan.active = rule, on_sale
    plan.save()
    (row,) = preview(member, birth(happened_on="02/10/2027", person={**MATEO, "birth_date": "02/10/2027"}))["rows"]
    assert row["past"] == [text]


def test_what_a_preview_says_is_kept_for_bills_until_the_change_is_taken_back(member, policy):
    done = send(member, birth(happened_on="02/10/2027", person={**MATEO, "birth_date": "02/10/2027"}))
    rows = list(policy.adjustments.all())
    assert {str(row.order) for row in rows} == {done["order_id"]}
    assert [(row.month, row.payer, str(row.amount)) for row in rows] == [
        (date(2027, 2, 1), "member", "33.10"),
        (date(2027, 3, 1), "member", "33.10"),
    ]
    member.post("withdraw-change", {"order_id": done["order_id"]})
    by_month = policy.adjustments.order_by("month").values_list("month").annotate(total=Sum("amount"))
    assert list(by_month) == [(date(2027, 2, 1), 0), (date(2027, 3, 1), 0)]
    send(member, marriage())
    assert policy.adjustments.count() == 4, "from April on"


def test_a_price_that_moved_since_the_preview_stops_the_change(member, plan, policy):
    shown = preview(member, birth())
    Policy.objects.filter(pk=policy.pk).update(number="P-1")
    send(member, marriage())
    answer = member.post("submit-change", {**birth(), "digest": shown["digest"]}).json()
    assert answer["errorCode"] == "changeDiffers"
    (row,) = answer["data"]["preview"]["rows"]
    assert (row["before"], row["after"]) == ("36.85", "69.95"), "on the day of birth nobody else had joined"
    assert Change.objects.filter(kind="add_person").count() == 1


def test_the_second_change_sees_the_first(member, policy):
    send(member, marriage())
    send(member, birth())
    days = {str(row.effective): str(row.premium) for row in Version.objects.order_by("recorded", "effective")}
    assert days == {"2026-01-01": "36.85", "2027-04-01": "104.85", "2027-03-02": "69.95"}


def test_a_member_takes_a_change_back_until_the_day_ends(member, policy, sign_in):
    done = send(member, birth())
    benefits = member.post("withdraw-change", {"order_id": done["order_id"]}).json()["data"]
    assert [row["title"] for row in benefits["changes"]] == [
        "A change was taken back",
        "Mateo joined",
        "Coverage began",
    ]
    assert not any(row["may_withdraw"] for row in benefits["changes"])
    assert [row["withdrawn_on"] for row in benefits["changes"]] == ["", "03/17/2027", ""]
    policy.refresh_from_db()
    assert (str(policy.monthly), policy.tier) == ("36.85", "IO")
    (version,) = member.get("get-policy", number="P-1").json()["data"]["versions"]
    assert (version["effective"], version["until"], version["title"]) == ("01/01/2026", "", "Coverage began")
    done = send(member, birth())
    with time_machine.travel("2027-03-18T17:00:00Z", tick=True):
        answer = sign_in("member").post("withdraw-change", {"order_id": done["order_id"]}).json()
    assert answer["errorCode"] == "withdrawRefused"


END = {"kind": "end", "policies": ["P-1"], "last_day": "03/31/2027"}


def last_day(policy):
    policy.refresh_from_db()
    return policy.end_date


def test_an_end_that_is_taken_back_leaves_the_plan_as_it_was(member, policy):
    done = send(member, END)
    assert last_day(policy) == date(2027, 3, 31)
    for _again in range(2):
        answer = member.post("withdraw-change", {"order_id": done["order_id"]}).json()
        (shown,) = answer["data"]["policies"]
        assert (answer["status"], shown["state_text"], shown["ends_on"]) == ("success", "In force", "")
        assert (last_day(policy), str(policy.monthly)) == (None, "36.85")
    assert Change.objects.filter(kind="withdrawal").count() == 1
    assert AuditEvent.objects.filter(action="policy.change_withdrawn").count() == 1
    assert CoveredPerson.objects.get().end_date is None
    # It can be ended again, with another day.
    send(member, {**END, "last_day": "04/30/2027"})
    assert last_day(policy) == date(2027, 4, 30)


def test_a_plan_that_was_bought_again_does_not_come_back_a_second_time(member, policy, plan, maria):
    first = send(member, END)["order_id"]
    again = issue(maria.brand, number="P-2", plan_id=plan.pk, member_id=maria.pk, first=date(2027, 4, 1))
    answer = member.post("withdraw-change", {"order_id": first}).json()
    words = "Another policy has the same plan now, and the same plan can't be held twice."
    assert (answer["errorCode"], answer["message"]) == ("withdrawRefused", words)
    assert last_day(policy) == date(2027, 3, 31)
    with transaction.atomic():
        records = ledger.lock_ledgers([again.pk])
        issuing.set_last_days(records, {again.pk: date(2027, 3, 31)}, Cause())  # before its first day: it never began
    assert member.post("withdraw-change", {"order_id": first}).json()["status"] == "success"
    assert last_day(policy) is None


def test_what_another_change_stands_on_is_not_taken_back(member):
    done = send(member, birth())
    mateo = CoveredPerson.objects.get(role="child").key
    RuleEdition.objects.filter(event__key="divorce").update(effect="ends", base="event", step="same_day")
    send(member, {"kind": "drop_person", "event": "divorce", "happened_on": "03/16/2027", "person_id": mateo})
    answer = member.post("withdraw-change", {"order_id": done["order_id"]}).json()
    assert (answer["errorCode"], answer["message"]) == (
        "withdrawRefused",
        "Something else was changed later and depends on it.",
    )


def test_a_policy_is_read_as_of_a_day_and_as_it_was_known(member):
    send(member, birth())
    story = member.get("get-policy", number="P-1").json()["data"]
    assert [(row["effective"], row["until"], row["monthly"], row["title"]) for row in story["versions"]] == [
        ("01/01/2026", "03/01/2027", "36.85", "Coverage began"),
        ("03/02/2027", "", "69.95", "Mateo joined"),
    ]
    assert story["as_of"]["monthly"] == "69.95"
    assert member.get("get-policy", number="P-1", day="03/01/2027").json()["data"]["as_of"]["monthly"] == "36.85"
    before = member.get("get-policy", number="P-1", day="03/10/2027", known="03/16/2027").json()["data"]
    assert (before["known"], before["as_of"]) == ("03/16/2027", None), "the policy itself was recorded today"
    now = member.get("get-policy", number="P-1", day="03/10/2027", known="03/17/2027").json()["data"]
    assert (now["known"], now["as_of"]["monthly"]) == ("03/17/2027", "69.95")
    ever = member.get("get-policy", number="P-1", known="12/31/9999")
    assert ever.status_code in (200, 422), ever.content
    assert member.get("get-policy", number="P-1", day="12/31/2025").json()["data"]["as_of"] is None
    assert member.get("get-policy", number="P-1", day="x").status_code == 422


def test_nobody_sees_or_changes_what_is_somebody_elses(sign_in, maria, brand, stranger):
    other = User.objects.create_user("other@demo.test", "planfront-demo", role="member")
    create_member(brand=brand, user=other, first_name="Ana", last_name="Ruiz", birth_date="1990-01-01", gender=1)
    client = sign_in("other")
    assert client.get("get-coverage").json()["data"]["policies"] == []
    for query in ({"number": "P-1"}, {"number": "P-1", "member_id": maria.pk}):
        assert client.get("get-policy", **query).status_code == 404
    assert client.get("get-coverage", member_id=maria.pk).status_code == 404
    assert client.post("preview-change", birth(policies=["P-1"])).status_code == 404
    assert client.post("preview-change", birth(member_id=maria.pk)).status_code == 404
    assert stranger.get("get-coverage").status_code == 404
    assert stranger.post("preview-change", birth(member_id=maria.pk)).status_code == 404


def test_a_group_sees_and_changes_its_own_policies_only(sign_in, maria, brand):
    user = User.objects.create_user("group@demo.test", "planfront-demo", role="group")
    group = create_group(code="ACME01", name="Acme", brands=[brand], user=user)
    Member.objects.filter(pk=maria.pk).update(group=group)
    issue(brand, number="G-1", plan_id=dental("Group Dental").pk, member_id=maria.pk, group_id=group.pk)
    Plan.objects.update(requirements=["beneficiary_info"])
    designate(list(Policy.objects.all()), [{"name": "Daniel Santos", "relationship": "spouse", "share": 100}])
    client = sign_in("group")
    shown = client.get("get-coverage", member_id=maria.pk).json()["data"]
    assert [row["number"] for row in shown["policies"]] == ["G-1"]
    assert shown["designations"] == []
    assert client.get("get-policy", member_id=maria.pk, number="P-1").status_code == 404
    assert [row["policy_number"] for row in preview(client, birth(member_id=maria.pk))["rows"]] == ["G-1"]
    assert client.post("preview-change", birth(member_id=maria.pk, policies=["P-1"])).status_code == 404
    own = sign_in("member").get("get-coverage").json()["data"]
    assert [row["number"] for row in own["policies"]] == ["G-1", "P-1"]
    (person,) = own["designations"][0]["people"]
    assert (person["name"], person["relationship"], person["share"]) == ("Daniel Santos", "Spouse", "100")


def test_an_event_opens_only_its_own_changes_and_reporters(member, sign_in, maria):
    wrong = {"kind": "end", "event": "birth", "happened_on": "03/02/2027", "policies": ["P-1"]}
    assert member.post("preview-change", wrong).json()["errorCode"] == "changeRefused"
    without = {"kind": "add_person", "person": MATEO}
    assert member.post("preview-change", without).json()["errorCode"] == "changeRefused"
    RuleEdition.objects.filter(event__key="birth").update(reporters=["member"])
    assert sign_in("rep").post("preview-change", birth(member_id=maria.pk)).json()["errorCode"] == "changeRefused"
    assert "birth" not in [
        row["key"] for row in sign_in("rep").get("get-life-events", member_id=maria.pk).json()["data"]
    ]
    assert "birth" in [row["key"] for row in member.get("get-life-events").json()["data"]]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"person": {**MATEO, "birth_date": "x"}}, "person.birth_date"),
        ({"person": {**MATEO, "first_name": " "}}, "person.first_name"),
        ({"person": {**MATEO, "last_name": ""}}, "person.last_name"),
        ({"person": None}, "person"),
        ({"person": {**MATEO, "ssn": "12"}}, "person.ssn"),
        ({"happened_on": "13/40/2027"}, "happened_on"),
        ({"happened_on": ""}, "happened_on"),
        ({"event": "no-such"}, "event"),
        ({"kind": "end", "policies": ["P-1"], "event": "", "last_day": "03/16/2027"}, "last_day"),
        ({"kind": "drop_person"}, "person_id"),
        ({"kind": "amount", "amount": "NaN"}, "amount"),
        ({"kind": "amount", "amount": "50%"}, "amount"),
        ({"kind": "amount", "amount": " "}, "amount"),
        ({"kind": "place", "zip": "00000"}, "zip"),
    ],
)
def test_what_can_not_be_read_is_named(member, change, field):
    answer = member.post("preview-change", birth(**change))
    assert answer.status_code == 422, answer.json()
    assert [problem["target_element"] for problem in answer.json()["data"]] == [field]


@pytest.mark.parametrize(
    ("person", "message"),
    [
        ({**DANIEL, "birth_date": "04/02/2011"}, "A spouse must be at least 16 years old."),
        ({**DANIEL, "birth_date": "04/02/2011", "role": "partner"}, "A spouse must be at least 16 years old."),
        (
            {**MATEO, "birth_date": "04/16/1999"},
            (
                "A child must be at least 10 years younger than the member or the spouse. Please check the date of "
                "birth."
            ),
        ),
        (
            {**MATEO, "birth_date": "04/01/2001"},
            (
                "Plans cover children until they turn 26. Please call us about an older child who depends on you "
                "because of a disability."
            ),
        ),
        ({**DANIEL, "birth_date": "04/01/2011"}, "The spouse is under 18. Is the date of birth correct?"),
        ({**DANIEL, "birth_date": "04/01/2009"}, ""),
        ({**MATEO, "birth_date": "04/02/2001"}, ""),
    ],
)
def test_relatives_who_join_have_the_birth_dates_of_the_application(member, person, message):
    """Ages count on 04/01/2027, the first day of coverage after a marriage of 03/10/2027."""
    answer = member.post("preview-change", marriage(person=person)).json()
    problems = [problem["error_message"] for problem in answer["data"]] if answer["status"] == "error" else []
    assert problems == ([message] if message else []), answer


def test_a_child_of_somebody_married_may_be_the_spouses(member, maria):
    Member.objects.update(marital_status=1)
    stepchild = marriage(person={**MATEO, "birth_date": "04/02/2001"})
    assert member.post("preview-change", stepchild).status_code == 200
    Member.objects.update(birth_date=date(2002, 1, 1))
    answer = member.post("preview-change", stepchild).json()
    assert answer["data"][0]["error_message"] == (
        "A child can't be older than the member. Please check the date of birth."
    )


@pytest.mark.parametrize(
    ("name", "message"),
    [
        *((name, "Please enter valid first name") for name in NO_NAMES),
        *((name, LATIN) for name in UNPRINTABLE),
    ],
)
def test_who_joins_has_a_persons_name(member, name, message):
    answer = member.post("preview-change", birth(person={**MATEO, "first_name": name}))
    assert answer.json()["data"] == [{"target_element": "person.first_name", "error_message": message}]


def test_an_itin_joins_where_the_plan_takes_one(member, maria, plan):
    order = birth(person={**MATEO, "ssn": "900-70-1234"})
    wrong = member.post("preview-change", order).json()["data"]
    message = "This is an ITIN. A Social Security Number is required for Dental."
    assert wrong == [{"target_element": "person.ssn", "error_message": message}]
    plan.requirements = ["itin_accepted"]
    plan.save()
    send(member, order)
    assert Relative.objects.get(member=maria).ssn == "900701234"


@pytest.mark.parametrize(("typed", "read"), READ.items())
def test_who_joins_is_on_record_as_any_door_reads_the_name(member, maria, typed, read):
    send(member, birth(person={**MATEO, "first_name": typed}))
    assert Relative.objects.get(member=maria).first_name == read


@pytest.mark.parametrize(
    ("day", "message"),
    [("03/18/2027", "The date can't be in the future."), ("03/02/1899", "Enter a year from 1900 on.")],
)
def test_a_birth_date_says_what_is_wrong_with_it(member, day, message):
    answer = member.post("preview-change", birth(person={**MATEO, "birth_date": day}))
    assert answer.status_code == 422, answer.json()
    assert answer.json()["data"] == [{"target_element": "person.birth_date", "error_message": message}]


def test_what_is_not_on_record_is_not_guessed(member, policy):
    Version.objects.get()
    policy.erasing = True
    policy.save()
    policy.delete()
    issue(policy.brand, number="P-1", plan_id=policy.plan_id, member_id=policy.member_id, tier="IF", premium="104.85")
    assert preview(member, birth())["rows"][0]["problem"].startswith("We have no record of who this plan covers.")


def test_rates_of_the_plan_year_hold_for_who_joins_within_it(member, plan):
    from planfront.rating.models import RateTable

    RateTable.objects.filter(plan_id=plan.pk).update(eff_to=date(2027, 2, 28))
    rate_by_tier(plan, dict.fromkeys(("IO", "IS", "IC", "IF"), "500.00"), since=date(2027, 3, 1))
    assert preview(member, birth())["rows"][0]["after"] == "69.95"


def test_reading_costs_the_same_however_many_policies(member, maria, django_assert_max_num_queries):
    member.get("get-coverage")
    with django_assert_max_num_queries(30) as few:
        member.get("get-coverage")
    for number in range(20):
        issue(maria.brand, number=f"M-{number}", plan_id=1000 + number, member_id=maria.pk)
    with django_assert_max_num_queries(len(few)):
        assert len(member.get("get-coverage").json()["data"]["policies"]) == 21


def test_every_change_costs_what_its_policy_costs_with_fees(member, maria, plan):
    issue(
        maria.brand,
        number="P-2",
        plan_id=plan.pk,
        member_id=maria.pk,
        name="Life",
        premium="27.00",
        fees=Decimal("0.81"),
        ends_on=date(2027, 1, 31),
    )
    story = member.get("get-policy", number="P-2").json()["data"]
    rows = [(change["title"], change["before"], change["after"]) for change in story["changes"]]
    assert rows == [("Coverage ended", "27.81", ""), ("Coverage began", "", "27.81")]
    assert [version["monthly"] for version in story["versions"]] == ["27.81"]
    assert Policy.objects.get(number="P-2").monthly == Decimal("27.81"), "as lists have it"


def test_what_is_to_come_is_told_as_such(member, maria, plan):
    issue(
        maria.brand,
        number="P-2",
        plan_id=plan.pk,
        member_id=maria.pk,
        first=date(2027, 4, 1),
        ends_on=date(2027, 12, 31),
    )
    story = member.get("get-policy", number="P-2").json()["data"]
    assert [change["title"] for change in story["changes"]] == ["Coverage ends", "Coverage begins"]


def test_the_days_after_an_end_belong_to_nobody(member, policy, sign_in):
    send(member, {"kind": "end", "policies": ["P-1"], "last_day": "03/31/2027"})
    policy.refresh_from_db()
    assert (policy.state_on(date(2027, 3, 31)), policy.state_on(date(2027, 4, 1))) == ("active", "ended")
    shown = member.get("get-coverage").json()["data"]["policies"][0]
    assert (shown["state_text"], shown["ends_on"]) == ("Ends on 03/31/2027", "03/31/2027")
    with time_machine.travel("2027-04-02T17:00:00Z", tick=True):
        member = sign_in("member")
        assert preview(member, birth())["rows"] == []
        assert member.get("get-coverage").json()["data"]["policies"][0]["state"] == "ended"
        assert policy.state_on(policy.end_date + timedelta(days=1)) == "ended"


@pytest.mark.parametrize("suffix", ["", "Jr.", "III"])
def test_a_suffix_belongs_to_the_name_of_somebody_who_joins(member, maria, suffix):
    send(member, birth(person={**MATEO, "suffix": suffix}))
    assert Relative.objects.get(member=maria).suffix == suffix


def test_another_suffix_is_refused(member):
    answer = member.post("preview-change", birth(person={**MATEO, "suffix": "Esq."}))
    assert answer.status_code == 422
    assert [item["target_element"] for item in answer.json()["data"]] == ["person.suffix"]


def test_a_newborn_without_a_number_is_listed_until_an_event_brings_it(member, maria):
    done = send(member, birth())
    (row,) = dependents_without_number()
    assert (row.member, row.first_name, row.last_name, row.ssn) == (maria, "Mateo", "Santos", "")
    member.post("withdraw-change", {"order_id": done["order_id"]})
    send_again = send(member, birth())
    assert [listed.pk for listed in dependents_without_number()] == [row.pk]
    member.post("withdraw-change", {"order_id": send_again["order_id"]})
    send(member, birth(person={**MATEO, "ssn": "524-44-0472"}))
    assert not dependents_without_number().exists()
    row.refresh_from_db()
    assert row.ssn == "524440472"


def test_a_newborn_with_a_number_is_not_asked_for(member, maria):
    send(member, birth(person={**MATEO, "ssn": "524440472"}))
    assert Relative.objects.get(member=maria).ssn == "524440472"
    assert not dependents_without_number().exists()


def test_a_number_is_one_persons_in_a_family(member, maria):
    send(member, birth(person={**MATEO, "ssn": "524440472"}))
    answer = member.post("preview-change", marriage(person={**DANIEL, "ssn": "524-44-0472"})).json()["data"]
    message = "Someone else in the family has this Social Security number."
    assert answer == [{"target_element": "person.ssn", "error_message": message}]


def test_a_number_that_is_on_record_stays(member, maria):
    done = send(member, birth(person={**MATEO, "ssn": "524440472"}))
    member.post("withdraw-change", {"order_id": done["order_id"]})
    send(member, birth(person={**MATEO, "ssn": "525440473"}))
    assert Relative.objects.get(member=maria).ssn == "524440472"


def test_a_second_spouse_cannot_join(sign_in):
    member = sign_in("member")
    married = {"kind": "add_person", "event": "marriage", "happened_on": "03/10/2027"}
    send(member, {**married, "person": DANIEL})
    answer = member.post("preview-change", {**married, "person": {**DANIEL, "first_name": "Omar"}}).json()
    assert answer["data"] == [
        {
            "target_element": "person.role",
            "error_message": "A spouse or partner is covered already, and a plan covers only one.",
        }
    ]


def test_a_member_cannot_join_as_their_own_spouse(sign_in):
    myself = {**DANIEL, "first_name": "MARÍA", "birth_date": "04/17/1989"}
    order = {"kind": "add_person", "event": "marriage", "happened_on": "03/10/2027", "person": myself}
    answer = sign_in("member").post("preview-change", order).json()
    assert answer["data"] == [
        {"target_element": "person.first_name", "error_message": "This is the member, who is covered already."}
    ]
