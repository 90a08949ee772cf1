"""A brand's own pictures in the place of drawn ones: uploaded by staff, shown by the store, taken back."""

import io
import json
import re

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from planfront.accounts.models import StaffBrand, User
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.backoffice.tests.test_backoffice import form_of
from planfront.brands.models import Asset
from planfront.brands.own_pictures import describe_picture, take_back_picture
from planfront.brands.tests.test_pictures import SVG, pixels
from planfront.parties.groups.services import create_group

pytestmark = pytest.mark.django_db
WORDS = {"alt": "A dentist shows a tooth", "alt_es": "Una dentista muestra un diente"}
GPS, CAMERA, ORIENTATION = 34853, 271, 274
LYING = 6


@pytest.fixture
def staff(client, brand, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def url(brand, category="dental"):
    return f"/backoffice/brands/brand/{brand.pk}/pictures/{category}/"


def photograph(width=1920, height=1200):
    """As a phone takes one: lying on its side, with its place and camera."""
    exif = Image.Exif()
    exif[CAMERA], exif[ORIENTATION] = "Phone 12", LYING
    exif.get_ifd(GPS)[1] = "N"
    data = io.BytesIO()
    Image.new("RGB", (height, width), "teal").save(data, "JPEG", exif=exif)
    return SimpleUploadedFile("Our dentist.JPG", data.getvalue())


def page_data(client, path="/"):
    return json.loads(
        re.search(r"<script[^>]*application/json[^>]*>(.*?)</script>", client.get(path).content.decode()).group(1)
    )


def test_a_picture_of_a_category_stands_in_the_store_until_it_is_taken_back(staff, brand):
    assert page_data(staff)["pictures"] == {}
    assert staff.post(url(brand), {**WORDS, "file": photograph()}).status_code == 302
    row = Asset.objects.get()
    shown = {"en": "A dentist shows a tooth", "es": "Una dentista muestra un diente"}
    assert page_data(staff)["pictures"] == {"dental": {"src": row.address, "alt": shown}}
    listed = staff.get(f"/backoffice/brands/brand/{brand.pk}/pictures/").content.decode()
    assert "Your own: A dentist shows a tooth" in listed
    assert staff.post(f"/backoffice/brands/asset/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert staff.post(url(brand), {"take_back": "1"}).status_code == 302
    assert page_data(staff)["pictures"] == {}
    assert staff.post(url(brand), {"take_back": "1"}).status_code == 302
    events = AuditEvent.objects.filter(action__startswith="brand.picture").order_by("at")
    about = {"place": "category/dental", "picture": row.pk}
    assert [(event.action, event.meta) for event in events] == [
        ("brand.picture_shown", about),
        ("brand.picture_taken_back", about),
    ]


def test_of_a_photograph_nothing_is_kept_but_what_is_seen(staff, brand):
    assert staff.post(url(brand), {**WORDS, "file": photograph()}).status_code == 302
    row = Asset.objects.get()
    answer = staff.get(row.address)
    assert answer.headers["Content-Type"] == "image/webp"
    assert row.address.endswith("/our-dentist.webp")
    kept = Image.open(io.BytesIO(b"".join(answer.streaming_content)))
    assert (kept.size, row.width, row.height) == ((960, 600), 960, 600)
    assert not kept.getexif()
    assert "exif" not in kept.info


def test_words_are_said_anew_and_another_picture_takes_the_place(staff, brand):
    staff.post(url(brand), {**WORDS, "file": photograph()})
    assert staff.post(url(brand), {**WORDS, "alt": "A dentist"}).status_code == 302
    assert page_data(staff)["pictures"]["dental"]["alt"]["en"] == "A dentist"
    second = SimpleUploadedFile("b.png", pixels(640, 400))
    assert staff.post(url(brand), {**WORDS, "file": second}).status_code == 302
    latest = Asset.objects.latest("pk")
    assert page_data(staff)["pictures"]["dental"]["src"] == latest.address
    assert list(Asset.objects.order_by("pk").values_list("place", flat=True)) == ["", "category/dental"]


def test_words_of_a_picture_that_was_taken_back_meanwhile_change_nothing(brand):
    said = {"brand": brand, "place": "category/dental", "origin": SYSTEM}
    assert describe_picture(alt={"en": "A tooth", "es": "Un diente"}, **said) is False
    assert take_back_picture(**said) is False
    assert not AuditEvent.objects.filter(action__startswith="brand.picture").exists()


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({**WORDS}, "Choose a picture."),
        ({"alt": "A tooth", "file": ("a.png", pixels(640, 400))}, "Say in both languages what the picture shows"),
        ({**WORDS, "file": ("a.png", pixels(300, 200))}, "at least 640 × 400 px; this one has 300 × 200."),
        ({**WORDS, "file": ("a.svg", SVG)}, "Category: upload PNG or JPEG or WebP."),
        ({**WORDS, "file": ("a.jpg", pixels(640, 400))}, "This isn&#x27;t a JPEG file, whatever its name says."),
    ],
)
def test_other_pictures_are_refused_in_words_and_what_was_typed_stays(staff, brand, sent, why):
    if "file" in sent:
        sent = {**sent, "file": SimpleUploadedFile(*sent["file"])}
    page = staff.post(url(brand), sent).content.decode()
    assert why in page
    assert f'value="{sent["alt"]}"' in page
    assert not Asset.objects.exists()


