"""A change that reaches back further than one person may: one asks, another one agrees or sends it back."""

import re
from datetime import date
from decimal import Decimal
from html import unescape

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.test import Client

from planfront.accounts.models import StaffBrand, User
from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.test_policy_changes import (
    BIRTH,
    form_of,
    hidden,
    lines,
    page_of,
    preview,
    refusal,
    tidy,
    write,
)
from planfront.catalog.tests.factories import make_plan
from planfront.coverage.models import Change, StaffChangeRequest, Version
from planfront.coverage.tests.policies import issue
from planfront.members.models import Member, Relative
from planfront.shopping.tests.factories import dental, rate_by_age

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LATE = {**BIRTH, "reported_on": "04/20/2027", "note": "By phone"}


@pytest.fixture(autouse=True)
def today():
    """Born on 03/02/2027, reported on 04/20/2027, entered 63 days after the birth."""
    with time_machine.travel("2027-05-04T17:00:00Z", tick=True) as traveller:
        yield traveller


def sign_in(user):
    client = Client(headers={"host": "shop.test"})
    client.force_login(user)
    return client


@pytest.fixture
def robin(brand):
    return User.objects.create_superuser("robin@demo.test", "planfront-demo", name="Robin Vale")


@pytest.fixture
def kit(brand):
    user = User.objects.create_user(
        "kit@demo.test", role="staff", is_staff=True, staff_role="service", name="Kit Marsh"
    )
    StaffBrand.objects.create(user=user, brand_id=brand.pk)
    return user


@pytest.fixture
def maria(brand):
    return Member.objects.create(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, state="TX"
    )


@pytest.fixture
def policy(maria):
    return issue(maria.brand, number="P-1", plan_id=dental().pk, member_id=maria.pk)


def ask(user, policy, kind="add_person", **typed):
    typed = typed or LATE
    client = sign_in(user)
    shown = preview(client, policy, kind, **typed)
    sent = {**typed, "do": "ask", "digest": hidden(shown, "digest"), "seen": hidden(shown, "seen")}
    return client.post(form_of(policy, kind), sent, follow=True)


def asked_page(policy, row=None):
    row = row or StaffChangeRequest.objects.get()
    return f"/backoffice/coverage/policy/{policy.pk}/asked/{row.pk}/"


def look(user, policy, row=None):
    answer = sign_in(user).get(asked_page(policy, row))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def decide(user, policy, do, row=None, **more):
    answer = sign_in(user).post(asked_page(policy, row), {"do": do, **more}, follow=True)
    return unescape(answer.content.decode())


def test_the_preview_says_who_must_agree_instead_of_offering_to_write(robin, kit, policy, other_brand):
    away = User.objects.create_user("away@demo.test", role="staff", is_staff=True, staff_role="admin", name="Away")
    StaffBrand.objects.create(user=away, brand_id=other_brand.pk)
    page = preview(sign_in(robin), policy, "add_person", **LATE)
    assert lines(page) == [["From 03/02/2027", "Member $36.85", "Member + Child(ren) $69.95", "+$33.10"]]
    text = tidy(page)
    assert "A second person must approve it. This reaches back 63 days; one person can go back 60." in text
    assert 'name="do" value="ask">Ask Kit Marsh to approve</button>' in page
    assert 'value="write"' not in page
    ana = User.objects.create_user("ana@demo.test", role="staff", is_staff=True, staff_role="admin", all_brands=True)
    page = preview(sign_in(robin), policy, "add_person", **LATE)
    assert "Ask a second person to approve</button>" in page
    assert "Kit Marsh" in page
    User.objects.filter(pk__in=(kit.pk, ana.pk)).update(staff_role="reader")
    page = preview(sign_in(robin), policy, "add_person", **LATE)
    assert "No one else can change policies of this store, so no one can approve it." in page
    assert 'value="ask"' not in page


def test_one_person_alone_never_writes_it(robin, kit, policy):
    shown = preview(sign_in(robin), policy, "add_person", **LATE)
    sent = {**LATE, "do": "write", "digest": hidden(shown, "digest"), "seen": hidden(shown, "seen")}
    answer = sign_in(robin).post(form_of(policy, "add_person"), sent)
    assert answer.status_code == 200
    assert not Change.objects.filter(kind="add_person").exists()
    assert not Relative.objects.exists()


