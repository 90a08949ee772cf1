"""Signed documents in the back office: checked when looked at, opened for a reason, late mail in sight."""

import base64
import html
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin, record_opened
from planfront.billing.models import PaymentRule
from planfront.enrollment.models import Application, SignedDocument
from planfront.enrollment.submission.activation import activate_due
from planfront.enrollment.tests.conftest import *  # noqa: F403
from planfront.enrollment.tests.test_cards import CARD
from planfront.kernel import clock
from planfront.kernel.jobs import tasks
from planfront.kernel.security.ids import group_code
from planfront.messaging.models import OutboundEmail, Status
from planfront.sales.models import Confirmation


@pytest.fixture
def staff(db):
    client = Client(headers={"Host": "shop.test"})
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


def text_of(answer):
    """What a page says, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def number():
    return Confirmation.objects.get().number


@pytest.fixture
def submitted(wizard):
    wizard.up_to("sign")
    wizard.submit()
    tasks.run_pending()
    return SignedDocument.objects.get()


def test_a_document_is_found_by_its_code_and_checked_when_it_is_looked_at(staff, submitted):
    match = staff.get(reverse("admin:enrollment_signeddocument_changelist"), {"q": group_code(submitted.code)})
    assert group_code(submitted.code) in match.content.decode()
    page = reverse("admin:enrollment_signeddocument_change", args=[submitted.pk])
    assert "Genuine: file, signature and application are unchanged." in staff.get(page).content.decode()
    application = Application.objects.get()
    application.frozen = {**application.frozen, "answers": {}}
    application.save(update_fields=["frozen"])
    assert "The frozen application was changed" in staff.get(page).content.decode()


def test_a_document_s_record_has_readable_labels(staff, submitted):
    page = text_of(staff.get(reverse("admin:enrollment_signeddocument_change", args=[submitted.pk])))
    for label, value in (
        ("Record number", "1"),
        ("Language", "English"),
        ("File, SHA-256", submitted.sha256),
        ("Frozen application, SHA-256", submitted.frozen_sha256),
        ("Signature record, SHA-256", submitted.signature_hash),
        ("Previous record, SHA-256", "–"),
        ("This record, SHA-256", submitted.record_hash),
    ):
        assert f"{label} {value}" in page
    listed = staff.get(reverse("admin:enrollment_signeddocument_changelist"), {"language": "es"})
    assert listed.context["cl"].result_count == 0
    signature = submitted.signature
    page = text_of(staff.get(reverse("admin:enrollment_signatureevidence_change", args=[signature.pk])))
    for label, value in (
        ("What was signed, SHA-256", signature.content_sha256),
        ("Previous record, SHA-256", "–"),
        ("This record, SHA-256", signature.record_hash),
        ("Enrollment", f"Confirmation {number()}"),
    ):
        assert f"{label} {value}" in page


def test_an_enrollment_is_titled_with_its_number(staff, submitted, make_wizard):
    answer = staff.get(reverse("admin:enrollment_application_change", args=[submitted.application_id]))
    assert answer.context["subtitle"] == f"Confirmation {number()}"
    crumbs = text_of(answer)
    assert f"Confirmation {number()}" in crumbs
    assert f"application {submitted.application_id}" not in crumbs
    draft = make_wizard()
    draft.personal()
    row = Application.objects.exclude(pk=submitted.application_id).get()
    answer = staff.get(reverse("admin:enrollment_application_change", args=[row.pk]))
    assert answer.context["subtitle"] == f"Enrollment of {clock.show_moment(row.created_at)}"


def test_the_file_is_opened_for_a_reason_and_the_page_says_that_it_is_on_record(staff, submitted):
    address = reverse("admin:open_sealed", args=[submitted.application_id])
    asked = text_of(staff.get(address))
    assert f"The signed application (PDF) {submitted.name}" in asked
    assert "A case or ticket number, no personal data. Only this value opens." in asked
    for wrong, words in (
        ({"why": "", "note": "case 4711"}, "Choose a reason."),
        ({"why": "audit", "note": ""}, "Write a note of at least 3 characters."),
    ):
        refused = staff.post(address, {"seal": "document", **wrong})
        assert words in text_of(refused)
        assert "data:application/pdf" not in refused.content.decode()
    files = AuditEvent.objects.filter(action="sealed.opened", fields__icontains="signed_application")
    assert not files.exists()
    answer = staff.post(address, {"seal": "document", "why": "audit", "note": "case 4711"})
    coded = re.search(r'href="data:application/pdf;base64,([^"]+)" download="([^"]+)"', answer.content.decode())
    assert (base64.b64decode(coded[1]), coded[2]) == (base64.b64decode(submitted.content), submitted.name)
    assert "no-store" in answer.headers["Cache-Control"]
    assert files.get().meta == {"why": "audit", "note": "case 4711"}
    assert "On record. Closes in 5 minutes." in text_of(answer)


def test_access_records_name_the_reader_and_the_applicant(staff, submitted):
    address = reverse("admin:open_sealed", args=[submitted.application_id])
    staff.post(address, {"seal": "document", "why": "audit", "note": "case 4711"})
    record_opened(
        origin=Origin("rep"),
        what=["health_answers"],
        subject_type="enrollment",
        subject_id=submitted.application.enrollment_id,
        why="application",
    )
    listed = reverse("admin:audit_openedrecord_changelist")
    answer = staff.get(listed)
    page = text_of(answer)
    for word in ("Staff", "Rep", "An audit", "Working on the application", "The signed application (PDF)"):
        assert word in page
    link = reverse("admin:enrollment_application_change", args=[submitted.application_id])
    assert answer.content.decode().count(f'<a class="underline" href="{link}">Confirmation {number()}</a>') == 3
    assert str(submitted.application_id) not in page
    assert staff.get(listed, {"role": "rep"}).context["cl"].result_count == 1
    event = AuditEvent.objects.get(fields__icontains="signed_application", actor_kind="staff")
    page = text_of(staff.get(reverse("admin:audit_openedrecord_change", args=[event.pk])))
    for words in ("Role Staff", f"Whose Confirmation {number()}", "Brand Shop", "Network address 127.0.0.1"):
        assert words in page


def test_the_signer_has_the_same_label_on_every_page(staff, submitted):
    page = staff.get(reverse("admin:enrollment_application_change", args=[submitted.application_id])).content.decode()
    acts = ("signed", "signed the application (Agreement &amp; Signature)", "submitted the application")
    for act in acts:
        assert f">Maren Lee Castillo {act}<" in page, act
    assert page.index(">The enrollment is accepted<") < page.index(">Maren Lee Castillo submitted the application<")
    activate_due(today=submitted.application.enrollment.effective_date)
    page = staff.get(reverse("admin:enrollment_application_change", args=[submitted.application_id])).content.decode()
    assert "<b>Coverage is active</b>" in page


def test_the_reason_a_card_was_declined_can_be_searched(staff, wizard, store):
    PaymentRule.objects.create(brand_id=store.brand.pk, method="cc", descriptor="PLANSHOP")
    wizard.answer_questions()
    refused = wizard.post("save-billing-info", **{**CARD, "card_number": "4000000000009995"})
    assert refused.status_code == 422
    page = text_of(staff.get(reverse("admin:enrollment_application_change", args=[Application.objects.get().pk])))
    assert "A card was declined Visa ending 9995: not enough funds (code: funds)" in page
    assert "4000000000009995" not in page
    match = staff.get(reverse("admin:audit_auditevent_changelist"), {"action": "billing.card_declined"})
    assert match.context["cl"].result_count == 1


def test_a_mail_that_is_stuck_is_shown_as_late(staff, submitted):
    outbox = reverse("admin:messaging_outboundemail_changelist")
    assert submitted.name
    OutboundEmail.objects.update(status=Status.QUEUED)
    assert staff.get(outbox, {"late": "yes"}).context["cl"].result_count == 0
    OutboundEmail.objects.update(created_at=clock.now() - timedelta(minutes=11))
    late = staff.get(outbox, {"late": "yes"})
    kinds = {mail.kind for mail in late.context["cl"].result_list}
    assert kinds == {"account_invitation", "signing_code", "receipt_client"}
    assert ">Late<" in late.content.decode().replace(" ", "").replace("\n", "")