def test_only_who_may_change_the_brand_changes_its_pictures(client, brand, other_brand):
    clerk = User.objects.create_user("clerk@demo.test", "planfront-demo", role="staff", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename__in=["view_brand", "change_brand"]))
    StaffBrand.objects.create(user=clerk, brand_id=other_brand.pk)
    client.force_login(clerk)
    client.defaults["HTTP_HOST"] = "shop.test"
    assert client.get(url(brand)).status_code == 404
    assert client.get(url(other_brand)).status_code == 200
    assert client.get(url(other_brand, "none")).status_code == 404


def test_a_banner_is_uploaded_with_its_words_where_the_landing_page_is_edited(staff, brand):
    group = create_group(code="ACME01", name="Acme Works", brands=[brand], landing_url="acme")
    where = f"/backoffice/brands/brand/{brand.pk}/landing/group/{group.pk}/"
    data = form_of(staff.get(where).content.decode())
    refused = staff.post(where, {**data, "banner_upload": photograph(1200, 400)}).content.decode()
    summary, fields = refused.split("data-summary")[1].split("</ul>", 1)
    assert summary.count("Say in both languages what the picture shows") == 2
    assert fields.count("Say in both languages what the picture shows") == 2
    words = {"banner_alt": "The works at dawn", "banner_alt_es": "La fábrica al amanecer"}
    assert staff.post(where, {**data, **words, "banner_upload": photograph(1200, 400)}).status_code == 302
    group.refresh_from_db()
    row = Asset.objects.get()
    assert (group.banner_image, row.kind, row.width, row.height) == (row.address, "landing", 1200, 400)
    shown = staff.get("/acme").content.decode()
    assert f'<img src="{row.address}" alt="The works at dawn" width="1200" height="400"' in shown
    spanish = staff.get("/acme", headers={"Accept-Language": "es"}).content.decode()
    assert 'alt="La fábrica al amanecer"' in spanish
    saved = AuditEvent.objects.get(action="landing_page.saved")
    assert saved.fields == ["banner_image"]
    data = form_of(staff.get(where).content.decode())
    assert staff.post(where, {**data, "banner_image": ""}).status_code == 302
    assert row.address not in staff.get("/acme").content.decode()


def test_pictures_that_say_something_need_words_in_the_collection_too(staff, brand):
    add = "/backoffice/brands/asset/add/"
    sent = {"brand": brand.pk, "kind": "hero_image", "file": SimpleUploadedFile("front.png", pixels(800, 500))}
    assert "Say in both languages what the picture shows" in staff.post(add, sent).content.decode()
    sent["file"] = SimpleUploadedFile("front.png", pixels(800, 500))
    assert staff.post(add, {**sent, **WORDS}).status_code == 302
    row = Asset.objects.get()
    assert (row.width, row.height, row.i18n) == (800, 500, {"es": {"alt": "Una dentista muestra un diente"}})
    refused = staff.post(
        add, {"brand": brand.pk, "kind": "category", "file": SimpleUploadedFile("a.png", pixels(640, 400))}
    )
    assert "category is not one of the available choices" in refused.content.decode()
