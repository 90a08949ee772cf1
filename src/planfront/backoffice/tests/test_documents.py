"""Signed documents in the back office: checked when looked at, opened for a reason, late mail in sight."""

import base64
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.enrollment.models import Application, SignedDocument
from planfront.enrollment.tests.conftest import *  # noqa: F403
from planfront.kernel import clock, tasks
from planfront.kernel.ids import grouped
from planfront.messaging.models import OutboundEmail, Status


@pytest.fixture
def staff(db):
    client = Client(headers={"Host": "shop.test"})
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


@pytest.fixture
def submitted(wizard):
    wizard.up_to("sign")
    wizard.submit()
    tasks.run_pending()
    return SignedDocument.objects.get()


def test_a_document_is_found_by_its_code_and_checked_when_it_is_looked_at(staff, submitted):
    found = staff.get(reverse("admin:enrollment_signeddocument_changelist"), {"q": grouped(submitted.code)})
    assert grouped(submitted.code) in found.content.decode()
    page = reverse("admin:enrollment_signeddocument_change", args=[submitted.pk])
    assert "Genuine: file, signature and application are unchanged." in staff.get(page).content.decode()
    application = Application.objects.get()
    application.frozen = {**application.frozen, "answers": {}}
    application.save(update_fields=["frozen"])
    assert "The frozen application was changed" in staff.get(page).content.decode()


def test_the_file_is_opened_for_a_reason_and_on_record(staff, submitted):
    address = reverse("admin:open_sealed", args=[submitted.application_id])
    refused = staff.post(address, {"what": "signed_application", "why": "", "note": "case 4711"})
    assert refused.headers["Content-Type"].startswith("text/html")
    answer = staff.post(address, {"what": "signed_application", "why": "audit", "note": "case 4711"})
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.content == base64.b64decode(submitted.content)
    event = AuditEvent.objects.get(action="sealed.opened")
    assert (event.fields, event.meta) == (["signed_application"], {"why": "audit", "note": "case 4711"})


def test_a_mail_that_is_stuck_is_shown_as_late(staff, submitted):
    outbox = reverse("admin:messaging_outboundemail_changelist")
    assert submitted.name
    OutboundEmail.objects.update(status=Status.QUEUED)
    assert staff.get(outbox, {"late": "yes"}).context["cl"].result_count == 0
    OutboundEmail.objects.update(created_at=clock.now() - timedelta(minutes=11))
    late = staff.get(outbox, {"late": "yes"})
    assert late.context["cl"].result_count == 1
    assert ">Late<" in late.content.decode().replace(" ", "").replace("\n", "")
