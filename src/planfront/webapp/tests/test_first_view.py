"""What the server draws of a page before the store's scripts run."""

import json
import re

import pytest

from planfront.brands import marketing
from planfront.brands.models import Brand, MarketingBlock
from planfront.catalog.tests.factories import make_plan
from planfront.leads.models import ConsentText
from planfront.parties.reps.models import Agent
from planfront.parties.reps.services import create_agent
from planfront.webapp import manifest

pytestmark = pytest.mark.django_db
MANIFEST = {
    "src/main.tsx": {"file": "assets/main-1.js", "css": ["assets/main.css"]},
    "src/first.ts": {"file": "assets/first-1.js"},
    "src/components/ui/icons.svg": {"file": "assets/icons-1.svg"},
    "src/features/cart/CartPage.tsx": {"file": "assets/cart-1.js"},
}
PAGES = {"cart": {"files": ["assets/cart-1.js"], "texts": [], "one_of": []}}


@pytest.fixture
def page(client, brand, tmp_path, monkeypatch):
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))
    (tmp_path / "pages.json").write_text(json.dumps(PAGES))
    monkeypatch.setattr(manifest, "DIST", tmp_path)

    def get(path="/", language="en"):
        answer = client.get(path, headers={"Host": "shop.test", "Accept-Language": language})
        assert answer.status_code == 200
        return answer.content.decode()

    return get


def drawn(html):
    return re.search(r'<div id="root"><div class="first">(.*?)</div>\n<aside class="wrap late"', html, re.DOTALL)[1]


def told(html):
    return json.loads(re.search(r'id="bootstrap">(.*?)</script>', html)[1])


def test_the_store_s_files_wait_until_the_first_paint(page):
    html = page("/cart")
    head = html.split("</head>")[0]
    waiting = re.search(r"<template>(.*)</template>", head, re.DOTALL)[1]
    assert html.count("main-1.js") == waiting.count("main-1.js") == 1
    assert waiting.split("\n")[1:3] == [
        '<link rel="modulepreload" href="/static/app/assets/cart-1.js">',
        '<script type="module" src="/static/app/assets/main-1.js"></script>',
    ]
    other = page("/referrals")
    assert "main-1.js" in other.split("</head>")[0]
    assert "<template>" not in other
    # It says whether it is day or night, so every page has it. It waits for no style sheet.
    for document in (html, other):
        script = document.index('<script src="/static/app/assets/first-1.js"></script>')
        assert script < document.index('rel="stylesheet"')
    assert html.index("</template>") < html.index("first-1.js")


def test_the_front_page_in_both_languages(page, brand):
    html = drawn(page())
    assert '<section class="hero-FolderHero">' in html
    assert "<h1>Plans for you and your family</h1>" in html
    assert "Answer four questions to open it." in html
    assert "<h1>Planes para usted y su familia</h1>" in drawn(page(language="es"))
    marketing.write_start(brand=brand)
    MarketingBlock.objects.bulk_create(MarketingBlock(brand=brand, kind="proof", title=title) for title in "abc")
    for look in ("face", "card", "editorial"):
        Brand.objects.update(recipe={"hero": look})
        assert drawn(page()).count("icons-1.svg#check") == 3
    marketing.write_start(brand=brand)
    MarketingBlock.objects.filter(kind="hero").update(title="</h1><script>")
    assert "<h1>&lt;/h1&gt;&lt;script&gt;</h1>" in drawn(page())


def test_a_rep_without_a_phone_has_no_empty_link_on_the_front_page(page, brand):
    portrait = "olive.bob.dark.none.none.open.shirt.first.window"
    create_agent(
        code="REP1", brands=[brand], first_name="Jordan", last_name="Lee", email="j@example.com", portrait=portrait
    )
    Brand.objects.update(recipe={"hero": "editorial"})
    assert 'as="image"' in page()
    Brand.objects.update(recipe={"hero": "editorial", "person": "REP1"})
    html = drawn(page())
    assert "<b>Jordan Lee</b>" in html
    assert 'href="tel:"' not in html
    assert 'as="image"' not in page(), "the brand's picture isn't shown beside a rep's"
    Agent.objects.update(phone="6145550101")
    assert '<a class="num" href="tel:(614) 555-0101">(614) 555-0101</a>' in drawn(page())


