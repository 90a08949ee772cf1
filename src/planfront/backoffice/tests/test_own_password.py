"""Staff change their own password under the rules of the store: limits, words, ends of sessions, the record."""

from html import unescape

import pytest
from django.test import Client

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.messaging.models import OutboundEmail

pytestmark = pytest.mark.django_db
PAGE, DONE = "/backoffice/password_change/", "/backoffice/password_change/done/"
OLD, NEW = "planfront-demo", "paddle over copper moss"


@pytest.fixture
def staff(brand):
    return User.objects.create_superuser("robin@demo.test", OLD)


@pytest.fixture
def office(client, staff):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(staff)
    return client


def change(client, old=OLD, new=NEW):
    return client.post(PAGE, {"old_password": old, "new_password1": new, "new_password2": new})


def test_a_new_password_ends_other_sessions_and_is_recorded_and_mailed(office, staff, make_client):
    elsewhere = Client(HTTP_HOST="shop.test")
    elsewhere.force_login(staff)
    store = make_client("shop.test")
    assert store.sign_in("robin@demo.test").status_code == 200
    assert change(office).headers["Location"] == DONE
    assert office.get(DONE).status_code == 200
    assert elsewhere.get(PAGE).status_code == 302
    assert store.get("session/me").status_code == 401
    assert AuditEvent.objects.filter(action="account.password_set", actor_id=staff.pk).count() == 1
    assert OutboundEmail.objects.get(kind="account_password_changed").to == "robin@demo.test"
    staff.refresh_from_db()
    assert staff.check_password(NEW)


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("planfront-insurance", "because it uses words from this store"),
        ("shop-shop-shop", "because it uses words from this store"),
        ("qwertyuiop123", "too common"),
        ("123456789012", "stolen elsewhere"),
        ("short", "too short"),
    ],
)
def test_a_password_that_is_easy_to_guess_is_refused_with_the_reason(office, staff, new, reason):
    assert reason in change(office, new=new).content.decode()
    staff.refresh_from_db()
    assert staff.check_password(OLD)


def test_guessing_the_old_password_is_limited_to_five_attempts(office, staff):
    pages = [change(office, old=f"guess {number}").content.decode() for number in range(6)]
    assert ["The password isn't correct." in unescape(page) for page in pages] == [True] * 5 + [False]
    assert "Too many tries" in pages[5]
    assert "Too many tries" in change(office).content.decode()
    staff.refresh_from_db()
    assert staff.check_password(OLD)
