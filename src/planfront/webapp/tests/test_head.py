"""What search engines and shared links read in the HTML."""

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings

from planfront.brands import marketing
from planfront.brands.models import Brand, MarketingBlock
from planfront.brands.services import save_settings
from planfront.catalog.tests.factories import make_plan
from planfront.parties.groups.services import create_group, create_portal
from planfront.parties.reps.services import create_agent
from planfront.webapp.head import slug

pytestmark = pytest.mark.django_db
ROUTES = Path(settings.BASE_DIR) / "frontend" / "src" / "app" / "routes.tsx"


@pytest.fixture(autouse=True)
def _https(monkeypatch):
    monkeypatch.setattr(settings, "ENV", replace(settings.ENV, https=True))


def read_tags(answer):
    """The tags of a page's head, unescaped: title, canonical, robots, og:…, twitter:…."""
    html = answer.content.decode()
    result = {"title": re.search(r"<title>(.*?)</title>", html)[1]}
    result |= dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', html))
    result |= dict(re.findall(r'<link rel="(canonical|manifest)" href="([^"]*)">', html))
    return {key: unescape(value) for key, value in result.items()}


def described(answer):
    block = re.search(r'<script type="application/ld\+json">(.*?)</script>', answer.content.decode())
    return json.loads(block[1]) if block else None


@pytest.fixture
def page(client, brand):
    def get(path="/", host="shop.test", **headers):
        return client.get(path, headers={"Host": host, **headers})

    return get


@pytest.fixture
def rep(brand):
    return create_agent(
        code="rep1001",
        brands=[brand],
        first_name="Jordan",
        last_name="Lee",
        email="jordan@example.com",
        landing_url="jordan-lee",
        bio="Twelve <b>years</b>.\nAsk me.",
    )


def test_every_tag_of_a_plan_s_page(page, brand):
    plan = make_plan(i18n={"es": {"name": "Plan dental", "short_text": "En breve"}})
    answer = page(f"/plan/{plan.pk}/any-name")
    address = f"https://shop.test/plan/{plan.pk}/halden-dental-ppo-1500"
    tags = read_tags(answer)
    del tags["viewport"]
    assert tags == {
        "title": "Halden Dental PPO 1500 – Shop",
        "description": "Halden Dental PPO 1500 in short",
        "canonical": address,
        "manifest": "/site.webmanifest",
        "og:type": "website",
        "og:site_name": "Shop",
        "og:locale": "en_US",
        "og:title": "Halden Dental PPO 1500 – Shop",
        "og:description": "Halden Dental PPO 1500 in short",
        "og:url": address,
        "og:image": "https://shop.test/static/art/brand/planfront/share.png",
        "og:image:alt": "Shop",
        "twitter:card": "summary_large_image",
        "twitter:title": "Halden Dental PPO 1500 – Shop",
        "twitter:description": "Halden Dental PPO 1500 in short",
        "twitter:image": "https://shop.test/static/art/brand/planfront/share.png",
    }
    steps = described(answer)["itemListElement"]
    assert [(step["name"], step["item"]) for step in steps] == [
        ("Shop", "https://shop.test/"),
        ("Dental Plans", "https://shop.test/plans?type=dental"),
        ("Halden Dental PPO 1500", address),
    ]
    spanish = read_tags(page(f"/plan/{plan.pk}", **{"Accept-Language": "es"}))
    assert spanish["title"] == "Plan dental – Shop"
    assert spanish["description"] == spanish["og:description"] == "En breve"
    assert spanish["og:locale"] == "es_US"
    assert spanish["canonical"] == address


def test_listings_have_title_and_description_by_category(page, brand):
    make_plan()
    tags = read_tags(page("/plans?type=dental"))
    assert tags["title"] == "Dental Plans – Shop"
    assert tags["description"] == ("Dental Plans at Shop: see what each plan pays, compare prices and enroll online.")
    assert tags["canonical"] == "https://shop.test/plans?type=dental"
    spanish = read_tags(page("/plans?type=dental", **{"Accept-Language": "es"}))
    assert spanish["description"] == (
        "Planes dentales en Shop: vea lo que paga cada plan, compare precios e inscríbase en línea."
    )
    for other in ("vision", "dental,vision", "<script>", ""):
        tags = read_tags(page(f"/plans?type={other}"))
        assert (tags["title"], tags["canonical"]) == ("Plans – Shop", "https://shop.test/plans")


