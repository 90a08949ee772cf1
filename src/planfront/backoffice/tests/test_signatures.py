"""Who signs and what they are asked first are rows that staff add, change and take away."""

import pytest

from planfront.accounts.models import User
from planfront.backoffice.tests.forms import form_of
from planfront.enrollment.models import ClientSignature, VerificationQuestion

pytestmark = pytest.mark.django_db
BASE = "/backoffice/enrollment/clientsignature/"


@pytest.fixture
def staff(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


def test_staff_require_the_client_s_own_signature_by_brand_category_and_state(staff, brand):
    page = staff.get(f"{BASE}add/").content.decode()
    answer = staff.post(f"{BASE}add/", {**form_of(page), "brand_id": brand.pk, "category": "term_life", "state": "OH"})
    assert answer.status_code == 302, answer.context["errors"]
    row = ClientSignature.objects.get()
    assert (row.brand_id, row.plan_id, row.category, row.state, row.active) == (brand.pk, None, "term_life", "OH", True)
    assert f"{brand.name}, Term Life Plans, OH" in staff.get(BASE).content.decode()
    change = f"{BASE}{row.pk}/change/"
    without = {name: value for name, value in form_of(staff.get(change).content.decode()).items() if name != "active"}
    assert staff.post(change, {**without, "state": ""}).status_code == 302
    row.refresh_from_db()
    assert (row.state, row.active) == ("", False)


def test_staff_choose_the_question_that_signers_are_asked(staff):
    page = "/backoffice/enrollment/verificationquestion/"
    form = form_of(staff.get(f"{page}add/").content.decode())
    refused = staff.post(f"{page}add/", {**form, "role": "applicant", "kind": "licence"})
    assert "Only reps have one." in refused.content.decode()
    words = {"text": "Which code?", "text_es": "¿Qué código?"}
    answer = staff.post(f"{page}add/", {**form, "role": "applicant", "kind": "code", **words})
    assert answer.status_code == 302, answer.context["errors"]
    row = VerificationQuestion.objects.get()
    assert (row.brand_id, row.text, row.i18n) == (None, "Which code?", {"es": {"text": "¿Qué código?"}})
    assert "Every brand" in staff.get(page).content.decode()
