import gzip
import json
import re
from datetime import date
from pathlib import Path

import pytest
from django.http import HttpResponse

from planfront.accounts.models import User
from planfront.brands import recipes
from planfront.brands import selectors as brands
from planfront.brands.models import Brand
from planfront.brands.services import brands_changed, save_settings
from planfront.catalog.models import Plan
from planfront.catalog.tests.factories import make_plan
from planfront.enrollment.steps import registry
from planfront.kernel.http.headers import CSP
from planfront.leads.models import ConsentText
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import Agent
from planfront.parties.reps.services import create_agent
from planfront.webapp import manifest
from planfront.webapp.compression import CompressText

pytestmark = pytest.mark.django_db

MANIFEST = {
    "src/main.tsx": {"file": "assets/main-AAAA1111.js", "imports": ["_v.js"], "css": ["assets/main-B.css"]},
    "_v.js": {"file": "assets/v-CCCC2222.js", "css": ["assets/v-D.css"]},
    "src/later.tsx": {"file": "assets/later-EEEE3333.js", "isDynamicEntry": True, "imports": ["_v.js"]},
}


@pytest.fixture
def built(tmp_path, monkeypatch):
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))
    monkeypatch.setattr(manifest, "DIST", tmp_path)
    return tmp_path


@pytest.fixture
def page(client, brand):
    def get(path="/", **headers):
        return client.get(path, headers={"Host": "shop.test", **headers})

    return get


@pytest.fixture
def agent(brand):
    return create_agent(
        code="rep1001",
        brands=[brand],
        first_name="Jordan",
        last_name="Lee",
        email="jordan@example.com",
        phone="6145550148",
        landing_url="Jordan-Lee",
        tagline="Plain answers",
        bio="Twelve years.",
    )


def build_page_data(answer):
    match = re.search(r'<script type="application/json" id="bootstrap">(.*?)</script>', answer.content.decode())
    return json.loads(match[1])


def test_the_index_names_the_built_files_and_the_brand_s_theme(page, built, brand):
    html = page().content.decode()
    assert '<script type="module" src="/static/app/assets/main-AAAA1111.js"></script>' in html
    assert '<link rel="modulepreload" href="/static/app/assets/v-CCCC2222.js">' in html
    assert "later-EEEE3333" not in html
    sheets = re.findall(r'rel="stylesheet" href="([^"]+)"', html)
    assert sheets == ["/static/app/assets/v-D.css", "/static/app/assets/main-B.css", brands.brand_look(brand).url]
    assert not re.search(r"<style|style=|<script>|onload=", html)


HOME_VIEW = {
    **MANIFEST,
    "src/first.ts": {"file": "assets/first-1.js"},
    "src/components/layout/StoreLayout.tsx": {
        "file": "assets/layout-1.js",
        "imports": ["src/main.tsx"],
        "css": ["assets/layout.css"],
    },
    "src/features/home/HomePage.tsx": {"file": "assets/home-1.js", "imports": ["_v.js"]},
    "src/features/landing/LandingPage.tsx": {"file": "assets/landing-1.js"},
    "src/features/enrollment/routes.tsx": {"file": "assets/wizard-1.js"},
    "src/features/enrollment/steps/PersonalStep.tsx": {"file": "assets/personal-1.js"},
    "src/locales/en/home.po": {"file": "assets/texts-en.js"},
    "src/locales/es/home.po": {"file": "assets/texts-es.js"},
    "src/features/home/hero/EditorialHero.tsx": {"file": "assets/editorial-1.js", "css": ["assets/editorial.css"]},
    "src/features/home/hero/FolderHero.tsx": {"file": "assets/folder-1.js", "css": ["assets/folder.css"]},
}


PAGES = {
    "home": {
        "files": ["assets/layout-1.js", "assets/home-1.js"],
        "texts": ["home"],
        "one_of": [["FolderHero", "assets/folder-1.js"], ["EditorialHero", "assets/editorial-1.js"]],
    },
    "landing": {"files": ["assets/layout-1.js", "assets/landing-1.js"], "texts": ["home"], "one_of": []},
    "enrollment": {"files": ["assets/wizard-1.js"], "texts": [], "one_of": []},
    "enrollment/personal-info": {
        "files": ["assets/wizard-1.js", "assets/personal-1.js"],
        "texts": [],
        "one_of": [],
    },
}


