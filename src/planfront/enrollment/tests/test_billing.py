"""Billing Information: EFT messages, sealing, methods, dates, the authorization text."""

from datetime import timedelta

import pytest
from django.db import connection

from planfront.billing.models import BillDate, PaymentMethod, PaymentRule
from planfront.enrollment.models import Section
from planfront.enrollment.tests.conftest import BILLING, ROUTING, problems
from planfront.kernel import clock
from planfront.kernel.text.parse import show_date
from planfront.members.services import create_member
from planfront.shopping.models import Quote

ACCOUNT = BILLING["account_number"]
LIKE_CARD = "This looks like a card number, and we never keep those. Is it really your account number?"


@pytest.mark.parametrize(
    ("change", "target", "message"),
    [
        ({"account_name": ""}, "account_name", "Field is required"),
        ({"account_name": "M. Castillo!"}, "account_name", "Invalid account holder name"),
        ({"account_name": "& -"}, "account_name", "Invalid account holder name"),
        ({"account_name": "M" * 61}, "account_name", "Invalid account holder name"),
        ({"routing_number": "12345678"}, "routing_number", "Routing number must be of 9 digits"),
        ({"routing_number": ""}, "routing_number", "Field is required"),
        ({"routing_number": "000000000"}, "routing_number", "This routing number is not valid. Please check it."),
        ({"routing_number": "110000001"}, "routing_number", "This routing number is not valid. Please check it."),
        ({"routing_number": "011000015", "bank_name": ""}, "bank_name", "Field is required"),
        ({"account_number": "123"}, "account_number", "Account Number must be of 4 to 17 digits."),
        ({"account_number": "1" * 18}, "account_number", "Account Number must be of 4 to 17 digits."),
        ({"account_number": "12a4"}, "account_number", "Account Number must be of 4 to 17 digits."),
        ({"account_number": "-1234"}, "account_number", "Account Number must be of 4 to 17 digits."),
        ({"account_number": "4242 4242 4242 4242"}, "account_confirmed", LIKE_CARD),
        ({"account_number": "4242\u20114242\u20114242\u20114242"}, "account_confirmed", LIKE_CARD),
        ({"account_number": "378282246310005", "account_confirmed": "0"}, "account_confirmed", LIKE_CARD),
        (
            {"account_number": "00000000", "account_confirmed": "1"},
            "account_number",
            "An account number can't be all zeros. Enter the one from a check or your bank statement.",
        ),
        (
            {"account_number": f"{ROUTING[:4]} {ROUTING[4:]}", "account_confirmed": "1"},
            "account_number",
            "This is the routing number. On a check, the account number is next to it.",
        ),
        ({"account_number": ""}, "account_number", "Field is required"),
        ({"account_type": ""}, "account_type", "Field is required"),
        ({"account_holder_type": "robot"}, "account_holder_type", "Choose one of the listed values."),
        ({"bill_date": "31"}, "bill_date", "Choose one of the listed values."),
        ({"payment_method": "cc"}, "payment_method", "Choose one of the listed values."),
    ],
)
def test_each_invalid_billing_field_has_its_message(wizard, change, target, message):
    assert problems(wizard.billing(**change))[target] == message


@pytest.mark.parametrize("number", ["4242424242424241", "9000000000000001", "0000004242", "4242"])
def test_a_number_that_only_resembles_a_cards_is_an_account(wizard, number):
    assert wizard.billing(account_number=number).status_code == 200
    assert PaymentMethod.objects.get().account_number == number


@pytest.mark.parametrize("number", ["4242 4242 4242 4242", "378282246310005"])
def test_a_number_like_a_cards_is_an_account_once_that_is_confirmed(wizard, number):
    assert problems(wizard.billing(account_number=number)) == {"account_confirmed": LIKE_CARD}
    assert wizard.billing(account_number=number, account_confirmed="1").status_code == 200
    assert PaymentMethod.objects.get().account_number == number.replace(" ", "")
    answers = Section.objects.get(key="billing_info").answers
    assert (answers["account_last4"], answers.get("account_confirmed")) == (number[-4:], None)
    assert wizard.billing(account_number=f"Ending {number[-4:]}").status_code == 200


def test_a_card_number_is_kept_nowhere(wizard):
    wizard.billing(account_number="4242424242424242")
    assert not PaymentMethod.objects.exists()
    assert not Section.objects.filter(key="payment_info").exists()


def test_the_account_number_is_sealed_and_masked(wizard):
    wizard.billing()
    row = PaymentMethod.objects.get()
    assert (row.account_number, row.last4, row.bank_name) == (ACCOUNT, "7710", "HARBORLIGHT BANK")
    with connection.cursor() as cursor:
        for table in ("billing_paymentmethod", "enrollment_section", "audit_auditevent"):
            cursor.execute(f"SELECT * FROM {table}")  # noqa: S608
            assert ACCOUNT not in str(cursor.fetchall())
    assert Section.objects.get(key="billing_info").answers["account_last4"] == "7710"
    fields = wizard.fields("billing-info")
    assert (fields["account_number"]["value"], fields["account_number"]["sensitive"]) == ("Ending 7710", True)
    assert fields["bank_name"]["read_only"]


@pytest.mark.parametrize("name", ["Mary Ann O'Neil", "Dana & Co.", "Ruiz-Castillo, Family 2", "A/B Holdings"])
def test_people_and_companies_hold_accounts_under_their_own_names(wizard, name):
    assert wizard.billing(account_name=name).status_code == 200
    assert PaymentMethod.objects.get().account_name == name


