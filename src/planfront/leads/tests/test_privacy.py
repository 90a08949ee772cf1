"""People who left a chat or an enquiry are found for a privacy request by phone and by name, too."""

from datetime import date

import pytest

from planfront.leads.models import AssistantQuestion
from planfront.leads.tests.test_chat import say
from planfront.privacy.registry import Clues, list_candidates, title_of

pytestmark = pytest.mark.django_db
BORN = date(1990, 1, 1)


@pytest.fixture
def chat(visitor, brand):
    name = AssistantQuestion.objects.create(position=1, question="Your name?")
    phone = AssistantQuestion.objects.create(position=2, question="Your phone number?", kind="phone")
    assert say(visitor, name, "Noémie Sanderson-Whitlock").status_code == 200
    assert say(visitor, phone, "+1 614 555 0148").status_code == 200


@pytest.fixture
def enquiry(visitor, brand):
    person = {"name": "Ana O'Neil-Ruiz", "phone": "6145550199", "email": "ana@example.com", "state": "OH"}
    assert visitor.post("/api/v2/agent-registration-query", person).status_code == 200


def tables_with(brand, **clues):
    return [candidate.table for candidate in list_candidates(Clues(brand.pk, **clues))]


@pytest.mark.parametrize(
    "clues",
    [{"phone": "6145550148"}, {"name": "noemie sanderson whitlock", "born": BORN}, {"name": "Noémie Sanderson"}],
)
def test_a_chat_is_found_by_phone_and_by_name(brand, chat, clues):
    assert tables_with(brand, **clues) == ["leads.lead"]


@pytest.mark.parametrize("clues", [{"phone": "6145550199"}, {"name": "Ana Ruiz", "born": BORN}])
def test_an_enquiry_is_found_by_phone_and_by_name(brand, enquiry, clues):
    assert tables_with(brand, **clues) == ["leads.repenquiry"]


@pytest.mark.parametrize(
    "clues", [{"phone": "6145550147"}, {"name": "Noémie Sander"}, {"name": "Noémie Ruiz"}, {"name": "Ana Sanderson"}]
)
def test_other_names_and_numbers_find_nobody(brand, chat, enquiry, clues):
    assert tables_with(brand, **clues) == []


def test_another_brand_finds_nobody(brand, other_brand, chat, enquiry):
    assert tables_with(other_brand, phone="6145550148") == []
    assert tables_with(other_brand, name="Ana Ruiz") == []


def test_a_copy_names_what_a_rep_wrote_down_beside_what_the_chat_asked():
    tables = ("leads.lead", "leads.leadanswer", "leads.leadnote", "leads.leadquote")
    assert [str(title_of(table)) for table in tables] == [
        "Chats and leads",
        "Answers in the chat or to a rep",
        "Notes a rep wrote",
        "Quotes a rep started",
    ]
