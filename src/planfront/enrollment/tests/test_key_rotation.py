"""The documented rotation of the field keys: nothing that is looked up by a sealed value gets lost, at any moment."""

import base64
from datetime import date, timedelta

import pytest
from django.conf import settings as configured
from django.test import override_settings

from planfront.enrollment.models import PersonKey
from planfront.enrollment.tests.conftest import wizard_of
from planfront.kernel import clock
from planfront.kernel.http.paging import Search
from planfront.kernel.security import rekey
from planfront.leads.finding import rows_of, write_words
from planfront.leads.models import AssistantQuestion, Lead, LeadAnswer
from planfront.members.roster.matching import directory
from planfront.members.roster.people import Family
from planfront.members.services import create_member
from planfront.messaging.models import Suppression
from planfront.messaging.selectors import email_hash, is_suppressed
from planfront.messaging.services import suppress_email
from planfront.parties.groups.models import Group
from planfront.parties.reps.models import Agent
from planfront.shopping.models import Quote, SentQuote
from planfront.shopping.sent_quotes.selectors import quote_page, write_recipient_words
from planfront.shopping.sent_quotes.services import token_hashes
from planfront.shopping.worklists.owner import Owner

NEW = "k9:" + base64.b64encode(b"9" * 32).decode()
SSN, TOKEN, STOPPED = "523443386", "token-of-a-mailed-link", "Stopped@mailbox.example"


@pytest.fixture
def sold(wizard):
    """Maren's enrollment, submitted: known by her number, name and account."""
    wizard.up_to("sign")
    assert wizard.submit().json()["status"] == "success"
    return wizard


@pytest.fixture
def known(sold, brand):
    """A member with a number, a chat, a mailed quote and an address that wants no more mail."""
    group = Group.objects.create(code="NRTH", name="Northwind")
    agent = Agent.objects.create(code="REP1", first_name="Jordan", last_name="Lee")
    create_member(
        brand=brand,
        group=group,
        first_name="Ana",
        last_name="Ruiz",
        birth_date=date(1990, 1, 2),
        gender=1,
        email="ana@mailbox.example",
        ssn=SSN,
    )
    lead = Lead.objects.create(
        brand=brand, device_id="d", assigned=agent, created_at=clock.now(), updated_at=clock.now()
    )
    question = AssistantQuestion.objects.create(brand=brand, question="Your name?")
    LeadAnswer.objects.create(
        lead=lead, question=question, asked="Your name?", answer="Wren Alder", answered_at=clock.now()
    )
    write_words(lead, ["Wren Alder"])
    quote = SentQuote(
        brand=brand,
        enrollment=Quote.objects.get(),
        agent_id=agent.pk,
        sender_kind="rep",
        sender_name="Jordan Lee",
        recipient_name="Iris Okafor",
        recipient_email="iris@mailbox.example",
        token=TOKEN,
        sha256="s",
        initial_month_cost=1,
        recurring_month_cost=1,
        sent_at=clock.now(),
        expires_at=clock.now() + timedelta(days=30),
    )
    quote.token_hash, quote.recipient_hash = token_hashes(TOKEN)[0], email_hash(quote.recipient_email)
    quote.save()
    write_recipient_words(quote)
    suppress_email(brand_id=brand.pk, email=STOPPED)
    return {"group": group, "agent": agent, "lead": lead, "quote": quote}


@pytest.fixture
def check_everything_is_found(known, brand, store, make_client):
    """A check that can be called under any keys."""

    def check():
        group, agent, quote = known["group"], known["agent"], known["quote"]
        person = {"first_name": "A", "last_name": "B", "birth_date": date(1990, 1, 2), "ssn": SSN}
        numbers = directory(brand.pk, group.pk, [Family(row=2, person=person)]).by_ssn
        assert [owner for _member, owner in numbers.values()] == [group.pk]
        assert is_suppressed(brand.pk, STOPPED.lower())
        assert not is_suppressed(brand.pk, "else@mailbox.example")
        assert rows_of(brand.pk, agent.pk, "alder").filter(lead=known["lead"]).exists()
        assert not rows_of(brand.pk, agent.pk, "castillo").exists()
        assert quote_page(Owner(brand.pk, agent.pk, None), Search(text="okafor")).rows == (quote,)
        assert SentQuote.objects.get(token_hash__in=token_hashes(TOKEN)) == quote
        later = wizard_of(make_client("shop.test"), store)
        later.up_to("sign")
        assert later.data("get-review-summary")["notice"]["duplicate"]

    return check


def test_everything_is_found_before_while_and_after_a_key_is_replaced(check_everything_is_found, known, brand):
    check_everything_is_found()
    with override_settings(FIELD_KEYS=f"{NEW},{configured.FIELD_KEYS}"):
        check_everything_is_found()
        assert not suppress_email(brand_id=brand.pk, email=STOPPED), "suppressed under the older key"
        rekey.rekey()
        rekey.reindex()
        assert rekey.count_remaining() == 0
        assert set(rekey.count_by_key()) == {"k9"}
    with override_settings(FIELD_KEYS=NEW):
        check_everything_is_found()
        assert {row.kind for row in PersonKey.objects.filter(index__startswith="k9.")} == {
            "account",
            "number",
            "person",
        }


def test_an_address_that_was_kept_as_a_hash_only_is_said_to_need_its_key(known):
    Suppression.objects.update(email="")
    old = configured.FIELD_KEYS.partition(":")[0]
    with override_settings(FIELD_KEYS=f"{NEW},{configured.FIELD_KEYS}"):
        rekey.rekey()
        rekey.reindex()
        assert rekey.count_remaining() == 1
        assert rekey.count_by_key()[old] == {"suppressions: email hash": 1}
    with override_settings(FIELD_KEYS=NEW):
        assert rekey.count_by_key()[""] == {"suppressions: email hash": 1}


def test_indexes_of_a_key_that_was_dropped_too_early_are_made_anew(check_everything_is_found, known):
    old = configured.FIELD_KEYS.partition(":")[0]
    SentQuote.objects.update(token_hash=f"{old}.0123", recipient_hash=f"{old}.4567")
    assert rekey.reindex() == 0
    assert rekey.reindex(everything=True) > 0
    check_everything_is_found()


def test_every_index_says_how_it_is_made_anew():
    labels = {column.label for column in rekey.index_columns()}
    assert labels == rekey.RENEW_INDEX.keys
    assert "members.Identity.ssn_index" in labels
