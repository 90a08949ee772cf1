"""Ends of coverage through the calls: planned, brought forward, put off and taken back, by each role."""

from datetime import date
from decimal import Decimal
from uuid import UUID

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.brands.services import save_settings
from planfront.catalog.models import Plan
from planfront.coverage import engine, parties
from planfront.coverage.authors import Author, By
from planfront.coverage.changes import designate
from planfront.coverage.fee_wording import describe_dues
from planfront.coverage.fees import preview_dues
from planfront.coverage.ledger import add_change, load_ledgers
from planfront.coverage.letters.writing import write_of_order
from planfront.coverage.models import Change, Designation, Fee, Policy
from planfront.coverage.order_kinds import Order
from planfront.coverage.owed_fees import SoldFee, store_sold
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Role
from planfront.kernel.text.parse import us_date
from planfront.letters.models import Letter
from planfront.members.models import Relative
from planfront.members.selectors import relatives
from planfront.members.services import create_member
from planfront.parties.reps.services import create_agent
from planfront.shopping.tests.factories import dental

# A month, by tier: member 36.85, with spouse 71.75, with children 69.95, family 104.85.
TODAY, NEXT_DAY = "2027-03-17T17:00:00Z", "2027-03-18T17:00:00Z"
MATEO = {"first_name": "Mateo", "last_name": "Santos", "birth_date": "03/02/2027", "gender": 0, "role": "child"}
BIRTH = {"kind": "add_person", "event": "birth", "happened_on": "03/02/2027", "person": MATEO}


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(TODAY, tick=True):
        yield


@pytest.fixture
def maria(brand):
    rep = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    agent = create_agent(
        code="REP1001", first_name="Jordan", last_name="Lee", email="rep@demo.test", brands=[brand], user=rep
    )
    User.objects.create_user("staff@demo.test", "planfront-demo", role="staff", is_staff=True, is_superuser=True)
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
def policy(maria):
    return issue(maria.brand, number="P-1", plan_id=dental().pk, member_id=maria.pk)


@pytest.fixture
def sign_in(make_client, policy):
    def sign_in(who):
        client = make_client("shop.test")
        client.sign_in(f"{who}@demo.test")
        return client

    return sign_in


def end(day, maria, *numbers):
    return {"kind": "end", "policies": list(numbers or ("P-1",)), "last_day": day, "member_id": maria.pk}


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


def last_day(policy):
    policy.refresh_from_db()
    return policy.end_date


@pytest.mark.parametrize("who", ["member", "rep", "staff"])
@pytest.mark.parametrize(
    ("first", "second", "before", "after", "words"),
    [
        ("06/30/2027", "04/30/2027", "36.85", "0.00", "Dental ends on 04/30/2027 instead of 06/30/2027."),
        ("06/30/2027", "09/30/2027", "0.00", "36.85", "Dental ends on 09/30/2027 instead of 06/30/2027."),
    ],
    ids=["brought forward", "put off"],
)
def test_a_planned_end_moves_to_another_day(sign_in, maria, policy, who, first, second, before, after, words):
    client = sign_in(who)
    send(client, end(first, maria))
    with time_machine.travel(NEXT_DAY, tick=True):
        shown = preview(sign_in(who), end(second, maria))
        assert words in shown["consequences"]
        (row,) = shown["rows"]
        assert (row["before"], row["after"]) == (before, after)
        send(sign_in(who), end(second, maria))
    month, day, year = map(int, second.split("/"))
    assert last_day(policy) == date(year, month, day)


