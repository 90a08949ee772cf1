"""Quotes in the back office: the list names no recipient, and nothing can be changed."""

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.kernel import clock
from planfront.messaging.services import queue_email
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
