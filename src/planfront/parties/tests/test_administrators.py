"""Several administrators of one group: who they are, inviting, removing, and access that ends at once."""

import re

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import GroupAdministrator
from planfront.parties.groups.services import create_group
from tests.fixtures import ApiClient

pytestmark = pytest.mark.django_db
LIST = "group-administrators"
ANA = {"email": "Ana@acme.example", "name": "Ana Ruiz"}


@pytest.fixture
def acme(brand):
    user = User.objects.create_user("group@demo.test", "planfront-demo", role="group", name="Kit Marsh")
    return create_group(code="ACME01", name="Acme", brands=[brand], user=user, landing_url="acme")


@pytest.fixture
def kit(acme):
    client = ApiClient("shop.test")
    assert client.sign_in("group@demo.test").status_code == 200
    return client


def rows(client):
    answer = client.get(LIST)
    assert answer.status_code == 200, answer.json()
    return answer.json()["data"]["result"]


def invited(client, **change):
    """The new administrator, signed in by the mailed link."""
    assert client.post(f"{LIST}/invite", {**ANA, **change}).status_code == 200
    mail = OutboundEmail.objects.filter(kind="account_invitation").latest("created_at")
    secret = re.search(r"new-password#(\S+)", mail.text)[1]
    api_client = ApiClient("shop.test")
    chosen = api_client.post("session/reset/confirm", {"token": secret, "password": "a-walk-in-the-rain"})
    assert chosen.status_code == 200, chosen.json()
    assert api_client.sign_in(mail.to, "a-walk-in-the-rain").status_code == 200
    return api_client


def test_an_administrator_invites_another_who_then_has_the_same_access(kit, acme):
    assert [(row["name"], row["state"], row["current"]) for row in rows(kit)] == [("Kit Marsh", "active", True)]
    ana = invited(kit, language="es")
    assert [(row["email"], row["state"]) for row in rows(ana)] == [
        ("group@demo.test", "active"),
        ("ana@acme.example", "active"),
    ]
    for client in (kit, ana):
        assert client.get("get-group-users", group_id=acme.pk, page=1).status_code == 200
        assert client.get("session/me").json()["data"]["group_id"] == acme.pk
    assert User.objects.get(email="ana@acme.example").language == "es"


def test_access_of_a_removed_administrator_ends_at_once(kit, acme):
    ana = invited(kit)
    key = rows(kit)[1]["administrator_id"]
    assert kit.post(f"{LIST}/remove", {"administrator_id": key}).status_code == 200
    assert [row["email"] for row in rows(kit)] == ["group@demo.test"]
    for path, query in (("get-group-users", {"group_id": acme.pk, "page": 1}), (LIST, {})):
        assert ana.get(path, **query).status_code in {401, 404}
    fresh = ApiClient("shop.test")
    assert fresh.sign_in("ana@acme.example", "a-walk-in-the-rain").status_code != 200
    again = invited(kit)
    assert again.get("get-group-users", group_id=acme.pk, page=1).status_code == 200
    actions = AuditEvent.objects.filter(action__startswith="group.administrator").values_list("action", flat=True)
    assert sorted(actions) == ["group.administrator_added"] * 2 + ["group.administrator_removed"]


def test_the_last_administrator_who_can_sign_in_cannot_be_removed(kit, acme):
    own = rows(kit)[0]["administrator_id"]
    refused = kit.post(f"{LIST}/remove", {"administrator_id": own})
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "A group keeps at least one administrator who can sign in.",
    )
    assert kit.post(f"{LIST}/invite", ANA).status_code == 200  # chose no password yet
    assert kit.post(f"{LIST}/remove", {"administrator_id": own}).status_code == 409
    assert kit.post(f"{LIST}/remove", {"administrator_id": rows(kit)[1]["administrator_id"]}).status_code == 200
    ana = invited(kit)
    assert kit.post(f"{LIST}/remove", {"administrator_id": own}).status_code == 200
    assert [row["email"] for row in rows(ana)] == ["ana@acme.example"]
    assert kit.get(LIST).status_code in {401, 404}


def test_an_invitation_is_sent_again_but_not_to_somebody_else_s_account(kit, acme, brand):
    for _turn in range(2):
        assert kit.post(f"{LIST}/invite", ANA).status_code == 200
    assert GroupAdministrator.objects.filter(group=acme).count() == 2
    User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    other = User.objects.create_user("north@demo.test", "planfront-demo", role="group")
    create_group(code="NORTH2", name="Northwind", brands=[brand], user=other)
    for email in ("maria@demo.test", "north@demo.test"):
        refused = kit.post(f"{LIST}/invite", {**ANA, "email": email}).json()
        assert refused["data"][0]["target_element"] == "email", email
        assert refused["data"][0]["error_message"] == "This address can't be invited. Please use another one."
    same = kit.post(f"{LIST}/invite", {**ANA, "email": "group@demo.test"}).json()
    assert same["data"][0]["error_message"] == "This person administers the group already."
    assert kit.post(f"{LIST}/invite", {**ANA, "name": " "}).status_code == 422
    assert kit.post(f"{LIST}/invite", {**ANA, "email": "nobody"}).status_code == 422


def test_administrators_choose_who_gets_mail_of_their_own_group_alone(kit, acme, brand):
    own = rows(kit)[0]["administrator_id"]
    assert kit.post(f"{LIST}/mail", {"administrator_id": own, "receives_mail": True}).status_code == 200
    assert rows(kit)[0]["receives_mail"] is True
    other = User.objects.create_user("north@demo.test", "planfront-demo", role="group")
    north = create_group(code="NORTH2", name="Northwind", brands=[brand], user=other)
    theirs = north.administrators.get().pk
    assert kit.post(f"{LIST}/mail", {"administrator_id": theirs, "receives_mail": True}).status_code == 404
    assert kit.post(f"{LIST}/remove", {"administrator_id": theirs}).status_code == 404
    assert ApiClient("shop.test").get(LIST).status_code == 404
