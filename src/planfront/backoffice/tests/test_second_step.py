import re
from urllib.parse import urlencode

import pyotp
import pytest
import time_machine

from planfront.accounts import factor
from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
LOGIN = {"username": "admin@demo.test", "password": "planfront-demo"}
STEP = "/backoffice/second-step/"


@pytest.fixture
def at():
    with time_machine.travel(clock.now(), tick=False) as travel:
        yield travel


@pytest.fixture
def admin(client, brand, at):
    client.defaults["HTTP_HOST"] = "shop.test"
    return User.objects.create_superuser("admin@demo.test", "planfront-demo")


def code_of(key):
    return pyotp.TOTP(key).at(clock.now())


def set_up(user):
    key = factor.start_setup(user=user, issuer="x").key
    factor.confirm_setup(user=user, code=code_of(key), origin=SYSTEM)
    return key


def test_the_demos_staff_get_in_with_their_password(client, admin):
    assert client.post("/backoffice/login/", LOGIN).headers["Location"] == "/backoffice/"
    assert client.get("/backoffice/").status_code == 200


def test_where_it_is_required_the_first_sign_in_leads_to_the_set_up(client, admin, settings):
    settings.STAFF_SECOND_FACTOR = True
    client.post("/backoffice/login/", LOGIN)
    asked = client.get("/backoffice/brands/brand/", follow=True)
    assert asked.redirect_chain[-1][0] == STEP + "?next=%2Fbackoffice%2Fbrands%2Fbrand%2F"
    key = re.search(r"<code[^>]*>([A-Z2-7]{32})</code>", asked.content.decode())[1]
    assert "data:image/svg+xml" in asked.content.decode()
    assert "This code isn&#x27;t correct" in client.post(STEP, {"code": "000000"}).content.decode()
    assert client.get("/backoffice/").status_code == 302
    codes = client.post(STEP + "?next=/backoffice/brands/brand/", {"code": code_of(key)})
    assert len(re.findall(r"<code>[A-Z0-9]{5}-[A-Z0-9]{5}</code>", codes.content.decode())) == 10
    assert 'href="/backoffice/brands/brand/"' in codes.content.decode()
    assert client.get("/backoffice/brands/brand/").status_code == 200


def test_accounts_with_an_app_need_its_code_at_every_sign_in(client, admin, at):
    key = set_up(admin)
    at.shift(60)
    client.post("/backoffice/login/", LOGIN)
    assert client.get("/backoffice/").status_code == 302
    answer = client.post(STEP, {"code": code_of(key)})
    assert answer.headers["Location"] == "/backoffice/"
    assert client.get("/backoffice/").status_code == 200
    client.post("/backoffice/logout/")
    client.post("/backoffice/login/", LOGIN)
    assert client.get("/backoffice/").status_code == 302
    assert "This code isn&#x27;t correct" in client.post(STEP, {"code": code_of(key)}).content.decode()


def test_a_sign_in_is_recorded_once_both_steps_are_done(client, admin, at):
    def events():
        rows = AuditEvent.objects.filter(action__startswith="backoffice.sign").order_by("at", "id")
        return [(row.action, row.actor_id, row.meta) for row in rows]

    client.post("/backoffice/login/", {**LOGIN, "password": "wrong"})
    refused = ("backoffice.sign_in_refused", None, {})
    assert events() == [refused]
    at.shift(1)
    client.post("/backoffice/login/", LOGIN)
    alone = ("backoffice.signed_in", admin.pk, {"second_factor": False})
    assert events() == [refused, alone]
    client.post("/backoffice/logout/")
    key = set_up(admin)
    at.shift(60)
    client.post("/backoffice/login/", LOGIN)
    assert events() == [refused, alone]
    client.post(STEP, {"code": code_of(key)})
    assert events() == [refused, alone, ("backoffice.signed_in", admin.pk, {"second_factor": True})]


def test_guessing_the_code_is_slowed_down(client, admin):
    set_up(admin)
    client.post("/backoffice/login/", LOGIN)
    for _ in range(5):
        client.post(STEP, {"code": "000000"})
    assert "Too many tries" in client.post(STEP, {"code": "000000"}).content.decode()


def test_the_page_is_for_staff_and_leads_nowhere_else(client, admin, at):
    assert client.get(STEP).headers["Location"] == "/backoffice/login/"
    key = set_up(admin)
    at.shift(60)
    client.post("/backoffice/login/", LOGIN)
    answer = client.post(STEP + "?next=https://elsewhere.test/", {"code": code_of(key)})
    assert answer.headers["Location"] == "/backoffice/"


@pytest.mark.parametrize(
    ("wanted", "leads_to"),
    [
        ("/backoffice/brands/brand/?q=1", "/backoffice/brands/brand/?q=1"),
        ("/backoffice/../../plans", "/backoffice/"),
        ("/backoffice/%2e%2e/plans", "/backoffice/"),
        ("/backoffice/..\\plans", "/backoffice/"),
        ("/plans", "/backoffice/"),
        ("//elsewhere.test/backoffice/", "/backoffice/"),
    ],
)
def test_a_sign_in_leads_to_pages_of_the_back_office_only(client, admin, wanted, leads_to):
    for answer in (
        client.post("/backoffice/login/", {**LOGIN, "next": wanted}),
        client.post(f"/backoffice/login/?{urlencode({'next': wanted})}", LOGIN),
    ):
        assert answer.headers["Location"] == leads_to
        client.post("/backoffice/logout/")
