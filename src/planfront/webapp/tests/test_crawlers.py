"""robots.txt, sitemap.xml and the web manifest, per host."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from planfront.brands.models import Domain
from planfront.brands.services import save_settings
from planfront.catalog.models import Plan, ProviderNetwork
from planfront.catalog.tests.factories import make_plan
from planfront.parties.groups.models import Group
from planfront.parties.groups.services import create_group, create_portal
from planfront.parties.reps.models import Agent
from planfront.parties.reps.services import create_agent
from planfront.webapp import crawlers

pytestmark = pytest.mark.django_db
CHANGED = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
STAMP = "2026-03-04T05:06:07Z"


@pytest.fixture(autouse=True)
def _https(monkeypatch):
    monkeypatch.setattr(settings, "ENV", replace(settings.ENV, https=True))


def get(client, path, host="shop.test"):
    return client.get(path, headers={"Host": host})


def listed(client, host="shop.test"):
    """Address and lastmod of every entry."""
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    tree = ET.fromstring(get(client, "/sitemap.xml", host).content)  # noqa: S314 - our own answer
    return [(entry.findtext(f"{space}loc"), entry.findtext(f"{space}lastmod")) for entry in tree]


def rep(brand, code, **fields):
    return create_agent(code=code, brands=[brand], first_name="Jo", last_name="Lee", email="jo@example.com", **fields)


def test_the_sitemap_lists_public_pages_with_their_last_change(client, brand, other_brand):
    dental, vision = make_plan("A & B"), make_plan("Sight", category="vision")
    make_plan("Gone", active=False)
    make_plan("Hidden", listed=False)
    make_plan("Theirs", offer={"brand": other_brand})
    Plan.objects.update(updated_at=CHANGED)
    ProviderNetwork.objects.create(name="Near", kind="dental", search_url="https://near.example/")
    ProviderNetwork.objects.update(updated_at=CHANGED)
    rep(brand, "rep1", landing_url="jo-lee")
    rep(brand, "rep2")
    rep(brand, "rep3", landing_url="left", active=False)
    rep(other_brand, "rep4", landing_url="theirs")
    create_group(code="acme01", name="Acme", brands=[brand], landing_url="acme")
    for model in (Agent, Group):
        model.objects.update(updated_at=CHANGED)
    assert listed(client) == [
        ("https://shop.test/", STAMP),
        ("https://shop.test/plans?type=dental", STAMP),
        ("https://shop.test/plans?type=vision", STAMP),
        (f"https://shop.test/plan/{dental.pk}/a-b", STAMP),
        (f"https://shop.test/plan/{vision.pk}/sight", STAMP),
        ("https://shop.test/jo-lee", STAMP),
        ("https://shop.test/acme", STAMP),
        ("https://shop.test/provider-list", STAMP),
    ]
    theirs = [address for address, _changed in listed(client, "other.test")]
    assert "https://other.test/theirs" in theirs
    assert "https://other.test/jo-lee" not in theirs
    answer = get(client, "/sitemap.xml")
    assert answer.headers["Content-Type"] == "application/xml; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert "Host" in answer.headers["Vary"]


def test_every_listed_page_answers_and_calls_itself_by_the_listed_address(client, brand):
    make_plan("Élan PPO")
    rep(brand, "rep1", landing_url="jo-lee")
    ProviderNetwork.objects.create(name="Near", kind="dental", search_url="https://near.example/")
    for address, _changed in listed(client):
        answer = get(client, address.removeprefix("https://shop.test"))
        assert answer.status_code == 200
        assert f'<link rel="canonical" href="{address}">' in answer.content.decode()


def test_the_sitemap_is_of_the_default_portal(client, brand):
    portal = create_portal(code="GB", name="Group Benefits", brands=[brand])
    make_plan("Only there", offer={"portal": portal})
    assert [address for address, _ in listed(client)] == ["https://shop.test/"]
    save_settings(brand=brand, values={"default_portal_id": str(portal.pk)})
    assert len(listed(client)) == 3


def test_queries_do_not_grow_with_the_pages(client, brand):
    def count():
        listed(client)
        with CaptureQueriesContext(connection) as queries:
            listed(client)
        return len(queries)

    make_plan()
    rep(brand, "rep0", landing_url="rep-0")
    few = count()
    for number in range(1, 12):
        make_plan(f"Plan {number}")
        rep(brand, f"rep{number}", landing_url=f"rep-{number}")
        create_group(code=f"group{number}", name="Group", brands=[brand], landing_url=f"group-{number}")
    assert count() == few <= 12


def test_the_length_of_a_sitemap_is_limited(client, brand, monkeypatch):
    make_plan()
    monkeypatch.setattr(crawlers, "MOST", 2)
    assert len(listed(client)) == 2


def test_robots_txt_closes_private_pages_and_names_the_sitemap(client, brand):
    answer = get(client, "/robots.txt")
    text = answer.content.decode()
    assert text.startswith(
        "User-agent: *\nDisallow: /api/\nDisallow: /backoffice/\nDisallow: /cart$\nDisallow: /*/cart$\n"
    )
    for path in ("/enrollment/", "/*/enrollment/", "/continue-enrollment", "/direct-continue/", "/confirmation"):
        assert f"\nDisallow: {path}\n" in text
    assert text.endswith("\n\nSitemap: https://shop.test/sitemap.xml\n")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "Host" in answer.headers["Vary"]
    assert reverse("admin:index").startswith("/backoffice/")


def test_every_host_of_a_brand_names_the_primary_one(client, brand):
    Domain.objects.create(brand=brand, host="second.test")
    assert b"Sitemap: https://shop.test/sitemap.xml\n" in get(client, "/robots.txt", "second.test").content
    assert listed(client, "second.test") == [("https://shop.test/", None)]


def test_a_brand_may_switch_indexing_off(client, brand, other_brand):
    save_settings(brand=brand, values={"search_engines": "off"})
    assert get(client, "/robots.txt").content == b"User-agent: *\nDisallow: /\n"
    assert get(client, "/sitemap.xml").status_code == 404
    assert get(client, "/sitemap.xml", "other.test").status_code == 200


def test_the_web_manifest_has_the_brands_name_color_and_icons(client, brand):
    answer = get(client, "/site.webmanifest")
    data = answer.json()
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert (data["name"], data["short_name"], data["start_url"]) == ("Shop", "Shop", "/")
    assert re.fullmatch(r"#[0-9a-f]{6}", data["theme_color"])
    assert [icon["src"] for icon in data["icons"]] == [
        "/static/art/brand/planfront/favicon.svg",
        "/static/art/brand/planfront/touch-icon.png",
    ]


def test_a_landing_page_that_changed_says_so(client, brand):
    agent = rep(brand, "rep1", landing_url="jo-lee")
    Agent.objects.update(updated_at=CHANGED)
    agent.bio = "Twenty years in benefits."
    agent.save(update_fields=["bio", "updated_at"])
    changed = dict(listed(client))["https://shop.test/jo-lee"]
    assert changed > STAMP
