"""Sent mail goes by age: receipts late, what waits never."""

from dataclasses import replace
from datetime import timedelta

import pytest

from planfront.audit.models import AuditEvent
from planfront.kernel import clock
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.pruning import prune_mails
from planfront.messaging.returned import is_returned, trust_addresses
from planfront.messaging.tests.test_outbox import RECEIPT, queue

pytestmark = pytest.mark.django_db


def later(days):
    return clock.now() + timedelta(days=days)


def test_receipts_are_kept_longer_than_other_mails(brand):
    queue(brand)
    queue(brand, "receipt:1", "receipt_client", RECEIPT)
    OutboundEmail.objects.update(status=Status.SENT)
    assert prune_mails(later(179)) == 0
    assert prune_mails(later(181)) == 1
    assert OutboundEmail.objects.get().kind == "receipt_client"
    assert prune_mails(later(2556)) == 1
    actions = AuditEvent.objects.order_by("at").values_list("action", "meta")
    assert list(actions) == [("mail.pruned", {"count": 1}), ("receipt.pruned", {"count": 1})]


def test_mail_on_its_way_and_mails_of_quotes_stay(brand):
    queue(brand)
    queue(brand, "quote:1")
    OutboundEmail.objects.filter(dedupe_key="quote:1").update(status=Status.SENT, kind="quote")
    assert prune_mails(later(9000)) == 0


def test_the_last_mail_that_came_back_marks_its_address_as_long_as_receipts_stay(brand, other_brand):
    mails = [("1", "maria@mailbox.example"), ("2", "Maria@Mailbox.example"), ("3", "jo@mailbox.example")]
    for key, to in mails:
        queue(brand, key)
        OutboundEmail.objects.filter(dedupe_key=key).update(to=to, created_at=later(int(key)), status=Status.RETURNED)
    queue(other_brand, "4")
    OutboundEmail.objects.filter(dedupe_key="4").update(to=mails[0][1], status=Status.RETURNED)
    assert prune_mails(later(200)) == 1
    assert set(OutboundEmail.objects.values_list("dedupe_key", flat=True)) == {"2", "3", "4"}
    assert is_returned(brand.pk, "maria@mailbox.example")
    trust_addresses(["maria@mailbox.example"])
    assert prune_mails(later(200)) == 2
    assert prune_mails(later(2559)) == 1
    assert not OutboundEmail.objects.exists()


def test_marks_go_no_sooner_than_other_mails(brand, settings):
    settings.ENV = replace(settings.ENV, keep_receipts=30, keep_mails=180)
    queue(brand)
    OutboundEmail.objects.update(status=Status.RETURNED)
    assert (prune_mails(later(179)), prune_mails(later(181))) == (0, 1)
