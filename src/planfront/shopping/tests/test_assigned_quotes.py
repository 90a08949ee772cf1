"""Assigning quotes: who may take them, what goes along, what stays."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.audit.models import AuditEvent
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import License
from planfront.shopping.models import Quote, QuoteOutcome, SentQuote
from planfront.shopping.sent_quotes.selectors import write_recipient_words
from planfront.shopping.tests.factories import add
from planfront.shopping.tests.test_quotes import agent, filled, make_rep, plan, rep, send, token  # noqa: F401
from planfront.shopping.tests.test_sent_quotes import listed, names

pytestmark = pytest.mark.django_db


@pytest.fixture
def sam(rep, brand, make_client):  # noqa: F811
    """Another rep, signed in, who may sell in Texas; the brand has one, too, who may not."""
    licensed = make_rep(brand, code="REP2", email="sam@demo.test", name="Sam")
    License.objects.create(agent=licensed, state="TX", number="7", expires_on=date(2027, 5, 1))
    elsewhere = make_rep(brand, code="REP3", email="olga@demo.test", name="Olga")
    License.objects.create(agent=elsewhere, state="OH", number="8", expires_on=date(2027, 5, 1))
    client = make_client("shop.test")
    client.sign_in("sam@demo.test")
    client.agent, client.elsewhere = licensed, elsewhere
    return client


def ids(client):
    return [row["quote_id"] for row in listed(client)["result"]]


def assign(client, to, quote_ids=None):
    body = {"quote_ids": ids(client) if quote_ids is None else quote_ids, "agent_id": to.pk}
    return client.post("assign-quotes", body)


def reasons(answer):
    return {item["name"]: item["reason"] for item in answer.json()["data"]["not_assigned"]}


def test_a_quote_goes_with_its_cart_to_a_rep_who_may_sell_there(rep, agent, sam, plan):  # noqa: F811
    send(rep)
    assert rep.get("get-quote-reps", quote_ids=ids(rep)).json()["data"]["result"] == [
        {"agent_id": sam.agent.pk, "name": "Sam Lee"}
    ]
    quote = ids(rep)
    assert assign(rep, sam.agent).json()["data"] == {"assigned": 1, "not_assigned": []}
    assert (names(rep), names(rep, search="maren"), names(sam, search="maren")) == ([], [], ["Maren Castillo"])
    cart = listed(sam)["result"][0]["cart"]
    assert cart["agent_id"] == sam.agent.pk
    assert add(sam, cart["enrollment_id"], plan.pk).json()["status"] == "success"
    assert add(rep, rep.key, plan.pk).status_code == 404
    assert rep.post("resend-quote", {"quote_id": quote[0]}).status_code == 404
    event = AuditEvent.objects.get(action="quote.assigned")
    assert (event.subject_id, event.meta) == (quote[0], {"from": agent.pk, "to": sam.agent.pk})


def test_all_that_was_sent_from_a_cart_goes_along_and_counts_once_chosen(rep, sam):  # noqa: F811
    send(rep)
    send(rep, name="Theo Brandt", email="theo@mailbox.example")
    assert assign(rep, sam.agent).json()["data"] == {"assigned": 2, "not_assigned": []}
    assert (sorted(names(sam)), names(rep)) == (["Maren Castillo", "Theo Brandt"], [])


def test_the_client_meets_the_new_rep_in_old_and_new_copies(rep, sam, visitor, make_client):  # noqa: F811
    send(rep)
    before = visitor.post("open-quote", {"token": token()}).json()["data"]
    assign(rep, sam.agent)
    again = visitor.post("open-quote", {"token": token()}).json()["data"]
    fresh = make_client("shop.test").post("open-quote", {"token": token()}).json()["data"]
    assert again["enrollment_id"] == before["enrollment_id"]
    assert [data["sender"]["name"] for data in (again, fresh)] == ["Sam Lee", "Sam Lee"]
    assert [data["others"]["agent_id"] for data in (again, fresh)] == [sam.agent.pk, sam.agent.pk]
    visitor.post("ask-about-quote", {"token": token(), "question": "Does it cover braces?"})
    assert OutboundEmail.objects.get(kind="quote_question").to == "sam@shop.example"


def test_the_old_email_is_not_sent_in_the_new_reps_name(rep, sam, plan):  # noqa: F811
    send(rep)
    assign(rep, sam.agent)
    answer = sam.post("resend-quote", {"quote_id": ids(sam)[0]}).json()
    assert (answer["errorCode"], answer["message"]) == (
        "quoteGone",
        "Another rep sent this email. Change the quote and send it as your own.",
    )
    sam.key = listed(sam)["result"][0]["cart"]["enrollment_id"]
    assert send(sam, message="I'm your rep now.").json()["status"] == "success"
    assert OutboundEmail.objects.filter(kind="quote").latest("created_at").reply_to == "sam@shop.example"


def test_quotes_that_stay_are_named_with_the_reason(rep, sam, plan, brand):  # noqa: F811
    send(rep)
    send(filled(rep, plan), name="Ben Ruiz", email="ben@mailbox.example")
    send(filled(rep, plan), name="Cara Ruiz", email="cara@mailbox.example")
    enrolled, grouped = (
        SentQuote.objects.get(pk=listed(rep, search=name)["result"][0]["quote_id"]) for name in ("ben", "cara")
    )
    SentQuote.objects.filter(pk=enrolled.pk).update(outcome=QuoteOutcome.ENROLLED)
    grouped.frozen["profile"]["group_id"] = create_group(code="GRP9", brands=[brand], name="Lakeside").pk
    grouped.save(update_fields=["frozen"])
    answer = assign(rep, sam.agent)
    assert answer.json()["data"]["assigned"] == 1
    assert reasons(answer) == {
        "Ben Ruiz": "This client has already enrolled.",
        "Cara Ruiz": "Quotes for members and groups stay with their rep.",
    }
    assert reasons(assign(rep, sam.elsewhere)) == dict.fromkeys(
        ("Ben Ruiz", "Cara Ruiz"), "Olga Lee isn't licensed in Texas."
    )
    assert sorted(names(rep)) == ["Ben Ruiz", "Cara Ruiz"]


def test_an_expired_cart_stays_and_its_quote_goes(rep, sam):  # noqa: F811
    send(rep)
    past = clock.now() - timedelta(days=1)
    SentQuote.objects.update(expires_at=past, sent_at=past - timedelta(days=30))
    Quote.objects.update(expires_at=past)
    assert assign(rep, sam.agent).json()["data"]["assigned"] == 1
    (row,) = listed(sam, outcome="expired")["result"]
    assert row["cart"] is None


def test_only_the_rep_who_has_all_of_them_assigns_quotes(rep, sam, visitor, brand):  # noqa: F811
    send(rep)
    quote = ids(rep)
    assert assign(sam, sam.agent, quote).status_code == 404
    assert sam.get("get-quote-reps", quote_ids=quote).status_code == 404
    assert assign(rep, sam.agent, [*quote, str(new_uuid())]).status_code == 404
    assert assign(visitor, sam.agent, quote).status_code in (401, 403, 404)
    answer = rep.post("assign-quotes", {"quote_ids": quote, "agent_id": 999_999})
    assert [item["target_element"] for item in answer.json()["data"]] == ["agent_id"]
    sam.agent.brands.clear()
    assert assign(rep, sam.agent).status_code == 422
    assert names(rep) == ["Maren Castillo"]


@pytest.mark.parametrize("count", [0, 51])
def test_up_to_fifty_quotes_are_assigned_at_once(rep, sam, count):  # noqa: F811
    assert assign(rep, sam.agent, ["6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"] * count).status_code == 422


def test_the_choice_of_reps_costs_the_same_queries_however_many_quotes(rep, sam):  # noqa: F811
    send(rep)

    def queries():
        chosen = ids(rep)
        with CaptureQueriesContext(connection) as seen:
            assert rep.get("get-quote-reps", quote_ids=chosen).status_code == 200
        return len(seen)

    queries()
    few, base = queries(), SentQuote.objects.get()
    columns = {field.attname: getattr(base, field.attname) for field in SentQuote._meta.concrete_fields}
    for number in range(8):
        write_recipient_words(SentQuote.objects.create(**columns | {"id": new_uuid(), "token_hash": str(number)}))
    assert queries() == few
