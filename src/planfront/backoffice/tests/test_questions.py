import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.test_backoffice import form_of
from planfront.catalog.models import PlanQuestion, PlanQuestionSet, PlanRider, QuestionSetVersion
from planfront.catalog.tests.factories import make_option, make_plan, make_questions

pytestmark = pytest.mark.django_db
BASE = "/backoffice/catalog/planquestionset/"


@pytest.fixture
def staff(client, brand):
    user = User.objects.create_superuser("admin@demo.test", "planfront-demo")
    client.force_login(user)
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def question(staff):
    return make_questions(make_plan(), decline_on="Yes", decline_message="Sorry.")


def test_the_draft_is_edited_with_its_spanish_and_published_apart(staff, question):
    row = question.question_set
    page = staff.get(f"{BASE}{row.pk}/change/")
    assert page.status_code == 200
    data = form_of(page.content.decode())
    data |= {"questions-0-text": "Are you well today?", "questions-0-text_es": "¿Está bien hoy?", "title_es": "Salud"}
    answer = staff.post(f"{BASE}{row.pk}/change/", data)
    assert answer.status_code == 302, answer.content[-3000:]
    question.refresh_from_db()
    row.refresh_from_db()
    assert question.i18n == {"es": {"text": "¿Está bien hoy?"}}
    assert (row.i18n, row.version) == ({"es": {"title": "Salud"}}, 1)
    assert AuditEvent.objects.filter(action="backoffice.planquestionset.draft_changed").count() == 1
    assert b"version 1, draft differs" in staff.get(BASE).content
    shown = staff.get(f"{BASE}{row.pk}/versions/").content.decode()
    assert "Are you well today?" in shown
    assert "¿Está bien hoy?" in shown
    assert "The draft differs from it." in shown
    staff.post(f"{BASE}{row.pk}/publish/do/", {"note": "Today"}, follow=True)
    row.refresh_from_db()
    assert row.version == 2
    assert list(QuestionSetVersion.objects.values_list("number", "note", "published_by")) == [
        (2, "Today", "admin@demo.test"),
        (1, "", ""),
    ]
    assert AuditEvent.objects.filter(action="questionnaire.published").count() == 2
    first = staff.get(f"{BASE}{row.pk}/versions/1/").content.decode()
    assert "Are you well?" in first


def test_publishing_takes_a_post_and_a_sound_draft(staff, question):
    row = question.question_set
    assert staff.get(f"{BASE}{row.pk}/publish/do/").status_code == 403
    question.sub_type = "checkbox"
    question.save()
    page = staff.post(f"{BASE}{row.pk}/publish/do/", follow=True).content.decode()
    assert "Question 1 has no checkboxes." in page
    row.refresh_from_db()
    assert row.version == 1
    assert staff.post(f"{BASE}{row.pk}/nonsense/do/").status_code == 404


def test_questionnaires_can_be_copied_and_old_versions_viewed(staff, question):
    row = question.question_set
    question.sub_type = "checkbox"
    question.save()
    option = make_option(question, "Heart", option_group="A. Prior to age 60", refers=True)
    assert QuestionSetVersion.objects.get(number=2).content["questions"][0]["options"][0]["id"] == option.pk
    staff.post(f"{BASE}{row.pk}/copy/do/")
    copy = PlanQuestionSet.objects.exclude(pk=row.pk).get()
    assert (copy.version, copy.plans.count(), copy.questions.get().options.get().text) == (0, 0, "Heart")
    staff.post(f"{BASE}{row.pk}/restore/do/", {"number": "1"})
    kept = PlanQuestion.objects.get(question_set=row)
    assert (kept.pk, kept.sub_type, kept.options.count()) == (question.pk, "", 0)
    row.refresh_from_db()
    assert row.version == 2
    assert staff.post(f"{BASE}{row.pk}/restore/do/", {"number": "9"}).status_code == 404


def test_riders_are_edited_with_the_plan(staff):
    plan = make_plan("Dental")
    PlanRider.objects.create(
        plan=plan, code="AD", component="AD", label="Accident", i18n={"es": {"label": "Accidente"}}
    )
    page = staff.get(f"/backoffice/catalog/plan/{plan.pk}/change/").content.decode()
    assert 'value="Accidente"' in page
