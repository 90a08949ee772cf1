"""What a group reports that reaches back too far for one person: staff find it, agree or send it back."""

import re
from datetime import date
from html import unescape

import pytest
import time_machine
from django.test import Client

from planfront.accounts.models import StaffBrand, User
from planfront.coverage.models import Change, Policy, ReportedChange
from planfront.coverage.tests.group_world import build_world

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LIST = "/backoffice/coverage/reportedchange/"


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


@pytest.fixture
def kit(brand):
    user = User.objects.create_user(
        "kit@demo.test", role="staff", is_staff=True, staff_role="service", name="Kit Marsh"
    )
    StaffBrand.objects.create(user=user, brand_id=brand.pk)
    return user


@pytest.fixture
def world(brand):
    return build_world(brand)


@pytest.fixture
def policy(world):
    return world.policy(world.person("Owen Hale"), "P-1")


@pytest.fixture
def held(policy, make_client):
    """Owen left on 12/14/2026, so his plan would end 76 days ago."""
    acme = make_client("shop.test")
    acme.sign_in("group@demo.test")
    order = {
        "member_id": policy.member_id,
        "event": "left-work",
        "happened_on": "12/14/2026",
        "reason": "left-work",
    }
    digest = acme.post("preview-leaving", order).json()["data"]["digest"]
    assert acme.post("report-leaving", {**order, "digest": digest}).json()["data"]["waits_for"] == "Shop"
    return ReportedChange.objects.get()


def client_of(user):
    client = Client(headers={"host": "shop.test"})
    client.force_login(user)
    return client


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def page(user, held):
    return text_of(client_of(user).get(f"{LIST}{held.pk}/change/"))


def decide(user, held, do, **more):
    return text_of(client_of(user).post(f"{LIST}{held.pk}/change/", {"do": do, **more}, follow=True))


def test_it_waits_on_the_first_page_in_a_list_and_on_the_policys_page(kit, held, policy):
    first = unescape(client_of(kit).get("/backoffice/").content.decode())
    assert f'<a href="{LIST}?state=waiting"><span>Changes to approve</span> <strong>1</strong></a>' in first
    listed = text_of(client_of(kit).get(f"{LIST}?state=waiting"))
    assert "Owen Hale" in listed
    assert "Acme" in listed
    of_policy = text_of(client_of(kit).get(f"/backoffice/coverage/policy/{policy.pk}/change/"))
    assert "A second person must approve it: the group reported a change on 03/17/2027" in of_policy


def test_what_waits_for_the_group_isnt_a_task_of_staff(kit, held):
    ReportedChange.objects.update(waits_for="group")
    assert "Changes to approve</span> <strong>0</strong>" in client_of(kit).get("/backoffice/").content.decode()


def test_the_page_says_what_was_reported_and_what_it_does(kit, held):
    text = page(kit, held)
    assert "Reported by Acme Manufacturing (group) on 03/17/2027" in text
    assert "It reaches back 76 days, so someone on the team has to approve it." in text
    assert "Life event Left the employer Last day worked 12/14/2026 Reported 03/17/2027" in text
    assert "From 01/01/2027 Member $36.85" in text


def test_the_page_of_a_corrected_birth_date_has_both_dates(kit, policy, world, make_client):
    private = world.policy(policy.member, "OWN-1", plan=world.another_plan())
    Policy.objects.filter(pk=private.pk).update(group=None)
    acme = make_client("shop.test")
    acme.sign_in("group@demo.test")
    order = {"member_id": policy.member_id, "birth_date": "04/17/1979"}
    digest = acme.post("preview-birth-date", order).json()["data"]["digest"]
    assert acme.post("correct-birth-date", {**order, "digest": digest}).json()["data"]["waits_for"] == "Shop"
    text = page(kit, ReportedChange.objects.get())
    assert "On record 04/17/1989 Should be 04/17/1979 Reported 03/17/2027" in text
    for own in (policy, private):  # the group doesn't see the private one
        of_policy = text_of(client_of(kit).get(f"/backoffice/coverage/policy/{own.pk}/change/"))
        assert "A correction is requested by the group on 03/17/2027" in of_policy


def test_who_agrees_writes_it_as_the_groups_change_and_is_named(kit, held, policy):
    assert "You approved it, and the change was saved." in decide(kit, held, "agree")
    policy.refresh_from_db()
    assert policy.end_date == date(2026, 12, 31)
    assert policy.member.left_on == date(2026, 12, 14)
    assert Change.objects.get(kind="end").by == "group"
    text = page(kit, held)
    assert "Kit Marsh agreed on 03/17/2027" in text
    assert "Approve and save" not in text
    assert "Agreed by Kit Marsh" in text_of(client_of(kit).get(f"/backoffice/coverage/policy/{policy.pk}/change/"))


def test_who_sends_it_back_says_why(kit, held, policy):
    assert "Enter the reason for sending it back, in 3 to 300 characters." in decide(
        kit, held, "send-back", reason="No"
    )
    assert "It was sent back with the reason." in decide(kit, held, "send-back", reason="Send the last pay slip.")
    held.refresh_from_db()
    assert (held.state, held.reason) == ("declined", "Send the last pay slip.")
    assert "Kit Marsh sent it back on 03/17/2027" in page(kit, held)
    assert "This was decided in the meantime." in decide(kit, held, "agree")
    policy.refresh_from_db()
    assert policy.end_date is None


def test_what_isnt_as_it_was_reported_goes_back_instead_of_being_written(kit, held, policy):
    ReportedChange.objects.update(digest="0" * 64)
    assert "The result has changed since the report." in page(kit, held)
    assert "Nothing was saved. The result would differ from what was reported." in decide(kit, held, "agree")
    held.refresh_from_db()
    assert held.state == "declined"
    policy.refresh_from_db()
    assert policy.end_date is None


def test_readers_look_and_other_brands_do_not(kit, held, works, other_brand):
    reader = works("reader")
    assert "Approve and save" not in text_of(reader.get(f"{LIST}{held.pk}/change/"))
    assert reader.post(f"{LIST}{held.pk}/change/", {"do": "agree"}).status_code == 403
    elsewhere = works("service", other_brand)
    assert elsewhere.get(f"{LIST}{held.pk}/change/").status_code == 404
    assert "Owen Hale" not in text_of(elsewhere.get(LIST))
    assert client_of(kit).post(f"{LIST}{held.pk}/change/", {"do": "else"}).status_code == 403
