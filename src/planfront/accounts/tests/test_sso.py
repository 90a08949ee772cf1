"""Single sign-on against a provider that answers over HTTP."""

from datetime import timedelta

import pytest
import time_machine
from joserfc.jwk import RSAKey

from planfront.accounts import factor
from planfront.accounts.models import SecondFactor, SignOnAttempt, SignOnIdentity, SingleSignOn, StaffBrand, User
from planfront.accounts.tests import provider as idp
from planfront.audit.models import AuditEvent
from planfront.brands.models import Brand
from planfront.kernel import clock
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.tests.test_outgoing import dripping_body, peer, silent
from planfront.parties.reps.models import Agent
from tests.fixtures import ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def running():
    with idp.running() as result:
        yield result


@pytest.fixture
def provider(running):
    running.down, running.signer, running.claims = (
        False,
        running.key,
        {"sub": "p-1", "email": "rep@demo.test", "email_verified": True},
    )
    return running


@pytest.fixture
def setting(brand, provider):
    return SingleSignOn.objects.create(
        brand=brand,
        active=True,
        name="Shop ID",
        issuer=provider.issuer,
        client_id=idp.CLIENT,
        client_secret=idp.SECRET,
        roles=["rep", "group", "member"],
    )


@pytest.fixture
def rep(brand):
    user = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep", name="Jordan Lee")
    agent = Agent.objects.create(code="JLEE", first_name="Jordan", last_name="Lee", user=user)
    agent.brands.add(brand)
    return user


def begun(client):
    answer = client.post("session/sign-on")
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]["url"]


def back(client, code, state):
    return client.post("session/sign-on/confirm", {"code": code, "state": state})


def enter(client, provider, **changes):
    return back(client, *provider.sign_in(begun(client), **changes))


def refusals():
    return [event.meta["why"] for event in AuditEvent.objects.filter(action="session.sign_on_refused")]


def test_single_sign_on_is_off_by_default(visitor, brand):
    assert visitor.get("session/sign-on").json()["data"] == {"name": ""}
    assert visitor.post("session/sign-on").status_code == 404


def test_a_rep_signs_in_with_the_brands_provider(visitor, setting, provider, rep):
    assert visitor.get("session/sign-on").json()["data"] == {"name": "Shop ID"}
    answer = enter(visitor, provider)
    assert answer.json()["data"]["role"] == "rep"
    visitor.token = answer.json()["data"]["token"]
    assert visitor.get("session/me").json()["data"]["party"] == "Jordan Lee"
    assert not SignOnAttempt.objects.exists()
    stored = SingleSignOn.objects.filter(pk=setting.pk).extra(select={"kept": "client_secret"}).values_list("kept")
    assert idp.SECRET not in str(stored)


def test_a_state_counts_once_in_its_own_session_and_for_ten_minutes(visitor, stranger, setting, provider, rep):
    code, state = provider.sign_in(begun(visitor))
    assert back(stranger, code, state).status_code == 404
    assert back(visitor, code, "another").status_code == 404
    first = back(visitor, code, state)
    assert first.status_code == 200
    visitor.token = first.json()["data"]["token"]
    assert back(visitor, code, state).status_code == 404
    late = provider.sign_in(begun(stranger))
    with time_machine.travel(clock.now() + timedelta(minutes=11), tick=False):
        assert back(stranger, *late).status_code == 404


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"nonce": "another"}, "nonce"),
        ({"nonce": None}, "nonce"),
        ({"aud": "another-store"}, "aud"),
        ({"aud": [idp.CLIENT, "another-store"]}, "azp"),
        ({"iss": "http://127.0.0.1:9/"}, "iss"),
        ({"exp": 1_000_000_000}, "exp"),
        ({"iat": 32_000_000_000}, "iat"),
    ],
)
def test_an_invalid_token_signs_nobody_in(visitor, setting, provider, rep, changes, why):
    answer = enter(visitor, provider, **changes).json()
    assert answer["errorCode"] == "ssoRefused", answer
    assert len(refusals()) == 1
    assert why in refusals()[0] or "expired" in refusals()[0] or "token" in refusals()[0]
    assert visitor.get("session/me").json()["data"]["role"] == "visitor"


