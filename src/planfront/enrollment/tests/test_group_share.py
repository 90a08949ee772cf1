"""An application that a group pays a part of: what is said, signed, and kept of it."""

from datetime import date
from decimal import Decimal

import pytest

from planfront.billing.models import PaymentRule
from planfront.catalog.models import PlanFee
from planfront.coverage.models import Policy, Version
from planfront.enrollment.models import Application
from planfront.enrollment.signing.document_content import plans_of
from planfront.enrollment.tests.conftest import saved, wizard_of
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import Contribution
from planfront.parties.groups.services import create_group
from planfront.sales.models import Confirmation

SHARE = (
    "Your share of $17.40 a month ($8.03 every two weeks), and $15.00 once, is deducted from your pay. "
    "Acme pays $18.60 a month."
)
DEDUCTION = {
    "amount": "17.40",
    "each": "8.03",
    "first": "23.03",
    "label": "From your pay each month",
    "note": "$8.03 every two weeks. Acme pays $18.60. The first deduction takes $15.00 more.",
    "line": "$8.03 every two weeks from your pay",
    "employer_line": "Acme pays $18.60 a month",
    "text": "$8.03 every two weeks from your pay. Acme pays $18.60 a month. The first deduction takes $15.00 more.",
    "before": "Nothing is taken from your pay until you sign and submit your enrollment.",
}


@pytest.fixture
def acme(store):
    group = create_group(code="ACME01", name="Acme", brands=[store.brand], landing_url="acme", pay_periods=26)
    Contribution.objects.create(group=group, kind="percent", value=60, plan_id=store.dental.pk)
    return group


@pytest.fixture
def paid_by_group(acme):
    return PaymentRule.objects.create(group_id=acme.pk, method="list")


@pytest.fixture
def employee(visitor, store, acme):
    return wizard_of(visitor, store, group_id=acme.pk)


def preparation_text(wizard, tab):
    """What the page before the first step says of a tab."""
    steps = wizard.data("get-preparation")["steps"]
    return next(step["text"] for step in steps if step["tab_name"] == tab)


def walk(wizard, **personal):
    wizard.answer_questions(primary_info=personal)
    saved("billing", wizard.post("save-billing-info", payment_method="list"))
    return wizard


def texts(wizard):
    return {item["text_id"].partition(":")[0]: item["text_body"] for item in wizard.data("get-agreement-texts")}


