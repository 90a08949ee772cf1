"""Somebody leaves a group: what ends when, who then pays what, and that nothing else is written than was previewed."""

from datetime import date
from decimal import Decimal

import pytest
import time_machine
from django.db import transaction

from planfront.accounts.models import User
from planfront.audit.services import Origin
from planfront.coverage.approvals.reported import agree_by_staff, send_back_by_staff
from planfront.coverage.approvals.staff import NotWaiting
from planfront.coverage.authors import Author, By
from planfront.coverage.engine import apply_order, digest_of, preview_order
from planfront.coverage.fees import settle_fees
from planfront.coverage.ledger import Cause, add_change, load_ledgers, lock_ledgers, periods_of, write
from planfront.coverage.models import Change, LifeEvent, Policy, RuleEdition
from planfront.coverage.order_kinds import Order
from planfront.coverage.owed_fees import SoldFee, store_sold
from planfront.coverage.shipped import NOT_FOR_GROUPS
from planfront.coverage.timeline import ChangeRefused, Covered, Kind, Role
from planfront.eligibility.standing import Worker, employee_standing
from planfront.eligibility.texts import message
from planfront.kernel.errors import BusinessError
from planfront.kernel.text import texts
from planfront.members.models import Relative
from planfront.parties.groups.services import create_group
from planfront.parties.groups.terms import GroupTerms

TODAY = "2027-03-17T17:00:00Z"


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(TODAY, tick=True):
        yield


@pytest.fixture
def owen(world):
    return world.person("Owen Hale")


@pytest.fixture
def policy(world, owen):
    return world.policy(owen, "P-1")


@pytest.fixture
def acme(policy, make_client):
    client = make_client("shop.test")
    client.sign_in("group@demo.test")
    return client


def leaving(member, day="03/12/2027", **more):
    return {"member_id": member.pk, "event": "left-work", "happened_on": day, "reason": "left-work", **more}


def preview(client, order):
    answer = client.post("preview-leaving", order)
    assert answer.status_code == 200, answer.content
    return answer.json()


def report(client, order):
    digest = preview(client, order)["data"]["digest"]
    return client.post("report-leaving", {**order, "digest": digest}).json()


def test_leaving_work_comes_first_among_what_ends_coverage(acme):
    shown = acme.get("get-leaving-choices").json()["data"]
    assert shown["events"][0] == {
        "key": "left-work",
        "name": "Left the employer",
        "happened": "Last day worked",
    }
    assert {event["key"] for event in shown["events"]} == {"left-work", "coverage-gained", "medicare"}
    assert [reason["key"] for reason in shown["reasons"]] == [
        "died",
        "left-work",
        "retired",
        "fewer-hours",
        "other-coverage",
        "medicare",
        "group-ended",
        "military",
    ]


def test_plans_end_with_the_month_of_the_last_day_worked(acme, owen, policy):
    """Half of 36.85 is 18.425: the group paid 18.43 and Owen 18.42, 4.25 each week."""
    shown = preview(acme, leaving(owen))["data"]
    assert (shown["name"], shown["group_name"], shown["possible"]) == ("Owen Hale", "Acme", True)
    (row,) = shown["rows"]
    assert (row["plan"], row["last_day"], row["problem"], row["past"]) == ("Dental", "03/31/2027", "", [])
    assert row["reason"] == "It counts from the day it happened, 03/12/2027, and its month ends on 03/31/2027."
    assert shown["before"] == {"premium": "36.85", "employer": "18.43", "own": "18.42", "each_pay": "$4.25 each week"}
    assert shown["after"] == {"premium": "0.00", "employer": "0.00", "own": "0.00", "each_pay": ""}
    assert not Change.objects.exclude(kind="issue").exists(), "a preview writes nothing"
    assert report(acme, leaving(owen))["status"] == "success"
    policy.refresh_from_db()
    assert policy.end_date == date(2027, 3, 31)
    change = Change.objects.get(kind="end")
    assert (change.by, change.event.key, change.reason.key, change.happened_on) == (
        "group",
        "left-work",
        "left-work",
        date(2027, 3, 12),
    )


