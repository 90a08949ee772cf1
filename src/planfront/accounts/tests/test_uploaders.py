"""Who may send files to the back office is known before their bytes are taken, and without the database."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from planfront.accounts.models import User
from planfront.accounts.uploaders import may_upload

NAME = settings.UPLOAD_COOKIE


def page_for(**facts):
    """A browser that has a page of the back office, and its Cookie header."""
    client = Client(headers={"host": "shop.test"})
    client.force_login(User.objects.create_user(**facts))
    client.get("/backoffice/")
    sent = client.cookies.get(NAME)
    return client, f"other=1; {NAME}={sent.value}" if sent else ""


@pytest.mark.usefixtures("brand")
def test_staff_with_a_page_of_the_last_day_may_upload(django_assert_num_queries):
    _client, cookies = page_for(email="staff@demo.test", role="staff", is_staff=True)
    with django_assert_num_queries(0):
        assert may_upload(cookies)
        with time_machine.travel(timedelta(hours=23)):
            assert may_upload(cookies)
        with time_machine.travel(timedelta(hours=25)):
            assert not may_upload(cookies)


@pytest.mark.usefixtures("brand")
def test_a_page_renews_what_is_an_hour_old():
    client, cookies = page_for(email="staff@demo.test", role="staff", is_staff=True)
    client.get("/backoffice/")
    assert cookies.endswith(client.cookies[NAME].value)
    with time_machine.travel(timedelta(0)) as clock:
        for _ in range(7):  # a sign-in that is used doesn't end
            clock.shift(timedelta(minutes=10))
            client.get("/backoffice/")
        assert client.cookies[NAME].value
        assert not cookies.endswith(client.cookies[NAME].value)


@pytest.mark.usefixtures("brand")
def test_signing_out_takes_it_back():
    client, _cookies = page_for(email="staff@demo.test", role="staff", is_staff=True)
    client.post("/backoffice/logout/")
    assert client.cookies[NAME].value == ""


@pytest.mark.usefixtures("brand")
def test_other_roles_get_nothing():
    assert page_for(email="member@mailbox.example", role="member")[1] == ""


@pytest.mark.parametrize("cookies", ["", f"{NAME}=", f"{NAME}=1:abc:def", "pf_visit=x"])
def test_what_the_store_has_not_signed_is_nothing(cookies):
    assert not may_upload(cookies)
