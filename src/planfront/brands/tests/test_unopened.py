"""A store that isn't open: staff look at it, to everybody else its host is unknown."""

import time
from datetime import timedelta
from urllib.parse import urlsplit

import pytest

from planfront.accounts.models import StaffBrand, User
from planfront.audit.models import AuditEvent
from planfront.brands import preview, themes, unopened
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
HOST = {"Host": "other.test"}
LOOK = "/theme.000000000000.css"


@pytest.fixture
def closed(brand, other_brand):
    other_brand.active = False
    other_brand.save()
    return other_brand


@pytest.fixture
def staff(client, closed):
    client.defaults["HTTP_HOST"] = "shop.test"
    user = User.objects.create_superuser("admin@demo.test", "planfront-demo")
    client.force_login(user)
    return user


def visit(client, brand):
    """The way from the brand's page to its store."""
    answer = client.get(f"/backoffice/brands/brand/{brand.pk}/visit/")
    address = urlsplit(answer.headers["Location"])
    assert address.hostname == "other.test"
    return client.get(f"{address.path}?{address.query}", headers=HOST)


def test_staff_see_a_store_that_isn_t_open_and_strangers_don_t(client, closed, staff):
    assert client.get("/", headers=HOST).status_code == 400
    entered = visit(client, closed)
    assert (entered.status_code, entered.headers["Location"]) == (302, "/")
    assert "visit" not in entered.headers["Location"]
    page = client.get("/", headers=HOST)
    assert page.status_code == 200
    assert "Other isn't open yet" in page.content.decode()
    assert '<meta name="robots" content="noindex">' in page.content.decode()
    started = client.post("/api/v1/session", headers=HOST)
    assert started.status_code == 200
    for answer in (page, started, client.get("/robots.txt", headers=HOST), client.get(LOOK, headers=HOST)):
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert answer.headers["Cache-Control"] == "private, no-store"
    assert AuditEvent.objects.filter(action="brand.previewed", brand_id=closed.pk).count() == 1
    client.cookies.clear()
    for path in ("/", LOOK, "/api/v1/session", "/preview/enter", "/preview/enter?visit=x", "/?preview=x"):
        stranger = client.get(path, headers=HOST)
        assert stranger.status_code == 400, path
        assert stranger.content == client.get("/", headers={"Host": "nobody.test"}).content


def test_staff_who_open_the_address_itself_hear_where_the_preview_is(client, closed, staff):
    refused = client.get("/", headers=HOST)
    assert refused.status_code == 400
    assert "open it from the back office: Brands, then Preview." in refused.content.decode()
    start = client.get(f"/backoffice/brands/brand/{closed.pk}/start/").content.decode()
    assert f'href="/backoffice/brands/brand/{closed.pk}/visit/" target="_blank" rel="noopener">other.test</a>' in start
    visit(client, closed)
    assert client.get("/", headers=HOST).status_code == 200


def test_a_preview_speaks_spanish(client, closed, staff):
    visit(client, closed)
    assert "todavía no está abierta" in client.get("/", headers={**HOST, "Accept-Language": "es"}).content.decode()


def test_an_open_store_shows_no_banner(client, closed, staff):
    assert "isn't open yet" not in client.get("/", headers={"Host": "shop.test"}).content.decode()


def test_a_preview_ends_with_the_work_for_the_brand(client, closed, staff):
    helper = User.objects.create_user("look@demo.test", "planfront-demo", role="staff", is_staff=True)
    helper.staff_role = "reader"
    helper.save()
    place = StaffBrand.objects.create(user=helper, brand_id=closed.pk)
    entered = client.get(
        urlsplit(unopened.preview_link(closed, helper.pk))._replace(scheme="", netloc="").geturl(), headers=HOST
    )
    assert entered.status_code == 302
    assert client.get("/", headers=HOST).status_code == 200
    place.delete()
    assert client.get("/", headers=HOST).status_code == 400


def test_links_work_for_five_minutes_and_for_their_brand(client, brand, closed, staff, monkeypatch):
    link = urlsplit(unopened.preview_link(closed, staff.pk))
    foreign = urlsplit(unopened.preview_link(brand, staff.pk))
    assert client.get(f"{foreign.path}?{foreign.query}", headers=HOST).status_code == 400
    later = clock.now() + timedelta(minutes=6)
    monkeypatch.setattr(time, "time", later.timestamp)
    assert client.get(f"{link.path}?{link.query}", headers=HOST).status_code == 400


def test_a_visit_can_be_ended(client, closed, staff):
    visit(client, closed)
    assert client.get("/preview/leave", headers=HOST).status_code == 302
    assert client.get("/", headers=HOST).status_code == 400


def test_frames_of_the_theme_editor_show_a_store_that_isn_t_open(client, closed, staff):
    token = preview.issue(preview.Preview(closed.pk, "http://shop.test", themes.values_of(closed)))
    client.cookies.clear()
    page = client.get(f"/plans?preview={token}", headers=HOST)
    assert page.status_code == 200
    assert "frame-ancestors http://shop.test" in page.headers["Content-Security-Policy"]
    assert "isn't open yet" not in page.content.decode()
    assert client.get(f"/theme.preview.css?preview={token}", headers=HOST).status_code == 200
    assert client.get(LOOK, headers={**HOST, "Referer": f"http://other.test/plans?preview={token}"}).status_code == 200
    assert client.post("/api/v1/session", headers={**HOST, "X-Preview": token}).status_code == 200
    other = preview.issue(preview.Preview(closed.pk + 1, "http://shop.test", themes.values_of(closed)))
    assert client.get(f"/plans?preview={other}", headers=HOST).status_code == 400
