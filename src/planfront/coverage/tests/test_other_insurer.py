"""Changes and renewals to a plan of another insurer: the policy ends, and one of its own takes its place.

By hand, a month: Halden 36.85 (member), 71.75 (with spouse), 69.95 (with children), 104.85 (family); Brightwater 20.00,
40.00, 38.00 and 57.00. Today is 03/17/2027.
"""

from datetime import date
from decimal import Decimal
from threading import Thread

import pytest
from django.db import IntegrityError, close_old_connections, connection, transaction
from django.db.models import F, Sum

from planfront.catalog.tests.factories import make_carrier, make_plan
from planfront.coverage.issuing import set_last_days
from planfront.coverage.ledger import Cause, add_change, lock_ledgers, write
from planfront.coverage.letters.tasks import read_events
from planfront.coverage.models import (
    Adjustment,
    Change,
    CoverageEvent,
    CoveredPerson,
    Designation,
    Fee,
    Policy,
    RepAssignment,
)
from planfront.coverage.owed_fees import DUES, SoldFee, store_sold
from planfront.coverage.reason_codes import find_code
from planfront.coverage.tests.policies import issue, send
from planfront.coverage.tests.test_change_table import CHILD, SPOUSE, cover, parties, today  # noqa: F401
from planfront.coverage.timeline import Covered, Kind, Role
from planfront.kernel.jobs.tasks import run_pending
from planfront.letters.models import Letter
from planfront.parties.groups.models import Contribution
from planfront.parties.reps.services import create_agent
from planfront.shopping.tests.factories import dental, rate_by_tier

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
BRIGHTWATER = {"IO": "20.00", "IS": "40.00", "IC": "38.00", "IF": "57.00"}
MARCH_31, APRIL = date(2027, 3, 31), date(2027, 4, 1)
MOVES = {"kind": "plan", "event": "marriage", "happened_on": "03/10/2027", "policies": ["P-1"]}
BORN = {"kind": "plan", "event": "birth", "policies": ["P-1"]}


@pytest.fixture
def policy(parties):  # noqa: F811
    return cover(parties, "family stays")


@pytest.fixture
def brightwater():
    plan = make_plan("Brightwater Dental", carrier=make_carrier("brightwater", name="Brightwater"))
    rate_by_tier(plan, BRIGHTWATER)
    return plan


@pytest.fixture
def member(sign_in, policy):
    return sign_in("member@demo.test")


def order(plan, what=MOVES, **more):
    return {**what, "plans": {"P-1": plan.pk}, **more}


def undo(client, order_id):
    return client.post("withdraw-change", {"order_id": order_id}).json()


def days(number):
    return Policy.objects.values_list("effective_date", "end_date", "monthly").get(number=number)


def months_of(number):
    rows = Adjustment.objects.filter(policy__number=number, payer="member").order_by("month")
    return [(row["month"].month, f"{row['owed']:.2f}") for row in rows.values("month").annotate(owed=Sum("amount"))]


def test_a_plan_of_another_insurer_is_a_new_policy_of_the_same_people(member, policy, brightwater, parties):  # noqa: F811
    _agent, group, maria = parties
    shown, done = send(member, order(brightwater))
    (row,) = shown["rows"]
    assert (row["before"], row["after"], row["effective"]) == ("104.85", "57.00", "04/01/2027")
    (consequence,) = shown["consequences"]
    assert consequence == (
        "From 04/01/2027, this coverage is with Brightwater, under a new policy number and with new ID cards. "
        "Dental ends the day before."
    )
    assert days("P-1") == (date(2026, 1, 1), MARCH_31, Decimal("104.85"))
    following = Policy.objects.get(number="P-1-S")
    assert (following.predecessor, following.member, following.group, following.plan_id) == (
        policy,
        maria,
        group,
        brightwater.pk,
    )
    assert days("P-1-S") == (APRIL, None, Decimal("57.00"))
    people = CoveredPerson.objects.filter(policy=following).order_by("birth_date")
    assert [(person.key, person.original_date, person.effective_date) for person in people] == [
        (SPOUSE, date(2026, 1, 1), APRIL),
        ("self", date(2026, 1, 1), APRIL),
        (CHILD, date(2026, 1, 1), APRIL),
    ]
    events = CoverageEvent.objects.filter(order=done["order_id"], policy__isnull=False).order_by("pk")
    assert list(events.values_list("policy__number", "kind")) == [("P-1", "end"), ("P-1-S", "issue")]