def test_a_page_comes_with_what_it_draws_first(page, built, brand, agent):
    (built / "manifest.json").write_text(json.dumps(HOME_VIEW))
    (built / "pages.json").write_text(json.dumps(PAGES))
    Brand.objects.update(recipe={"hero": "editorial"})
    brands_changed()
    html = page().content.decode()
    early = re.findall(r'rel="modulepreload" href="/static/app/assets/([^"]+)"', html)
    assert early == ["v-CCCC2222.js", "layout-1.js", "home-1.js", "editorial-1.js", "texts-en.js"]
    assert "editorial.css" in html
    assert "folder" not in " ".join(re.findall("<link[^>]*>", html))
    assert "/static/app/assets/layout.css" in html
    assert f'<link rel="preload" href="{brands.art_path(brand, "hero.svg")}" as="image"' in html
    spanish = page(**{"Accept-Language": "es"}).content.decode()
    assert "texts-es.js" in spanish
    assert "texts-en.js" not in spanish
    assert "landing-1.js" in page("/jordan-lee").content.decode()
    assert "home-1.js" in page("/jordan-lee/home").content.decode()
    assert "home-1.js" not in page("/provider-list").content.decode()
    assert "personal-1.js" in page("/enrollment/personal-info").content.decode()
    other = page("/enrollment/another-step").content.decode()
    assert "wizard-1.js" in other
    assert "personal-1.js" not in other


def test_the_list_of_pages_names_steps_and_heroes_that_there_are():
    frontend = Path(manifest.__file__).parents[3] / "frontend"
    pages = (frontend / "scripts/pages.ts").read_text()
    assert set(re.findall(r'"enrollment/([a-z-]+)": step', pages)) == {step.slug for step in registry.STEPS}
    heroes = re.search(r"oneOf: (\[.*?\])", pages)[1]
    assert {name.lower() for name in json.loads(heroes)} == set(recipes.HEROES)


def test_a_new_build_is_noticed(page, built):
    assert "main-AAAA1111" in page().content.decode()
    changed = {**MANIFEST, "src/main.tsx": {"file": "assets/main-ZZZZ9999.js"}}
    (built / "manifest.json").write_text(json.dumps(changed))
    import os

    os.utime(built / "manifest.json", (1, 1))
    assert "main-ZZZZ9999" in page().content.decode()


