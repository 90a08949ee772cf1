"""Billing Information by card: messages, the gateway, what is kept and what never is, cards of earlier enrollments."""

import logging
from datetime import date

import pytest
from django.apps import apps
from django.db import connection

from planfront.audit.models import AuditEvent
from planfront.billing.models import PaymentMethod, PaymentRule
from planfront.config.env import EnvError, load
from planfront.enrollment.models import Section
from planfront.enrollment.tests.conftest import BILLING, problems
from planfront.members.services import create_member
from planfront.shopping.models import Quote

NUMBER, CODE = "4242424242424242", "917"
FIRST_NAME = "Please enter valid first name"
LAST_NAME = "Please enter valid last name"
CARD = {
    "payment_method": "cc",
    "first_name_on_cc": "Maren",
    "last_name_on_cc": "Castillo",
    "card_number": "4242 4242 4242 4242",
    "expiration_month": "07",
    "expiration_year": "2031",
    "security_code": CODE,
    "address1": "5 Quarry Rd",
    "city": "Cleveland",
    "state": "OH",
    "zip": "44114",
    "bill_date": "28",
}
ACCOUNT_FIELDS = ("account_name", "routing_number", "account_number", "account_type", "account_holder_type")


@pytest.fixture
def by_card(wizard, store):
    """An enrollment of a brand that takes cards."""
    PaymentRule.objects.create(brand_id=store.brand.pk, method="cc", descriptor="PLANSHOP")
    return wizard


def pay(wizard, **change):
    return wizard.post("save-billing-info", **{**CARD, **change})


def token_of(wizard, **change):
    names = ("card_number", "security_code", "expiration_month", "expiration_year")
    return wizard.post("card-token", **{**{name: CARD[name] for name in names}, **change})


@pytest.mark.parametrize(
    ("change", "target", "message"),
    [
        ({"first_name_on_cc": ""}, "first_name_on_cc", "Field is required"),
        ({"first_name_on_cc": "M4ren"}, "first_name_on_cc", FIRST_NAME),
        ({"first_name_on_cc": "' -"}, "first_name_on_cc", FIRST_NAME),
        ({"last_name_on_cc": "C@stillo"}, "last_name_on_cc", LAST_NAME),
        ({"last_name_on_cc": "O" * 61}, "last_name_on_cc", LAST_NAME),
        ({"card_number": ""}, "card_number", "Field is required"),
        ({"card_number": "4242 4242 4242"}, "card_number", "Card number must be Min-13 and Max-25"),
        ({"card_number": "4" * 26}, "card_number", "Card number must be Min-13 and Max-25"),
        ({"card_number": "4242x4242x4242x4242"}, "card_number", "Card number must be Min-13 and Max-25"),
        ({"card_number": "4242424242424241"}, "card_number", "This card number is not valid. Please check it."),
        (
            {"card_number": "42424242424242"},
            "card_number",
            "A Visa card number has 13, 16 or 19 digits. Please check it.",
        ),
        (
            {"card_number": "4716190207394368"},
            "card_number",
            "This store takes test cards only, for example 4242 4242 4242 4242.",
        ),
        ({"security_code": ""}, "security_code", "Field is required"),
        ({"security_code": "12"}, "security_code", "Security code must of 3 or 4 digits"),
        ({"security_code": "1234"}, "security_code", "The security code of Visa cards has 3 digits."),
        (
            {"card_number": "378282246310005"},
            "security_code",
            "The security code of American Express cards has 4 digits.",
        ),
        ({"expiration_month": ""}, "expiration_month", "Field is required"),
        ({"expiration_month": "13"}, "expiration_month", "Choose one of the listed values."),
        ({"expiration_year": ""}, "expiration_year", "Field is required"),
        ({"expiration_year": "2099"}, "expiration_year", "Choose one of the listed values."),
        ({"expiration_year": "26"}, "expiration_year", "Choose one of the listed values."),
        ({"expiration_year": "abcd"}, "expiration_year", "Choose one of the listed values."),
        ({"expiration_year": "2020"}, "expiration_month", "This card has expired. Please use another card."),
        ({"address1": ""}, "address1", "Field is required"),
        ({"city": ""}, "city", "Field is required"),
        ({"state": ""}, "state", "Field is required"),
        ({"zip": "441"}, "zip", "Invalid Zip code"),
        ({"zip": "10001"}, "zip", "ZIP code 10001 is not in Ohio."),
        ({"zip": "00901"}, "zip", "ZIP code 00901 is not in Ohio."),
        ({"zip": "00901", "state": "XX"}, "state", "Choose one of the listed values."),
        ({"address2": NUMBER}, "address2", "Please don't enter a card number here."),
        ({"bill_date": "31"}, "bill_date", "Choose one of the listed values."),
        ({"payment_method": "list"}, "payment_method", "Choose one of the listed values."),
        (
            {"card_number": "4000000000000002"},
            "card_number",
            "The card was declined. Please use another card or pay by bank account.",
        ),
        (
            {"card_number": "4000000000000127"},
            "security_code",
            "The card was declined: the security code is wrong. Please check it.",
        ),
        (
            {"card_token": "tok_of_somebody"},
            "card_token",
            "The card details have expired. Please enter the card again.",
        ),
    ],
)
def test_each_invalid_card_field_has_its_message(by_card, change, target, message):
    answer = pay(by_card, **change)
    assert problems(answer) == {target: message}
    assert not PaymentMethod.objects.exists()
    assert all(digits not in answer.content.decode() for digits in ("4242424242424242", "4000000000000002", "917"))


