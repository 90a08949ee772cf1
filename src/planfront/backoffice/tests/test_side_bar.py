"""The side bar: three groups of words with what is behind them, for each role its own, and counts of what is to do."""

import re
from html import unescape

import pytest

from planfront.accounts.models import Role, User
from planfront.backoffice.tests.test_today import enquiry

pytestmark = pytest.mark.django_db
HOME = "/backoffice/"
ENQUIRIES = "/backoffice/leads/repenquiry/"


def side_bar(page):
    return unescape(page.split('id="nav-sidebar-apps"')[1].split("</nav>")[0])


def test_what_staff_do_stands_in_three_groups_of_words(works):
    page = works("admin").get(HOME).content.decode()
    assert re.findall(r"<h2[^>]*>([^<]*)</h2>", side_bar(page)) == ["Work", "Shop", "System"]
    assert re.findall(r' title="([^"]*)"', side_bar(page)) == [
        "Home",
        "Waiting for me",
        "Dashboard",
        "Enrollments",
        "Policies",
        "People",
        "Leads",
        "Renewals",
        "Brands",
        "Reps and groups",
        "Questions and texts",
        "Money",
        "Email",
        "Audit log",
        "Files",
        "Help",
    ]


def test_a_word_folds_out_where_one_of_its_pages_is_looked_at(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    page = client.get("/backoffice/members/duplicatemember/").content.decode()
    shown = side_bar(page)
    assert re.findall(r"<details open>\s*<summary aria-label=\"([^\"]*)\"", shown) == ["More of People"]
    assert shown.count('aria-current="page"') == 1
    assert '<a href="/backoffice/members/duplicatemember/" class="active" aria-current="page">' in shown
    crumbs = " ".join(re.sub(r"<[^>]*>", " ", page.split("<h1")[1].split("</h1>")[0].split(">", 1)[1]).split())
    assert crumbs == "People chevron_right Possible duplicate members"


def test_a_word_whose_own_page_is_closed_is_called_as_the_first_that_is_open(works):
    shown = side_bar(works("admin").get(HOME).content.decode())
    assert "System status" not in shown
    assert 'title="Imports"' not in shown
    assert "/backoffice/rating/ratetable/" not in shown


def test_counts_stand_where_somebody_must_act_and_only_for_them(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    enquiry(brand, "Ada Young", 1)
    enquiry(brand, "Bo Older", 2)
    shown = side_bar(client.get(HOME).content.decode())
    counts = re.findall(r"<span>([^<]*)</span><em>([^<]*)<", shown)
    assert counts == [("Waiting for me", "2"), ("Leads", "2"), ("Rep inquiries", "2")]
    reader = User.objects.create_user(
        "reader@shop.example", "planfront-demo", role=Role.STAFF, is_staff=True, staff_role="reader"
    )
    client.force_login(reader)
    assert "<em>" not in side_bar(client.get(HOME).content.decode())


def test_counts_follow_what_one_does_at_once(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    first = enquiry(brand, "Ada Young", 1)
    assert "<em>1<" in side_bar(client.get(ENQUIRIES).content.decode())
    first.delete()
    assert "<em>1<" in side_bar(client.get(ENQUIRIES).content.decode())
    client.post(ENQUIRIES, {"action": "none"})
    assert "<em>" not in side_bar(client.get(ENQUIRIES).content.decode())