def test_a_token_signed_by_somebody_else_is_refused(visitor, setting, provider, rep):
    provider.signer = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
    assert enter(visitor, provider).json()["errorCode"] == "ssoRefused"
    assert refusals() == ["bad_signature"]


@pytest.mark.parametrize(
    "claims",
    [
        {"email": "nobody@demo.test"},
        {"email": ""},
        {"email_verified": False},
        {"email": "there@demo.test"},
        {"email": "gone@demo.test"},
        {"email": "staff@demo.test"},
        {"email": "rep@elsewhere.test"},
    ],
)
def test_only_active_accounts_of_the_brand_and_allowed_roles_sign_in(
    visitor, setting, provider, rep, other_brand, claims
):
    setting.email_domains = "demo.test"
    setting.save()
    there = User.objects.create_user("there@demo.test", role="rep")
    Agent.objects.create(code="T", first_name="T", last_name="T", user=there).brands.add(other_brand)
    gone = User.objects.create_user("gone@demo.test", role="rep", is_active=False)
    Agent.objects.create(code="G", first_name="G", last_name="G", user=gone).brands.add(setting.brand)
    User.objects.create_user("staff@demo.test", role="staff", is_staff=True, staff_role="admin", all_brands=True)
    away = User.objects.create_user("rep@elsewhere.test", role="rep")
    Agent.objects.create(code="E", first_name="E", last_name="E", user=away).brands.add(setting.brand)
    provider.claims |= claims
    answer = enter(visitor, provider).json()
    assert answer["errorCode"] == "ssoRefused"
    assert "No account here can sign in with" in answer["message"]
    assert refusals() == ["account"]
    assert not SignOnIdentity.objects.exists()
    assert User.objects.count() == 5


def test_staff_sign_in_only_where_the_setting_allows_it(visitor, setting, provider, other_brand, settings):
    staff = User.objects.create_user("staff@demo.test", role="staff", is_staff=True, staff_role="reader")
    setting.roles = ["staff"]
    setting.save()
    provider.claims |= {"email": "staff@demo.test"}
    StaffBrand.objects.create(user=staff, brand_id=other_brand.pk)
    assert enter(visitor, provider).json()["errorCode"] == "ssoRefused"
    StaffBrand.objects.create(user=staff, brand_id=setting.brand_id)
    settings.STAFF_SECOND_FACTOR = True
    assert enter(visitor, provider).json()["errorCode"] == "secondFactorMissing"
    settings.STAFF_SECOND_FACTOR = False
    assert enter(visitor, provider).json()["data"]["role"] == "staff"


def test_the_second_factor_is_asked_for_after_the_provider(visitor, setting, provider, rep):
    factor.start_setup(user=rep, issuer="Shop")
    SecondFactor.objects.filter(user=rep).update(confirmed_at=clock.now())
    answer = enter(visitor, provider).json()
    assert answer["errorCode"] == "secondFactor"
    assert answer["data"]["ticket"]


def test_an_account_stays_with_the_first_person_linked_to_it(visitor, stranger, setting, provider, rep):
    assert enter(visitor, provider).status_code == 200
    # Somebody else has got the address since.
    provider.claims |= {"sub": "p-2"}
    assert enter(stranger, provider).json()["errorCode"] == "ssoRefused"
    # The same person signs in with whatever address the provider has.
    provider.claims |= {"sub": "p-1", "email": "renamed@demo.test", "email_verified": False}
    assert enter(stranger, provider).json()["data"]["role"] == "rep"


def test_an_unreachable_provider_is_reported_and_the_password_still_works(visitor, setting, provider, rep, monkeypatch):
    code, state = provider.sign_in(begun(visitor))
    provider.down = True
    assert visitor.post("session/sign-on").json()["errorCode"] == "ssoUnavailable"
    answer = back(visitor, code, state).json()
    assert answer["errorCode"] == "ssoUnavailable"
    assert answer["message"].startswith("We can't reach Shop ID right now.")
    setting.issuer = "http://127.0.0.1:9"
    setting.save()
    assert visitor.post("session/sign-on").json()["errorCode"] == "ssoUnavailable"
    assert visitor.sign_in("rep@demo.test").status_code == 200
    away = AuditEvent.objects.filter(action="session.sign_on_unreachable")
    assert away.count() == 3
    assert all(event.meta["why"] for event in away)