@pytest.mark.parametrize(
    ("zip_code", "state", "city"), [("00901", "PR", "San Juan"), ("96910", "GU", "Hagatna"), ("09012", "AE", "APO")]
)
def test_a_card_may_be_billed_to_a_territory_or_the_military(by_card, zip_code, state, city):
    assert state in {option["value"] for option in by_card.fields("billing-info")["state"]["options"]}
    answer = pay(by_card, zip=zip_code, state=state.lower(), city=city)
    assert answer.status_code == 200, answer.json()
    kept = PaymentMethod.objects.get().card_details
    assert (kept["zip"], kept["state"], kept["city"]) == (zip_code, state, city)


def test_letters_of_any_script_make_a_name_on_a_card(by_card):
    assert pay(by_card, first_name_on_cc="Zoë", last_name_on_cc="Мельник").status_code == 200
    assert PaymentMethod.objects.get().account_name == "Zoë Мельник"


@pytest.mark.parametrize(
    ("first", "last"), [("Mary Ann", "O'Neil"), ("Jean-Luc", "Castillo-Ruiz"), ("J. R.", "D’Angelo")]
)
def test_spaces_hyphens_and_apostrophes_belong_to_a_name_on_a_card(by_card, first, last):
    assert pay(by_card, first_name_on_cc=first, last_name_on_cc=last).status_code == 200
    assert PaymentMethod.objects.get().account_name == f"{first} {last}"


def test_all_card_errors_are_reported_before_the_gateway_is_called(by_card):
    result = problems(pay(by_card, card_number="4000000000000002", first_name_on_cc="", zip="1", expiration_month="0"))
    assert set(result) == {"first_name_on_cc", "zip", "expiration_month"}


def test_a_card_is_a_token_brand_and_last_four(by_card, caplog):
    caplog.set_level(logging.DEBUG)
    assert pay(by_card).status_code == 200
    row = PaymentMethod.objects.get()
    assert (row.method, row.card_brand, row.last4, row.bill_date) == ("cc", "Visa", "4242", 28)
    assert (row.expiration_month, row.expiration_year, row.account_name) == (7, 2031, "Maren Castillo")
    assert row.card_details["zip"] == "44114"
    assert row.card_token
    answers = Section.objects.get(key="billing_info").answers
    assert answers == {
        "payment_method": "cc",
        "first_name_on_cc": "Maren",
        "last_name_on_cc": "Castillo",
        "card_brand": "Visa",
        "card_last4": "4242",
        "expiration_month": "07",
        "expiration_year": "2031",
        "address1": "5 Quarry Rd",
        "address2": "",
        "city": "Cleveland",
        "state": "OH",
        "zip": "44114",
        "is_physical_address": "no",
        "bill_date": "28",
    }
    fields = by_card.fields("billing-info")
    assert (fields["card_number"]["value"], fields["security_code"]["value"]) == ("Ending 4242", "")
    assert fields["card_kept"]["value"] == "Visa ending 4242, expires 07/2031"
    shown = by_card.data("get-enrollment-temp-info", column="payment_info")
    assert not {"card_number", "security_code", "card_token"} & set(shown["result"])
    assert NUMBER not in caplog.text
    assert_nowhere(NUMBER, NUMBER[:12], row.card_token)


