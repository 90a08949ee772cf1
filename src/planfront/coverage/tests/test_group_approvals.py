"""What members of a group report waits for its administrator, where the group wants that.

By hand, a month: member 36.85, with children 69.95. The group pays half: 18.43 and Ana 18.42 before; of 69.95, 34.98
and 34.97.
"""

from datetime import date, timedelta

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin
from planfront.brands.selectors import site_url
from planfront.catalog.tests.factories import make_plan
from planfront.coverage.approvals.reported import agree_by_staff, send_back_by_staff
from planfront.coverage.approvals.staff import SamePerson
from planfront.coverage.authors import Author, By
from planfront.coverage.engine import apply_order, digest_of, preview_order
from planfront.coverage.models import Change, Policy, RepAssignment, ReportedChange, RuleEdition
from planfront.coverage.order_kinds import Order
from planfront.coverage.tests.group_world import build_world
from planfront.coverage.timeline import Kind, Place
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import Contribution
from planfront.parties.groups.services import create_group
from planfront.parties.reps.services import create_agent
from planfront.shopping.tests.factories import rate_by_tier

TODAY = "2027-03-17T17:00:00Z"
MATEO = {"first_name": "Mateo", "last_name": "Cruz", "birth_date": "03/02/2027", "gender": 0, "role": "child"}
BIRTH = {"kind": "add_person", "event": "birth", "happened_on": "03/02/2027", "person": MATEO}


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(TODAY, tick=True) as traveller:
        yield traveller


@pytest.fixture
def world(brand):
    world = build_world(brand)
    world.group.flags = {"approves_changes": True}
    world.group.save()
    return world


@pytest.fixture
def ana(world):
    member = world.person("Ana Cruz")
    member.user = User.objects.create_user("ana@demo.test", "planfront-demo", role="member")
    member.save()
    return member


@pytest.fixture
def policy(world, ana):
    return world.policy(ana, "P-1")


@pytest.fixture
def sign_in(make_client, policy):
    def sign_in(who):
        client = make_client("shop.test")
        client.sign_in(f"{who}@demo.test")
        return client

    return sign_in


@pytest.fixture
def member(sign_in):
    return sign_in("ana")


@pytest.fixture
def acme(sign_in):
    return sign_in("group")


def send(client, order=BIRTH):
    shown = client.post("preview-change", order).json()["data"]
    return client.post("submit-change", {**order, "digest": shown["digest"]}).json()


def approvals(client, **query):
    return client.get("get-approvals", **query).json()["data"]["result"]


def requests(client):
    return client.get("get-team-requests").json()["data"]["result"]


@pytest.fixture
def staff(brand):
    return User.objects.create_superuser("robin@demo.test", "planfront-demo", name="Robin Vale")


def decide(client, **body):
    return client.post("decide-approval", {"id": approvals(client)[0]["id"], **body}).json()


def premium():
    return str(Policy.objects.get(number="P-1").monthly)


def test_a_report_waits_and_nothing_is_written(member, acme):
    answer = send(member)["data"]
    assert answer["waits_for"] == "Acme"
    assert Change.objects.exclude(kind="issue").count() == 0
    (row,) = answer["coverage"]["held"]
    assert (row["state"], row["title"], row["waits_for"], row["asked_on"]) == (
        "waiting",
        "Add Mateo",
        "Acme",
        "03/17/2027",
    )
    assert row["plans"][0] == {
        "policy_number": "P-1",
        "plan": "Dental",
        "new_plan": "",
        "riders_added": [],
        "riders_dropped": [],
        "never_begins": False,
        "begun_on": "",
        "effective": "03/02/2027",
        "before": "36.85",
        "after": "69.95",
        "difference": "+33.10",
    }
    (approval,) = approvals(acme)
    assert (approval["name"], approval["title"], approval["happened_on"], approval["problem"]) == (
        "Ana Cruz",
        "Add Mateo",
        "03/02/2027",
        "",
    )
    assert [approval[key]["employer"] for key in ("before", "after")] == ["18.43", "34.98"]
    assert [approval[key]["own"] for key in ("before", "after")] == ["18.42", "34.97"]