@pytest.mark.parametrize("status", ["302 Found\r\nLocation: /elsewhere", "404 Not Found", "500 Internal Server Error"])
def test_a_token_endpoint_that_fails_counts_as_unreachable(visitor, setting, provider, rep, monkeypatch, status):
    code, state = provider.sign_in(begun(visitor))
    response = f"HTTP/1.1 {status}\r\nContent-Length: 4\r\n\r\nBusy".encode()
    with peer(lambda connection: connection.sendall(response)) as (port, _callers):
        document = provider.document

        def document_with_other_endpoint(path):
            return document(path) | {"token_endpoint": f"http://127.0.0.1:{port}/token"}

        monkeypatch.setattr(provider, "document", document_with_other_endpoint)
        assert back(visitor, code, state).json()["errorCode"] == "ssoUnavailable"


@pytest.mark.parametrize(
    "settings_text", ['{"issuer": "%s", "authorization_endpoint": "https://xn--a.-b.example/"}', "[" * 100_000]
)
def test_settings_that_no_provider_would_send_count_as_unreachable(visitor, setting, settings_text):
    response = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"

    def answer(connection):
        connection.sendall((response + settings_text.replace("%s", setting.issuer)).encode())

    with peer(answer) as (port, _callers):
        setting.issuer = f"http://127.0.0.1:{port}"
        setting.save()
        assert visitor.post("session/sign-on").json()["errorCode"] == "ssoUnavailable"


def test_a_code_unknown_to_the_provider_is_refused(visitor, setting, provider, rep):
    _code, state = provider.sign_in(begun(visitor))
    assert back(visitor, "made-up", state).json()["errorCode"] == "ssoRefused"
    assert refusals() == ["invalid_grant"]


def test_repeated_redirects_to_the_provider_are_slowed_down(visitor, setting, provider):
    for _number in range(5):
        begun(visitor)
    assert visitor.post("session/sign-on").status_code == 429
    assert AuditEvent.objects.filter(action="session.single_sign_on_slowed").count() == 1


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.mark.parametrize(
    ("issuer", "words"),
    [
        ("https://169.254.169.254/latest", "169.254.169.254 is an address of a private network or of this machine"),
        ("https://10.0.0.8", "10.0.0.8 is an address of a private network"),
        ("https://[::ffff:127.0.0.1]/", "is an address of a private network"),
        ("http://id.example", "must start with https"),
    ],
)
def test_a_provider_on_an_internal_address_is_refused_with_a_helpful_message(staff, brand, issuer, words):
    sent = {"brand": brand.pk, "active": "on", "name": "Shop ID", "issuer": issuer, "client_id": "x", "roles": ["rep"]}
    page = staff.post("/backoffice/accounts/singlesignon/add/", sent)
    assert page.status_code == 200
    assert words in page.content.decode()
    assert not SingleSignOn.objects.exists()


def test_a_saved_provider_on_an_internal_address_is_not_called(visitor, setting, settings):
    settings.PRODUCTION = True
    with peer(silent) as (port, callers):
        SingleSignOn.objects.update(issuer=f"https://127.0.0.1:{port}")
        assert visitor.post("session/sign-on").json()["errorCode"] == "ssoUnavailable"
        assert callers == []


def test_a_dripping_provider_costs_one_deadline_and_the_next_call_fails_at_once(visitor, setting, monkeypatch):
    monkeypatch.setattr(outgoing, "SECONDS", 0.5)
    with peer(dripping_body) as (port, callers):
        SingleSignOn.objects.update(issuer=f"http://127.0.0.1:{port}")
        for _press in range(4):
            assert visitor.post("session/sign-on").json()["errorCode"] == "ssoUnavailable"
        assert len(callers) == 1


def test_another_brands_store_offers_no_single_sign_on(setting, other_brand, provider, rep):
    there = ApiClient("other.test")
    assert there.get("session/sign-on").json()["data"] == {"name": ""}
    assert Brand.objects.count() == 2