def test_history_is_whole_by_pages_for_each_reader(sign_in, maria, policy):
    issue(maria.brand, number="P-2", plan_id=dental("Vision").pk, member_id=maria.pk)
    days = [f"{month:02}/28/2028" for month in range(1, 13)]
    for day in days:
        send(sign_in("member"), end(day, maria, "P-1", "P-2"))
    for who, query in (("member", {}), ("rep", {"member_id": maria.pk}), ("staff", {"member_id": maria.pk})):
        client = sign_in(who)
        first = client.get("get-coverage", **query).json()["data"]
        pages = [client.get("get-coverage-changes", page=page, **query).json()["data"] for page in (1, 2)]
        assert (first["changes"], first["changes_pages"]) == (pages[0]["result"], 2)
        assert [(page["page"], page["pages"], page["total"]) for page in pages] == [(1, 2, 14), (2, 2, 14)]
        ends = [row for page in pages for row in page["result"] if row["kind"] == "end"]
        expected = [(day, number) for day in reversed(days) for number in ("P-1", "P-2")]
        assert sorted((row["effective"], row["policy_number"]) for row in ends) == sorted(expected)
        assert [len({row["order_id"] for row in page["result"]}) for page in pages] == [8, 6], "no order is cut"
        assert [row["kind"] for row in pages[1]["result"][-2:]] == ["issue", "issue"]
        assert client.get("get-coverage-changes", page=9, **query).json()["data"] == pages[1], "the last one"
        assert client.get("get-coverage-changes", page=0, **query).status_code == 422


def test_history_of_somebody_else_is_nobodys(sign_in, maria, brand, stranger):
    User.objects.create_user("other@demo.test", "planfront-demo", role="member")
    for client in (sign_in("other"), stranger):
        assert client.get("get-coverage-changes", member_id=maria.pk).status_code == 404


DUES_STAY = "The association membership, $5.00 a month, stays with the other plans."
DUES_END = "The association membership, $5.00 a month, ends on {} with the last of the plans."
DUES_FALL_AWAY = "The association membership, $5.00 a month, isn't charged for any month."
DUES_GO_ON = "The association membership, $5.00 a month, continues with the plan."
DUES = [SoldFee("membership", Decimal("5.00"))]


@pytest.fixture
def two_policies(maria, policy):
    """P-1 brings no dues; P-2, from January on, and P-3, from April on, do."""
    for number, first in (("P-2", date(2027, 1, 1)), ("P-3", date(2027, 4, 1))):
        issue(
            maria.brand,
            number=number,
            plan_id=dental(f"Plan {number}").pk,
            member_id=maria.pk,
            first=first,
            sold_with=DUES,
        )


def dues_rows():
    return [
        (row.policy.number, row.effective, row.until)
        for row in Fee.objects.standing().select_related("policy").order_by("effective")
    ]


@pytest.mark.usefixtures("two_policies")
@pytest.mark.parametrize(
    ("numbers", "day", "words", "rows"),
    [
        (["P-1"], "04/30/2027", DUES_STAY, [("P-2", date(2027, 1, 1), None)]),
        (["P-3"], "06/30/2027", DUES_STAY, [("P-2", date(2027, 1, 1), None)]),
        (
            ["P-2"],
            "04/30/2027",
            DUES_STAY,
            [("P-2", date(2027, 1, 1), date(2027, 4, 30)), ("P-3", date(2027, 5, 1), None)],
        ),
        (
            ["P-2", "P-3"],
            "06/30/2027",
            DUES_END.format("06/30/2027"),
            [("P-2", date(2027, 1, 1), date(2027, 6, 30))],
        ),
        (
            ["P-2", "P-3"],
            "03/31/2027",
            DUES_END.format("03/31/2027"),
            [("P-2", date(2027, 1, 1), date(2027, 3, 31))],
        ),
    ],
    ids=["brings none", "brought by another", "another takes over", "both end", "one never begins"],
)
def test_the_preview_of_an_end_says_what_becomes_of_the_dues_as_the_rows_have_it(
    sign_in, maria, numbers, day, words, rows
):
    order = end(day, maria, *numbers)
    assert [text for text in preview(sign_in("member"), order)["consequences"] if "association" in text] == [words]
    send(sign_in("member"), order)
    assert dues_rows() == rows


