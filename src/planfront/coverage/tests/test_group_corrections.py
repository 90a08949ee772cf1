"""A group's administrator or rep puts a birth date or a Social Security number right: saved at once, or asked of the
team."""

from datetime import date

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin
from planfront.catalog.tests.factories import make_plan
from planfront.coverage.approvals import reported
from planfront.coverage.models import Change, Policy, ReportedChange
from planfront.members.models import Identity, Member
from planfront.parties.groups.models import AgentGroup, Contribution
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import Agent
from planfront.shopping.tests.factories import dental, rate_by_age

BORN = "04/17/1979"


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


@pytest.fixture
def acme(world, sign_in):
    return sign_in("group@demo.test")


@pytest.fixture
def walter(world):
    return world.person("Walter Nguyen")


def priced_by_age(world, *bands):
    """A plan of which the group pays half for hourly people."""
    plan = make_plan("By age")
    rate_by_age(plan, list(bands))
    Contribution.objects.create(group=world.group, plan_id=plan.pk, kind="percent", value=50)
    return plan


@pytest.fixture
def by_age(world):
    return priced_by_age(world, (0, 39, "30.00"), (40, 99, "40.00"))


def insure(world, member, number="P-1", first=date(2027, 2, 1), plan=None, **more):
    return world.policy(member, number, plan=plan, first=first, premium=more.pop("premium", "30.00"), **more)


def preview(client, member, born=BORN):
    answer = client.post("preview-birth-date", {"member_id": member.pk, "birth_date": born})
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def correct(client, member, born=BORN):
    order = {"member_id": member.pk, "birth_date": born, "digest": preview(client, member, born)["digest"]}
    return client.post("correct-birth-date", order).json()


def asks(world):
    return (
        f"{world.brand.name} checks corrections of birth dates for people with coverage. Nothing changes before that."
    )


def agree():
    staff = User.objects.create_user("second@demo.test", "planfront-demo", role="staff", is_staff=True)
    return reported.agree_by_staff(ReportedChange.objects.get().pk, Origin("staff", staff.pk))


def insure_elsewhere(world, member, **more):
    policy = insure(world, member, "OWN-1", plan=dental("Plan of one's own"), premium="36.85", **more)
    Policy.objects.filter(pk=policy.pk).update(group=None)
    return policy


def test_new_price_is_shown_before_the_team_is_asked_and_written_when_it_agrees(world, acme, walter, by_age):
    insure(world, walter, plan=by_age)
    shown = preview(acme, walter)
    assert shown["asks"] == asks(world)
    assert [shown[when][part] for when in ("before", "after") for part in ("premium", "employer", "own")] == [
        *("30.00", "15.00", "15.00"),
        *("40.00", "20.00", "20.00"),
    ]
    assert shown["notes"] == [
        "Dental: the member owes 2 months × $5.00 = $10.00.",
        "Dental: Acme owes 2 months × $5.00 = $10.00.",
    ]
    assert Member.objects.get(pk=walter.pk).birth_date == date(1989, 4, 17)
    done = correct(acme, walter)["data"]
    assert (done["waits_for"], done["person"]["birth_date"], done["person"]["undo"]) == (
        world.brand.name,
        "04/17/1989",
        "",
    )
    assert not Change.objects.filter(kind="correction").exists()
    assert agree().state == "agreed"
    assert Policy.objects.get(number="P-1").versions.order_by("-id").first().premium == 40
    event = AuditEvent.objects.filter(action="member.corrected", subject_id=str(walter.pk)).get()
    assert event.fields == ["birth_date"]
    person = acme.get("get-group-person", member_id=walter.pk).json()["data"]
    assert (person["birth_date"], person["person"]["split"]["premium"]) == (BORN, "40.00")


def test_birth_date_of_somebody_without_a_plan_is_saved_at_once_and_undone(acme, walter):
    shown = preview(acme, walter)
    assert (shown["rows"], shown["asks"]) == ([], "")
    done = correct(acme, walter)["data"]
    assert (done["waits_for"], done["person"]["birth_date"], done["person"]["undo"]) == ("", BORN, done["order_id"])
    assert acme.post("withdraw-change", {"member_id": walter.pk, "order_id": done["order_id"]}).status_code == 200
    person = acme.get("get-group-person", member_id=walter.pk).json()["data"]
    assert (person["birth_date"], person["undo"]) == ("04/17/1989", "")
    assert not ReportedChange.objects.exists()


def test_correction_that_reaches_far_back_is_asked_of_the_team(world, acme, walter, by_age, sign_in):
    insure(world, walter, plan=by_age, first=date(2026, 1, 1))
    assert preview(acme, walter)["asks"] == asks(world)
    done = correct(acme, walter)["data"]
    assert done["waits_for"] == world.brand.name
    assert done["person"]["birth_date"] == "04/17/1989"
    assert "Waits for an answer" in [mark["text"] for mark in done["person"]["person"]["marks"]]
    (request,) = acme.get("get-team-requests").json()["data"]["result"]
    assert (request["title"], request["state"], request["after"]["premium"]) == (
        "Correct a birth date",
        "waiting",
        "40.00",
    )
    assert correct(acme, walter)["errorCode"] == "changeWaits"
    assert agree().state == "agreed"
    assert Member.objects.get(pk=walter.pk).birth_date == date(1979, 4, 17)
    assert Change.objects.filter(policy__number="P-1", kind="correction", by="group").count() == 1