def test_the_page_has_security_and_cache_headers(page):
    answer = page()
    assert answer.headers["Content-Security-Policy"] == CSP
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "Host" in answer.headers["Vary"]
    again = page(**{"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    packed = page(**{"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    again = page(**{"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(("kind", "packed"), [("image/svg+xml", True), ("image/png", False), ("font/woff2", False)])
def test_only_text_is_compressed(rf, kind, packed):
    server = CompressText(lambda _request: HttpResponse(b"content " * 50, content_type=kind))
    answer = server(rf.get("/", headers={"Accept-Encoding": "gzip"}))
    assert answer.has_header("Content-Encoding") is packed


def test_the_page_holds_the_brands_bootstrap_data(page, brand):
    data = build_page_data(page())
    assert data["brand"] == {
        "key": "shop",
        "name": "Shop",
        "tagline": "",
        "phone": "8005550142",
        "phone_display": "(800) 555-0142",
        "email": "",
        "support_hours": "Mon-Fri 8am-8pm ET",
        "logo": {"src": "/static/art/brand/planfront/logo.svg", "alt": "Shop"},
        "cart_logo": "/static/art/brand/planfront/logo-compact.svg",
        "footer_logo": "",
        "hero": "/static/art/brand/planfront/hero.svg",
        "hero_alt": {},
        "empty_icon": "",
        "ios_icon": "",
        "android_icon": "",
        "favicon": "/static/art/brand/planfront/favicon.svg",
    }
    assert data["landing"] is None
    assert set(data["flags"]) == {
        "hide_home_breadcrumb",
        "landing_to_root",
        "dental_vision_only",
        "memberships",
        "main_store",
        "kit",
    }
    assert data["static_art"] == "/static/art/"
    assert data["languages"] == ["en", "es"]
    assert data["api"] == "/api/v1"
    assert data["menu"] == []
    assert data["featured"] == []


def test_the_page_is_the_same_for_everybody(page, make_client, agent):
    User.objects.create_user("rep@demo.test", "planfront-demo", role="rep", name="Jordan Lee")
    anonymous = page().content
    signed_in = make_client("shop.test")
    signed_in.sign_in("rep@demo.test")
    match = signed_in.client.get("/", headers={"Host": "shop.test"})
    assert match.content == anonymous
    assert signed_in.token not in match.content.decode()
    assert "Set-Cookie" not in match.headers
    assert not match.cookies


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/home", 200),
        ("/plans", 200),
        ("/compare", 200),
        ("/enrollment/contact-info", 200),
        ("/continue-enrollment", 200),
        ("/direct-continue/abc/def", 200),
        ("/jordan-lee", 200),
        ("/Jordan-Lee/plans", 200),
        ("/jordan-lee/nothing", 404),
        ("/nobody", 404),
        ("/404", 404),
        ("/static/app/assets/gone.js", 404),
        ("/api/v1/no-such-call", 404),
    ],
)
def test_each_path_has_its_status(page, agent, path, status):
    assert page(path).status_code == status


def test_a_landing_page_carries_its_owner(page, agent, brand):
    answer = page("/jordan-lee")
    assert build_page_data(answer)["landing"] == {
        "type": "agent",
        "id": agent.pk,
        "code": "REP1001",
        "display_name": "Jordan Lee",
        "display_phone": "(614) 555-0148",
        "display_email": "jordan@example.com",
        "tagline": {"en": "Plain answers", "es": "Plain answers"},
        "banner_image": "",
        "banner_alt": {},
        "logo": "",
        "image": "",
        "image_link": "",
        "about": "Twelve years.",
    }
    html = answer.content.decode()
    assert "<title>Jordan Lee – Shop</title>" in html
    assert '<meta property="og:description" content="Plain answers">' in html
    create_group(code="acme01", name="Acme Manufacturing", brands=[brand], landing_url="acme")
    assert build_page_data(page("/acme/plans"))["landing"]["type"] == "group"


def test_another_brand_s_landing_page_is_unknown(client, agent, other_brand):
    answer = client.get("/jordan-lee", headers={"Host": "other.test"})
    assert answer.status_code == 404
    assert build_page_data(answer)["landing"] is None
    assert b"Jordan" not in answer.content


def test_texts_can_t_end_the_script_element(page, brand):
    from planfront.brands.models import Brand

    Brand.objects.update(name="</script><script>alert(1)</script>")
    html = page().content.decode()
    assert "<script>alert(1)" not in html
    assert build_page_data(page())["brand"]["name"] == "</script><script>alert(1)</script>"


def test_the_page_is_served_in_spanish(page):
    html = page(**{"Accept-Language": "es"}).content.decode()
    assert '<html lang="es"' in html
    assert "Esta tienda necesita JavaScript." in html


def test_favicon_robots_and_health_are_answered(page, client):
    assert page("/favicon.ico").headers["Location"] == "/static/art/brand/planfront/favicon.svg"
    assert b"Disallow: /enrollment/" in page("/robots.txt").content
    assert client.get("/healthz", headers={"Host": "anything"}).content == b"ok\n"


def test_other_methods_are_refused(client, brand):
    assert client.post("/plans", headers={"Host": "shop.test"}).status_code == 405


def test_a_page_takes_few_queries(page, agent, settings, django_assert_max_num_queries):
    """What brands hold is read once; the rest depends on the visit."""
    settings.BRANDS_HELD_SECONDS = 60.0
    brands.forget()
    page()
    with django_assert_max_num_queries(6):
        page("/jordan-lee")
    brands.forget()


@pytest.fixture
def held(settings):
    settings.BRANDS_HELD_SECONDS = 60.0
    brands.forget()
    yield
    brands.forget()


@pytest.mark.parametrize(("path", "looked_up"), [("/", 0), ("/plans", 0), ("/cart", 0), ("/nowhere/at/all", 2)])
def test_a_page_that_was_made_before_asks_for_the_edition_alone(page, held, path, looked_up, django_assert_num_queries):
    """And whether the address is a rep's or a group's, where it may be."""
    first = page(path)
    with django_assert_num_queries(1 + looked_up):
        again = page(path)
    assert (again.status_code, again.content) == (first.status_code, first.content)


def test_a_held_page_follows_whatever_it_shows(page, held, brand, agent, time_machine):
    """Each change shows in the next answer, and nothing of it stays once it is taken back."""
    time_machine.move_to("2026-11-10 12:00", tick=False)
    plan = make_plan(offer={"featured": True, "eff_to": date(2026, 11, 20)})
    rule = {"purpose": "location", "version": 99}

    def shown(path="/"):
        return page(path).content.decode()

    assert "Halden Dental PPO 1500" in shown()
    Plan.objects.update(name="Renamed Dental")
    assert "Renamed Dental" in shown()
    assert "Renamed Dental" in shown(f"/plan/{plan.pk}")
    ConsentText.objects.create(**rule, text="May we look up where you are?")
    assert "May we look up where you are?" in shown()
    ConsentText.objects.filter(**rule).delete()
    assert "May we look up where you are?" not in shown()
    assert "Plain answers" in shown("/jordan-lee")
    Agent.objects.update(tagline="Straight answers")
    assert "Straight answers" in shown("/jordan-lee")
    brand.tagline = "Cover for all of us"
    brand.save()
    brands_changed()
    brands.forget()
    assert "Cover for all of us" in shown()
    time_machine.move_to("2026-11-21 12:00", tick=False)
    assert "Renamed Dental" not in shown()


def test_what_is_held_of_a_page_is_by_language_category_and_address(page, held):
    make_plan()
    make_plan("Clear Vision", category="vision")

    def heading(path, **headers):
        return re.search(r"<title>(.*?)</title>", page(path, **headers).content.decode())[1]

    for _again in range(2):
        assert heading("/plans?type=dental") == "Dental Plans – Shop"
        assert heading("/plans?type=vision") == "Vision Plans – Shop"
        assert heading("/plans?type=%3Cb%3E") == heading("/plans") == "Plans – Shop"
        assert heading("/plans", **{"Accept-Language": "es"}) == "Planes – Shop"


def test_a_held_page_is_sent_compressed_to_whoever_takes_that(page, held):
    for _again in range(2):
        plain, packed = page(), page(**{"Accept-Encoding": "gzip, br"})
        assert gzip.decompress(packed.content) == plain.content
        assert "Content-Encoding" not in plain.headers
        assert "Accept-Encoding" in plain.headers["Vary"]
        assert packed.headers["Vary"] == plain.headers["Vary"]


@pytest.mark.parametrize("path", ["/plans%0A", "/a%0Ab", "/%0D%0A"])
def test_a_path_with_line_breaks_is_the_store_s_own_404(client, brand, path):
    answer = client.get(path, headers={"Host": "shop.test"})
    assert answer.status_code == 404
    assert b"<title>" in answer.content
    assert b"Shop" in answer.content


def test_a_call_with_line_breaks_is_answered_in_the_envelope(client, brand):
    answer = client.get("/api/v1/get-states%0A", headers={"Host": "shop.test"})
    assert (answer.status_code, answer.json()["status"]) == (404, "error")


def test_a_browser_is_told_the_page_s_color_by_day_and_by_night(page, brand):
    html = page().content.decode()
    colors = dict(re.findall(r'name="theme-color" content="(#[0-9a-f]{6})" data-for="(\w+)"', html))
    assert {theme: color for color, theme in colors.items()} == {
        "light": brands.hex_roles(brand)["page"],
        "dark": brands.night_page(brand),
    }


def test_an_operator_s_own_logo_is_not_swapped_for_the_store_s_small_one(page, brand):
    save_settings(brand=brand, values={"logo": "/media/own.svg"})
    assert build_page_data(page())["brand"]["cart_logo"] == ""


def test_a_rep_s_line_is_said_in_the_reader_s_language_and_in_english_without_a_translation(page, built, agent):
    def shown():
        answer = page("/jordan-lee", **{"Accept-Language": "es"})
        described = re.search(r'name="description" content="([^"]*)"', answer.content.decode())[1]
        return build_page_data(answer)["landing"]["tagline"], described

    assert shown() == ({"en": "Plain answers", "es": "Plain answers"}, "Plain answers")
    Agent.objects.update(tagline_es="Respuestas claras")
    assert shown() == ({"en": "Plain answers", "es": "Respuestas claras"}, "Respuestas claras")
