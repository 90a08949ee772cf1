"""Addresses that email comes back from, as staff see and settle them."""

import re
from datetime import date
from html import unescape

import pytest

from planfront.accounts.models import Role, User
from planfront.accounts.staff_actions import set_staff_brands
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.members.models import Member
from planfront.members.services import create_member
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.services import queue_email

pytestmark = pytest.mark.django_db
TO = "maria@mailbox.example"
LETTER = {"heading": "Your plan", "paragraphs": ["Hello."], "document": {}}


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@shop.example", "planfront-demo", name="Robin Vale"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def mail(brand):
    mail = queue_email(brand=brand, kind="letter", to=TO, context=LETTER, dedupe_key="letter:1")
    OutboundEmail.objects.filter(pk=mail.pk).update(status=Status.RETURNED, last_error="5.1.1 550 unknown")
    return mail


@pytest.fixture
def maria(brand):
    names = {"first_name": "Maria", "last_name": "Santos", "gender": 1}
    return create_member(brand=brand, birth_date=date(1980, 1, 1), email="Maria@Mailbox.example", **names)


def read(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(answer.content.decode())))


def page_of(mail, view="change"):
    return f"/backoffice/messaging/outboundemail/{mail.pk}/{view}/"


def test_staff_are_told_why_and_say_that_it_works_again(staff, mail, maria):
    why = "The other server doesn't know the address."
    assert f"Email to {TO} comes back {why}" in read(staff, "/backoffice/")
    person = read(staff, f"/backoffice/members/member/{maria.pk}/change/")
    bare = "Letters go on paper, but no postal address is on record. Ask for both."
    assert f"Email to {TO} comes back {why} {bare}" in person
    Member.objects.update(address1="88 Elm Street")
    person = read(staff, f"/backoffice/members/member/{maria.pk}/change/")
    assert f"Email to {TO} comes back {why} Letters go on paper. Ask for another address." in person
    page = read(staff, page_of(mail))
    assert f"Email to {TO} comes back. {why} Letters to this address go on paper." in page
    assert page.index("Address works again") < page.index("Text version") < page.index("Send again")
    answer = staff.post(page_of(mail, "works"), {"member": maria.pk})
    assert answer.headers["Location"] == f"/backoffice/members/member/{maria.pk}/change/"
    assert f"We write to {TO} again." in read(staff, answer.headers["Location"])
    for place in ("/backoffice/", f"/backoffice/members/member/{maria.pk}/change/", page_of(mail)):
        assert "comes back" not in read(staff, place)
    mail.refresh_from_db()
    assert mail.status == Status.KEPT
    assert AuditEvent.objects.filter(action="mail.address_trusted", actor_kind="staff").count() == 1
    assert staff.post(page_of(mail, "works")).headers["Location"] == page_of(mail)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("5.1.2 unknown host", "The part after the @ doesn't exist."),
        ("5.2.1 disabled", "The mailbox is closed."),
        ("5.2.2 over quota", "The mailbox is full."),
        ("5.0.0 <b>no", "The other server refused the address."),
    ],
)
def test_each_reason_is_in_words(staff, mail, said, words):
    OutboundEmail.objects.update(last_error=said)
    page = staff.get(page_of(mail)).content.decode()
    assert f"comes back. {words}" in unescape(page)
    assert "<b>no" not in page


def test_a_mail_that_came_back_can_be_sent_again(staff, mail):
    assert staff.post(page_of(mail, "again")).status_code == 302
    mail.refresh_from_db()
    assert mail.status == Status.QUEUED


@pytest.mark.parametrize(("role", "own", "status"), [("reader", True, 403), ("service", False, 404)])
def test_readers_and_staff_of_other_brands_settle_nothing(client, mail, other_brand, brand, role, own, status):
    user = User.objects.create_user("sam@shop.example", "planfront-demo", role=Role.STAFF, is_staff=True)
    User.objects.filter(pk=user.pk).update(staff_role=role)
    set_staff_brands(user=user, brand_ids=[(brand if own else other_brand).pk], origin=SYSTEM)
    client.force_login(User.objects.get(pk=user.pk))
    client.defaults["HTTP_HOST"] = "shop.test"
    assert client.post(page_of(mail, "works")).status_code == status
    mail.refresh_from_db()
    assert mail.status == Status.RETURNED
    assert client.get(page_of(mail, "works")).status_code in (403, 404)