def test_dues_end_with_the_last_of_the_groups_plans(acme, owen, world):
    """41.85 with the dues: the group paid 18.43 and Owen 18.42 and 5.00, 4.25 and 1.15 each week."""
    Policy.objects.filter(number="P-1").update(sold_fees=store_sold([SoldFee("membership", Decimal("5.00"))]))
    settle_fees([owen.pk])
    shown = preview(acme, leaving(owen))["data"]
    assert shown["dues"] == "The association membership, $5.00 a month, ends on 03/31/2027 with the last of the plans."
    assert shown["before"] == {"premium": "41.85", "employer": "18.43", "own": "23.42", "each_pay": "$5.40 each week"}
    assert shown["after"] == {"premium": "0.00", "employer": "0.00", "own": "0.00", "each_pay": ""}
    people = acme.get("get-group-people?day=03/31/2027").json()["data"]
    assert people["total_split"] == shown["before"]


DAYS = [
    ("the last day of a month", "03/31/2027", "03/31/2027", ""),
    ("a day to come", "04/15/2027", "04/30/2027", ""),
    ("as long ago as is allowed", "01/16/2027", "01/31/2027", ""),
    ("longer ago, in the same month", "01/02/2027", "01/31/2027", ""),
    ("too far ahead", "05/17/2027", "", "Too early: you can report it starting 03/18/2027."),
]


@pytest.mark.parametrize(("what", "day", "last_day", "problem"), DAYS, ids=[case[0] for case in DAYS])
def test_last_days_come_from_the_rule(acme, owen, what, day, last_day, problem):
    shown = preview(acme, leaving(owen, day))["data"]
    assert (shown["rows"][0]["last_day"], shown["rows"][0]["problem"]) == (last_day, problem)
    assert shown["possible"] is bool(last_day)
    if problem:
        assert acme.post("report-leaving", {**leaving(owen, day), "digest": shown["digest"]}).json()["errorCode"]
        assert not Change.objects.filter(kind="end").exists()


def test_months_after_a_last_day_in_the_past_are_given_back_to_each_payer(acme, owen, policy):
    (row,) = preview(acme, leaving(owen, "01/16/2027"))["data"]["rows"]
    assert row["past"] == [
        "Dental: we owe the member 2 months × $18.42 = $36.84.",
        "Dental: we owe Acme 2 months × $18.43 = $36.86.",
    ]
    report(acme, leaving(owen, "01/16/2027"))
    rows = policy.adjustments.order_by("month", "payer").values_list("month__month", "payer", "amount")
    assert [(month, payer, str(amount)) for month, payer, amount in rows] == [
        (2, "group", "-18.43"),
        (2, "member", "-18.42"),
        (3, "group", "-18.43"),
        (3, "member", "-18.42"),
    ]


LONG_AGO = "12/14/2026"


@pytest.fixture
def robin(brand):
    return User.objects.create_superuser("robin@demo.test", "planfront-demo", name="Robin Vale")


def by_staff(user):
    return Origin("staff", user_id=user.pk)


def requests(client):
    return client.get("get-team-requests").json()["data"]


def test_further_back_than_one_person_reaches_the_stores_team_is_asked(acme, owen, policy, robin):
    order = leaving(owen, LONG_AGO)
    shown = preview(acme, order)["data"]
    asks = "This goes back more than 60 days, so our team must approve it before anything changes."
    assert (shown["possible"], shown["asks"], shown["rows"][0]["last_day"]) == (True, asks, "12/31/2026")
    done = report(acme, order)["data"]
    assert done["waits_for"] == "Shop"
    policy.refresh_from_db()
    assert policy.end_date is None
    (row,) = acme.get("get-group-people", show="waiting").json()["data"]["result"]
    assert ([mark["text"] for mark in row["marks"]], row["left_on"]) == (["Waits for an answer"], "")
    answer = requests(acme)
    assert answer["team"] == "Shop"
    (request,) = answer["result"]
    assert (request["state"], request["name"], request["may_withdraw"]) == ("waiting", "Owen Hale", True)
    assert (request["plans"][0]["effective"], request["before"]["own"], request["after"]["own"]) == (
        "12/31/2026",
        "18.42",
        "0.00",
    )
    agree_by_staff(done["order_id"], by_staff(robin))
    policy.refresh_from_db()
    assert policy.end_date == date(2026, 12, 31)
    change = Change.objects.get(kind="end")
    administrator = User.objects.get(email="group@demo.test")
    assert (change.by, change.by_user, change.reported_on) == ("group", administrator.pk, date(2027, 3, 17))
    (row,) = acme.get("get-group-people", show="left").json()["data"]["result"]
    assert (row["left_on"], [mark["text"] for mark in row["marks"]]) == (
        LONG_AGO,
        ["Left on 12/14/2026", "Covered until 12/31/2026"],
    )
    (request,) = requests(acme)["result"]
    assert (request["state"], request["may_withdraw"]) == ("agreed", False)


