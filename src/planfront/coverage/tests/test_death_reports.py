"""A survivor, a group and a rep report a death: it changes nothing before staff record it, and they read the result."""

from datetime import date

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.audit.services import Origin
from planfront.coverage.approvals.reported import agree_by_staff, send_back_by_staff
from planfront.coverage.authors import Author, By
from planfront.coverage.deaths import Death, digest_of_death, preview_death, record_death, take_back_death
from planfront.coverage.models import Change, Policy, ReportedChange
from planfront.coverage.timeline import SELF, Covered, Role
from planfront.kernel.errors import NotFound
from planfront.members.models import Death as DeathRow
from planfront.members.services import add_relative
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import Agent

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-05-04T17:00:00Z", tick=True):
        yield


def add_dependent(member, name, role, born):
    fields = {"first_name": name, "last_name": "Hale", "birth_date": born}
    return add_relative(member=member, kind="dependent", relationship=role, **fields)


@pytest.fixture
def owen(world, brand):
    """Owen, covered through Acme and serviced by a rep."""
    rep = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    agent = Agent.objects.create(code="REP1", first_name="Jo", last_name="Lee", email=rep.email, user=rep)
    agent.brands.add(brand)
    own = User.objects.create_user("owen@demo.test", "planfront-demo", role="member")
    return world.person("Owen Hale", agent=agent, user=own)


@pytest.fixture
def june(owen, world):
    """Owen's wife, on his policy."""
    born = date(1988, 1, 2)
    key = str(add_dependent(owen, "June", "spouse", born).pk)
    spouse = Covered(key, Role.SPOUSE, born, date(2026, 1, 1))
    world.policy(owen, "P-1", spouse, tier="IS", premium="71.75", agent_id=owen.agent_id)
    return key


@pytest.fixture
def robin(db):
    return User.objects.create_user("robin@demo.test", role="staff", is_staff=True, is_superuser=True)


def report(client, member, person=SELF, day="05/01/2027", **more):
    return client.post("report-death", {"member_id": member.pk, "person_id": person, "died_on": day, **more})


def held_of(client, member):
    rows = client.get("get-coverage", member_id=member.pk).json()["data"]["held"]
    return [(row["about"], row["state"], row["title"], row["waits_for"], row["reason"]) for row in rows]


ROLES = [("owen@demo.test", "member"), ("group@demo.test", "group"), ("rep@demo.test", "rep")]
REPORTERS = pytest.mark.parametrize(("email", "by"), ROLES, ids=["member", "group", "rep"])


@REPORTERS
@pytest.mark.parametrize("name", ["Owen", "June"])
def test_a_reported_death_waits_and_ends_nothing(owen, june, sign_in, email, by, name):
    client, key = sign_in(email), june if name == "June" else SELF
    answer = report(client, owen, key, note="Certificate by mail")
    assert answer.status_code == 200, answer.content
    assert held_of(client, owen) == [("death", "waiting", f"Death of {name}", "Shop", "")]
    row = ReportedChange.objects.get()
    assert (row.by, row.about, row.waits_for, row.asked_on) == (by, "death", "staff", date(2027, 5, 4))
    assert row.order == {
        "kind": "death",
        "person_id": key,
        "happened_on": "05/01/2027",
        "note": "Certificate by mail",
    }
    assert not Change.objects.exclude(kind="issue").exists()
    assert not DeathRow.objects.exists()
    assert Policy.objects.get().end_date is None
    assert report(client, owen, key).json()["errorCode"] == "deathReported"
    assert ReportedChange.objects.count() == 1


@REPORTERS
def test_the_reporter_takes_it_back_or_reads_why_it_was_sent_back(owen, june, sign_in, robin, email, by):
    client = sign_in(email)
    report(client, owen)
    client.post("withdraw-change", {"member_id": owen.pk, "order_id": str(ReportedChange.objects.get().pk)})
    assert held_of(client, owen) == []
    report(client, owen)
    waiting = ReportedChange.objects.get(state="waiting")
    with pytest.raises(NotFound):
        agree_by_staff(waiting.pk, Origin("staff", user_id=robin.pk))
    send_back_by_staff(waiting.pk, "Owen called us himself.", Origin("staff", user_id=robin.pk))
    assert held_of(client, owen) == [("death", "declined", "Death of Owen", "Shop", "Owen called us himself.")]


def record(member, key, robin, day=date(2027, 5, 1)):
    death = Death(member.pk, key, day, "Certificate", Author(By.STAFF, robin.pk))
    return record_death(death, digest_of_death(death, preview_death(death)), Origin("staff", user_id=robin.pk))


@REPORTERS
def test_a_recorded_death_is_what_came_of_the_report(owen, june, sign_in, robin, email, by):
    client = sign_in(email)
    report(client, owen, june)
    record(owen, june, robin)
    assert held_of(client, owen) == [("death", "recorded", "Death of June", "Shop", "")]
    row = ReportedChange.objects.get()
    assert (row.state, row.decided_by) == ("agreed", robin.pk)
    assert row.order_id == Change.objects.get(kind="drop_person").order
    assert report(client, owen, june).json()["data"][0]["target_element"] == "person_id"