def test_a_rep_s_pages_share_the_rep_and_point_search_engines_at_the_store(page, rep):
    plan = make_plan()
    tags = read_tags(page("/jordan-lee"))
    assert tags["title"] == "Jordan Lee – Shop"
    assert tags["description"] == tags["twitter:description"] == "Twelve years. Ask me."
    assert tags["canonical"] == tags["og:url"] == "https://shop.test/jordan-lee"
    assert tags["og:image:alt"] == "Jordan Lee"
    below = read_tags(page(f"/Jordan-Lee/plan/{plan.pk}"))
    assert below["title"] == "Halden Dental PPO 1500 – Jordan Lee – Shop"
    assert below["canonical"] == f"https://shop.test/plan/{plan.pk}/halden-dental-ppo-1500"
    assert below["og:url"] == f"https://shop.test/jordan-lee/plan/{plan.pk}/halden-dental-ppo-1500"


def test_a_group_s_banner_is_shared_when_it_is_a_picture_of_pixels(page, brand):
    fields = {"brands": [brand], "tagline": "Since 1920"}
    create_group(code="acme", name="Acme & Sons", landing_url="acme", banner_image="/static/a.png", **fields)
    create_group(code="zeta", name="Zeta", landing_url="zeta", banner_image="/static/a.svg", **fields)
    tags = read_tags(page("/acme"))
    assert tags["og:title"] == "Acme & Sons – Shop"
    assert tags["og:description"] == "Since 1920"
    assert tags["og:image"] == tags["twitter:image"] == "https://shop.test/static/a.png"
    assert b"<title>Acme &amp; Sons" in page("/acme").content
    assert read_tags(page("/zeta"))["og:image"] == "https://shop.test/static/art/brand/planfront/share.png"


def test_texts_are_escaped_everywhere_in_the_head(page, brand):
    evil = '"><script>alert(1)</script>'
    plan = make_plan(evil)
    Brand.objects.update(name=evil, tagline=evil)
    for path in ("/", f"/plan/{plan.pk}", "/plans?type=dental"):
        answer = page(path)
        assert b"<script>alert" not in answer.content
        assert read_tags(answer)["og:site_name"] == evil
        assert described(answer) is not None


@pytest.mark.parametrize(
    "path",
    [
        "/cart",
        "/compare?plans=1,2",
        "/enrollment/contact-info",
        "/quote/abc",
        "/continue-enrollment",
        "/referrals?rid=secret",
        "/direct-continue/secret/1",
        "/confirmation?code=secret",
        "/PlanQuestionView",
        "/landing-config-error/group",
        "/coverage/change/price",
        "/coverage/policies/PF-secret/renewal",
    ],
)
def test_private_pages_stay_out_of_search_engines_and_say_nothing_of_themselves(page, path):
    answer = page(path)
    tags = read_tags(answer)
    assert answer.status_code == 200
    assert tags["robots"] == "noindex"
    assert "canonical" not in tags
    assert "og:url" not in tags
    assert b"secret" not in answer.content


@pytest.mark.parametrize(
    "path",
    [
        "/plan",
        "/plan/0",
        "/plan/abc/x",
        "/plan/99999999999999999999",
        "/plans/dental",
        "/cart/x",
        "/jordan-lee/nothing",
        "/direct-continue",
        "/jordan-lee/jordan-lee",
        "/home/x",
        "/sitemap",
        "/referrals/x",
        "/plan/١",
    ],
)
def test_unknown_pages_are_404_with_the_shell(page, rep, path):
    answer = page(path)
    tags = read_tags(answer)
    assert answer.status_code == 404
    assert tags["title"].startswith("Page not found – ")
    assert tags["robots"] == "noindex"
    assert "canonical" not in tags
    assert b'<div id="root"><main class="wrap page late"' in answer.content
    spanish = page(path, **{"Accept-Language": "es"})
    assert read_tags(spanish)["title"].startswith("Página no encontrada – ")


def test_plans_the_brand_does_not_sell_are_404(page, brand, other_brand):
    gone, theirs = make_plan("Gone", active=False), make_plan("Theirs", offer={"brand": other_brand})
    assert page(f"/plan/{gone.pk}").status_code == 404
    assert page(f"/plan/{theirs.pk}/theirs").status_code == 404
    assert b"Theirs" not in page(f"/plan/{theirs.pk}/theirs").content
    assert page(f"/plan/{theirs.pk}/theirs", host="other.test").status_code == 200