@pytest.fixture
def brightwater(policy):
    """Another dental plan: member 20.00, with children 38.00, of which the group pays half."""
    plan = make_plan("Brightwater Dental")
    rate_by_tier(plan, {"IO": "20.00", "IC": "38.00"})
    Contribution.objects.create(group=policy.group, plan_id=plan.pk, kind="percent", value=50)
    return plan


def test_another_plan_waits_too_and_is_made_as_the_member_saw_it(sign_in, clock, brightwater):
    held = send(sign_in("ana"), {**BIRTH, "plans": {"P-1": brightwater.pk}})["data"]["coverage"]["held"][0]
    assert (held["title"], held["plans"][0]["new_plan"]) == ("Add Mateo, another plan", "Brightwater Dental")
    assert (held["plans"][0]["before"], held["plans"][0]["after"]) == ("36.85", "38.00")
    clock.move_to("2027-04-20T17:00:00Z")
    acme = sign_in("group")
    (approval,) = approvals(acme)
    assert (approval["plans"][0]["new_plan"], approval["problem"]) == ("Brightwater Dental", "")
    assert [approval["after"][key] for key in ("employer", "own")] == ["19.00", "19.00"]
    assert decide(acme, agree=True)["status"] == "success"
    assert premium() == "38.00"
    change = Change.objects.exclude(kind="issue").get()
    assert (change.kind, change.effective, change.facts["plan_id"]) == ("add_person", date(2027, 3, 2), brightwater.pk)


def test_another_plan_that_is_not_sold_any_more_by_then_is_not_made(sign_in, brightwater):
    send(sign_in("ana"), {**BIRTH, "plans": {"P-1": brightwater.pk}})
    offer = brightwater.offers.get()
    offer.eff_to = date(2027, 2, 28)
    offer.save()
    acme = sign_in("group")
    opened = acme.get("get-approval", id=approvals(acme)[0]["id"]).json()["data"]
    assert "The result has changed since" in opened["problem"]
    assert decide(acme, agree=True)["errorCode"] == "changeDiffers"
    assert premium() == "36.85"


def test_what_is_agreed_to_is_made_as_the_member_saw_it_and_from_the_reported_day(sign_in, clock):
    send(sign_in("ana"))
    clock.move_to("2027-04-20T17:00:00Z")
    answer = decide(sign_in("group"), agree=True)
    assert (answer["status"], answer["data"]) == ("success", {"state": "agreed", "waits_for": ""})
    change = Change.objects.exclude(kind="issue").get()
    assert (change.kind, change.by, change.effective, change.reported_on) == (
        "add_person",
        "member",
        date(2027, 3, 2),
        date(2027, 3, 17),
    )
    assert premium() == "69.95"
    held = ReportedChange.objects.get()
    assert (held.state, held.order_id) == ("agreed", change.order)
    assert sign_in("ana").get("get-coverage").json()["data"]["held"] == []
    assert AuditEvent.objects.filter(action__in=("policy.change_asked", "policy.change_agreed")).count() == 2


def test_what_reaches_back_too_far_by_then_goes_to_the_stores_team_once_the_group_agreed(sign_in, clock, world, staff):
    """Born on 03/02: on 05/05 that is 64 days ago, and 60 are one person's."""
    send(sign_in("ana"))
    clock.move_to("2027-05-05T17:00:00Z")
    acme = sign_in("group")
    held = approvals(acme)[0]["id"]
    opened = acme.get("get-approval", id=held).json()["data"]
    asks = "This goes back more than 60 days, so our team must approve it before anything changes."
    assert (opened["asks"], opened["problem"], opened["after"]["own"]) == (asks, "", "34.97")
    assert opened["past"] == [
        "Dental: the member owes 3 months × $16.55 = $49.65.",
        "Dental: Acme owes 3 months × $16.55 = $49.65.",
    ]
    for _twice in range(2):
        answer = acme.post("decide-approval", {"id": held, "agree": True}).json()
        assert answer["data"] == {"state": "waiting", "waits_for": "Shop"}
    assert approvals(acme) == []
    assert premium() == "36.85"
    (row,) = sign_in("ana").get("get-coverage").json()["data"]["held"]
    assert (row["state"], row["waits_for"]) == ("waiting", "Shop")
    (request,) = requests(acme)
    assert (request["state"], request["title"], request["may_withdraw"]) == ("waiting", "Add Mateo", False)
    decline = acme.post("decide-approval", {"id": held, "agree": False, "reason": "No"}).json()
    assert decline["errorCode"] == "alreadyDecided"
    agree_by_staff(held, Origin("staff", user_id=staff.pk))
    change = Change.objects.exclude(kind="issue").get()
    assert (change.by, change.effective, change.reported_on) == ("member", date(2027, 3, 2), date(2027, 3, 17))
    assert premium() == "69.95"
    (request,) = requests(acme)
    assert (request["state"], request["decided_on"]) == ("agreed", "05/05/2027")


