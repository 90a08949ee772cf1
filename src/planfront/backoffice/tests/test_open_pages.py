"""A page says who else has it open and who has changed it meanwhile; nobody is locked out."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from planfront.accounts.models import OpenPage, User
from planfront.accounts.open_pages import KEPT
from planfront.backoffice.tests.test_backoffice import form_of
from planfront.catalog.tests.factories import make_plan
from planfront.kernel import clock

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]
OPEN = "/backoffice/open/"


@pytest.fixture
def at():
    with time_machine.travel(clock.now().replace(hour=19, minute=14), tick=False) as travel:
        yield travel


@pytest.fixture
def plan(brand):
    return make_plan("Halden PPO")


def member_of_staff(name):
    client = Client(HTTP_HOST="shop.test")
    client.force_login(User.objects.create_superuser(f"{name.split()[0]}@demo.test", "planfront-demo", name=name))
    return client


@pytest.fixture
def robin(at, brand):
    return member_of_staff("Robin Vale")


@pytest.fixture
def kit(at, brand):
    return member_of_staff("Kit Marsh")


def address(plan):
    return f"/backoffice/catalog/plan/{plan.pk}/change/"


def token(client, path):
    match = re.search(r'data-open-page="([^"]+)"', client.get(path).content.decode())
    return match[1] if match else ""


def say(client, page, **more):
    return client.post(OPEN, {"page": page, **more}).json()


def hour(at_moment):
    return clock.show_hour(at_moment)


def test_two_who_have_the_same_plan_open_hear_of_each_other(robin, kit, plan, at):
    page = token(robin, address(plan))
    began = clock.now()
    assert say(robin, page)["others"] == []
    at.shift(timedelta(minutes=6))
    heard = say(kit, token(kit, address(plan)))
    assert heard["others"] == []  # Robin's browser has been silent for longer than a page may be
    assert say(robin, page)["others"] == [f"Kit Marsh has had this page open since {hour(clock.now())}."]
    at.shift(timedelta(seconds=20))
    assert say(kit, token(kit, address(plan)))["others"] == [
        f"Robin Vale has had this page open since {hour(began + timedelta(minutes=6))}."
    ]


def test_whoever_types_is_said_to_make_changes(robin, kit, plan):
    page = token(robin, address(plan))
    say(robin, page, changing="1")
    assert say(kit, token(kit, address(plan)))["others"] == [
        f"Robin Vale is making changes here that aren't saved yet (page open since {hour(clock.now())})."
    ]


def test_an_open_page_ends_by_itself(robin, kit, plan, at):
    say(robin, token(robin, address(plan)))
    page = token(kit, address(plan))
    at.shift(KEPT - timedelta(seconds=1))
    assert len(say(kit, page)["others"]) == 1
    at.shift(timedelta(seconds=1))
    assert say(kit, page)["others"] == []
    assert list(OpenPage.objects.values_list("user__name", flat=True)) == ["Kit Marsh"]


def test_a_page_that_was_left_is_gone_in_a_moment_and_one_loaded_again_is_not(robin, kit, plan, at):
    page, other = token(robin, address(plan)), token(kit, address(plan))
    began = clock.now()
    say(robin, page)
    assert robin.post(OPEN, {"page": page, "left": "1"}).status_code == 204
    at.shift(timedelta(seconds=3))
    say(robin, page)
    at.shift(timedelta(minutes=1))
    assert say(kit, other)["others"] == [f"Robin Vale has had this page open since {hour(began)}."]
    robin.post(OPEN, {"page": page, "left": "1"})
    at.shift(timedelta(seconds=11))
    assert say(kit, other)["others"] == []


def test_a_change_that_somebody_else_saves_is_said_with_name_and_hour(robin, kit, plan, at):
    page, own = token(kit, address(plan)), token(robin, address(plan))
    mark, own_mark = say(kit, page)["mark"], say(robin, own)["mark"]
    at.shift(timedelta(minutes=2))
    form = form_of(robin.get(address(plan)).content.decode())
    assert robin.post(address(plan), {**form, "name": "Halden PPO 2", "_continue": ""}).status_code == 302
    assert say(kit, page, mark=mark)["saved"] == f"Robin Vale changed this at {hour(clock.now())}."
    assert say(robin, own, mark=own_mark)["saved"] == ""
    at.shift(timedelta(seconds=20))
    assert say(kit, token(kit, address(plan)))["saved"] == ""  # it was loaded after the change


def test_other_pages_and_other_records_are_not_mixed_up(robin, kit, plan, brand):
    say(robin, token(robin, address(plan)))
    assert say(kit, token(kit, address(make_plan("Other"))))["others"] == []
    theme = f"/backoffice/brands/brand/{brand.pk}/theme/"
    say(robin, token(robin, theme))
    assert len(say(kit, token(kit, theme))["others"]) == 1
    assert say(kit, token(kit, f"/backoffice/brands/brand/{brand.pk}/settings/"))["others"] == []


def test_only_pages_that_change_a_record_ask(robin, plan):
    assert token(robin, "/backoffice/") == ""
    assert token(robin, "/backoffice/catalog/plan/") == ""
    assert token(robin, "/backoffice/catalog/plan/add/") == ""


@pytest.mark.parametrize(
    "sent", [{"page": "catalog.plan:1"}, {"page": ""}, {"mark": "yesterday"}, {"mark": "2026-01-01"}]
)
def test_what_no_page_would_ask_is_refused(robin, plan, sent):
    assert robin.post(OPEN, {"page": token(robin, address(plan)), **sent}).status_code == 400
    assert robin.get(OPEN).status_code == 405
    assert not OpenPage.objects.exists()


def test_a_page_that_asks_by_itself_is_no_sign_of_work(robin, plan, at):
    page = token(robin, address(plan))
    at.shift(timedelta(minutes=14))
    assert robin.post(OPEN, {"page": page}).status_code == 200
    at.shift(timedelta(minutes=2))
    assert robin.get(address(plan)).status_code == 302


def test_strangers_hear_nothing(robin, plan):
    page = token(robin, address(plan))
    say(robin, page)
    assert Client(HTTP_HOST="shop.test").post(OPEN, {"page": page}).status_code == 302
