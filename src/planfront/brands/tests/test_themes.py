import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin
from planfront.brands import preview, themes
from planfront.brands.models import Brand, Domain, ThemeVersion
from planfront.brands.selectors import brand_look, picture
from planfront.brands.services import brands_changed
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors, NotFound

pytestmark = pytest.mark.django_db
RED = "oklch(0.5 0.15 25)"
ORIGIN = "http://office.test"


@pytest.fixture
def staff():
    return Origin(kind="staff", user_id=User.objects.create_superuser("admin@demo.test", "x").pk)


def changed(brand, **values):
    now = themes.values_of(brand)
    pictures = {**now["pictures"], **values.pop("pictures", {})}
    return {**now, **values, "pictures": pictures}


def test_a_draft_is_published_and_rolled_back(brand, staff):
    before = themes.values_of(brand)
    themes.save_draft(brand=brand, values=changed(brand, primary=RED, radius=3), note="Autumn", origin=staff)
    themes.save_draft(brand=brand, values=changed(brand, primary=RED, radius=4), note="Autumn", origin=staff)
    assert themes.values_of(Brand.objects.get()) == before
    live = themes.publish(brand=brand, origin=staff)
    assert (live.number, live.state, live.note, live.published_by_id) == (2, "live", "Autumn", staff.user_id)
    shown = Brand.objects.get()
    assert (shown.primary, shown.radius) == (RED, 4)
    first, second = reversed(themes.list_versions(shown))
    assert (first.version.number, first.version.values, first.version.state) == (1, before, "past")
    assert [(change.label, change.before, change.after) for change in second.changes] == [
        ("Primary colour", before["primary"], RED),
        ("Corner radius", "10", "4"),
    ]
    back = themes.roll_back(brand=brand, number=1, origin=staff)
    assert (back.number, back.note) == (3, "Back to version 1")
    assert themes.values_of(Brand.objects.get()) == before
    assert ThemeVersion.objects.filter(state="live").count() == 1
    event = AuditEvent.objects.get(action="theme.published")
    assert (event.fields, event.meta, event.actor_id) == (["primary", "radius"], {"version": 2}, staff.user_id)


def test_what_cannot_be_read_is_neither_kept_nor_published(brand, staff):
    with pytest.raises(FieldErrors) as refused:
        themes.save_draft(brand=brand, values=changed(brand, primary="oklch(0.6155 0.1 192)"), origin=staff)
    assert refused.value.errors[0].target_element == "primary"
    with pytest.raises(NotFound):
        themes.publish(brand=brand, origin=staff)
    with pytest.raises(NotFound):
        themes.roll_back(brand=brand, number=7, origin=staff)
    assert not ThemeVersion.objects.exists()


def test_a_discarded_draft_leaves_the_look(brand, staff):
    themes.save_draft(brand=brand, values=changed(brand, radius=0), origin=staff)
    themes.discard_draft(brand=brand, origin=staff)
    assert themes.draft_of(brand) is None
    assert themes.list_versions(brand)[0].version.number == 1


def test_pictures_are_part_of_the_look(brand, staff):
    themes.save_draft(
        brand=brand, values=changed(brand, pictures={"logo": "/static/art/brand/juniper/logo.svg"}), origin=staff
    )
    assert picture(brand, "logo", "logo.svg").endswith(f"/{brand.logo_key}/logo.svg")
    themes.publish(brand=brand, origin=staff)
    assert picture(brand, "logo", "logo.svg") == "/static/art/brand/juniper/logo.svg"
    themes.roll_back(brand=brand, number=1, origin=staff)
    assert picture(brand, "logo", "logo.svg").endswith(f"/{brand.logo_key}/logo.svg")


def token_for(brand, **values):
    value = preview.Preview(brand_id=brand.pk, origin=ORIGIN, values=changed(brand, **values), session="s")
    return preview.issue(value)


def test_a_preview_shows_the_draft_in_the_back_office_s_frame_only(client, brand):
    token = token_for(brand, primary=RED, pictures={"logo": "/static/art/brand/juniper/logo.svg"})
    answer = client.get("/", {"preview": token}, headers={"Host": "shop.test"})
    policy = answer.headers["Content-Security-Policy"]
    assert f"frame-ancestors {ORIGIN}" in policy
    assert "script-src 'self'; style-src 'self'" in policy
    assert answer.headers["Cache-Control"] == "no-store"
    page = answer.content.decode()
    assert f"/theme.preview.css?preview={token}" in page
    assert brand_look(brand).url not in page
    assert "/static/preview/frame.js" in page
    assert "/static/art/brand/juniper/logo.svg" in page
    sheet = client.get("/theme.preview.css", {"preview": token}, headers={"Host": "shop.test"})
    assert RED in sheet.content.decode()
    assert sheet.headers["Cache-Control"] == "no-store"


def test_a_preview_is_drawn_in_the_language_that_it_is_asked_for(client, brand):
    token = token_for(brand, primary=RED)
    for language in ("es", "en"):
        page = client.get("/", {"preview": token, "language": language}, headers={"Host": "shop.test"}).content.decode()
        assert f'<html lang="{language}"' in page


def test_without_a_token_pages_stay_as_they_are_and_unframeable(client, brand):
    token = token_for(brand, primary=RED)
    for sent in ("", "rubbish", token[:-2], token + "x"):
        answer = client.get("/", {"preview": sent}, headers={"Host": "shop.test"})
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert b"frame.js" not in answer.content
        assert client.get("/theme.preview.css", {"preview": sent}, headers={"Host": "shop.test"}).status_code == 404


def test_a_preview_token_is_valid_for_its_brand_for_half_an_hour(client, brand, other_brand, monkeypatch):
    token = token_for(brand, primary=RED)
    assert preview.read(token, other_brand.pk) is None
    other = other_brand.domains.get().host
    answer = client.get("/", {"preview": token}, headers={"Host": other})
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert preview.read(token, brand.pk) is not None
    later = clock.now().timestamp() + preview.LIFE_SECONDS + 5
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    assert preview.read(token, brand.pk) is None


def test_a_host_shows_its_own_pictures(client, brand):
    Domain.objects.create(host="fair.test", brand=brand, pictures={"logo": "/static/art/brand/juniper/logo.svg"})
    brands_changed()
    own = b"/static/art/brand/juniper/logo.svg"
    assert own in client.get("/", headers={"Host": "fair.test"}).content
    assert own not in client.get("/", headers={"Host": "shop.test"}).content
