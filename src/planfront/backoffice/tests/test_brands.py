import json
import re
from dataclasses import replace
from datetime import date

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile

from planfront.accounts.figures import visits
from planfront.accounts.models import StaffBrand, User, VisitorSession
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.backoffice.tests.test_backoffice import form_of
from planfront.brands import preview
from planfront.brands.marketing import START, marketing_blocks, text_row, write_start
from planfront.brands.models import Asset, Brand, Domain, MarketingBlock, SiteSetting, ThemeVersion
from planfront.brands.selectors import brand_for_host, logo_file, setting
from planfront.brands.services import save_settings
from planfront.brands.tests.test_pictures import SVG, pixels
from planfront.catalog.models import Carrier, Plan, PlanOffer
from planfront.kernel import clock
from planfront.kernel.days.period import Period
from planfront.kernel.errors import Conflict
from planfront.parties.groups.services import create_group, create_portal
from planfront.parties.reps.services import create_agent
from planfront.rating.models import Method, RateTable, TableStatus
from planfront.shopping.models import Quote
from planfront.shopping.opening import list_requirements, publish_brand
from planfront.shopping.worklists.figures import quotes_begun

pytestmark = pytest.mark.django_db
RED = "oklch(0.5 0.15 25)"
BRANDS = "/backoffice/brands/brand/"
PARTS = {"look": "on", "texts": "on", "settings": "on", "plans": "on"}
"""What the form of a new brand copies unless it is told otherwise."""


