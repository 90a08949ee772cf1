"""Who may read the reference of a running store."""

import pytest
from django.test import Client

from planfront.accounts.models import User

pytestmark = pytest.mark.django_db
ADDRESSES = ("/api/v1/docs", "/api/v1/openapi.json")


def statuses(client):
    return [client.get(address, headers={"Host": "shop.test"}).status_code for address in ADDRESSES]


@pytest.mark.thorough
def test_the_reference_is_open_closed_or_for_staff_as_the_operator_says(client, brand, settings):
    staff = Client()
    staff.force_login(User.objects.create_superuser(email="admin@shop.test", password="x"))
    settings.API_DOCS = "on"
    assert statuses(client) == [200, 200]
    settings.API_DOCS = "staff"
    assert (statuses(client), statuses(staff)) == ([404, 404], [200, 200])
    settings.STAFF_SECOND_FACTOR = True
    assert statuses(staff) == [404, 404]
    settings.API_DOCS = "off"
    assert (statuses(client), statuses(staff)) == ([404, 404], [404, 404])


def test_a_closed_reference_answers_as_an_address_that_is_not_there(client, brand, settings):
    settings.API_DOCS = "off"
    closed, missing = (client.get(path, headers={"Host": "shop.test"}) for path in (ADDRESSES[0], "/api/v1/no-such"))
    assert closed.json() == missing.json()