def test_what_the_team_sends_back_is_read_with_its_reason_and_may_be_asked_again(acme, owen, policy, robin):
    held = report(acme, leaving(owen, LONG_AGO))["data"]["order_id"]
    send_back_by_staff(held, "Send us the last pay slip.", by_staff(robin))
    (request,) = requests(acme)["result"]
    assert (request["state"], request["reason"]) == ("declined", "Send us the last pay slip.")
    with pytest.raises(NotWaiting):
        agree_by_staff(held, by_staff(robin))
    policy.refresh_from_db()
    assert policy.end_date is None
    assert report(acme, leaving(owen, LONG_AGO))["data"]["waits_for"] == "Shop"


def test_the_group_takes_its_request_back_and_asks_once(acme, owen, robin):
    held = report(acme, leaving(owen, LONG_AGO))["data"]["order_id"]
    again = report(acme, leaving(owen, "12/01/2026"))
    assert (again["errorCode"], again["message"]) == (
        "changeWaits",
        "A change you reported for Owen is already waiting for Shop. Withdraw it first.",
    )
    body = {"member_id": owen.pk, "order_id": held}
    assert acme.post("withdraw-change", body).json()["status"] == "success"
    assert requests(acme)["result"] == []
    assert acme.post("withdraw-change", body).status_code == 404
    with pytest.raises(NotWaiting):
        agree_by_staff(held, by_staff(robin))


def test_what_isnt_as_it_was_asked_for_is_not_agreed_to(acme, owen, policy, robin):
    held = report(acme, leaving(owen, LONG_AGO))["data"]["order_id"]
    staff = Order(Kind.END, Author(By.STAFF, robin.pk), [policy.pk], last_day=date(2027, 4, 30))
    apply_order(staff, digest_of(preview_order(staff)))
    with pytest.raises(BusinessError):
        agree_by_staff(held, by_staff(robin))
    assert Change.objects.filter(kind="end").count() == 1
    assert requests(acme)["result"][0]["state"] == "waiting"


# --- what would begin only afterwards ---


@pytest.mark.parametrize(("first", "day"), [(date(2027, 4, 1), "03/12/2027"), (date(2027, 3, 1), "02/10/2027")])
def test_a_plan_that_would_begin_only_after_the_last_day_never_does(acme, owen, policy, world, first, day):
    """One that is to begin, and one that has begun in the month after the last day of cover."""
    later = world.policy(owen, "P-2", plan=world.another_plan(), first=first)
    shown = preview(acme, leaving(owen, day))["data"]
    ends, never = shown["rows"]
    assert (ends["never_begins"], never["never_begins"], never["possible"]) == (False, True, True)
    assert never["begun_on"] == ("03/01/2027" if first < date(2027, 3, 17) else "")
    assert (never["before"]["own"], shown["before"]["own"], shown["after"]["own"]) == ("18.42", "36.84", "0.00")
    order_id = report(acme, leaving(owen, day))["data"]["order_id"]
    later.refresh_from_db()
    assert later.state_on(date(2027, 3, 17)) == "cancelled"
    assert [change.kind for change in Change.objects.filter(policy=later).order_by("recorded")] == ["issue", "cancel"]
    assert Change.objects.get(kind="cancel").reason.key == "left-work"
    (row,) = acme.get("get-group-people").json()["data"]["result"]
    assert [plan["policy_number"] for plan in row["plans"]] == ([] if day < "03" else ["P-1"])
    acme.post("withdraw-change", {"member_id": owen.pk, "order_id": order_id})
    later.refresh_from_db()
    assert (later.end_date, later.effective_date) == (None, first)


def test_a_plan_that_begins_within_the_month_of_leaving_ends_with_it(acme, owen, world):
    later = world.policy(owen, "P-2", plan=world.another_plan(), first=date(2027, 3, 20))
    row = preview(acme, leaving(owen))["data"]["rows"][1]
    assert (row["never_begins"], row["last_day"]) == (False, "03/31/2027")
    report(acme, leaving(owen))
    later.refresh_from_db()
    assert (later.effective_date, later.end_date) == (date(2027, 3, 20), date(2027, 3, 31))


def spouse_of(member, first):
    born = date(1987, 9, 2)
    names = {"first_name": "Ada", "last_name": "Hale", "birth_date": born}
    relative = Relative.objects.create(member=member, kind="dependent", relationship="spouse", **names)
    return Covered(str(relative.pk), Role.SPOUSE, born, first)


