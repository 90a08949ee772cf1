"""Billing Information where a card gateway has fields of its own: no number comes here, the bank may ask, webhooks."""

import logging
from datetime import timedelta

import pytest
from django.test import Client

from planfront.audit.models import AuditEvent
from planfront.billing.models import CardEvent, CardSetup, PaymentMethod, PaymentRule
from planfront.billing.tests.conftest import stripe  # noqa: F401 - a fixture
from planfront.billing.tests.stand_in import event
from planfront.brands.models import SiteSetting
from planfront.enrollment.models import Section
from planfront.enrollment.tests.conftest import problems
from planfront.enrollment.tests.test_cards import CARD, assert_nowhere, token_of
from planfront.integrations.cards import HOSTED_ONLY
from planfront.kernel import clock
from planfront.kernel.http.headers import CSP
from planfront.kernel.jobs import tasks
from planfront.members.services import create_member
from planfront.shopping.models import Quote

PLACE = {
    name: CARD[name]
    for name in ("payment_method", "first_name_on_cc", "last_name_on_cc", "address1", "city", "state", "zip")
}
DECLINED = "The card was declined. Please use another card or pay by bank account."
NOT_NOW = "We couldn't check the card just now. Please try again in a minute or use another card."
BACK = "/enrollment/billing-information"
TYPED = {"card_number", "security_code", "expiration_month", "expiration_year"}


@pytest.fixture
def by_stripe(stripe, wizard, store):  # noqa: F811 - the fixture
    """An enrollment of a brand whose cards go to Stripe."""
    PaymentRule.objects.create(brand_id=store.brand.pk, method="cc", descriptor="PLANSHOP")
    return wizard


def begin(wizard):
    answer = wizard.post("begin-card-setup", back=BACK)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def confirmed(wizard, stripe, number="4242424242424242", outcome=""):  # noqa: F811
    """The token of a card that the browser has confirmed."""
    begun = begin(wizard)
    stripe.confirm(CardSetup.objects.get(pk=begun["card_token"]).reference, number, outcome)
    return begun["card_token"]


def save(wizard, token="", **more):
    return wizard.post("save-billing-info", **{**PLACE, "card_token": token, **more})


def test_a_card_in_the_gateways_fields_pays(by_stripe, stripe, caplog):  # noqa: F811
    caplog.set_level(logging.DEBUG)
    assert not TYPED & set(by_stripe.fields("billing-info"))
    assert save(by_stripe, confirmed(by_stripe, stripe)).status_code == 200
    row = PaymentMethod.objects.get()
    assert (row.card_gateway, row.card_brand, row.last4, row.account_name) == (
        "stripe",
        "Visa",
        "4242",
        "Maren Castillo",
    )
    assert (row.expiration_month, row.expiration_year) == (7, 2031)
    assert row.card_token.startswith("pm_")
    assert row.card_customer.startswith("cus_")
    answers = Section.objects.get(key="billing_info").answers
    assert (answers["card_last4"], answers["card_gateway"]) == ("4242", "stripe")
    assert by_stripe.fields("billing-info")["card_kept"]["value"] == "Visa ending 4242, expires 07/2031"
    assert save(by_stripe, bill_date="15").status_code == 200
    assert PaymentMethod.objects.get().card_token == row.card_token
    secrets = ("4242424242424242", "sk_test_standin", "whsec_standin", "_secret_")
    assert all(secret not in caplog.text for secret in secrets)
    assert_nowhere(*secrets, row.card_token, row.card_customer)


@pytest.mark.parametrize("typed", [{"card_number": CARD["card_number"]}, {"security_code": "917"}])
def test_a_number_is_refused_and_kept_nowhere(by_stripe, stripe, caplog, typed):  # noqa: F811
    caplog.set_level(logging.DEBUG)
    answer = save(by_stripe, confirmed(by_stripe, stripe), **typed)
    assert problems(answer) == {"card_number": str(HOSTED_ONLY)}
    assert problems(token_of(by_stripe)) == {"card_number": str(HOSTED_ONLY)}
    assert not PaymentMethod.objects.exists()
    assert "4242 4242" not in answer.content.decode() + caplog.text
    assert_nowhere("4242 4242 4242 4242", "4242424242424242")


@pytest.mark.parametrize(
    ("number", "outcome", "target", "message", "code"),
    [
        ("4000000000000002", "", "card_number", DECLINED, "declined"),
        ("4000000000000127", "", "security_code", "The card was declined: the security code is wrong.", "code"),
        ("4000002500003155", "refused", "card_number", "Your bank didn't confirm the card.", "bank"),
    ],
)
def test_a_declined_card_is_told_in_our_words_and_on_record(by_stripe, stripe, number, outcome, target, message, code):  # noqa: F811
    token = confirmed(by_stripe, stripe, number, outcome)
    messages = problems(save(by_stripe, token))
    assert list(messages) == [target]
    assert messages[target].startswith(message)
    meta = AuditEvent.objects.get(action="billing.card_declined").meta
    assert meta == {"code": code, "brand": "Visa", "last4": number[-4:]}
    assert not PaymentMethod.objects.exists()
    # The same setup takes another card.
    assert confirmed(by_stripe, stripe) == token
    assert save(by_stripe, token).status_code == 200