def test_a_listing_has_its_trail_and_consent_texts_wait_for_the_store(page, brand):
    make_plan()
    ConsentText.objects.create(purpose="location", version=1, text="{seller} may keep it.", i18n={})
    html = drawn(page("/plans?type=dental"))
    assert "<h1>Dental Plans</h1>" in html
    assert re.findall(r'<a href="([^"]*)">([^<]*)</a>', html)[-1] == ("/", "Home")
    assert "Shop may keep it." not in html
    assert "Shop may keep it." not in drawn(page("/")), "it stands below the questions, which come with the store"
    assert '<h1 class="unpriced">Planes</h1>' in drawn(page("/plans?type=nothing", "es"))
    Brand.objects.update(flags={"hide_home_breadcrumb": True})
    assert "Home" not in drawn(page("/plans"))
    assert [consent["purpose"] for consent in told(page("/cart"))["consents"]] == ["location"]


def test_phones_have_a_lead_that_is_short_and_longer_ones_wait(page, brand):
    long = {"lead_en": "x" * 91, "lead_es": "y" * 91}
    Brand.objects.update(recipe=long)
    html = drawn(page("/"))
    assert f'<p class="lead only-d">{"x" * 91}</p>' in html
    assert "only-m" not in html
    assert told(page("/"))["recipe"]["short"] == {"en": "", "es": ""}
    Brand.objects.update(recipe={**long, "short_en": "Four answers.", "short_es": "Cuatro respuestas."})
    assert '<p class="lead only-m">Four answers.</p>' in drawn(page("/"))
    assert '<p class="lead only-m">Cuatro respuestas.</p>' in drawn(page("/", "es"))
    Brand.objects.update(recipe={"lead_en": "x" * 90, "lead_es": "y" * 90})
    assert f'<p class="lead">{"x" * 90}</p>' in drawn(page("/"))


def test_sign_in_has_its_heading_and_the_pages_below_it_have_none(page, brand):
    assert "<h1>Sign in</h1>" in drawn(page("/sign-in"))
    assert "<h1>Iniciar sesión</h1>" in drawn(page("/sign-in", "es"))
    assert '<div class="first">' not in page("/sign-in/forgot")


def test_a_rep_s_pages_lead_on_below_the_rep(page, brand):
    create_agent(
        code="r1", brands=[brand], first_name="Jordan", last_name="Lee", email="j@example.com", landing_url="jordan-lee"
    )
    html = drawn(page("/jordan-lee"))
    assert "<h1>Jordan Lee</h1>" in html
    assert ">JL</span>" in html
    assert 'href="/jordan-lee/cart"' in html
    assert "Su representante de beneficios" in drawn(page("/jordan-lee", "es"))
    assert '<a href="/jordan-lee/plans">Plans</a>' in drawn(page("/jordan-lee/cart"))


@pytest.mark.parametrize(
    ("image", "link", "shown"),
    [
        ("/static/jo.svg", "", r'<img class="portrait-\S+" src="/static/jo.svg" alt="" '),
        (
            "/static/jo.svg",
            "https://jo.example/",
            r'<a href="https://jo.example/"><img class="portrait-\S+" src="/static/jo.svg" alt="Jordan Lee" ',
        ),
        ("/static/jo.svg", "javascript:alert(1)", r'<img class="portrait-\S+" src="/static/jo.svg" alt="" '),
        ("", "https://jo.example/", ">JL</span>"),
    ],
)
def test_a_landing_page_shows_its_picture_which_may_lead_somewhere(page, brand, image, link, shown):
    create_agent(
        code="r1",
        brands=[brand],
        first_name="Jordan",
        last_name="Lee",
        email="j@example.com",
        landing_url="jordan-lee",
        image=image,
        image_link=link,
    )
    html = page("/jordan-lee")
    assert re.search(shown, drawn(html))
    landing = told(html)["landing"]
    assert (landing["image"], landing["image_link"]) == (image, "" if "javascript" in link else link)


def test_a_plan_comes_with_its_page(page, visitor):
    plan = make_plan(i18n={"es": {"name": "Plan dental"}})
    html = page(f"/plan/{plan.pk}", "es")
    assert "<h1>Plan dental</h1>" in drawn(html)
    asked = visitor.client.get(
        f"/api/v1/get-plan-detail/{plan.pk}",
        headers={
            "Host": "shop.test",
            "Accept-Language": "es",
            "Authorization": f"Bearer {visitor.token}",
        },
    )
    assert told(html)["plan"] == asked.json()["data"]
    assert told(html)["language"] == "es"
    assert told(page("/plans"))["plan"] is None


def test_a_first_visitor_s_cart_is_drawn_empty(page):
    text = drawn(page("/cart", "es"))
    assert "<h2>Su carrito está vacío</h2>" in text
    assert re.search(r'<use href="/media/art/\w+/empty/cart\.svg#art"/>', text)
    assert re.search(r'<a class="btn [^"]+" href="/plans">Ver todos los planes</a>', text)


def test_a_first_visitor_is_asked_for_four_answers_in_the_list(page):
    assert "<p><strong>See your price</strong> Four questions. No account, no phone call.</p>" in drawn(page("/plans"))
