"""Headers of responses, whichever part of the store sends them."""

from dataclasses import replace

import pytest
from django.test import Client

from planfront.config.env import EnvError, load

pytestmark = pytest.mark.django_db
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def answer(path, host="shop.test", **more):
    return Client(raise_request_exception=False).get(path, headers={"Host": host}, **more)


@pytest.mark.parametrize("path", ["/", "/api/v1/get-states", "/api/v1/nothing", "/backoffice/login/", "/static/x.css"])
def test_every_answer_carries_the_headers(brand, path):
    headers = answer(path).headers
    assert ALWAYS.items() <= dict(headers).items()
    assert headers["Permissions-Policy"].startswith("geolocation=(self), accelerometer=(), camera=()")
    assert "unsafe" not in headers.get("Content-Security-Policy", "")


def test_refusals_before_any_page_carry_them_too(brand):
    assert ALWAYS.items() <= dict(answer("/", host="nobody.test").headers).items()
    refused = Client().post("/api/v1/session", b"\x00", content_type="application/json", headers={"Host": "shop.test"})
    assert refused.status_code == 422
    assert ALWAYS.items() <= dict(refused.headers).items()


def test_files_may_be_shown_by_other_sites_and_nothing_else_may(brand):
    policies = {path: answer(path).headers["Cross-Origin-Resource-Policy"] for path in ("/", "/media/brand/x.png")}
    assert policies == {"/": "same-origin", "/media/brand/x.png": "cross-origin"}


@pytest.mark.parametrize(
    ("seconds", "subdomains", "header"),
    [(31_536_000, False, "max-age=31536000"), (60, True, "max-age=60; includeSubDomains"), (0, True, None)],
)
def test_https_is_remembered_as_long_as_the_operator_says(brand, settings, seconds, subdomains, header):
    settings.ENV = replace(settings.ENV, https=True, hsts_seconds=seconds, hsts_subdomains=subdomains)
    assert answer("/", secure=True).headers.get("Strict-Transport-Security") == header
    assert "Strict-Transport-Security" not in answer("/").headers


def test_without_https_nothing_is_remembered(brand):
    assert "Strict-Transport-Security" not in answer("/", secure=True).headers


def test_the_settings_are_read_strictly():
    production = load({"PLANFRONT_MODE": "production"})
    assert (production.api_docs, production.hsts_seconds, production.hsts_subdomains) == ("off", 31_536_000, False)
    assert load({}).api_docs == "on"
    for wrong in ({"API_DOCS": "yes"}, {"HSTS_SECONDS": "-1"}, {"HSTS_SUBDOMAINS": "maybe"}):
        with pytest.raises(EnvError, match=next(iter(wrong))):
            load(wrong)
