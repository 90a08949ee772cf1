"""Answering the questions about a quote: in the list of quotes, by mail, and beside the question on its page."""

from datetime import timedelta
from uuid import UUID

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.kernel import clock
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.services import create_group
from planfront.shopping.models import QuoteQuestion, SentQuote
from planfront.shopping.quoting.pruning import prune_sent_quotes
from planfront.shopping.tests.test_quote_page import ask, opened
from planfront.shopping.tests.test_quotes import agent, errors, filled, make_rep, plan, rep, send, token  # noqa: F401
from planfront.shopping.tests.test_sent_quotes import listed, names

pytestmark = pytest.mark.django_db


def question_id() -> str:
    return str(QuoteQuestion.objects.latest("asked_at").pk)


def reply(client, answer="Yes, at half of their cost.", **more):
    return client.post("answer-quote-question", {"question_id": question_id(), "answer": answer, **more})


def mailed():
    return OutboundEmail.objects.filter(kind="quote_answer")


def counts(client):
    (row,) = listed(client)["result"]
    return row["questions"], row["waiting"]


def test_the_list_says_how_many_questions_a_quote_has_and_how_many_wait(rep, visitor):  # noqa: F811
    send(rep)
    assert (counts(rep), names(rep, outcome="waiting")) == ((0, 0), [])
    ask(visitor)
    ask(visitor, "And implants?")
    assert (counts(rep), names(rep, outcome="waiting")) == ((2, 2), ["Maren Castillo"])
    assert names(rep, outcome="waiting", search="maren") == ["Maren Castillo"]
    reply(rep)
    assert counts(rep) == (2, 1)
    reply_all(rep)
    assert (counts(rep), names(rep, outcome="waiting"), names(rep, outcome="waiting", search="maren")) == (
        (2, 0),
        [],
        [],
    )


def reply_all(client):
    for row in QuoteQuestion.objects.filter(answered_at=None):
        client.post("answer-quote-question", {"question_id": str(row.pk), "answer": "Yes."})


def test_an_answer_goes_to_the_client_by_mail_and_stands_on_the_page(rep, plan, visitor):  # noqa: F811
    send(rep)
    ask(visitor, "Is <b>braces</b> in it?", plan_id=plan.pk)
    answer = reply(rep, "Yes, <i>half</i>.\nCall me.").json()
    (question,) = answer["data"]["questions"]
    assert (
        question["text"],
        question["plan_name"],
        question["answer"],
        question["answered_on"],
        answer["message"],
    ) == (
        "Is <b>braces</b> in it?",
        "Halden Dental PPO 1500",
        "Yes, <i>half</i>.\nCall me.",
        "11/10/2026",
        "Sent",
    )
    mail = mailed().get()
    assert (mail.to, mail.reply_to) == ("maren@mailbox.example", "jordan@shop.example")
    assert mail.subject == "Jordan Lee answers your question"
    assert "Yes, <i>half</i>.\nCall me." in mail.text
    assert "Is <b>braces</b> in it?" in mail.text
    assert "&lt;i&gt;half" in mail.html
    assert f"/quote/{token()}" in mail.text
    assert AuditEvent.objects.filter(action="quote.answered").count() == 1
    del question["question_id"]
    assert opened(visitor)["questions"] == [question]
    kept = rep.get("get-quote-questions", quote_id=str(SentQuote.objects.get().pk)).json()["data"]["questions"]
    assert kept == [{**question, "question_id": question_id()}]


def test_an_answer_speaks_the_language_of_the_question(rep, visitor):  # noqa: F811
    send(rep)
    ask(visitor)
    QuoteQuestion.objects.update(language="es")
    reply(rep)
    assert mailed().get().subject == "Jordan Lee responde a su pregunta"


def test_a_question_answered_by_mail_is_marked_and_sends_nothing(rep, visitor):  # noqa: F811
    send(rep)
    ask(visitor)
    answer = rep.post("answer-quote-question", {"question_id": question_id(), "by_mail": True}).json()
    (question,) = answer["data"]["questions"]
    assert (question["answer"], question["answered_on"], mailed().count()) == ("", "11/10/2026", 0)
    assert (counts(rep), opened(visitor)["questions"][0]["answered_on"]) == ((1, 0), "11/10/2026")


def test_a_question_is_answered_once_and_with_words(rep, visitor):  # noqa: F811
    send(rep)
    ask(visitor)
    assert errors(reply(rep, " \n ")) == {"answer": "Field is required"}
    assert "answer" in errors(reply(rep, "x" * 2001))
    assert reply(rep).status_code == 200
    again = reply(rep, "No.")
    assert (again.status_code, again.json()["message"]) == (409, "This question is answered already.")
    assert (mailed().count(), QuoteQuestion.objects.get().answer) == (1, "Yes, at half of their cost.")


def test_senders_answer_only_what_they_were_asked(rep, brand, make_client, visitor):  # noqa: F811
    send(rep)
    ask(visitor)
    make_rep(brand, code="REP2", email="sam@demo.test", name="Sam")
    other = make_client("shop.test")
    other.sign_in("sam@demo.test")
    quote = str(SentQuote.objects.get().pk)
    for client in (other, visitor):
        assert client.get("get-quote-questions", quote_id=quote).status_code == 404
        assert reply(client).status_code == 404
    assert rep.get("get-quote-questions", quote_id=str(UUID(int=7))).status_code == 404
    assert names(other, outcome="waiting") == []


def test_a_group_administrator_answers_questions_on_the_group_s_quotes(make_client, brand, plan, rep, visitor):  # noqa: F811
    user = User.objects.create_user("group@demo.test", "planfront-demo", role="group")
    create_group(code="ACME01", brands=[brand], name="Acme", email="hr@acme.example", user=user)
    admin = make_client("shop.test")
    admin.sign_in("group@demo.test")
    send(filled(admin, plan))
    ask(visitor)
    page = listed(admin)
    assert (page["may_act"], page["may_answer"], page["result"][0]["waiting"]) == (False, True, 1)
    # The rep of the store didn't send it.
    assert reply(rep).status_code == 404
    assert errors(reply(admin, " ")) == {"answer": "Field is required"}
    answer = reply(admin)
    assert answer.json()["data"]["questions"][0]["answer"] == "Yes, at half of their cost."
    assert (mailed().get().to, mailed().get().reply_to) == ("maren@mailbox.example", "hr@acme.example")
    assert counts(admin) == (1, 0)


def test_an_expired_quote_still_shows_what_was_asked_and_answered(rep, visitor):  # noqa: F811
    send(rep)
    ask(visitor, "May I have a new one?")
    SentQuote.objects.update(expires_at=clock.now() - timedelta(days=1))
    reply(rep)
    assert "/quote/" not in mailed().get().text
    refused = visitor.post("open-quote", {"token": token()}).json()
    (question,) = refused["data"]["questions"]
    assert (question["text"], question["answer"]) == ("May I have a new one?", "Yes, at half of their cost.")


def test_answers_and_their_mail_go_with_the_quote(rep, visitor):  # noqa: F811
    send(rep)
    ask(visitor)
    reply(rep)
    SentQuote.objects.update(expires_at=clock.now() - timedelta(days=400))
    prune_sent_quotes()
    assert mailed().count() == 0