def assert_nowhere(*secrets):
    """None of them stands in any column of the database in the clear."""
    with connection.cursor() as cursor:
        for model in apps.get_models():
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')  # noqa: S608
            held = str(cursor.fetchall())
            assert not [secret for secret in secrets if secret in held], model._meta.db_table


def test_the_page_sends_a_token_in_place_of_the_number(by_card):
    answer = token_of(by_card).json()["data"]
    assert (answer["card_brand"], answer["last4"]) == ("Visa", "4242")
    bare = dict.fromkeys(("card_number", "security_code", "expiration_month", "expiration_year"), "")
    for _again in range(2):
        assert pay(by_card, **bare, card_token=answer["card_token"]).status_code == 200
    assert PaymentMethod.objects.get().card_brand == "Visa"
    declined = token_of(by_card, card_number="4000000000009995").json()["data"]["card_token"]
    assert problems(pay(by_card, **bare, card_token=declined)) == {
        "card_number": "The card was declined: not enough funds. Please use another card or pay by bank account."
    }
    assert PaymentMethod.objects.get().last4 == "4242"
    assert problems(token_of(by_card, expiration_month="")) == {"expiration_month": "Field is required"}


@pytest.mark.parametrize(
    ("number", "code"),
    [("4000000000009995", "funds"), ("4000000000000002", "declined"), ("4000000000000127", "code")],
)
def test_a_decline_stays_on_record_with_its_code_brand_and_last_four_digits(by_card, number, code):
    assert pay(by_card, card_number=number).status_code == 422
    event = AuditEvent.objects.get(action="billing.card_declined")
    assert event.meta == {"code": code, "brand": "Visa", "last4": number[-4:]}
    assert (event.subject_type, event.subject_id) == ("enrollment", str(Quote.objects.get().pk))
    assert (event.actor_kind, event.fields) == ("visitor", [])
    assert pay(by_card, card_token="tok_of_somebody").status_code == 422  # old, not declined
    assert AuditEvent.objects.filter(action="billing.card_declined").count() == 1
    assert_nowhere(number)


def test_trying_many_cards_is_slowed_down(by_card):
    answers = [token_of(by_card).status_code for _try in range(21)]
    assert answers == [200] * 20 + [429]


def test_the_stored_card_stays_when_none_is_sent(by_card):
    pay(by_card)
    token = PaymentMethod.objects.get().card_token
    assert by_card.post("save-billing-info", payment_method="cc", bill_date="15").status_code == 200
    row = PaymentMethod.objects.get()
    assert (row.card_token, row.bill_date, row.card_details["city"]) == (token, 15, "Cleveland")
    moved = by_card.post("save-billing-info", payment_method="cc", expiration_year="2033")
    assert problems(moved)["card_number"] == "Field is required"
    assert by_card.tabs()["billing_info"]["status"] == "done"


def test_a_change_between_account_and_card_leaves_nothing_behind(by_card):
    pay(by_card)
    assert by_card.billing().status_code == 200
    row = PaymentMethod.objects.get()
    assert (row.method, row.card_token, row.card_brand, row.card_details) == ("eft", "", "", {})
    assert problems(by_card.post("save-billing-info", payment_method="cc"))["card_number"] == "Field is required"
    pay(by_card)
    row = PaymentMethod.objects.get()
    assert (row.method, row.account_number, row.routing_number, row.account_index) == ("cc", "", "", "")
    assert problems(by_card.billing(account_number=""))["account_number"] == "Field is required"


def test_the_physical_address_is_that_of_contact_information(by_card):
    typed = dict.fromkeys(("address1", "city", "state", "zip"), "")
    assert "is_physical_address" not in by_card.fields("billing-info")
    assert problems(pay(by_card, **typed, is_physical_address="yes"))["address1"] == "Field is required"
    by_card.answer_questions()
    tick = by_card.fields("billing-info")["is_physical_address"]
    assert (tick["label"], tick["value"]) == ("Choose physical address", "0")
    assert pay(by_card, **typed, is_physical_address="yes").status_code == 200
    assert PaymentMethod.objects.get().card_details["address1"] == "88 Lindenhall Ave"
    fields = by_card.fields("billing-info")
    assert (fields["city"]["value"], fields["city"]["read_only"]) == ("Columbus", True)
    by_card.contact(address1="90 Lindenhall Ave")
    cards = {item["tab_name"]: item for item in by_card.data("get-review-summary")["result"]}
    (block,) = cards["billing_info"]["details"]
    assert {"label": "Billing address", "value": "90 Lindenhall Ave, Unit 3B, Columbus, OH 43215"} in block["rows"]
    assert {"label": "Card", "value": "Visa ending 4242, expires 07/2031"} in cards["billing_info"]["rows"]