def test_a_plan_of_the_same_insurer_stays_the_same_policy(member, policy):
    plan = dental("Halden Dental PPO 2500")
    shown, _done = send(member, order(plan))
    assert shown["consequences"] == []
    assert list(Policy.objects.values_list("number", "plan_id", "end_date")) == [("P-1", policy.plan_id, None)]


@pytest.mark.parametrize(("event", "code"), [("marriage", "32"), ("", "22")])
def test_both_changes_have_the_code_of_the_event_or_of_another_plan(sign_in, policy, brightwater, event, code):
    staff = sign_in("staff@demo.test")
    facts = {"event": event} if event else {"event": "", "happened_on": ""}
    send(staff, order(brightwater, member_id=policy.member_id, **facts))
    moved = Change.objects.filter(facts__has_key="moved").select_related("event", "reason").order_by("policy__number")
    assert [(change.kind, find_code(change)) for change in moved] == [("end", code), ("issue", code)]


def test_what_no_version_has_goes_along_and_the_insurers_own_ids_do_not(member, policy, brightwater, brand):
    jo = create_agent(code="R2", brands=[brand], first_name="Jo", last_name="Rep", email="jo@demo.test")
    RepAssignment.objects.filter(policy=policy).update(end_date=date(2027, 1, 31))
    RepAssignment.objects.create(policy=policy, agent=jo, effective_date=date(2027, 2, 1))
    CoveredPerson.objects.filter(policy=policy).update(insurer_id="HD 1")
    CoveredPerson.objects.filter(policy=policy, key=CHILD).update(stays=True)
    brightwater.requirements = ["beneficiary_info"]
    brightwater.save()
    people = [{"name": "Daniel Santos", "relationship": "spouse", "share": 100}]
    Designation.objects.create(policy=policy, effective=date(2026, 1, 1), recorded=policy.created_at, people=people)
    send(member, order(brightwater))
    following = Policy.objects.get(number="P-1-S")
    reps = RepAssignment.objects.filter(policy=following).values_list("agent__code", "effective_date", "end_date")
    assert list(reps) == [("R2", APRIL, None)]
    staying = CoveredPerson.objects.filter(policy=following).order_by("-stays").values_list("stays", "insurer_id")
    assert list(staying) == [(True, ""), (False, ""), (False, "")]
    (designation,) = Designation.objects.filter(policy=following)
    assert (designation.effective, designation.people) == (APRIL, people)


def test_dues_go_on_without_a_gap_and_what_was_charged_once_is_not_charged_again(member, policy, brightwater):
    sold = [SoldFee(DUES, Decimal("5.00")), SoldFee("ENROLL", Decimal("25.00"), once=True, plan_id=policy.plan_id)]
    Policy.objects.filter(pk=policy.pk).update(sold_fees=store_sold(sold))
    _shown, done = send(member, order(brightwater))

    def owed():
        rows = Fee.objects.standing().order_by("once", "effective")
        return [
            (row.policy.number, row.code, str(row.amount), row.effective, row.until)
            for row in rows
            if row.until is None or row.until >= row.effective
        ]

    once = ("P-1", "ENROLL", "25.00", date(2026, 1, 1), date(2026, 1, 1))
    assert owed() == [
        ("P-1", DUES, "5.00", date(2026, 1, 1), MARCH_31),
        ("P-1-S", DUES, "5.00", APRIL, None),
        once,
    ]
    assert undo(member, done["order_id"])["status"] == "success"
    assert owed() == [("P-1", DUES, "5.00", date(2026, 1, 1), None), once]