def test_a_card_that_the_bank_asks_about_is_taken_once_it_is_confirmed(by_stripe, stripe):  # noqa: F811
    token = confirmed(by_stripe, stripe, "4000002500003155")
    assert problems(save(by_stripe, token))["card_number"].startswith("Your bank didn't confirm the card.")
    reference = CardSetup.objects.get().reference
    of_browser = {"key": "pk_test_standin", "client_secret": begin(by_stripe)["secret"], "outcome": "confirmed"}
    stripe.answer("POST", f"/v1/setup_intents/{reference}/check", of_browser, "", False)
    assert save(by_stripe, token).status_code == 200
    assert PaymentMethod.objects.get().last4 == "3155"


def test_one_setup_is_made_however_often_next_is_pressed_and_answers_are_lost(by_stripe, stripe):  # noqa: F811
    stripe.loses = 3  # and it was asked three times
    assert by_stripe.post("begin-card-setup", back=BACK).json()["message"] == NOT_NOW
    row = CardSetup.objects.get()
    assert (row.state, row.reference) == ("begun", "")
    first, second = begin(by_stripe), begin(by_stripe)
    assert first == second
    assert first["secret"].startswith("seti_")
    assert sum(path == "/v1/customers" for _method, path, _body in stripe.seen) == 4
    assert len([row for row in stripe._objects.values() if row["object"] == "setup_intent"]) == 1
    assert len([row for row in stripe._objects.values() if row["object"] == "customer"]) == 1


def test_a_gateway_that_is_away_costs_a_message_and_nothing_else(by_stripe, stripe):  # noqa: F811
    token = confirmed(by_stripe, stripe)
    stripe.away = True
    answer = save(by_stripe, token)
    assert answer.status_code == 503
    begun = by_stripe.post("begin-card-setup", back=BACK)
    assert (begun.status_code, begun.json()["message"]) == (503, NOT_NOW)
    stripe.away = False
    assert save(by_stripe, token).status_code == 200


def test_a_token_of_somebody_else_is_worth_nothing(by_stripe, stripe, store, make_client):  # noqa: F811
    token = confirmed(by_stripe, stripe)
    from planfront.enrollment.tests.conftest import Wizard, fill_cart, quote

    client = make_client("shop.test")
    other = Wizard(client, quote(client))
    fill_cart(client, other.id, store.dental)
    assert other.post("begin-card-setup", back="https://elsewhere.example/").status_code == 422
    for step in ("personal", "contact"):
        getattr(other, step)()
    messages = problems(save(other, token))
    assert messages == {"card_token": "The card details have expired. Please enter the card again."}
    for wrong in ("tok_1", "", "00000000-0000-0000-0000-000000000000"):
        assert save(by_stripe, wrong).status_code == 422


def test_a_card_of_a_page_that_was_lost_waits_for_its_owner(by_stripe, stripe):  # noqa: F811
    assert by_stripe.data("get-waiting-card") == {"result": None}
    token = confirmed(by_stripe, stripe)
    assert by_stripe.data("get-waiting-card") == {"result": None}  # nobody has told yet
    finished = by_stripe.post("finish-card-setup", card_token=token).json()["data"]
    expected = {"result": {"card_token": token, "card": "Visa ending 4242, expires 07/2031"}}
    assert finished == expected
    assert by_stripe.data("get-waiting-card") == expected
    assert save(by_stripe, token).status_code == 200
    assert by_stripe.data("get-waiting-card") == {"result": None}


def test_a_member_keeps_one_vault_and_pays_by_its_cards_only(by_stripe, stripe, store, settings):  # noqa: F811
    member = create_member(
        brand=store.brand,
        first_name="Maren",
        last_name="Castillo",
        birth_date="1989-04-17",
        gender=1,
        email="maren@mailbox.example",
        phone="6145550193",
        address1="88 Lindenhall Ave",
        city="Columbus",
        state="OH",
        zip="43215",
        is_smoker=False,
    )
    Quote.objects.filter(public_id=by_stripe.id).update(member=member)
    assert save(by_stripe, confirmed(by_stripe, stripe)).status_code == 200
    customer = PaymentMethod.objects.get().card_customer
    row = Quote.objects.get(public_id=by_stripe.id)
    row.pk = row.public_id = None
    again = Quote.objects.create(
        **{
            field.attname: getattr(row, field.attname)
            for field in Quote._meta.concrete_fields
            if field.attname not in {"id", "public_id"}
        }
    )
    from planfront.billing.selectors import cards_of_member
    from planfront.billing.setups import _customer

    assert _customer(again, "stripe") == customer
    assert [card.card_number for card in cards_of_member(again)] == ["Ending 4242"]
    settings.ADAPTERS = {}
    assert cards_of_member(again) == []


# -- webhooks --------------------------------------------------------------------------------------


def tell(reference, *, gateway="stripe", signature=None, **more):
    body, signed = event(reference, **more)
    return Client(HTTP_HOST="shop.test").post(
        f"/webhooks/card/{gateway}",
        body,
        content_type="application/json",
        headers={"Stripe-Signature": signed if signature is None else signature},
    )


