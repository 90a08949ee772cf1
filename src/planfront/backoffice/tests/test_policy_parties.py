"""Staff write down who looks after a policy and who receives its benefit, from a day on."""

from datetime import date
from decimal import Decimal
from html import unescape

import pytest
import time_machine
from django.db import transaction

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.test_policy_changes import hidden, page_of, tidy
from planfront.catalog.models import Plan
from planfront.catalog.selectors import catalog
from planfront.catalog.tests.factories import make_carrier, make_plan
from planfront.coverage import ledger
from planfront.coverage.authors import SYSTEM
from planfront.coverage.changes import designate
from planfront.coverage.issuing import move_policy, write_entries
from planfront.coverage.ledger import Cause
from planfront.coverage.models import Designation, LifeEvent, Policy, RepAssignment
from planfront.coverage.selectors import designations_of
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Role
from planfront.members.models import Member, Relative
from planfront.parties.reps.services import create_agent
from planfront.shopping.tests.factories import dental

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
HALVES = {"day": "04/01/2027", "code_1": "rep1001", "share_1": "60", "code_2": "REP1002", "share_2": "40%"}
FAMILY = {"day": "04/01/2027", "name_1": "Daniel Santos", "relationship_1": "spouse", "share_1": "100"}


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Robin Vale"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def agents(brand):
    return [
        create_agent(code=code, first_name=first, last_name="Lee", email=f"{first}@demo.test", brands=[brand])
        for code, first in (("REP1001", "Jordan"), ("REP1002", "Ana"))
    ]


@pytest.fixture
def maria(brand):
    return Member.objects.create(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, state="TX"
    )


@pytest.fixture
def policy(maria, agents):
    return issue(maria.brand, number="P-1", plan_id=dental().pk, member_id=maria.pk, agent_id=agents[0].pk)


@pytest.fixture
def life(maria):
    plan = make_plan("Halden Life 20", category="term_life", requirements=["beneficiary_info"])
    policy = issue(maria.brand, number="L-1", plan_id=plan.pk, member_id=maria.pk)
    designate([policy], [{"name": "Rosa Santos", "relationship": "parent", "share": 100}])
    return policy


def address(policy, which):
    return f"/backoffice/coverage/policy/{policy.pk}/who/{which}/"


def preview(client, policy, which, **typed):
    answer = client.post(address(policy, which), {"do": "preview", **typed})
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def write(client, policy, which, **typed):
    digest = hidden(preview(client, policy, which, **typed), "digest")
    assert digest
    return client.post(address(policy, which), {**typed, "do": "write", "digest": digest}, follow=True)


def reps(policy):
    rows = RepAssignment.objects.filter(policy=policy).order_by("effective_date", "agent__code")
    return [(row.agent.code, row.share, row.effective_date, row.end_date) for row in rows]


def test_two_reps_share_a_policy_from_a_day_on(staff, policy):
    page = preview(staff, policy, "reps", **HALVES)
    assert "Now Jordan Lee (REP1001), 100% From 04/01/2027 Jordan Lee (REP1001), 60% Ana Lee (REP1002), 40%" in tidy(
        page
    )
    done = write(staff, policy, "reps", **HALVES)
    assert "The change was saved." in done.text
    assert reps(policy) == [
        ("REP1001", Decimal(100), date(2026, 1, 1), date(2027, 3, 31)),
        ("REP1001", Decimal(60), date(2027, 4, 1), None),
        ("REP1002", Decimal(40), date(2027, 4, 1), None),
    ]
    policy.refresh_from_db()
    assert policy.agent.code == "REP1001"
    event = AuditEvent.objects.get(action="policy.reps_changed")
    assert event.meta["from"] == "2027-04-01"
    write(staff, policy, "reps", day="03/20/2027", code_1="REP1002", share_1="100")
    assert reps(policy) == [
        ("REP1001", Decimal(100), date(2026, 1, 1), date(2027, 3, 19)),
        ("REP1002", Decimal(100), date(2027, 3, 20), None),
    ]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"share_2": "30"}, "The shares add up to 90%. They must add up to 100%."),
        ({"code_2": "REP9999"}, "No active rep of this store has this code."),
        ({"code_2": "REP1001"}, "This rep is listed twice."),
        ({"code_2": ""}, "Enter the rep's code."),
        ({"share_1": "NaN"}, "Enter a share above 0 and up to 100."),
        ({"share_1": "33.333"}, "Enter a share above 0 and up to 100."),
        ({"day": "someday"}, "Enter a date as mm/dd/yyyy."),
        ({"day": "12/31/2025"}, "The policy starts on 01/01/2026: that is the earliest day."),
        ({"day": "01/01/2027"}, "This reaches back too far. The earliest day is 01/16/2027."),
        ({"code_1": "", "share_1": "", "code_2": "", "share_2": ""}, "Enter the rep's code."),
    ],
)
def test_reps_that_cannot_be_are_marked(staff, policy, typed, words):
    page = preview(staff, policy, "reps", **{**HALVES, **typed})
    assert words in page
    assert not hidden(page, "digest")
    assert len(reps(policy)) == 1