@pytest.fixture
def staff(client, brand, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def form(staff, url):
    return form_of(staff.get(url).content.decode())


def styles_of(staff, host="shop.test"):
    return staff.get("/theme.000000000000.css", headers={"Host": host}).content.decode()


def test_a_theme_is_previewed_published_and_rolled_back(staff, brand):
    url = f"{BRANDS}{brand.pk}/theme/"
    data = form(staff, url)
    page = staff.post(url, {**data, "primary": "#a32222", "note": "Red", "save": "1"})
    assert page.headers["Location"] == url
    draft = ThemeVersion.objects.get(state="draft")
    assert draft.values["primary"].startswith("oklch(0.4")
    assert draft.values["primary"] not in styles_of(staff)
    reviewed = staff.get(f"{url}publish/").content.decode()
    assert "Primary colour" in reviewed
    assert draft.values["primary"] in reviewed
    assert staff.post(f"{url}publish/").status_code == 302
    assert draft.values["primary"] in styles_of(staff)
    history = staff.get(f"{url}history/").content.decode()
    assert "Version 2" in history
    assert "admin@demo.test" in history
    assert "Red" in history
    assert "Go back to version 1" in history
    assert staff.post(f"{url}back/1/").status_code == 302
    assert brand.primary in styles_of(staff)
    assert staff.get(f"{url}back/9/").status_code == 404
    actions = AuditEvent.objects.filter(action__startswith="theme.").order_by("at").values_list("action", flat=True)
    assert list(actions) == ["theme.draft_saved", "theme.published", "theme.rolled_back"]


def test_a_recipe_is_edited_with_the_look_and_told_by_the_front_page(staff, brand):
    url = f"{BRANDS}{brand.pk}/theme/"
    voice = {"recipe_line_en": "First we listen.", "recipe_line_es": "Primero escuchamos."}
    told = {"recipe_hero": "editorial", "recipe_surface": "rules", "recipe_sections": "featured, Help", **voice}
    assert staff.post(url, {**form(staff, url), **told, "save": "1"}).status_code == 302
    assert 'data-hero="folder"' in staff.get("/").content.decode()
    assert "Editorial" in staff.get(f"{url}publish/").content.decode()
    assert staff.post(f"{url}publish/").status_code == 302
    page = staff.get("/").content.decode()
    assert 'data-hero="editorial"' in page
    assert 'data-surface="rules"' in page
    assert "First we listen." in page


@pytest.mark.parametrize(
    ("told", "refused"),
    [
        ({"recipe_sections": "help"}, "Every home page has the section featured."),
        ({"recipe_sections": "featured, help, news"}, "There is no section news."),
        ({"recipe_from_place": "ZZ"}, "Write a state as two letters, such as OH."),
        ({"recipe_person": "NOBODY"}, "No rep of this brand has this code."),
        (
            {"recipe_judgements_en": "9: Now. | Never.", "recipe_judgements_es": "9: Sí. | No."},
            "The home page doesn&#x27;t show plan 9. Featured plans of this brand: none.",
        ),
        ({"recipe_line_en": "Only English"}, "Write it in both languages, or in neither."),
        ({"recipe_ask_en": "From $9", "recipe_ask_es": "Desde $9"}, "Leave numbers to the price engine."),
    ],
)
def test_a_recipe_that_would_break_the_front_page_is_refused_at_its_field(staff, brand, told, refused):
    url = f"{BRANDS}{brand.pk}/theme/"
    assert refused in staff.post(url, {**form(staff, url), **told, "save": "1"}).content.decode()
    assert not ThemeVersion.objects.exists()


def test_an_unreadable_look_names_the_pair_its_ratio_and_a_fix(staff, brand):
    url = f"{BRANDS}{brand.pk}/theme/"
    refused = staff.post(url, {**form(staff, url), "primary": "oklch(0.6155 0.1 192)", "save": "1"}).content.decode()
    assert "Button text on buttons: the contrast is 1.1" in refused
    assert "The nearest colour that passes is oklch(0.615 0.1 192)." in refused
    summary = refused.split("data-summary")[1].split("</ul>")[0]
    assert 'href="#id_primary"' in summary
    assert "Button text on buttons: the contrast is 1.1" in summary
    assert "Enter the color as" in staff.post(url, {**form(staff, url), "accent": "tomato"}).content.decode()
    assert not ThemeVersion.objects.exists()


def test_two_people_don_t_overwrite_each_other_s_draft(staff, brand):
    url = f"{BRANDS}{brand.pk}/theme/"
    early = form(staff, url)
    assert staff.post(url, {**early, "radius": "2", "save": "1"}).status_code == 302
    late = staff.post(url, {**early, "radius": "4", "save": "1"})
    assert "Someone else saved or published this draft" in late.content.decode()
    assert ThemeVersion.objects.get(state="draft").values["radius"] == 2
    assert staff.post(f"{url}discard/").status_code == 302
    assert not ThemeVersion.objects.filter(state="draft").exists()


def test_the_editor_previews_what_isn_t_saved(staff, brand):
    url = f"{BRANDS}{brand.pk}/theme/"
    page = staff.get(url)
    assert "frame-src http://shop.test" in page.headers["Content-Security-Policy"]
    text = json.loads(staff.post(f"{url}preview/", {**form(staff, url), "primary": RED, "page": "cart"}).content)
    assert text["errors"] == {}
    assert [change["label"] for change in text["changes"]] == ["Primary colour"]
    assert all(pair["passes"] for pair in text["pairs"])
    value = preview.read(text["token"], brand.pk)
    assert value.origin == "http://shop.test"
    assert value.values["primary"] == RED
    assert value.session
    assert text["url"].endswith(f"/cart?preview={text['token']}")
    assert RED not in styles_of(staff)
    assert not ThemeVersion.objects.exists()
    assert Quote.objects.get().public_id == value.enrollment_id
    today = Period(clock.today(), clock.today())
    assert quotes_begun(today) == {}
    assert visits(today) == {}
    assert not AuditEvent.objects.filter(action__regex="^(quote|cart)").exists()
    staff.post(f"{url}preview/", {**form(staff, url), "page": "plans"})
    assert Quote.objects.count() == VisitorSession.objects.count() == 1
    broken = json.loads(staff.post(f"{url}preview/", {**form(staff, url), "primary": "x"}).content)
    assert set(broken) == {"errors"}


def test_settings_have_types_and_can_be_reset_to_their_default(staff, brand):
    url = f"{BRANDS}{brand.pk}/settings/"
    portal = create_portal(code="P1", name="Individual", brands=[brand])
    save_settings(brand=brand, values={"banner_image": "/static/x.svg"})
    data = form(staff, url)
    refused = staff.post(url, {**data, "register_link": "javascript:alert(1)", "association_fee": "5000"})
    assert "begins with https://" in refused.content.decode()
    assert "less than or equal to 999" in refused.content.decode()
    sent = {**data, "register_link": "https://r.example/", "default_portal_id": str(portal.pk), "site_flag": "false"}
    assert staff.post(url, sent).status_code == 302
    assert setting(brand.pk, "default_portal_id") == str(portal.pk)
    assert AuditEvent.objects.get(action="brand.settings_saved").fields == [
        "default_portal_id",
        "register_link",
        "site_flag",
    ]
    page = staff.get(url).content.decode()
    assert "Reset “Register Now” to its default" in page
    assert "banner_image" in page
    assert staff.post(url, {"reset": "register_link"}).status_code == 302
    assert setting(brand.pk, "register_link") == ""


def test_hosts_are_checked_and_one_is_primary(staff, brand):
    url = "/backoffice/brands/domain/add/"
    for host, why in (
        ("https://a.example", "the host alone"),
        ("a.example:80", "without a port"),
        ("a b.example", "letters, digits and hyphens"),
        ("-a.example", "letters, digits and hyphens"),
        ("SHOP.test", "already exists"),
    ):
        assert why in staff.post(url, {"brand": brand.pk, "host": host}).content.decode(), host
    assert staff.post(url, {"brand": brand.pk, "host": "Läden.example."}).status_code == 302
    domain = Domain.objects.get(host="xn--lden-loa.example")
    assert not domain.primary
    change = f"/backoffice/brands/domain/{domain.pk}/change/"
    assert staff.post(change, {**form(staff, change), "primary": "on"}).status_code == 302
    assert list(Domain.objects.filter(primary=True).values_list("host", flat=True)) == [domain.host]
    assert "Make another host the primary" in staff.post(change, {"host": domain.host}).content.decode()
    assert staff.post(f"/backoffice/brands/domain/{domain.pk}/delete/", {"post": "yes"}).status_code == 403


def test_pictures_are_checked_shown_and_kept_while_in_use(staff, brand):
    add = "/backoffice/brands/asset/add/"
    small = SimpleUploadedFile("share.png", pixels(300, 200))
    refused = staff.post(add, {"brand": brand.pk, "kind": "share_image", "file": small})
    assert "at least 1200 × 630 px" in refused.content.decode()
    logo = SimpleUploadedFile("logo.svg", SVG)
    assert staff.post(add, {"brand": brand.pk, "kind": "logo", "title": "Winter", "file": logo}).status_code == 302
    asset = Asset.objects.get()
    shown = staff.get(f"/backoffice/brands/asset/{asset.pk}/file/")
    assert b"".join(shown.streaming_content) == SVG
    host = Domain.objects.get(host="shop.test")
    change = f"/backoffice/brands/domain/{host.pk}/change/"
    assert "Winter" in staff.get(change).content.decode()
    assert staff.post(change, {**form(staff, change), "picture_logo": asset.address}).status_code == 302
    assert brand_for_host("shop.test").shown_pictures == {"logo": asset.address}
    assert asset.address.encode() in staff.get("/").content
    assert "shop.test" in staff.get(f"/backoffice/brands/asset/{asset.pk}/change/").content.decode()
    delete = f"/backoffice/brands/asset/{asset.pk}/delete/"
    assert staff.post(delete, {"post": "yes"}).status_code == 403
    assert staff.post(change, {**form(staff, change), "picture_logo": ""}).status_code == 302
    group = create_group(code="ACME01", name="Acme", brands=[brand], banner_image=asset.address)
    assert staff.post(delete, {"post": "yes"}).status_code == 403
    group.banner_image = ""
    group.save()
    assert staff.post(delete, {"post": "yes"}).status_code == 302


def offer(plan, **more):
    return PlanOffer.objects.create(plan=plan, eff_from=date(2020, 1, 1), **more)


@pytest.fixture
def plan():
    carrier = Carrier.objects.create(key="c", name="Carrier")
    return Plan.objects.create(carrier=carrier, category="dental", name="Dental One")


def test_a_landing_page_can_be_searched_and_edited(staff, brand, plan):
    group = create_group(code="ACME01", name="Acme Works", brands=[brand])
    create_agent(
        code="JL1", brands=[brand], first_name="Jordan", last_name="Lee", email="j@demo.test", landing_url="jordan"
    )
    offer(plan, brand=brand, states=["OH"])
    listed = f"{BRANDS}{brand.pk}/landing/"
    assert "2 found." in staff.get(listed).content.decode()
    result = staff.get(listed, {"words": "acme", "state": "none"}).content.decode()
    assert "Acme Works" in result
    assert "Jordan Lee" not in result
    lines = b"".join(staff.get(f"{BRANDS}{brand.pk}/landing.csv", {"kind": "rep"}).streaming_content).decode()
    assert "rep,JL1,Jordan Lee,jordan,no,no,yes" in lines
    url = f"{listed}group/{group.pk}/"
    data = form(staff, url)
    assert (
        "The store already has a page with this name"
        in staff.post(url, {**data, "landing_url": "Plans"}).content.decode()
    )
    assert (
        "Another rep already has this landing URL"
        in staff.post(url, {**data, "landing_url": "jordan"}).content.decode()
    )
    sent = {**data, "landing_url": "acme", "about": "We make things.", "featured": [str(plan.pk)]}
    assert staff.post(url, sent).status_code == 302
    group.refresh_from_db()
    assert (group.landing_url, group.about) == ("acme", "We make things.")
    own = PlanOffer.objects.get(group=group)
    assert (own.featured, own.states, own.brand) == (True, ["OH"], brand)
    assert staff.post(url, {**sent, "featured": []}).status_code == 302
    own.refresh_from_db()
    assert not own.featured
    assert staff.get(f"{listed}group/999/").status_code == 404


def test_a_copy_takes_what_it_sells_and_nothing_that_names_the_other_brand(staff, brand, plan):
    portal = create_portal(code="P1", name="Individual", brands=[brand])
    group = create_group(code="ACME01", name="Acme Works", brands=[brand])
    save_settings(brand=brand, values={"default_portal_id": str(portal.pk), "default_group_id": str(group.pk)})
    save_settings(brand=brand, values={"postal_address": "210 Main Street", "site_flag": "false"})
    save_settings(brand=brand, values={"logo": "/media/brand/1/logo.svg", "feedback_link": "https://shop.example/"})
    Asset.objects.create(brand=brand, kind="logo", file="brand/1/logo.svg")
    Brand.objects.filter(pk=brand.pk).update(recipe={"hero": "editorial", "line_en": "Ask Jordan.", "person": "JL1"})
    MarketingBlock.objects.create(brand=brand, kind="hero", title="Smile")
    offer(plan, brand=brand, featured=True)
    offer(plan, brand=brand, group=group)
    url = f"{BRANDS}add/"
    sent = {"source": brand.pk, "name": "North", "key": "north", "host": "north.test", **PARTS}
    assert "Enter ten digits." in staff.post(url, {**sent, "phone": "12"}).content.decode()
    assert "the host alone" in staff.post(url, {**sent, "host": "https://north.test"}).content.decode()
    assert "Another brand already uses this host" in staff.post(url, {**sent, "host": "shop.test"}).content.decode()
    answer = staff.post(url, sent)
    result = Brand.objects.get(key="north")
    assert answer.headers["Location"] == f"{BRANDS}{result.pk}/start/"
    assert (result.name, result.primary, result.logo_key, result.active) == ("North", brand.primary, "", False)
    assert (result.phone, result.support_hours, result.recipe) == ("", "", {"hero": "editorial"})
    assert not Asset.objects.filter(brand=result).exists()
    known = dict(SiteSetting.objects.filter(brand=result).values_list("key", "value"))
    assert known == {"default_portal_id": str(portal.pk), "site_flag": "false"}
    assert MarketingBlock.objects.get(brand=result).title == "Smile"
    assert [brand.featured for brand in PlanOffer.objects.filter(brand=result)] == [True]
    assert result in portal.brands.all()
    assert result not in group.brands.all()
    assert staff.get("/", headers={"Host": "north.test"}).status_code == 400
    assert staff.post(url, {**sent, "key": "north2", "host": "north2.test", "groups": "on"}).status_code == 302
    assert setting(Brand.objects.get(key="north2").pk, "default_group_id") == str(group.pk)
    assert Brand.objects.get(key="north2") in group.brands.all()


def test_front_page_texts_are_edited_in_both_languages(staff, brand):
    block = MarketingBlock.objects.create(brand=brand, kind="hero", title="Smile", i18n={"es": {"title": "Sonría"}})
    url = f"/backoffice/brands/marketingblock/{block.pk}/change/"
    data = form(staff, url)
    assert data["title_es"] == "Sonría"
    assert (
        staff.post(url, {**data, "kind": "hero", "brand": brand.pk, "title": "Grin", "title_es": "Ría"}).status_code
        == 302
    )
    assert b"Grin" in staff.get("/").content
    assert "Ría" in staff.get("/", headers={"Accept-Language": "es"}).content.decode()


def test_staff_of_another_brand_find_nothing(client, brand, other_brand):
    user = User.objects.create_user("b@demo.test", "planfront-demo", role="staff", is_staff=True)
    user.staff_role = "admin"
    user.save()
    user.user_permissions.set(Permission.objects.all())
    StaffBrand.objects.create(user=user, brand_id=other_brand.pk)
    client.force_login(user)
    client.defaults["HTTP_HOST"] = "shop.test"
    for part in ("theme/", "theme/history/", "settings/", "landing/", "landing.csv"):
        assert client.get(f"{BRANDS}{brand.pk}/{part}").status_code in {403, 404}, part
        assert client.get(f"{BRANDS}{other_brand.pk}/{part}").status_code == 200, part
    assert client.post(f"{BRANDS}{brand.pk}/theme/publish/").status_code in {403, 404}
    assert client.get(f"{BRANDS}add/").status_code == 403
    listed = client.get("/backoffice/brands/domain/").content.decode()
    assert other_brand.domains.get().host in listed
    assert "shop.test</" not in listed


def test_a_copied_brands_claims_are_hidden_until_they_have_a_source(staff, brand):
    data = {"source": brand.pk, "name": "Alder", "key": "alder", "host": "alder.test", **PARTS}
    MarketingBlock.objects.create(brand=brand, kind="proof", title="Accepted by 9 of 10 dentists", source="Survey 2026")
    assert staff.post(f"{BRANDS}add/", data).status_code == 302
    result = Brand.objects.get(key="alder")
    claim = MarketingBlock.objects.get(brand=result, title="Accepted by 9 of 10 dentists")
    assert (claim.active, claim.source) == (False, "")
    Brand.objects.filter(pk=result.pk).update(active=True)
    assert "9 of 10" not in staff.get("/", headers={"Host": "alder.test"}).content.decode()
    assert "1 claim on the front page needs a source" in staff.get(f"{BRANDS}{result.pk}/theme/").content.decode()
    assert "1 claim on the front page" in staff.get(f"{BRANDS}{result.pk}/change/").content.decode()
    url = f"/backoffice/brands/marketingblock/{claim.pk}/change/"
    sent = {**form(staff, url), "active": "on"}
    assert "Say where this claim comes from" in staff.post(url, sent).content.decode()
    assert staff.post(url, {**sent, "source": "Alder's own survey, May 2026"}).status_code == 302
    assert "9 of 10" in staff.get("/", headers={"Host": "alder.test"}).content.decode()
    assert "Alder's own survey" not in staff.get("/", headers={"Host": "alder.test"}).content.decode()
    assert "claim on the front page" not in staff.get(f"{BRANDS}{result.pk}/theme/").content.decode()


NEW = {"name": "Larkspur Benefits", "key": "larkspur", "host": "larkspur.test"}


def test_a_store_in_production_is_not_published_without_a_mail_server(brand, settings):
    def mail_server():
        return [item.met for item in list_requirements(brand) if item.text == "A mail server"]

    settings.SMTP_URL = ""
    assert mail_server() == []
    settings.ENV = replace(settings.ENV, mode="production")
    assert mail_server() == [False]
    with pytest.raises(Conflict) as refused:
        publish_brand(brand=brand, origin=SYSTEM)
    assert "A mail server" in str(refused.value.message)
    settings.SMTP_URL = "smtp://localhost:25"
    assert mail_server() == [True]


def test_a_new_brand_is_seen_by_staff_alone_until_it_is_published(
    staff, brand, plan, django_capture_on_commit_callbacks
):
    assert staff.post(f"{BRANDS}add/", NEW).status_code == 302
    result = Brand.objects.get(key="larkspur")
    start, host = f"{BRANDS}{result.pk}/start/", {"Host": "larkspur.test"}
    page = staff.get(start).content.decode()
    assert "2 of 6 ready" in page
    missing = [
        "A phone number that people can call",
        "Hours when someone answers the phone",
        "An email address of the store",
        "A plan with prices",
    ]
    assert [text for text in missing if text in page] == missing
    assert '<a href="/backoffice/imports/importrun/add/?kind=rates">A plan with prices</a>' in page
    assert "disabled" in page
    refused = staff.post(start, {"publish": "1"}, follow=True).content.decode()
    assert f"Still missing: {'; '.join(missing)}." in refused
    assert staff.get("/", headers=host).status_code == 400
    change = f"{BRANDS}{result.pk}/change/"
    contacts = {"phone": "(614) 555-0190", "email": "hello@larkspur.example", "support_hours": "Mon-Fri 9am-5pm ET"}
    assert staff.post(change, {**form(staff, change), **contacts, "active": "on"}).status_code == 302
    result.refresh_from_db()
    assert result.phone == "6145550190"
    assert staff.get("/", headers=host).status_code == 400
    offer(plan, brand=result)
    RateTable.objects.create(
        plan=plan,
        version=1,
        status=TableStatus.APPROVED,
        method=Method.FLAT,
        eff_from=date(2020, 1, 1),
        digest="0" * 64,
    )
    page = staff.get(start).content.decode()
    assert "6 of 6 ready" in page
    assert "1 plan with prices" in page
    assert staff.post(start, {"publish": "1"}).status_code == 302
    assert staff.get("/", headers=host).status_code == 200
    assert staff.post(start, {"offline": "1"}).status_code == 302
    assert staff.get("/", headers=host).status_code == 400
    actions = AuditEvent.objects.filter(brand_id=result.pk, action__startswith="brand.").order_by("at")
    assert [event.action for event in actions][-2:] == ["brand.published", "brand.taken_offline"]


def test_who_may_only_look_at_a_brand_can_t_publish_it(works, brand, settings):
    settings.BACKOFFICE_HOST = "shop.test"
    reader = works("reader")
    Brand.objects.update(active=False)
    start = f"{BRANDS}{brand.pk}/start/"
    page = reader.get(start).content.decode()
    assert "4 of 6 ready" in page
    assert "Publish" not in page
    assert reader.post(start, {"publish": "1"}).status_code == 403
    assert not Brand.objects.get(pk=brand.pk).active


CLAIM = re.compile(r"Dental and Vision|[Nn]ational association|asociaci.n nacional|100,000|75%|\$5 monthly")


@pytest.mark.parametrize("source", ["", "copied"])
def test_a_new_brand_claims_nothing_and_says_what_its_owner_writes(staff, brand, source):
    own = [
        text_row("about", ("We sell in Ohio.", "Since 1987."), ("Vendemos en Ohio.", "Desde 1987.")),
        text_row("footer", ("Plans are offered through a national association.",), ("Una asociación nacional.",)),
    ]
    write_start(brand=brand, texts=[*START, *own])
    staff.post(f"{BRANDS}add/", NEW | ({"source": brand.pk, **PARTS} if source else {}))
    Brand.objects.filter(key="larkspur").update(active=True)
    page = staff.get("/", headers={"Host": "larkspur.test"}).content.decode()
    assert "Plans for you and your family" in page
    assert not CLAIM.search(page)
    assert "1987" not in page
    blocks = marketing_blocks(brand)
    assert blocks["en"]["about"] == [{"title": "We sell in Ohio.", "text": "Since 1987."}]
    assert blocks["es"]["footer"] == [{"title": "Una asociación nacional."}]


def test_a_new_brand_wears_its_own_name_everywhere(staff, brand):
    staff.post(f"{BRANDS}add/", NEW)
    result = Brand.objects.get(key="larkspur")
    Brand.objects.filter(pk=result.pk).update(active=True)
    host = {"Host": "larkspur.test"}
    page = staff.get("/", headers=host).content.decode()
    assert "/static/art/brand/planfront" not in page
    pictures = set(re.findall(r"/static/art/brand/drawn/[0-9a-f]{12}/[a-z.-]+", page))
    assert {path.rsplit("/")[-1] for path in pictures} >= {"logo.svg", "favicon.svg", "touch-icon.png", "share.png"}
    for path in sorted(pictures):
        answer = staff.get(path, headers=host)
        assert answer.status_code == 200, path
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    logo = next(path for path in pictures if path.endswith("/logo.svg"))
    assert staff.get(logo.replace("logo.svg", "other.svg"), headers=host).status_code == 404
    suffix, content = logo_file(Brand.objects.get(key="larkspur"))
    assert (suffix, content.startswith(b"<svg")) == (".svg", True)
    Brand.objects.filter(pk=result.pk).update(name="Larkspur Dental")
    assert logo not in staff.get("/", headers=host).content.decode()
    assert staff.get(logo, headers=host).headers["Cache-Control"] == "no-cache"
    assert staff.get(f"{BRANDS}{result.pk}/wordmark.svg").status_code == 200
