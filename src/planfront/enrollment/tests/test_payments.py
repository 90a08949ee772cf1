"""A member sees and changes how enrollments are paid."""

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.billing.models import PaymentAgreement, PaymentMethod, PaymentRule
from planfront.coverage.models import Policy
from planfront.enrollment.tests.conftest import ROUTING
from planfront.kernel.days.banking import banking_days_until, is_banking_day
from planfront.members.models import Member
from planfront.messaging.models import OutboundEmail
from planfront.shopping.models import Quote

PASSWORD = "planfront-demo"
BANK = {
    "payment_method": "eft",
    "agreed": True,
    "password": PASSWORD,
    "routing_number": ROUTING,
    "account_number": "000447192",
    "account_name": "Maria Santos",
    "account_type": "savings",
    "account_holder_type": "individual",
}
CARD = {
    "payment_method": "cc",
    "agreed": True,
    "password": PASSWORD,
    "first_name_on_cc": "Maria",
    "last_name_on_cc": "Santos",
    "card_number": "4242424242424242",
    "security_code": "123",
    "expiration_month": "08",
    "expiration_year": "2035",
    "address1": "1 Elm St",
    "city": "Columbus",
    "state": "OH",
    "zip": "43215",
}


@pytest.fixture(autouse=True)
def _in_november():
    """The first payment of an enrollment of that day is made by 12/04."""
    with time_machine.travel(datetime(2026, 11, 29, 17, tzinfo=UTC)):
        yield


@pytest.fixture
def maria(store, wizard):
    """A member with a plan in force that is drawn from an account, after its first payment."""
    user = User.objects.create_user("maria@demo.test", PASSWORD, role="member")
    member = Member.objects.create(
        brand=store.brand,
        user=user,
        first_name="Maria",
        last_name="Santos",
        birth_date="1986-03-14",
        gender=1,
        email="maria@demo.test",
    )
    wizard.up_to("sign")
    assert wizard.submit().status_code == 200
    Quote.objects.update(member=member)
    Policy.objects.update(member=member)
    return member


@pytest.fixture
def signed_in(maria, make_client):
    client = make_client("shop.test")
    assert client.sign_in("maria@demo.test").status_code == 200
    return client


def read(client):
    answer = client.get("get-own-payments")
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def test_a_member_sees_the_next_payment(signed_in):
    data = read(signed_in)
    (payment,) = data["payments"]
    assert payment["account"] == "HARBORLIGHT BANK, checking, ending 7710"
    assert (payment["next_on"], payment["next_amount"], payment["first"]) == ("12/04/2026", "51.00", True)
    (offer,) = data["offers"]
    assert (offer["method"], offer["starts_on"]) == ("eft", "12/28/2026")
    assert offer["items"][0].startswith("You allow Shop to draw $36.00 from this account on 12/28/2026.")
    assert data["charges"] == []


def test_a_new_account_is_charged_from_its_first_payment_on_and_the_old_one_stays_on_record(signed_in, maria):
    (offer,) = read(signed_in)["offers"]
    answer = signed_in.post("change-payment", {**BANK, "digest": offer["digest"]})
    assert answer.status_code == 200, answer.content
    (payment,) = answer.json()["data"]["payments"]
    assert payment["account"] == "HARBORLIGHT BANK, checking, ending 7710"
    assert (payment["planned"], payment["planned_from"]) == ("HARBORLIGHT BANK, savings, ending 7192", "12/28/2026")
    assert payment["terms"] == offer["items"]
    assert "000447192" not in answer.content.decode()
    row = PaymentAgreement.objects.get()
    assert (row.account_number, row.last4, row.amount, row.bill_date) == ("000447192", "7192", 36, 28)
    assert PaymentMethod.objects.get().last4 == "7710"
    (event,) = AuditEvent.objects.filter(action="billing.payment_changed")
    assert (event.subject_id, event.meta["method"]) == (str(maria.pk), "eft")
    mail = OutboundEmail.objects.get(kind="payment_changed")
    assert mail.to == "maria@demo.test"
    assert "7192" not in mail.text


def test_the_office_sees_what_is_charged_and_what_is_planned(signed_in, maria):
    (offer,) = read(signed_in)["offers"]
    signed_in.post("change-payment", {**BANK, "digest": offer["digest"]})
    office = Client(headers={"host": "shop.test"})
    office.force_login(User.objects.create_user("a@demo.test", role="staff", is_staff=True, is_superuser=True))
    page = office.get(f"/backoffice/members/member/{maria.pk}/change/").content.decode()
    assert "HARBORLIGHT BANK, checking, ending 7710" in page
    assert "From 12/28/2026: HARBORLIGHT BANK, savings, ending 7192" in page