def test_the_dues_of_the_last_plan_end_move_and_go_with_it(sign_in, maria, policy):
    Policy.objects.filter(pk=policy.pk).update(sold_fees=store_sold(DUES))
    client = sign_in("staff")
    for day in ("06/30/2027", "04/30/2027", "09/30/2027"):
        assert DUES_END.format(day) in preview(client, end(day, maria))["consequences"]
        send(client, end(day, maria))
        assert [row[2] for row in dues_rows()] == [us_date(day)]
    (record,) = load_ledgers([policy])
    back = add_change(record, Kind.REINSTATE, date(2027, 10, 1))
    assert describe_dues(preview_dues([back]), ending=False) == DUES_GO_ON
    (record,) = load_ledgers([policy])
    cancelled = add_change(record, Kind.CANCEL, date(2026, 1, 1))
    assert describe_dues(preview_dues([cancelled]), ending=True) == DUES_FALL_AWAY


def test_without_dues_an_end_says_nothing_of_them(sign_in, maria):
    shown = preview(sign_in("member"), end("06/30/2027", maria))
    assert not [text for text in shown["consequences"] if "association" in text]


def test_an_end_that_moved_twice_goes_back_step_by_step(sign_in, maria, policy):
    client = sign_in("member")
    orders = [send(client, end(day, maria))["order_id"] for day in ("06/30/2027", "04/30/2027", "09/30/2027")]
    assert last_day(policy) == date(2027, 9, 30)
    titles = [(row["title"], row["may_withdraw"]) for row in client.get("get-coverage").json()["data"]["changes"]]
    assert titles == [
        ("Coverage ends", True),
        ("Coverage was to end on 04/30/2027", False),
        ("Coverage was to end on 06/30/2027", False),
        ("Coverage began", False),
    ]
    for order_id, left in zip(reversed(orders), (date(2027, 4, 30), date(2027, 6, 30), None), strict=True):
        assert client.post("withdraw-change", {"order_id": order_id}).json()["status"] == "success"
        assert last_day(policy) == left


ENDS = [
    # by whom it was planned, who takes it back on the next day, whether they may
    ("member", "member", True),
    ("rep", "member", True),
    ("member", "rep", True),
    ("staff", "member", False),
    ("staff", "rep", False),
    ("staff", "staff", True),
    ("member", "staff", True),
]


@pytest.mark.parametrize(("planned_by", "taken_back_by", "may"), ENDS)
def test_a_planned_end_is_taken_back_by_those_who_may_end(sign_in, maria, policy, planned_by, taken_back_by, may):
    order_id = send(sign_in(planned_by), end("06/30/2027", maria))["order_id"]
    with time_machine.travel(NEXT_DAY, tick=True):
        client = sign_in(taken_back_by)
        rows = client.get("get-coverage", member_id=maria.pk).json()["data"]["changes"]
        assert [row["may_withdraw"] for row in rows] == [may, False]
        later = preview(client, end("09/30/2027", maria))
        assert later["possible"] is may
        problem = "" if may else "Only our team can postpone this. Call us, and we'll review it with you."
        assert later["rows"][0]["problem"] == problem
        assert preview(client, end("04/30/2027", maria))["possible"], "an earlier end is nothing that staff forbid"
        answer = client.post("withdraw-change", {"order_id": order_id, "member_id": maria.pk}).json()
        assert (answer["status"] == "success") is may
    assert last_day(policy) == (None if may else date(2027, 6, 30))


def test_an_end_that_is_over_stays(sign_in, maria, policy):
    order_id = send(sign_in("member"), end("03/31/2027", maria))["order_id"]
    with time_machine.travel("2027-04-01T17:00:00Z", tick=True):
        answer = sign_in("member").post("withdraw-change", {"order_id": order_id}).json()
    assert answer["errorCode"] == "withdrawRefused"
    assert last_day(policy) == date(2027, 3, 31)


def test_a_rep_takes_back_only_ends_of_policies_they_look_after(sign_in, maria, policy, brand):
    order_id = send(sign_in("member"), end("06/30/2027", maria))["order_id"]
    other = User.objects.create_user("other@demo.test", "planfront-demo", role="rep")
    create_agent(code="REP2", first_name="Ada", last_name="Roe", email="o@demo.test", brands=[brand], user=other)
    answer = sign_in("other").post("withdraw-change", {"order_id": order_id, "member_id": maria.pk})
    assert answer.status_code == 404
    assert last_day(policy) == date(2027, 6, 30)


