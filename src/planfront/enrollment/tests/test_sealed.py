"""Sealed values leave the server for a reason, and each time on record."""

import re

import pytest

from planfront.accounts.models import StaffBrand, User
from planfront.api.root import api
from planfront.audit.models import AuditEvent
from planfront.audit.services import OPENED
from planfront.backoffice.applications.sealed import REASONS
from planfront.backoffice.registry import PAGES
from planfront.billing.models import PaymentMethod
from planfront.catalog.tests.factories import make_questions
from planfront.enrollment.models import Application, Screenshot, Section, SignatureEvidence, SignedDocument
from planfront.enrollment.tests.conftest import BILLING, SSN, Wizard, fill_cart, png, quote
from planfront.kernel import clock
from planfront.kernel.security.fields import EncryptedTextField
from planfront.parties.reps.models import Agent
from planfront.shopping.models import PlanAnswers, Quote

pytestmark = pytest.mark.django_db
DOCUMENT = api.get_openapi_schema()
WHY = {"why": "complaint", "note": "case 4711"}
SEALED = {
    (Section, "answers"),
    (Section, "draft"),
    (PaymentMethod, "account_number"),
    (PlanAnswers, "answers"),
    (SignatureEvidence, "evidence"),
    (SignatureEvidence, "picture"),
    (Screenshot, "image"),
    (Application, "frozen"),
    (SignedDocument, "content"),
}
"""What holds Social Security and account numbers, health answers, signatures, pictures, the signed application."""


@pytest.fixture
def submitted(wizard, store):
    """A signed application, submitted, with a health answer and a picture of a page."""
    wizard.up_to("billing")
    question = make_questions(store.dental)
    PlanAnswers.objects.create(
        enrollment=Quote.objects.get(),
        plan=store.dental,
        question_set=question.question_set,
        version=1,
        outcome="accepted",
        answers={"answers": [{"question_id": question.pk, "yes_no_flag": "Yes", "text": "Asthma since 1999"}]},
        answered_at=clock.now(),
    )
    assert wizard.sign(signature_kind="draw", signature=png(), typed_name="").status_code == 200
    assert wizard.post("save-screenshot", name="contact_info", image=png()).status_code == 200
    assert wizard.submit().json()["status"] == "success"
    return Application.objects.get()


@pytest.fixture
def works(client, submitted):
    client.defaults["HTTP_HOST"] = "shop.test"

    def sign_in(role, brand_id=submitted.enrollment.brand_id):
        user = User.objects.create_user(f"{role}-{brand_id}@demo.test", role="staff", is_staff=True, staff_role=role)
        StaffBrand.objects.create(user=user, brand_id=brand_id)
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture
def unsealed(monkeypatch):
    """Which sealed columns are opened meanwhile."""
    seen, real = set(), EncryptedTextField.open

    def watched(field, sealed, instance):
        seen.add((field.model, field.name))
        return real(field, sealed, instance)

    monkeypatch.setattr(EncryptedTextField, "open", watched)
    return seen


def events():
    return list(AuditEvent.objects.filter(action=OPENED).order_by("at"))


def keys_of(page):
    return list(dict.fromkeys(re.findall(r'name="seal" value="([^"]+)"', page)))


def test_the_application_reads_as_a_page_with_every_number_closed(works, submitted):
    page = works("service").get(f"/backoffice/sealed/{submitted.pk}/").content.decode().partition("<body")[2]
    for shown in (
        "Application for coverage",
        "Personal Information",
        "Maren Lee Castillo",
        "Ending 5678",
        "88 Lindenhall Ave",
        "(614) 555-0193",
        "Halden Dental PPO",
        "$51.00",
        "Harborlight Bank".upper(),
        "1 answer, closed",
    ):
        assert shown in page, shown
    for secret in (SSN, "512-34-5678", BILLING["account_number"], "Asthma", "data:image", "{&quot;", '{"'):
        assert secret not in page, secret
    (event,) = events()
    assert (event.fields, event.meta["why"]) == (["application"], "reading")


def test_reading_it_again_soon_is_one_look(works, submitted):
    staff = works("service")
    for _ in range(3):
        staff.get(f"/backoffice/sealed/{submitted.pk}/")
    assert len(events()) == 1


def test_each_value_is_opened_alone_for_a_reason_and_on_record(works, submitted):
    staff, address = works("service"), f"/backoffice/sealed/{submitted.pk}/"
    keys = keys_of(staff.get(address).content.decode())
    assert keys == ["ssn-applicant", "account", "questions-1", "signature-1", "picture-contact_info"]
    seen = len(events())
    for wrong in (
        {},
        {"why": "", "note": "case 1"},
        {"why": "curious", "note": "case 1"},
        {"why": "audit", "note": ""},
    ):
        assert SSN[-6:-4] + "-5678" not in staff.post(address, {"seal": "ssn-applicant", **wrong}).content.decode()
    assert len(events()) == seen
    secrets = {
        "ssn-applicant": "512-34-5678",
        "account": BILLING["account_number"],
        "questions-1": "Asthma since 1999",
        "signature-1": "data:image/png;base64,",
        "picture-contact_info": "data:image/png;base64,",
    }
    for key in keys:
        answer = staff.post(address, {"seal": key, **WHY})
        assert answer.headers["Cache-Control"].startswith("max-age=0, no-cache, no-store")
        page = answer.content.decode()
        result = {name for name, secret in secrets.items() if secret in page}
        assert result == {name for name, secret in secrets.items() if secret == secrets[key]}, key
    texts = [(*event.fields, event.meta["why"], event.meta.get("whose")) for event in events()[seen:]]
    assert texts == [
        ("ssn", "complaint", "applicant"),
        ("account_number", "complaint", None),
        ("health_answers", "complaint", None),
        ("signature", "complaint", None),
        ("screenshots", "complaint", None),
    ]
    assert {event.subject_id for event in events()} == {str(submitted.pk)}
    assert {event.brand_id for event in events()} == {submitted.enrollment.brand_id}
    assert staff.post(address, {"seal": "ssn-dependent-1", **WHY}).status_code == 404