@pytest.mark.usefixtures("paid_by_group")
def test_the_remaining_share_is_deducted_from_pay(employee):
    """31.00 of premium, of which the group pays 60 %; 5.00 for the association, and 15.00 once, are the person's."""
    assert employee.data("get-plan-cart")["share"]["from_pay"] == DEDUCTION
    assert employee.fields("billing-info")["payment_method"]["hint"] == f"Payment will be by list bill. {SHARE}"
    assert employee.data("get-billing-text")["items"] == ["Payment will be by list bill.", SHARE]
    walk(employee)
    assert texts(employee)["payroll"].startswith(
        "I authorize Acme to deduct my share of $17.40 a month ($8.03 every two weeks), and $15.00 once, from my pay"
    )
    assert "coverage starts on 12/01/2026, and that each carrier" in texts(employee)["application"]
    notice = employee.data("get-review-summary")["notice"]
    assert SHARE in notice["text"]
    assert notice["then"] == "$8.03 every two weeks, coverage from 12/01/2026"
    assert [(figure["label"], figure["figure"], figure["note"]) for figure in notice["figures"]][:2] == [
        (
            "From your pay each month",
            "$17.40",
            "$8.03 every two weeks. Acme pays $18.60. The first deduction takes $15.00 more.",
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
    assert receipt["share"]["from_pay"] == DEDUCTION
    assert receipt["next_steps"][-1] == {
        "kind": "payment",
        "when": "From 12/01/2026",
        "happens_on": "12/01/2026",
        "bound": "or after",
        "title": "First deduction, $23.03",
        "text": "Acme takes it from your first pay on or after 12/01/2026. After that $8.03 every two weeks.",
    }
    policy, version = Policy.objects.get(), Version.objects.get()
    assert (policy.monthly, version.share["employer"], version.share["row"]["value"]) == (
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
    assert [(total["label"], total["amount"]) for total in printed["totals"]] == [
        ("From your pay each month", "$17.40"),
        ("First Month Total Cost", "$51.00"),
        ("Recurring Monthly Cost", "$36.00"),
    ]


def test_an_account_is_charged_the_whole_price(employee):
    items = employee.data("get-billing-text")["items"]
    assert "Your initial payment of $51.00 will be charged" in items[0]
    assert "Acme reimburses you $18.60 a month: the full price is charged to you." in items
    assert "payroll" not in texts(employee)
    assert "coverage starts on 12/01/2026 once the first payment clears, and that" in texts(employee)["application"]
    assert employee.data("get-plan-cart")["share"]["from_pay"] is None
    assert preparation_text(employee, "billing_info") == "How it is paid, and on which day of the month."
    employee.up_to("sign")
    assert employee.submit().json()["status"] == "success"
    receipt = employee.data("get-receipt")
    assert receipt["share"]["from_pay"] is None
    assert {step["kind"]: step["title"] for step in receipt["next_steps"]} == {
        "sent": "Application sent",
        "payment": "First payment, $51.00",
        "start": "You are covered",
        "monthly": "Then $36.00 each month",
    }


@pytest.mark.parametrize(
    ("pays_monthly", "monthly"),
    [(True, "Acme reimburses you $18.60 a month: the full price is charged to you. "), (False, "")],
    ids=["with a share of the plan", "nothing but the fees"],
)
def test_an_account_is_charged_one_time_fees_that_the_group_settles(visitor, store, acme, pays_monthly, monthly):
    if not pays_monthly:
        Contribution.objects.all().delete()
    type(acme).objects.update(flags={"pays_one_time": True})
    employee = wizard_of(visitor, store, group_id=acme.pk)
    text = monthly + "Acme settles one-time fees of $15.00 with you, which are charged to you at first."
    items = employee.data("get-billing-text")["items"]
    assert "Your initial payment of $51.00 will be charged" in items[0]
    assert text in items
    employee.client.headers["Accept-Language"] = "es"
    spanish = "Acme le abona los cargos únicos de $15.00, que primero se le cobran a usted."
    assert any(item.endswith(spanish) for item in employee.data("get-billing-text")["items"])
    employee.client.headers["Accept-Language"] = "en"
    employee.up_to("sign")
    assert employee.submit().json()["status"] == "success"
    assert employee.data("get-receipt")["payment"]["text"].endswith(text)


@pytest.mark.usefixtures("paid_by_group")
def test_one_time_fees_that_the_group_pays_are_not_taken_from_pay(employee, acme):
    type(acme).objects.update(flags={"pays_one_time": True})
    assert employee.data("get-billing-text")["items"][1:] == [
        "Your share of $17.40 a month ($8.03 every two weeks) is deducted from your pay. Acme pays $18.60 a month."
    ]


@pytest.mark.usefixtures("paid_by_group")
def test_no_billing_day_is_asked_when_paid_from_pay(employee):
    assert preparation_text(employee, "billing_info") == "Acme is billed, and your share comes from your pay."
    employee.client.headers["Accept-Language"] = "es"
    assert preparation_text(employee, "billing_info") == "Se factura a Acme, y su parte sale de su salario."


@pytest.mark.usefixtures("paid_by_group")
def test_the_receipt_names_the_pay_day_of_the_first_deduction(employee, acme):
    acme.pay_day = date(2026, 1, 2)
    acme.save()
    walk(employee)
    employee.sign()
    assert employee.submit().json()["status"] == "success"
    step = employee.data("get-receipt")["next_steps"][-1]
    assert (step["happens_on"], step["bound"]) == ("12/04/2026", "pay day")
    assert step["text"] == "Acme takes it from your pay. After that $8.03 every two weeks."
    employee.client.headers["Accept-Language"] = "es"
    spanish = employee.data("get-receipt")["next_steps"][-1]
    assert (spanish["title"], spanish["text"]) == (
        "Primer descuento, $23.03",
        "Acme lo descuenta de su salario. Después, $8.03 cada dos semanas.",
    )


@pytest.mark.usefixtures("paid_by_group")
def test_the_shares_of_a_plan_with_monthly_fees_add_up_to_its_price_on_the_receipt(visitor, store, acme):
    PlanFee.objects.create(plan=store.dental, code="admin_fee", kind="PCT", amount="3.00")
    wizard = walk(wizard_of(visitor, store, group_id=acme.pk))
    in_cart = wizard.data("get-plan-cart")["result"][0]
    wizard.sign()
    wizard.submit()
    line = wizard.data("get-receipt")["lines"][0]
    assert (line["price"], line["share"]["own"], line["share"]["employer"]) == ("31.93", "13.33", "18.60")
    assert line["share"] == in_cart["share"]


@pytest.mark.usefixtures("paid_by_group")
def test_a_rep_sees_the_share_as_the_clients(rep, store, acme):
    wizard = wizard_of(rep, store, group_id=acme.pk, eprocess="rep")
    assert wizard.data("get-plan-cart")["share"]["from_pay"]["line"] == "$8.03 every two weeks from the client's pay"
    assert preparation_text(wizard, "billing_info") == "Acme is billed, and the client's share comes from their pay."
    wizard.personal(first_name="Luis")
    share = wizard.data("get-plan-cart")["share"]
    assert (share["client"], share["text"]) == (
        "Luis",
        "Luis' share is $17.40 a month: $8.03 every two weeks. Acme pays $18.60.",
    )
    assert share["from_pay"]["label"] == "From Luis' pay each month"
    assert share["from_pay"]["before"] == (
        "Nothing is taken from Luis' pay until the enrollment is signed and submitted."
    )
    theirs = (
        "Luis' share of $17.40 a month ($8.03 every two weeks), and $15.00 once, is deducted from their pay. "
        "Acme pays $18.60 a month."
    )
    assert wizard.fields("billing-info")["payment_method"]["hint"] == f"Payment will be by list bill. {theirs}"
    assert wizard.data("get-billing-text")["items"] == ["Payment will be by list bill.", theirs]
    walk(wizard, first_name="Luis")
    notice = wizard.data("get-review-summary")["notice"]
    assert notice["figures"][0]["label"] == "From Luis' pay each month"
    wizard.client.headers["Accept-Language"] = "es"
    assert wizard.data("get-plan-cart")["share"]["text"] == (
        "La parte de Luis es $17.40 al mes: $8.03 cada dos semanas. Acme paga $18.60."
    )
    del wizard.client.headers["Accept-Language"]
    assert wizard.sign().json()["status"] == "success"
    assert wizard.submit().json()["status"] == "success"
    receipt = wizard.data("get-receipt")
    assert receipt["share"]["from_pay"]["label"] == "From Luis' pay each month"
    assert receipt["payment"]["text"] == f"Payment will be by list bill. {theirs}"
    mails = {mail.kind: mail.text for mail in OutboundEmail.objects.all()}
    assert "Your share is $12.40 a month: $5.72 every two weeks." in mails["receipt_client"]
    assert "Luis' share is $12.40 a month: $5.72 every two weeks." in mails["receipt_rep"]
    assert "$8.03 every two weeks from Luis' pay. Acme pays $18.60 a month." in mails["receipt_rep"]


@pytest.mark.usefixtures("paid_by_group")
def test_a_changed_share_must_be_signed_again(employee):
    walk(employee)
    assert employee.sign().json()["status"] == "success"
    Contribution.objects.update(value=50)
    answer = employee.submit().json()
    assert answer["errorCode"] == "priceChanged"
    assert [part["new"] for part in answer["data"]["lines"][0]["parts"] if part["changed"]] == ["15.50"]
    again = employee.submit(accept_price=1)
    assert again.status_code == 422
    assert "sign again" in again.json()["data"][0]["error_message"]
    assert employee.sign().json()["status"] == "success"
    assert employee.submit().json()["status"] == "success"
    assert employee.data("get-receipt")["share"]["employer"] == "15.50"