@pytest.mark.parametrize(("first", "owing"), [(APRIL, "P-1-S"), (date(2027, 5, 1), "P-1")])
def test_what_is_charged_once_goes_along_where_the_old_policy_never_begins(sign_in, parties, brightwater, first, owing):  # noqa: F811
    _agent, _group, maria = parties
    plan = dental()
    sold = [SoldFee("ENROLL", Decimal("25.00"), once=True, plan_id=plan.pk)]
    issue(maria.brand, plan_id=plan.pk, member_id=maria.pk, first=APRIL, sold_with=sold)
    moves = {"event": "", "happened_on": "", "effective": {"P-1": f"{first:%m/%d/%Y}"}, "member_id": maria.pk}
    staff = sign_in("staff@demo.test")
    _shown, done = send(staff, order(brightwater, **moves))
    assert days("P-1-S")[:2] == (first, None)

    def owed():
        rows = Fee.objects.standing().filter(until__gte=F("effective"))
        return [(row.policy.number, row.code, str(row.amount), row.effective, row.once) for row in rows]

    assert owed() == [(owing, "ENROLL", "25.00", APRIL, True)]
    taken_back = {"order_id": done["order_id"], "member_id": maria.pk}
    assert staff.post("withdraw-change", taken_back).json()["status"] == "success"
    assert owed() == [("P-1", "ENROLL", "25.00", APRIL, True)]


def test_the_employer_pays_its_share_of_the_new_plan(world, owen, sign_in, brightwater):
    """Halden: half of 36.85 is 18.43; Brightwater: a quarter of 20.00."""
    Contribution.objects.create(group=world.group, plan_id=brightwater.pk, kind="percent", value=25)
    send(sign_in("staff@demo.test"), order(brightwater, member_id=owen.pk))
    version = Policy.objects.get(number="P-1-S").versions.get()
    assert (str(version.premium), str(version.employer), str(version.own)) == ("20.00", "5.00", "15.00")


def test_new_contributions_to_come_go_along_with_their_shares(world, owen, sign_in, brightwater):
    """Brightwater: a quarter of 20.00, 80 per cent from July on."""
    july = date(2027, 7, 1)
    Contribution.objects.create(group=world.group, plan_id=brightwater.pk, kind="percent", value=25)
    for plan in (world.plan, brightwater):
        Contribution.objects.create(group=world.group, plan_id=plan.pk, kind="percent", value=80, eff_from=july)
    with transaction.atomic():
        (record,) = lock_ledgers(Policy.objects.values_list("pk", flat=True))
        write([add_change(record, Kind.SHARES, july)])
    send(sign_in("staff@demo.test"), order(brightwater, member_id=owen.pk))
    versions = Policy.objects.get(number="P-1-S").versions.order_by("effective")
    assert [(str(row.premium), str(row.employer), str(row.own)) for row in versions] == [
        ("20.00", "5.00", "15.00"),
        ("20.00", "16.00", "4.00"),
    ]


def test_undone_the_old_policy_goes_on_and_the_new_one_never_began(member, policy, brightwater):
    _shown, done = send(member, order(brightwater))
    taken = undo(member, done["order_id"])["data"]
    assert {row["number"]: row["state"] for row in taken["policies"]} == {"P-1": "active", "P-1-S": "cancelled"}
    assert days("P-1") == (date(2026, 1, 1), None, Decimal("104.85"))
    assert days("P-1-S")[:2] == (APRIL, MARCH_31)
    send(member, order(brightwater))
    assert days("P-1-S2") == (APRIL, None, Decimal("57.00"))


