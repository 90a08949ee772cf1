"""The first steps of a new rep and of a group: done while the records say so."""

from datetime import date, timedelta

import pytest

from planfront.accounts.models import SecondFactor, User
from planfront.kernel import clock
from planfront.members.services import create_member
from planfront.parties.groups.models import Contribution, Group, GroupAdministrator, GroupClass
from planfront.parties.reps.models import License
from planfront.parties.reps.services import create_agent
from planfront.shopping.models import SentQuote

pytestmark = pytest.mark.django_db


@pytest.fixture
def sign_in(make_client):
    def signed(name):
        client = make_client("shop.test")
        assert client.sign_in(f"{name}@demo.test").status_code == 200
        return client

    return signed


def account(name, role):
    return User.objects.create_user(f"{name}@demo.test", "planfront-demo", role=role)


def steps(client):
    return {row["title"]: row["done"] for row in client.get("get-first-steps").json()["data"]}


def confirm_second_factor(user):
    SecondFactor.objects.create(user=user, secret="x", created_at=clock.now(), confirmed_at=clock.now())


def test_a_reps_steps_are_done_by_what_is_on_record(brand, sign_in):
    user = account("jordan", "rep")
    rep = create_agent(code="JORDAN", first_name="Jordan", last_name="Lee", email=user.email, brands=[brand], user=user)
    client = sign_in("jordan")
    assert steps(client) == {
        "Choose your portrait": False,
        "Get your license on record": False,
        "Add your first client": False,
        "Send your first quote": False,
        "Turn on two-step sign-in": False,
    }
    rep.image = "/a.png"
    rep.save()
    License.objects.create(agent=rep, state="OH", number="1", expires_on=date(2020, 1, 1))
    assert [title for title, done in steps(client).items() if done] == ["Choose your portrait"]
    License.objects.create(agent=rep, state="PA", number="2")
    facts = {"first_name": "Ana", "last_name": "Santos", "birth_date": date(1989, 6, 17), "gender": 1}
    create_member(brand=brand, agent=rep, phone="6145550137", **facts)
    confirm_second_factor(user)
    assert [title for title, done in steps(client).items() if not done] == ["Send your first quote"]
    SentQuote.objects.create(
        brand=brand,
        agent=rep,
        sender_kind="rep",
        sender_name="Jordan Lee",
        recipient_email="d@example.com",
        frozen={},
        initial_month_cost=1,
        recurring_month_cost=1,
        sent_at=clock.now(),
        expires_at=clock.now() + timedelta(days=30),
    )
    assert all(steps(client).values())


def test_a_groups_steps_are_done_by_what_is_on_record(brand, sign_in):
    user = account("acme", "group")
    group = Group.objects.create(code="ACME", name="Acme")
    group.brands.add(brand)
    GroupAdministrator.objects.create(group=group, user=user)
    client = sign_in("acme")
    assert steps(client) == {
        "Set classes and contributions": False,
        "Upload your roster": False,
        "Invite everyone": False,
        "Choose who gets our emails": False,
        "Turn on two-step sign-in": False,
    }
    GroupClass.objects.create(group=group, name="Full time")
    assert not steps(client)["Set classes and contributions"]
    Contribution.objects.create(group=group, kind="percent", value=50)
    facts = {"first_name": "Ana", "last_name": "Santos", "birth_date": date(1989, 6, 17), "gender": 1}
    person = create_member(brand=brand, group=group, phone="6145550137", **facts)
    GroupAdministrator.objects.update(receives_mail=True)
    assert [title for title, done in steps(client).items() if not done] == [
        "Invite everyone",
        "Turn on two-step sign-in",
    ]
    person.user = account("ana", "member")
    person.save()
    assert steps(client)["Invite everyone"]
    assert steps(sign_in("ana")) == {}


def test_steps_are_in_the_readers_language(brand, sign_in):
    user = account("jordan", "rep")
    create_agent(code="JORDAN", first_name="Jordan", last_name="Lee", email=user.email, brands=[brand], user=user)
    client = sign_in("jordan")
    client.headers["Accept-Language"] = "es"
    assert "Agregue su primer cliente" in steps(client)


def test_visitors_have_no_steps(make_client, brand):
    assert make_client("shop.test").get("get-first-steps").status_code == 404
