import base64

import pytest

from planfront.audit.models import AuditEvent
from planfront.brands import selectors, services
from planfront.brands.models import Brand, Domain
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http.headers import CSP

pytestmark = pytest.mark.django_db


def encoded(host):
    return base64.b64encode(host.encode()).decode()


@pytest.mark.parametrize("host", ["nobody.test", "shop.test.evil.example", "shop test", "", "1.2.3.4"])
def test_an_unknown_host_gets_a_plain_400_page(client, brand, host):
    for path in ("/", "/plans", "/api/v1/get-states", "/backoffice/", "/theme.000000000000.css"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code == 400
        assert b"Shop" not in answer.content
        assert answer.headers["Content-Security-Policy"].startswith(CSP)


@pytest.mark.parametrize("host", ["shop.test", "SHOP.test", "shop.test.", "shop.test:8500"])
def test_a_host_shows_its_brand(client, brand, host):
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 200
    assert b" \xe2\x80\x93 Shop</title>" in answer.content


def test_a_brand_can_have_several_hosts_and_can_be_switched_off(brand):
    Domain.objects.create(brand=brand, host="www.shop.test")
    assert selectors.brand_for_host("www.shop.test") == brand
    assert selectors.primary_host(brand.pk) == "shop.test"
    Brand.objects.update(active=False)
    assert selectors.brand_for_host("www.shop.test") is None


def test_cached_brands_are_dropped_when_a_brand_changes(
    brand, settings, django_assert_num_queries, django_capture_on_commit_callbacks
):
    settings.BRANDS_HELD_SECONDS = 60.0
    selectors.forget()
    assert selectors.brand_for_host("shop.test").tagline == ""
    with django_assert_num_queries(0):
        assert selectors.brand_for_host("shop.test").tagline == ""
    fresh = Brand.objects.get(pk=brand.pk)
    fresh.tagline = "New words"
    with django_capture_on_commit_callbacks(execute=True):
        services.save_brand(brand=fresh)
    assert selectors.brand_for_host("shop.test").tagline == "New words"


def test_another_process_notices_the_change_by_its_revision(brand, settings):
    settings.BRANDS_HELD_SECONDS = 0.000001
    selectors.forget()
    assert selectors.setting(brand.pk, "ticket_link") == ""
    # As another process would: rows and revision change, this process isn't told.
    services.save_settings(brand=brand, values={"ticket_link": "https://help.example/"})
    assert selectors.setting(brand.pk, "ticket_link") == "https://help.example/"


def test_saving_an_unreadable_look_is_refused(brand):
    brand.primary = "tomato"
    with pytest.raises(FieldErrors) as caught:
        services.save_brand(brand=brand)
    assert [error.target_element for error in caught.value.errors] == ["primary"]
    assert not AuditEvent.objects.filter(action="brand.saved").exists()


def test_theme_is_immutable_under_its_hash_and_changes_it_with_the_look(client, brand):
    url = selectors.brand_look(brand).url
    answer = client.get(url, headers={"Host": "shop.test"})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/css; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Host" in answer.headers["Vary"]
    assert "--brand-primary: oklch(0.44 0.082 192);" in answer.content.decode()
    again = client.get(url, headers={"Host": "shop.test", "If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    brand.primary = "oklch(0.5 0.1 20)"
    services.save_brand(brand=brand)
    assert selectors.brand_look(brand).url != url
    stale = client.get(url, headers={"Host": "shop.test"})
    assert stale.status_code == 200
    assert stale.headers["Cache-Control"] == "no-cache"
    assert "oklch(0.5 0.1 20)" in stale.content.decode()


def test_dynamic_information_is_given_for_ones_own_host_only(visitor, brand, other_brand):
    services.save_settings(brand=brand, values={"banner_image": "/static/art/own.svg"})
    answer = visitor.get("get-external-site-dynamic-information", site_domain=encoded("http://shop.test:8500"))
    assert answer.status_code == 200
    items = {item["key"]: item["value"] for item in answer.json()["data"]}
    assert items["site_name"] == "Shop"
    assert items["banner_image"] == "/static/art/own.svg"
    assert items["logo"] == "/static/art/brand/planfront/logo.svg"
    for host in ("other.test", "nobody.test", ""):
        refused = visitor.get("get-external-site-dynamic-information", site_domain=encoded(host))
        assert refused.status_code == 404
    assert visitor.get("get-external-site-dynamic-information", site_domain="%%%").status_code == 404


@pytest.mark.parametrize("path", ["/get-domainSite-infromation", "get-domainSite-infromation"])
def test_domain_site_gives_the_default_group(visitor, brand, other_brand, path):
    services.save_settings(brand=brand, values={"default_group_id": "77"})
    answer = visitor.get(path, site_domain=encoded("shop.test")).json()
    assert (answer["statusCode"], answer["data"]["gid"]) == (200, 77)
    for host in ("other.test", "nobody.test"):
        answer = visitor.get(path, site_domain=encoded(host)).json()
        assert (answer["statusCode"], answer["data"]["gid"]) == (204, None)


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "//evil.example", "http://a.example", " data:text/html,x", "x"]
)
def test_a_javascript_address_is_left_out(visitor, brand, link):
    brand.email = "help@shop.example"
    brand.save()
    services.save_settings(brand=brand, values={"ticket_link": link, "register_link": link, "banner_text": link})
    assert visitor.get("get-ticket-link").json()["data"] == {"ticket": "mailto:help@shop.example"}
    answer = visitor.get("get-external-site-dynamic-information", site_domain=encoded("shop.test")).json()
    items = {item["key"]: item["value"] for item in answer["data"]}
    assert (items["ticket_link"], items["register_link"], items["banner_text"]) == ("", "", link)


def test_ticket_link_and_elevate_portal_are_settings(visitor, brand):
    assert visitor.get("get-ticket-link").status_code == 404
    assert visitor.get("get-elevate-info").status_code == 404
    services.save_settings(brand=brand, values={"ticket_link": "https://help.example/", "elevate_portal_id": "3"})
    assert visitor.get("get-ticket-link").json()["data"] == {"ticket": "https://help.example/"}
    assert visitor.get("get-elevate-info").json()["data"] == {"portal_id": 3}
