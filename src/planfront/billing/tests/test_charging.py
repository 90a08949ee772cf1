"""Charges and refunds at the gateway: once for a key, whatever gets lost on the way."""

from datetime import timedelta
from decimal import Decimal
from types import SimpleNamespace

import pytest
from django.db import connection

from planfront.audit.models import AuditEvent
from planfront.billing import charging, setups
from planfront.billing.charging import NotChargeable, TooMuch, charge_card, refund_card
from planfront.billing.models import CardAttempt, PaymentMethod
from planfront.billing.services import save_payment_method
from planfront.integrations.cards import CardInput, EmbeddedGateway, gateway, hosted_gateway
from planfront.kernel import clock
from planfront.shopping.models import Quote

pytestmark = pytest.mark.django_db
AMOUNT = Decimal("46.00")
EVERY_TRY = 3
"""So many answers of one question get lost that none is left."""
ANSWERS = {"payment_method": "cc", "bill_date": "28", "first_name_on_cc": "Maren", "last_name_on_cc": "Castillo"}


@pytest.fixture
def quote(brand):
    facts = {"zip": "43215", "state": "OH", "dob": "1989-04-17", "gender": 1, "tier": "IO", "eprocess": "applicant"}
    now = clock.now()
    times = {"created_at": now, "updated_at": now, "expires_at": now + timedelta(days=1)}
    return Quote.objects.create(brand_id=brand.pk, **times, **facts)


@pytest.fixture
def card(stripe, quote):
    return lambda number="4242424242424242": kept_card(stripe, quote, number)


def kept_card(stripe, quote, number):
    port = hosted_gateway()
    assert port is not None
    setup = port.begin_setup(key=f"key of {number}", customer="", about="test", back="")
    state = stripe.confirm(setup.reference, number, "confirmed" if number.endswith("3184") else "")
    assert state == "succeeded"
    return save_payment_method(quote=quote, answers=ANSWERS, card=port.read_setup(setup.reference).card)


def charge(card, subject="bill:1", amount=AMOUNT):
    return charge_card(payment_method=card, amount=amount, subject=subject, statement="PLANSHOP", about="Bill 1")


def test_a_charge_is_made_once_for_its_subject(stripe, card):
    method = card()
    done = charge(method)
    assert (done.state, done.amount, done.gateway, done.number) == ("done", AMOUNT, "stripe", 1)
    assert charge(method) == done
    assert stripe.charged == [4600]
    assert charge(method, "bill:2").reference != done.reference
    assert stripe.charged == [4600, 4600]
    event = AuditEvent.objects.get(action="billing.card_charge_done", subject_id=done.pk)
    assert event.meta == {"subject": "bill:1", "amount": "46.00", "code": ""}


def test_a_lost_answer_charges_once_and_is_asked_for_again(stripe, card):
    method = card()
    stripe.loses = EVERY_TRY
    lost = charge(method)
    assert (lost.state, lost.reference) == ("unknown", "")
    assert stripe.charged == [4600]
    again = charge(method)
    assert (again.pk, again.state) == (lost.pk, "done")
    assert stripe.charged == [4600]


def test_a_charge_whose_answer_was_lost_once_is_sent_again_at_once_with_its_key(stripe, card):
    method = card()
    stripe.loses = 1
    assert charge(method).state == "done"
    assert stripe.charged == [4600]
    assert stripe.requests[-2:] == [["POST", "/v1/payment_intents", CardAttempt.objects.get().key]] * 2


def test_what_the_gateway_never_got_is_sent_with_the_same_key_by_the_duty(stripe, card):
    method = card()
    stripe.away = True
    assert charge(method).state == "unknown"
    assert stripe.charged == []
    stripe.away = False
    assert charging.resolve_due() == 0  # it waits for minutes
    CardAttempt.objects.update(begun_at=clock.now() - timedelta(minutes=5))
    assert charging.resolve_due() == 1
    assert stripe.charged == [4600]


@pytest.mark.parametrize(("arrived", "state", "code"), [(True, "done", ""), (False, "failed", "lost")])
def test_an_attempt_whose_key_is_forgotten_is_looked_up_and_not_sent(stripe, card, arrived, state, code):
    method = card()
    stripe.loses, stripe.away = EVERY_TRY * arrived, not arrived
    attempt = charge(method)
    assert attempt.state == "unknown"
    stripe.away = False
    CardAttempt.objects.update(begun_at=clock.now() - setups.KEY_LASTS - timedelta(minutes=1))
    sent = len(stripe.seen)
    row = charging.resolve(CardAttempt.objects.get())
    assert (row.state, row.code) == (state, code)
    assert len(stripe.seen) == sent  # nothing but GET
    assert stripe.charged == [4600] * arrived


