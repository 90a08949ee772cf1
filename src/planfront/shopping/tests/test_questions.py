from __future__ import annotations

import pytest

from planfront.audit.services import SYSTEM
from planfront.catalog.models import PlanQuestionSet
from planfront.catalog.questionnaires import publish_questionnaire
from planfront.catalog.tests.factories import make_option, make_questions
from planfront.shopping.models import PlanAnswers, Quote
from planfront.shopping.questions.kept_answers import list_plan_answers
from planfront.shopping.tests.factories import add, dental, start

DETAIL = {
    "dot_from": "01/02/2020",
    "dot_to": "02/02/2020",
    "reason_for_condition": "Asthma",
    "degree_of_recovery": "Full",
    "physician_name_address": "Dr. Reyes, Austin",
}


@pytest.fixture
def plan(brand):
    return dental(rule={"needs_questions": True})


def save(client, key, plan, *answers):
    body = {"enrollment_id": key, "plan_id": plan.pk, "answers": list(answers)}
    return client.post("save-question-answers", body)


def price_error(client, key, plan):
    return client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json().get("errorCode", "")


def test_questions_are_asked_until_answered(visitor, plan):
    question = make_questions(plan)
    key = start(visitor)
    assert price_error(visitor, key, plan) == "newQuestionsError"
    data = visitor.get("get-questions", enrollment_id=key, plan_id=plan.pk, type="health").json()["data"]
    assert data["answered"] is False
    assert data["result"] == [
        {
            "question_id": question.pk,
            "question_text": "Are you well?",
            "question_sub_type": "",
            "require_detail": False,
            "asks_text": False,
            "options": [],
            "who": [{"value": "applicant", "label": "Applicant"}],
        }
    ]
    assert (data["title"], data["version"]) == ("Health", 1)
    answer = save(visitor, key, plan, {"question_id": question.pk, "yes_no_flag": "1"})
    assert answer.json()["data"] == {
        "success_message": "Thank you. Your answers are saved.",
        "outcome": "accepted",
    }
    assert price_error(visitor, key, plan) == ""
    status = visitor.get("check-already-answered", enrollment_id=key, plan_id=plan.pk).json()["data"]
    assert status == {"status": True}


def test_a_new_version_asks_again(visitor, plan):
    question = make_questions(plan)
    key = start(visitor)
    save(visitor, key, plan, {"question_id": question.pk, "yes_no_flag": "No"})
    question.text = "Are you well today?"
    question.save()
    assert price_error(visitor, key, plan) == ""  # a draft asks nobody
    assert publish_questionnaire(question_set=PlanQuestionSet.objects.get(), origin=SYSTEM).number == 2
    assert price_error(visitor, key, plan) == "newQuestionsError"
    data = visitor.get("get-questions", enrollment_id=key, plan_id=plan.pk).json()["data"]
    assert (data["version"], data["result"][0]["question_text"]) == (2, "Are you well today?")
    # What was answered stays readable as it was asked.
    (value,) = list_plan_answers(Quote.objects.get())
    assert (value["version"], value["answers"][0]["question"]) == (1, "Are you well?")


def test_a_plan_in_the_cart_asks_again_before_checkout(visitor, brand):
    plan = dental()
    question = make_questions(plan, "yes_no", true_condition="Yes")
    key = start(visitor)
    yes = {"enrollment_id": key, "plan_id": plan.pk, "aflac_data": [{"qid": question.pk, "true_condition": "Yes"}]}
    visitor.post("save-aflac-questions", yes)
    assert add(visitor, key, plan.pk).json()["status"] == "success"
    question.text = "Are you well today?"
    question.save()
    publish_questionnaire(question_set=PlanQuestionSet.objects.get(), origin=SYSTEM)
    stop = visitor.post("cart-checkout", {"enrollment_id": key, "effective_date": "12/01/2026"}).json()
    assert stop["errorCode"] == "newQuestionsError"
    visitor.post("save-aflac-questions", yes)
    stop = visitor.post("cart-checkout", {"enrollment_id": key, "effective_date": "12/01/2026"}).json()
    assert stop["status"] == "success"


def test_a_plan_with_referred_answers_can_be_bought(visitor, plan):
    question = make_questions(plan, sub_type="checkbox")
    fine, heart = make_option(question, "Allergy"), make_option(question, "Heart", refers=True)
    key = start(visitor)

    def tick(*options):
        body = {"question_id": question.pk, "yes_no_flag": "Yes", "checkbox_answers": list(options)}
        return save(visitor, key, plan, body).json()["data"]

    assert tick(heart.pk) == {
        "success_message": (
            "Thank you. The insurer will review your answers and decide within 5-10 days after you submit."
        ),
        "outcome": "referred",
    }
    assert price_error(visitor, key, plan) == ""
    assert add(visitor, key, plan.pk).json()["status"] == "success"
    assert tick(fine.pk)["outcome"] == "accepted"


def test_answers_can_name_only_people_of_the_tier(visitor, plan):
    question = make_questions(plan)
    key = start(visitor, tier="IS")
    data = visitor.get("get-questions", enrollment_id=key, plan_id=plan.pk).json()["data"]["result"][0]
    assert [question["value"] for question in data["who"]] == ["applicant", "spouse"]

    def about(who, flag="Yes"):
        body = {"question_id": question.pk, "yes_no_flag": flag, "who": who}
        return save(visitor, key, plan, body)

    for wrong in ("", "child", "spouse,neighbour"):
        assert about(wrong).json()["data"][0]["target_element"] == "answers.0.who"
    assert about("", "No").status_code == 200
    assert about("Spouse, applicant").status_code == 200
    assert PlanAnswers.objects.get().answers["answers"][0]["who"] == "spouse,applicant"


