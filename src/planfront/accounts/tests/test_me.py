import pytest

from planfront.accounts.models import User
from planfront.members.models import Member
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import Agent

pytestmark = pytest.mark.django_db
NOBODY = {
    "role": "visitor",
    "name": "",
    "email": "",
    "agent_id": None,
    "group_id": None,
    "user_id": None,
    "party": "",
    "code": "",
    "contact_email": "",
    "contact_phone": "",
    "proof": "none",
}


def me(client):
    return client.get("session/me").json()["data"]


def user(role, **more):
    return User.objects.create_user(f"{role}@demo.test", "planfront-demo", role=role, **more)


def test_a_visitor_has_no_identity(visitor):
    assert me(visitor) == NOBODY


def test_a_rep_sees_their_own_record_and_nothing_on_another_brand(visitor, brand, other_brand, make_client):
    agent = Agent.objects.create(
        code="JLEE", first_name="Jordan", last_name="Lee", email="jordan@lee.test", phone="2125550101", user=user("rep")
    )
    agent.brands.add(brand)
    visitor.sign_in("rep@demo.test")
    assert me(visitor) == NOBODY | {
        "proof": "password",
        "role": "rep",
        "name": "Jordan Lee",
        "email": "rep@demo.test",
        "agent_id": agent.pk,
        "party": "Jordan Lee",
        "code": "JLEE",
        "contact_email": "jordan@lee.test",
        "contact_phone": "(212) 555-0101",
    }
    other = make_client("other.test")
    other.sign_in("rep@demo.test")
    assert me(other) == NOBODY | {"role": "rep", "email": "rep@demo.test", "proof": "password"}


def test_a_group_administrator_is_named_beside_the_group(visitor, brand):
    group = create_group(code="ACME", name="Acme", brands=[brand], user=user("group", name="Pat Reyes"))
    visitor.sign_in("group@demo.test")
    assert me(visitor) == NOBODY | {
        "proof": "password",
        "role": "group",
        "name": "Pat Reyes",
        "email": "group@demo.test",
        "group_id": group.pk,
        "party": "Acme",
        "code": "ACME",
    }


def test_a_member_has_the_members_id(visitor, brand):
    member = Member.objects.create(
        brand=brand, first_name="Maria", last_name="Gomez", birth_date="1980-02-03", gender=1, user=user("member")
    )
    visitor.sign_in("member@demo.test")
    assert me(visitor)["user_id"] == member.pk
    assert me(visitor)["name"] == "Maria Gomez"
