"""Every way to sign in, for an account with two-step sign-in: none leads past the second step."""

import json

import pyotp
import pytest

from planfront.accounts.models import RecoveryCode, SecondFactor, SingleSignOn, User, VisitorSession
from planfront.accounts.tests import provider as idp
from planfront.accounts.tests.support import mails, secret_of
from planfront.brands.models import Brand
from planfront.kernel import clock
from planfront.members.services import create_member

pytestmark = pytest.mark.django_db
EMAIL = "member@demo.test"
KEY = pyotp.random_base32()


@pytest.fixture
def member(brand):
    user = User.objects.create_user(EMAIL, "planfront-demo", role="member")
    create_member(
        brand=brand,
        user=user,
        first_name="Maren",
        last_name="Castillo",
        birth_date="1989-04-17",
        gender=1,
        email=EMAIL,
        phone="6145550177",
        address1="88 Lindenhall Ave",
        city="Columbus",
        state="OH",
        zip="43215",
        is_smoker=False,
        ssn="",
    )
    SecondFactor.objects.create(user=user, secret=KEY, confirmed_at=clock.now(), created_at=clock.now())
    return user


@pytest.fixture(scope="module")
def provider():
    with idp.running() as server:
        server.down, server.signer = False, server.key
        yield server


def by_password(client, provider):
    return client.post("session/sign-in", {"email": EMAIL, "password": "planfront-demo"})


def by_mailed_link(client, provider):
    client.post("session/link", {"email": EMAIL})
    return client.post("session/link/confirm", {"token": secret_of(mails("account_link")[-1])})


def by_identity_provider(client, provider):
    SingleSignOn.objects.create(
        brand=Brand.objects.get(),
        active=True,
        name="Shop ID",
        issuer=provider.issuer,
        client_id=idp.CLIENT,
        client_secret=idp.SECRET,
        roles=["member"],
    )
    provider.claims = {"sub": "p-7", "email": EMAIL, "email_verified": True}
    begun = client.post("session/sign-on").json()
    code, state = provider.sign_in(begun["data"]["url"])
    return client.post("session/sign-on/confirm", {"code": code, "state": state})


FIRST_STEPS = {
    "/api/v1/session/sign-in": by_password,
    "/api/v1/session/link/confirm": by_mailed_link,
    "/api/v1/session/sign-on/confirm": by_identity_provider,
}
NO_SIGN_IN = {"/api/v1/session", "/api/v1/session/second-factor"}
"""What answers with a session, too: the visitor's, and the second step itself."""


@pytest.mark.parametrize("sign_in", FIRST_STEPS.values(), ids=list(FIRST_STEPS))
def test_no_way_to_sign_in_leads_past_the_second_step(visitor, member, provider, sign_in):
    answer = sign_in(visitor, provider).json()
    assert answer["errorCode"] == "secondFactor", answer
    assert visitor.get("session/me").json()["data"]["role"] == "visitor"
    assert not VisitorSession.objects.filter(user=member).exists()
    wrong = visitor.post("session/second-factor", {"ticket": answer["data"]["ticket"], "code": "000000"})
    assert wrong.status_code == 422
    right = {"ticket": answer["data"]["ticket"], "code": pyotp.TOTP(KEY).at(clock.now())}
    assert visitor.post("session/second-factor", right).json()["data"]["role"] == "member"


@pytest.mark.parametrize("sign_in", FIRST_STEPS.values(), ids=list(FIRST_STEPS))
def test_an_account_without_a_second_factor_is_signed_in_at_once(visitor, member, provider, sign_in):
    SecondFactor.objects.all().delete()
    RecoveryCode.objects.all().delete()
    assert sign_in(visitor, provider).json()["data"]["role"] == "member"


def test_a_link_that_asked_for_the_second_step_has_ended(visitor, stranger, member):
    assert by_mailed_link(visitor, None).json()["errorCode"] == "secondFactor"
    again = stranger.post("session/link/confirm", {"token": secret_of(mails("account_link")[-1])})
    assert again.status_code == 404


@pytest.mark.thorough
def test_every_call_that_answers_with_a_session_is_walked_here(visitor):
    document = visitor.get("openapi.json").json()
    doors = {
        path
        for path, methods in document["paths"].items()
        for operation in methods.values()
        if "SessionInfo" in json.dumps(operation["responses"].get("200", operation["responses"].get(200, {})))
    }
    assert doors == set(FIRST_STEPS) | NO_SIGN_IN