def test_who_reported_or_passed_it_on_never_agrees_for_the_team(sign_in, clock):
    held = send(sign_in("ana"))["data"]["order_id"]
    clock.move_to("2027-05-05T17:00:00Z")
    decide(sign_in("group"), agree=True)
    for who in ("ana", "group"):
        user = User.objects.get(email=f"{who}@demo.test")
        with pytest.raises(SamePerson):
            agree_by_staff(held, Origin("staff", user_id=user.pk))
    row = ReportedChange.objects.get()
    row.state, row.decided_by = "agreed", row.passed_by
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def test_a_death_long_ago_that_a_rep_reports_waits_for_the_stores_team(sign_in, world, ana, make_client, staff):
    """Without a limit to its report, a death reaches back as far as it was; one person alone may not go there."""
    rep = create_agent(code="REP1", first_name="Jordan", last_name="Lee", brands=[world.brand])
    rep.user = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    rep.save()
    RepAssignment.objects.create(policy=Policy.objects.get(), agent=rep, effective_date=date(2026, 1, 1))
    RuleEdition.objects.filter(event__key="death").update(reporters=["rep"])
    client = make_client("shop.test")
    client.sign_in("rep@demo.test")
    death = {"member_id": ana.pk, "kind": "end", "event": "death", "happened_on": "01/10/2027", "reason": "died"}
    order = {**death, "policies": ["P-1"]}
    shown = client.post("preview-change", order).json()["data"]
    assert (shown["possible"], shown["asks"]) == (True, True)
    assert shown["consequences"][0].startswith("This goes back more than 60 days, so our team must approve it")
    done = client.post("submit-change", {**order, "digest": shown["digest"]}).json()["data"]
    assert done["waits_for"] == "Shop"
    assert Policy.objects.get().end_date is None
    again = client.post("submit-change", {**order, "digest": shown["digest"]}).json()
    assert (again["errorCode"], again["message"]) == (
        "changeWaits",
        "A change you reported for Ana is already waiting for Shop. Withdraw it first.",
    )
    agree_by_staff(done["order_id"], Origin("staff", user_id=staff.pk))
    assert Policy.objects.get().end_date == date(2027, 1, 10)


def test_who_declines_says_why_and_the_member_reads_it(member, acme):
    send(member)
    refused = decide(acme, agree=False)
    assert refused["data"][0]["target_element"] == "reason"
    assert decide(acme, agree=False, reason="Please send the certificate first.")["status"] == "success"
    (row,) = member.get("get-coverage").json()["data"]["held"]
    assert (row["state"], row["reason"]) == ("declined", "Please send the certificate first.")
    assert premium() == "36.85"
    assert send(member)["data"]["waits_for"] == "Acme"


