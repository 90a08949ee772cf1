from datetime import timedelta

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.accounts.tests.support import mails, secret_of
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
NEW = "a-longer-password-7"


@pytest.fixture
def rep(brand):
    return User.objects.create_user("rep@demo.test", "planfront-demo", role="rep", name="Jordan Lee")


@pytest.fixture
def here(visitor, rep):
    visitor.client.defaults["HTTP_USER_AGENT"] = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0"
    visitor.sign_in("rep@demo.test")
    return visitor


@pytest.fixture
def there(stranger, here):
    stranger.sign_in("rep@demo.test")
    return stranger


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("password", {"password": "x", "new_password": NEW}),
        ("email", {"password": "x", "email": "a@b.test"}),
        ("sessions/end", {"session_id": "00000000-0000-4000-8000-000000000000"}),
        ("sessions/end-others", {}),
    ],
)
def test_visitors_have_no_account(visitor, call, body):
    assert visitor.post(f"account/{call}", body).status_code == 401
    assert visitor.get("account/sessions").status_code == 401


def test_changing_the_password_keeps_this_session_and_ends_the_others(here, there):
    wrong = here.post("account/password", {"password": "nope", "new_password": NEW})
    assert wrong.json()["data"] == [{"target_element": "password", "error_message": "The password isn't correct."}]
    weak = here.post("account/password", {"password": "planfront-demo", "new_password": "short"})
    assert [item["target_element"] for item in weak.json()["data"]] == ["new_password"]
    assert here.post("account/password", {"password": "planfront-demo", "new_password": NEW}).status_code == 200
    assert here.get("account/sessions").status_code == 200
    assert there.get("account/sessions").status_code == 401
    assert there.client  # its browser starts again as a visitor
    assert len(mails("account_password_changed")) == 1


@pytest.mark.parametrize(
    ("password", "taken"),
    [
        ("Planfront-2026!", False),
        ("welcome-insurance-1", False),
        ("SHOP-shop-shop-99", False),
        ("planfront-owls-hum-low", True),
        ("839201748362", True),
        ("correct horse battery staple", True),
        ("ñandú y 百 " * 20, True),
    ],
)
def test_a_password_made_of_store_words_only_is_refused(here, password, taken):
    answer = here.post("account/password", {"password": "planfront-demo", "new_password": password})
    assert answer.status_code == (200 if taken else 422)
    if not taken:
        assert answer.json()["data"] == [
            {
                "target_element": "new_password",
                "error_message": "This password is easy to guess because it uses words from this store.",
            }
        ]


def test_a_password_counts_as_it_was_typed(here, stranger):
    long = f"  {'Owls hum low. ' * 15}"
    assert here.post("account/password", {"password": "planfront-demo", "new_password": long}).status_code == 200
    for other in (long.strip(), long.lower(), long[:72]):
        assert stranger.post("session/sign-in", {"email": "rep@demo.test", "password": other}).status_code == 422
    assert stranger.post("session/sign-in", {"email": "rep@demo.test", "password": long}).status_code == 200


def test_guessing_the_password_of_an_open_session_is_slowed_down(here):
    for _ in range(5):
        here.post("account/password", {"password": "nope", "new_password": NEW})
    answer = here.post("account/password", {"password": "planfront-demo", "new_password": NEW})
    assert answer.status_code == 429


def test_a_new_address_counts_once_it_is_confirmed_and_the_old_one_is_told(here, stranger):
    body = {"email": "Jordan@Lee.test", "password": "planfront-demo"}
    assert here.post("account/email", {**body, "password": "nope"}).status_code == 422
    assert here.post("account/email", {**body, "email": "no address"}).status_code == 422
    assert here.post("account/email", {**body, "email": "rep@demo.test"}).status_code == 422
    assert here.post("account/email", body).status_code == 200
    (mail,) = mails("account_email_confirm")
    assert mail.to == "jordan@lee.test"
    assert stranger.sign_in("jordan@lee.test").status_code == 422
    answer = stranger.post("session/email/confirm", {"token": secret_of(mail)})
    assert answer.json()["data"] == {"email": "jordan@lee.test"}
    assert stranger.sign_in("jordan@lee.test").status_code == 200
    (text,) = mails("account_email_changed")
    assert text.to == "rep@demo.test"
    assert "j•••@l•••.test" in text.text
    assert "jordan@lee.test" not in text.text


def test_an_account_without_a_password_changes_its_address_after_a_recent_sign_in(here, rep):
    assert here.get("session/me").json()["data"]["proof"] == "password"
    rep.set_unusable_password()
    rep.save(update_fields=["password"])
    assert here.get("session/me").json()["data"]["proof"] == "none"
    assert here.post("account/email", {"email": "free@demo.test"}).status_code == 200
    with time_machine.travel(clock.now() + timedelta(minutes=14), tick=False):
        here.get("account/sessions")
    with time_machine.travel(clock.now() + timedelta(minutes=16), tick=False):
        assert here.get("session/me").json()["data"]["proof"] == "sign_in"
        (error,) = here.post("account/email", {"email": "other@demo.test"}).json()["data"]
    assert error["error_message"] == "Sign in again with a link first. It confirms that it's you."
    assert [mail.to for mail in mails("account_email_confirm")] == ["free@demo.test"]


def test_the_address_of_another_account_gets_no_mail_and_the_same_answer(here):
    User.objects.create_user("maria@demo.test", None, role="member")
    free = here.post("account/email", {"email": "free@demo.test", "password": "planfront-demo"})
    taken = here.post("account/email", {"email": "maria@demo.test", "password": "planfront-demo"})
    assert taken.json() == free.json()
    assert [mail.to for mail in mails("account_email_confirm")] == ["free@demo.test"]


def test_an_address_that_was_taken_meanwhile_is_refused(here):
    here.post("account/email", {"email": "free@demo.test", "password": "planfront-demo"})
    secret = secret_of(mails("account_email_confirm")[0])
    User.objects.create_user("free@demo.test", None, role="member")
    answer = here.post("session/email/confirm", {"token": secret})
    assert answer.status_code == 409


def test_sessions_are_listed_and_ended_one_by_one(here, there):
    rows = here.get("account/sessions").json()["data"]["result"]
    assert len(rows) == 2
    assert {row["current"]: row["device"] for row in rows} == {True: "Firefox, Windows", False: ""}
    other = next(row["session_id"] for row in rows if not row["current"])
    assert here.post("account/sessions/end", {"session_id": other}).json()["data"] == {"ended": 1}
    assert there.get("account/sessions").status_code == 401
    assert here.post("account/sessions/end", {"session_id": other}).status_code == 404


def test_somebody_elses_session_cannot_be_ended(here, stranger):
    User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    stranger.sign_in("maria@demo.test")
    key = stranger.get("account/sessions").json()["data"]["result"][0]["session_id"]
    assert here.post("account/sessions/end", {"session_id": key}).status_code == 404
    assert stranger.get("account/sessions").status_code == 200


def test_all_other_sessions_end_at_once(here, there):
    assert here.post("account/sessions/end-others").json()["data"] == {"ended": 1}
    assert there.get("account/sessions").status_code == 401
    assert len(here.get("account/sessions").json()["data"]["result"]) == 1