def test_a_card_is_never_part_of_a_draft(by_card):
    values = {name: CARD[name] for name in CARD if name != "bill_date"}
    assert by_card.post("save-draft", tab_name="billing_info", version=1, values=values).status_code == 200
    kept = Section.objects.get(key="billing_info").draft
    assert kept["address1"] == "5 Quarry Rd"
    assert not {"card_number", "security_code", "expiration_month", "expiration_year", "card_token"} & set(kept)


def test_cards_start_on_the_account_and_the_signed_text_follows_the_choice(by_card):
    fields = by_card.fields("billing-info")
    assert [option["value"] for option in fields["payment_method"]["options"]] == ["eft", "cc"]
    assert [option["label"] for option in fields["payment_method"]["options"]] == ["EFT", "Credit Card"]
    assert (fields["payment_method"]["value"], fields["payment_method"]["read_only"]) == ("eft", False)
    assert fields["card_number"]["show_if"] == {"field": "payment_method", "eq": "cc"}
    assert by_card.data("get-payment-method") == {"result": "cc"}
    assert "payment" in {item.split(":")[0] for item in by_card.accepted()}
    pay(by_card)
    assert {"payment", "card_payment"} & {item.split(":")[0] for item in by_card.accepted()} == {"card_payment"}
    text = by_card.data("get-billing-text", payment_method="cc", bill_date="15")["text"]
    assert 'on your card statement as "PLANSHOP"' in text
    assert "$30" not in text


def test_billing_dates_are_returned_with_the_amounts(by_card, monkeypatch):
    row = Quote.objects.get(public_id=by_card.id)
    text = by_card.data("get-billing-text", bill_date="15")["text"]
    first = row.effective_date.replace(day=15)
    assert row.effective_date.day == 1
    assert f"The first time is on {first:%m/%d/%Y}." in text
    from planfront.billing.selectors import first_monthly

    assert first_monthly(date(2026, 12, 15), 5) == date(2027, 1, 5)
    assert first_monthly(date(2026, 12, 15), 15) == date(2026, 12, 15)


def test_a_plan_can_shut_out_cards_and_so_can_the_setting(by_card, store, settings):
    settings.CARDS_OFFERED = False
    assert by_card.data("get-payment-method") == {"result": "eft"}
    assert problems(pay(by_card))["payment_method"] == "Choose one of the listed values."
    settings.CARDS_OFFERED = True
    PaymentRule.objects.create(plan_id=store.dental.pk, method="eft")
    assert by_card.data("get-payment-method") == {"result": "eft"}
    assert problems(token_of(by_card)) == {"payment_method": "Choose one of the listed values."}
    assert "card_number" not in by_card.fields("billing-info")


def test_the_gateway_is_chosen_by_setting():
    production = {"PLANFRONT_MODE": "production"}
    assert load({}).card_gateway == "embedded"
    assert load(production).card_gateway == "off"
    for value in ("off", "shop.gateway.Hosted", "acme"):
        assert load({**production, "CARD_GATEWAY": value}).card_gateway == value
    for settings in ({**production, "CARD_GATEWAY": "embedded"}, {"CARD_GATEWAY": "No name"}):
        with pytest.raises(EnvError, match="CARD_GATEWAY"):
            load(settings)


@pytest.mark.parametrize("method", ["list", "elist", "stmt"])
def test_other_methods_show_only_a_notice(wizard, store, method):
    PaymentRule.objects.create(brand_id=store.brand.pk, method=method)
    fields = wizard.fields("billing-info")
    assert set(fields) == {"payment_method"}
    assert fields["payment_method"]["read_only"]
    assert wizard.data("get-billing-text")["items"] == [fields["payment_method"]["hint"]]
    assert wizard.post("save-billing-info", payment_method=method).status_code == 200
    assert PaymentMethod.objects.get().bill_date == 0
    assert not {"payment", "card_payment"} & {item.split(":")[0] for item in wizard.accepted()}


def of_member(wizard, member):
    Quote.objects.filter(public_id=wizard.id).update(member=member)
    return wizard


@pytest.fixture
def member(store):
    return create_member(
        brand=store.brand, first_name="A", last_name="B", birth_date="1980-02-03", gender=1, email="a@b.example"
    )


