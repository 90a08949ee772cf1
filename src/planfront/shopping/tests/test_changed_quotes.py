"""Changing a quote: its cart is opened again and sent anew, and the older link says that there is a newer one."""

from datetime import timedelta

import pytest

from planfront.kernel import clock
from planfront.shopping.models import Quote, SentQuote, Status
from planfront.shopping.tests.test_quotes import agent, filled, make_rep, plan, rep, send, token  # noqa: F401
from planfront.shopping.tests.test_sent_quotes import listed

pytestmark = pytest.mark.django_db


def carts(client):
    return [row["cart"] for row in listed(client)["result"]]


def test_the_list_opens_the_cart_of_a_quote_while_it_can_be_changed(rep, agent):  # noqa: F811
    send(rep)
    quote = SentQuote.objects.get().enrollment
    assert carts(rep) == [
        {
            "enrollment_id": quote.public_id,
            "agent_id": agent.pk,
            "group_id": quote.group_id,
            "platform_group_id": quote.portal_id,
            "enroll_type": "new-member",
        }
    ]
    Quote.objects.update(handed_over_at=clock.now())
    assert carts(rep) == [None]
    Quote.objects.update(handed_over_at=None, status=Status.SUBMITTED)
    assert carts(rep) == [None]
    Quote.objects.update(status=Status.DRAFT, expires_at=clock.now() - timedelta(days=1))
    assert carts(rep) == [None]
    SentQuote.objects.update(enrollment=None)
    assert carts(rep) == [None]


def test_an_older_quote_says_that_there_is_a_newer_one(rep, visitor, make_client, brand, plan):  # noqa: F811
    send(rep)
    first = token()

    def newer_on():
        return visitor.post("open-quote", {"token": first}).json()["data"]["newer_on"]

    assert newer_on() == ""
    SentQuote.objects.update(sent_at=clock.now() - timedelta(days=2))
    send(rep, email="ana@lakeside.example")
    make_rep(brand, code="REP2", email="sam@demo.test", name="Sam")
    other = make_client("shop.test")
    other.sign_in("sam@demo.test")
    send(filled(other, plan))
    assert newer_on() == ""
    send(rep)
    assert newer_on() == "11/10/2026"


def test_the_page_says_for_whom_the_prices_are(rep, visitor):  # noqa: F811
    send(rep)
    assert visitor.post("open-quote", {"token": token()}).json()["data"]["covered"] == "For you in 75201."
