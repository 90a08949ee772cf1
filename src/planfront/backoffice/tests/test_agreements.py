"""Texts to sign: what was in force never changes; the next version is a draft with its words."""

from datetime import date, timedelta

import pytest

from planfront.accounts.models import User
from planfront.backoffice.tests.forms import form_of
from planfront.enrollment.models import AgreementText
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
BASE = "/backoffice/enrollment/agreementtext/"


@pytest.fixture
def staff(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


def post(client, address, **changes):
    data = form_of(client.get(address).content.decode())
    return client.post(address, {**data, **changes})


@pytest.fixture
def text(staff):
    answer = post(
        staff,
        f"{BASE}add/",
        key="fraud",
        version="1",
        head="Fraud",
        tick="I know.",
        body="Warning to {brand} members.",
        body_es="Aviso a {brand}.",
        state="OH",
        active="on",
    )
    assert answer.status_code == 302, answer.context["errors"]
    return AgreementText.objects.get()


def change(row):
    return f"{BASE}{row.pk}/change/"


def states(client):
    listed = client.get(BASE).context["cl"]
    page = listed.model_admin
    return {row.version: page.shown_state(row) for row in listed.result_list}


def test_a_text_is_added_in_both_languages_and_locked_once_in_force(staff, text):
    assert (text.state, text.brand_id, text.i18n) == ("OH", None, {"es": {"body": "Aviso a {brand}."}})
    assert text.published_at is not None
    page = staff.get(change(text)).content.decode()
    assert "so its text can" in page
    assert 'name="body"' not in page
    refused = staff.post(change(text), {"active": "on", "order": "60", "body": "Other", "state": "TX"})
    assert refused.status_code == 302
    text.refresh_from_db()
    assert (text.order, text.body, text.state) == (60, "Warning to {brand} members.", "OH")
    assert staff.post(f"{BASE}{text.pk}/delete/", {"post": "yes"}).status_code == 403
    staff.post(change(text), {"order": "60"})
    text.refresh_from_db()
    assert (text.active, states(staff)) == (False, {1: "Off"})
    assert 'name="body"' not in staff.get(change(text)).content.decode()


def test_unknown_placeholders_are_refused(staff):
    answer = post(
        staff, f"{BASE}add/", key="a", version="1", head="A", body="For {plan} {x y}", tick="{who}", active="on"
    )
    said = answer.content.decode()
    assert "Nothing fills in {plan}." in said
    assert "Nothing fills in {who}." in said


def test_the_next_version_is_a_draft_that_replaces_the_last_on_its_start_date(staff, text):
    answer = staff.post(f"{BASE}{text.pk}/next-version/")
    draft = AgreementText.objects.get(version=2)
    assert answer.url == change(draft)
    assert (draft.active, draft.published_at, draft.body, draft.i18n) == (False, None, text.body, text.i18n)
    assert states(staff) == {1: "In force", 2: "Draft"}
    again = staff.post(f"{BASE}{draft.pk}/next-version/", follow=True)
    assert "Version 2 is a draft already." in again.content.decode()
    later = clock.today() + timedelta(days=9)
    assert post(staff, change(draft), body="New {brand} words.", active="on", effective_from=later).status_code == 302
    assert states(staff) == {1: "In force", 2: "Scheduled"}
    assert post(staff, change(draft), body="Better {brand} words.").status_code == 302
    draft.refresh_from_db()
    assert draft.body == "Better {brand} words."
    AgreementText.objects.filter(pk=draft.pk).update(effective_from=date(2026, 1, 1))
    assert states(staff) == {1: "Replaced", 2: "In force"}
    result = {
        key: staff.get(f"{BASE}?in_force={key}").context["cl"].result_count for key in ("in-force", "replaced", "off")
    }
    assert result == {"in-force": 1, "replaced": 1, "off": 0}
    assert 'name="body"' not in staff.get(change(draft)).content.decode()


def test_a_preview_fills_in_samples_and_marks_what_changed(staff, text):
    staff.post(f"{BASE}{text.pk}/next-version/")
    draft = AgreementText.objects.get(version=2)
    post(staff, change(draft), body="Notice to {brand} members.")
    page = staff.get(f"{BASE}{draft.pk}/preview/").content.decode()
    assert "Notice to Planfront members." in page
    assert "<del>Warning</del>" in page
    assert "<ins>Notice</ins>" in page
    assert "Spanish readers see the English." in page
    assert "what changed since version 1" in page
    assert staff.get(f"{BASE}99/preview/").status_code == 404


def test_a_text_of_the_product_is_replaced_by_a_draft(staff):
    assert "Write your own version" in staff.get(BASE).content.decode()
    staff.post(f"{BASE}replace/application/")
    draft = AgreementText.objects.get()
    assert (draft.key, draft.version, draft.active, draft.order) == ("application", 3, False, 20)
    assert draft.i18n["es"]["head"] != draft.head
    page = staff.get(f"{BASE}{draft.pk}/preview/").content.decode()
    assert "The text is the same." in page
    again = staff.post(f"{BASE}replace/application/", follow=True)
    assert "There are versions of this text already." in again.content.decode()
    assert staff.post(f"{BASE}replace/other/").status_code == 404
    assert staff.get(f"{BASE}replace/application/").status_code == 405
    assert staff.delete(f"{BASE}{draft.pk}/next-version/").status_code == 405
    assert staff.post(f"{BASE}{draft.pk}/delete/", {"post": "yes"}).status_code == 302
