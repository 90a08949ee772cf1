from datetime import timedelta

import pytest
import time_machine

from planfront.accounts.models import MailToken, User
from planfront.accounts.sign_in_by_mail import services
from planfront.accounts.tests.support import mails, secret_of
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.kernel import clock
from planfront.kernel.jobs.tasks import run_pending

pytestmark = pytest.mark.django_db
NEW = "a-longer-password-7"


@pytest.fixture
def rep(brand):
    return User.objects.create_user("rep@demo.test", "planfront-demo", role="rep", name="Jordan Lee")


@pytest.fixture
def member(brand):
    return User.objects.create_user("maria@demo.test", "planfront-demo", role="member")


def ask_for_link(client, email="rep@demo.test", way="reset"):
    answer = client.post(f"session/{way}", {"email": email})
    assert answer.status_code == 200, answer.content
    run_pending()
    return answer.json()


def confirm(client, secret, password=NEW):
    return client.post("session/reset/confirm", {"token": secret, "password": password})


def test_a_reset_sets_the_password_once_and_ends_every_session(visitor, stranger, rep):
    stranger.sign_in("rep@demo.test")
    ask_for_link(visitor, " Rep@Demo.test ")
    (mail,) = mails("account_reset")
    assert mail.to == "rep@demo.test"
    assert "Shop" in mail.subject
    assert confirm(visitor, secret_of(mail)).json()["message"] == "Your password is set. Sign in with it."
    assert stranger.get("account/sessions").status_code == 401
    assert visitor.sign_in("rep@demo.test").status_code == 422
    assert visitor.sign_in("rep@demo.test", NEW).status_code == 200
    assert confirm(visitor, secret_of(mail), "another-password-8").status_code == 404
    assert [mail.to for mail in mails("account_password_changed")] == ["rep@demo.test"]


@pytest.mark.parametrize("way", ["reset", "link"])
def test_unknown_addresses_get_the_same_answer_and_no_mail(visitor, rep, member, way):
    known, unknown = ask_for_link(visitor, "maria@demo.test", way), ask_for_link(visitor, "nobody@demo.test", way)
    assert known == unknown
    assert len(mails(f"account_{way}")) == 1


def test_a_rep_gets_no_sign_in_link(visitor, rep):
    ask_for_link(visitor, way="link")
    assert mails("account_link") == []


@pytest.mark.parametrize("way", ["reset", "link"])
def test_asking_again_and_again_has_to_wait(visitor, rep, way):
    for _ in range(5):
        ask_for_link(visitor, "nobody@demo.test", way)
    assert visitor.post(f"session/{way}", {"email": "nobody@demo.test"}).status_code == 429
    assert AuditEvent.objects.filter(action=f"session.{way}_slowed").count() == 1


def test_a_refused_password_leaves_the_link_as_it_was(visitor, rep):
    ask_for_link(visitor)
    secret = secret_of(mails("account_reset")[0])
    answer = confirm(visitor, secret, "password")
    assert answer.status_code == 422
    assert answer.json()["data"] == [
        {
            "target_element": "password",
            "error_message": "This password is too short. It must contain at least 12 characters. "
            "This password is too common.",
        }
    ]
    assert confirm(visitor, secret, "rep@demo.test").status_code == 422
    assert confirm(visitor, secret).status_code == 200


def test_links_end_after_a_while_by_a_newer_one_and_on_other_brands(visitor, rep, other_brand, make_client):
    ask_for_link(visitor)
    ask_for_link(visitor)
    old, new = (secret_of(mail) for mail in mails("account_reset"))
    assert confirm(visitor, old).status_code == 404
    assert confirm(make_client("other.test"), new).status_code == 404
    with time_machine.travel(clock.now() + timedelta(minutes=61)):
        assert confirm(visitor, new).status_code == 404
    assert confirm(visitor, new).status_code == 200


def test_only_a_hash_of_the_secret_is_kept(visitor, rep):
    ask_for_link(visitor)
    assert secret_of(mails("account_reset")[0]) not in str(MailToken.objects.values())


def test_a_member_signs_in_by_link_on_another_device_once(visitor, stranger, member):
    ask_for_link(visitor, "maria@demo.test", "link")
    secret = secret_of(mails("account_link")[0])
    info = stranger.post("session/link/info", {"token": secret})
    assert info.json()["data"] == {"purpose": "link", "email": "m•••@d•••.test"}
    answer = stranger.post("session/link/confirm", {"token": secret})
    assert answer.json()["data"]["role"] == "member"
    stranger.token = answer.json()["data"]["token"]
    assert stranger.get("session/me").json()["data"]["email"] == "maria@demo.test"
    assert visitor.post("session/link/confirm", {"token": secret}).status_code == 404
    assert visitor.post("session/link/info", {"token": secret}).status_code == 404


def test_a_sign_in_link_lasts_a_quarter_of_an_hour(visitor, member):
    ask_for_link(visitor, "maria@demo.test", "link")
    with time_machine.travel(clock.now() + timedelta(minutes=15, seconds=1)):
        answer = visitor.post("session/link/confirm", {"token": secret_of(mails("account_link")[0])})
    assert answer.status_code == 404
    assert answer.json()["message"] == "This link is no longer valid. Ask for a new one."


def test_a_link_is_good_for_its_purpose_only(visitor, member):
    ask_for_link(visitor, "maria@demo.test", "link")
    secret = secret_of(mails("account_link")[0])
    assert confirm(visitor, secret).status_code == 404
    assert visitor.post("session/email/confirm", {"token": secret}).status_code == 404


def test_an_invitation_lets_the_person_choose_their_first_password(visitor, brand):
    user = User.objects.create_user("new@demo.test", None, role="rep")
    assert visitor.sign_in("new@demo.test").status_code == 422
    services.invite(brand=brand, user=user, name="Nora", origin=SYSTEM)
    (mail,) = mails("account_invitation")
    assert "Hello Nora" in mail.text
    assert confirm(visitor, secret_of(mail)).status_code == 200
    assert visitor.sign_in("new@demo.test", NEW).status_code == 200
    assert mails("account_password_changed") == []


def test_mails_come_in_the_readers_language(visitor, rep):
    visitor.headers["Accept-Language"] = "es"
    assert ask_for_link(visitor)["message"].startswith("Si esta dirección")
    (mail,) = mails("account_reset")
    assert mail.language == "es"
    assert "Elija una contraseña nueva" in mail.html
    visitor.headers["Accept-Language"] = "en"
    ask_for_link(visitor)
    assert "Set a new password" in mails("account_reset")[1].html
