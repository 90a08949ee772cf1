"""Legal pages in the back office: starting a version, publishing it, what is locked."""

from datetime import date

import pytest

from planfront.accounts.models import User
from planfront.backoffice.tests.forms import form_of
from planfront.brands.models import LegalText
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
BASE = "/backoffice/brands/legaltext/"


@pytest.fixture
def staff(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


@pytest.fixture
def draft(staff, brand):
    answer = staff.post(f"{BASE}start/", {"key": "privacy", "brand": str(brand.pk)})
    assert answer.status_code == 302
    return LegalText.objects.get()


def address(text):
    return f"{BASE}{text.pk}/change/"


def save(client, text, **changes):
    data = form_of(client.get(address(text)).content.decode())
    return client.post(address(text), {**data, **changes})


def shown_in_store(client):
    return client.get("/legal/privacy").content.decode()


def test_a_new_version_starts_from_the_current_text(draft):
    assert (draft.version, draft.head, draft.published_at) == (2, "Privacy Notice", None)


def test_a_published_version_is_shown_in_the_store_and_locked(staff, draft):
    assert save(staff, draft, head="Our privacy", body="Write to {email}.", publish="on").status_code == 302
    assert "<h1>Our privacy</h1>" in shown_in_store(staff)
    page = staff.get(address(draft)).content.decode()
    assert "so its text can" in page
    assert 'name="body"' not in page
    assert staff.post(f"{BASE}{draft.pk}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.parametrize(
    ("day", "words"),
    [(None, "has been in force. People may"), (date(2026, 3, 9), "has been in force since 03/09/2026. People may")],
)
def test_a_locked_version_names_its_first_day_if_it_has_one(staff, draft, day, words):
    LegalText.objects.update(published_at=clock.now(), effective_from=day)
    assert words in staff.get(address(draft)).content.decode()


def test_a_draft_is_not_shown_in_the_store(staff, draft):
    assert save(staff, draft, head="Our privacy").status_code == 302
    assert "<h1>Privacy Notice</h1>" in shown_in_store(staff)


def test_unknown_placeholders_are_refused(staff, draft):
    answer = save(staff, draft, body="Write to {emial}.")
    assert answer.status_code == 200
    assert "Nothing fills in {emial}" in answer.content.decode()


def test_publishing_without_spanish_is_refused(staff, draft):
    answer = save(staff, draft, body_es="", publish="on")
    assert "Spanish is missing" in answer.content.decode()
    draft.refresh_from_db()
    assert draft.published_at is None


def test_two_drafts_of_a_page_are_refused(staff, brand, draft):
    answer = staff.post(f"{BASE}start/", {"key": "privacy", "brand": str(brand.pk)}, follow=True)
    assert "is a draft already" in answer.content.decode()
    assert LegalText.objects.count() == 1


@pytest.mark.parametrize("body", [{"key": "nothing", "brand": ""}, {"key": "terms", "brand": "999999"}])
def test_an_unknown_page_or_brand_cannot_be_started(staff, body):
    assert staff.post(f"{BASE}start/", body).status_code == 403