@REPORTERS
def test_a_death_that_is_taken_back_sends_its_report_back_with_the_reason(owen, june, sign_in, robin, email, by):
    client = sign_in(email)
    report(client, owen, june)
    record(owen, june, robin)
    take_back_death(owen.pk, june, "Another June.", Author(By.STAFF, robin.pk), Origin("staff", user_id=robin.pk))
    assert held_of(client, owen) == [("death", "declined", "Death of June", "Shop", "Another June.")]
    assert report(client, owen, june).status_code == 200
    record(owen, june, robin)
    states = [row[1] for row in held_of(client, owen)]
    assert states == ["recorded", "declined"]


def test_a_recorded_death_settles_every_report_of_it_and_no_other(owen, june, sign_in, robin):
    for email, _by in ROLES[:2]:
        report(sign_in(email), owen, june)
    report(sign_in("rep@demo.test"), owen, SELF)
    record(owen, june, robin)
    states = {(row.by, row.state) for row in ReportedChange.objects.all()}
    assert states == {("member", "agreed"), ("group", "agreed"), ("rep", "waiting")}


@pytest.mark.parametrize(
    ("day", "problem"),
    [
        ("", "required"),
        ("05/05/2027", "This date is in the future."),
        ("02/30/2027", "February 2027 has 28 days."),
        ("05/04/2027", ""),
        ("01/02/1999", ""),
    ],
)
def test_days_of_death(owen, june, sign_in, day, problem):
    answer = report(sign_in("owen@demo.test"), owen, day=day).json()
    if not problem:
        assert answer["status"] == "success"
    else:
        (row,) = answer["data"]
        assert row["target_element"] == "died_on"
        assert problem in row["error_message"]
    assert ReportedChange.objects.exists() is not bool(problem)


def test_strangers_and_people_whom_a_reporter_does_not_see_are_not_there(
    owen, june, world, brand, sign_in, make_client
):
    private = str(add_dependent(owen, "Nell", "child", date(2015, 1, 2)).pk)
    for email in ("group@demo.test", "rep@demo.test"):
        assert report(sign_in(email), owen, private).status_code == 404
    assert report(sign_in("owen@demo.test"), owen, private).status_code == 200
    user = User.objects.create_user("ann@demo.test", "planfront-demo", role="member")
    ann = world.person("Ann Lee", group=create_group(code="OTHER", name="Other", brands=[brand]), user=user)
    world.policy(ann, "P-9")
    for email in ("owen@demo.test", "group@demo.test", "rep@demo.test"):
        assert report(sign_in(email), ann).status_code == 404
        assert report(sign_in(email), owen, "6f1f2f0a-0000-4000-8000-00000000ffff").status_code == 404
    assert report(sign_in("ann@demo.test"), owen, june).status_code == 404
    assert report(sign_in("ann@demo.test"), ann, june).status_code == 404
    assert report(make_client("shop.test"), owen).status_code in (401, 403, 404)
    assert ReportedChange.objects.count() == 1


@REPORTERS
def test_no_reporter_ends_coverage_by_the_life_event(owen, june, sign_in, email, by):
    client = sign_in(email)
    assert "death" not in {row["key"] for row in client.get("get-life-events", member_id=owen.pk).json()["data"]}
    order = {"member_id": owen.pk, "kind": "drop_person", "event": "death", "happened_on": "05/01/2027"}
    assert client.post("preview-change", {**order, "person_id": june}).json()["errorCode"] == "changeRefused"
    assert Policy.objects.get().end_date is None


def test_staff_record_a_death_and_report_none(owen, june, sign_in, robin):
    robin.set_password("planfront-demo")
    robin.save()
    staff = sign_in(robin.email)
    assert staff.get("get-coverage", member_id=owen.pk).status_code == 200
    assert report(staff, owen, june).status_code == 404
    assert not ReportedChange.objects.exists()
    record(owen, june, robin)
    assert DeathRow.objects.count() == 1


def test_a_rep_sees_no_death_of_a_person_on_another_reps_policy(owen, june, sign_in):
    nell = str(add_dependent(owen, "Nell", "child", date(2015, 1, 2)).pk)
    member, rep = sign_in("owen@demo.test"), sign_in("rep@demo.test")
    report(member, owen, nell)
    report(member, owen, june)
    assert [row[2] for row in held_of(member, owen)] == ["Death of June", "Death of Nell"]
    assert [row[2] for row in held_of(rep, owen)] == ["Death of June"]
    for key, status in ((nell, 404), (june, 200)):
        row = next(row for row in ReportedChange.objects.all() if row.order["person_id"] == key)
        answer = rep.post("withdraw-change", {"member_id": owen.pk, "order_id": str(row.pk)})
        row.refresh_from_db()
        assert (answer.status_code, row.state) == (status, "withdrawn" if status == 200 else "waiting")


@pytest.mark.parametrize("name", ["Owen", "June"])
def test_a_group_reads_whose_death_it_reported(owen, june, sign_in, name):
    group = sign_in("group@demo.test")
    report(group, owen, june if name == "June" else SELF)
    (row,) = group.get("get-team-requests").json()["data"]["result"]
    assert (row["name"], row["title"]) == ("Owen Hale", f"Death of {name}")