def test_a_reinstated_end_offers_no_undo(sign_in, maria, policy):
    send(sign_in("member"), end("04/30/2027", maria))
    back = {"kind": "reinstate", "policies": ["P-1"], "reason": "paid-up", "member_id": maria.pk}
    send(sign_in("staff"), back)
    rows = sign_in("member").get("get-coverage").json()["data"]["changes"]
    assert [(row["title"], row["may_withdraw"]) for row in rows] == [
        ("In force again", False),
        ("Coverage was to end on 04/30/2027", False),
        ("Coverage began", False),
    ]
    send(sign_in("member"), end("08/31/2027", maria))
    assert last_day(policy) == date(2027, 8, 31)


@pytest.fixture
def membership(maria):
    plan = dental("Membership")
    Plan.objects.filter(pk=plan.pk).update(is_membership=True)
    return issue(maria.brand, number="M-1", plan_id=plan.pk, name="Membership", member_id=maria.pk)


@pytest.mark.parametrize("who", ["member", "rep", "staff"])
@pytest.mark.parametrize(
    ("is_premier", "numbers", "possible"),
    [(True, ["M-1"], False), (True, ["M-1", "P-1"], True), (True, ["P-1"], True), (False, ["M-1"], True)],
)
def test_a_membership_stays_as_long_as_a_plan_needs_it(
    sign_in, maria, policy, membership, who, is_premier, numbers, possible
):
    Plan.objects.filter(pk=policy.plan_id).update(is_premier=is_premier)
    shown = preview(sign_in(who), end("04/30/2027", maria, *numbers))
    assert shown["possible"] is possible
    words = [] if possible else ["Another plan needs this membership. End both together, or keep both."]
    assert [row["problem"] for row in shown["rows"] if row["problem"]] == words


def test_a_membership_ends_with_or_after_the_plan_that_needs_it(sign_in, maria, policy, membership):
    Plan.objects.filter(pk=policy.plan_id).update(is_premier=True)
    client = sign_in("member")
    send(client, end("06/30/2027", maria))
    assert not preview(client, end("06/29/2027", maria, "M-1"))["possible"]
    send(client, end("06/30/2027", maria, "M-1"))
    assert last_day(membership) == date(2027, 6, 30)


def test_a_newborn_who_is_taken_back_leaves_no_relative(sign_in, maria, policy):
    client = sign_in("member")
    order_id = send(client, BIRTH)["order_id"]
    assert [row.first_name for row in relatives(maria.pk, "dependent")] == ["Mateo"]
    answer = client.post("withdraw-change", {"order_id": order_id}).json()["data"]
    assert relatives(maria.pk, "dependent") == []
    assert [person["first_name"] for person in answer["people"]] == ["Maria"]
    assert [row["title"] for row in answer["changes"]][1] == "Mateo joined", "history keeps the name"
    send(client, BIRTH)
    assert [row.first_name for row in relatives(maria.pk, "dependent")] == ["Mateo"]
    assert Relative.objects.count() == 1


def test_a_relative_on_record_before_stays_after_an_undo(sign_in, maria, policy):
    Relative.objects.create(
        member=maria,
        kind="dependent",
        relationship="child",
        first_name="Mateo",
        last_name="Santos",
        birth_date=date(2027, 3, 2),
    )
    client = sign_in("member")
    order_id = send(client, BIRTH)["order_id"]
    assert client.post("withdraw-change", {"order_id": order_id}).json()["status"] == "success"
    assert [row.first_name for row in relatives(maria.pk, "dependent")] == ["Mateo"]


def test_an_end_behind_the_changed_days_differs(sign_in, maria, policy):
    client = sign_in("member")
    shown = preview(client, BIRTH)
    send(client, end("06/30/2027", maria))
    answer = client.post("submit-change", {**BIRTH, "digest": shown["digest"]}).json()
    assert answer["errorCode"] == "changeDiffers"
    assert not Change.objects.filter(kind="add_person").exists()


