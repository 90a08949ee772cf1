"""Who is kept out by somebody's guesses: whoever guesses, and nobody who is known."""

import pytest
import time_machine
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from planfront.accounts import constant_time, trusted_devices
from planfront.accounts.hashers import Argon2
from planfront.accounts.models import TrustedDevice, User, VisitorSession
from planfront.kernel import clock
from planfront.kernel.http.networks import network_of
from tests.fixtures import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]
EMAIL = "rep@demo.test"


@pytest.fixture
def rep(brand):
    return User.objects.create_user(EMAIL, "planfront-demo", role="rep", name="Jordan Lee")


def at(address, client=None):
    """A browser at a network address."""
    api_client = client or ApiClient("shop.test")
    api_client.client.defaults["REMOTE_ADDR"] = address
    return api_client


def guess(*addresses, times=6, email=EMAIL):
    """Wrong passwords from each address; the last answer."""
    for address in addresses:
        attacker = at(address)
        for _number in range(times):
            answer = attacker.sign_in(email, "wrong")
    return answer


def guess_from_everywhere(email=EMAIL):
    """Until all strangers have to wait."""
    answer = guess(*(f"198.51.100.{number}" for number in range(1, 10)), email=email)
    assert answer.status_code == 429
    assert at("198.51.100.200").sign_in(email, "wrong").status_code == 429


def test_five_wrong_passwords_from_elsewhere_keep_nobody_out(visitor, rep):
    assert guess("198.51.100.7").status_code == 429
    assert at("203.0.113.5").sign_in(EMAIL).status_code == 200


def test_a_browser_that_signed_in_before_gets_in_whatever_strangers_try(rep):
    own = at("203.0.113.5")
    assert own.sign_in(EMAIL).status_code == 200
    own.post("session/sign-out")
    own.start()
    guess_from_everywhere()
    # On the way, in another network, even in the guesser's own.
    for address in ("203.0.113.5", "192.0.2.44", "198.51.100.1"):
        assert at(address, own).sign_in(EMAIL).status_code == 200
        own.post("session/sign-out")
        own.start()


def test_a_network_that_was_signed_in_from_is_counted_on_its_own(rep):
    assert at("203.0.113.5").sign_in(EMAIL).status_code == 200
    guess_from_everywhere()
    assert at("203.0.113.5").sign_in(EMAIL).status_code == 200
    assert at("203.0.113.6").sign_in(EMAIL).status_code == 429


def test_a_known_browser_has_to_wait_after_its_own_guesses(rep):
    own = at("203.0.113.5")
    own.sign_in(EMAIL)
    statuses = [own.sign_in(EMAIL, "wrong").status_code for _number in range(6)]
    assert statuses == [422] * 5 + [429]


def test_a_made_up_cookie_is_a_stranger(rep, settings):
    guess_from_everywhere()
    for secret in ("", "x", "a-secret-that-nobody-was-given"):
        made_up = at("192.0.2.9")
        made_up.client.cookies[settings.BROWSER_COOKIE] = secret
        assert made_up.sign_in(EMAIL).status_code == 429


def test_somebody_elses_browser_is_a_stranger_to_the_account(rep):
    User.objects.create_user("other@demo.test", "planfront-demo", role="rep")
    other = at("192.0.2.9")
    assert other.sign_in("other@demo.test").status_code == 200
    guess_from_everywhere()
    assert other.sign_in(EMAIL).status_code == 429


def test_places_are_kept_as_hashes_of_the_last_twenty_for_half_a_year(rep):
    now = clock.now()
    with time_machine.travel(now, tick=False) as travel:
        for number in range(25):
            assert at(f"203.0.113.{number}").sign_in(EMAIL).status_code == 200
        assert TrustedDevice.objects.count() == 20
        assert "203.0.113" not in str(list(TrustedDevice.objects.values()))
        travel.shift(trusted_devices.KEPT)
        guess_from_everywhere()
        assert at("203.0.113.24").sign_in(EMAIL).status_code == 429
        travel.shift(1)
        trusted_devices.prune(clock.now())
        assert TrustedDevice.objects.count() == 0


def test_one_subscriber_of_ipv6_is_one_network():
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::"
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert network_of("not an address") == "not an address"


STAFF = {"username": "admin@demo.test", "password": "planfront-demo"}


def staff_browser(address):
    return Client(headers={"Host": "shop.test"}, REMOTE_ADDR=address)


def staff_sign_in(browser, **changes):
    return browser.post("/backoffice/login/", {**STAFF, **changes}).status_code


def test_staff_get_in_from_their_own_browser_too(brand):
    User.objects.create_superuser("admin@demo.test", "planfront-demo")
    own = staff_browser("203.0.113.5")
    assert staff_sign_in(own) == 302
    own.post("/backoffice/logout/")
    for number in range(1, 10):
        attacker = staff_browser(f"198.51.100.{number}")
        for _number in range(6):
            staff_sign_in(attacker, password="wrong")
    assert staff_sign_in(staff_browser("198.51.100.200")) == 200
    own.defaults["REMOTE_ADDR"] = "192.0.2.44"
    assert staff_sign_in(own) == 302