def test_the_last_day_of_the_old_policy_cannot_be_undone_alone_or_later(member, sign_in, policy, brightwater):
    _shown, done = send(member, order(brightwater))
    staff = sign_in("staff@demo.test")
    dropped = {"kind": "drop_person", "person_id": CHILD, "policies": ["P-1-S"], "member_id": policy.member_id}
    send(staff, dropped)
    refused = undo(member, done["order_id"])
    assert refused["message"] == "Something else was changed later and depends on it."
    later = {"kind": "end", "last_day": "05/31/2027", "policies": ["P-1"], "member_id": policy.member_id}
    (row,) = staff.post("preview-change", later).json()["data"]["rows"]
    assert row["problem"] == "Another plan or policy follows on those days. Undo that change first."


def test_a_planned_end_that_moved_along_is_taken_back_alone(member, sign_in, policy, brightwater):
    staff = sign_in("staff@demo.test")
    send(member, {"kind": "end", "last_day": "08/31/2027", "policies": ["P-1"]})
    moves = {"event": "", "happened_on": "", "effective": {"P-1": "04/01/2027"}, "member_id": policy.member_id}
    _shown, done = send(staff, order(brightwater, **moves))
    assert days("P-1-S") == (APRIL, date(2027, 8, 31), Decimal("57.00"))
    rows = member.get("get-coverage").json()["data"]["changes"]
    (offered,) = [row for row in rows if row["may_withdraw"]]
    assert (offered["policy_number"], offered["title"]) == ("P-1-S", "Coverage ends")
    assert undo(member, offered["order_id"])["status"] == "success"
    assert days("P-1") == (date(2026, 1, 1), MARCH_31, Decimal("104.85"))
    assert days("P-1-S") == (APRIL, None, Decimal("57.00"))
    rows = member.get("get-coverage").json()["data"]["changes"]
    assert not any(row["may_withdraw"] for row in rows)
    assert undo(member, done["order_id"])["status"] == "success", "twice does nothing more"
    assert days("P-1-S") == (APRIL, None, Decimal("57.00"))


def test_a_move_by_staff_that_took_nothing_along_is_theirs_to_take_back(member, sign_in, policy, brightwater):
    moves = {"event": "", "happened_on": "", "effective": {"P-1": "04/01/2027"}, "member_id": policy.member_id}
    _shown, done = send(sign_in("staff@demo.test"), order(brightwater, **moves))
    refused = undo(member, done["order_id"])
    assert refused["message"] == "Only the person who sent it can undo it, until the end of that day."
    assert days("P-1-S") == (APRIL, None, Decimal("57.00"))


def test_a_group_that_says_a_last_day_of_work_revives_no_policy_beside_the_new_one(member, policy, brightwater):
    send(member, order(brightwater))
    following = Policy.objects.get(number="P-1-S")
    for last_day, expected in (
        (date(2027, 5, 31), (MARCH_31, date(2027, 5, 31))),
        (date(2027, 3, 20), (date(2027, 3, 20), MARCH_31)),
        (None, (MARCH_31, None)),
    ):
        with transaction.atomic():
            ledgers = lock_ledgers([policy.pk, following.pk])
            set_last_days(ledgers, {record.policy.pk: last_day for record in ledgers}, Cause())
        assert (days("P-1")[1], days("P-1-S")[1]) == expected


def test_a_backdated_move_costs_the_months_of_both_policies_and_takes_later_changes_along(sign_in, policy, brightwater):
    """Daniel leaves on 03/01: Halden 69.95. From 02/01 with Brightwater: February 57.00 instead of 104.85, March 38.00
    instead of 69.95."""
    staff = sign_in("staff@demo.test")
    leaves = {"kind": "drop_person", "event": "coverage-gained", "happened_on": "03/05/2027", "person_id": SPOUSE}
    send(staff, {**leaves, "policies": ["P-1"], "member_id": policy.member_id})
    february = {"event": "", "happened_on": "", "effective": {"P-1": "02/01/2027"}}
    shown, done = send(staff, order(brightwater, member_id=policy.member_id, **february))
    assert shown["rows"][0]["past"] == [
        "Dental: we owe the member 1 month × $104.85 + 1 month × $69.95 = $174.80.",
        "Brightwater Dental: the member owes 1 month × $57.00 + 1 month × $38.00 = $95.00.",
    ]
    assert months_of("P-1") == [(2, "-104.85"), (3, "-104.85")]
    assert months_of("P-1-S") == [(2, "57.00"), (3, "38.00")]
    following = Policy.objects.get(number="P-1-S")
    kept = following.versions.order_by("effective").values_list("effective", "tier", "premium")
    assert list(kept) == [(date(2027, 2, 1), "IF", Decimal("57.00")), (date(2027, 3, 1), "IC", Decimal("38.00"))]
    undone = staff.post("withdraw-change", {"order_id": done["order_id"], "member_id": policy.member_id}).json()
    assert undone["status"] == "success"
    assert months_of("P-1") == [(2, "0.00"), (3, "-34.90")]
    assert months_of("P-1-S") == [(2, "0.00"), (3, "0.00")]
    assert days("P-1")[1:] == (None, Decimal("69.95"))


