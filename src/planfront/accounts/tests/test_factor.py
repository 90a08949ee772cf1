import pyotp
import pytest
import time_machine

from planfront.accounts.models import RecoveryCode, SecondFactor, User
from planfront.audit.models import AuditEvent
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
PASSWORD = {"password": "planfront-demo"}


@pytest.fixture
def rep(brand):
    return User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")


@pytest.fixture
def at():
    with time_machine.travel(clock.now(), tick=False) as travel:
        yield travel


@pytest.fixture
def here(at, visitor, rep):
    visitor.sign_in("rep@demo.test")
    return visitor


def code_of(key):
    return pyotp.TOTP(key).at(clock.now())


@pytest.fixture
def turned_on(here):
    """The key and the recovery codes of an account with two-step sign-in."""
    data = here.post("account/second-factor/start", PASSWORD).json()["data"]
    answer = here.post("account/second-factor/confirm", {"code": code_of(data["key"])})
    assert answer.status_code == 200, answer.content
    return data["key"], answer.json()["data"]["codes"]


def first_step(client, email="rep@demo.test"):
    answer = client.post("session/sign-in", {"email": email, "password": "planfront-demo"})
    assert answer.json()["errorCode"] == "secondFactor"
    return answer.json()["data"]["ticket"]


def second_step(client, ticket, code):
    return client.post("session/second-factor", {"ticket": ticket, "code": code})


def test_setting_up_needs_the_password_and_a_right_code(here):
    assert here.post("account/second-factor/start", {"password": "nope"}).status_code == 422
    data = here.post("account/second-factor/start", PASSWORD).json()["data"]
    assert data["uri"].startswith("otpauth://totp/Shop:rep%40demo.test?secret=" + data["key"])
    assert data["qr"].startswith("data:image/svg+xml")
    assert here.post("account/second-factor/confirm", {"code": "000000"}).status_code == 422
    assert here.get("account/second-factor").json()["data"] == {"on": False, "codes_left": 0}
    codes = here.post("account/second-factor/confirm", {"code": code_of(data["key"])}).json()["data"]["codes"]
    assert len(set(codes)) == 10
    assert here.get("account/second-factor").json()["data"] == {"on": True, "codes_left": 10}
    assert here.post("account/second-factor/start", PASSWORD).status_code == 422
    assert data["key"] not in str(list(SecondFactor.objects.values()))
    assert codes[0] not in str(list(RecoveryCode.objects.values()))


def test_a_sign_in_takes_two_steps_and_each_code_once(turned_on, stranger, at):
    key, _codes = turned_on
    at.shift(30)
    ticket = first_step(stranger)
    assert stranger.get("session/me").json()["data"]["role"] == "visitor"
    assert second_step(stranger, ticket, "000000").json()["data"][0]["target_element"] == "code"
    code = code_of(key)
    answer = second_step(stranger, ticket, f" {code[:3]} {code[3:]} ")
    assert answer.json()["data"]["role"] == "rep"
    stranger.token = answer.json()["data"]["token"]
    assert second_step(stranger, first_step(stranger), code).status_code == 422


def test_a_clock_half_a_minute_off_is_fine_and_a_minute_is_not(turned_on, stranger, at):
    key, _codes = turned_on
    at.shift(300)
    ticket, now = first_step(stranger), int(clock.now().timestamp())
    assert second_step(stranger, ticket, pyotp.TOTP(key).at(now - 60)).status_code == 422
    code = pyotp.TOTP(key).at(now - 30)
    assert second_step(stranger, ticket, f"{code[:3]}-{code[3:]}").status_code == 200


def test_a_recovery_code_works_once(turned_on, stranger, make_client):
    _key, codes = turned_on
    assert second_step(stranger, first_step(stranger), codes[0].lower()).status_code == 200
    other = make_client("shop.test")
    assert second_step(other, first_step(other), codes[0]).status_code == 422
    assert AuditEvent.objects.filter(action="account.recovery_code_used").count() == 1


def test_a_ticket_is_for_its_session_and_a_few_minutes(turned_on, stranger, make_client, at):
    _key, codes = turned_on
    ticket = first_step(stranger)
    assert second_step(make_client("shop.test"), ticket, codes[0]).status_code == 404
    assert second_step(stranger, ticket + "x", codes[0]).status_code == 404
    at.shift(301)
    assert second_step(stranger, ticket, codes[0]).status_code == 404


def test_guessing_codes_is_slowed_down(turned_on, stranger):
    _key, codes = turned_on
    ticket = first_step(stranger)
    for _ in range(5):
        assert second_step(stranger, ticket, "000000").status_code == 422
    assert second_step(stranger, ticket, codes[0]).status_code == 429
    assert AuditEvent.objects.filter(action="session.second_factor_refused").count() == 5


def test_new_recovery_codes_end_the_old_ones(turned_on, here, stranger):
    _key, codes = turned_on
    assert here.post("account/second-factor/codes", {"password": "nope"}).status_code == 422
    renewed = here.post("account/second-factor/codes", PASSWORD).json()["data"]["codes"]
    ticket = first_step(stranger)
    assert second_step(stranger, ticket, codes[0]).status_code == 422
    assert second_step(stranger, ticket, renewed[0]).status_code == 200


def test_turning_it_off_needs_the_password(turned_on, here, stranger):
    assert here.post("account/second-factor/off", {"password": "nope"}).status_code == 422
    assert here.post("account/second-factor/off", PASSWORD).status_code == 200
    assert stranger.sign_in("rep@demo.test").json()["data"]["role"] == "rep"


def test_staff_without_one_are_sent_to_the_back_office(stranger, settings):
    result = {"role": "staff", "is_staff": True, "staff_role": "reader", "all_brands": True}
    User.objects.create_user("staff@demo.test", "planfront-demo", **result)
    settings.STAFF_SECOND_FACTOR = True
    body = {"email": "staff@demo.test", "password": "planfront-demo"}
    assert stranger.post("session/sign-in", body).json()["errorCode"] == "secondFactorMissing"
    assert stranger.get("session/me").json()["data"]["role"] == "visitor"
