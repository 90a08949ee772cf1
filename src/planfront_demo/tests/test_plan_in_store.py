"""The row of a plan in a store's own list while its texts are typed in the back office."""

from __future__ import annotations

from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from planfront.accounts.models import User
from planfront.brands import preview
from planfront.brands.models import Brand
from planfront.catalog.models import Plan

pytestmark = pytest.mark.django_db
SHOWN = "/backoffice/catalog/plan/1002/shown/"


@pytest.fixture
def staff(world):
    client = Client(HTTP_HOST="localhost")
    client.force_login(User.objects.get(email="admin@demo.test"))
    return client


def listed(token, session, enrollment, **headers):
    answer = Client(HTTP_HOST="localhost").get(
        "/api/v1/get-filtered-plans",
        {"enrollment_id": enrollment},
        headers={"Authorization": f"Bearer {session}", **headers},
    )
    return next(item for item in answer.json()["data"]["result"] if item["pid"] == 1002)


def test_the_store_s_list_has_the_typed_texts_for_the_preview_alone_at_the_price_of_the_chosen_shopper(staff):
    texts = {"name": "Halden Gold", "short_text": "New words.", "short_text_es": "Palabras nuevas.", "badges": "New"}
    shopper = {"shop_zip": "43215", "shop_dob": "04/17/1989", "shop_tier": "IF"}
    answer = staff.post(SHOWN, {**texts, **shopper}).json()
    wide, phone, spanish = answer["row"]["urls"]
    assert [parse_qs(urlsplit(url).query)["language"] for url in (wide, phone, spanish)] == [["en"], ["en"], ["es"]]
    token = parse_qs(urlsplit(wide).query)["preview"][0]
    kept = preview.read(token, Brand.objects.get(key="planfront").pk)
    drafted = listed(token, kept.session, kept.enrollment_id, **{"X-Preview": token})
    assert (drafted["plan_name"], drafted["plan_short_text"], drafted["badges"]) == (
        "Halden Gold",
        "New words.",
        ["New"],
    )
    in_spanish = listed(token, kept.session, kept.enrollment_id, **{"X-Preview": token, "Accept-Language": "es"})
    assert in_spanish["plan_short_text"] == "Palabras nuevas."
    plain = listed(token, kept.session, kept.enrollment_id)
    assert plain["plan_name"] == "Halden Dental PPO 1500"
    assert drafted["plan_price"] == plain["plan_price"] == "104.85"
    assert "$104.85 a month" in unescape(answer["rates"])
    assert Plan.objects.get(pk=1002).name == "Halden Dental PPO 1500"


def test_a_preview_of_a_plan_that_was_taken_off_sale_meanwhile_has_the_rest_of_the_list(staff):
    url = staff.post(SHOWN, {"name": "Halden Gold"}).json()["row"]["urls"][0]
    token = parse_qs(urlsplit(url).query)["preview"][0]
    kept = preview.read(token, Brand.objects.get(key="planfront").pk)
    Plan.objects.filter(pk=1002).update(active=False)
    answer = Client(HTTP_HOST="localhost").get(
        "/api/v1/get-filtered-plans",
        {"enrollment_id": kept.enrollment_id},
        headers={"Authorization": f"Bearer {kept.session}", "X-Preview": token},
    )
    assert answer.status_code == 200
    assert 1002 not in {item["pid"] for item in answer.json()["data"]["result"]}


def test_a_shopper_that_the_store_does_not_take_is_told_in_its_words(staff):
    row = staff.post(SHOWN, {"name": "Halden", "shop_zip": "00000"}).json()["row"]
    assert row["urls"] == []
    assert row["why"].startswith("Planfront can't quote this shopper: ")
    assert len(row["why"]) > 45


def test_the_framed_page_is_in_the_language_that_is_asked_for(staff):
    url = staff.post(SHOWN, {"name": "Halden"}).json()["row"]["urls"][2]
    parts = urlsplit(url)
    page = Client(HTTP_HOST="localhost").get(f"{parts.path}?{parts.query}")
    assert '<html lang="es"' in page.content.decode()
    assert "frame-ancestors http://localhost" in page.headers["Content-Security-Policy"]
