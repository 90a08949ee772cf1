import pytest

from planfront.leads.models import AssistantQuestion, ConsentText
from planfront.parties.reps.services import create_agent


@pytest.fixture(autouse=True)
def _brands_as_written(brands_not_held):
    """Tests of this room write rows of brands themselves."""


@pytest.fixture
def agent(brand):
    return create_agent(
        code="REP1001",
        brands=[brand],
        first_name="Jordan",
        last_name="Lee",
        email="jordan@example.com",
        landing_url="jordan-lee",
    )


@pytest.fixture
def hidden(brand):
    """A rep without a public page."""
    return create_agent(code="REP1002", brands=[brand], first_name="Sam", last_name="Ortiz", email="sam@example.com")


@pytest.fixture
def questions(brand):
    """Interest; for groups, how many employees; phone."""
    interest = AssistantQuestion.objects.create(
        position=1,
        question="Who is the coverage for?",
        kind="choice",
        options="Me\nMy company",
        i18n={"es": {"question": "¿Para quién es la cobertura?", "options": "Para mí\nMi empresa"}},
    )
    size = AssistantQuestion.objects.create(
        position=2,
        question="How many employees?",
        when_question=interest,
        when_answers="My company",
        i18n={"es": {"question": "¿Cuántos empleados?"}},
    )
    phone = AssistantQuestion.objects.create(position=3, question="Your phone number?", kind="phone")
    return interest, size, phone


@pytest.fixture
def texts(brand):
    for purpose in ("phone", "email"):
        ConsentText.objects.create(purpose=purpose, version=1, text="Old.")
        ConsentText.objects.create(
            purpose=purpose,
            version=2,
            text="{seller} may contact me.",
            i18n={"es": {"text": "{seller} puede comunicarse conmigo."}},
        )