def test_of_an_end_and_a_newcomer_that_were_previewed_together_one_wins(sign_in, maria, policy):
    client = sign_in("member")
    both = [(order, preview(client, order)["digest"]) for order in (BIRTH, end("06/30/2027", maria))]
    answers = [client.post("submit-change", {**order, "digest": digest}).json() for order, digest in both]
    assert [answer.get("errorCode") or answer["status"] for answer in answers] == ["success", "changeDiffers"]


def test_the_digest_is_the_same_as_long_as_nothing_moves(sign_in, maria, policy):
    order = Order(Kind.END, Author(By.STAFF), [policy.pk], last_day=date(2027, 6, 30))
    first, second = (engine.digest_of(engine.preview_order(order)) for _time in range(2))
    assert first == second


def test_designations_are_kept_only_for_plans_that_pay_at_death(maria):
    plans = [dental("Life"), dental("Teeth")]
    Plan.objects.filter(pk=plans[0].pk).update(requirements=["beneficiary_info"])
    policies = [
        issue(maria.brand, number=f"P-{at}", plan_id=plan.pk, member_id=maria.pk) for at, plan in enumerate(plans)
    ]
    designate(policies, [{"name": "Daniel Santos", "relationship": "spouse", "share": 100}])
    assert [row.policy.number for row in Designation.objects.all()] == ["P-0"]
    assert Policy.objects.count() == 2


def test_a_covered_child_stays_on_record_when_another_policy_keeps_them(sign_in, maria, policy):
    child = Covered("6f1f2f0a-0000-5000-8000-000000000001", Role.CHILD, date(2020, 1, 1), date(2026, 1, 1))
    Relative.objects.create(
        pk=child.key,
        member=maria,
        kind="dependent",
        relationship="child",
        first_name="Iris",
        last_name="Santos",
        birth_date=child.birth_date,
    )
    issue(maria.brand, child, number="P-2", plan_id=dental("Other").pk, member_id=maria.pk, tier="IC", premium="69.95")
    order = {
        **BIRTH,
        "policies": ["P-1"],
        "event": "adoption",
        "person": {**MATEO, "first_name": "Iris", "birth_date": "01/01/2020"},
    }
    client = sign_in("member")
    order_id = send(client, order)["order_id"]
    assert client.post("withdraw-change", {"order_id": order_id}).json()["status"] == "success"
    assert [row.first_name for row in relatives(maria.pk, "dependent")] == ["Iris"]


DANIEL = "6f1f2f0a-0000-5000-8000-000000000002"
TO_DANIEL = [{"name": "Daniel Santos", "relationship": "spouse", "share": 100}]
TO_ROSA = [{"name": "Rosa Santos", "relationship": "parent", "share": 100}]


@pytest.fixture
def married(maria, policy):
    """Daniel, covered by P-2, and a life plan L-1 that pays at death."""
    daniel = Relative(member=maria, kind="dependent", relationship="spouse", first_name="Daniel", last_name="Santos")
    daniel.pk, daniel.birth_date = DANIEL, date(1988, 2, 2)
    daniel.save()
    covered = Covered(DANIEL, Role.SPOUSE, daniel.birth_date, date(2026, 1, 1))
    issue(maria.brand, covered, number="P-2", plan_id=dental("Family").pk, member_id=maria.pk, tier="IS")
    plan = dental("Life")
    Plan.objects.filter(pk=plan.pk).update(requirements=["beneficiary_info"])
    return issue(maria.brand, number="L-1", plan_id=plan.pk, name="Life", member_id=maria.pk)


def report_divorce(client, maria, day="03/10/2027"):
    order = {"kind": "drop_person", "event": "divorce", "happened_on": day, "policies": ["P-2"]}
    return send(client, {**order, "person_id": DANIEL, "member_id": maria.pk})


def divorced_on(client):
    rows = client.get("get-coverage").json()["data"]["designations"]
    return [(row["policy_number"], row["divorced_on"]) for row in rows]