def test_reps_that_were_changed_in_between_are_looked_at_again(staff, policy):
    shown = preview(staff, policy, "reps", **HALVES)
    write(staff, policy, "reps", day="03/20/2027", code_1="REP1002", share_1="100")
    late = {**HALVES, "do": "write", "digest": hidden(shown, "digest")}
    page = staff.post(address(policy, "reps"), late)
    assert "Something has changed since. Look at it again, then write it." in page.text
    assert len(reps(policy)) == 2
    again = {**late, "digest": hidden(page.text, "digest")}
    assert staff.post(address(policy, "reps"), again).status_code == 302
    assert staff.post(address(policy, "reps"), again).status_code == 200
    assert len(reps(policy)) == 4


def move_in_april(policy, **plan):
    """Move a policy to another insurer on 04/01/2027."""
    other = make_plan("Brightwater", carrier=make_carrier("brightwater", name="Brightwater"), **plan)
    with transaction.atomic():
        (stood,) = ledger.lock_ledgers([policy.pk])
        (changed,) = ledger.lock_ledgers([policy.pk])
        entry = ledger.add_change(changed, Kind.PLAN, date(2027, 4, 1), plan_id=other.pk)
        write_entries(move_policy(stood, entry, catalog().plans[other.pk], Cause()))
    return Policy.objects.get(predecessor=policy)


def test_reps_of_a_policy_that_moves_look_after_the_next_one(staff, policy):
    following = move_in_april(policy)
    write(staff, policy, "reps", day="03/20/2027", code_1="REP1002", share_1="100")
    assert reps(policy) == [
        ("REP1001", Decimal(100), date(2026, 1, 1), date(2027, 3, 19)),
        ("REP1002", Decimal(100), date(2027, 3, 20), None),
    ]
    assert reps(following) == [("REP1002", Decimal(100), date(2027, 4, 1), None)]
    events = AuditEvent.objects.filter(action="policy.reps_changed")
    assert {event.meta["number"]: event.meta["from"] for event in events} == {
        "P-1": "2027-03-20",
        "P-1-S": "2027-04-01",
    }


@pytest.mark.parametrize(("requirements", "named"), [(["beneficiary_info"], "Daniel Santos"), ([], None)])
def test_beneficiaries_of_a_policy_that_moves_receive_the_benefit_of_the_next_one(staff, life, requirements, named):
    following = move_in_april(life, category="term_life", requirements=requirements)
    write(staff, life, "beneficiaries", **{**FAMILY, "day": "03/20/2027"})
    assert designations_of([life.pk], date(2027, 3, 20))[0].people[0]["name"] == "Daniel Santos"
    names = [row.people[0]["name"] for row in designations_of([following.pk], date(2027, 4, 1))]
    assert names == ([named] if named else [])


def test_the_policy_before_keeps_the_reps_of_a_change_to_the_next_one(staff, policy):
    following = move_in_april(policy)
    write(staff, following, "reps", day="05/01/2027", code_1="REP1002", share_1="100")
    assert reps(policy) == [("REP1001", Decimal(100), date(2026, 1, 1), None)]
    assert reps(following) == [
        ("REP1001", Decimal(100), date(2027, 4, 1), date(2027, 4, 30)),
        ("REP1002", Decimal(100), date(2027, 5, 1), None),
    ]


def test_beneficiaries_hold_from_a_day_on_and_stay_sealed(staff, life):
    assert f'href="{address(life, "beneficiaries")}"' in staff.get(page_of(life)).text
    page = preview(staff, life, "beneficiaries", **FAMILY)
    assert "From 04/01/2027 Daniel Santos, Spouse, 100%" in tidy(page)
    assert "Rosa" not in page
    write(staff, life, "beneficiaries", **FAMILY)
    people = [{"name": "Daniel Santos", "relationship": "spouse", "share": 100}]
    assert [(row.effective, row.people) for row in Designation.objects.order_by("effective")] == [
        (date(2026, 1, 1), [{"name": "Rosa Santos", "relationship": "parent", "share": 100}]),
        (date(2027, 4, 1), people),
    ]
    assert designations_of([life.pk], date(2027, 3, 31))[0].people[0]["name"] == "Rosa Santos"
    assert designations_of([life.pk], date(2027, 4, 1))[0].people == people
    page = unescape(staff.get(page_of(life)).content.decode())
    assert "From 04/01/2027, recorded 03/17/2027" in page
    assert "Daniel" not in page
    event = AuditEvent.objects.get(action="policy.beneficiaries_changed")
    assert event.meta == {"number": "L-1", "from": "2027-04-01", "people": 1}


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"relationship_1": ""}, "Choose this person's relationship to the member."),
        ({"relationship_1": "pet"}, "Select a valid choice."),
        ({"name_1": ""}, "Enter the full name."),
        ({"share_1": "99.5"}, "Enter a whole number above 0 and up to 100."),
        ({"share_1": "50"}, "The shares add up to 50%. They must add up to 100%."),
        ({"name_1": "", "relationship_1": "", "share_1": "100"}, "Enter the person's name and relationship."),
    ],
)
def test_beneficiaries_that_cannot_be_are_marked(staff, life, typed, words):
    assert words in preview(staff, life, "beneficiaries", **{**FAMILY, **typed})
    assert Designation.objects.count() == 1