@pytest.fixture
def to_come(owen, policy):
    """A rider that the plan has from 05/01 on, and a spouse who joins it on 04/01."""
    spouse = spouse_of(owen, date(2027, 4, 1))
    with transaction.atomic():
        (record,) = lock_ledgers([policy.pk])
        cause = Cause(Author(By.STAFF, 1))
        later = [
            add_change(record, Kind.ADD_PERSON, date(2027, 4, 1), cause=cause, person=spouse),
            add_change(record, Kind.RIDERS, date(2027, 5, 1), cause=cause, riders=("implants",)),
        ]
        write(later)
    return policy


def test_what_was_to_change_after_the_last_day_falls_away(acme, owen, to_come):
    (row,) = preview(acme, leaving(owen, "03/31/2027"))["data"]["rows"]
    assert (row["last_day"], row["never_begins"]) == ("03/31/2027", False)
    assert row["falls_away"] == "The change planned for 05/01/2027 won't happen."
    (row,) = preview(acme, leaving(owen, "03/12/2027"))["data"]["rows"]
    order_id = report(acme, leaving(owen, "03/12/2027"))["data"]["order_id"]
    (record,) = load_ledgers([to_come])
    last = date(2027, 3, 31)
    assert [(period.first, period.last, period.terms.riders) for period in periods_of(record.versions)] == [
        (date(2026, 1, 1), last, ())
    ]
    shown = acme.get("get-coverage", member_id=owen.pk).json()["data"]
    titles = [change["title"] for change in shown["changes"]]
    assert titles[1:3] == ["Other riders: fell away", "Ada joined: fell away"]
    acme.post("withdraw-change", {"member_id": owen.pk, "order_id": order_id})
    (record,) = load_ledgers([to_come])
    assert [(period.first, period.last, period.terms.riders) for period in periods_of(record.versions)] == [
        (date(2026, 1, 1), last, ()),
        (date(2027, 4, 1), date(2027, 4, 30), ()),
        (date(2027, 5, 1), None, ("implants",)),
    ]


def test_nothing_new_begins_after_an_end(policy):
    with transaction.atomic():
        (record,) = lock_ledgers([policy.pk])
        write([add_change(record, Kind.END, date(2027, 3, 31), cause=Cause(Author(By.STAFF, 1)))])
    (record,) = load_ledgers([policy])
    with pytest.raises(ChangeRefused):
        add_change(record, Kind.RIDERS, date(2027, 5, 1), riders=("implants",))


# --- why somebody leaves ---


def test_the_event_is_the_reason_where_no_other_is_named(acme, owen):
    report(acme, leaving(owen, reason=""))
    assert Change.objects.get(kind="end").reason.key == "left-work"


def test_an_event_of_the_operators_own_needs_no_reason(acme, owen):
    LifeEvent.objects.filter(key="left-work").update(key="season-over")
    report(acme, leaving(owen, event="season-over", reason=""))
    assert Change.objects.get(kind="end").reason is None


def test_a_familys_death_long_ago_is_no_last_day_of_work(acme, owen, policy, robin):
    RuleEdition.objects.filter(event__key="death").update(reporters=["group"])
    spouse = spouse_of(owen, date(2026, 2, 1))
    with transaction.atomic():
        (record,) = lock_ledgers([policy.pk])
        write([add_change(record, Kind.ADD_PERSON, date(2026, 2, 1), cause=Cause(), person=spouse)])
    order = {
        "member_id": owen.pk,
        "kind": "drop_person",
        "event": "death",
        "happened_on": LONG_AGO,
        "person_id": spouse.key,
    }
    digest = acme.post("preview-change", order).json()["data"]["digest"]
    held = acme.post("submit-change", {**order, "digest": digest}).json()["data"]
    assert held["waits_for"] == "Shop"
    agree_by_staff(held["order_id"], by_staff(robin))
    owen.refresh_from_db()
    assert owen.left_on is None


def test_an_end_that_a_group_reports_as_a_change_is_a_last_day_of_work_too(acme, owen, policy):
    order = {
        "member_id": owen.pk,
        "kind": "end",
        "event": "left-work",
        "happened_on": "03/12/2027",
        "policies": ["P-1"],
    }
    digest = acme.post("preview-change", order).json()["data"]["digest"]
    done = acme.post("submit-change", {**order, "digest": digest}).json()["data"]
    owen.refresh_from_db()
    assert owen.left_on == date(2027, 3, 12)
    acme.post("withdraw-change", {"member_id": owen.pk, "order_id": done["order_id"]})
    owen.refresh_from_db()
    assert owen.left_on is None