WAITS = """Ana Cruz reported a change for you to approve

The change: Add Mateo. Nothing changes until you approve it.

{site}/group-home/people

--
Shop (800) 555-0142
You receive this email because you administer Acme.
"""
WAITS_IN_SPANISH = """Ana Cruz reportó un cambio que usted debe aprobar

El cambio: Agregar a Mateo. Nada cambia hasta que usted lo apruebe.

{site}/group-home/people

--
Shop (800) 555-0142
Recibe este correo electrónico porque usted administra Acme.
"""
DECLINED = """Acme didn't approve your change

You reported: Add Mateo. Your coverage stays as it is. The reason: Please send the certificate first.

{site}/coverage

You can report the change again there.

--
Shop (800) 555-0142
You receive this email because you reported a change to your coverage.
"""
DECLINED_IN_SPANISH = """Acme no aprobó su cambio

Usted reportó: Agregar a Mateo. Su cobertura sigue igual. El motivo: Please send the certificate first.

{site}/coverage

Allí puede volver a reportar el cambio.

--
Shop (800) 555-0142
Recibe este correo electrónico porque usted reportó un cambio en su cobertura.
"""


def mails(kind):
    return list(OutboundEmail.objects.filter(kind=kind).order_by("created_at"))


def says(mail, text):
    """Say that the mail begins with a text; the legal pages follow."""
    return mail.text.startswith(text.replace("{site}", site_url(mail.brand_id)))


def test_an_administrator_is_mailed_when_a_members_change_waits(member, acme, world):
    world.group.email = ""
    world.group.save()
    send(member)
    (mail,) = mails("change_waits")
    assert (mail.to, mail.language) == ("group@demo.test", "en")
    assert mail.subject == "Ana Cruz reported a change for you to approve – Shop"
    assert says(mail, WAITS)
    assert "Review the change" in mail.html


def test_the_mail_goes_to_the_groups_address_in_its_administrators_language(member, acme, world):
    world.group.email = "benefits@acme.example"
    world.group.save()
    User.objects.filter(email="group@demo.test").update(language="es")
    send(member)
    (mail,) = mails("change_waits")
    assert (mail.to, mail.language) == ("benefits@acme.example", "es")
    assert says(mail, WAITS_IN_SPANISH)


@pytest.mark.parametrize(("language", "text"), [("en", DECLINED), ("es", DECLINED_IN_SPANISH)])
def test_a_member_is_mailed_when_a_change_is_declined_and_why(member, acme, ana, language, text):
    User.objects.filter(pk=ana.user_id).update(language=language)
    send(member)
    assert decide(acme, agree=False, reason="Please send the certificate first.")["status"] == "success"
    assert decide_again(acme)["status"] == "success"
    (mail,) = mails("change_declined")
    assert (mail.to, mail.language) == ("ana@mail.example", language)
    assert says(mail, text)


def decide_again(client):
    body = {"id": str(ReportedChange.objects.get().pk), "agree": False, "reason": "Again"}
    return client.post("decide-approval", body).json()


def test_what_is_approved_or_taken_back_mails_the_member_no_refusal(member, acme):
    held = send(member)["data"]["order_id"]
    member.post("withdraw-change", {"order_id": held})
    send(member)
    decide(acme, agree=True)
    assert mails("change_declined") == []


def test_a_member_who_reports_again_and_again_doesnt_fill_the_groups_inbox(member, acme):
    for _report in range(7):
        held = send(member)["data"]["order_id"]
        member.post("withdraw-change", {"order_id": held})
    assert len(mails("change_waits")) == 5


def test_no_mail_is_queued_for_a_report_that_isnt_kept(member, acme, monkeypatch):
    def fail(*_arguments, **_named):
        raise RuntimeError

    shown = member.post("preview-change", BIRTH).json()["data"]
    monkeypatch.setattr("planfront.coverage.approvals.mails.queue_email", fail)
    with pytest.raises(RuntimeError):
        member.post("submit-change", {**BIRTH, "digest": shown["digest"]})
    assert not ReportedChange.objects.exists()


def test_what_the_stores_team_declines_is_mailed_with_its_name(sign_in, clock, staff):
    send(sign_in("ana"))
    clock.move_to("2027-05-05T17:00:00Z")
    decide(sign_in("group"), agree=True)
    send_back_by_staff(ReportedChange.objects.get().pk, "Too late.", Origin("staff", user_id=staff.pk))
    (mail,) = mails("change_declined")
    assert mail.subject == "Shop didn't approve your change – Shop"
    assert "The reason: Too late." in mail.text