def test_an_empty_account_number_keeps_the_stored_one_at_the_same_bank(wizard):
    wizard.billing()
    assert wizard.billing(account_number="", bill_date="15").status_code == 200
    assert wizard.billing(account_number="Ending 7710").status_code == 200
    assert PaymentMethod.objects.get().account_number == ACCOUNT
    moved = wizard.billing(account_number="", routing_number="011000015", bank_name="Other")
    assert problems(moved) == {"account_number": "Field is required"}


def test_an_unknown_field_name_is_refused(wizard):
    assert list(problems(wizard.billing(account_nickname="Bills"))) == ["account_nickname"]


def test_an_unknown_bank_is_named_by_the_applicant(wizard):
    assert wizard.billing(routing_number="011000015", bank_name="First Neighborhood").status_code == 200
    assert PaymentMethod.objects.get().bank_name == "First Neighborhood"
    assert not wizard.fields("billing-info")["bank_name"]["read_only"]


def draft(wizard, **values):
    answer = wizard.post("save-draft", tab_name="billing_info", values=values)
    assert answer.status_code == 200, answer.json()
    return wizard.fields("billing-info")


def test_a_routing_number_and_its_bank_survive_a_refresh(wizard):
    fields = draft(wizard, routing_number="110000000")
    assert fields["routing_number"]["value"] == "110000000"
    assert (fields["bank_name"]["value"], fields["bank_name"]["read_only"]) == ("HARBORLIGHT BANK", True)
    fields = draft(wizard, routing_number="011000015", bank_name="First Neighborhood")
    assert (fields["bank_name"]["value"], fields["bank_name"]["read_only"]) == ("First Neighborhood", False)
    for wrong in ("0110000", "110000001"):
        fields = draft(wizard, routing_number=wrong)
        assert (fields["bank_name"]["value"], fields["bank_name"]["read_only"]) == ("", True)


def test_an_account_number_is_in_no_draft(wizard):
    fields = draft(wizard, routing_number="110000000", account_number="4417710")
    assert fields["account_number"]["value"] == ""
    assert "4417710" not in str(Section.objects.get(key="billing_info").draft)


def test_another_routing_number_shows_no_saved_account(wizard):
    wizard.billing()
    assert draft(wizard, routing_number="011000015")["account_number"]["value"] == ""
    assert draft(wizard, routing_number="110000000")["account_number"]["value"] == "Ending 7710"


def test_amounts_and_dates_are_returned_for_the_chosen_day(wizard):
    charges = wizard.data("get-billing-text", bill_date=15)["charges"]
    assert charges == {
        "first": "51.00",
        "first_by": show_date(clock.today() + timedelta(days=5)),
        "monthly": "36.00",
        "bill_date": 15,
        "monthly_from": "12/15/2026",
    }
    assert wizard.data("get-form-fields-billing-info")["lead"] == (
        "First $51.00, then $36.00 a month. You won't be charged until you sign and submit."
    )


def test_one_merchant_has_one_name_on_the_statement(wizard, store):
    PaymentRule.objects.create(plan_id=store.dental.pk, method="eft")
    PaymentRule.objects.create(brand_id=store.brand.pk, method="cc", descriptor="PLANSHOP")
    assert wizard.data("get-payment-method") == {"result": "eft"}
    assert 'as "PLANSHOP"' in wizard.data("get-billing-text")["text"]


def test_bill_dates_are_listed_with_labels(wizard, store):
    shown = wizard.data("get-bill-date")
    assert shown[-1] == {"bill_date": 28, "value": "28", "label": "28th of month"}
    assert wizard.fields("billing-info")["bill_date"]["value"] == "28"
    BillDate.objects.create(brand_id=store.brand.pk, day=10)
    assert [item["bill_date"] for item in wizard.data("get-bill-date")] == [10]


def test_the_authorization_names_amounts_dates_and_fees(wizard):
    text = wizard.data("get-billing-text")["text"]
    for part in (
        "Your initial payment of $51.00 will be charged within 5 days of enrollment.",
        'The charge appears on your bank statement as "Shop".',
        "After that, $36.00 is charged each month",
        "until you end it in writing",
        "three business days",
        "A $30 fee applies",
    ):
        assert part in text


def test_a_list_bill_asks_for_no_account(wizard, store):
    assert wizard.data("get-payment-method") == {"result": "eft"}
    PaymentRule.objects.create(brand_id=store.brand.pk, method="list")
    assert wizard.data("get-payment-method") == {"result": "list"}
    fields = wizard.fields("billing-info")
    assert "account_number" not in fields
    assert fields["payment_method"]["hint"] == "Payment will be by list bill."
    assert wizard.post("save-billing-info", payment_method="list").status_code == 200
    assert "payment:1" not in wizard.accepted()
    assert wizard.data("get-billing-text")["charges"] is None
    assert wizard.data("get-review-summary")["notice"]["text"] == (
        "Payment will be by list bill. We'll email a receipt within 10 minutes. Nothing is sent until you press Next."
    )


def test_a_member_sees_accounts_of_earlier_enrollments(wizard, make_wizard, store):
    member = create_member(
        brand=store.brand, first_name="A", last_name="B", birth_date="1980-02-03", gender=1, email="a@b.example"
    )
    Quote.objects.filter(public_id=wizard.id).update(member=member)
    wizard.billing()
    later = make_wizard()
    assert later.data("get-existing-bank-info")["result"] == []
    Quote.objects.filter(public_id=later.id).update(member=member)
    (bank,) = later.data("get-existing-bank-info")["result"]
    assert (bank["account_number"], bank["bank_routing"]) == ("Ending 7710", "110000000")
    assert later.data("get-existing-card-info") == {"result": []}
