"""Plans in the back office: texts as forms in both languages, served places, documents, copies, the list."""

import re
from datetime import date
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.backoffice.plan_editor import plan_lines as lines
from planfront.backoffice.plan_editor.plan_lines import LineErrors
from planfront.backoffice.plan_editor.plan_views import store_links
from planfront.backoffice.tests.test_backoffice import form_of
from planfront.brands.tests.test_pictures import SVG, pixels
from planfront.catalog.models import (
    Carrier,
    Plan,
    PlanDocument,
    PlanOption,
    PlanServiceArea,
    PlanSwitch,
    ProviderNetwork,
)
from planfront.catalog.tests.factories import make_plan
from planfront.catalog.translating import missing_spanish

pytestmark = pytest.mark.django_db
TABLE = {
    "columns": ["In network", "Waiting period"],
    "rows": [
        {"name": "Exams, cleanings", "note": "Preventive", "values": ["100%", "None"]},
        {"name": "Crowns", "note": "", "values": ["50%", "6 months"]},
    ],
}
SPANISH = {
    "columns": ["Dentro de la red", "Espera"],
    "rows": [
        {"name": "Exámenes", "note": "Preventiva", "values": ["100%", "Ninguna"]},
        {"name": "Coronas", "note": "", "values": ["50%", "6 meses"]},
    ],
}


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def plan(brand):
    return make_plan(
        "Halden PPO",
        benefits=TABLE,
        description={"body_text": "**Good** plan", "exclusions_text_name": "Exclusions"},
        example={"title": "A crown", "parts": [{"role": "plan", "label": "Plan pays", "amount": "595.00"}]},
        i18n={"es": {"short_text": "Corto", "benefits": SPANISH, "description": {"body_text": "Buen plan"}}},
        requirements=["beneficiary_info", "ssn_may_follow:90"],
    )


def address(plan):
    return f"/backoffice/catalog/plan/{plan.pk}/change/"


def values_of(html):
    """The form's values, with its ticked boxes alone."""
    form = form_of(html)
    inputs = [box for box in re.findall(r"<input[^>]*>", html) if 'name="' in box]
    boxes = [box for box in inputs if 'type="checkbox"' in box or 'type="radio"' in box]
    for box in boxes:
        form.pop(re.search(r'name="([^"]+)"', box)[1], None)
    for box in boxes:
        if re.search(r"\schecked(?=[\s>])", box):
            value = re.search(r'value="([^"]*)"', box)
            form.setdefault(re.search(r'name="([^"]+)"', box)[1], []).append(value[1] if value else "on")
    return form


def save(staff, plan, button="_continue", **fields):
    form = values_of(staff.get(address(plan)).content.decode())
    return staff.post(address(plan), {**form, **fields, button: "1"})


def problems(answer):
    """What the form and its rows refuse."""
    context = answer.context
    rows = [formset.formset for formset in context["inline_admin_formsets"]]
    return [context["adminform"].form.errors, *(row.errors for row in rows if not row.is_valid())]


def errors(answer):
    return re.findall(
        r"(Line \d+: [^<]+|The Spanish table[^<]+|This isn&#x27;t[^<]+|Give a file[^<]+)", answer.content.decode()
    )


@pytest.mark.parametrize(
    ("choice", "requirements"),
    [("", ["beneficiary_info"]), ("ssn_may_follow:30", ["beneficiary_info", "ssn_may_follow:30"])],
)
@pytest.mark.thorough
def test_numbers_may_follow_in_one_of_several_ways(staff, plan, choice, requirements):
    html = staff.get(address(plan)).content.decode()
    radios = [box for box in re.findall(r"<input[^>]*>", html) if 'name="following_numbers"' in box]
    assert all('type="radio"' in box for box in radios)
    assert [bool(re.search(r"\schecked(?=[\s>])", box)) for box in radios] == [False, False, True, False]
    save(staff, plan, following_numbers=choice)
    plan.refresh_from_db()
    assert plan.requirements == requirements


def test_saving_without_a_change_changes_nothing(staff, plan):
    before = (
        Plan.objects.filter(pk=plan.pk)
        .values("facts", "benefits", "example", "description", "i18n", "requirements")
        .get()
    )
    answer = save(staff, plan)
    assert answer.status_code == 302, errors(answer)
    after = Plan.objects.filter(pk=plan.pk).values(*before).get()
    assert after == before
    event = AuditEvent.objects.get(action="backoffice.plan.saved")
    assert event.fields == []


