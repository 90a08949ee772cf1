"""Who may send files to the back office is asked before their bytes are taken."""

import pytest
from django.conf import settings
from django.test import Client

from planfront.accounts.models import User
from planfront.accounts.uploaders import may_upload

pytestmark = pytest.mark.django_db
NAME = settings.SESSION_COOKIE_NAME


def cookies_of(user):
    client = Client()
    client.force_login(user)
    return f"other=1; {NAME}={client.cookies[NAME].value}"


def test_signed_in_staff_may_upload():
    assert may_upload(cookies_of(User.objects.create_user("staff@demo.test", role="staff", is_staff=True)))


@pytest.mark.parametrize("cookies", ["", f"{NAME}=", f"{NAME}=abcdefghijklmnopqrstuvwxyz012345", "pf_visit=x"])
def test_nobody_may_upload_without_a_live_sign_in(cookies):
    assert not may_upload(cookies)


def test_other_roles_and_closed_accounts_may_not_upload():
    member = User.objects.create_user("member@mailbox.example", role="member")
    closed = User.objects.create_user("gone@demo.test", role="staff", is_staff=True)
    kept = cookies_of(closed)
    closed.is_active = False
    closed.save()
    assert not may_upload(cookies_of(member))
    assert not may_upload(kept)
