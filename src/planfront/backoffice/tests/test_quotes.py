"""Quotes in the back office: the list names no recipient, and nothing can be changed."""

import pytest

from planfront.accounts.models import User
from planfront.kernel import clock
from planfront.shopping.models import SentQuote

pytestmark = pytest.mark.django_db
LIST = "/backoffice/shopping/sentquote/"


@pytest.fixture
def quote(brand):
    now = clock.now()
    frozen = {"profile": {}, "lines": [{"plan_name": "Halden Dental", "premium": "36.85"}], "effective_date": None}
    return SentQuote.objects.create(
        brand=brand, sender_kind="rep", sender_name="Jordan Lee", recipient_name="Maren", recipient_hash="h",
        recipient_email="maren@mailbox.example", message="<b>Hello", frozen=frozen, sha256="s", token_hash="t",
        initial_month_cost="56.85", recurring_month_cost="41.85", sent_at=now, expires_at=now,
    )  # fmt: skip


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