def test_texts_are_saved_in_both_languages_and_made_safe(staff, plan, visitor):
    answer = save(
        staff,
        plan,
        facts="Deductible | $50 / $150\nAnnual maximum | $1,500",
        facts_es="Deducible | $50 / $150\nMáximo anual | $1,500",
        body_text='<p onclick="x()">Safe <script>alert(1)</script><a href="javascript:x">link</a></p>',
        header_text="A <b>plain</b> line",
        name_es="Halden en español",
        faq_text_es="- uno\n- dos",
        coverages=["LOW_COST"],
    )
    assert answer.status_code == 302, errors(answer)
    plan.refresh_from_db()
    assert plan.facts[1] == {"label": "Annual maximum", "value": "$1,500"}
    assert plan.description["body_text"] == "<p>Safe <a>link</a></p>"
    assert plan.description["header_text"] == "A plain line"
    assert plan.i18n["es"]["name"] == "Halden en español"
    assert plan.i18n["es"]["description"] == {"body_text": "Buen plan", "faq_text": "- uno\n- dos"}
    assert plan.coverages == ["LOW_COST"]
    assert set(AuditEvent.objects.get(action="backoffice.plan.saved").fields) >= {"body_text", "facts", "faq_text_es"}
    desc = visitor.get(f"get-plan-detail/{plan.pk}").json()["data"]["plan_desc"]
    assert desc["body_text"] == "<p>Safe <a>link</a></p>"


def test_unsafe_stored_html_is_cleaned_when_shown(plan, visitor):
    Plan.objects.filter(pk=plan.pk).update(
        description={"body_text": "<p>x<img src=x onerror=alert(1)></p>", "faq_text": "a <svg/onload=alert(1)> b"}
    )
    desc = visitor.get(f"get-plan-detail/{plan.pk}").json()["data"]["plan_desc"]
    assert desc["body_text"] == "<p>x</p>"
    assert desc["faq_text"] == "a  b"


def test_every_bad_line_is_named(staff, plan):
    answer = save(staff, plan, benefits="Care | In | Wait\nExams | 100%\nCrowns | 50% | 6 | 7", facts="Deductible")
    assert answer.status_code == 200
    assert errors(answer) == [
        "Line 1: write a label, &quot;|&quot; and a value, for example: Deductible | $50 / $150",
        "Line 2: 1 values for 2 columns (In, Wait)",
        "Line 3: 3 values for 2 columns (In, Wait)",
    ]
    plan.refresh_from_db()
    assert plan.benefits == TABLE


def test_the_spanish_table_fits_the_english_one(staff, plan):
    answer = save(staff, plan, benefits_es="Atención | Red | Espera\nExámenes | 100% | Ninguna")
    assert errors(answer) == ["The Spanish table has 2 columns and 1 rows, the English one 2 and 2."]


@pytest.mark.thorough
def test_service_areas_are_edited_one_per_line(staff, plan):
    PlanServiceArea.objects.create(plan=plan, state="ME", county_fips="23005")
    page = staff.get(address(plan)).content.decode()
    assert "ME 23005" in page
    save(staff, plan, places="ME 23005\nTX: 75201-75203\nNY 36061: 10001, 10002")
    rows = set(plan.service_areas.values_list("state", "county_fips", "zip"))
    assert rows == {
        ("ME", "23005", ""),
        ("TX", "", "75201"),
        ("TX", "", "75202"),
        ("TX", "", "75203"),
        ("NY", "36061", "10001"),
        ("NY", "36061", "10002"),
    }
    assert errors(save(staff, plan, places="Texas\nME 36061")) == [
        "Line 1: write for example NY, NY 36061, NY 36061: 10001, 10002 or TX: 75201-75231",
        "Line 2: county 36061 is not in ME",
    ]