@pytest.mark.parametrize(
    ("people", "day"),
    [
        (TO_DANIEL, "03/10/2027"),
        ([{**TO_DANIEL[0], "relationship": "partner", "share": 40}, {**TO_ROSA[0], "share": 60}], "03/10/2027"),
        (TO_ROSA, ""),
    ],
    ids=["spouse", "partner among others", "parent"],
)
def test_beneficiaries_named_before_a_divorce_are_to_be_reviewed(sign_in, maria, married, people, day):
    designate([married], people)
    client = sign_in("member")
    assert divorced_on(client) == [("L-1", "")]
    order_id = report_divorce(client, maria)["order_id"]
    assert divorced_on(client) == [("L-1", day)]
    assert [row.number for row in parties.policies_to_review(Policy.objects.all())] == (["L-1"] if day else [])
    client.post("withdraw-change", {"order_id": order_id})
    assert divorced_on(client) == [("L-1", "")]


def test_the_member_keeps_their_beneficiaries_after_a_divorce(sign_in, maria, married):
    designate([married], TO_DANIEL)
    client = sign_in("member")
    report_divorce(client, maria)
    for _time in range(2):
        answer = client.post("keep-designation", {"policy_number": "L-1"})
        assert answer.status_code == 200
    (row,) = answer.json()["data"]["designations"]
    assert (row["divorced_on"], row["since"], row["people"][0]["name"]) == ("", "03/17/2027", "Daniel Santos")
    assert Designation.objects.count() == 2
    assert AuditEvent.objects.get(action="policy.beneficiaries_kept").meta["number"] == "L-1"


@pytest.mark.parametrize("who", ["rep", "staff"])
def test_only_the_member_keeps_beneficiaries_through_the_call(sign_in, maria, married, who):
    designate([married], TO_DANIEL)
    report_divorce(sign_in("member"), maria)
    answer = sign_in(who).post("keep-designation", {"policy_number": "L-1", "member_id": maria.pk})
    assert answer.status_code == 404
    assert divorced_on(sign_in("member")) == [("L-1", "03/10/2027")]


def test_other_beneficiaries_settle_a_review_and_an_ended_plan_has_none(sign_in, maria, married):
    designate([married], TO_DANIEL)
    client = sign_in("member")
    report_divorce(client, maria)
    mark = parties.mark_of_designations(married.pk)
    first_day = date(2027, 4, 1)  # they are looked at, although the new ones hold later
    parties.designate_from(policy_id=married.pk, first_day=first_day, people=TO_ROSA, mark=mark, origin=SYSTEM)
    assert divorced_on(client) == [("L-1", "")]
    Designation.objects.exclude(effective=date(2026, 1, 1)).delete()
    assert divorced_on(client) == [("L-1", "03/10/2027")]
    send(client, end("03/31/2027", maria, "L-1"))
    with time_machine.travel("2027-04-01T17:00:00Z", tick=True):
        assert not parties.policies_to_review(Policy.objects.all())


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Review them at http://shop.test:8000/coverage#designations. Ohio revokes it."),
        ("es", "Revíselos en http://shop.test:8000/coverage#designations. Ohio lo revoca."),
    ],
)
def test_the_letter_of_a_divorce_leads_to_the_beneficiaries(sign_in, maria, married, language, words):
    designate([married], TO_DANIEL)
    User.objects.filter(email="member@demo.test").update(language=language)
    notes = {"divorce_note": "Ohio revokes it.", "divorce_note_es": "Ohio lo revoca."}
    save_settings(brand=maria.brand, values=notes)
    write_of_order(UUID(report_divorce(sign_in("member"), maria)["order_id"]), 0)
    (paragraph,) = [text for text in Letter.objects.get().document["data"]["paragraphs"] if "Life" in text]
    assert paragraph.endswith(words)


@pytest.mark.parametrize("divorced", [False, True])
def test_a_letter_about_anything_else_says_nothing_of_beneficiaries(sign_in, maria, married, divorced):
    designate([married], TO_DANIEL)
    if divorced:
        report_divorce(sign_in("member"), maria)
    write_of_order(UUID(send(sign_in("member"), BIRTH)["order_id"]), 0)
    assert "beneficiar" not in str(Letter.objects.get().document)