def work_of(call):
    """The status of a call, its statements by kind, and how many jobs it left."""
    jobs = DBTaskResult.objects.count()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = call()
    kinds = sorted(query["sql"].split()[0] for query in queries)
    return answer.status_code, kinds, DBTaskResult.objects.count() - jobs


@pytest.mark.parametrize("way", ["reset", "link"])
def test_asking_for_a_mail_costs_the_same_for_everybody(brand, way):
    User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    asker = at("203.0.113.5")
    asker.post(f"session/{way}", {"email": "first@demo.test"})
    known, unknown = (
        work_of(lambda email=email: asker.post(f"session/{way}", {"email": email}))
        for email in ("maria@demo.test", "nobody@demo.test")
    )
    assert known == unknown
    assert known[2] == 1


@pytest.mark.parametrize("algorithm", ["argon2", "pbkdf2_sha256", "none"])
def test_a_wrong_password_costs_the_same_for_everybody(brand, settings, monkeypatch, algorithm):
    settings.PASSWORD_HASHERS = [
        "planfront.accounts.hashers.Argon2",
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    ]
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 10)
    user = User.objects.create_user(EMAIL, "planfront-demo", role="rep")
    if algorithm == "pbkdf2_sha256":
        user.password = PBKDF2PasswordHasher().encode("planfront-demo", "a-salt-of-22-characters")
    if algorithm == "none":
        user.set_unusable_password()
    user.save()
    hashed = []
    for hasher in (Argon2, PBKDF2PasswordHasher):
        counted(monkeypatch, hasher, hashed)
    done = []
    for email in (EMAIL, "nobody@demo.test"):
        hashed.clear()
        assert at("203.0.113.5").sign_in(email, "wrong").status_code == 422
        done.append(sorted(hashed))
    assert done[0] == done[1]
    assert done[0] == (["argon2", "pbkdf2_sha256"] if algorithm == "pbkdf2_sha256" else ["argon2"])


def counted(monkeypatch, hasher, hashed):
    """Note each password that a hasher works on; checking one encodes it in PBKDF2, and doesn't in Argon2."""
    encode, verify = hasher.encode, hasher.verify

    def noted_encode(self, *arguments, **more):
        hashed.append(self.algorithm)
        return encode(self, *arguments, **more)

    def noted_verify(self, *arguments):
        if self.algorithm == "argon2":
            hashed.append(self.algorithm)
        return verify(self, *arguments)

    monkeypatch.setattr(hasher, "encode", noted_encode)
    monkeypatch.setattr(hasher, "verify", noted_verify)


def test_an_older_hash_is_renewed_at_the_next_sign_in(brand, settings):
    settings.PASSWORD_HASHERS = [
        "planfront.accounts.hashers.Argon2",
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    ]
    user = User.objects.create_user(EMAIL, "planfront-demo", role="rep")
    user.password = PBKDF2PasswordHasher().encode("planfront-demo", "a-salt-of-22-characters", iterations=10)
    user.save()
    assert at("203.0.113.5").sign_in(EMAIL).status_code == 200
    user.refresh_from_db()
    assert user.password.startswith("argon2$argon2id$v=19$m=32768,t=3,p=1$")
    assert at("203.0.113.5").sign_in(EMAIL).status_code == 200


def test_refusals_do_no_older_work_once_every_hash_is_renewed(brand, settings, monkeypatch):
    hashed = []
    monkeypatch.setattr(Argon2, "encode", lambda self, *_arguments: hashed.append(self.algorithm))
    settings.PASSWORD_HASHERS = [
        "planfront.accounts.hashers.Argon2",
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    ]
    constant_time.work_as_for_everybody("x", "")
    assert hashed == ["argon2"]


def test_new_visits_are_limited_per_network_and_running_visits_go_on(brand, settings):
    from dataclasses import replace

    settings.ENV = replace(settings.ENV, sessions_per_address=3)
    own = Client(headers={"Host": "shop.test"}, REMOTE_ADDR="203.0.113.5")
    assert own.post("/api/v1/session").status_code == 200
    flood = [
        Client(headers={"Host": "shop.test"}, REMOTE_ADDR="203.0.113.5").post("/api/v1/session") for _number in range(5)
    ]
    assert [answer.status_code for answer in flood] == [200, 200, 429, 429, 429]
    assert flood[-1].json()["message"].startswith("Too many visits started from your network.")
    assert 0 < int(flood[-1].headers["Retry-After"]) <= 600
    assert VisitorSession.objects.count() == 3
    assert own.post("/api/v1/session").status_code == 200
    elsewhere = Client(headers={"Host": "shop.test"}, REMOTE_ADDR="203.0.113.6")
    assert elsewhere.post("/api/v1/session").status_code == 200
