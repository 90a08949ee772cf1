"""Cards at Stripe, in a process of its own, in trouble: what people are told, what is kept, and what it costs."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from planfront.billing import charging
from planfront.billing.charging import charge_card, refund_card
from planfront.billing.models import CardAttempt, CardSetup, PaymentMethod, PaymentRule
from planfront.billing.tests.conftest import stripe_env
from planfront.billing.tests.stand_in import PUBLISHABLE_KEY, SECRET_KEY
from planfront.enrollment.tests.conftest import *  # noqa: F403 - the wizard and its store
from planfront.enrollment.tests.test_hosted_cards import BACK, NOT_NOW, PLACE
from planfront.integrations import card_stripe, ports
from planfront.kernel import clock
from planfront.kernel.models import OutsideService
from planfront.kernel.outgoing import http as outgoing_http
from planfront.kernel.outgoing import service as outgoing_service
from tests.services.conftest import PATIENCE
from tests.services.test_page import HEALTH, PAGE, port_of, staff, text_of  # noqa: F401 - a fixture
from tests.services.test_vendors import make_certificate

pytestmark = pytest.mark.django_db
AMOUNT = Decimal("46.00")
NOT_NOW_ES = "No se pudo verificar la tarjeta en este momento. Inténtelo de nuevo en un minuto o use otra tarjeta."


class Stripe:
    """The other process: ``be`` sets its mood, ``requests`` is what came to it since."""

    def __init__(self, address):
        self.address, self.before = address, 0

    def be(self, mood="", **more):
        self._ask("/control", json.dumps({"mood": mood, "away": False, "requests": [], **more}).encode())

    def state(self, name):
        return json.loads(self._ask("/control"))[name]

    @property
    def paths(self):
        return [path for _method, path, _key in self.state("requests")]

    def confirm(self, secret, number="4242424242424242"):
        """Play the browser: a card in the fields."""
        reference = secret.partition("_secret_")[0]
        card = (
            f"[card][number]={number}&payment_method_data[card][exp_month]=7&payment_method_data[card][exp_year]=2031"
        )
        body = f"key={PUBLISHABLE_KEY}&client_secret={secret}&payment_method_data{card}"
        self._ask(f"/v1/setup_intents/{reference}/confirm", body.encode())

    def _ask(self, path, body=None):
        with urllib.request.urlopen(f"{self.address}{path}", data=body, timeout=30) as answer:  # noqa: S310 - http
            return answer.read()


@contextmanager
def started(*arguments):
    """The stand-in while it runs."""
    command = [sys.executable, "-m", "planfront.billing.tests.stand_in", *arguments]
    environ = {**os.environ, "PYTHONPATH": "src"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environ, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield Stripe(process.stdout.readline().strip())
        finally:
            process.kill()


@pytest.fixture(scope="session")
def _stripe_running():
    with started() as stripe:
        yield stripe


@pytest.fixture
def stripe(_stripe_running, settings, db, monkeypatch):
    """The stand-in, well, and the store that takes cards by it."""
    _stripe_running.be(charged=[], refunded=[], seen=[])
    ports.forget_adapters()
    monkeypatch.setattr(outgoing_service, "_BACKOFF", 0.01)
    # What a busy machine needs; tests about time set their own.
    monkeypatch.setattr(card_stripe.SERVICE, "seconds", PATIENCE)
    settings.ADAPTERS, settings.CARDS_OFFERED = {"card": "stripe"}, True
    settings.ENV = stripe_env(_stripe_running)
    yield _stripe_running
    ports.forget_adapters()


@pytest.fixture
def shopper(stripe, wizard, store):
    PaymentRule.objects.create(brand_id=store.brand.pk, method="cc", descriptor="PLANSHOP")
    return wizard


def begin(shopper, **headers):
    shopper.client.headers = headers
    return shopper.post("begin-card-setup", back=BACK)


@pytest.fixture
def card(shopper, stripe):
    """A card in the vault."""
    begun = begin(shopper).json()["data"]
    stripe.confirm(begun["secret"])
    assert shopper.post("save-billing-info", **PLACE, card_token=begun["card_token"]).status_code == 200
    stripe.be()
    return PaymentMethod.objects.get()


def charge(card, subject="bill:1"):
    return charge_card(payment_method=card, amount=AMOUNT, subject=subject)


def state():
    return OutsideService.objects.get(pk="card.stripe")


TROUBLE = [
    ("status 500", "status 500"),
    ("status 429", "status 429"),
    ("status 401", "status 401"),
    ("status 302", "status 302"),
    ("malformed", "malformed"),
    ("other", "malformed"),
    ("half", "broken"),
]


@pytest.mark.parametrize(("mood", "problem"), TROUBLE)
def test_stripe_in_trouble_costs_a_message_and_one_setup(shopper, stripe, mood, problem):
    stripe.be(mood)
    answer = begin(shopper)
    assert (answer.status_code, answer.json()["message"]) == (503, NOT_NOW)
    assert state().problem == problem
    OutsideService.objects.all().delete()
    assert begin(shopper, **{"Accept-Language": "es"}).json()["message"] == NOT_NOW_ES
    OutsideService.objects.all().delete()
    stripe.be()
    assert begin(shopper).status_code == 200
    assert CardSetup.objects.count() == 1
    keys = {key for _method, path, key in stripe.state("requests") if path == "/v1/setup_intents"}
    assert len(keys) == 1


@pytest.mark.parametrize("mood", ["malformed", "other", "half", "slow"])
def test_a_charge_whose_answer_cannot_be_read_is_made_once_and_asked_for_again(card, stripe, monkeypatch, mood):
    monkeypatch.setattr(card_stripe, "_CHARGE_SECONDS", 1.0 if mood == "slow" else PATIENCE)
    stripe.be(mood)
    attempt = charge(card)
    assert (attempt.state, attempt.reference) == ("unknown", "")
    stripe.be()
    again = charge(card)
    assert (again.pk, again.state, again.number) == (attempt.pk, "done", 1)
    assert stripe.state("charged") == [4600]
    stripe.be("half")
    OutsideService.objects.all().delete()
    lost = refund_card(charge=again, amount=AMOUNT, subject="credit:1")
    stripe.be()
    assert charging.resolve(lost).state == "done"
    assert stripe.state("refunded") == [4600]


def test_whoever_waits_for_stripe_waits_three_seconds():
    assert card_stripe.SERVICE.seconds == 3.0


def test_slow_answers_end_at_the_deadline_and_then_stripe_is_left_alone(shopper, stripe, monkeypatch):
    monkeypatch.setattr(card_stripe.SERVICE, "seconds", 0.5)
    stripe.be("slow")
    for _time in range(4):
        began = time.monotonic()
        assert begin(shopper).json()["message"] == NOT_NOW
        assert time.monotonic() - began < 15  # the service takes 20
    assert len(stripe.paths) == 3
    assert (state().state, state().problem) == ("open", "deadline")


def test_a_moments_trouble_is_not_even_seen(shopper, stripe):
    stripe.be("once")
    assert begin(shopper).status_code == 200
    assert stripe.paths == ["/v1/customers", "/v1/customers", "/v1/setup_intents"]
    first, second, _setup = (key for _method, _path, key in stripe.state("requests"))
    assert first == second != ""
    assert (state().failures, state().used) == (0, 2)


def test_stripe_says_how_long_it_wants_to_be_left_alone(shopper, stripe):
    stripe.be("status 429", headers={"Retry-After": "900"})
    begin(shopper)
    assert begin(shopper).json()["message"] == NOT_NOW
    assert stripe.paths == ["/v1/customers"]
    row = state()
    assert (row.state, row.retry_at - row.last_failure) == ("open", timedelta(minutes=15))


def test_a_request_that_is_under_way_already_is_no_failure(card, stripe):
    stripe.be("status 409")
    for _time in range(4):
        assert charge(card).state == "unknown"
    assert len(stripe.paths) == 4
    assert (state().state, state().failures) == ("closed", 0)
    stripe.be()
    assert charge(card).state == "done"
    assert stripe.state("charged") == [4600]


def test_an_hour_without_stripe_costs_few_calls_and_no_charge_twice(card, shopper, stripe, monkeypatch):
    stripe.be(away=True)
    assert [charge(card).state for _time in range(6)] == ["unknown"] * 6
    row = state()
    assert (row.state, row.failures, row.retry_at - row.last_failure) == ("open", 3, timedelta(seconds=30))
    start, tried = clock.now(), 0
    for minutes in range(1, 61):
        moment = start + timedelta(minutes=minutes)
        monkeypatch.setattr(clock, "now", lambda moment=moment: moment)
        before = state().failures
        assert charging.resolve_due() == 0
        tried += state().failures - before
    assert tried == 9  # after 30 seconds, then twice as long each time, up to ten minutes
    assert begin(shopper).json()["message"] == NOT_NOW
    stripe.be()
    later = start + timedelta(minutes=75)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert charging.resolve_due() == 1
    assert stripe.state("charged") == [4600]
    assert (CardAttempt.objects.get().state, state().state, state().since) == ("done", "closed", later)
    assert begin(shopper).status_code == 200


def test_calls_are_limited_where_the_operator_says_so(shopper, stripe, settings):
    settings.ENV = replace(settings.ENV, stripe_per_hour=1)
    assert begin(shopper).status_code == 200
    assert begin(shopper).json()["message"] == NOT_NOW
    assert len(stripe.paths) == 2  # one call is a customer and a setup


def test_a_certificate_that_nobody_vouches_for_is_not_trusted(shopper, stripe, settings, tmp_path):
    paths = str(tmp_path / "certificate.pem"), str(tmp_path / "key.pem")
    make_certificate(tmp_path / "certificate.pem", tmp_path / "key.pem")
    with started(*paths) as other:
        settings.ENV = stripe_env(other)
        assert begin(shopper).json()["message"] == NOT_NOW
        assert state().problem == "tls"


def test_a_stand_in_may_be_named_with_a_slash(shopper, stripe, settings):
    settings.ENV = replace(settings.ENV, stripe_api=f"{stripe.address}/")
    assert begin(shopper).status_code == 200
    assert stripe.paths == ["/v1/customers", "/v1/setup_intents"]


def test_a_private_address_is_not_reached(shopper, stripe, settings):
    settings.ENV = replace(settings.ENV, stripe_api="https://169.254.169.254")
    assert begin(shopper).json()["message"] == NOT_NOW
    assert state().problem == "forbidden"
    settings.ENV = stripe_env(stripe)
    settings.PRODUCTION = True
    assert begin(shopper).json()["message"] == NOT_NOW
    assert stripe.paths == []


def test_connections_are_used_again(card, stripe, monkeypatch):
    connections = []
    resolve = outgoing_http._resolve
    monkeypatch.setattr(outgoing_http, "_resolve", lambda *at: connections.append(at) or resolve(*at))
    for number in range(4):
        assert charge(card, f"bill:{number}").state == "done"
    assert len(connections) <= 1


def test_calls_are_counted_and_no_key_or_secret_is_logged(shopper, stripe, caplog):
    from planfront.kernel.observing.metrics import exposition

    caplog.set_level("DEBUG")
    secret = begin(shopper).json()["data"]["secret"]
    stripe.be("other")
    begin(shopper)
    text = exposition().decode()
    for outcome in ("answered", "malformed"):
        assert f'planfront_outside_calls_total{{outcome="{outcome}",service="card.stripe"}}' in text
    for hidden in (SECRET_KEY, secret, "hello"):
        assert hidden not in text + caplog.text


# The page of the back office


def test_the_page_says_how_stripe_stands_and_tries_it(staff, stripe, settings):  # noqa: F811 - the fixture
    assert "Stripe. Not called yet." in port_of(staff.get(PAGE), "card")
    tried = staff.post(PAGE, {"port": "card"})
    assert "Stripe is responding, in test mode." in port_of(tried, "card")
    since = clock.show_hour(state().since)
    words = port_of(staff.get(PAGE), "card")
    assert f"Stripe. Responding since {since}." in words
    host = stripe.address.removeprefix("http://")
    assert f"Host {host} Quota 1 call in this hour Last answer {since} Last failure never" in words
    spanish = staff.post(PAGE, {"port": "card"}, headers={"Accept-Language": "es"})
    assert "Stripe responde, en modo de prueba." in port_of(spanish, "card")
    settings.ENV = replace(settings.ENV, stripe_secret_key="sk_test_wrong")
    for language, sentence in (("en", "It doesn't accept our key."), ("es", "No acepta nuestra clave.")):
        tried = staff.post(PAGE, {"port": "card"}, headers={"Accept-Language": language})
        assert sentence in port_of(tried, "card")
    assert "Stripe. The last call failed. It doesn't accept our key." in port_of(staff.get(PAGE), "card")
    stripe.be("status 403")
    tried = staff.post(PAGE, {"port": "card"})
    assert "Stripe rejected the key (PermissionError)." in port_of(tried, "card")
    stripe.be("status 503")
    for _time in range(3):
        assert "It answered with status 503." in port_of(staff.post(PAGE, {"port": "card"}), "card")
    assert "We won't call it until" in port_of(staff.get(PAGE), "card")
    words = text_of(staff.get(HEALTH))
    assert "Stripe doesn't answer." in words
    assert "While a card processor is down, people can pay by bank account or come back later." in words
    assert "No one has to wait." not in words
    stripe.be()
    OutsideService.objects.update(state="closed")
    assert "In use: Stripe." in text_of(staff.get(HEALTH))