# today is 03/17/2027 -> ends as they were ordered, which of them are taken back, the last day, and a day that costs
CASES = [
    # ends at the end of a month, of a day, of today, and before the plan begins anew
    (["04/30/2027"], [], "04/30/2027", ("04/30/2027", "36.85"), ("05/01/2027", "")),
    (["04/17/2027"], [], "04/17/2027", ("04/17/2027", "36.85"), ("04/18/2027", "")),
    (["03/17/2027"], [], "03/17/2027", ("03/17/2027", "36.85"), ("03/18/2027", "")),
    # brought forward, put off, and both
    (["06/30/2027", "04/30/2027"], [], "04/30/2027", ("04/30/2027", "36.85"), ("05/01/2027", "")),
    (["04/30/2027", "06/30/2027"], [], "06/30/2027", ("05/01/2027", "36.85"), ("07/01/2027", "")),
    (["04/30/2027", "09/30/2027", "06/30/2027"], [], "06/30/2027", ("06/30/2027", "36.85"), ("07/01/2027", "")),
    # taken back: the only one, the last one, both, and in a leap year's February
    (["06/30/2027"], [0], "", ("06/30/2027", "36.85"), ("07/01/2027", "36.85")),
    (["06/30/2027", "04/30/2027"], [1], "06/30/2027", ("05/01/2027", "36.85"), ("07/01/2027", "")),
    (["04/30/2027", "06/30/2027"], [1], "04/30/2027", ("04/30/2027", "36.85"), ("05/01/2027", "")),
    (["04/30/2027", "06/30/2027"], [1, 0], "", ("05/01/2027", "36.85"), ("07/01/2027", "36.85")),
    (["02/29/2028"], [], "02/29/2028", ("02/29/2028", "36.85"), ("03/01/2028", "")),
    (["12/31/2027", "02/29/2028", "12/31/2027"], [2], "02/29/2028", ("01/01/2028", "36.85"), ("03/01/2028", "")),
]


@pytest.mark.parametrize(("ends", "undone", "last", "covered", "after"), CASES)
def test_ends_and_what_each_day_costs(sign_in, maria, policy, ends, undone, last, covered, after):
    client = sign_in("member")
    orders = [send(client, end(day, maria))["order_id"] for day in ends]
    for at in undone:
        assert client.post("withdraw-change", {"order_id": orders[at]}).json()["status"] == "success"
    assert last_day(policy) == us_date(last)
    for day, monthly in (covered, after):
        version = client.get("get-policy", number="P-1", day=day).json()["data"]["as_of"]
        assert (version["monthly"] if version else "") == monthly


def test_a_member_names_beneficiaries_whose_shares_add_up(sign_in, married):
    designate([married], TO_DANIEL)
    client = sign_in("member")
    people = [{**TO_DANIEL[0], "share": 60}, {**TO_ROSA[0], "share": 40}]
    answer = client.post("designate-beneficiaries", {"policy_number": "L-1", "people": people})
    assert answer.status_code == 200, answer.content
    (row,) = answer.json()["data"]["designations"]
    assert row["since"] == "03/17/2027"
    assert [(person["name"], person["share"]) for person in row["people"]] == [
        ("Daniel Santos", "60"),
        ("Rosa Santos", "40"),
    ]
    assert Designation.objects.filter(policy=married).count() == 2


def test_the_first_beneficiaries_are_named_where_nobody_is(sign_in, married):
    client = sign_in("member")
    (row,) = client.get("get-coverage").json()["data"]["designations"]
    assert (row["policy_number"], row["since"], row["people"]) == ("L-1", "", [])
    answer = client.post("designate-beneficiaries", {"policy_number": "L-1", "people": TO_DANIEL})
    (row,) = answer.json()["data"]["designations"]
    assert (row["since"], [person["name"] for person in row["people"]]) == ("03/17/2027", ["Daniel Santos"])