def test_who_is_asked_sees_the_same_sheet_and_agrees(robin, kit, policy):
    done = ask(robin, policy)
    text = tidy(unescape(done.content.decode()))
    assert "Kit Marsh was asked to approve it." in text
    asked = "Requested by Robin Vale on 05/04/2027, 1:00 PM."
    assert f"Waiting for a second person: add a person, 03/02/2027. {asked}" in text
    row = StaffChangeRequest.objects.get()
    assert (row.state, row.asked_by, row.effective) == ("waiting", robin, date(2027, 3, 2))
    assert not Change.objects.filter(kind="add_person").exists()
    with connection.cursor() as cursor:
        cursor.execute('SELECT "order" FROM coverage_staffchangerequest')
        assert "Mateo" not in cursor.fetchone()[0]
    page = look(kit, policy)
    assert "Requested by Robin Vale on 05/04/2027, 1:00 PM." in tidy(page)
    assert lines(page) == [["From 03/02/2027", "Member $36.85", "Member + Child(ren) $69.95", "+$33.10"]]
    for fact in ("Life event Birth", "Reported 04/20/2027", "First name Mateo", "Note By phone"):
        assert fact in tidy(page)
    text = tidy(decide(kit, policy, "agree"))
    assert "You approved it, and the change was saved." in text
    assert "Staff: Robin Vale Agreed by Kit Marsh" in text
    assert "Waits for a second person" not in text
    change = Change.objects.get(kind="add_person")
    assert (change.by, change.by_user, change.reported_on) == ("staff", robin.pk, date(2027, 4, 20))
    assert Version.objects.last().premium == Decimal("69.95")
    row.refresh_from_db()
    assert (row.state, row.decided_by, row.order_id) == ("agreed", kit, change.order)
    actions = AuditEvent.objects.filter(action__startswith="policy.").order_by("at")
    assert [(event.action, event.actor_id) for event in actions] == [
        ("policy.change_asked", robin.pk),
        ("policy.changed", kit.pk),
        ("policy.change_agreed", kit.pk),
    ]


def test_who_asked_never_agrees_nor_sends_it_back(robin, kit, policy):
    ask(robin, policy)
    page = look(robin, policy)
    assert "It's waiting for a second person." in page
    assert 'value="agree"' not in page
    for do in ("agree", "send-back"):
        text = tidy(decide(robin, policy, do, reason="Twice"))
        assert "You asked for this. Another person has to decide." in text
    assert StaffChangeRequest.objects.get().state == "waiting"
    assert not Change.objects.filter(kind="add_person").exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        StaffChangeRequest.objects.update(state="agreed", decided_by=robin)


@pytest.mark.thorough
def test_sent_back_it_is_changed_and_asked_again(robin, kit, policy):
    ask(robin, policy)
    assert "Enter the reason for sending it back" in decide(kit, policy, "send-back", reason=" ")
    assert StaffChangeRequest.objects.get().state == "waiting"
    text = tidy(decide(kit, policy, "send-back", reason="The paper is missing"))
    assert "It was sent back to Robin Vale." in text
    first = StaffChangeRequest.objects.get()
    assert (first.state, first.decided_by, first.reason) == ("sent_back", kit, "The paper is missing")
    text = tidy(unescape(sign_in(robin).get(page_of(policy)).content.decode()))
    assert "Sent back by Kit Marsh: add a person, 03/02/2027." in text
    page = look(robin, policy)
    assert "Kit Marsh sent it back on 05/04/2027, 1:00 PM: The paper is missing" in tidy(page)
    again = re.search(r'href="([^"]+\?again=[^"]+)"', page)[1]
    form = unescape(sign_in(robin).get(again).content.decode())
    assert 'value="Mateo"' in form
    assert 'value="04/20/2027"' in form
    assert 'value="Mateo"' not in sign_in(kit).get(again).text
    ask(robin, policy, **{**LATE, "note": "Paper seen"})
    assert list(StaffChangeRequest.objects.order_by("asked_at").values_list("state", flat=True)) == [
        "withdrawn",
        "waiting",
    ]
    decide(kit, policy, "agree", StaffChangeRequest.objects.get(state="waiting"))
    assert Change.objects.get(kind="add_person").facts["note"] == "Paper seen"
    assert "This was decided in the meantime." in decide(kit, policy, "agree", first)


def test_what_has_moved_goes_back_instead_of_being_written(robin, kit, policy, today):
    ask(robin, policy)
    write(sign_in(kit), policy, "place", address1="12 Alder Street", city="Columbus", zip="43215", day="05/01/2027")
    page = look(kit, policy)
    assert refusal(page) == (
        "The result has changed since the request. Below is what would be saved now. This was requested:"
    )
    assert lines(page, "As it was asked for") == [
        ["From 03/02/2027", "Member $36.85", "Member + Child(ren) $69.95", "+$33.10"]
    ]
    assert len(lines(page)) == 2
    assert 'value="agree"' not in page
    text = tidy(decide(kit, policy, "agree"))
    assert "It was sent back to Robin Vale." in text
    assert StaffChangeRequest.objects.get().state == "sent_back"
    assert not Change.objects.filter(kind="add_person").exists()
    assert not Relative.objects.exists()


@pytest.mark.thorough
def test_a_request_is_made_and_agreed_to_once(robin, kit, policy):
    ask(robin, policy)
    ask(robin, policy)
    assert StaffChangeRequest.objects.count() == 1
    other = ask(robin, policy, "end", day="01/31/2027", reason="unpaid")
    assert "Another change of this policy waits for a second person." in other.text
    assert StaffChangeRequest.objects.count() == 1
    decide(kit, policy, "agree")
    assert "You approved it" in decide(kit, policy, "agree")
    assert Change.objects.filter(kind="add_person").count() == 1
    assert AuditEvent.objects.filter(action="policy.change_agreed").count() == 1


