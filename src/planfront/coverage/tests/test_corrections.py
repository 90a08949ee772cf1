"""A member asks for a correction of a fact: it waits for staff, who put the record right, and the answer is emailed."""

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.audit.services import Origin
from planfront.coverage.approvals.reported import agree_by_staff, send_back_by_staff
from planfront.coverage.approvals.staff import NotCorrected
from planfront.coverage.models import ReportedChange
from planfront.members.models import Member
from planfront.messaging.models import OutboundEmail

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-05-04T17:00:00Z", tick=True):
        yield


@pytest.fixture
def client(owen, sign_in):
    return sign_in("owen@demo.test")


@pytest.fixture
def staff(owen):
    return Origin("staff", user_id=User.objects.get(email="staff@demo.test").pk)


def ask(client, fact="name", text="Owen Hale-Ruiz", **more):
    return client.post("ask-correction", {"fact": fact, "text": text, **more})


def held_of(client):
    rows = client.get("get-coverage").json()["data"]["held"]
    return [(row["about"], row["state"], row["title"], row["waits_for"], row["reason"]) for row in rows]


def test_a_correction_waits_for_staff_and_changes_nothing(client, owen):
    answer = ask(client, note="As on my passport")
    assert (answer.status_code, answer.json()["message"]) == (200, "Sent. We'll answer by email.")
    assert held_of(client) == [("correction", "waiting", "Correct the name", "Shop", "")]
    row = ReportedChange.objects.get()
    assert (row.about, row.waits_for, row.group_id) == ("fact", "staff", None)
    assert row.order == {"kind": "fact", "fact": "name", "text": "Owen Hale-Ruiz", "note": "As on my passport"}
    assert Member.objects.get(pk=owen.pk).name == "Owen Hale"


def test_one_fact_waits_once(client):
    ask(client)
    assert ask(client, text="Owen Ruiz").json()["errorCode"] == "correctionAsked"
    assert ask(client, "birth_date", "04/18/1989").status_code == 200
    assert ReportedChange.objects.count() == 2


@pytest.mark.parametrize(
    ("fact", "text", "problem"),
    [
        ("name", "  ", "Field is required"),
        ("name", "1234", "Enter the whole name."),
        ("birth_date", "05/05/2027", "The date can't be in the future."),
        ("birth_date", "05/05/1802", "Enter a year from 1900 on."),
        ("ssn", "123-45-6789", "Enter only the last four digits."),
        ("gender", "7", "Choose one of the listed values."),
    ],
)
def test_what_cannot_be_right_is_refused_at_its_field(client, fact, text, problem):
    (error,) = ask(client, fact, text).json()["data"]
    assert (error["target_element"], error["error_message"]) == ("text", problem)
    assert not ReportedChange.objects.exists()


def test_the_member_takes_it_back(client):
    ask(client)
    client.post("withdraw-change", {"order_id": str(ReportedChange.objects.get().pk)})
    assert held_of(client) == []


@pytest.mark.parametrize(
    ("fact", "text"), [("birth_date", "04/18/1989"), ("gender", "0"), ("ssn", "4821")], ids=lambda value: value
)
def test_staff_can_t_call_it_corrected_while_the_record_differs(client, owen, staff, fact, text):
    Member.objects.filter(pk=owen.pk).update(gender=1)
    ask(client, fact, text)
    with pytest.raises(NotCorrected):
        agree_by_staff(ReportedChange.objects.get().pk, staff)
    assert ReportedChange.objects.get().state == "waiting"
    assert not OutboundEmail.objects.filter(kind="correction_answered").exists()


def test_staff_correct_it_and_the_member_is_emailed(client, owen, staff):
    ask(client, "ssn", "4821")
    Member.objects.filter(pk=owen.pk).update(ssn_last4="4821")
    agree_by_staff(ReportedChange.objects.get().pk, staff)
    assert held_of(client) == [("correction", "recorded", "Correct the Social Security number", "Shop", "")]
    mail = OutboundEmail.objects.get(kind="correction_answered")
    assert mail.to == "owen@mail.example"
    assert "You asked: Correct the Social Security number. It's done." in mail.text
    assert "4821" not in mail.text


def test_staff_send_it_back_with_the_reason(client, staff):
    ask(client)
    send_back_by_staff(ReportedChange.objects.get().pk, "Please send us a copy of the passport.", staff)
    assert [row[1] for row in held_of(client)] == ["declined"]
    mail = OutboundEmail.objects.get(kind="correction_answered")
    assert "The reason: Please send us a copy of the passport." in mail.text


def test_only_the_member_asks(owen, sign_in):
    assert ask(sign_in("rep1@demo.test")).status_code == 404
    assert ask(sign_in("staff@demo.test")).status_code == 404
