"""People and sign-ins for tests of the calls of coverage."""

from datetime import date

import pytest

from planfront.accounts.models import User
from planfront.coverage.tests.group_world import build_world
from planfront.coverage.tests.policies import HOME
from planfront.members.services import create_member
from planfront.parties.reps.models import Agent


@pytest.fixture
def maria(brand):
    return create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, email="m@demo.test"
    )


@pytest.fixture
def world(brand):
    return build_world(brand)


@pytest.fixture
def owen(world, brand):
    user = User.objects.create_user("rep1@demo.test", "planfront-demo", role="rep")
    agent = Agent.objects.create(code="REP1", first_name="Jo", last_name="Rep", email=user.email, user=user)
    agent.brands.add(brand)
    User.objects.create_user("staff@demo.test", "planfront-demo", role="staff", is_staff=True, is_superuser=True)
    member = world.person("Owen Hale", agent=agent)
    member.user = User.objects.create_user("owen@demo.test", "planfront-demo", role="member")
    for name, value in HOME.items():
        setattr(member, name, value)
    member.save()
    world.policy(member, "P-1", agent_id=member.agent_id)
    return member


@pytest.fixture
def sign_in(make_client):
    def signed(email):
        client = make_client("shop.test")
        assert client.sign_in(email).status_code == 200
        return client

    return signed
