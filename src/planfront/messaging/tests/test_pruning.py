"""Sent mail goes by age: receipts late, what waits never."""

from datetime import timedelta

import pytest

from planfront.audit.models import AuditEvent
from planfront.kernel import clock
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.pruning import prune_mails
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