def test_an_event_is_a_hint_that_is_taken_once(by_stripe, stripe):  # noqa: F811
    token = confirmed(by_stripe, stripe)
    reference = CardSetup.objects.get().reference
    calls = len(stripe.seen)
    for _twice in range(2):
        assert tell(reference).json() == {"received": True}
    assert CardEvent.objects.count() == 1
    assert tasks.run_pending() == 1
    row = CardSetup.objects.get()
    assert (row.state, row.last4) == ("kept", "4242")
    assert CardEvent.objects.get().applied_at is not None
    assert len(stripe.seen) == calls
    # One that comes late, and out of order, changes nothing.
    assert tell(reference, event_id="evt_0", kind="setup_intent.setup_failed").status_code == 200
    tasks.run_pending()
    assert CardSetup.objects.get().state == "kept"
    assert save(by_stripe, token).status_code == 200


def test_what_an_event_says_is_never_believed(by_stripe, stripe):  # noqa: F811
    begin(by_stripe)
    reference = CardSetup.objects.get().reference
    assert tell(reference, kind="setup_intent.succeeded").status_code == 200
    tasks.run_pending()
    assert CardSetup.objects.get().state == "open"


def test_an_event_waits_for_a_gateway_that_is_away(by_stripe, stripe):  # noqa: F811
    confirmed(by_stripe, stripe)
    tell(CardSetup.objects.get().reference)
    stripe.away = True
    tasks.run_pending()
    assert CardEvent.objects.get().applied_at is None
    stripe.away = False
    from django_tasks_db.models import DBTaskResult

    DBTaskResult.objects.ready().update(run_after=clock.now() - timedelta(seconds=1))
    DBTaskResult.objects.filter(status="READY").update(run_after=clock.now() - timedelta(seconds=1))
    tasks.run_pending()
    assert CardSetup.objects.get().state == "kept"


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"signature": ""}, "not signed"),
        ({"signature": "t=1,v1=00"}, "not signed"),
        ({"signature": "nonsense"}, "not signed"),
        ({"secret": "whsec_of_somebody_else"}, "not signed"),
        ({"age": 3600}, "too old"),
    ],
)
def test_a_forged_or_old_event_is_refused(by_stripe, wrong, reason):
    answer = tell("seti_1", **wrong)
    assert (answer.status_code, answer.json()["reason"]) == (400, reason)
    assert not CardEvent.objects.exists()


def test_nobody_else_has_a_webhook(by_stripe, settings):
    assert tell("seti_1", gateway="other").status_code == 404
    assert Client(HTTP_HOST="shop.test").get("/webhooks/card/stripe").status_code == 405
    settings.ADAPTERS = {}
    assert tell("seti_1").status_code == 404
    assert tell("seti_1", gateway="embedded").status_code == 404


# -- the policy of pages ---------------------------------------------------------------------------

PAGES = ("/", "/plans", "/enrollment/contact-info", "/enrollment/agreement-signature", "/sign-in", "/nowhere")


def policy_of(path):
    return Client(HTTP_HOST="shop.test").get(path).headers["Content-Security-Policy"]


def test_only_the_billing_page_is_wider_and_only_for_the_gateway(by_stripe, stripe):  # noqa: F811
    at = stripe.address
    wide = policy_of(BACK)
    assert f"script-src 'self' {at};" in wide
    assert f"connect-src 'self' {at};" in wide
    assert wide.endswith(f"; frame-src {at}")
    assert "style-src 'self';" in wide
    assert [policy_of(path) for path in PAGES] == [CSP] * len(PAGES)


def test_a_page_that_the_browser_has_keeps_its_policy(by_stripe, stripe):  # noqa: F811
    first = Client(HTTP_HOST="shop.test").get(BACK)
    again = Client(HTTP_HOST="shop.test").get(BACK, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"] != CSP


def test_stripes_own_addresses_are_named_exactly(by_stripe, settings):
    from dataclasses import replace

    settings.ENV = replace(settings.ENV, stripe_api="", stripe_script="")
    wide = policy_of(BACK)
    assert "script-src 'self' https://js.stripe.com https://*.js.stripe.com;" in wide
    assert "connect-src 'self' https://api.stripe.com;" in wide
    assert wide.endswith("frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com")


@pytest.mark.parametrize("case", ["embedded", "off", "brand", "nothing to pay by card"])
@pytest.mark.usefixtures("brands_not_held")
def test_the_billing_page_is_as_strict_as_any_where_no_such_card_is_offered(by_stripe, store, settings, case):
    if case == "embedded":
        settings.ADAPTERS = {}
    if case == "off":
        settings.ADAPTERS, settings.CARDS_OFFERED = {}, False
    if case == "brand":
        SiteSetting.objects.create(brand=store.brand, key="card_payments", value="off")
        assert by_stripe.data("get-payment-method") == {"result": "eft"}
    if case == "nothing to pay by card":
        PaymentRule.objects.all().delete()
    assert policy_of(BACK) == CSP