def test_a_card_takes_the_place_of_an_account(signed_in, maria):
    PaymentRule.objects.create(brand_id=maria.brand_id, method="cc", descriptor="SHOP BENEFITS")
    offers = {offer["method"]: offer for offer in read(signed_in)["offers"]}
    assert "SHOP BENEFITS to charge $36.00 to this card" in offers["cc"]["items"][0]
    answer = signed_in.post("change-payment", {**CARD, "digest": offers["cc"]["digest"]})
    assert answer.status_code == 200, answer.content
    assert answer.json()["data"]["payments"][0]["planned"] == "Visa ending 4242, expires 08/2035"
    assert "4242424242424242" not in str(list(PaymentAgreement.objects.values()))


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"routing_number": "110000001"}, "routing_number"),
        ({"account_number": "12"}, "account_number"),
        ({"account_number": ROUTING}, "account_number"),
        ({"account_number": "4242424242424242"}, "account_confirmed"),
        ({"account_name": ""}, "account_name"),
        ({"agreed": False}, "agreed"),
        ({"password": "wrong"}, "password"),
    ],
)
def test_an_account_is_checked_as_in_the_application(signed_in, typed, field):
    (offer,) = read(signed_in)["offers"]
    answer = signed_in.post("change-payment", {**BANK, "digest": offer["digest"], **typed})
    assert answer.status_code == 422
    assert [item["target_element"] for item in answer.json()["data"]] == [field]
    assert not PaymentAgreement.objects.exists()


def test_a_member_without_a_password_changes_it_within_a_quarter_of_an_hour_of_signing_in(signed_in, maria):
    maria.user.set_unusable_password()
    maria.user.save(update_fields=["password"])
    data = read(signed_in)
    assert data["proof"] == "none"
    change = {**BANK, "password": "", "digest": data["offers"][0]["digest"]}
    with time_machine.travel(datetime(2026, 11, 29, 17, 10, tzinfo=UTC)):
        assert signed_in.post("change-payment", change).status_code == 200
    with time_machine.travel(datetime(2026, 11, 29, 17, 16, tzinfo=UTC)):
        data = read(signed_in)
        assert data["proof"] == "sign_in"
        (error,) = signed_in.post("change-payment", change).json()["data"]
    assert error == {
        "target_element": "password",
        "error_message": "Sign in again with a link first. It confirms that it's you.",
    }
    assert PaymentAgreement.objects.count() == 1


def test_a_member_with_a_password_is_asked_for_it(signed_in):
    data = read(signed_in)
    assert data["proof"] == "password"
    change = {**BANK, "password": "", "digest": data["offers"][0]["digest"]}
    (error,) = signed_in.post("change-payment", change).json()["data"]
    assert error["target_element"] == "password"


def test_other_words_than_were_read_are_not_agreed_to(signed_in):
    answer = signed_in.post("change-payment", {**BANK, "digest": "0" * 64})
    assert answer.json()["errorCode"] == "termsDiffer"
    assert not PaymentAgreement.objects.exists()


def test_a_payment_within_two_banking_days_is_made_from_the_old_account(maria, make_client):
    with time_machine.travel(datetime(2027, 1, 26, 17, tzinfo=UTC)):
        client = make_client("shop.test")
        assert client.sign_in("maria@demo.test").status_code == 200
        data = read(client)
    (payment,), (offer,) = data["payments"], data["offers"]
    assert (payment["next_on"], payment["next_amount"]) == ("01/28/2027", "36.00")
    assert offer["starts_on"] == "02/28/2027"


def test_banking_days_leave_out_weekends_and_holidays():
    assert not is_banking_day(date(2026, 11, 26))
    assert not is_banking_day(date(2027, 1, 18))
    assert not is_banking_day(date(2027, 5, 31))
    assert not is_banking_day(date(2027, 7, 5)), "observed on Monday"
    assert is_banking_day(date(2026, 7, 3)), "a holiday on a Saturday isn't observed"
    assert banking_days_until(date(2026, 11, 25), date(2026, 11, 30)) == 2


def test_nobody_else_reads_or_changes_it(signed_in, make_client, store):
    User.objects.create_user("other@demo.test", PASSWORD, role="rep")
    other = make_client("shop.test")
    assert other.sign_in("other@demo.test").status_code == 200
    assert other.get("get-own-payments").status_code == 404
    assert other.post("change-payment", {**BANK, "digest": "0" * 64}).status_code == 404


def test_the_number_of_queries_does_not_grow_with_agreements(signed_in):
    (offer,) = read(signed_in)["offers"]
    with CaptureQueriesContext(connection) as one:
        read(signed_in)
    for _ in range(3):
        assert signed_in.post("change-payment", {**BANK, "digest": offer["digest"]}).status_code == 200
    with CaptureQueriesContext(connection) as more:
        read(signed_in)
    assert len(more) == len(one)