@pytest.mark.parametrize(
    ("people", "field"),
    [
        ([{**TO_DANIEL[0], "share": 90}], "shares"),
        ([{"relationship": "estate", "share": 50}, {"relationship": "estate", "share": 50}], "people.1.relationship"),
        ([{**TO_DANIEL[0], "name": " "}], "people.0.name"),
        ([{**TO_DANIEL[0], "relationship": "neighbour"}], "people.0.relationship"),
        ([{**TO_DANIEL[0], "minor": True, "trustee": " "}], "people.0.trustee"),
    ],
)
def test_beneficiaries_that_cant_be_are_refused(sign_in, married, people, field):
    designate([married], TO_DANIEL)
    answer = sign_in("member").post("designate-beneficiaries", {"policy_number": "L-1", "people": people})
    assert [item["target_element"] for item in answer.json()["data"]] == [field]
    assert Designation.objects.filter(policy=married).count() == 1


@pytest.mark.parametrize("who", ["rep", "staff"])
def test_nobody_else_names_beneficiaries(sign_in, maria, married, who):
    designate([married], TO_DANIEL)
    body = {"member_id": maria.pk, "policy_number": "L-1", "people": TO_ROSA}
    assert sign_in(who).post("designate-beneficiaries", body).status_code == 404


def test_a_spouse_of_a_child_s_name_needs_no_trustee(sign_in, maria, married):
    name = {"first_name": "Daniel", "last_name": "Santos", "birth_date": date(2015, 6, 1)}
    Relative.objects.create(member=maria, kind="dependent", relationship="child", **name)
    body = {"policy_number": "L-1", "people": TO_DANIEL}
    answer = sign_in("member").post("designate-beneficiaries", body).json()["data"]
    assert [person["trustee"] for person in answer["designations"][0]["people"]] == [""]


def test_a_child_s_share_goes_to_a_trustee(sign_in, maria, married):
    child = Relative(member=maria, kind="dependent", relationship="child", first_name="Iris", last_name="Santos")
    child.birth_date = date(2015, 6, 1)
    child.save()
    client = sign_in("member")
    iris = {"name": "Íris  SANTOS", "relationship": "child", "share": 60}
    people = [iris, {**TO_ROSA[0], "share": 40, "trustee": "Of an adult it is dropped"}]
    answer = client.post("designate-beneficiaries", {"policy_number": "L-1", "people": people})
    assert answer.json()["data"][0] == {
        "target_element": "people.0.trustee",
        "error_message": "Name an adult who receives this share until the child is 18.",
    }
    people[0]["trustee"] = " Rosa Santos "
    answer = client.post("designate-beneficiaries", {"policy_number": "L-1", "people": people})
    (row,) = answer.json()["data"]["designations"]
    assert [(person["name"], person["trustee"]) for person in row["people"]] == [
        ("Íris  SANTOS", "Rosa Santos"),
        ("Rosa Santos", ""),
    ]


@pytest.mark.parametrize(("relationship", "is_person"), [("trust", False), ("estate", False), ("relative", True)])
def test_a_trust_or_an_estate_is_never_under_18(sign_in, maria, married, relationship, is_person):
    child = Relative(member=maria, kind="dependent", relationship="child", first_name="Iris", last_name="Santos")
    child.birth_date = date(2015, 6, 1)
    child.save()
    client = sign_in("member")
    answer = client.get("get-beneficiary-relationships").json()["data"]
    assert {choice["value"]: choice["is_person"] for choice in answer}[relationship] is is_person
    named = {"name": "Iris Santos", "relationship": relationship, "share": 100, "minor": True, "trustee": "Rosa Santos"}
    answer = client.post("designate-beneficiaries", {"policy_number": "L-1", "people": [named]})
    (person,) = answer.json()["data"]["designations"][0]["people"]
    assert (person["trustee"], person["needs_trustee"]) == ("Rosa Santos" if is_person else "", False)


@pytest.mark.parametrize(("born", "needs"), [("2009-03-18", True), ("2009-03-17", False)])
def test_a_child_of_the_application_needs_a_trustee_until_18(sign_in, married, born, needs):
    designate([married], [{"name": "Iris Santos", "relationship": "child", "share": 100, "born": born}])
    (row,) = sign_in("member").get("get-coverage").json()["data"]["designations"]
    assert [(person["trustee"], person["needs_trustee"]) for person in row["people"]] == [("", needs)]
