"""Races between a client and the rep who sent the application, with real threads and row locks."""

import re

import pytest
from django.db import connection

from planfront.accounts.models import Role, User
from planfront.enrollment.models import HandOver, Proposal, Section
from planfront.enrollment.tests.conftest import CONTACT, Wizard, fill_cart, quote, store  # noqa: F401
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.services import create_agent
from tests.concurrency.test_submit import at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]


@pytest.fixture
def rep(store, make_client):  # noqa: F811
    user = User.objects.create_user("rep@shop.example", "planfront-demo", role=Role.REP)
    create_agent(
        code="REP1", first_name="Wren", last_name="Alder", email="wren@shop.example", brands=[store.brand], user=user
    )
    client = make_client("shop.test")
    assert client.sign_in("rep@shop.example").status_code == 200
    wizard = Wizard(client, quote(client, eprocess="rep"))
    fill_cart(client, wizard.id, store.dental)
    return wizard.answer_questions()


@pytest.fixture
def client(rep, make_client):
    """The client, who has opened what the rep sent."""
    assert rep.post("send-to-client", email=CONTACT["email_address"]).status_code == 200
    mail = OutboundEmail.objects.get(kind="hand_over")
    code = re.search(r"^\s+([A-Z0-9]{10})$", mail.text, re.MULTILINE).group(1)
    result = make_client("shop.test")
    opened = result.post("continue-enrollment", {"code": code, "email": CONTACT["email_address"]})
    assert opened.status_code == 200
    return Wizard(result, rep.id)


def waiting(wizard):
    return wizard.data("get-hand-over")["proposals"]


def city():
    return Section.objects.get(key="contact_info").answers["city"]


def test_a_yes_racing_a_new_proposal_makes_what_was_seen_or_nothing(rep, client):
    for number in range(4):
        seen, newer = f"Dublin {'AB'[number % 2]}{'CD'[number // 2]}", f"Bexley {'AB'[number % 2]}{'CD'[number // 2]}"
        assert rep.contact(city=seen).status_code == 200
        (proposal,) = waiting(client)
        before = city()
        answered, proposed = at_once(
            [
                lambda item=proposal: client.post("answer-proposal", proposal_id=item["proposal_id"], answer="accept"),
                lambda value=newer: rep.contact(city=value),
            ]
        )
        assert proposed.status_code == 200
        assert city() == (seen if answered.status_code == 200 else before)
        assert answered.status_code in {200, 409}
        (left,) = waiting(client)
        assert [change["new"] for change in left["changes"]] == [newer]
        assert [change["old"] for change in left["changes"]] == [city()]


def test_saying_yes_and_no_at_once_decides_once(rep, client):
    rep.contact(city="Dublin")
    (proposal,) = waiting(client)
    answers = at_once(
        [
            lambda what=what: client.post("answer-proposal", proposal_id=proposal["proposal_id"], answer=what)
            for what in ("accept", "decline", "accept", "decline")
        ]
    )
    decided = Proposal.objects.get()
    assert decided.state in {"accepted", "declined"}
    assert city() == ("Dublin" if decided.state == "accepted" else "Columbus")
    assert sorted(answer.status_code for answer in answers) == [200, 200, 409, 409]


def test_sending_from_two_windows_hands_over_once(rep):
    answers = at_once([lambda: rep.post("send-to-client", email=CONTACT["email_address"])] * 4)
    assert {answer.status_code for answer in answers} == {200}
    assert HandOver.objects.count() == 1
    assert OutboundEmail.objects.filter(kind="hand_over").count() == 1


def test_taking_back_races_the_submission(rep, client):
    client.billing()
    client.sign()
    submitted, taken = at_once([client.submit, lambda: rep.post("withdraw-hand-over")])
    done = submitted.status_code == 200 and submitted.json()["status"] == "success"
    assert HandOver.objects.get().state == ("signed" if done else "withdrawn")
    assert taken.status_code == (409 if done else 200)


def test_a_change_of_the_rep_racing_the_sending_is_made_or_proposed(rep):
    changed, sent = at_once(
        [lambda: rep.contact(city="Dublin"), lambda: rep.post("send-to-client", email=CONTACT["email_address"])]
    )
    assert (changed.status_code, sent.status_code) == (200, 200)
    assert (city() == "Dublin") != Proposal.objects.filter(state="waiting").exists()