def test_a_plan_of_one_portal_can_be_shared_but_not_searched(page, brand):
    portal = create_portal(code="GB", name="Group Benefits", brands=[brand])
    plan = make_plan(offer={"portal": portal})
    address = f"https://shop.test/plan/{plan.pk}/halden-dental-ppo-1500"
    tags = read_tags(page(f"/plan/{plan.pk}"))
    assert (tags["robots"], tags["og:url"]) == ("noindex", address)
    save_settings(brand=brand, values={"default_portal_id": str(portal.pk)})
    tags = read_tags(page(f"/plan/{plan.pk}"))
    assert "robots" not in tags
    assert tags["canonical"] == address


def test_another_brand_s_landing_page_tells_nothing(page, rep, other_brand):
    answer = page("/jordan-lee", host="other.test")
    assert answer.status_code == 404
    assert read_tags(answer)["title"] == "Page not found – Other"
    assert b"Jordan" not in answer.content


def test_a_brand_may_keep_search_engines_out(page, brand):
    save_settings(brand=brand, values={"search_engines": "off"})
    tags = read_tags(page("/"))
    assert tags["robots"] == "noindex"
    assert "canonical" not in tags


def test_pages_of_a_host_are_cached_by_language_only(page):
    answer = page("/plans")
    assert {"Host", "Accept-Language"} <= {part.strip() for part in answer.headers["Vary"].split(",")}
    assert "Cookie" not in answer.headers["Vary"]
    assert not answer.cookies


def test_slugs_are_the_ones_of_the_store_s_links():
    assert slug("Halden Dental PPO 1500") == "halden-dental-ppo-1500"
    assert slug("  Élan & Visión (PPO) ") == "elan-vision-ppo"
    assert slug("牙") == "plan"


@pytest.mark.thorough
def test_the_server_knows_every_route_of_the_store(page):
    make_plan(pk=7)
    routes = re.findall(r'path="(/[^"]*)"', ROUTES.read_text())
    for route in routes:
        path = re.sub(r"/:(\w+)\??", "/7", route).replace("*", "contact-info")
        if route != "/__kit":
            not_found = route in {"/404", "/:landing"}  # no landing page has this address
            assert page(path).status_code == (404 if not_found else 200), route


def test_a_late_store_has_a_way_on_before_any_script_ran(page):
    late = re.compile(r'<div id="root"><main [^>]*><h1>[^<]* – Shop</h1><p>(.*?) <a href="">(.*?)</a></p></main></div>')
    english = late.search(page("/compare").content.decode())
    spanish = late.search(page("/compare", **{"Accept-Language": "es"}).content.decode())
    assert english.groups() == (
        "This is taking longer than usual. Check your connection; nothing you entered is lost.",
        "Try again",
    )
    assert spanish.groups() == (
        "Está tardando más de lo normal. Revise su conexión; nada de lo que ingresó se perdió.",
        "Intentar de nuevo",
    )


def test_the_front_page_is_called_by_its_heading(page, brand, rep):
    english, spanish = read_tags(page("/")), read_tags(page("/", **{"Accept-Language": "es"}))
    assert english["title"] == english["og:title"] == "Plans for you and your family – Shop"
    assert spanish["title"] == "Planes para usted y su familia – Shop"
    assert read_tags(page("/jordan-lee/home"))["title"] == "Plans for you and your family – Jordan Lee – Shop"
    marketing.write_start(brand=brand)
    MarketingBlock.objects.filter(kind="hero").update(title="Teeth & More", i18n={})
    assert read_tags(page("/", **{"Accept-Language": "es"}))["title"] == "Teeth & More – Shop"
    MarketingBlock.objects.filter(kind="hero").update(active=False)
    assert read_tags(page("/"))["title"] == "Shop"


def test_a_quote_s_link_that_is_shared_shows_the_brand_and_no_more(page):
    english, spanish = read_tags(page("/quote/abc")), read_tags(page("/quote/abc", **{"Accept-Language": "es"}))
    assert english["title"] == english["og:title"] == "Your quote – Shop"
    assert english["og:description"] == "A personalized quote from Shop, with today's prices."
    assert english["og:image"] == "https://shop.test/static/art/brand/planfront/share.png"
    assert spanish["title"] == "Su cotización – Shop"
    assert read_tags(page("/quote/abc/unsubscribe"))["robots"] == "noindex"
    assert "abc" not in "".join(english.values())


def test_a_referral_link_that_is_shared_says_what_it_is(page):
    tags = read_tags(page("/referrals?rid=secret"))
    assert tags["title"] == "Find your plan – Shop"
    assert tags["og:description"].startswith("Tell us where you live and who is covered")
    assert "secret" not in "".join(tags.values())
