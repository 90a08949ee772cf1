"""A new brand from chosen parts of another one, and its colors from its logo."""

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from planfront.accounts.models import User
from planfront.backoffice.brand_editor.new_brand import OpeningForm
from planfront.brands.color import parse, to_hex
from planfront.brands.legal import legal_page
from planfront.brands.models import Asset, Brand, LegalText, MarketingBlock, SiteSetting, ThemeVersion
from planfront.brands.services import save_settings
from planfront.brands.tests.test_pictures import pixels
from planfront.catalog.models import Carrier, Plan, PlanOffer
from planfront.kernel import clock
from planfront.parties.groups.models import Portal
from planfront.parties.groups.services import create_portal

pytestmark = pytest.mark.django_db
ADD = "/backoffice/brands/brand/add/"
NEW = {"name": "Larkspur Benefits", "key": "larkspur", "host": "larkspur.test"}
LOGO = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#5546a2" d="M0 0h30v30H0z"/>
<circle cx="20" cy="20" r="6" fill="#f2b98f"/><path fill="#111" d="M0 36h40v4H0z"/></svg>"""


@pytest.fixture
def staff(client, brand, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def source(brand):
    """A brand that has something in each part."""
    Brand.objects.filter(pk=brand.pk).update(
        primary="oklch(0.5 0.15 25)", flags={"memberships": True}, phone="5550001111", email="hello@shop.test"
    )
    portal = create_portal(code="P1", name="Individual", brands=[brand])
    save_settings(brand=brand, values={"default_portal_id": str(portal.pk), "site_flag": "false"})
    MarketingBlock.objects.create(brand=brand, kind="hero", title="Smile")
    plan = Plan.objects.create(carrier=Carrier.objects.create(key="c", name="Halden"), category="dental", name="One")
    PlanOffer.objects.create(plan=plan, brand=brand, eff_from=date(2020, 1, 1))
    LegalText.objects.create(
        brand=brand,
        key="privacy",
        version=9,
        head="Privacy",
        body="Shop sells plans. Call (555) 000-1111 or write to hello@shop.test. Shoppers agree.",
        i18n={"es": {"head": "Privacidad", "body": "Shop vende planes."}},
        published_at=clock.now(),
        effective_from=date(2020, 1, 1),
    )
    brand.refresh_from_db()
    return brand


def test_the_first_brand_is_offered_no_parts_of_others(brand):
    assert [field.name for field in OpeningForm().facts][-1] == "source"
    assert len(OpeningForm().parts) == 7
    Brand.objects.all().delete()
    assert [field.name for field in OpeningForm().facts] == ["name", "key", "host", "tagline", "phone", "email"]
    assert OpeningForm().parts == []


def open_copy(staff, source, *parts):
    answer = staff.post(ADD, {**NEW, "source": source.pk, **dict.fromkeys(parts, "on")})
    assert answer.status_code == 302, answer.content.decode()
    return Brand.objects.get(key="larkspur")


def copied_parts(brand):
    """Return the parts of ``source`` that a brand has."""
    settings = dict(SiteSetting.objects.filter(brand=brand).values_list("key", "value"))
    parts = {
        "look": brand.primary == "oklch(0.5 0.15 25)",
        "texts": MarketingBlock.objects.filter(brand=brand, title="Smile").exists(),
        "settings": brand.flag("memberships") and settings.get("site_flag") == "false",
        "plans": PlanOffer.objects.filter(brand=brand).exists(),
        "legal": LegalText.objects.filter(brand=brand).exists(),
    }
    return [part for part, has in parts.items() if has]


@pytest.mark.parametrize("part", ["look", "texts", "settings", "plans", "legal"])
def test_each_part_is_copied_alone(staff, source, part):
    result = open_copy(staff, source, part)
    assert copied_parts(result) == [part]
    # Whatever is copied, shoppers have a portal and a front page.
    portal = SiteSetting.objects.get(brand=result, key="default_portal_id").value
    assert result in Portal.objects.get(pk=portal).brands.all()
    assert MarketingBlock.objects.filter(brand=result, kind="hero").count() == 1


def test_a_copy_needs_at_least_one_part(staff, source):
    answer = staff.post(ADD, {**NEW, "source": source.pk})
    assert "Choose at least one part to copy" in answer.content.decode()
    assert not Brand.objects.filter(key="larkspur").exists()


def test_copied_legal_texts_are_drafts_that_name_the_new_brand_and_are_listed(staff, source):
    result = open_copy(staff, source, "legal")
    draft = LegalText.objects.get(brand=result)
    assert draft.published_at is None
    assert draft.body == "{brand} sells plans. Call {phone} or write to {email}. Shoppers agree."
    assert draft.i18n["es"] == {"head": "Privacidad", "body": "{brand} vende planes."}
    assert "Shop" not in legal_page(result, "privacy", "en").body, "the product's own text is in force"
    start = f"/backoffice/brands/brand/{result.pk}/start/"
    assert "1 legal text to review" in staff.get(start).content.decode()
    draft.published_at = clock.now()
    draft.save()
    assert "legal text to review" not in staff.get(start).content.decode()
    assert legal_page(result, "privacy", "en").body.startswith("Larkspur Benefits sells plans.")


@pytest.fixture
def start(staff):
    staff.post(ADD, NEW)
    return f"/backoffice/brands/brand/{Brand.objects.get(key='larkspur').pk}/start/"


def upload(staff, start, name, content):
    return staff.post(start, {"use_logo": "1", "logo": SimpleUploadedFile(name, content)})


def colors_in(page):
    return re.findall(r'name="(primary|accent|tint)" value="([^"]+)"', page)


def test_colors_are_proposed_from_the_logo_and_saved_when_staff_agree(staff, start):
    answer = upload(staff, start, "mark.svg", LOGO)
    assert answer.headers["Location"] == f"{start}?colors=logo#colors"
    before = Brand.objects.get(key="larkspur")
    page = staff.get(f"{start}?colors=logo").content.decode()
    assert colors_in(page) == [("primary", "#5546a2"), ("accent", "#f2b98f"), ("tint", "#f6f6fd")]
    assert "Button text, 7.5" in page
    assert "We checked 16 pairs" in page
    assert f"/backoffice/brands/asset/{Asset.objects.get().pk}/file/" in page
    assert Brand.objects.get(key="larkspur").primary == before.primary, "a proposal changes nothing"
    sent = {"colors": "1", **dict(colors_in(page))}
    assert staff.post(start, sent).headers["Location"] == f"{start}#colors"
    after = Brand.objects.get(key="larkspur")
    assert [to_hex(parse(text)) for text in (after.primary, after.accent)] == ["#5546a2", "#f2b98f"]
    assert colors_in(staff.get(start).content.decode())[0] == ("primary", "#5546a2")
    assert list(ThemeVersion.objects.filter(brand=after).order_by("number").values_list("note", "state")) == [
        ("The look until then", "past"),
        ("Logo", "past"),
        ("Colors", "live"),
    ]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("gray.png", pixels(90, 20), "We found no color in the logo"),
        ("mark.gif", b"GIF89a", "upload SVG or PNG or JPEG"),
        ("mark.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "which isn&#x27;t taken"),
    ],
)
def test_a_logo_without_color_or_of_another_kind_proposes_nothing(staff, start, name, content, words):
    answer = upload(staff, start, name, content)
    if answer.status_code == 302:
        answer = staff.get(answer.headers["Location"])
    page = answer.content.decode()
    assert words in page
    assert colors_in(page)[0] == ("primary", to_hex(parse(Brand().primary)))


def test_colors_that_can_t_be_read_are_refused_at_their_field(staff, start):
    sent = {"colors": "1", "primary": "oklch(0.6155 0.1 192)", "accent": "#f2b98f", "tint": "#f8f6fc"}
    page = staff.post(start, sent).content.decode()
    assert "Button text on buttons: the contrast is" in page
    assert "The nearest colour that passes is" in page
    assert Brand.objects.get(key="larkspur").primary == Brand().primary


def test_a_public_brand_and_one_with_a_draft_change_under_theme(staff, start):
    sent = {"colors": "1", "primary": "#5546a2", "accent": "#f2b98f", "tint": "#f8f6fc"}
    Brand.objects.filter(key="larkspur").update(active=True)
    assert "Save colors" not in staff.get(start).content.decode()
    assert "Change the look under Theme" in staff.post(start, sent, follow=True).content.decode()
    result = Brand.objects.get(key="larkspur")
    assert result.primary == Brand().primary
    assert upload(staff, start, "mark.svg", LOGO).headers["Location"] == start
    assert not Asset.objects.filter(brand=result).exists()


def test_staff_who_only_read_may_not_dress_a_brand(works, start):
    reader = works("reader")
    assert reader.get(start).status_code in {200, 404}
    assert reader.post(start, {"colors": "1", "primary": "#5546a2"}).status_code in {403, 404}