def test_every_question_needs_an_answer(visitor, plan):
    question = make_questions(plan)
    answer = save(visitor, start(visitor), plan)
    assert answer.json()["message"] == "Please answer all questions"
    assert answer.json()["data"] == [
        {"target_element": f"question_{question.pk}", "error_message": "Please answer all questions"}
    ]


def test_a_decline_keeps_the_answers_and_the_plan_closed(visitor, plan):
    question = make_questions(plan, decline_on="Yes", decline_message="We can't offer this plan.")
    key = start(visitor)
    for _again in range(2):
        answer = save(visitor, key, plan, {"question_id": question.pk, "yes_no_flag": 1}).json()
        assert (answer["errorCode"], answer["data"]["error_message"]) == ("decline", "We can't offer this plan.")
    assert PlanAnswers.objects.get().outcome == "declined"
    assert price_error(visitor, key, plan) == "newQuestionsError"


def test_an_option_can_decline_the_plan(visitor, plan):
    question = make_questions(plan, sub_type="checkbox")
    fine, bad = make_option(question), make_option(question, "Heart", declines=True)
    key = start(visitor)

    def tick(*options):
        body = {"question_id": question.pk, "yes_no_flag": "Yes", "checkbox_answers": list(options)}
        return save(visitor, key, plan, body)

    assert tick().json()["data"][0]["target_element"] == "answers.0.checkbox_answers"
    assert tick(999).status_code == 422
    assert tick(bad.pk).json()["errorCode"] == "decline"
    assert tick(fine.pk).json()["status"] == "success"


def test_details_must_be_complete_and_in_the_past(visitor, plan):
    question = make_questions(plan, require_detail=True)
    key = start(visitor)

    def problems(*detail):
        body = {"question_id": question.pk, "yes_no_flag": "Yes", "detail": list(detail)}
        data = save(visitor, key, plan, body).json()["data"]
        return [item["target_element"] for item in data] if isinstance(data, list) else data

    assert len(problems()) == 5
    assert problems({**DETAIL, "degree_of_recovery": " "}) == ["answers.0.detail.0.degree_of_recovery"]
    assert problems(DETAIL, {**DETAIL, "dot_to": "01/01/2030"}) == ["answers.0.detail.1.dot_to"]
    assert problems(DETAIL, {**DETAIL, "dot_to": "01/01/2020"}) == ["answers.0.detail.1.dot_to"]
    assert problems(DETAIL, DETAIL, DETAIL) == ["answers.0.detail"]
    assert "success_message" in problems(DETAIL)


def test_answers_are_encrypted(visitor, plan, django_assert_num_queries):
    from django.db import connection

    question = make_questions(plan, sub_type="text_field")
    body = {"question_id": question.pk, "yes_no_flag": "Yes", "text": "a very private matter"}
    save(visitor, start(visitor), plan, body)
    with connection.cursor() as cursor:
        cursor.execute("SELECT answers FROM shopping_plananswers")
        stored = cursor.fetchone()[0]
    assert "private" not in stored
    assert PlanAnswers.objects.get().answers["answers"][0]["text"] == "a very private matter"


def test_free_text_is_accepted_as_the_detail(visitor, plan):
    question = make_questions(plan, sub_type="text_field")
    key = start(visitor)
    empty = save(visitor, key, plan, {"question_id": question.pk, "yes_no_flag": "Yes", "detail": " "})
    assert [item["target_element"] for item in empty.json()["data"]] == ["answers.0.text"]
    answer = {"question_id": question.pk, "yes_no_flag": "Yes", "who": "", "checkbox_answers": [], "detail": "Asthma"}
    assert save(visitor, key, plan, answer).json()["status"] == "success"
    (kept,) = PlanAnswers.objects.get().answers["answers"]
    assert (kept["text"], kept["detail"]) == ("Asthma", [])


def test_yes_no_questions_need_the_right_answer(visitor, brand):
    plan = dental()
    question = make_questions(plan, "yes_no", true_condition="Yes")
    key = start(visitor)
    data = visitor.get("get-aflac-questions", plan_id=plan.pk, enrollment_id=key).json()
    assert data["statusCode"] == 200
    assert data["data"]["questions"] == [{"qid": question.pk, "question": "Are you well?", "true_condition": "Yes"}]

    def send(answer):
        body = {
            "enrollment_id": key,
            "plan_id": plan.pk,
            "aflac_data": [{"qid": question.pk, "true_condition": answer}],
        }
        return visitor.post("save-aflac-questions", body).json()

    assert send("")["data"][0]["error_message"] == "*Answer should be Yes/No to continue"
    refused = send("No")
    assert refused["message"] == "Please answer yes in order to continue"
    assert refused["data"][0]["error_message"] == "*Answer should be Yes to continue"
    assert send("Yes")["status"] == "success"
    assert visitor.get("get-aflac-questions", plan_id=plan.pk, enrollment_id=key).json()["statusCode"] == 204
