"""What a client sees behind a quote's link: who wrote, the plans then and now, and a question back."""

from datetime import timedelta

import pytest
import time_machine

from planfront.audit.models import AuditEvent
from planfront.catalog.models import Plan
from planfront.kernel import clock
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.models import Agent
from planfront.shopping.models import QuoteQuestion, SentQuote
from planfront.shopping.quoting.pruning import prune_sent_quotes
from planfront.shopping.tests.test_quotes import agent, errors, new_rates, plan, rep, send, token  # noqa: F401

pytestmark = pytest.mark.django_db


def opened(client):
    answer = client.post("open-quote", {"token": token()})
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def ask(client, question="Is braces in it?", **more):
    return client.post("ask-about-quote", {"token": token(), "question": question, **more})


def questions_mailed():
    return OutboundEmail.objects.filter(kind="quote_question")


def test_the_page_has_the_sender_their_words_and_the_plans(rep, agent, visitor):  # noqa: F811
    Agent.objects.filter(pk=agent.pk).update(image="/static/art/people/jordan-lee.svg")
    send(rep, message="Call me\nsoon")
    page = opened(visitor)
    assert page["sender"] == {
        "name": "Jordan Lee",
        "kind": "rep",
        "phone": "(614) 555-0148",
        "tagline": "",
        "licence": "TX 1234567",
        "portrait": "/static/art/people/jordan-lee.svg",
        "answers": True,
    }
    assert (page["message"], page["questions"]) == ("Call me\nsoon", [])
    (shown,) = page["plans"]
    assert (shown["plan_name"], shown["quoted"], shown["now"]) == ("Halden Dental PPO 1500", "36.85", "36.85")
    assert (shown["message"], shown["offered"], shown["why"][-1]["amount"]) == ("", True, "36.85")
    assert page["totals"] == {
        "membership": "5.00",
        "once": "15.00",
        "monthly": "41.85",
        "first_month": "56.85",
        "quoted_monthly": "41.85",
    }


def test_a_price_that_moved_stands_beside_the_one_that_was_sent(rep, plan, visitor):  # noqa: F811
    send(rep)
    new_rates(plan, "40.00")
    page = opened(visitor)
    (shown,) = page["plans"]
    assert (shown["quoted"], shown["now"], shown["why"][-1]["amount"]) == ("36.85", "40.00", "40.00")
    assert (page["totals"]["quoted_monthly"], page["totals"]["monthly"]) == ("41.85", "45.00")
    assert opened(visitor)["plans"] == page["plans"]


def test_a_plan_that_is_not_offered_any_more_stays_with_the_reason(rep, plan, visitor):  # noqa: F811
    send(rep)
    Plan.objects.filter(pk=plan.pk).update(active=False)
    page = opened(visitor)
    (shown,) = page["plans"]
    assert (shown["plan_name"], shown["quoted"], shown["now"]) == ("Halden Dental PPO 1500", "36.85", None)
    assert (shown["offered"], shown["why"]) == (False, [])
    assert shown["message"] == "This plan is no longer offered."
    assert (page["totals"]["monthly"], page["totals"]["membership"]) == ("0.00", "0.00")


def test_an_expired_quote_says_whom_to_ask_and_can_be_asked_about(rep, visitor):  # noqa: F811
    send(rep, message="Only for Maren")
    with time_machine.travel("2026-12-11T17:00:00Z"):
        visitor.start()
        answer = visitor.post("open-quote", {"token": token()})
        body = answer.json()
        assert (answer.status_code, body["errorCode"], body["message"]) == (
            200,
            "quoteExpired",
            "This quote has expired.",
        )
        assert (body["data"]["sender"]["name"], body["data"]["expires_on"]) == ("Jordan Lee", "12/10/2026")
        assert b"Only for Maren" not in answer.content
        assert ask(visitor, "May I have a new one?").status_code == 200
    assert "May I have a new one?" in questions_mailed().get().text


def test_a_question_goes_to_the_sender_and_answers_go_to_the_client(rep, plan, visitor):  # noqa: F811
    send(rep)
    answer = ask(visitor, "Is <b>braces</b> in it?", plan_id=plan.pk).json()
    (question,) = answer["data"]["questions"]
    assert (question["text"], question["plan_name"], question["asked_on"]) == (
        "Is <b>braces</b> in it?",
        "Halden Dental PPO 1500",
        "11/10/2026",
    )
    mail = questions_mailed().get()
    assert (mail.to, mail.reply_to) == ("jordan@shop.example", "maren@mailbox.example")
    assert mail.subject == "Maren Castillo asks about your quote"
    assert "Is <b>braces</b> in it?" in mail.text
    assert "&lt;b&gt;braces" in mail.html
    assert AuditEvent.objects.filter(action="quote.asked").count() == 1
    assert opened(visitor)["questions"] == [question]


def test_the_same_question_twice_is_one(rep, visitor):  # noqa: F811
    send(rep)
    assert len(ask(visitor).json()["data"]["questions"]) == 1
    assert len(ask(visitor).json()["data"]["questions"]) == 1
    assert (QuoteQuestion.objects.count(), questions_mailed().count()) == (1, 1)


def test_another_visit_with_the_link_does_not_see_what_was_asked(rep, visitor, make_client):  # noqa: F811
    send(rep)
    ask(visitor)
    other = make_client("shop.test")
    other.start()
    assert opened(other)["questions"] == []


def test_a_question_needs_words_and_a_link(rep, visitor, other_brand, make_client):  # noqa: F811
    send(rep)
    assert errors(ask(visitor, " \n ")) == {"question": "Field is required"}
    assert "question" in errors(ask(visitor, "x" * 1001))
    assert visitor.post("ask-about-quote", {"token": "no-such-token", "question": "Hm?"}).status_code == 404
    foreign = make_client("other.test")
    assert ask(foreign).status_code == 404
    assert QuoteQuestion.objects.count() == 0


def test_only_five_questions_an_hour(rep, visitor):  # noqa: F811
    send(rep)
    statuses = [ask(visitor, f"Question {number}?").status_code for number in range(6)]
    assert statuses == [200, 200, 200, 200, 200, 429]
    assert questions_mailed().count() == 5


def test_a_rep_who_left_is_not_asked(rep, agent, visitor):  # noqa: F811
    send(rep)
    Agent.objects.filter(pk=agent.pk).update(active=False)
    sender = opened(visitor)["sender"]
    assert (sender["name"], sender["answers"], sender["licence"]) == ("Jordan Lee", False, "")
    assert ask(visitor).json()["errorCode"] == "senderGone"
    assert questions_mailed().count() == 0


def test_questions_and_their_mail_go_with_the_quote(rep, visitor):  # noqa: F811
    send(rep)
    ask(visitor)
    SentQuote.objects.update(expires_at=clock.now() - timedelta(days=400))
    prune_sent_quotes()
    assert (SentQuote.objects.count(), QuoteQuestion.objects.count(), questions_mailed().count()) == (0, 0, 0)