def test_who_asked_takes_it_back(robin, kit, policy):
    ask(robin, policy)
    assert "Only who asked takes it back." in decide(kit, policy, "take-back")
    assert "The request was withdrawn." in decide(robin, policy, "take-back")
    assert StaffChangeRequest.objects.get().state == "withdrawn"
    assert "This was decided in the meantime." in decide(kit, policy, "agree")


def test_a_cancellation_of_an_old_policy_needs_two(robin, kit, policy):
    ask(robin, policy, "cancel", reason="twice")
    decide(kit, policy, "agree")
    policy.refresh_from_db()
    assert policy.state == "cancelled"


def test_what_waits_is_found_in_the_list_and_on_the_first_page(robin, kit, policy):
    issue(policy.brand, number="P-2", member_id=policy.member_id)
    ask(robin, policy)
    first = unescape(sign_in(kit).get("/backoffice/").content.decode())
    address = "/backoffice/coverage/policy/?asked=waiting"
    assert f'<a href="{address}"><span>Changes for a second person</span> <strong>1</strong></a>' in first
    found = sign_in(kit).get(address).text
    assert "P-1" in found
    assert "P-2" not in found
    decide(kit, policy, "send-back", reason="The paper is missing")
    assert "P-1" not in sign_in(kit).get(address).text
    assert "P-1" in sign_in(kit).get("/backoffice/coverage/policy/?asked=sent_back").text


@pytest.mark.parametrize(
    ("day", "waits", "urgent"),
    [
        ("2027-05-04", "Since 1:00 PM", False),
        ("2027-05-05", "Since yesterday", False),
        ("2027-05-06", "Since 05/04/2027", False),
        ("2027-05-07", "Waiting for 3 days", True),
        ("2027-05-14", "Waiting for 10 days", True),
    ],
)
def test_what_waits_too_long_for_a_second_person_is_urgent(robin, kit, policy, today, day, waits, urgent):
    ask(robin, policy)
    today.move_to(f"{day}T18:00:00Z")
    assert tasks_of(kit) == [(' class="is-hot"' if urgent else "", "Approve a change to Dental", waits)]
    assert tasks_of(robin) == [], "the person who asked is not reminded"
    decide(kit, policy, "agree")
    assert tasks_of(kit) == []


def tasks_of(user):
    """Return the tasks on the first page: the mark of urgent ones, title, and since when each waits."""
    page = unescape(sign_in(user).get("/backoffice/").content.decode())
    return re.findall(
        r'<li([^>]*)><span class="material[^>]*>[^<]*</span><div><b>([^<]*)</b>.*?today-when">([^<]*)<', page
    )


def test_readers_and_other_brands_do_not_see_it(robin, kit, policy, works, other_brand):
    ask(robin, policy)
    assert works("reader").get(asked_page(policy)).status_code == 403
    elsewhere = works("service", other_brand)
    assert elsewhere.get(asked_page(policy)).status_code == 404
    assert elsewhere.post(asked_page(policy), {"do": "agree"}).status_code == 404
    assert sign_in(kit).post(asked_page(policy), {"do": "else"}).status_code == 403
    assert "P-1" not in elsewhere.get("/backoffice/coverage/policy/?asked=waiting").text


def test_a_correction_that_costs_nothing_needs_no_second_person(robin, kit, policy, maria):
    client = sign_in(robin)
    page = preview(client, policy, "correction", key="self", birth_date="04/17/1979")
    assert lines(page) == [
        ["Birth date", "04/17/1989", "04/17/1979", "–"],
        ["From 01/01/2026", "Member $36.85", "Member $36.85", "$0.00"],
    ]
    assert "A second person must approve it." not in tidy(page)
    write(client, policy, "correction", key="self", birth_date="04/17/1979")
    maria.refresh_from_db()
    assert maria.birth_date == date(1979, 4, 17)
    assert not StaffChangeRequest.objects.exists()


def test_a_birth_date_that_was_wrong_from_the_start_is_put_right_by_two(robin, kit, policy, maria):
    plan = make_plan("Halden Life 20", category="term_life")
    rate_by_age(plan, [(0, 39, "20.00"), (40, 99, "30.00")])
    policy = issue(maria.brand, number="L-1", plan_id=plan.pk, member_id=maria.pk)
    ask(robin, policy, "correction", key="self", birth_date="04/17/1979")
    maria.refresh_from_db()
    assert maria.birth_date == date(1989, 4, 17)
    decide(kit, policy, "agree")
    maria.refresh_from_db()
    assert maria.birth_date == date(1979, 4, 17)
    changes = Change.objects.filter(kind="correction").order_by("policy__number")
    assert [(row.policy.number, row.effective) for row in changes] == [
        ("L-1", date(2026, 1, 1)),
        ("P-1", date(2026, 1, 1)),
    ]
