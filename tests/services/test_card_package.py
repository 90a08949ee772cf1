"""The example card gateway, installed as a package: a check on the bank's own page, its webhook, charges, fields."""

import hashlib
import hmac
import importlib
import json
import time
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest
from django.test import Client

from planfront.billing import vault
from planfront.billing.charging import charge_card, refund_card
from planfront.billing.models import CardSetup, PaymentMethod, PaymentRule
from planfront.enrollment.tests.conftest import *  # noqa: F403 - the wizard and its store
from planfront.enrollment.tests.test_hosted_cards import BACK, PLACE
from planfront.integrations import ports
from planfront.integrations.ports import Unavailable
from planfront.kernel.jobs import tasks
from planfront.kernel.models import OutsideService
from tests.services.acme_cards import KEY, SECRET, serve

pytestmark = pytest.mark.django_db
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "card-acme"


@pytest.fixture
def acme(tmp_path, monkeypatch, settings):
    """The package as pip leaves it, and chosen."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    folder = tmp_path / "acme_card-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [f"{name} = {place}" for name, place in project["entry-points"][ports.GROUP].items()]
    (folder / "entry_points.txt").write_text("\n".join([f"[{ports.GROUP}]", *lines]))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(EXAMPLE))
    importlib.invalidate_caches()
    ports.forget_adapters()
    with serve() as gateway:
        monkeypatch.setenv("ACME_CARDS_URL", gateway.url)
        monkeypatch.setenv("ACME_CARDS_KEY", KEY)
        monkeypatch.setenv("ACME_CARDS_SECRET", SECRET)
        settings.ADAPTERS, settings.CARDS_OFFERED = {"card": "acme"}, True
        yield gateway
    ports.forget_adapters()


@pytest.fixture
def by_acme(acme, wizard, store):
    PaymentRule.objects.create(brand_id=store.brand.pk, method="cc", descriptor="PLANSHOP")
    return wizard


def send_event(setup, *, secret=SECRET, age=0):
    body = json.dumps({"id": f"event of {setup}", "kind": "setup.kept", "setup": setup})
    moment = int(time.time()) - age
    signature = hmac.new(secret.encode(), f"{moment}.{body}".encode(), hashlib.sha256).hexdigest()
    headers = {"Acme-Signature": f"{moment}.{signature}"}
    answer = Client(HTTP_HOST="shop.test").post("/webhooks/card/acme", body, "application/json", headers=headers)
    return answer.status_code


def test_a_packages_gateway_takes_cards_from_setup_to_refund(by_acme, acme):
    begun = by_acme.post("begin-card-setup", back=BACK).json()["data"]
    assert begun["redirect"] == f"{acme.url}/bank?setup=s0"
    assert begun["secret"] == "secret of s0"
    (row,) = acme.setups.values()
    assert row["back"] == f"http://shop.test{BACK}?card_setup={begun['card_token']}"
    acme.keep("s0")
    assert [send_event("s0", secret="another"), send_event("s0", age=3600), send_event("s0"), send_event("s0")] == [
        400,
        400,
        200,
        200,
    ]
    tasks.run_pending()
    assert CardSetup.objects.get().state == "kept"
    assert by_acme.data("get-waiting-card")["result"]["card"] == "Visa ending 4242, expires 07/2031"
    assert by_acme.post("save-billing-info", **PLACE, card_token=begun["card_token"]).status_code == 200
    method = PaymentMethod.objects.get()
    assert (method.card_gateway, method.card_token, method.card_customer) == ("acme", "card 1", "customer-s0")
    charge = charge_card(payment_method=method, amount=Decimal("46.00"), subject="bill:1")
    assert (charge.state, charge.reference) == ("done", "charges 0")
    assert refund_card(charge=charge, amount=Decimal("46.00"), subject="credit:1").state == "done"
    method.card_token = "card stolen"
    method.save()
    declined = charge_card(payment_method=method, amount=Decimal("46.00"), subject="bill:2")
    assert (declined.state, declined.code, declined.remedy) == ("declined", "stolen", "card")
    vault.delete_cards_of([method.enrollment_id])
    tasks.run_pending()
    assert acme.deleted == ["customer-s0"]


def test_its_origin_and_its_module_are_on_the_billing_page_alone(by_acme, acme):
    page = Client(HTTP_HOST="shop.test").get(BACK)
    assert f"script-src 'self' {acme.url};" in page.headers["Content-Security-Policy"]
    assert f'"module":"{acme.url}/fields.js"' in page.content.decode()
    other = Client(HTTP_HOST="shop.test").get("/enrollment/contact-info")
    assert acme.url not in other.headers["Content-Security-Policy"] + other.content.decode()
    assert '"gateway":"acme"' in other.content.decode()


def test_settings_that_it_lacks_are_named_and_a_wrong_key_is_known_to_the_operator(acme, monkeypatch):
    monkeypatch.setenv("ACME_CARDS_KEY", "another key")
    with pytest.raises(Unavailable):
        ports.adapter("card")().read_setup("s0")
    assert OutsideService.objects.get(pk="card.acme").problem == "status 401"
    monkeypatch.delenv("ACME_CARDS_KEY")
    assert ports.problem_of("card") == "CARD_GATEWAY=acme needs ACME_CARDS_KEY (or ACME_CARDS_KEY_FILE)."