def test_readers_and_staff_of_another_brand_open_nothing(works, submitted):
    address = f"/backoffice/sealed/{submitted.pk}/"
    assert works("reader").post(address, {"seal": "ssn-applicant", **WHY}).status_code == 403
    assert (
        works("admin", submitted.enrollment.brand_id + 1).post(address, {"seal": "ssn-applicant", **WHY}).status_code
        == 404
    )
    assert events() == []


@pytest.mark.thorough
def test_no_page_of_the_back_office_opens_anything_by_itself(works, submitted, unsealed):
    staff = works("admin")
    for model, page in PAGES:
        if page.brand_path is None:
            continue
        base = f"/backoffice/{model._meta.app_label}/{model._meta.model_name}/"
        staff.get(base)
        for row in model._default_manager.all()[:2]:
            staff.get(f"{base}{row.pk}/change/")
    # An enrollment's page shows who is covered, and how to reach them; that is on record then.
    assert not unsealed & SEALED or events()
    assert (Section, "answers") not in unsealed


def test_the_record_says_who_what_and_why(works, submitted):
    staff = works("service")
    staff.post(f"/backoffice/sealed/{submitted.pk}/", {"seal": "ssn-applicant", **WHY})
    staff.post(f"/backoffice/sealed/{submitted.pk}/", {"seal": "signature-1", **WHY})
    shown = staff.get("/backoffice/audit/openedrecord/").content.decode()
    for text in (staff.session and "service-", "Social Security number (applicant)", REASONS["complaint"], "case 4711"):
        assert text in shown
    narrowed = staff.get("/backoffice/audit/openedrecord/?what=signature").content.decode()
    assert narrowed.count(str(submitted.pk)) == 1
    assert (
        str(submitted.pk)
        not in works("admin", submitted.enrollment.brand_id + 1).get("/backoffice/audit/openedrecord/").content.decode()
    )


def test_the_enrollments_page_leads_there(works, submitted):
    page = works("service").get(f"/backoffice/enrollment/application/{submitted.pk}/change/").content.decode()
    assert f'href="/backoffice/sealed/{submitted.pk}/"' in page


COLUMNS = ("primary_info", "contact_info", "dependent_info", "billing_info", "aggrement_info", "review_info")


def test_no_call_of_the_store_says_them(wizard, submitted):
    """Not even to the applicant: numbers come masked, health answers and signatures not at all."""
    data = {"enrollment_id": wizard.id, "tempId": wizard.id, "plan_id": 1, "tab_name": "primary_info"}
    answers = {f"column {name}": wizard.get("get-enrollment-temp-info", column=name).content for name in COLUMNS}
    for path, methods in DOCUMENT["paths"].items():
        if "get" in methods and "{" not in path:
            answers[path] = wizard.client.get(path, **data).content
    assert SSN[-4:].encode() in answers["column primary_info"]
    sealed = (SSN, BILLING["account_number"], "Asthma", png().rpartition(",")[2][:80])
    assert [(path, text) for path, content in answers.items() for text in sealed if text.encode() in content] == []


SHOW_HEALTH: tuple[tuple[str, dict[str, str]], ...] = (
    ("get-review-summary", {}),
    ("get-health-questions-primary-health-info", {}),
    ("get-dependents-existing-user-enrollment", {}),
    ("get-enrollment-temp-info", {"column": "health_info"}),
    ("get-enrollment-temp-info", {"column": "dependent_info"}),
)


def test_a_rep_who_is_shown_health_answers_leaves_a_record(brand, store, make_client):
    user = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    Agent.objects.create(code="JLEE", first_name="Jordan", last_name="Lee", user=user).brands.add(brand)
    rep = make_client("shop.test")
    rep.sign_in("rep@demo.test")
    wizard = Wizard(rep, quote(rep, eprocess="rep"))
    fill_cart(rep, wizard.id, store.dental)
    wizard.answer_questions()
    for path, query in SHOW_HEALTH:
        assert wizard.get(path, **query).status_code == 200, path
    assert events() == []
    text = {"dependents": [{"dependent_id": "d1", "health_info": {"condition_questions": []}}]}
    Section.objects.create(application=Application.objects.get(), key="dependent_info", draft=text)
    for number, (path, query) in enumerate(SHOW_HEALTH, start=1):
        assert wizard.get(path, **query).status_code == 200, path
        assert len(events()) == number, path
    assert wizard.get("get-form-fields-contact-info").status_code == 200
    texts = {
        (*event.fields, event.meta["why"], event.actor_kind, event.actor_id, event.subject_id) for event in events()
    }
    assert texts == {("health_answers", "application", "rep", user.pk, str(Quote.objects.get().pk))}


def test_applicants_see_their_own_without_a_record(wizard):
    wizard.answer_questions()
    Section.objects.create(application=Application.objects.get(), key="primary_health_info", draft={"height": "5"})
    for path, query in SHOW_HEALTH:
        assert wizard.get(path, **query).status_code == 200, path
    assert events() == []