def test_somebody_who_comes_back_to_the_new_policy_keeps_the_first_day_ever(sign_in, policy, brightwater):
    staff = sign_in("staff@demo.test")
    of_maria = {"member_id": policy.member_id}
    leaves = {"kind": "drop_person", "person_id": SPOUSE, "policies": ["P-1"], "effective": {"P-1": "03/01/2027"}}
    send(staff, {**leaves, **of_maria})
    send(staff, order(brightwater, **of_maria))
    back = Covered(SPOUSE, Role.SPOUSE, date(1987, 9, 2), date(2027, 6, 1))
    following = Policy.objects.get(number="P-1-S")
    with transaction.atomic():
        (record,) = lock_ledgers([following.pk])
        write([add_change(record, Kind.ADD_PERSON, date(2027, 6, 1), person=back)])
    person = CoveredPerson.objects.get(policy=following, key=SPOUSE)
    assert (person.original_date, person.effective_date) == (date(2026, 1, 1), date(2027, 6, 1))


def test_pages_say_which_policy_was_before_and_which_one_follows(member, policy, brightwater):
    send(member, order(brightwater))
    shown = member.get("get-coverage").json()["data"]["policies"]
    assert {row["number"]: row["chain"] for row in shown} == {
        "P-1": ["Continues as policy P-1-S from 04/01/2027."],
        "P-1-S": ["Before: policy P-1."],
    }


def test_one_letter_names_the_new_number_and_none_says_that_coverage_ended(member, policy, brightwater):
    send(member, order(brightwater))
    read_events.enqueue()
    run_pending()
    (letter,) = Letter.objects.all()
    assert letter.kind == "change"
    paragraphs = letter.document["data"]["paragraphs"]
    assert (letter.subject, letter.policies) == ("Your coverage has changed", ["P-1-S"])
    assert paragraphs[1] == (
        "Another plan. The coverage is now with Brightwater, under a new policy number and with new ID cards. It takes "
        "effect on 04/01/2027 for Brightwater Dental (P-1-S)."
    )
    assert paragraphs[2] == "It cost $104.85 a month and costs $57.00 a month from then on."


def test_no_policy_is_followed_twice(member, policy, brightwater):
    send(member, order(brightwater))
    following = Policy.objects.get(number="P-1-S")
    following.pk, following.number = None, "P-9"
    with pytest.raises(IntegrityError), transaction.atomic():
        following.save(force_insert=True)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer")
@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one_new_policy(sign_in, parties, brightwater):  # noqa: F811
    policy = cover(parties, "spouse joins")
    clients = [sign_in("member@demo.test"), sign_in("staff@demo.test")]
    wish = order(brightwater, member_id=policy.member_id)
    digest = clients[0].post("preview-change", wish).json()["data"]["digest"]
    answers = []

    def submit(client):
        try:
            answers.append(client.post("submit-change", {**wish, "digest": digest}).json()["status"])
        finally:
            close_old_connections()
            connection.close()

    threads = [Thread(target=submit, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["error", "success"]
    assert list(Policy.objects.order_by("number").values_list("number", flat=True)) == ["P-1", "P-1-S"]