def test_coverage_outside_the_group_stays_unseen(world, acme, walter, by_age):
    """The words and the wait are those of somebody with the group's coverage alone, however far back it reaches."""
    insure(world, walter, plan=by_age)
    insure_elsewhere(world, walter, first=date(2026, 1, 1))
    shown = preview(acme, walter)
    assert [row["policy_number"] for row in shown["rows"]] == ["P-1"]
    assert shown["asks"] == asks(world)
    assert correct(acme, walter)["data"]["waits_for"] == world.brand.name
    assert [plan["policy_number"] for plan in ReportedChange.objects.get().shown] == ["P-1"]
    assert not Change.objects.filter(kind="correction").exists()


def test_rep_of_the_group_sees_no_policy_that_another_rep_looks_after(world, owen, walter, by_age, sign_in):
    AgentGroup.objects.create(agent=owen.agent, group=world.group)
    other = Agent.objects.create(code="REP2", first_name="Al", last_name="Other", email="rep2@demo.test")
    insure_elsewhere(world, walter, agent_id=other.pk)
    insure(world, walter, "P-9", plan=by_age, agent_id=owen.agent_id)
    rep = sign_in("rep1@demo.test")
    assert preview(rep, walter)["asks"] == asks(world)
    assert correct(rep, walter)["data"]["waits_for"] == world.brand.name
    assert [plan["policy_number"] for plan in ReportedChange.objects.get().shown] == ["P-9"]
    assert "OWN-1" not in rep.get("get-coverage", member_id=walter.pk).content.decode()
    agree()
    assert set(Change.objects.filter(kind="correction").values_list("policy__number", flat=True)) == {"P-9", "OWN-1"}


def test_age_without_a_price_is_for_the_team(world, acme, walter):
    insure(world, walter, plan=priced_by_age(world, (30, 39, "30.00")))
    shown = preview(acme, walter)
    assert shown["rows"][0]["problem"]
    assert shown["asks"] == asks(world)


def test_wrong_and_unchanged_birth_dates_and_old_previews_are_refused(world, acme, walter, by_age):
    insure(world, walter, plan=by_age)
    for born in ("", "13/40/1980", "04/17/1989", "04/17/2030", "04/17/1801"):
        answer = acme.post("preview-birth-date", {"member_id": walter.pk, "birth_date": born})
        assert answer.status_code == 422, born
        assert [row["target_element"] for row in answer.json()["data"]] == ["birth_date"]
    answer = acme.post("correct-birth-date", {"member_id": walter.pk, "birth_date": BORN, "digest": "0" * 64}).json()
    assert answer["errorCode"] == "changeDiffers"
    assert answer["data"]["preview"]["after"]["premium"] == "40.00"
    assert Member.objects.get(pk=walter.pk).birth_date == date(1989, 4, 17)


def test_number_is_put_right_and_only_its_end_is_shown(world, acme, walter):
    nadia = world.person("Nadia Fox")
    answer = acme.post("fix-group-person", {"member_id": walter.pk, "ssn": "219-09-1234"})
    assert answer.json()["data"]["ssn"].endswith("1234")
    assert "219" not in answer.content.decode()
    assert Identity.objects.get(member=walter).ssn == "219091234"
    answer = acme.post("fix-group-person", {"member_id": walter.pk, "ssn": "219-09-1235"})
    assert answer.json()["data"]["ssn"].endswith("1235")
    for member, number in ((nadia, "219-09-1235"), (nadia, "000-12-3456"), (nadia, "12")):
        answer = acme.post("fix-group-person", {"member_id": member.pk, "ssn": number})
        assert answer.status_code == 422
        assert [row["target_element"] for row in answer.json()["data"]] == ["ssn"]
        assert number not in answer.content.decode()
    fields = AuditEvent.objects.filter(action="member.corrected", subject_id=str(walter.pk)).values_list(
        "fields", flat=True
    )
    assert list(fields) == [["ssn"], ["ssn"]]


@pytest.mark.parametrize("elsewhere", [True, False])
def test_number_of_a_plan_outside_the_group_is_refused_without_its_name(world, acme, walter, elsewhere):
    policy = insure_elsewhere(world, walter) if elsewhere else insure(world, walter)
    answer = acme.post("fix-group-person", {"member_id": walter.pk, "ssn": "912-78-1234"})
    said = "We can't save this number here. Call us, and we'll help."
    if not elsewhere:
        said = f"This is an ITIN. A Social Security Number is required for {policy.plan_name}."
    assert answer.json()["data"] == [{"target_element": "ssn", "error_message": said}]


def test_group_rep_of_group_and_staff_may_others_may_not(world, owen, sign_in):
    AgentGroup.objects.create(agent=owen.agent, group=world.group)
    other = User.objects.create_user("other@demo.test", "planfront-demo", role="group")
    create_group(code="OTHER", name="Other", brands=[world.brand], user=other)
    for email, status in (
        ("group@demo.test", 200),
        ("rep1@demo.test", 200),
        ("staff@demo.test", 200),
        ("owen@demo.test", 404),
        ("other@demo.test", 404),
    ):
        client = sign_in(email)
        order = {"member_id": owen.pk, "birth_date": BORN}
        assert client.post("preview-birth-date", order).status_code == status, email
        assert client.post("correct-birth-date", {**order, "digest": "0" * 64}).status_code == status, email
        assert client.post("fix-group-person", {"member_id": owen.pk, "ssn": "219-09-1234"}).status_code == status
    AgentGroup.objects.all().delete()
    assert sign_in("rep1@demo.test").post("preview-birth-date", order).status_code == 404
    answer = sign_in("owen@demo.test").post("preview-change", {"kind": "correction", "birth_date": BORN})
    assert answer.status_code == 422
