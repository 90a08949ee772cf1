from datetime import timedelta

import pytest
from django.db import connection

from planfront.accounts.models import VisitorSession
from planfront.leads import api
from planfront.leads.models import AssistantQuestion, Consent, Lead, LeadAnswer
from planfront.messaging.models import OutboundEmail

pytestmark = pytest.mark.django_db
CLOSING = "Please allow 24 hours for a representative to reach out to you."


def state(client, device="d1", **query):
    answer = client.get("assist/get", device_id=device, **query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def say(client, question, answer, device="d1", **more):
    return client.post("assist/add", {"question_id": question.pk, "answer": answer, "device_id": device, **more})


def test_a_chat_runs_from_the_first_question_to_the_closing_sentence(visitor, brand, agent, questions):
    interest, size, phone = questions
    brand.email = "operator@example.com"
    brand.save()
    start = state(visitor, agent_id=agent.pk)
    assert start["data"] == {
        "question": {
            "id": interest.pk,
            "question": "Who is the coverage for?",
            "kind": "choice",
            "options": ["Me", "My company"],
        },
        "answer": [],
    }
    assert start["message"] == ""
    assert Lead.objects.count() == 0
    saved = say(visitor, interest, "My company", agent_id=agent.pk, web_url="https://shop.test/jordan-lee/plans?e=x#y")
    assert (saved.json()["status"], saved.json()["message"]) == ("success", "Your answer is saved.")
    assert state(visitor, agent_id=agent.pk)["data"]["question"]["id"] == size.pk
    assert say(visitor, size, "12", agent_id=agent.pk).status_code == 200
    for _twice in range(2):
        assert say(visitor, phone, "614-555-0148", agent_id=agent.pk).status_code == 200
    done = state(visitor, agent_id=agent.pk)
    assert (done["data"]["question"], done["message"]) == (None, CLOSING)
    assert [(item["question_id"], item["answer"], item["assistant_question"]) for item in done["data"]["answer"]] == [
        (interest.pk, "My company", {"question": "Who is the coverage for?"}),
        (size.pk, "12", {"question": "How many employees?"}),
        (phone.pk, "(614) 555-0148", {"question": "Your phone number?"}),
    ]
    lead = Lead.objects.get()
    assert (lead.page, lead.agent, lead.assigned, lead.status) == (
        "https://shop.test/jordan-lee/plans",
        agent,
        agent,
        "NEW",
    )
    assert lead.completed_at is not None
    mail = OutboundEmail.objects.get()
    assert (mail.kind, mail.to) == ("new_lead", "operator@example.com")
    assert f"/backoffice/leads/lead/{lead.pk}/change/" in mail.text
    assert "555-0148" not in mail.text + mail.html


def test_an_earlier_answer_is_replaced_and_what_depended_on_it_goes(visitor, questions):
    interest, size, phone = questions
    say(visitor, interest, "My company")
    say(visitor, size, "12")
    first = state(visitor)["data"]["answer"][0]["id"]
    assert say(visitor, interest, "Me").status_code == 200
    now = state(visitor)["data"]
    assert [(item["id"], item["answer"]) for item in now["answer"]] == [(first, "Me")]
    assert now["question"]["id"] == phone.pk
    assert LeadAnswer.objects.count() == 1


def test_an_answer_that_does_not_fit_says_why(visitor, questions):
    interest, _size, phone = questions
    email = AssistantQuestion.objects.create(position=4, question="Email?", kind="email")
    refused = [say(visitor, interest, "  "), say(visitor, interest, "Someone")]
    say(visitor, interest, "me")
    refused.append(say(visitor, phone, "123"))
    say(visitor, phone, "6145550148")
    refused.append(say(visitor, email, "nobody"))
    words = [
        "Field is required",
        "Choose one of the listed values.",
        "Invalid phone number",
        "Enter valid email address",
    ]
    assert [answer.status_code for answer in refused] == [422] * 4
    assert [answer.json()["message"] for answer in refused] == words
    assert [answer.json()["data"] for answer in refused] == [
        [{"target_element": "answer", "error_message": word}] for word in words
    ]
    assert [item["answer"] for item in state(visitor)["data"]["answer"]] == ["Me", "(614) 555-0148"]


def test_only_questions_the_chat_has_reached_can_be_answered(visitor, brand, other_brand, questions):
    interest, size, phone = questions
    foreign = AssistantQuestion.objects.create(brand=other_brand, position=1, question="Foreign?")
    off = AssistantQuestion.objects.create(position=1, question="Off?", active=False)
    for item in (size, phone, foreign, off):
        assert say(visitor, item, "12").status_code == 404
    assert visitor.post("assist/add", {"question_id": 99999, "answer": "x", "device_id": "d1"}).status_code == 404
    assert Lead.objects.count() == 0
    assert say(visitor, interest, "Me").status_code == 200
    assert say(visitor, size, "12").status_code == 404


def test_a_device_id_opens_nobody_elses_chat(visitor, stranger, make_client, other_brand, agent, questions):
    interest, *_rest = questions
    say(visitor, interest, "My company", agent_id=agent.pk)
    assert state(stranger, agent_id=agent.pk)["data"]["answer"] == []
    assert state(make_client("other.test"))["data"]["answer"] == []
    assert state(visitor)["data"]["answer"] == []
    assert state(visitor, device="d2", agent_id=agent.pk)["data"]["answer"] == []
    say(stranger, interest, "Me", agent_id=agent.pk)
    assert state(visitor, agent_id=agent.pk)["data"]["answer"][0]["answer"] == "My company"
    assert Lead.objects.count() == 2
    foreign = make_client("other.test")
    assert foreign.get("assist/get", device_id="d1", agent_id=agent.pk).status_code == 404
    assert say(foreign, interest, "Me", agent_id=agent.pk).status_code == 404


def test_a_lead_outlives_its_session(visitor, questions):
    say(visitor, questions[0], "Me")
    VisitorSession.objects.all().delete()
    assert Lead.objects.get().session is None


def test_the_chat_speaks_spanish(visitor, questions):
    visitor.headers = {"Accept-Language": "es"}
    assert state(visitor)["data"]["question"] == {
        "id": questions[0].pk,
        "question": "¿Para quién es la cobertura?",
        "kind": "choice",
        "options": ["Para mí", "Mi empresa"],
    }
    assert say(visitor, questions[0], "mi empresa").json()["message"] == "Su respuesta quedó guardada."
    assert state(visitor)["data"]["answer"][0]["answer"] == "Mi empresa"
    say(visitor, questions[1], "12")
    wrong = say(visitor, questions[2], "1")
    assert wrong.json()["message"] == "Número de teléfono no válido"
    say(visitor, questions[2], "6145550148")
    assert state(visitor)["message"] == "Un representante se comunicará con usted en un plazo de 24 horas."
    visitor.headers = {"Accept-Language": "en"}
    assert state(visitor)["data"]["answer"][0]["answer"] == "My company"


def test_answers_are_sealed_in_the_database(visitor, questions):
    say(visitor, questions[0], "My company")
    with connection.cursor() as cursor:
        cursor.execute("SELECT answer FROM leads_leadanswer")
        assert "company" not in cursor.fetchone()[0]


def test_without_questions_the_closing_sentence_comes_at_once(visitor):
    empty = state(visitor)
    assert (empty["data"], empty["message"]) == ({"question": None, "answer": []}, CLOSING)


def test_a_ticked_box_is_recorded_once_with_its_text(visitor, brand, questions, texts):
    visitor.headers = {"Accept-Language": "es"}
    box = [{"purpose": "phone", "version": 2}]
    for _twice in range(2):
        assert say(visitor, questions[0], "Me", consents=box, web_url="/plans").status_code == 200
    row = Consent.objects.get()
    assert (row.text, row.version, row.purpose, row.page) == ("Shop puede comunicarse conmigo.", 2, "phone", "/plans")
    assert row.ip == "127.0.0.1"
    assert row.lead == Lead.objects.get()


@pytest.mark.thorough
def test_answering_is_slowed_down(visitor, questions):
    statuses = [say(visitor, questions[0], "Me").status_code for _ in range(61)]
    assert statuses == [200] * 60 + [429]
    assert timedelta(minutes=15) == api._QUARTER


@pytest.mark.parametrize("device", ["", "a b", "x" * 65, "ñ"])
def test_device_ids_are_plain_text(visitor, questions, device):
    assert visitor.get("assist/get", device_id=device).status_code == 422
    assert say(visitor, questions[0], "Me", device=device).status_code == 422
