"""Help for staff: the tasks whose pages they may open, in their language, and the ways to them."""

import re
from html import unescape

import pytest

from planfront.accounts.models import User
from planfront.backoffice.help import TOPICS

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/help/"


def titles(page):
    return re.findall(r'<h2 id="[a-z]*-title">([^<]*)</h2>', unescape(page.content.decode()))


@pytest.fixture
def owner(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def test_staff_of_all_brands_read_about_every_task_and_each_page_opens(owner):
    page = owner.get(PAGE)
    assert titles(page) == [str(topic.title) for topic in TOPICS.values()]
    for topic in TOPICS.values():
        assert owner.get(topic.place).status_code == 200
        assert f'href="{topic.place}"' in page.content.decode()


def test_staff_of_one_brand_read_about_their_own_pages(works):
    assert titles(works("admin").get(PAGE)) == [
        "Start your day",
        "Answer a caller",
        "Change or end a policy",
        "Upload a group's roster",
        "Open a brand",
        "Answer a privacy request",
    ]


def test_help_is_in_the_language_of_the_browser(owner):
    page = owner.get(PAGE, headers={"Accept-Language": "es"})
    assert titles(page)[0] == "Empezar el día"


def test_pages_lead_to_their_section(owner):
    page = owner.get("/backoffice/imports/importrun/add/").content.decode()
    assert f'<a class="o-help" href="{PAGE}#imports">' in page
    assert f'href="{PAGE}#status"' in owner.get("/backoffice/health/").content.decode()
    assert f'href="{PAGE}#brands"' in owner.get("/backoffice/brands/brand/add/").content.decode()