# --- the last day of work ---


def test_the_last_day_of_work_is_on_record_and_undone_with_the_leaving(acme, owen):
    order_id = report(acme, leaving(owen))["data"]["order_id"]
    owen.refresh_from_db()
    assert owen.left_on == date(2027, 3, 12)
    (row,) = acme.get("get-group-people").json()["data"]["result"]
    assert (row["left_on"], [mark["text"] for mark in row["marks"]]) == (
        "03/12/2027",
        ["Left on 03/12/2027", "Covered until 03/31/2027"],
    )
    acme.post("withdraw-change", {"member_id": owen.pk, "order_id": order_id})
    owen.refresh_from_db()
    assert owen.left_on is None


def test_an_event_that_leaves_the_work_as_it_is_has_no_last_day_of_it(acme, owen):
    order = leaving(owen, "03/10/2027", event="medicare", reason="medicare")
    assert preview(acme, order)["data"]["last_day"] == ""
    report(acme, order)
    owen.refresh_from_db()
    assert owen.left_on is None
    (row,) = acme.get("get-group-people").json()["data"]["result"]
    assert row["marks"] == [{"kind": "ends", "text": "Covered until 03/09/2027"}]


def test_somebody_without_a_plan_leaves_too(acme, world):
    gus = world.person("Gus Nothing")
    shown = preview(acme, leaving(gus))["data"]
    assert (shown["possible"], shown["last_day"], shown["rows"]) == (True, "03/12/2027", [])
    order_id = report(acme, leaving(gus))["data"]["order_id"]
    gus.refresh_from_db()
    assert gus.left_on == date(2027, 3, 12)
    assert acme.post("preview-leaving", leaving(gus)).json()["errorCode"] == "nothingEnds"
    (row,) = acme.get("get-group-people", show="left").json()["data"]["result"]
    assert row["undo"] == order_id
    acme.post("withdraw-change", {"member_id": gus.pk, "order_id": order_id})
    gus.refresh_from_db()
    assert gus.left_on is None
    early = acme.post("preview-leaving", leaving(gus, "05/17/2027")).json()
    assert (early["errorCode"], early["message"]) == (
        "changeRefused",
        "Too early: you can report it starting 03/18/2027.",
    )


def test_who_left_buys_nothing_with_the_group_any_more():
    terms = GroupTerms(1, "Acme")
    worker = Worker(hired_on=date(2020, 1, 1), left_on=date(2027, 3, 12))
    refusal = employee_standing(terms, worker, date(2027, 3, 13)).refusal
    assert refusal is not None
    assert message(refusal) == "The last day of work at Acme was 03/12/2027: its plans can't be bought any more."
    assert employee_standing(terms, worker, date(2027, 3, 12)).refusal is None


def test_what_has_moved_since_is_shown_and_nothing_is_written(acme, owen, policy):
    order = leaving(owen)
    digest = preview(acme, order)["data"]["digest"]
    RuleEdition.objects.filter(event__key="left-work").update(step="same_day")
    answer = acme.post("report-leaving", {**order, "digest": digest}).json()
    assert answer["errorCode"] == "changeDiffers"
    assert answer["data"]["preview"]["rows"][0]["last_day"] == "03/12/2027"
    assert not Change.objects.filter(kind="end").exists()


def test_it_is_taken_back_until_the_end_of_the_day(acme, owen, policy):
    done = report(acme, leaving(owen))["data"]
    (row,) = acme.get("get-group-people").json()["data"]["result"]
    assert row["undo"] == done["order_id"]
    body = {"member_id": owen.pk, "order_id": done["order_id"]}
    assert acme.post("withdraw-change", body).json()["status"] == "success"
    policy.refresh_from_db()
    assert policy.end_date is None
    (row,) = acme.get("get-group-people").json()["data"]["result"]
    assert (row["undo"], row["marks"]) == ("", [])


def test_it_is_not_taken_back_the_day_after(acme, owen, make_client):
    done = report(acme, leaving(owen))["data"]
    with time_machine.travel("2027-03-18T17:00:00Z", tick=True):
        client = make_client("shop.test")
        client.sign_in("group@demo.test")
        assert client.get("get-group-people").json()["data"]["result"][0]["undo"] == ""
        answer = client.post("withdraw-change", {"member_id": owen.pk, "order_id": done["order_id"]}).json()
        assert answer["errorCode"] == "withdrawRefused"