@pytest.mark.parametrize(
    ("number", "code", "remedy"),
    [
        ("4000000000000341", "generic_decline", "later"),
        ("4000000000009987", "lost_card", "card"),
        ("4100000000000019", "fraudulent", "staff"),
        ("4000002760003184", "authentication_required", "customer"),
    ],
)
def test_a_decline_says_what_helps_and_the_next_try_is_another_attempt(stripe, card, number, code, remedy):
    method = card(number)
    attempt = charge(method)
    assert (attempt.state, attempt.code, attempt.remedy) == ("declined", code, remedy)
    assert attempt.reference.startswith("pi_")
    again = charge(method)
    assert (again.number, again.state) == (2, "declined")
    assert again.key != attempt.key
    assert stripe.charged == []


def test_a_refund_is_given_once_and_never_more_than_was_charged(stripe, card):
    done = charge(card())
    first = refund_card(charge=done, amount=Decimal("30.00"), subject="credit:1")
    assert first.state == "done"
    assert refund_card(charge=done, amount=Decimal("30.00"), subject="credit:1") == first
    with pytest.raises(TooMuch):
        refund_card(charge=done, amount=Decimal("16.01"), subject="credit:2")
    stripe.loses = EVERY_TRY
    lost = refund_card(charge=done, amount=Decimal("16.00"), subject="credit:2")
    assert lost.state == "unknown"
    with pytest.raises(TooMuch):
        refund_card(charge=done, amount=Decimal("0.01"), subject="credit:3")
    CardAttempt.objects.filter(pk=lost.pk).update(begun_at=clock.now() - timedelta(days=2))
    assert charging.resolve(CardAttempt.objects.get(pk=lost.pk)).state == "done"
    assert stripe.refunded == [3000, 1600]


def test_nothing_is_sent_with_a_wrong_key_or_to_another_gateway(stripe, card, settings):
    method = card()
    settings.ADAPTERS = {}
    with pytest.raises(NotChargeable):
        charge(method)
    settings.ADAPTERS = {"card": "stripe"}
    stripe.away = True
    charge(method)
    settings.ADAPTERS = {}
    assert charging.resolve(CardAttempt.objects.get()).code == "other_gateway"
    assert stripe.charged == []


def test_the_embedded_gateway_charges_its_test_cards(quote, settings):
    settings.ADAPTERS = {}
    port = EmbeddedGateway()

    def charged(number, subject):
        token = port.tokenize(CardInput(number, "917", 7, 2031, "Maren Castillo")).token
        method = save_payment_method(quote=quote, answers=ANSWERS, card=port.keep(token))
        return charge(method, subject)

    done = charged("4242424242424242", "bill:1")
    assert (done.state, done.gateway) == ("done", "embedded")
    assert refund_card(charge=done, amount=AMOUNT, subject="credit:1").state == "done"
    declined = charged("4000000000000341", "bill:2")
    assert (declined.state, declined.code, declined.remedy) == ("declined", "insufficient_funds", "later")


def test_two_attempts_for_a_subject_are_never_undecided_at_once(stripe, card):
    method = card()
    stripe.away = True
    ours = [charge(method).pk, charge(method).pk]
    assert ours[0] == ours[1]
    assert CardAttempt.objects.count() == 1


def test_keys_and_cards_are_sealed_and_no_call_is_made_in_a_transaction(stripe, card, monkeypatch):
    method = card()
    open_at_call = []
    real_answer = stripe.answer

    def answer(*arguments):
        open_at_call.append(len(connection.savepoint_ids))
        return real_answer(*arguments)

    depth = len(connection.savepoint_ids)
    monkeypatch.setattr(stripe, "answer", answer)
    charge(method)
    assert open_at_call == [depth]
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM billing_cardattempt")
        held = str(cursor.fetchall())
    token = PaymentMethod.objects.get().card_token
    assert token.startswith("pm_")
    assert token not in held


def test_settings_that_stripe_lacks_are_named(settings):
    from dataclasses import replace

    from planfront.integrations import ports

    settings.ADAPTERS = {"card": "stripe"}
    settings.ENV = replace(settings.ENV, stripe_secret_key="sk_test_1")
    assert ports.problem_of("card") == "CARD_GATEWAY=stripe needs STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET."


def test_cents_are_whole_and_positive(stripe, card):
    for wrong in (Decimal("0.001"), Decimal("46.005")):
        with pytest.raises(ValueError, match="whole cents"):
            gateway().charge(SimpleNamespace(amount=wrong, customer="", token="", key="k", statement="", about=""))