def test_lines_are_shown_again_as_they_were_typed():
    for read, write, text in (
        (lines.read_facts, lines.write_facts, "Deductible | $50"),
        (lines.read_benefits, lines.write_benefits, "Care | In\nExams [Preventive] | 100%\nCrowns | 50%"),
        (lines.read_parts, lines.write_parts, "deductible | Deductible | 50.00\nplan | Plan pays | 595.00"),
        (lines.read_places, lines.write_places, "ME 23005\nNY\nTX: 75201-75203, 75210"),
    ):
        assert write(read(text)) == text
    with pytest.raises(LineErrors, match="not one of deductible"):
        lines.read_parts("us | x | 1")
    with pytest.raises(LineErrors, match="not an amount"):
        lines.read_parts("you | x | NaN")


def inline(name, number=0, **fields):
    total = {f"{name}-TOTAL_FORMS": str(number + 1), f"{name}-INITIAL_FORMS": str(number)}
    return {**total, **{f"{name}-{number}-{key}": value for key, value in fields.items()}}


@pytest.mark.thorough
def test_documents_are_uploaded_and_checked(staff, plan, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    good = SimpleUploadedFile("brochure.pdf", b"%PDF-1.7 hello", content_type="application/pdf")
    row = {"kind": "brochure", "title": "Brochure", "language": "en", "url": "", "sort_order": "1"}
    assert save(staff, plan, **inline("documents", **row, file=good)).status_code == 302
    document = PlanDocument.objects.get()
    assert staff.get(document.href).status_code == 200
    assert AuditEvent.objects.get(action="backoffice.plan.rows_saved").fields == ["plan documents"]
    document.delete()
    for name, body in (("page.html", b"<script>"), ("fake.pdf", b"<script>alert(1)</script>"), ("big.svg", b"<svg/>")):
        answer = save(staff, plan, **inline("documents", **row, file=SimpleUploadedFile(name, body)))
        assert answer.status_code == 200, name
    answer = save(staff, plan, **inline("documents", **{**row, "url": "javascript:alert(1)"}))
    assert answer.status_code == 200
    assert not PlanDocument.objects.exists()


def test_variants_and_options_are_edited_as_text(staff, plan):
    other = make_plan("Tobacco")
    answer = save(
        staff,
        plan,
        **inline("switches", priority="1", attr="state", op="in", value="TX, NY", to_plan=str(other.pk)),
        **inline(
            "options",
            code="1500",
            label="$1,500 a year",
            label_es="$1,500 al año",
            detail="",
            detail_es="",
            sort_order="1",
        ),
    )
    assert answer.status_code == 302
    assert PlanSwitch.objects.get().value == ["TX", "NY"]
    option = plan.options.get()
    assert (option.label, option.i18n) == ("$1,500 a year", {"es": {"label": "$1,500 al año"}})
    page = staff.get(address(plan)).content.decode()
    assert 'value="TX, NY"' in page
    assert 'value="$1,500 al año"' in page


def test_a_copy_is_a_draft_with_everything_but_rates(staff, plan):
    plan.hios_plan_id = "50165ME0160001"
    plan.save()
    plan.offers.update(featured=True)
    PlanDocument.objects.create(plan=plan, kind="summary", title="Summary")
    network = ProviderNetwork.objects.create(name="PPO", kind="dental", search_url="https://x.example/")
    network.plans.add(plan)
    assert save(staff, plan, "catalog_plan_save_and_copy").status_code == 302
    result = Plan.objects.get(name="Halden PPO (copy)")
    assert (result.active, result.hios_plan_id, result.benefits, result.i18n) == (False, "", TABLE, plan.i18n)
    assert (result.documents.count(), result.networks.get(), result.offers.get().featured) == (1, network, False)
    assert AuditEvent.objects.filter(action="catalog.plan.copied", subject_id=str(result.pk)).count() == 1
    listed = staff.post(
        "/backoffice/catalog/plan/", {"action": "copy_as_draft", "_selected_action": [str(plan.pk)], "index": "0"}
    )
    assert listed.status_code == 302
    assert Plan.objects.filter(name="Halden PPO (copy)").count() == 2


def test_the_list_filters_searches_and_exports(staff, plan):
    plan.name = "=cmd()"
    plan.save()
    make_plan("Sight", category="vision", offer={"states": ["TX", "NY"]})
    page = staff.get("/backoffice/catalog/plan/?category__exact=vision").content.decode()
    assert "Sight" in page
    assert "=cmd()" not in page
    result = staff.get("/backoffice/catalog/plan/?q=Sight").content.decode()
    assert "=cmd()" not in result
    answer = staff.post(
        "/backoffice/catalog/plan/",
        {
            "action": "export_csv",
            "_selected_action": [str(value) for value in Plan.objects.values_list("id", flat=True)],
        },
    )
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    text = answer.getvalue().decode("utf-8-sig")
    assert text.splitlines()[0].startswith("id,name,category,carrier")
    assert "'=cmd()" in text
    assert ",NY TX," in text


def test_a_plan_s_rule_for_parts_of_months_is_chosen_and_exported(staff, plan):
    assert plan.part_month == "whole"
    assert save(staff, plan, part_month="monthly").status_code == 200
    assert save(staff, plan, part_month="daily").status_code == 302
    plan.refresh_from_db()
    assert plan.part_month == "daily"
    chosen = {"action": "export_csv", "_selected_action": [str(plan.pk)]}
    head, row = staff.post("/backoffice/catalog/plan/", chosen).getvalue().decode("utf-8-sig").splitlines()
    assert row.split(",")[head.split(",").index("partial month")] == "Covered days ÷ days of the month"


def test_a_plan_links_to_its_preview_and_store_page(staff, plan):
    page = staff.get(address(plan)).content.decode()
    assert "<strong>Good</strong> plan" in page
    assert f"/plan/{plan.pk}/halden-ppo" in page
    plan.active = False
    plan.save()
    assert "Drafts aren't in any store" in staff.get(address(plan)).content.decode()


def test_a_new_plan_can_be_added(staff, plan):
    html = staff.get("/backoffice/catalog/plan/add/").content.decode()
    form = values_of(html)
    fields = {
        "name": "New plan",
        "carrier": str(plan.carrier_id),
        "category": "dental",
        "effective_kind": "first",
        "lead_days": "1",
        "part_month": "whole",
        "sort_order": "10",
        "body_text": "Hello",
    }
    rows = inline("offers", eff_from=date(2026, 1, 1).isoformat(), states="tx, ny", featured_rank="100")
    answer = staff.post("/backoffice/catalog/plan/add/", {**form, **fields, **rows})
    assert answer.status_code == 302
    result = Plan.objects.get(name="New plan")
    assert result.description == {"body_text": "Hello"}
    assert result.offers.get().states == ["TX", "NY"]
    bad = inline("offers", eff_from="2026-01-01", states="Texas", featured_rank="100")
    answer = staff.post("/backoffice/catalog/plan/add/", {**form, **fields, **bad, "name": "Second"})
    assert answer.status_code == 200


def test_a_network_is_added_with_its_spanish_note(staff, plan):
    answer = staff.post(
        "/backoffice/catalog/providernetwork/add/",
        {
            "name": "Halden PPO",
            "kind": "dental",
            "search_url": "https://halden.example/",
            "note": "Many",
            "note_es": "Muchos",
            "active": "on",
            "sort_order": "1",
            "plans": [str(plan.pk)],
        },
    )
    assert answer.status_code == 302
    network = ProviderNetwork.objects.get()
    assert (network.i18n, network.plans.get()) == ({"es": {"note": "Muchos"}}, plan)


def test_plans_whose_spanish_is_missing_are_listed(staff, plan):
    listed = "/backoffice/catalog/plan/"
    spanish = {"short_text": "Corto", "facts": [{"label": "Deducible", "value": "$50 / $150"}]}
    whole = make_plan("Ostrander Vision", i18n={"es": spanish}, carrier=plan.carrier)
    PlanOption.objects.create(plan=plan, code="a", label="Option A")
    PlanOption.objects.create(plan=plan, code="b", label="$25,000")
    missing = staff.get(f"{listed}?spanish=missing").content.decode()
    assert "Halden PPO" in missing
    assert "Ostrander Vision" not in missing
    assert "4 missing" in missing
    complete = staff.get(f"{listed}?spanish=complete").content.decode()
    assert ("Halden PPO" in complete, whole.name in complete) == (False, True)
    text = staff.get(address(plan)).content.decode()
    assert "facts, worked example, heading of the exclusions, option “Option A”." in text
    assert save(staff, plan).status_code == 302
    assert (
        "Shoppers who read Spanish meet these in English: facts, worked example" in staff.get(listed).content.decode()
    )


@pytest.mark.thorough
def test_logos_of_carriers_and_plans_are_uploaded(staff, plan, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    url = f"/backoffice/catalog/carrier/{plan.carrier_id}/change/"
    form = values_of(staff.get(url).content.decode())
    assert "logo" not in form
    for name, content, why in (
        ("a.gif", b"GIF89a", "Logo: upload SVG or PNG or JPEG."),
        ("a.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', "holds &lt;script&gt;"),
        ("a.png", SVG, "This isn&#x27;t a PNG file"),
    ):
        refused = staff.post(url, {**form, "logo_upload": SimpleUploadedFile(name, content)})
        assert why in refused.content.decode(), name
    assert staff.post(url, {**form, "logo_upload": SimpleUploadedFile("Halden.svg", SVG)}).status_code == 302
    carrier = Carrier.objects.get(pk=plan.carrier_id)
    assert re.fullmatch(r"/media/carrier/[0-9a-f]{16}/halden\.svg", carrier.logo)
    shown = staff.get(carrier.logo)
    assert (shown.status_code, shown.headers["Content-Type"]) == (200, "image/svg+xml")
    assert "sandbox" in shown.headers["Content-Security-Policy"]
    assert carrier.logo in staff.get(url).content.decode()
    assert Plan.objects.get(pk=plan.pk).shown_logo == carrier.logo
    assert save(staff, plan, logo_upload=SimpleUploadedFile("own.png", pixels(9, 9))).status_code == 302
    assert Plan.objects.get(pk=plan.pk).shown_logo.endswith("/own.png")
    assert save(staff, plan, logo_remove="on").status_code == 302
    assert Plan.objects.get(pk=plan.pk).shown_logo == carrier.logo
    Carrier.objects.filter(pk=carrier.pk).update(logo="https://cdn.example/logo.svg")
    assert Plan.objects.get(pk=plan.pk).shown_logo == ""
    assert "Upload a file." in staff.get(url).content.decode()


def test_typed_texts_are_previewed_in_both_languages_and_nothing_is_saved(staff, plan):
    form = values_of(staff.get(address(plan)).content.decode())
    typed = {
        **form,
        "name": "Halden PPO Plus",
        "badges": "Most chosen",
        "badges_es": "",
        "body_text": "<b>Bold</b><script>x</script>",
    }
    shown = staff.post(f"/backoffice/catalog/plan/{plan.pk}/shown/", {**typed, "benefits": "no table |"}).json()
    for words in ("Halden PPO Plus", "Most chosen", "Bold"):
        assert words in shown["en"], words
    assert "<script>" not in shown["en"]
    assert "Most chosen" in shown["es"]  # what has no Spanish is read in English
    assert "Buen plan" in shown["es"]
    plan.refresh_from_db()
    assert (plan.name, plan.badges) == ("Halden PPO", [])
    assert staff.get(f"/backoffice/catalog/plan/{plan.pk}/shown/").status_code == 405


def test_only_who_may_change_a_plan_previews_it(staff, plan, client):
    user = User.objects.create_user("reader@demo.test", "x", role="staff", is_staff=True, staff_role="reader")
    client.force_login(user)
    assert client.post(f"/backoffice/catalog/plan/{plan.pk}/shown/", {}).status_code in {403, 404}


def test_the_tab_of_texts_says_how_many_have_no_spanish(staff, plan):
    missing = len(missing_spanish(plan))
    assert missing > 1
    assert f"Texts ({missing} missing in Spanish)" in staff.get(address(plan)).content.decode()
    plan.example = {}
    plan.save()
    assert f"Texts ({missing - 1} missing in Spanish)" in staff.get(address(plan)).content.decode()


def rail(page):
    return " ".join(re.sub(r"<[^>]*>", " ", unescape(page.split('class="plan-rail"')[1].split("</aside>")[0])).split())


def test_what_the_store_will_say_and_who_may_buy_it_stands_beside_the_form(staff, plan, brand):
    plan.rules.create(role="SELF", min_age=18, max_age=99)
    shown = rail(staff.get(address(plan)).content.decode())
    said = "Exams, cleanings You pay nothing. From the first day. Usted no paga nada. Desde el primer día."
    assert said in shown
    assert "Crowns You pay half. Once you have had the plan for 6 months." in shown
    assert "It has no rates, so no one gets a price." in shown
    assert "Ages 18 to 99." in shown


def test_what_is_typed_is_said_back_with_its_doubts(staff, plan):
    typed = {"name": "Halden PPO", "benefits": "Care | Plan pays\nCleanings | 20%\nFillings | ask us"}
    said = unescape(staff.post(f"/backoffice/catalog/plan/{plan.pk}/shown/", typed).json()["said"])
    assert "<span>You pay 80%.</span>" in said
    assert "We read “20%” this way. Is that right?" in said
    assert "“ask us” is shown exactly as you typed it." in said


def test_a_plan_that_no_list_shows_says_why(staff, plan, brand):
    plan.active = False
    plan.save()
    shown = staff.post(f"/backoffice/catalog/plan/{plan.pk}/shown/", {"name": "x"}).json()["row"]
    assert shown["urls"] == []
    assert shown["why"].startswith("It isn't on sale yet")


def test_the_bar_names_what_happens(staff, plan):
    page = staff.get(address(plan)).content.decode()
    bar = page.split('id="submit-row"')[1]
    assert re.findall(r"data-publish>([^<]*)<", bar) == ["Publish"]
    assert "Nothing changed." in bar
    plan.active = False
    plan.save()
    assert "data-publish>Save<" in staff.get(address(plan)).content.decode()


@pytest.mark.thorough
def test_what_somebody_else_saved_meanwhile_is_not_written_over(staff, plan):
    page = staff.get(address(plan)).content.decode()
    first = {**values_of(page), "name": "Halden PPO One"}
    assert re.search(r'name="seen" value="[^"]+"', page)
    assert staff.post(address(plan), {**first, "_continue": ""}).status_code == 302
    User.objects.filter(email="admin@demo.test").update(name="Robin Vale")
    refused = unescape(staff.post(address(plan), {**first, "name": "Halden PPO Two"}).content.decode())
    assert re.search(r"Robin Vale saved this plan at \d+:\d\d [AP]M, after you opened it\.", refused)
    assert 'value="Halden PPO Two"' in refused
    plan.refresh_from_db()
    assert plan.name == "Halden PPO One"


def test_a_carrier_s_phone_has_ten_digits_however_it_is_typed(staff):
    url = "/backoffice/catalog/carrier/add/"
    sent = {**values_of(staff.get(url).content.decode()), "name": "Meadow Mutual", "key": "meadow"}
    refused = staff.post(url, {**sent, "phone": "555-12"})
    assert refused.status_code == 200
    assert "Enter ten digits." in refused.content.decode()
    assert staff.post(url, {**sent, "phone": "(312) 555-0190"}).status_code == 302
    assert Carrier.objects.get(key="meadow").phone == "3125550190"


def test_a_plan_says_why_no_store_shows_it(plan, brand):
    assert f"/plan/{plan.pk}/" in store_links(plan)
    brand.active = False
    brand.save()
    assert store_links(plan) == "No brand that sells it is public yet."
    plan.offers.all().delete()
    assert store_links(plan) == "It has no offer yet."


def test_an_insurer_s_codes_of_a_plan_are_saved_and_exported(staff, plan):
    PlanOption.objects.create(plan=plan, code="1500", label="$1,500 a year")
    rows = [("", "", "HD-1"), ("1500", "IF", "HD-1F")]
    typed = {"insurer_codes-TOTAL_FORMS": len(rows)}
    for number, (option, tier, code) in enumerate(rows):
        names = {"option": option, "tier": tier, "code": code}
        typed |= {f"insurer_codes-{number}-{name}": value for name, value in names.items()}
    refused = save(staff, plan, **{**typed, "insurer_codes-1-option": "none"})
    assert "none is not one of the available choices" in refused.content.decode()
    assert save(staff, plan, **typed).status_code == 302
    assert list(plan.insurer_codes.values_list("option", "tier", "code")) == rows
    action = {"action": "export_csv", "_selected_action": [plan.pk]}
    exported = staff.post("/backoffice/catalog/plan/", action).getvalue().decode()
    assert "HD-1; 1500 IF: HD-1F" in exported
