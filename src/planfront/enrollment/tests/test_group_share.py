"""An application that a group pays a part of: what is said, signed, and kept of it."""

from decimal import Decimal

import pytest

from planfront.billing.models import PaymentRule
from planfront.enrollment.documents import plans_of
from planfront.enrollment.models import Application
from planfront.enrollment.tests.conftest import wizard_of
from planfront.messaging.models import OutboundEmail
from planfront.policies.models import Confirmation, Policy
from planfront.sponsors.models import Contribution
from planfront.sponsors.services import group_create

SHARE = "Your share of $17.40 a month ($8.03 every two weeks) is deducted from your pay. Acme pays $18.60 a month."


@pytest.fixture
def acme(store):
    group = group_create(code="ACME01", name="Acme", brands=[store.brand], landing_url="acme", pay_periods=26)
    Contribution.objects.create(group=group, kind="percent", value=60, plan_id=store.dental.pk)
    return group


@pytest.fixture
def paid_by_group(acme):
    return PaymentRule.objects.create(group_id=acme.pk, method="list")


@pytest.fixture
def employee(visitor, store, acme):
    return wizard_of(visitor, store, group_id=acme.pk)


def walk(wizard):
    for answer in (wizard.personal(), wizard.contact(), wizard.post("save-billing-info", payment_method="list")):
        assert answer.json()["status"] == "success", answer.json()
    return wizard


def texts(wizard):
    return {one["text_id"].partition(":")[0]: one["text_body"] for one in wizard.data("get-agreement-texts")}


@pytest.mark.usefixtures("paid_by_group")
def test_what_is_left_comes_from_pay(employee):
    """31.00 of premium, of which the group pays 60 %; 5.00 for the association are the person's own."""
    assert employee.fields("billing-info")["payment_method"]["hint"] == f"Payment will be by list bill. {SHARE}"
    assert employee.data("get-billing-text")["items"] == ["Payment will be by list bill.", SHARE]
    walk(employee)
    assert texts(employee)["payroll"].startswith(
        "I authorize Acme to deduct my share of $17.40 a month ($8.03 every two weeks) from my pay"
    )
    notice = employee.data("get-review-summary")["notice"]
    assert SHARE in notice["text"]
    assert notice["then"].startswith("coverage from ")
    assert [(figure["label"], figure["figure"], figure["note"]) for figure in notice["figures"]][:2] == [
        (
            "From your pay each month",
            "$17.40",
            "$8.03 every two weeks. Acme pays $18.60. The first month costs $15.00 more.",
        ),
        ("Price each month", "$36.00", "Payment will be by list bill."),
    ]
    assert employee.sign().json()["status"] == "success"
    assert employee.submit().json()["status"] == "success"
    receipt = employee.data("get-receipt")
    assert (receipt["recurring_month_cost"], receipt["share"]["own"], receipt["share"]["employer"]) == (
        "36.00",
        "17.40",
        "18.60",
    )
    assert [line["share"] and line["share"]["own"] for line in receipt["lines"]] == ["12.40", None, None]
    assert receipt["payment"]["text"] == f"Payment will be by list bill. {SHARE}"
    policy = Policy.objects.get()
    assert (policy.monthly, policy.contribution["employer"], policy.contribution["row"]["value"]) == (
        Decimal("31.00"),
        "18.60",
        "60.00",
    )
    assert Application.objects.get().frozen["cart"]["lines"][0]["share"] == {
        "employer": "18.60",
        "own": "12.40",
        "own_per_pay": "5.72",
    }
    mail = OutboundEmail.objects.get(kind="receipt_client")
    assert "Your share is $12.40 a month: $5.72 every two weeks. Acme pays $18.60." in mail.text
    assert SHARE in mail.text
    printed = plans_of(Confirmation.objects.get())
    assert "Your share is $12.40 a month" in printed["tables"][0]["lines"][0]["parts"][0]
    assert SHARE in printed["payment"]


def test_an_account_is_charged_the_whole_price(employee):
    items = employee.data("get-billing-text")["items"]
    assert "Your initial payment of $51.00 will be charged" in items[0]
    assert "Acme settles its share of $18.60 a month with you: the whole price is charged to you." in items
    assert "payroll" not in texts(employee)


@pytest.mark.usefixtures("paid_by_group")
def test_another_share_has_to_be_signed_again(employee):
    walk(employee)
    assert employee.sign().json()["status"] == "success"
    Contribution.objects.update(value=50)
    told = employee.submit().json()
    assert told["errorCode"] == "priceChanged"
    assert [part["new"] for part in told["data"]["lines"][0]["parts"] if part["changed"]] == ["15.50"]
    again = employee.submit(accept_price=1)
    assert again.status_code == 422
    assert "sign again" in again.json()["data"][0]["error_message"]
    assert employee.sign().json()["status"] == "success"
    assert employee.submit().json()["status"] == "success"
    assert employee.data("get-receipt")["share"]["employer"] == "15.50"
