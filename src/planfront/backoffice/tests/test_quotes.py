"""Quotes in the back office: the list names no recipient, and only the rep can be changed."""

from datetime import date

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.kernel import clock
from planfront.messaging.services import queue_email
from planfront.parties.reps.models import License
from planfront.parties.reps.services import create_agent
from planfront.shopping.models import SentQuote

pytestmark = pytest.mark.django_db
LIST = "/backoffice/shopping/sentquote/"


@pytest.fixture
def quote(brand):
    now = clock.now()
    frozen = {"profile": {}, "lines": [{"plan_name": "Halden Dental", "premium": "36.85"}], "effective_date": None}
    return SentQuote.objects.create(
        brand=brand,
        sender_kind="rep",
        sender_name="Jordan Lee",
        recipient_name="Maren",
        recipient_hash="h",
        recipient_email="maren@mailbox.example",
        message="<b>Hello",
        frozen=frozen,
        sha256="s",
        token_hash="t",
        initial_month_cost="56.85",
        recurring_month_cost="41.85",
        sent_at=now,
        expires_at=now,
    )


def test_quotes_are_shown_and_not_changed(client, quote):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    page = client.get(LIST).content.decode()
    assert "Jordan Lee" in page
    assert "$41.85" in page
    assert "maren@" not in page
    own = client.get(f"{LIST}{quote.pk}/change/").content.decode()
    for shown in ("maren@mailbox.example", "Halden Dental $36.85", "$56.85", "&lt;b&gt;Hello"):
        assert shown in own
    assert client.post(f"{LIST}{quote.pk}/change/", {"message": "x"}).status_code == 403
    assert client.post(f"{LIST}{quote.pk}/delete/").status_code == 403
    assert client.get(f"{LIST}add/").status_code == 403


@pytest.fixture
def reps(brand, quote):
    """The rep of a quote for a client in Texas, one who may take it and one who may not."""
    result = [
        create_agent(code=name, brands=[brand], first_name=name, last_name="Lee", email=f"{name}@example.com")
        for name in ("Jordan", "Sam", "Olga")
    ]
    License.objects.create(agent=result[2], state="OH", number="1", expires_on=date(2030, 5, 1))
    quote.agent, quote.frozen = result[0], {**quote.frozen, "profile": {"state": "TX"}}
    quote.save()
    return result


def test_staff_assign_a_quote_to_a_rep_who_may_take_it(works, quote, reps):
    _jordan, sam, olga = reps
    client, page, url = works("service"), f"{LIST}{quote.pk}/change/", f"{LIST}{quote.pk}/assign/"
    assert [rep.name for rep in client.get(page).context["reps"]] == ["Sam Lee"]
    assert client.get(url).status_code == 405
    for agent_id, message in (
        ("", b"Choose one of the reps."),
        (olga.pk, b"Olga Lee isn&#x27;t licensed in Texas."),
        (sam.pk, b"Sam Lee has this quote now."),
    ):
        assert message in client.post(url, {"agent_id": agent_id}, follow=True).content
    quote.refresh_from_db()
    assert (quote.agent, quote.sender_name) == (sam, "Sam Lee")
    assert AuditEvent.objects.get(action="quote.assigned").subject_id == str(quote.pk)


def test_readers_and_staff_of_other_brands_assign_no_quote(works, quote, reps, other_brand):
    reader = works("reader")
    assert "reps" not in reader.get(f"{LIST}{quote.pk}/change/").context
    assert reader.post(f"{LIST}{quote.pk}/assign/", {"agent_id": reps[1].pk}).status_code == 403
    elsewhere = works("service", other_brand)
    assert elsewhere.post(f"{LIST}{quote.pk}/assign/", {"agent_id": reps[1].pk}).status_code == 404
    quote.refresh_from_db()
    assert quote.agent == reps[0]


def test_the_pdf_of_a_mail_can_be_opened_and_that_is_recorded(client, brand):
    facts = {
        "name": "Maren",
        "lines": (),
        "initial_month_cost": "5",
        "recurring_month_cost": "5",
        "first_year_total": "60",
        "effective_date": "",
        "sender": {"name": "Jordan Lee"},
        "sent_on": "11/21/2026",
        "valid_until": "12/21/2026",
        "link": "http://shop.test/quote/x",
        "unsubscribe": "http://shop.test/quote/x/unsubscribe",
        "address": "Road 1",
    }
    mail = queue_email(brand=brand, kind="quote", to="maren@mailbox.example", context=facts, dedupe_key="quote:1")
    address = f"/backoffice/messaging/outboundemail/{mail.pk}/document/"
    client.defaults["HTTP_HOST"] = "shop.test"
    assert client.get(address).status_code == 302
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    assert address in client.get(f"/backoffice/messaging/outboundemail/{mail.pk}/change/").content.decode()
    answer = client.get(address)
    assert answer.content.startswith(b"%PDF-")
    assert answer.headers["Content-Type"] == "application/pdf"
    assert "no-store" in answer.headers["Cache-Control"]
    assert AuditEvent.objects.filter(action="backoffice.outboundemail.document_opened").count() == 1
    without = queue_email(
        brand=brand, kind="rep_enquiry", to="ops@shop.test", context={"state": "TX", "link": "x"}, dedupe_key="e:1"
    )
    assert client.get(f"/backoffice/messaging/outboundemail/{without.pk}/document/").status_code == 404