def test_who_has_no_plan_that_goes_on_cannot_leave_again(acme, owen, world):
    report(acme, leaving(owen))
    answer = acme.post("preview-leaving", leaving(owen)).json()
    assert (answer["errorCode"], answer["message"]) == (
        "nothingEnds",
        "Owen Hale has no plan of the group that goes on.",
    )


@pytest.mark.parametrize("missing", ["event", "happened_on"])
def test_what_is_missing_is_asked_for(acme, owen, missing):
    answer = acme.post("preview-leaving", leaving(owen, **{missing: ""}))
    assert answer.status_code == 422
    assert answer.json()["data"] == [{"target_element": missing, "error_message": "Field is required"}]


LEAVING = {"event": "left-work", "happened_on": "03/12/2027"}
"""Calls by which a plan ends with somebody's work, and what each needs beside the reason."""
CALLS = {"preview-leaving": LEAVING, "preview-change": {**LEAVING, "kind": "end", "policies": ["P-1"]}}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("key", sorted(NOT_FOR_GROUPS))
def test_a_reason_that_a_group_isnt_offered_is_refused(acme, owen, call, key):
    answer = acme.post(call, {"member_id": owen.pk, **CALLS[call], "reason": key})
    assert answer.status_code == 422
    assert answer.json()["data"] == [{"target_element": "reason", "error_message": texts.CHOICE}]
    assert acme.post(call, {"member_id": owen.pk, **CALLS[call], "reason": "retired"}).status_code == 200


def test_staff_name_any_reason(owen, policy, make_client):
    User.objects.create_superuser("robin@demo.test", "planfront-demo")
    staff = make_client("shop.test")
    staff.sign_in("robin@demo.test")
    end = {"member_id": owen.pk, "kind": "end", "policies": ["P-1"], "last_day": "04/30/2027"}
    for key in NOT_FOR_GROUPS:
        assert staff.post("preview-change", {**end, "reason": key}).status_code == 200, key
    assert staff.post("preview-change", {**end, "reason": "no-such"}).status_code == 422


def test_people_of_another_group_are_not_found(acme, brand, world):
    other = create_group(code="OTHER", name="Other", brands=[brand])
    stranger = world.person("Ann Lee", group=other)
    world.policy(stranger, "P-9")
    assert acme.post("preview-leaving", leaving(stranger)).status_code == 404
    assert acme.post("report-leaving", {**leaving(stranger), "digest": "0" * 64}).status_code == 404


def test_only_administrators_report_it(acme, owen, make_client):
    User.objects.create_user("staff@demo.test", "planfront-demo", role="member")
    client = make_client("shop.test")
    client.sign_in("staff@demo.test")
    assert client.get("get-leaving-choices").status_code == 404
    assert client.post("preview-leaving", leaving(owen)).status_code == 404


def test_an_event_that_isnt_the_groups_is_refused(acme, owen):
    RuleEdition.objects.filter(event__key="left-work").update(reporters=["rep"])
    assert preview(acme, leaving(owen))["errorCode"] == "changeRefused"
    LifeEvent.objects.filter(key="left-work").update(active=False)
    assert [event["key"] for event in acme.get("get-leaving-choices").json()["data"]["events"]] == [
        "coverage-gained",
        "medicare",
    ]


def test_a_plan_of_somebody_elses_group_goes_on(acme, owen, world, brand):
    world.group, group = create_group(code="OTHER", name="Other", brands=[brand]), world.group
    policy = world.policy(owen, "P-2")
    type(policy).objects.filter(pk=policy.pk).update(group=world.group)
    assert [row["policy_number"] for row in preview(acme, leaving(owen))["data"]["rows"]] == ["P-1"]
    assert group.pk != world.group.pk


def test_two_reports_at_once_write_one(acme, owen, policy):
    order = leaving(owen)
    digest = preview(acme, order)["data"]["digest"]
    staff = Order(Kind.END, Author(By.STAFF, 1), [policy.pk], last_day=date(2027, 4, 30))
    apply_order(staff, digest_of(preview_order(staff)))
    answer = acme.post("report-leaving", {**order, "digest": digest}).json()
    assert answer["errorCode"] == "changeDiffers"
    assert Change.objects.filter(kind="end").count() == 1
