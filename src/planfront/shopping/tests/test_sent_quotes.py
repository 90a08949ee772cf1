"""The list of sent quotes: whose they are, what became of them, and how they are found."""

import csv
from base64 import b64decode
from datetime import timedelta
from io import StringIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.audit import list_files
from planfront.audit.models import AuditEvent
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.messaging.models import OutboundEmail
from planfront.messaging.services import suppress_email
from planfront.shopping.models import Quote, SentQuote
from planfront.shopping.quote.state import mark_quote_submitted, touch_quote
from planfront.shopping.sent_quotes.selectors import write_recipient_words
from planfront.shopping.tests.test_quotes import agent, filled, make_rep, new_rates, plan, rep, send, token  # noqa: F401

pytestmark = pytest.mark.django_db


def listed(client, **query):
    answer = client.get("get-sent-quotes", **query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def names(client, **query):
    return [row["name"] for row in listed(client, **query)["result"]]


def test_a_quote_is_listed_with_its_plans_price_and_link(rep, visitor):  # noqa: F811
    send(rep)
    (row,) = listed(rep)["result"]
    assert (row["name"], row["email"], row["outcome"], row["plans"], row["monthly"]) == (
        "Maren Castillo",
        "maren@mailbox.example",
        "sent",
        ["Halden Dental PPO 1500"],
        "41.85",
    )
    assert (row["sent_on"], row["expires_on"], row["opened_on"]) == ("11/10/2026", "12/10/2026", "")
    assert row["link"].endswith(f"/quote/{token()}")
    assert visitor.post("open-quote", {"token": row["link"].rpartition("/")[2]}).status_code == 200


def test_the_list_shows_what_became_of_each_quote(rep, plan, visitor):  # noqa: F811
    send(rep)
    opened = visitor.post("open-quote", {"token": token()}).json()["data"]
    assert listed(rep)["result"][0]["outcome"] == "opened"
    assert (names(rep, outcome="sent"), len(names(rep, outcome="opened"))) == ([], 1)
    mark_quote_submitted(quote=Quote.objects.get(public_id=opened["enrollment_id"]), stage="accepted")
    (row,) = listed(rep, outcome="enrolled")["result"]
    SentQuote.objects.update(sent_at=clock.now() - timedelta(days=31), expires_at=clock.now() - timedelta(days=1))
    assert listed(rep)["result"][0]["outcome"] == "enrolled"
    assert (row["opened_on"], names(rep, outcome="expired")) == ("11/10/2026", [])


def test_a_cart_leaves_the_list_when_every_client_bought_from_its_quotes(rep, visitor, make_client):  # noqa: F811
    def buy(client, name):
        (row,) = listed(client=rep, search=name)["result"]
        copy = client.post("open-quote", {"token": row["link"].rpartition("/")[2]}).json()["data"]
        mark_quote_submitted(quote=Quote.objects.get(public_id=copy["enrollment_id"]), stage="accepted")
        cart.refresh_from_db()
        return cart.listed

    send(rep)
    send(rep, name="Theo Brandt", email="theo@mailbox.example")
    cart = Quote.objects.get(public_id=rep.key)
    assert buy(visitor, "Maren"), "the other client may still buy"
    assert not buy(make_client("shop.test"), "Theo")
    touch_quote(quote=cart)
    assert cart.listed, "the sender goes on with it"


def test_changed_prices_are_marked(rep, plan, visitor):  # noqa: F811
    send(rep)
    new_rates(plan, "40.00")
    assert visitor.post("open-quote", {"token": token()}).json()["data"]["moved"]
    assert listed(rep)["result"][0]["outcome"] == "moved"


def test_an_expired_quote_has_no_link_and_is_not_sent_again(rep):  # noqa: F811
    send(rep)
    SentQuote.objects.update(sent_at=clock.now() - timedelta(days=31), expires_at=clock.now() - timedelta(days=1))
    (row,) = listed(rep, outcome="expired")["result"]
    assert (row["outcome"], row["link"], names(rep, outcome="sent")) == ("expired", "", [])
    assert rep.post("resend-quote", {"quote_id": row["quote_id"]}).json()["errorCode"] == "quoteGone"


def test_quotes_are_found_by_the_beginnings_of_the_recipient_s_words(rep):  # noqa: F811
    send(rep)
    send(rep, name="Ana Ruiz", email="ana@lakeside.example")
    assert names(rep, search="MAR cast") == ["Maren Castillo"]
    assert names(rep, search="lakeside") == ["Ana Ruiz"]
    assert names(rep, search="astillo") == names(rep, search="%") == names(rep, search="ruiz", outcome="opened") == []
    assert names(rep) == ["Ana Ruiz", "Maren Castillo"]
    assert names(rep, sort="sent") == ["Maren Castillo", "Ana Ruiz"]
    page = listed(rep, page=9, per_page=1)
    assert ([row["name"] for row in page["result"]], page["page"], page["total"]) == (["Maren Castillo"], 2, 2)


def test_a_name_that_many_have_is_found_without_counting_them(rep, monkeypatch):  # noqa: F811
    monkeypatch.setattr("planfront.kernel.http.paging.MOST", 1)
    for number in range(3):
        send(rep, email=f"maren{number}@mailbox.example")
    assert names(rep, search="maren", per_page=1) == ["Maren Castillo"]
    assert listed(rep, per_page=1)["more"]


def test_a_quote_is_sent_again_as_it_was(rep):  # noqa: F811
    send(rep)
    (row,) = listed(rep)["result"]
    answer = rep.post("resend-quote", {"quote_id": row["quote_id"]}).json()
    assert (answer["data"], answer["message"]) == (
        {"email": "maren@mailbox.example", "sends": 2},
        "Quote Successfully Sent to maren@mailbox.example",
    )
    first, second = OutboundEmail.objects.filter(kind="quote").order_by("created_at")
    assert (first.text, first.to, first.unsubscribe) == (second.text, second.to, second.unsubscribe)
    assert AuditEvent.objects.filter(action="quote.resent").count() == 1
    suppress_email(brand_id=first.brand_id, email=first.to)
    assert rep.post("resend-quote", {"quote_id": row["quote_id"]}).status_code == 422


def test_several_quotes_are_sent_again_and_the_others_say_why(rep):  # noqa: F811
    for name in ("Ana Ruiz", "Ben Ruiz", "Cara Ruiz"):
        send(rep, name=name, email=f"{name[:3].lower()}@mailbox.example")
    ids = [row["quote_id"] for row in listed(rep)["result"]]
    SentQuote.objects.filter(pk=listed(rep, search="ben")["result"][0]["quote_id"]).update(
        sent_at=clock.now() - timedelta(days=31), expires_at=clock.now() - timedelta(days=1)
    )
    suppress_email(brand_id=SentQuote.objects.first().brand_id, email="car@mailbox.example")
    answer = rep.post("resend-quotes", {"quote_ids": [*ids, ids[0]]}).json()["data"]
    assert answer["sent"] == 1
    assert {row["name"]: row["reason"] for row in answer["not_sent"]} == {
        "Ben Ruiz": "This quote has expired. Please send a new one.",
        "Cara Ruiz": "This address asked not to receive quotes.",
    }
    assert OutboundEmail.objects.filter(kind="quote", to="ana@mailbox.example").count() == 2
    assert AuditEvent.objects.filter(action="quote.resent").count() == 1


@pytest.mark.parametrize("count", [0, 51])
def test_as_many_quotes_are_sent_again_as_a_page_can_show(rep, count):  # noqa: F811
    ids = ["6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"] * count
    assert rep.post("resend-quotes", {"quote_ids": ids}).status_code == 422


def test_a_quote_is_found_by_its_id(rep):  # noqa: F811
    send(rep)
    send(rep, name="Ana Ruiz", email="ana@lakeside.example")
    row = listed(rep, search="Ana")["result"][0]
    assert names(rep, quote_id=row["quote_id"]) == ["Ana Ruiz"]
    assert names(rep, quote_id="6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00") == []


def test_senders_see_and_resend_only_their_own_quotes(rep, brand, make_client, visitor, plan):  # noqa: F811
    send(rep)
    make_rep(brand, code="REP2", email="sam@demo.test", name="Sam")
    other = make_client("shop.test")
    other.sign_in("sam@demo.test")
    quote = listed(rep)["result"][0]["quote_id"]
    assert (names(other), names(other, search="maren")) == ([], [])
    assert other.post("resend-quote", {"quote_id": quote}).status_code == 404
    assert other.post("resend-quotes", {"quote_ids": [quote]}).status_code == 404
    assert names(other, quote_id=quote) == []
    assert visitor.get("get-sent-quotes").status_code == 404
    assert visitor.post("resend-quote", {"quote_id": quote}).status_code == 404
    send(filled(other, plan), name="Ana Ruiz")
    assert (names(other), names(rep)) == (["Ana Ruiz"], ["Maren Castillo"])


def test_a_page_costs_the_same_queries_however_long(rep):  # noqa: F811
    send(rep)

    def queries(**query):
        with CaptureQueriesContext(connection) as queries:
            listed(rep, per_page=50, **query)
        return len(queries)

    queries()
    few = queries(), queries(search="maren"), queries(outcome="sent")
    base = SentQuote.objects.get()
    kept = {field.attname: getattr(base, field.attname) for field in SentQuote._meta.concrete_fields}
    for number in range(30):
        write_recipient_words(SentQuote.objects.create(**kept | {"id": new_uuid(), "token_hash": str(number)}))
    assert listed(rep)["total"] == 31
    assert few == (queries(), queries(search="maren"), queries(outcome="sent"))


def exported(client, **query):
    answer = client.get("export-sent-quotes", **query)
    assert answer.status_code == 200, answer.content
    file = answer.json()["data"]
    rows = list(csv.DictReader(StringIO(b64decode(file["content"]).decode("utf-8-sig"))))
    assert len(rows) == file["rows"]
    return rows


def test_the_list_as_a_file_has_exactly_the_rows_that_are_found(rep, monkeypatch):  # noqa: F811
    send(rep)
    send(rep, name="Ada Young", email="ada@mailbox.example", message="Other")
    (row,) = exported(rep, search="ada", per_page=1)
    assert row == {
        "Sent to": "Ada Young",
        "Email": "ada@mailbox.example",
        "Status": "Sent",
        "Plans": "Halden Dental PPO 1500",
        "Monthly": "41.85",
        "Sent": "2026-11-10",
        "Opened": "",
        "Valid until": "2026-12-10",
        "Times sent": "1",
    }
    assert [row["Sent to"] for row in exported(rep, sort="sent")] == ["Maren Castillo", "Ada Young"]
    assert exported(rep, outcome="enrolled") == []
    events = AuditEvent.objects.filter(action="list.exported", subject_id="quotes")
    assert {"rows": 1, "filters": ["search"]} in events.values_list("meta", flat=True)
    monkeypatch.setattr(list_files, "MOST_ROWS", 1)
    assert rep.get("export-sent-quotes").json()["errorCode"] == "listTooLong"


def test_a_name_in_a_file_is_no_formula(rep):  # noqa: F811
    send(rep)
    row = SentQuote.objects.get()
    row.recipient_name = '=HYPERLINK("https://bad.example")'
    row.save(update_fields=["recipient_name"])
    assert exported(rep)[0]["Sent to"] == '\'=HYPERLINK("https://bad.example")'


def test_quotes_of_the_last_days_alone(rep):  # noqa: F811
    send(rep)
    SentQuote.objects.update(sent_at=clock.now() - timedelta(days=7))
    send(rep, name="Ada Young", email="ada@mailbox.example")
    assert (names(rep, days=7), names(rep, days=30)) == (["Ada Young"], ["Ada Young", "Maren Castillo"])
    assert (names(rep, days=7, search="maren"), names(rep, days=30, search="maren")) == ([], ["Maren Castillo"])
    assert [row["Sent to"] for row in exported(rep, days=7)] == ["Ada Young"]
    assert rep.get("get-sent-quotes", days=5).status_code == 422


def test_a_file_costs_the_same_queries_however_long(rep):  # noqa: F811
    send(rep)

    def queries():
        with CaptureQueriesContext(
            connection,
        ) as context:
            exported(rep)
        return len(context)

    queries()
    one = queries()
    base = SentQuote.objects.get()
    kept = {field.attname: getattr(base, field.attname) for field in SentQuote._meta.concrete_fields}
    for number in range(30):
        SentQuote.objects.create(**kept | {"id": new_uuid(), "token_hash": str(number)})
    assert queries() == one
    assert len(exported(rep)) == 31