def test_a_member_pays_with_a_card_of_an_earlier_enrollment(by_card, make_wizard, member):
    pay(of_member(by_card, member))
    assert by_card.data("get-existing-card-info") == {"result": []}
    later = make_wizard()
    assert later.data("get-existing-card-info") == {"result": []}
    stranger_id = str(PaymentMethod.objects.get().pk)
    assert problems(later.post("save-billing-info-existing", payment_method="cc", card_id=stranger_id)) == {
        "card_id": "Choose one of the listed values."
    }
    of_member(later, member)
    (card,) = later.data("get-existing-card-info")["result"]
    assert card == {
        "card_id": stranger_id,
        "name_on_cc": "Maren Castillo",
        "card_number": "Ending 4242",
        "card_brand": "Visa",
        "expiration_month": "07",
        "expiration_year": "2031",
        "expired": False,
    }
    taken = later.post("save-billing-info-existing", payment_method="cc", card_id=stranger_id, bill_date="10")
    assert taken.status_code == 200
    mine, theirs = PaymentMethod.objects.order_by("saved_at")
    assert (theirs.card_token, theirs.last4, theirs.bill_date) == (mine.card_token, "4242", 10)
    assert theirs.card_details == mine.card_details
    fields = later.fields("billing-info")
    assert fields["existing"]["value"] == stranger_id
    entry = ("first_name_on_cc", "last_name_on_cc", "card_number", "expiration_month", "address1", "zip")
    assert [fields[name]["value"] for name in entry] == [""] * 6
    assert fields["bill_date"]["value"] == "10"
    assert later.tabs()["billing_info"]["status"] == "done"


def test_an_expired_card_is_shown_and_refused(by_card, make_wizard, member):
    pay(of_member(by_card, member))
    PaymentMethod.objects.update(expiration_month=1, expiration_year=2024)
    later = of_member(make_wizard(), member)
    (card,) = later.data("get-existing-card-info")["result"]
    assert (card["expired"], card["expiration_year"]) == (True, "2024")
    answer = later.post("save-billing-info-existing", payment_method="cc", card_id=card["card_id"])
    assert problems(answer) == {"card_id": "This card has expired. Please use another card."}


def test_a_member_pays_from_an_account_of_an_earlier_enrollment(wizard, make_wizard, member):
    of_member(wizard, member).billing()
    later = of_member(make_wizard(), member)
    (bank,) = later.data("get-existing-bank-info")["result"]
    assert later.post("save-billing-info-existing", payment_method="eft", bank_id=bank["bank_id"]).status_code == 200
    row = PaymentMethod.objects.get(enrollment__public_id=later.id)
    assert (row.account_number, row.bill_date) == (BILLING["account_number"], 28)
    fields = later.fields("billing-info")
    assert fields["existing"]["value"] == bank["bank_id"]
    entry = ("account_name", "routing_number", "bank_name", "account_number", "account_type")
    assert [fields[name]["value"] for name in entry] == [""] * 5
    assert later.billing(account_number="4455667788").status_code == 200
    assert later.fields("billing-info")["existing"]["value"] == ""


def test_only_the_wrong_routing_number_is_reported(wizard):
    result = problems(wizard.billing(routing_number="110000001", bank_name=""))
    assert result == {"routing_number": "This routing number is not valid. Please check it."}
    assert set(problems(wizard.billing(routing_number="", bank_name=""))) == {"routing_number"}


def test_the_receipt_names_brand_and_last_four(by_card):
    by_card.answer_questions()
    pay(by_card)
    assert by_card.sign().status_code == 200
    assert by_card.submit().json()["status"] == "success"
    receipt = by_card.data("get-receipt")
    assert receipt["payment"] == {
        "method": "cc",
        "bank_name": "",
        "account_ending": "4242",
        "card_brand": "Visa",
        "bill_date": "28th of month",
        "text": "Charged on the 28th of month to Visa ending 4242.",
    }
    payment = next(step for step in receipt["next_steps"] if step["kind"] == "payment")
    assert (payment["when"], payment["title"]) == ("Within 5 days", "First payment, $51.00")
    assert payment["text"].startswith("Your first payment of $51.00 is charged to Visa ending 4242. It reads ")
    by_card.client.headers["Accept-Language"] = "es"
    spanish = by_card.data("get-receipt")["payment"]
    assert (spanish["bill_date"], spanish["text"]) == (
        "día 28 del mes",
        "Se cobra el día 28 del mes a la tarjeta Visa que termina en 4242.",
    )
    assert_nowhere(NUMBER, NUMBER[:12])