def test_a_child_on_record_needs_a_trustee(staff, life):
    born = date(2015, 6, 1)
    name = {"first_name": "Iris", "last_name": "Santos", "birth_date": born}
    Relative.objects.create(member_id=life.member_id, kind="dependent", relationship="child", **name)
    child = {"day": "04/01/2027", "name_1": "Iris Santos", "relationship_1": "child", "share_1": "100"}
    page = preview(staff, life, "beneficiaries", **child)
    assert "This person is under 18: enter who receives the share for them." in page
    child["trustee_1"] = "Rosa Santos"
    assert "Iris Santos, Child, trustee Rosa Santos, 100%" in tidy(preview(staff, life, "beneficiaries", **child))
    write(staff, life, "beneficiaries", **child)
    people = designations_of([life.pk], date(2027, 4, 1))[0].people
    assert people == [{"name": "Iris Santos", "relationship": "child", "share": 100, "trustee": "Rosa Santos"}]


def test_an_estate_needs_no_name(staff, life):
    write(staff, life, "beneficiaries", day="04/01/2027", relationship_1="estate", share_1="100")
    assert designations_of([life.pk], date(2027, 4, 1))[0].people == [
        {"name": "", "relationship": "estate", "share": 100}
    ]


def test_who_may_not_change_a_policy_changes_nobody_of_it(works, policy, life, other_brand):
    assert works("reader").get(address(policy, "reps")).status_code == 403
    assert works("service", other_brand).get(address(policy, "reps")).status_code == 404
    client = works("admin")
    assert client.get(address(policy, "beneficiaries")).status_code == 404
    assert client.get(address(policy, "owner")).status_code == 404
    Policy.objects.update(end_date=date(2026, 12, 31))
    assert client.get(address(policy, "reps")).status_code == 404
    assert client.get(address(life, "beneficiaries")).status_code == 404


def test_staff_review_beneficiaries_after_a_divorce(staff, maria, policy):
    Plan.objects.update(requirements=["beneficiary_info"])
    designate([policy], [{"name": "Daniel Santos", "relationship": "spouse", "share": 100}])
    event = LifeEvent.objects.get(key="divorce")
    daniel = Relative.objects.create(
        member=maria, kind="dependent", relationship="spouse", first_name="Daniel", birth_date=date(1988, 2, 2)
    )
    spouse = Covered(str(daniel.pk), Role.SPOUSE, daniel.birth_date, date(2026, 1, 1))
    dental_policy = issue(maria.brand, spouse, number="P-2", plan_id=dental("Family").pk, member_id=maria.pk, tier="IS")
    task, listed = "Review who receives Dental after the divorce of Maria Santos", "?beneficiaries=review"
    assert task not in tidy(staff.get("/backoffice/").content.decode())
    with transaction.atomic():
        record = ledger.lock_ledgers([dental_policy.pk])[0]
        cause = Cause(SYSTEM, event=event, happened_on=date(2027, 3, 10))
        end = ledger.add_change(record, Kind.DROP_PERSON, date(2027, 4, 1), cause=cause, key=spouse.key)
        ledger.write([end])
    assert task in tidy(staff.get("/backoffice/").content.decode())
    assert "P-1" in staff.get(f"/backoffice/coverage/policy/{listed}").content.decode()
    page = tidy(staff.get(page_of(policy)).content.decode())
    assert "a spouse or partner was named before the divorce of 03/10/2027" in page
    assert "Daniel" not in page, "the name stays sealed"
    keep = f"/backoffice/coverage/policy/{policy.pk}/beneficiaries/"
    assert staff.get(keep).status_code == 405
    assert staff.post(keep).headers["Location"].endswith("#benefit")
    assert task not in tidy(staff.get("/backoffice/").content.decode())
    assert "the divorce of" not in tidy(staff.get(page_of(policy)).content.decode())
    assert [row.effective for row in designations_of([policy.pk], date(2027, 3, 17))] == [date(2027, 3, 17)]
    assert "P-1" not in staff.get(f"/backoffice/coverage/policy/{listed}").content.decode()