def test_a_second_report_waits_until_the_first_is_taken_back(member, acme):
    held = send(member)["data"]["order_id"]
    again = send(member)
    assert (again["status"], again["errorCode"]) == ("error", "changeWaits")
    assert member.post("withdraw-change", {"order_id": held}).json()["data"]["held"] == []
    assert approvals(acme) == []
    assert send(member)["status"] == "success"


def test_what_was_decided_or_taken_back_cant_be_decided_again(member, acme):
    held = send(member)["data"]["order_id"]
    body = {"id": held, "agree": True}
    assert acme.post("decide-approval", body).json()["status"] == "success"
    assert acme.post("decide-approval", body).json()["status"] == "success"
    assert Change.objects.exclude(kind="issue").count() == 1
    other = acme.post("decide-approval", {"id": held, "agree": False, "reason": "No"}).json()
    assert other["errorCode"] == "alreadyDecided"


def test_what_has_moved_since_is_not_agreed_to(member, acme, policy):
    send(member)
    order = Order(Kind.PLACE, Author(By.STAFF, 1), [policy.pk], place=Place("OH", "43215"))
    apply_order(order, digest_of(preview_order(order)))
    (approval,) = approvals(acme)
    assert approval["after"]["own"] == "34.97", "the list says what was previewed"
    opened = acme.get("get-approval", id=approval["id"]).json()["data"]
    assert opened["problem"].startswith("The result has changed since Ana reported it.")
    refused = decide(acme, agree=True)
    assert (refused["errorCode"], refused["data"]["approval"]) == ("changeDiffers", opened)
    assert premium() == "36.85"
    assert ReportedChange.objects.get().state == "waiting"
    assert decide(acme, agree=False, reason="Moved")["status"] == "success"


def test_without_the_setting_or_for_plans_of_ones_own_nothing_waits(member, acme, world, ana):
    world.group.flags = {}
    world.group.save()
    assert send(member)["data"]["waits_for"] == ""
    assert premium() == "69.95"
    world.group.flags = {"approves_changes": True}
    world.group.save()
    Policy.objects.update(group=None)
    daniel = {**MATEO, "first_name": "Iris"}
    assert send(member, {**BIRTH, "person": daniel})["data"]["waits_for"] == ""


@pytest.mark.counts_queries
def test_what_waits_comes_in_pages_the_oldest_first_at_a_constant_number_of_queries(world, acme, member, clock):
    def count():
        with CaptureQueriesContext(connection) as queries:
            approvals(acme, per_page=20)
        return len(queries)

    send(member)
    approvals(acme)
    before = count()
    held = ReportedChange.objects.get()
    for number in range(60):
        other = world.person(f"Ann{number} Lee")
        later = held.asked_at + timedelta(minutes=number + 1)
        row = ReportedChange(
            member=other, group=world.group, asked_at=later, asked_on=held.asked_on, digest=held.digest
        )
        row.order, row.shown, row.amounts = held.order, held.shown, held.amounts
        row.save()
    assert count() == before
    shown = acme.get("get-approvals", page=4, per_page=20).json()["data"]
    assert (shown["total"], shown["pages"], len(shown["result"])) == (61, 4, 1)
    assert shown["result"][0]["name"] == "Ann59 Lee"
    assert approvals(acme)[0]["name"] == "Ana Cruz"


def test_only_administrators_of_the_group_decide(member, world, brand, make_client, sign_in):
    held = send(member)["data"]["order_id"]
    user = User.objects.create_user("other-group@demo.test", "planfront-demo", role="group")
    create_group(code="OTHER", name="Other", brands=[brand], user=user)
    other = sign_in("other-group")
    assert approvals(other) == []
    assert other.post("decide-approval", {"id": held, "agree": True}).status_code == 404
    assert other.get("get-approval", id=held).status_code == 404
    assert member.get("get-approvals").status_code == 404
    assert member.get("get-team-requests").status_code == 404
    assert member.post("decide-approval", {"id": held, "agree": True}).status_code == 404
